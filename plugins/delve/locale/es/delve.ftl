delve-title = Mazmorra
delve-tagline = Los dados trazan una mazmorra mientras la exploras. { delve-goal-quest }
delve-summary = Una mazmorra que los dados trazan mientras la exploras. Encuentra la sala de la gesta.

## Palabras

delve-player = Jugador { $seat }
delve-hero = El héroe
delve-game-master = el director de juego
delve-start = entrada
    .gender = f
delve-corridor = pasillo
    .gender = m
delve-room = sala
    .gender = f
delve-zone = { $what-gender ->
    [m] el{" "}
    [f] la{" "}
    [mp] los{" "}
    [fp] las{" "}
   *[none] {""}
}{ $what }{ $zone ->
    [0] { "" }
   *[other] { " " }{ $zone }
}
delve-some-zone = la zona { $zone }
delve-some-exit = salida { $exit }
delve-way-mouth = abertura
delve-way-mouth-about = Lo que hay tras la esquina lo deciden los dados en cuanto alguien lo ve.
delve-way-door = puerta
delve-way-door-about = Lo que hay detrás lo deciden los dados al abrirla: hasta entonces no hay nada que oír.
delve-way-secret = puerta secreta
delve-way-secret-about = Una puerta que se encontró al registrar. Lo que hay detrás lo deciden los dados al abrirla.
delve-exit-of = { $exit } de { $zone }
delve-heading = { $heading ->
    [N] norte
    [E] este
    [S] sur
   *[W] oeste
}
delve-exit = { $what } { $exit } ({ delve-heading })

delve-wall = { $side ->
    [left] la pared izquierda
    [right] la pared derecha
    [near] la pared de entrada
    [end] la pared del final
   *[far] la pared del fondo
}{ $section ->
    [0] { "" }
   *[other] { " " }del tramo { $section }
} ({ delve-heading })

delve-end-x = un cruce
delve-end-closed = un callejón sin salida
delve-end-right = un giro a la derecha
delve-end-t = una bifurcación
delve-end-left = un giro a la izquierda
delve-end-down = escaleras hacia abajo
delve-end-up = escaleras hacia arriba
delve-end-out = escaleras de salida de la mazmorra
delve-end-special = un nicho
delve-end-chamber = una cámara sin puertas

delve-room-empty = sala vacía
    .gender = f
delve-room-special = sala especial
    .gender = f
delve-room-lair = guarida
    .gender = f
delve-room-quest = sala de la gesta
    .gender = f

delve-corridor-bridge = puente
delve-corridor-river = vado de un río
delve-corridor-single-file = paso de uno en uno

delve-special-combination = sala combinada
    .gender = f
delve-special-champion = sala del campeón
    .gender = f
delve-special-challenge = sala del desafío
    .gender = f
delve-special-quicksand = arenas movedizas
    .gender = fp
delve-special-butcher = sala del carnicero
    .gender = f
delve-special-lever = sala de la palanca
    .gender = f
delve-special-shrine = santuario
    .gender = m
delve-special-magic-circle = sala del círculo
    .gender = f
delve-special-tomb = tumba
    .gender = f
delve-special-statue = sala de la estatua
    .gender = f
delve-special-grate = sala de la reja
    .gender = f
delve-special-fountain = sala de la fuente
    .gender = f
delve-special-swarm = enjambre
    .gender = m
delve-special-chasm = sima
    .gender = f
delve-special-expeditioners = campamento de exploradores
    .gender = m
delve-special-fungus = hongos
    .gender = mp
delve-special-magic-pool = estanque mágico
    .gender = m
delve-special-burrow = madriguera
    .gender = f
delve-special-pedlar = sala del buhonero
    .gender = f
delve-special-breach = brecha
    .gender = f
delve-special-portal = portal
    .gender = m
delve-special-stranger = sala del desconocido
    .gender = f
delve-special-refuge = refugio
    .gender = m

## Tablas y filas

delve-table-length = la longitud del pasillo
delve-table-features = los elementos del pasillo
delve-table-end = el final del pasillo
delve-table-room = el tipo de sala
delve-table-doors = las puertas de la sala
delve-table-parity = lo que hay tras la puerta de una sala
delve-table-secret = las puertas secretas
delve-table-special = las salas especiales
delve-table-statue = la estatua
delve-table-magic-circle = el círculo mágico
delve-table-met = lo que hace
delve-table-look = el aspecto de una sala

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
delve-unknown = desconocido

