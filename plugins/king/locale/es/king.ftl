# La casa del Rey: pantalla, registro, preguntas, nombres.

king-title = La casa del Rey
king-tagline = De dos a cuatro almas buscan las llaves de una casa y salen juntas antes de que el Rey les quiebre la mente.
king-alert-edge = AL BORDE

## Elecciones antes de una partida.

king-choose-profile = Reglas
king-choose-players = Jugadores
king-choose-soul = Alma
king-choose-drawn = un alma al azar
king-profile-first-game = Primera partida
king-profile-first-game-about = El juego completo con tres llaves en vez de cuatro y un Rey que quita 2 de cordura como mucho. Los bots ganan tres de cada cuatro partidas.
king-profile-strict-p0 = Reglas sin piedad
king-profile-strict-p0-about = Cuatro llaves, sin sacrificios y una sola acción por turno en −5: los bots ganan más o menos una partida de cada cincuenta.
king-profile-full-game = El juego de mesa completo
king-profile-full-game-about = El Rey hiere donde llega, los golpes aturden más tiempo, y un alma puede sacrificar algo en vez de caer. Los bots ganan tres de cada diez partidas.

## Barra de estado y paneles.

king-status-turn = { $seat } { $role }: { $actions ->
    [one] { $actions } acción
   *[other] { $actions } acciones
}
king-status-round = Ronda { $round }
king-words-round = Ronda { $round }, iniciada por { $seat }
king-status-keys = Llaves { $held } de { $needed }{ $destroyed ->
    [0] {""}
    [one] , 1 perdida
   *[other] , { $destroyed } perdidas
}
king-status-turn-short = { $seat }: { $actions ->
    [one] { $actions } acción
   *[other] { $actions } acciones
}
king-status-round-short = R{ $round }
king-status-keys-short = Llaves { $held }/{ $needed }{ $destroyed ->
    [0] {""}
    [one] , 1 perdida
   *[other] , { $destroyed } perdidas
}
king-panel-report = Final de la última ronda
king-panel-report-of = Final de la ronda { $number }
king-figure = { $sign }{ $monster }{ $stun ->
    [0] {""}
   *[other] {" "}z{ $stun }
}
king-monster = { $monster }{ $stun ->
    [0] {""}
   *[other] {" "}(aturdimiento { $stun })
}
king-room-hidden = sala especial, boca abajo
king-room-destroyed = ruinas
king-status-left = { $status } { $left }
king-fallen = alma caída
king-skips = pierde un turno
king-iced = hielo: 1 acción
king-marked = marca: 1 acción
king-away = El Rey: desterrado durante { $rounds ->
    [one] una ronda más
   *[other] { $rounds } rondas más
}
king-on-floor = El Rey: piso { $floor }
king-costs-before = Final de ronda: { $house }; piso del Rey: −{ $presence } más
king-costs-arrival = Final de ronda: { $house }; el piso al que llegue: −{ $presence } más
king-costs-away = Final de ronda: { $house }
king-costs-all = todos −{ $loss }
king-pedlar-deck = El buhonero tiene { $count } cartas
king-report-label = informe
king-page-king = El Rey
king-page-king-label = el Rey
king-faces-path = Su d4 lo mueve al final de la ronda:
king-face-floor = al piso { $floor }
king-face-again = tira otra vez
king-faces-deeds = Después, su d6 dice qué hace:
king-face-floors = { $replaces ->
    [yes] En cada piso las cajas giran una sala, en lugar de avanzar por el anillo.
   *[no] En cada piso las cajas giran una sala.
}
king-face-shuffle = Se barajan todas las cajas.
king-face-harm = Cada alma pierde { $amount } de cordura.
king-face-limit = Las almas de su piso tienen 1 acción en su próximo turno.
king-face-drive = Empuja a las almas de su piso a una sala de escaleras: a la del piso 2, o desde el piso 2 a la del piso 1.
king-face-attract = Llama a todas las almas a su pasillo.
king-face-discard = Cada alma con objetos pierde uno a su elección.
king-face-spared = Se libra el piso del Falso Rey, el alma que lleva la Corona.
king-legend-label = leyenda
king-report-none = La primera ronda aún no ha terminado.
king-report-gone = El registro ya no lo contiene.
king-over-rounds = La partida duró { $rounds ->
    [one] { $rounds } ronda.
   *[other] { $rounds } rondas.
}

## El registro.

