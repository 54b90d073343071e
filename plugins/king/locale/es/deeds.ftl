# Actos de las reglas como datos, en las frases de `footfall mods show --changes`.
deed-lose = quita cordura
deed-gain = da cordura
deed-afflict = da un estado
deed-lose_turn = quita el próximo turno
deed-place = pone a un jugador en un nodo
deed-bestow = da una carta
deed-bring = trae una figura
deed-banish = aleja al Rey

# Por qué un acto de una regla no hizo nada, tras dos puntos.
king-unchanged-no-object = la carta no es un objeto ni un cuento
king-unchanged-not-discarded = no se ha descartado ninguna carta como esa
king-unchanged-no-box = un pasillo no tiene caja
king-unchanged-full-box = la caja ya tiene 40 cartas
king-unchanged-no-answer = el jugador no puede dar ninguna respuesta
king-unchanged-no-player = no hay tal otro jugador
king-unchanged-turn-begun = el primer turno de la ronda ya ha empezado
king-unchanged-no-card = el jugador no tiene cartas
king-unchanged-empty-box = la caja no tiene esa carta
king-unchanged-key-limit = el otro no puede tener más llaves
king-unchanged-no-key = el jugador no puede tener más llaves, o no queda ninguna