delve-statue-plain = una simple estatua: no pasa nada
delve-statue-golem = un gólem con una gema dentro: ataca de inmediato
delve-statue-secret-door = un hueco tras ella guarda un tesoro (en la mesa: una puerta secreta a una sala del tesoro, que se puede encontrar al registrar)
delve-statue-riddle = plantea un acertijo, de inmediato; la respuesta vale una pista
delve-statue-guardian = un gólem guardián: desde ahora la sala es un refugio
delve-statue-unknown = guarda su secreto: no pasa nada
delve-statue-collapse = el techo se viene abajo de inmediato
delve-circle-amber = ámbar: una prueba de ingenio, o furia en el próximo combate
delve-circle-amethyst = amatista: una prueba de resistencia; más daño a los no muertos
delve-circle-celestial = celeste: una pista
delve-circle-bright = brillante: fuego, y luego armas en llamas en el próximo combate
delve-circle-jade = jade: sana la mitad de las heridas
delve-circle-grey = gris: una prueba de ingenio, o la mente nublada en el próximo combate

## El registro de los dados

delve-log-start = { $heroes ->
    [one] El héroe baja
   *[other] Los héroes bajan
} por las escaleras a la mazmorra.
delve-log-roll = { $player } tira para { $table }: { $sum }: { $row }.
delve-log-lay-corridor = Tras la { $exit }: { $zone }, { $length }, { $end }.
delve-log-lay-room = Tras la { $exit }: { $zone }, { $width }×{ $height } casillas.
delve-log-reveal-corridor = Tras la { $exit } está { $zone }.
delve-log-reveal-room = Tras la { $exit } está { $zone }.
delve-log-link = Tras la { $exit } está { $zone }, que ya se conoce.
delve-log-block-wall = No hay espacio tras la { $exit }: se tapia.
delve-log-block-wall-at-once = Tras la { $exit } hay una pared.
delve-log-block-door = No hay espacio tras la { $exit }: una puerta falsa.
delve-log-block-door-at-once = Hay roca tras la { $exit }: una puerta falsa.
delve-log-search = { $player } registra { $wall } de { $zone } y no encuentra nada.
delve-log-found = { $player } registra { $wall } de { $zone } y encuentra la { $exit }{ delve-found-way }.
delve-found-way = { $leads ->
    [no] {""}
   *[yes] , que lleva a { $to }
}
delve-log-combat-over = El combate en { $zone } ha terminado. { $player } pasa el mando a su izquierda.
delve-log-level = Las escaleras llevan a otro nivel: { $zone }.
delve-log-replace = Una pista: { $zone } no es lo que parecía.
delve-log-award = { $where ->
    [room] { delve-gains } una pista en { $zone }.
   *[none] { delve-gains } una pista.
}
delve-gains = { $heroes ->
    [one] El héroe gana
   *[other] Los héroes ganan
}
delve-log-touch = { $player } toca lo que hay en { $zone }: { $row }.
delve-log-spend = { $player } usa una pista.
delve-log-leave = { $heroes ->
    [one] El héroe parte
   *[other] Los héroes parten
} hacia la luz del día desde { $zone }: { $sections ->
    [one] un tramo
   *[other] { $sections } tramos
}.

