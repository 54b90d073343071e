hands-title = Manos
hands-played = { $count } jugadas
hands-play = jugar la primera carta
hands-choose = jugar una carta
hands-which = ¿Qué carta?