king-log-die = Dado para { $purpose }: { $value }
king-log-die-of = { $seat } saca { $value } para { $purpose }
king-log-total = { $seat } saca { $dice } para { $goal }: { $effects }.
king-log-sum = { $seat } tira para { $goal }: { $sum }
king-log-test = { $seat } tira para { $goal }: { $sum }, hacen falta { $needed } o más: { $passed ->
    [yes] lo logra.
   *[no] no lo logra.
}
king-sum-raised = { $sum }, que cuenta como { $total }
king-log-turn = { $keys ->
    [none] {""}
   *[other] Hay que reunir { $keys } llaves y encontrarse en el Umbral ({ $goal }).{" "}
}Le toca a { $seat }.
king-log-idle = { $seat } no hace nada en este turno.
king-log-turn-lost = { $seat } pierde el turno.
king-log-round-ended = Termina la ronda { $number }.
king-log-round = La ronda { $number } empieza con { $seat }.
king-log-starter = Esta ronda la empieza { $seat }.
king-log-walked = { $seat } va { king-to }.
king-log-taken = { $count ->
    [one] { $seats } acaba { king-in }.
   *[other] { $seats } acaban { king-in }.
}
king-log-swapped = { $one } y { $other } intercambian sus lugares.
king-log-lost = { $amounts } ({ $source }){ $top ->
    [none] {""}
    [fallen] : { $seats } { $count ->
        [one] se detiene
       *[other] se detienen
    } en −5
    [several] : ahora { $now }
   *[other] : ahora { $now } de { $top }
}
king-log-gained = { $amounts } ({ $source }){ $top ->
    [none] {""}
    [several] : ahora { $now }
   *[other] : ahora { $now } de { $top }
}
king-loot-none = nada
king-loot-keys = { $keys ->
    [one] 1 llave
   *[other] { $keys } llaves
}
king-log-broke = { $seat } llega a −5 y pierde: { $loot }.
king-log-broke-nothing = { $seat } llega a −5 y no pierde nada.
king-log-sacrificed-sanity-max = { $seat } entrega 1 de cordura máxima y se queda en 0 en vez de caer.
king-log-sacrificed-object-slot = { $seat } entrega un espacio de objeto y se queda en 0 en vez de caer.
king-log-afflicted = { $seats }: { $status } durante { $left ->
    [one] { $left } ronda.
   *[other] { $left } rondas.
}
king-log-dazed = { $seats }: Aturdimiento, y se pierde el próximo turno.
king-log-cleared = { $seat } se libra de un estado: { $status }.
king-log-cleared-all = { $seat } se libra de todos los estados.
king-log-statuses-ended = Se acaba: { $endings }.
king-log-status-of = { $status } de { $seat }
king-log-maximum = El veneno baja la cordura máxima de { $seat } a { $top }.
king-log-drew = { $seat } roba una carta { king-in }: { $card }.
king-log-drew-about = { $seat } roba una carta { king-in }: { $card }. { $about }
king-log-drew-thing = { $seat } roba una carta { king-in }. { $about }
king-log-key-under = { $seat } encuentra una llave { king-in } y no puede llevársela: queda debajo de las cartas de allí.
king-log-saw = { $seat } mira la primera carta { king-of }: { $card }.
king-log-saw-two = { $seat } mira las primeras cartas { king-of }: { $card } y { $next }.
king-log-returned = { $place ->
    [top] Una carta descartada vuelve encima de la caja { king-of }: { $card }.
   *[under] Una carta descartada vuelve debajo de la caja { king-of }: { $card }.
}
king-log-object = { $seat } obtiene: { $card }.
king-log-object-about = { $seat } obtiene un objeto. { $about }
king-log-maximum-shifted = La cordura máxima de { $seat } es ahora { $top }.
king-log-removed = Fuera del juego: { $card }.
king-log-object-removed = { $seat } pierde para siempre: { $card }.
king-log-object-used = { $seat } usa: { $card }.
king-log-object-discarded = { $seat } descarta: { $card }.
king-log-object-sold = { $seat } vende: { $card }.
king-log-object-robbed = Le roban a { $seat }: { $card }.
king-log-object-dropped = { $seat } deja en la armería: { $card }.
king-log-object-given = { $seat } entrega: { $card }.
king-log-object-attached = { $seat } une al Libro: { $card }.
king-log-object-refused = { $seat } no puede llevarse: { $card }.
king-log-drew-key = { $seat } roba una carta { king-in }: una llave de la casa, ¡{ $held } de { $needed }!
king-log-key = { $seat } gana una llave ({ $source }): ¡{ $held } de { $needed }!
king-log-appeared = Aparece { king-in }: { $monster }.{ king-log-ruins }
king-log-prowled = { $monster-gender ->
    [m] El
   *[f] La
} { $monster } se mueve { king-to }{ $count ->
    [0] {""}
   *[other] {" "}y se lleva a { $seats }
}.{ king-log-ruins }
king-log-ruins = { $ruined ->
    [yes] {" "}La sala especial queda destruida{ $keys ->
        [0] {""}
        [one] , con { $keys } llave
       *[other] , con { $keys } llaves
    }.
   *[no] {""}
}
king-log-stunned = { $monster }: aturdimiento de { $left ->
    [one] { $left } ronda.
   *[other] { $left } rondas.
}
king-log-monster-gone = { $monster } desaparece.
king-log-robbed = Le roban a { $seat }: { $loot }.
king-log-robbed-nothing = A { $seat } no le roban nada.
king-log-recovered = { $seat } recupera: { $loot }. Destruido: { $lost }.
king-log-recovered-nothing = { $seat } no recupera nada. Destruido: { $lost }.
king-log-opened = Sala especial { king-in }: { $room }.
king-log-opened-about = Hay una sala especial { king-in }. { $about }
king-log-shown = { $room }: por { $loss } de cordura muestra dos cartas a { $seat }, que se queda una.
king-log-used = { $seat } usa una sala especial: { $room }.
king-log-used-about = { $seat } usa una sala especial. { $about }
king-log-king-came = El Rey aparece en el piso { $floor }.
king-log-king-wheel = Un { $d4 } lleva al Rey del piso { $origin } al piso { $floor }.
king-log-king-stays = Un { $d4 } deja al Rey en el piso { $floor }.
king-log-king-away = El Rey está desterrado{ $rounds ->
    [one] : en la próxima ronda vuelve al piso { $floor }
   *[other] {""}
}.
king-log-king-deed = El Rey saca un { $d6 }: { $deed }
king-deed-reorder = reordena las cajas.
king-deed-harm = quita cordura.
king-deed-limit = frena a las almas de su piso.
king-deed-drive = empuja hacia las escaleras a las almas de su piso.
king-deed-attract = llama a las almas a su lado.
king-deed-discard = exige objetos.
king-deed-nothing = no hace nada.
king-deed-and = { $deed } Después { $next }
king-log-marked = { $seats } { $count ->
    [one] tiene
   *[other] tienen
} 1 acción en el próximo turno.
king-log-raged = El daño del Rey se duplica durante el resto de la partida.
king-log-banished = El Rey queda desterrado durante { $rounds ->
    [one] { $rounds } ronda.
   *[other] { $rounds } rondas.
}
king-log-false-king = Prueba de { $seat } como Falso Rey: { $total } contra { $threshold } — { $passed ->
    [yes] no pasa nada.
   *[no] todas las almas del piso pierden cordura.
}
king-log-crowned = { $seat } lleva la Corona.
king-log-stairs = Tirada de las escaleras: { $dice }. Ahora están en { $one-gender ->
    [m] el
   *[f] la
} { $one }, { $two-gender ->
    [m] el
   *[f] la
} { $two } y { $three-gender ->
    [m] el
   *[f] la
} { $three }.
king-log-boxes-ring = Cada caja pasa a la sala siguiente.
king-log-boxes-floors = Giran las cajas de cada piso.
king-log-boxes-shuffle = Se baraja cada caja.
king-log-end-win = Todos escapan por el Umbral. La partida está ganada.
king-log-end-lose-all-minus5 = Todas las almas se han perdido. El Rey ha ganado.
king-log-end-lose-keys = Se han destruido demasiadas llaves: nadie puede salir. El Rey ha ganado.
king-log-end-timeout = Se acabó el tiempo.
king-log-end-lose-by-rule = La partida está perdida.