delve-why-shortened = No había espacio para { $rolled ->
    [one] un tramo
   *[other] { $rolled } tramos
}: el pasillo es más corto.
delve-why-closed = No había espacio para { $end }: es un callejón sin salida.
delve-why-shrunk = No había espacio para una sala de 10×5 casillas: mide 5×5.
delve-why-guard = Los dados dijeron { $type }, pero es demasiado pronto.
delve-why-quest-max = Los dados dijeron { $type }, pero ya hay bastantes.
delve-why-special-corridor = Los dados dejan el resto al director de juego, que aquí no añade nada.
delve-why-carried = Es la sala que antes no cupo.
delve-why-dropped = { $count ->
    [one] No había espacio para una de sus puertas.
   *[other] No había espacio para { $count } de sus puertas.
}
delve-why-lost = Los dados habían puesto allí { $known ->
    [yes] otra sala de la gesta, y se ha perdido. El objetivo es el mismo: la sala de la gesta que conoces.
   *[no] la sala de la gesta, y se ha perdido. El objetivo es el mismo: otra sala puede ser la de la gesta.
}
delve-why-spent-turn-die = El dado de turno del director de juego retrocede 3.
delve-why-spent-flight = Ningún monstruo huye de { $place }.
delve-why-ruling = El director de juego decidió { $about }.
delve-why-ruling-ignored = La decisión del director de juego era imposible: { $about }.
delve-ruling = { $about ->
    [frontier] qué salida venía después
    [door_site] dónde está la puerta
    [double_doors] el ancho de la puerta
    [special_corridor] qué tiene de especial el pasillo
    [features] qué hay en el pasillo
    [special_end] cómo acaba el pasillo
    [corridor_from_door] hacia dónde va el pasillo
    [room_pose] cómo se extiende la sala
    [contents] quién vive ahí
   *[other] otra cosa
}

## Lo que no se puede hacer

delve-not-pending = No hay nada nuevo tras la { $exit }.
delve-no-hero = No existe el jugador { $hero }.
delve-wall-refused = No puede haber nada tras { $wall } de { $zone }.
delve-not-here = No conoces { $zone }.
delve-still-exits = Primero hay que explorar las demás salidas de { $zone }; después, registrar sus paredes.
delve-searched = Ya está registrado: { $wall } de { $zone }.
delve-no-combat = No hay ningún combate.
delve-no-stairs = No hay escaleras en { $zone }.
delve-stairs-used = Ya se usaron las escaleras de { $zone }.
delve-stairs-choked = Los escombros ciegan las escaleras: no llevan a ninguna parte.
delve-stairs-end = Las escaleras de { $zone } no llevan a ninguna parte.
delve-in-combat = Eso no es posible mientras siga el combate en { $zone }.
delve-walk-there = A pie hay que ir hasta allí.
delve-no-wall = En esa dirección no hay una pared que registrar.
delve-no-stairs-here = Aquí no hay escaleras.
delve-no-thing = Aquí no hay nada que cambie al tocarlo. Salas donde sí lo hay: { $rooms }.
delve-touched = No da más de sí: solo funciona una vez.
delve-no-clue = No hay ninguna pista que usar. Dan una los acertijos, los círculos de signos y algunas cosas que se pueden tocar.
delve-clues-full = Ya hay { $count } pistas: no se pueden guardar más.
delve-no-such-use = Una pista no sirve para eso.
delve-no-turn-die = No hay dado de turno que se pueda retrasar.
delve-no-flight = Aquí no huye ningún monstruo.
delve-no-way-out = Ningún camino conocido lleva a la salida.
delve-too-far = La salida está a { $sections } tramos de { $zone }; solo se puede salir desde { $most } o menos.

## Jugar

