# Confirmaciones antes de hacerse daño.
stealth-sure-self = ¿Apuntarte a ti?
stealth-sure-feet = ¿En tu propia casilla? Mueve el cursor para lanzar a otro sitio.
stealth-sure-harmful = ¿Usar { $name } en ti? { $does }
stealth-sure-use = ¿Usar { $name } en ti? Efecto: { $effect }.
stealth-sure-harm = { $name }: ¿pisar ahí de todos modos?
stealth-sure-risky = { $chance }: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
}, a { $distance } { $distance ->
    [one] casilla
   *[other] casillas
} { $where }, te descubre. ¿Seguir?
stealth-sure-remembered = { $chance }: { $creature-gender ->
    [f] la { $creature }, vista
   *[m] el { $creature }, visto
} { $distance ->
    [0] hace poco
    [one] por última vez a { $distance } casilla { $where }
   *[other] por última vez a { $distance } casillas { $where }
}, te descubre. ¿Seguir?
stealth-sure-overheard = { $chance }: una criatura que oyes ({ $sound } { $from }) te descubre. ¿Seguir?
stealth-sure-loud = { $chance }: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} lo oye (ruido { $noise }). ¿Seguir?
stealth-sure-break = Ruido { $noise } al romperse la pared{ $cells ->
    [0] {""}
   *[other] , un oído normal lo percibe { $range }
}. ¿Golpearla?
stealth-sure-bell = Ruido { $noise } en el acto{ $cells ->
    [0] {""}
   *[other] : quien tiene un oído normal te descubre { $range }; quien lo tiene fino, desde más lejos
}.{ $rings ->
    [0] {""}
   *[other] {" "}Mientras la lleves, sonará cada { $period } turnos (ruido { $rings }).
} ¿Coger la campana?

# Hazañas.
stealth-deeds = HAZAÑAS: { $count ->
    [0] ninguna víctima
    [one] 1 víctima
   *[other] { $count } víctimas
}
stealth-nobody-slain = No has matado a nadie. Nadie tiene por qué saber que has pasado por aquí.
stealth-column-count = cantidad

# Cambios de ánimo de las criaturas a la vista.
stealth-edge-wakes = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} se despierta.
stealth-edge-wakes-why = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} se despierta. { $why }
stealth-waking = { $cause ->
    [restless] Tenía el sueño ligero: tirada de 2 a 12: { $roll } - tu suerte { $luck } = { $sum }, más de 10.
    [noise] Oyó un ruido en sueños: su tirada { $roll } es menor que el ruido { $stealth }.
   *[other] Te notó en sueños, al alcance de su { $cause ->
        [sees] vista
       *[hears] oído
    }, a { $distance } { $distance ->
        [one] casilla
       *[other] casillas
    }: tirada de 1 a 6: { $roll } - tu sigilo { $stealth } - tirada de suerte { $luck } = { $sum }, más de 3.
}
stealth-waking-rule = Quien duerme a { $reach } { $reach ->
    [one] casilla
   *[other] casillas
} o menos tira de 2 a 12 cada turno, y se despierta por encima de 10 + tu suerte. Si estás al alcance de su vista o de su oído, tira además de 1 a 6, y se despierta por encima de 3 + tu sigilo (menos el ruido) + tu suerte. Un ruido de 2 o más lo despierta si una tirada de 1 a 10 es menor que su volumen.
stealth-edge-notices = ¡{ $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} te ha descubierto!
stealth-edge-notices-why = ¡{ $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} te ha descubierto! { $why }
stealth-edge-named = Era { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
}. { $why }
stealth-edge-provoked = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} te persigue ahora: { $how ->
    [thrown] tu lanzamiento
    [shot] tu disparo
    [item] lo que usaste
   *[melee] tu golpe
} te ha delatado, y ninguna tirada puede ocultarlo.
stealth-edge-splits = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} se divide, y { $prey ->
    [apart] una mitad te persigue y la otra persigue a otro,
    [others] cada mitad persigue a otro
   *[one] { $count ->
        [one] lo que queda { $prey ->
            [you] te persigue
           *[other] persigue
        }
       *[other] las dos mitades { $prey ->
            [you] te persiguen
           *[other] persiguen
        }
    }
}{ $prey ->
    [seen] { $other-gender ->
        [f] {" a la "}{ $other }
       *[m] {" al "}{ $other }
    }
    [unseen] {" a otro"}
   *[you] {""}
} al momento, sin tirada.
stealth-edge-loses = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} { $knew ->
    [yes] te ha perdido el rastro
   *[no] ha perdido lo que perseguía
}.