## Propósito de los dados.

king-die-king-roulette = el camino del Rey
king-die-king-effect = el acto del Rey
king-die-false-king-check = el Falso Rey
king-die-escape = liberarse
king-die-chapel = la capilla
king-die-ritual = el rito
king-die-scout-stairs = las escaleras

## Preguntas.

king-ask-sacrifice = P{ $seat } está a punto de caer a −5. ¿Hacer un sacrificio y quedar en 0?
king-ask-overflow = P{ $seat } lleva demasiado. ¿Qué descarta?
king-ask-foresee = P{ $seat } ve { $top } y { $next }. ¿Cambiar el orden?
king-ask-peek = P{ $seat } puede mirar la primera carta de una sala. ¿De cuál?
king-ask-order = P{ $seat } ve estas cartas. ¿Cuál va { $place ->
    [1] encima
   *[other] en el puesto { $place }
}?
king-ask-reaction = { $monster } se acerca a P{ $seat }. ¿Reaccionar?
king-ask-pedlar = P{ $seat }, ¿qué carta te llevas?
king-ask-rumour = P{ $seat }, ¿de qué sala quieres saber?
king-ask-discard = El Rey exige un objeto a P{ $seat }. ¿Cuál?

king-sure-meditate = Tu cordura está al máximo: meditar no cambia nada. ¿Meditar de todos modos?
king-sure-buy = Por { $loss } de cordura el buhonero enseña dos cartas, y te quedas con una. ¿Comprar?
king-sure-tavern = Los rumores cuestan { $loss } de cordura, y estás en { $sanity }: caerías a −5. ¿Escuchar de todos modos?
king-sure-draw = Encima: { $card }. { $about } ¿Robarla?
king-sure-end-turn = { $actions ->
    [one] Queda una acción. ¿Terminar el turno?
   *[other] Quedan { $actions } acciones. ¿Terminar el turno?
}