delve-welcome = Bajas las escaleras a la oscuridad. { delve-goal-quest }
delve-welcome-pack = Bajas las escaleras a la oscuridad. A tu lado están las cosas de quien no volvió: pisa donde están, recógelas y póntelas. { delve-goal-quest }
delve-welcome-table = { delve-goal-quest } Quien lleva el mando elige una salida.
delve-treasure = Los monstruos guardaban algo útil.
delve-quest-done = La gesta está cumplida.
delve-leaves = De vuelta a la luz del día.
delve-wandering = Algo ronda por aquí: monstruos al borde de la vista.
delve-turn-over = El turno de exploración ha terminado.
delve-strip = Mazmorra: { $rooms ->
    [0] ninguna sala aún
    [one] una sala
   *[other] { $rooms } salas
}, { $corridors ->
    [0] ningún pasillo
    [one] un pasillo
   *[other] { $corridors } pasillos
}
delve-explore-combat = Hay un combate abierto en { $zones }. Explorar otra vez lo deja atrás.
delve-fighting = COMBATE
delve-combat-begins = Aquí hay enemigos. Empieza un combate en { $zone }.
delve-leads = { $player } lleva el mando y los dados
delve-party = GRUPO
delve-maps = {"  "}dibuja el mapa
delve-known = CONOCIDO
delve-known-rooms = salas { $rooms }, guaridas { $lairs }, de la gesta { $quests }
delve-known-turn = turno de exploración { $turn }
delve-known-clues = pistas { $count }
delve-ways = SALIDAS SIN EXPLORAR
delve-log = Los dados
delve-page-map = mapa
delve-page-dice = dados
delve-page-guide = qué hacer
delve-map = Mazmorra: mapa del nivel { $level }, semilla { $seed }, turno { $turn }
delve-map-zone = { $what }: { $number }
delve-map-ways = { $zone }: { $ways }
delve-map-way = { $exit } { $state ->
    [unexplored] sin explorar
    [blocked] no lleva a nada
   *[known] lleva a { $to }
}
delve-map-no-way = sin salida propia
delve-words-none = {""}
delve-map-then = { $first }; { $next }
delve-map-and = { $first }, { $next }
delve-map-sign = { $sign } { $what }
delve-over = La expedición ha terminado.
delve-over-quest = La gesta está cumplida: la expedición ha logrado su objetivo.
delve-over-left = Los héroes han salido de la mazmorra.
delve-over-left-walk = Has salido de la mazmorra.
delve-over-exhausted = No hay por dónde seguir y no se encontró ninguna sala de la gesta.
delve-over-stopped = La mazmorra es tan grande como se pidió.
delve-over-died = Los héroes no volvieron.
delve-over-died-walk = No volviste.
delve-over-cause = Causa: los monstruos de { $zone }, a los que les quedaba fuerza { $foes }.
delve-over-facts = Salas vistas: { $rooms }, de ellas guaridas: { $lairs }. Pasillos: { $corridors }.

delve-keys = Mazmorra
delve-key-explore = explorar una salida
delve-key-search = registrar una pared
delve-key-climb = usar las escaleras
delve-key-combat-over = terminar el combate
delve-key-touch = tocar
delve-key-rest = { $hurt ->
    [yes] descansar: hasta 6 de vida, pero monstruos más fuertes
   *[no] terminar el turno de exploración: registrar otra vez
}
delve-key-mapper = ceder el mapa
delve-key-clue = usar una pista
delve-key-award = ganar una pista
delve-key-leave = salir de la mazmorra
delve-combat-won = Este combate decide la gesta. ¿Han ganado los héroes?
delve-yes = sí, salir (o s)
delve-no = no, seguir
delve-leave-sure = ¿Salir de la mazmorra? La expedición termina.
delve-leave-far = ¿Salir de la mazmorra? La salida está a { $sections ->
    [one] un tramo
   *[other] { $sections } tramos
}. La expedición termina.
delve-ask-exit = ¿Qué salida?
delve-ask-wall = ¿Qué pared?
delve-ask-searcher = ¿Quién registra?
delve-wall-faces = Detrás solo puede estar { $zone }: nada nuevo.
delve-searches-better = Es elfo: +1 al dado.
delve-wall-of = { $zone }: { $wall }
delve-ask-combat = ¿Qué combate?
delve-ask-stairs = ¿Qué escaleras?
delve-ask-mapper = ¿Quién dibuja el mapa?
delve-ask-touch = ¿Tocar qué?
delve-ask-clue = ¿Para qué usar una pista?
delve-ask-award = ¿Qué dio la pista?
delve-ask-where = ¿Dónde están los héroes?
delve-clue-elsewhere = otra cosa
delve-clue-away = {" "}({ $cells } { $way })
delve-clue-end = { $zone }{ $away }: { $end }
delve-clue-room = { $zone }{ $away }: una sala especial
delve-clue-turn-die = retrasar 3 el dado de turno
delve-clue-flight = anular una huida

delve-tile-bridge = puente
delve-tile-ford = vado
delve-tile-boulders = peñascos
delve-tile-false-door = puerta falsa
delve-tile-false-door-about = Una puerta falsa: una puerta que da a la roca, pues no había espacio para lo que dieron los dados. Detrás no puede haber nada.

delve-bot-party = grupo de exploradores
delve-bot-party-about = Toma la salida más cercana. A pie lucha, huye, descansa y usa cosas como un experto del juego básico; no toca nada y no puede juzgar qué hay tras una salida.
delve-no-such-end = Una pista no puede hacer que { $zone } acabe así.
delve-end-explored = El final de { $zone } ya se ha explorado.
delve-no-space = No hay espacio para eso en { $zone }.
delve-no-such-room = Una pista no puede convertir { $zone } en eso.

