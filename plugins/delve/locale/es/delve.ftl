delve-title = Mazmorra
delve-summary = Una mazmorra que los dados trazan a medida que se ve.

## Palabras

delve-player = Jugador { $seat }
delve-game-master = el director de juego
delve-start = inicio
delve-corridor = pasillo
delve-room = sala
delve-zone = { $what } Z{ $zone }
delve-exit = { $way ->
    [mouth] abertura
    [secret] puerta secreta
   *[door] puerta
} e{ $exit } ({ $heading ->
    [N] norte
    [E] este
    [S] sur
   *[W] oeste
})

delve-wall = { $side ->
    [left] el muro izquierdo
    [right] el muro derecho
    [near] el muro de entrada
    [end] el muro del final
   *[far] el muro del fondo
}{ $section ->
    [0] { "" }
   *[other] { " " }del tramo { $section }
} ({ $heading ->
    [N] norte
    [E] este
    [S] sur
   *[W] oeste
})

delve-end-x = un cruce
delve-end-closed = un final cerrado
delve-end-right = un giro a la derecha
delve-end-t = una bifurcación
delve-end-left = un giro a la izquierda
delve-end-down = escaleras hacia abajo
delve-end-up = escaleras hacia arriba
delve-end-out = escaleras de salida de la mazmorra
delve-end-special = un nicho
delve-end-chamber = una cámara sin puertas

delve-room-empty = sala vacía
delve-room-special = sala especial
delve-room-lair = guarida
delve-room-quest = sala de gesta

delve-corridor-bridge = puente
delve-corridor-river = vado de un río
delve-corridor-single-file = paso de a uno

delve-special-combination = sala combinada
delve-special-champion = sala del campeón
delve-special-challenge = sala del desafío
delve-special-quicksand = arenas movedizas
delve-special-butcher = sala del carnicero
delve-special-lever = sala con palanca
delve-special-shrine = santuario
delve-special-magic-circle = sala con círculo mágico
delve-special-tomb = tumba
delve-special-statue = sala con estatua
delve-special-grate = sala con reja
delve-special-fountain = sala con fuente
delve-special-swarm = enjambre
delve-special-chasm = sima
delve-special-expeditioners = otros expedicionarios
delve-special-fungus = hongos
delve-special-magic-pool = estanque mágico
delve-special-burrow = madriguera
delve-special-pedlar = buhonero de mazmorra
delve-special-breach = brecha
delve-special-portal = portal
delve-special-stranger = desconocido
delve-special-refuge = refugio

## Tablas y filas

delve-table-length = longitud del pasillo
delve-table-features = elementos del pasillo
delve-table-end = final del pasillo
delve-table-room = tipo de sala
delve-table-doors = puertas de la sala
delve-table-parity = qué hay tras la puerta de una sala
delve-table-secret = puertas secretas
delve-table-special = salas especiales
delve-table-statue = la estatua
delve-table-magic-circle = el círculo mágico

delve-row-sections = { $count ->
    [one] un tramo
   *[other] { $count } tramos
}
delve-row-special = un pasillo especial
delve-row-gm = decide el director de juego
delve-row-doors = { $count ->
    [0] ninguna puerta
    [one] una puerta
   *[other] { $count } puertas
}
delve-row-found = una puerta secreta
delve-row-nothing = nada
delve-unknown = no se sabe

delve-statue-plain = una simple estatua
delve-statue-golem = un gólem hostil con una gema dentro
delve-statue-secret-door = tras ella se oculta una puerta secreta a una sala del tesoro
delve-statue-riddle = plantea un acertijo
delve-statue-guardian = un gólem guardián: un refugio
delve-statue-collapse = el techo se viene abajo
delve-circle-amber = ámbar: una prueba de ingenio, o furia en el próximo combate
delve-circle-amethyst = amatista: una prueba de resistencia; más daño a los no muertos
delve-circle-celestial = celeste: una pista
delve-circle-bright = brillante: fuego, y luego armas en llamas en el próximo combate
delve-circle-jade = jade: sana la mitad de las heridas
delve-circle-grey = gris: una prueba de ingenio, o la mente nublada en el próximo combate

