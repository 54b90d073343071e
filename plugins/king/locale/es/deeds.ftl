# Actos de las reglas como datos, en las frases de `footfall mods show --changes`.
deed-lose = quita cordura
deed-gain = da cordura
deed-afflict = da un estado
deed-lose_turn = quita el próximo turno
deed-place = pone a un jugador en un nodo
deed-bestow = da una carta
deed-bring = trae una figura
deed-banish = aleja al Rey