## Qué hacer

delve-course-walk = A pie
delve-course-walk-about = Caminas a oscuras y a solas; ves, oyes y luchas como en el juego base. Los dados trazan cada pasillo y cada sala cuando los ves. { delve-goal-quest }
delve-course-table = En la mesa
delve-course-table-about = Eliges una salida; el programa tira en las tablas y dibuja el mapa. A solas luchas con dados sencillos. Un grupo con héroes de papel juega los combates con las reglas de su mesa y le dice al programa cuándo acaban.

delve-choose-pack = Mochila al empezar a pie
delve-look-again = Es como otra que ya has visto.
delve-special-again = Ya has visto un lugar como este.
delve-pack = { $count ->
    [0] ninguna
   *[other] la de quien no volvió
}
delve-choose-players = Jugadores en la mesa

delve-story-dice = Dados tirados: { $dice }. Puertas secretas: { $secret }. Turnos de exploración: { $turn }.
delve-story-most = { $player } tiró más que nadie: { $dice } dados.
delve-story-fight = El último combate empezó en el turno { $turn }, en { $zone }.
delve-story-quest = La sala de la gesta fue la sala { $room }. La mitad de las mazmorras la enseña hasta la sala { $median }.

delve-guide = Qué hacer
delve-guide-walk = Eres un héroe en una mazmorra que nadie ha dibujado aún. Lo que hay tras una esquina lo deciden los dados cuando lo ves; lo que hay tras una puerta, cuando la abres.
delve-guide-walk-fight = En las guaridas y en la sala de la gesta aguardan monstruos: véncelos a todos para ganar la sala. Una guarida vencida deja un tesoro.
delve-guide-table = El grupo explora una mazmorra que nadie ha dibujado aún. Quien lleva el mando elige una salida sin explorar, los dados dicen qué hay detrás y el mapa crece.
delve-guide-table-fight = En las guaridas y en la sala de la gesta aguardan monstruos. Los elige quien dirige, por su valor: para héroes que empiezan (hasta 600 puntos de experiencia en Extreme HeroQuest), monstruos que valen de 1 a 4 de sus puntos por héroe son un combate normal, de 5 a 8 duro, de 9 a 12 mortal. El combate se juega con las reglas de la mesa y se termina aquí; el mando pasa al jugador siguiente. Una guarida vencida deja tesoro según las reglas de la mesa.
delve-guide-search = ¿No quedan salidas? Hay que registrar las paredes de las salas y pasillos sin salidas por explorar: puede haber puertas secretas.
delve-guide-leave = Las escaleras que salen de la mazmorra también terminan la expedición, pero sin la gesta.
delve-guide-clue = Una pista cambia algo: convierte una sala vacía en una especial, o decide cómo acaba un pasillo.
delve-guide-turn = Un turno de exploración es lo que se tarda en mirar alrededor; en cada uno { $walk ->
    [yes] puedes
   *[no] cada héroe puede
} registrar una pared una vez.

delve-goal = OBJETIVO
delve-goal-quest = Encuentra la sala de la gesta y vence a sus monstruos: con eso termina la expedición.
delve-goal-exhausted = Explora todas las salidas.
delve-goal-fight-walk = Ahora: { $zone }: vence a sus monstruos.
delve-goal-fight-table = Ahora: un combate en { $zone }. Hay que jugarlo y terminarlo aquí.
delve-goal-fight-more = También por ganar: { $zones }.
delve-goal-guarded = La sala de la gesta solo aparece cuando se conocen { $lairs ->
    [one] una guarida
   *[other] { $lairs } guaridas
} o { $rooms ->
    [one] una sala
   *[other] { $rooms } salas
}. Hasta ahora: { $known-lairs } y { $known-rooms }.
delve-goal-over = La expedición ha terminado.
delve-goal-open = Cualquier sala sin explorar puede ser la de la gesta.
delve-goal-left = Salidas por explorar: { $count }.
delve-goal-none-left = No quedan salidas: registra paredes en busca de puertas secretas, { $chance } % en cada una. { $mode ->
    [walk] { "" }
   *[table] Puedes registrar cuantas quieras. ¿Nada? Termina el turno de exploración y registra de nuevo, o sal sin la gesta.
}