## El registro de los dados

delve-log-start = Los héroes bajan por las escaleras a la mazmorra.
delve-log-roll = { $player } saca { $faces }{ $bonus ->
    [0] { "" }
   *[other] { " " }+ { $bonus }
} en { $table }{ $rule ->
    [none] { "" }
   *[other] { " " }[{ $rule }]
}: { $row }.
delve-log-lay-corridor = Tras { $exit }: { $zone }, { $length }, { $end }.
delve-log-lay-room = Tras { $exit }: { $zone }, { $depth }×{ $width }.
delve-log-reveal-corridor = Tras { $exit } está { $zone }.
delve-log-reveal-room = Tras { $exit } está { $zone }.
delve-log-link = Tras { $exit } está { $zone }, ya conocida.
delve-log-block-wall = No hay espacio tras { $exit }: se tapia.
delve-log-block-wall-at-once = Tras { $exit } hay un muro.
delve-log-block-door = No hay espacio tras { $exit }: una puerta falsa.
delve-log-block-door-at-once = Hay roca tras { $exit }: una puerta falsa.
delve-log-search = { $player } registra { $wall } de { $zone } y no encuentra nada.
delve-log-found = { $player } registra { $wall } de { $zone } y encuentra { $exit }.
delve-log-combat-over = El combate en { $zone } ha terminado. { $player } pasa el mando a su izquierda.
delve-log-level = Las escaleras llevan a otro nivel: { $zone }.
delve-log-replace = Una pista: { $zone } no es lo que parecía.
delve-log-award = { $where ->
    [room] Los héroes ganan una pista en { $zone }.
   *[none] Los héroes ganan una pista.
} [C-CLUE]
delve-log-spend = { $player } usa una pista. [C-CLUE]
delve-log-leave = Los héroes parten hacia la luz del día desde { $zone }: { $sections ->
    [one] una sección
   *[other] { $sections } secciones
}. [C-LEAVE]

delve-why-shortened = No había espacio para { $rolled ->
    [one] un tramo
   *[other] { $rolled } tramos
}: es más corto. [G-10]
delve-why-closed = No había espacio para { $end }: está cerrado. [G-10]
delve-why-shrunk = No había espacio para 10×5: mide 5×5. [G-10]
delve-why-guard = Salió { $type }, pero se conocen pocas guaridas y salas. [D-QUEST-GUARD]
delve-why-quest-max = Salió { $type }, pero ya hay bastantes.
delve-why-carried = Es la sala que antes no cupo.
delve-why-dropped = { $count ->
    [one] No había sitio para una de sus puertas.
   *[other] No había sitio para { $count } de sus puertas.
} [G-12]
delve-why-spent-turn-die = El dado de turno del director de juego retrocede 3.
delve-why-spent-flight = Nadie huye de { $place }.
delve-why-ruling = El director de juego decidió otra cosa: { $about }.
delve-why-ruling-ignored = Una decisión no era posible y se omite: { $about }.

## Lo que no se puede hacer

delve-not-pending = No hay nada nuevo tras e{ $exit }.
delve-no-hero = No hay jugador { $hero }.
delve-wall-refused = No puede haber nada tras { $wall } de Z{ $zone }.
delve-not-here = Z{ $zone } aún no se conoce.
delve-still-exits = Z{ $zone } todavía tiene salidas.
delve-searched = Ya se ha registrado { $wall } de Z{ $zone }.
delve-no-combat = No hay ningún combate.
delve-no-stairs = Z{ $zone } no tiene escaleras.
delve-stairs-used = Ya se usaron las escaleras de Z{ $zone }.
delve-stairs-end = Las escaleras de Z{ $zone } no llevan a ninguna parte.
delve-in-combat = No mientras se combate.
delve-walk-there = Hay que ir andando.
delve-no-wall = En esa dirección no hay un muro que registrar.
delve-no-stairs-here = Aquí no hay escaleras.
delve-no-clue = No tienen ninguna pista.
delve-clues-full = Ya tienen { $count } pistas.
delve-no-such-use = Una pista no sirve para { $use }.
delve-no-turn-die = No hay dado de turno que se pueda retrasar.
delve-no-flight = Aquí nadie huye.
delve-no-way-out = Ningún camino conocido lleva fuera.
delve-too-far = La salida está a { $sections } secciones de { $zone }; los héroes salen desde { $most } como máximo.