king-pick-moves = ¿Adónde?
king-pick-use = ¿Usar qué?
king-pick-blessing = ¿Qué bendición para los demás?
king-pick-tale = ¿Qué cuento?
king-pick-target = ¿A quién?
king-pick-give = ¿Entregar qué?
king-pick-sell = ¿Vender qué?
king-pick-drop = ¿Dejar qué?
king-pick-take = ¿Tomar qué?
king-strike = { $card } contra { $monster }
king-seat-in = { $seat }, { $node }
king-pick-door = ¿Hacia qué jugador?

## Teclas.

king-group-turn = Tu turno
king-group-room = Salas especiales
king-key-go = { king-to }
king-key-move = moverse
king-key-search = buscar
king-key-meditate = meditar
king-key-use = usar un objeto
king-key-escape = liberarse{ $can ->
    [sure] {" "}(seguro)
    [yes] {" "}(dado { $least } o más, { $chance } %)
    [no] {" "}(imposible con esta cordura)
   *[unknown] {""}
}
king-key-heal-others = sanar a los demás{ $can ->
    [yes] {" "}(+{ $gain } a cada alma, −{ $loss } a la tuya)
   *[unknown] {""}
}
king-key-discard-clarity = renunciar a la claridad
king-key-attach-tale = unir un cuento
king-key-buy-crown = comprar la Corona
king-key-give = entregar
king-key-end-turn = terminar el turno
king-key-pedlar-buy = comprar
king-key-pedlar-sell = vender
king-key-armoury-drop = dejar en la armería
king-key-armoury-take = tomar de la armería
king-key-tavern = oír rumores (1 de cordura)
king-key-yellow-doors = cruzar las puertas
king-key-salon = arreglarse
king-key-chapel = rezar
king-key-ritual = hacer el rito

## Negativas.