delve-signs = SIGNOS
delve-sign-exit = salida por explorar
delve-sign-zone = número de sala o pasillo
delve-sign-door = puerta
delve-sign-open-door = puerta abierta
delve-sign-false = puerta falsa
delve-sign-mouth = abertura
delve-sign-stairs = escaleras
delve-sign-way = camino andado
delve-sign-fall = aquí cayó el héroe
delve-sign-hero = el héroe

delve-key-point = explorar la salida que señalas
delve-ask-point = ¿Qué salida?
delve-no-exit-there = Ahí no hay ninguna salida sin explorar.

delve-lesson-table = Llevas el mando: { $key } elige una salida, y los dados dicen qué hay detrás. El programa ayuda a héroes de papel: si vienen monstruos, el combate se juega en la mesa, y después { $second } lo termina.
delve-lesson-table-fight = ¡Monstruos! Los elige quien dirige ({ $second } dice su fuerza). El combate se juega con las reglas de la mesa; después { $key } lo termina.
delve-lesson-table-search = Un callejón sin salida: { $key } registra una pared en busca de una puerta secreta. { $second } termina el turno; después todos pueden volver a registrar.
delve-lesson-table-more = { $key } muestra todas las tiradas, { $second } dice qué hacer.
delve-lesson-walk = { $key } explora; los dados trazan lo que ves. { $second } dice qué hacer.
delve-lesson-walk-fight = Hay monstruos en esta sala. Véncelos a todos: una guarida deja un tesoro, y la sala de la gesta termina la expedición.
delve-lesson-walk-search = Un callejón sin salida: { $key } registra la pared de al lado en busca de una puerta secreta.
delve-lesson-walk-map = { $key } muestra el mapa de todo lo conocido, { $second } las tiradas de los dados.
delve-lesson-clue = Tienes una pista: { $key } la usa para cambiar una sala o el final de un pasillo.
delve-lesson-touch = Hay algo en esta sala: { $key } lo toca, para bien o para mal.
delve-lesson-stairs = Escaleras: { $key } las usa.

# Las estadísticas del jugador.
delve-score-mode = modo
delve-score-ending = final
delve-score-rooms = más salas
delve-score-zones = zonas
delve-score-lairs = guaridas
delve-score-quests = salas de la gesta
delve-score-walk = a pie
delve-score-table = en la mesa
delve-score-quest = gesta cumplida
delve-score-left = vuelta a la luz del día
delve-score-died = muerte
delve-score-exhausted = sin salidas
delve-score-stopped = tamaño alcanzado

## A pie

delve-walk-lay-corridor = Ves { $zone }: { $length }, { $end }.
delve-walk-lay-room = A la vista: { $zone }, { $width }×{ $height } casillas.
delve-walk-link = Lleva a { $zone }, que ya conoces.
delve-walk-block-wall = La abertura de { $from } hacia el { delve-heading } no lleva a ninguna parte: hay una pared.
delve-walk-block-door = La puerta de { $from } hacia el { delve-heading } es falsa: detrás hay roca.
delve-walk-search = Registras { $wall } de { $zone } y no encuentras nada.
delve-walk-found = Registras { $wall } de { $zone } y encuentras una puerta secreta{ delve-found-way }.
delve-walk-touch = Lo tocas: { $row }.
delve-walk-met = { $row }.
delve-walk-combat-over = El combate en { $zone } ha terminado.

## A solas en la mesa