## Jugar

delve-welcome = Unas escaleras bajan a la oscuridad. Ahí abajo está lo que buscas.
delve-welcome-table = La mesa está lista. Quien lleva el mando nombra una salida.
delve-treasure = Habían acumulado algo útil.
delve-quest-done = La gesta está cumplida.
delve-leaves = Los héroes vuelven a la luz del día.
delve-wandering = Algo ronda por aquí: monstruos al borde de la vista.
delve-turn-over = Termina un turno de exploración.
delve-strip = Mazmorra · { $zones ->
    [one] una zona
   *[other] { $zones } zonas
} · { $rooms ->
    [one] una sala
   *[other] { $rooms } salas
}
delve-fighting = COMBATE
delve-combat-begins = Aquí hay alguien. Empieza un combate en { $zone }.
delve-leads = { $player } lleva el mando
delve-party = Grupo
delve-maps = {"  "}dibuja el mapa
delve-known = Conocido
delve-known-rooms = salas { $count }
delve-known-lairs = guaridas { $count }
delve-known-quests = salas de gesta { $count }
delve-known-pending = salidas { $count }
delve-known-turn = turno de exploración { $count }
delve-known-clues = pistas { $count }
delve-ways = Salidas
delve-log = Los dados
delve-map = Mapa, nivel { $level }
delve-over = La expedición ha terminado.
delve-over-quest = La gesta está cumplida: la expedición ha logrado su fin.
delve-over-left = Los héroes han salido de la mazmorra.
delve-over-exhausted = No hay por dónde seguir y no se encontró ninguna sala de gesta.
delve-over-stopped = La mazmorra es tan grande como se pidió.
delve-over-died = Los héroes no volvieron.
delve-over-facts = Se vieron { $zones } zonas, { $rooms } salas y { $lairs } guaridas.

delve-keys = Mazmorra
delve-key-explore = explorar una salida
delve-key-search = registrar un muro
delve-key-climb = usar las escaleras
delve-key-combat-over = el combate ha terminado
delve-key-rest = terminar el turno de exploración
delve-key-mapper = ceder el mapa
delve-key-clue = usar una pista
delve-key-award = ganar una pista
delve-key-leave = salir de la mazmorra
delve-leave-sure = ¿Salir de la mazmorra? La expedición termina.
delve-leave-far = ¿Salir de la mazmorra? La salida está a { $sections ->
    [one] una sección
   *[other] { $sections } secciones
}. La expedición termina.
delve-ask-exit = ¿Qué salida?
delve-ask-wall = ¿Qué muro?
delve-ask-searcher = ¿Quién registra?
delve-searches-better = Es elfo: +1 al dado.
delve-wall-of = { $zone }: { $wall }
delve-ask-combat = ¿Qué combate?
delve-ask-stairs = ¿Qué escaleras?
delve-ask-mapper = ¿Quién dibuja el mapa?
delve-ask-clue = ¿Para qué usar una pista?
delve-ask-award = ¿Qué dio la pista?
delve-ask-where = ¿Dónde están los héroes?
delve-clue-elsewhere = otra cosa
delve-clue-end = { $zone }: { $end }
delve-clue-room = { $zone }: una sala especial
delve-clue-turn-die = el dado de turno retrocede 3
delve-clue-flight = anular una huida

delve-tile-bridge = puente
delve-tile-ford = vado
delve-tile-boulders = peñascos
delve-tile-false-door = puerta falsa

delve-bot-party = grupo de exploradores
delve-no-such-end = Z{ $zone } no puede acabar así.
delve-end-explored = El final de Z{ $zone } ya se ha explorado.
delve-no-space = No hay espacio para eso en Z{ $zone }.
delve-no-such-room = Z{ $zone } no puede ser una sala así.
