# Quién y qué hay en las salas especiales a pie, y qué resulta de caminar hacia ello.

delve-figure-statue = estatua
    .gender = f
delve-figure-statue-about = Se puede tocar una vez: los dados dicen qué es.
delve-figure-statue-met = La piedra está más fría que la sala.
delve-figure-shrine = santuario
    .gender = m
delve-figure-shrine-about = Hay ofrendas encima. Una mano que lo toque puede sanar, o averiguar algo.
delve-figure-shrine-met = Pones una mano sobre el santuario.
delve-figure-fountain = fuente
    .gender = f
delve-figure-fountain-about = Puedes beber de ella una vez.
delve-figure-fountain-met = Bebes de la fuente.
delve-figure-tomb = tumba
    .gender = f
delve-figure-tomb-about = Su losa se puede empujar. Debajo puede haber un ajuar, o algo peor.
delve-figure-tomb-met = Empujas la losa.
delve-figure-lever = palanca
    .gender = f
delve-figure-lever-about = Agarrotada por el óxido: ya no mueve nada.
delve-figure-lever-met = La palanca no se mueve.
delve-figure-test = placa de la prueba
    .gender = f
delve-figure-test-about = Quien la pulsa pasa la prueba, una vez: un premio, o un dardo.
delve-figure-test-met = Pulsas la placa.
delve-figure-portal = portal
    .gender = m
delve-figure-portal-about = Otro lugar, detrás de algo parecido al cristal.
delve-figure-portal-met = Tu mano topa con algo como cristal frío. El otro lugar se ve, pero no se entra en él.
delve-figure-peddler = buhonero
    .gender = m
delve-figure-peddler-about = Camina hacia él para hablar. Da algo a cambio de noticias, una vez.
delve-figure-peddler-met = «Todo se vende y todo es bueno», dice el buhonero.
delve-figure-stranger = extraño
    .gender = m
delve-figure-stranger-about = Camina hacia él para hablar. No todos los extraños están solos.
delve-figure-stranger-met = «Así que alguien más ha bajado», dice el extraño.
delve-figure-champion = campeón
    .gender = m
delve-figure-champion-about = Nadie lo ha vencido aún. Camina hacia él para retarlo; hasta entonces espera.
delve-figure-butcher = carnicero
    .gender = m
delve-figure-butcher-about = Trabaja aquí y no le gusta que lo miren.

delve-met-gain = { $life ->
    [0] No tienes ninguna herida que curar.
   *[other] Recuperas { $life } de vida.
}
delve-met-good-water = El agua te sienta bien
delve-met-bad-water = El agua está mala
delve-met-healed = Tus heridas se cierran
delve-met-gifts = Las ofrendas dicen quién vino aquí y de dónde: una pista
delve-met-washed = La luz lava tus heridas
delve-met-vision = En la luz ves una sala que no conoces: una pista
delve-met-burned = La luz quema
delve-met-dust = No hay más que polvo
delve-met-grave-goods = Hay algo junto al muerto
delve-met-risen = El muerto se levanta
delve-met-dart = Te alcanza un dardo: la prueba no está superada
delve-met-failed = Nada se mueve: la prueba no está superada
delve-met-passed = Se abre un cajón: la prueba está superada
delve-met-potion = A cambio de noticias del camino, el buhonero te deja una poción en el suelo
delve-met-way = El buhonero conoce el camino que sigue: una pista
delve-met-sold-out = Al buhonero no le queda nada que puedas llevar
delve-met-secret = El extraño cuenta lo que esconden las paredes: una pista
delve-met-silent = El extraño quiere estar solo
delve-met-whistle = El extraño silba, y viene un bandido

delve-tile-circle = círculo de signos
delve-tile-pool = estanque de luz
delve-tile-quicksand = arenas movedizas
delve-tile-fungus = hongos
delve-tile-grate = reja
delve-tile-chasm = sima