delve-party-alone = 1, a solas con dados
delve-welcome-alone = { delve-goal-quest } Estás a solas: los dados deciden tus combates, y sin vida no vuelves. Elige la primera salida.
delve-solo-fortunes = vida { $life } de { $most }, pociones { $potions }{ $edge ->
    [0] {""}
   *[other] , espada +{ $edge }
}{ $alarm ->
    [0] {""}
   *[other] , alarma { $alarm }
}
delve-grade = { $grade ->
    [normal] un combate normal
    [hard] un combate duro
    [lethal] un combate mortal
   *[suicide] casi sin esperanza
}
delve-solo-foes = Los monstruos tienen fuerza { $foes }: { delve-grade }, que se gana en el { $chance } % de los casos con los mejores golpes.{ $alarm ->
    [0] {""}
   *[other] {" "}({ $alarm } de ella porque te oyeron descansar.)
}
delve-solo-strike = Sacas { $ours }{ $edge ->
    [0] {""}
   *[other] {" "}+ { $edge } = { $total }
}, los monstruos { $theirs }: { $won ->
    [yes] { $left ->
        [0] cae el último.
       *[other] les queda fuerza { $left }.
    }
   *[no] { $life ->
        [0] caes.
       *[other] te queda vida { $life }.
    }
}
delve-solo-potion = La guarida esconde una poción: tienes { $potions }.
delve-solo-blade = La guarida esconde una espada mejor: +{ $edge } en tu dado.
delve-solo-rest = Descansas: vida { $life }. La mazmorra te ha oído: los monstruos que vengan tienen { $alarm } más de fuerza que al principio.
delve-solo-drink = Bebes una poción: vida { $life }.
delve-solo-helps = { $amount ->
    [0] Este lugar cura, pero no tienes ninguna herida.
   *[other] Este lugar te da { $amount } de vida: tienes { $life }.
}
delve-solo-harms = { $place ->
    [quicksand] Te hundes y sales a duras penas:
    [butcher] El carnicero te corta antes de que pases:
    [swarm] El enjambre muerde y pica:
    [chasm] Resbalas al borde del abismo:
    [fungus] Respiras las esporas:
    [burrow] Algo muerde desde un agujero:
    [golem] El gólem te golpea una vez y se deshace:
    [collapse] Te caen piedras encima:
   *[other] Este lugar es peligroso:
} te cuesta { $amount } de vida, tienes { $life }.
delve-solo-mends = Ganas { $amount } de vida: tienes { $life }.
delve-solo-wounds = Pierdes { $amount } de vida: tienes { $life }.
delve-unchanged-group = solo quien juega a solas en la mesa tiene vida propia
delve-solo-strikes = A solas no se termina un combate: golpea, y los dados deciden.
delve-solo-clues = A solas no se anotan pistas: las dan las cosas que tocas y los círculos.
delve-no-solo = Este grupo juega sus combates con las reglas de su mesa.
delve-no-potion = No tienes ninguna poción, o ninguna herida.
delve-key-strike = { $chance ->
   *[0] golpear por 2
    [other] golpe 2: { $chance } %
}
delve-key-force = { $chance ->
   *[0] golpe a fondo por 4
    [other] golpe a fondo 4: { $chance } %
}
delve-key-drink = { $chance ->
   *[0] beber una poción ({ $potions })
    [other] poción: { $chance } %
}
delve-goal-fight-alone = Ahora: vence a los monstruos en { $zone }. Fuerza { $foes }: { delve-grade }, que se gana en el { $chance } % de los casos.
delve-guide-alone = Exploras una mazmorra que nadie ha dibujado aún. Elige una salida sin explorar: los dados dicen qué hay detrás y el mapa crece.
delve-guide-alone-fight = En las guaridas y en la sala de la gesta aguardan monstruos. Su fuerza, que es para ellos lo que la vida para ti, es la tirada de un dado de doce (la mayor de dos en la sala de la gesta). En cada golpe ambos bandos tiran un dado de doce; el mayor le quita 2 al otro, y el empate es tuyo. Con un golpe a fondo sumas 2 a tu dado y quitas 4, pero te descubres: si pierdes, te cuesta 5. Cada tecla dice qué posibilidad te deja de ganar el combate, si después eliges lo mejor. Una poción devuelve 6 de vida, terminar el turno un dado de seis, pero cada descanso de un héroe herido da 2 de fuerza a todos los monstruos que vengan, hasta 24. Una guarida vencida guarda una poción o una espada mejor. Algunas salas especiales ayudan o dañan.
delve-lesson-alone = Estás a solas: { $key } elige una salida, y los dados dicen qué hay detrás y cómo luchas. { $second } cuenta todas las reglas.
delve-lesson-alone-fight = ¡Monstruos! { $key } golpea: el dado mayor le quita 2 al otro bando. { $second } suma 2 a tu dado y quita 4, pero cuesta 5 si pierdes. Cada tecla dice tu posibilidad de ganar.