# Por qué te ha descubierto una criatura. Alcance y tiradas deben llegar a la distancia, o superar los tuyos si está al lado.
stealth-notice-sight = Te vio a { $distance } { $distance ->
    [one] casilla
   *[other] casillas
}: vista { $range } + tirada { $roll }{ $other ->
    [0] {""}
   *[other] {" "}+ otro { $other }
} - tu sigilo { $stealth } - tirada de suerte { $luck } = { $reach }.
stealth-notice-hearing = Te oyó a { $distance } { $distance ->
    [one] casilla
   *[other] casillas
}: oído { $range } + tirada { $roll }{ $other ->
    [0] {""}
   *[other] {" "}+ otro { $other }
} - tu sigilo { $stealth } - tirada de suerte { $luck } = { $reach }.
stealth-notice-adjacent = Estabas a su lado: su percepción { $range } + tirada { $roll } = { $its }, no menos que tu sigilo { $stealth } + tirada { $own } + tirada de suerte { $luck } = { $yours }.
stealth-notice-rule = La suerte se tira cada vez: de 0 a tu suerte, que es { $luck }.
stealth-unseen-sight = { $known ->
    [yes] { $creature-gender ->
        [f] La { $creature }
       *[m] El { $creature }
    }
   *[no] Algo
} { $from } te ha visto y { $sure ->
    [yes] te persigue
   *[no] viene a mirar
}: { $lit ->
    [yes] estabas a la luz
   *[no] estabas a oscuras
}, tu sigilo era { $stealth }{ $chance ->
    [0] {""}
   *[other] ; su probabilidad era del { $chance } %
}.
stealth-unseen-hearing = { $known ->
    [yes] { $creature-gender ->
        [f] La { $creature }
       *[m] El { $creature }
    }
   *[no] Algo
} { $from } te ha oído y { $sure ->
    [yes] te persigue
   *[no] viene a mirar
}: tu ruido era { $noise }, tu sigilo { $stealth }{ $chance ->
    [0] {""}
   *[other] ; su probabilidad era del { $chance } %
}.
stealth-unseen-adjacent = { $known ->
    [yes] { $creature-gender ->
        [f] La { $creature }
       *[m] El { $creature }
    }
   *[no] Algo
} a tu lado te ha descubierto y { $sure ->
    [yes] te persigue
   *[no] viene a mirar
}: tu ruido era { $noise }, tu sigilo { $stealth }{ $chance ->
    [0] {""}
   *[other] ; su probabilidad era del { $chance } %
}.
stealth-unseen-why = { $manner ->
    [sight] Te vio, { $lit ->
        [yes] a la luz
       *[no] a oscuras
    }.
    [hearing] Te oyó.
   *[adjacent] Estaba a tu lado.
} Tu ruido: { $noise }. Tu sigilo: { $stealth }. Entonces no lo veías: su alcance y su tirada se dicen cuando aparece a la vista.
stealth-unplaced = fuera del alcance de tu vista y tu oído

# Nombres de las páginas en la ayuda.
stealth-page-inventory = mochila
stealth-page-combat = panel de combate
stealth-page-deeds = hazañas
stealth-page-legend = signos y palabras

# Fin de la partida.
stealth-over-by = Causa: { $killer }.
stealth-over-noticed = Te descubrió en el turno { $turn }, { $act ->
    [wait] mientras esperabas
    [step] mientras caminabas
    [attack] mientras luchabas
    [pass] mientras no podías hacer nada
    [whistle] mientras silbabas
    [ease] mientras abrías una puerta con cuidado
    [open] mientras abrías algo
    [close] mientras cerrabas una puerta
    [strike] mientras golpeabas algo
    [reach] mientras luchabas
    [throw] mientras lanzabas algo
    [shoot] mientras disparabas
    [lamp] mientras manejabas el farol
    [stairs] mientras usabas las escaleras
    [pick-up] mientras recogías algo
    [drop] mientras soltabas algo
    [activate] mientras usabas un objeto
    [answer] mientras elegías
    [inspect] mientras mirabas de cerca
   *[other] mientras hacías otra cosa
}. { $why }
stealth-over-provoked = Tú atacaste primero: en el turno { $turn }, { $how ->
    [thrown] tu lanzamiento
    [shot] tu disparo
    [item] lo que usaste
   *[melee] tu golpe
} te delató, y te persiguió sin ninguna tirada.
stealth-over-first = La última persecución empezó en el turno { $turn }: te descubrió { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
}.
stealth-over-earliest = Te descubrió por primera vez, en el turno { $turn }, { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
}. { $why }
stealth-over-safe = El turno { $turn } fue el último seguro: luego vinieron las heridas mortales.
stealth-over-unused = Sin usar en tu mochila: { $items }.
stealth-over-noticer = { $creature } (turno { $turn })
stealth-over-unseen = { $count ->
    [one] Te percibió sin dejarse ver
   *[other] Te percibieron sin dejarse ver
}: { $creatures }.
stealth-over-others = { $count ->
    [one] Otra criatura te había descubierto en los últimos turnos.
   *[other] Otras { $count } te habían descubierto en los últimos turnos.
}
stealth-noticers = QUIÉN TE DESCUBRE
stealth-killer = TE MATÓ DESPUÉS: { $killer }
stealth-killer-disguised = algo disfrazado
stealth-killer-perceives = { $sees ->
    [yes] te ve
   *[no] no te ve
}, { $hears ->
    [yes] te oye
   *[no] no te oye
}, a { $distance ->
    [one] { $distance } casilla
   *[other] { $distance } casillas
} de ti

# Examinar una criatura.
stealth-look-noticed = { $sure ->
    [yes] Te descubrió en el turno { $turn }.
   *[no] No sabe bien qué notó en el turno { $turn }.
} { $why }
stealth-look-woke = Se despertó en el turno { $turn }. { $why }
stealth-look-senses = Ve a { $fov } { $fov ->
    [one] casilla
   *[other] casillas
} y oye a { $foh }.
stealth-look-passes = Camina hacia ahí para cambiar de sitio.
stealth-look-stays = No acude a los ruidos.
