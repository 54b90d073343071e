# Órdenes de muchos turnos, y qué las interrumpe.
stealth-key-explore = explorar
stealth-key-travel = viajar
stealth-key-down = bajar las escaleras
stealth-key-up = subir las escaleras, o a casa
stealth-key-rest = descansar
stealth-ask-travel = ¿Adónde?
stealth-course-seen = Te detienes: { $creature } a la vista.
stealth-course-noticed = Te detienes: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} te ha descubierto.
stealth-course-woke = Te detienes: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} ha despertado.
stealth-course-near = Te detienes: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} se acerca.
stealth-course-hunted = Ahora no: algo te persigue ({ $creature }).{ $again ->
    [yes] { " " }Desde ahora cada pulsación da un paso.
   *[no] { "" }
}
stealth-course-heard = Te detienes a escuchar: { $sound } { $from }.
stealth-course-risky = { $chance }: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
}, a { $distance } { $distance ->
    [one] casilla
   *[other] casillas
} { $where }, { $happens ->
    [wakes] despierta con
    [looks] viene a mirar tras
   *[notices] percibe
} un paso { $way }. Pulsa otra vez para darlo.
stealth-course-fight = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
}, a { $distance } { $distance ->
    [one] casilla
   *[other] casillas
} { $where }, persigue a otro: un paso { $way } puede meterte en su pelea; pulsa otra vez para darlo.
stealth-course-remembered = { $chance }: { $creature-gender ->
    [f] la { $creature }, vista
   *[m] el { $creature }, visto
} { $distance ->
    [0] hace poco
    [one] por última vez a { $distance } casilla { $where }
   *[other] por última vez a { $distance } casillas { $where }
}, percibe un paso { $way }. Pulsa otra vez para darlo.
stealth-course-overheard = { $chance }: una criatura que oyes ({ $sound } { $from }) percibe un paso { $way }. Pulsa otra vez para darlo.
stealth-course-loud = Ruido { $noise }{ $cells ->
    [0] {""}
   *[other] , un oído normal lo percibe { $range }
}: { $name }, { $way }. Pulsa otra vez para { $what ->
    [door] { $name-gender ->
        [f] abrirla
       *[m] abrirlo
    }
   *[ground] pasar
}{ $lit ->
    [yes] ; tu farol se verá al otro lado
   *[no] {""}
}.
stealth-course-bell = Aquí está { $bell-gender ->
    [f] la { $bell }
   *[m] el { $bell }
}. Suena al tomarla y durante todo el camino a casa.
stealth-course-circling = Vas y vienes por aquí y no ves nada nuevo: sigue, o da tú unos pasos.
stealth-course-sensed = Te detienes: algo { $sure ->
    [yes] te ha descubierto
   *[no] viene a mirar
}.
stealth-course-melee = Te detienes: { $creature } a tu lado, { $way }.
stealth-course-hurt = Te detienes: te han hecho daño.
stealth-course-effect = Te detienes: algo te afecta ({ $effect }).
stealth-course-hungry = Te detienes: { $satiety ->
    [1] te mueres de hambre
    [4] el hambre te debilita
   *[other] tienes hambre
}.
stealth-course-unknown = No has visto ese lugar.
stealth-course-no-way = No conoces ningún camino hasta allí.
stealth-course-shut = El resto queda tras la puerta que cerraste a un perseguidor, { $way }. Ábrela tú si te atreves.
stealth-course-unseen = Algo que no ves te cierra el paso.
stealth-course-blocked = En el paso: { $name }, a { $distance } { $distance ->
    [one] casilla
   *[other] casillas
} { $way }{ $near ->
    [yes] .
   *[no] : pulsa otra vez para acercarte.
}
stealth-course-no-stairs = { $way ->
    [down] No has visto escaleras que bajen.
   *[up] No has visto escaleras que suban.
}
stealth-course-container = A tu lado, { $way }: { $name }. Camina hacia allí para abrir; hace ruido.
stealth-course-explored = { $stairs ->
    [yes] No queda nada por explorar. > lleva abajo.
    [both] No queda nada por explorar. > lleva abajo; las escaleras estrechas (≥) llevan a otro lugar.
    [none] No queda nada por explorar.
   *[no] No queda nada por explorar y no hay bajada: examina las paredes (x).
}
stealth-course-explored-but = { $name-gender ->
    [f] Una { $name }
   *[m] Un { $name }
} cierra el paso a lo que falta por explorar, a { $distance } { $distance ->
    [one] casilla
   *[other] casillas
} { $way }.{ $stairs ->
    [no] { "" }
    [none] { "" }
   *[yes] { " " }> lleva abajo.
}{ $again ->
    [yes] { " " }Pulsa otra vez para esperar un turno.
   *[no] { "" }
}
stealth-course-blind = Ves demasiado poco para explorar: enciende el farol, o quítate lo que te estrecha la vista.
stealth-course-rested = { $again ->
    [yes] No te hace falta descansar. Pulsa otra vez para esperar hasta { $turns } turnos.
   *[no] Has descansado, en { $turns ->
        [one] { $turns } turno
       *[other] { $turns } turnos
    }.
}
stealth-course-door-corner = Para escuchar tras la puerta, ponte justo delante, no en diagonal. Pulsa otra vez para descansar aquí.
stealth-course-nothing = Has esperado { $turns } turnos, el máximo de una vez: no ha venido nada.

# Las estadísticas del jugador.
stealth-score-course = modo
stealth-score-ending = final
stealth-score-killer = causa de la muerte
stealth-score-deepest = más hondo
stealth-score-ghosted = pisos fantasma
stealth-score-noticed = descubierto
stealth-score-slain = víctimas
stealth-score-classic = reglas clásicas
stealth-score-won = la gran campana en casa
stealth-score-won-copper = la campana de cobre en casa
stealth-score-won-silver = la campana de plata en casa
stealth-score-won-gold = la campana de oro en casa
stealth-score-died = muerte
stealth-score-learned = lecciones terminadas

# Partidas con una tarea (P-TASK-1).

stealth-course-done = Está hecho.
stealth-course-failed = Eso no debía pasar.
stealth-over-done = Has hecho lo que se pedía.
stealth-over-failed = No has hecho lo que se pedía.
stealth-score-done = tareas cumplidas
stealth-score-failed = tareas falladas

# Cacerías (P-HUNT): una criatura pide una orden a quien la dirige.

stealth-order = { $creature }: ¿qué debe hacer?
stealth-order-wait = esperar
stealth-order-shoot = disparar
stealth-order-walk = ir { $way }
stealth-order-close = cerrar la puerta { $way }