king-no-edge = Está a más de un movimiento.
king-no-stair = Solo la sala de las escaleras lleva a otro piso.
king-no-above = No hay ningún piso más arriba.
king-no-below = No hay ningún piso más abajo.
king-no-sealed = Ha llegado la Reina Helada: nadie de este piso puede moverse esta ronda.
king-no-paranoia = La paranoia mantiene separadas a las almas.
king-no-actions = No quedan acciones suficientes.
king-no-lost = Este turno no tiene acciones.
king-no-trapped = Primero hay que liberarse de la trampa.
king-no-must-escape = Quedan acciones: primero hay que intentar liberarse de la trampa.
king-no-free = No quedan acciones gratuitas en este turno.
king-no-cards = Aquí no hay cartas.
king-no-meditate-king = Nadie puede meditar en el pasillo del Rey.
king-no-meditate-tank = Nadie más puede meditar junto al Tanque.
king-no-item = No lo llevas en la mano.
king-no-use = No se puede usar por sí solo.
king-no-monster = Aquí no hay nada que golpear.
king-no-room = Eso solo funciona en una sala.
king-no-climbing = La escalera de mano ya está puesta.
king-no-escape = No hay ninguna trampa de la que liberarse.
king-no-heal = Solo una Sanadora con cordura 1 o más puede sanar a los demás.
king-no-clarity = No tienes claridad a la que renunciar.
king-no-tale = Hacen falta el Libro y un cuento.
king-no-crown = La Corona no se vende aquí.
king-no-trade = Eso no se puede entregar aquí.
king-no-special = No estás en esa sala especial.
king-no-buy = El buhonero exige cordura 2 o más y dos cartas en su mazo.
king-no-sale = El buhonero no acepta eso.
king-no-armoury-full = La armería está llena.
king-no-armoury-empty = Eso no está en la armería.
king-no-slot = No hay espacio libre para eso.
king-no-tavern = La taberna solo se puede usar una vez por turno.
king-no-doors = Las puertas solo llevan hasta un jugador que esté en otra parte.
king-no-salon = El salón no admite a los vanidosos.
king-no-ritual = El rito exige exactamente dos jugadores en la sala, una vez por partida.
king-no-objects = No llevas ningún objeto.
king-no-use-of = { $card }: { $reason }
king-reasons = { $first } { $next }
king-no-special-of = Eso solo funciona en esta sala especial: { $room }.
king-no-bound = Lo que llevas no se puede dejar.
king-no-armoury-nothing = La armería está vacía.
king-no-give-by-rules = Las reglas de esta partida no permiten dar nada.
king-no-give-alone = No hay nadie más donde estás.
king-no-give-empty = No llevas ni objetos ni llaves.
king-no-give-full = Nadie aquí tiene un hueco libre para lo que llevas.

## Nombres.

king-name-none = Alma
king-name-healer = Sanadora
king-name-tank = Tanque
king-name-high-roller = Apostadora
king-name-scout = Explorador
king-name-brawler = Peleadora
king-name-psychic = Psíquico

king-name-yellow-fury = Furia de Amarillo
king-name-corpse = Cadáver
king-name-yellow-mirror = Espejo de Amarillo
king-name-served-meal = Comida servida
king-name-yellow-divan = Diván de Amarillo
king-name-face-swap = Cambio de caras
king-name-yellow-blow = Golpe de Amarillo
king-name-lift = Ascensor
king-name-trapdoor = Trampilla
king-name-pedlar-visit = Visita del buhonero

king-name-poisoned = Veneno
king-name-clarity = Claridad
king-name-cursed = Maldición
king-name-paranoia = Paranoia
king-name-vanity = Vanidad
king-name-enlightened = Iluminación
king-name-trapped = Trampa
king-name-stunned = Aturdimiento

king-name-compass = Brújula
king-name-vial = Vial
king-name-blunt = Arma contundente
king-name-keyring = Llavero
king-name-stairs-treasure = Escalera de mano
king-name-scroll = Pergamino
king-name-pendant = Colgante
king-name-ring = Anillo
king-name-crown = Corona
king-name-chambers-book = Libro de Chambers
king-name-key = Llave
king-name-tale-repairer = Cuento del Reparador
king-name-tale-mask = Cuento de la Máscara
king-name-tale-dragon = Cuento del Dragón
king-name-tale-sign = Cuento del Signo

king-name-tue-tue = Tue-Tue
    .gender = m
king-name-ice-queen = Reina Helada
    .gender = f
king-name-ice-servant = Sirviente de hielo
    .gender = m
king-name-goblin = Duende
    .gender = m
king-name-sack-man = Viejo del Saco
    .gender = m
king-name-spider = Araña
    .gender = f
king-name-baby-spider = Arañita
    .gender = f
king-name-omen-spider = Presagio: Araña
king-name-omen-goblin = Presagio: Duende
king-name-omen-ice-queen = Presagio: Reina Helada
king-name-omen-tue-tue = Presagio: Tue-Tue

king-name-pedlar = Buhonero
king-name-armoury = Armería
king-name-tavern = Taberna
king-name-yellow-doors = Puertas de Amarillo
king-name-beauty-salon = Salón de Belleza
king-name-chapel = Capilla
king-name-lethal-chamber = Cámara Letal
king-name-ritual = el rito

king-name-house = la Casa
king-name-presence = la presencia del Rey
king-name-king = el Rey
king-name-fall = la caída de otra alma
king-name-curse = una maldición
king-name-rule = una regla de un mod
king-name-nothing = Ninguna
king-answer-seat = { $seat }
king-name-false-king = el Falso Rey
king-name-poison = veneno
king-name-meditate = meditación
king-name-heal-others = sanación

