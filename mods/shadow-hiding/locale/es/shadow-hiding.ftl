shadow-hiding-hidden = oculto
shadow-hiding-begins = Te fundes con las sombras.
shadow-hiding-ends = Ya no estás oculto.
shadow-hiding-bumped = Algo tropieza contigo. Ya no estás oculto.
shadow-hiding-not-there = No hay nadie a quien atacar.