king-name-accept = Dejar que ocurra
king-name-sanity-max = Sacrificar 1 de cordura máxima
king-name-object-slot = Sacrificar un espacio de objeto
king-name-decline = No reaccionar
king-name-skip = No mirar
king-name-keep = Mantener el orden
king-name-swap = Cambiar el orden

king-bot-cautious = Prudente
king-bot-cautious-about = Se aparta del Rey y descansa siempre que puede.
king-bot-greedy = Codicioso
king-bot-greedy-about = Va por las llaves y solo descansa cuando su mente está al borde.
king-bot-goal = Buscallaves
king-bot-goal-about = Busca llaves donde no busca otra alma y luego espera en el Umbral: la mejor compañía.
king-bot-montecarlo = Monte Carlo
king-bot-montecarlo-about = Juega cada opción en su cabeza y elige la mejor; necesita un momento para pensar.

# Las estadísticas del jugador.
king-score-profile = reglas
king-score-ending = final
king-score-longest = más larga
king-score-rounds = rondas
king-score-destroyed = llaves perdidas
king-score-tales = cuentos
king-score-first-game = primera partida
king-score-strict-p0 = reglas sin piedad
king-score-full-game = juego de mesa completo
king-score-lose-all-minus5 = todas las almas perdidas
king-score-lose-keys = demasiadas llaves destruidas
king-score-win = fuga
king-score-timeout = se acabó el tiempo
king-score-lose-by-rule = perdida por una regla

# La historia de una partida terminada.
king-story = Lo que pasó
king-story-label = historia
king-story-most-keys = Lo más cerca de la salida: en la ronda { $round }, con { $keys } de { $needed } llaves en mano.
king-story-first-fall = La primera caída: { $seat } { $role } en la ronda { $round } ({ $source }).
king-story-last-fall = La última caída: { $seat } { $role } en la ronda { $round } ({ $source }).
king-story-only-fall = La única caída: { $seat } { $role } en la ronda { $round } ({ $source }).
king-story-saved = { $times ->
    [one] Un sacrificio
   *[other] { $times } sacrificios
} { $times ->
    [one] evitó
   *[other] evitaron
} caídas, el primero en la ronda { $round }: { $seat } { $role }.
king-story-close = El mayor apuro: { $seat } { $role } en { $sanity } en la ronda { $round }.
king-story-open = Decidió la ronda { $round }: { $seat } { $role } consiguió la llave { $keys } de { $keys }, y quedó abierta la salida.
king-story-worst = Lo que más cordura se llevó: { $source }, { $amount } de { $total }.
king-story-soul = { $seat } { $role } perdió { $amount } de cordura ({ $sources }), { $falls ->
    [0] nunca cayó
    [one] cayó una vez
   *[other] cayó { $falls } veces
}{ $keys ->
    [0] {""}
    [one] {" "}y perdió una llave
   *[other] {" "}y perdió { $keys } llaves
}.
king-story-source = { $source } { $amount }
king-story-head = Ronda { $seats }  Llaves
king-story-fell = { $seat } cae{ $times ->
    [one] {""}
   *[other] {" "}otra vez
}{ $keys ->
    [0] {""}
    [one] {" "}con una llave
   *[other] {" "}con { $keys } llaves
} ({ $source })
king-story-sacrificed = { $seat } cede { $mode ->
    [sanity-max] 1 de cordura máxima
   *[object-slot] un espacio de objetos
} en vez de caer
king-story-key = { $seat } tiene una llave
king-story-robbed = le roban a { $seat } { $keys ->
    [0] { $objects ->
        [one] un objeto
       *[other] { $objects } objetos
    }
    [one] una llave
   *[other] { $keys } llaves
}
king-story-heavy = { $seat } { $before } → { $after } ({ $source })
king-story-doors = { $seat } cruza las Puertas de Amarillo
king-story-called = el Rey llama a las almas a su pasillo
king-story-won = todas las almas están en el Umbral con { $keys } llaves
king-story-monster = aparece: { $monster }
king-story-banished = el Rey queda desterrado

# Lo que puede seguir hasta el final de una ronda.
king-outlook-sanity = cordura de todos
king-outlook-fallen = almas caídas
king-outlook-slots = espacios de objeto
king-outlook-keys = llaves
king-outlook-lost = llaves perdidas
king-outlook-floor = piso del Rey
