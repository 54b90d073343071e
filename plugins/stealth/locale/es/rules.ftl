# Lo que dicen las reglas. $seen y $struck: si se ve a quien ataca y a quien recibe.

stealth-wall = Una pared cierra el paso.
stealth-edge = Más allá no hay nada.
stealth-staggers = La confusión te hace ir por otro lado.
stealth-occupied = Esa casilla está ocupada.
stealth-cannot = Eso no se puede hacer.
stealth-locked = Está cerrada y te falta la llave { $color ->
    [white] blanca
    [red] roja
    [gray] gris
    [black] negra
    [blue] azul
    [iron] de hierro
   *[other] { $color }
}.
stealth-nothing-to-close = Ahí no hay ninguna puerta abierta.
stealth-several-doors = Aquí hay varias puertas abiertas: elige una.
stealth-doorway-blocked = Algo estorba en el umbral.
stealth-exhausted = Te falta el aliento. Apártate para recobrarlo; junto a un enemigo, esperar devuelve solo 1.
stealth-nobody-there = Ahí no hay nadie.
stealth-too-far = Queda demasiado lejos.
stealth-no-target = No hay nadie a tu alcance.
stealth-pick-target = Hay varios a tu alcance: elige uno.
stealth-aim-unseen = { $known ->
    [yes] La recuerdas, pero no la ves.
   *[no] Nunca has visto esa casilla.
}
stealth-unseen = No ves ese lugar.
stealth-line-blocked = Algo se interpone.
stealth-line-creature = Se interpone { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
}.
stealth-not-carried = No llevas eso.
stealth-cursed = Se te aferra y no hay manera de quitártelo.
stealth-no-bow = No empuñas nada con que disparar.
stealth-no-ammunition = No tienes munición.
stealth-lamp-daylight = A plena luz el farol no sirve.
stealth-lamp-on = Enciendes el farol. Quien mire te verá.
stealth-lamp-wet = En el agua se apaga el farol.
stealth-lamp-off = Apagas el farol.
stealth-wall-holds = La pared resiste.
stealth-wall-cracks = La pared se agrieta.
stealth-wall-collapses = La pared se viene abajo con estrépito.
stealth-door-holds = La puerta resiste.
stealth-door-cracks = La puerta se astilla.
stealth-door-collapses = La puerta se rompe con estrépito.
stealth-door-burns = La puerta es pasto de las llamas.
stealth-nothing-to-strike = Ahí no hay nada que golpear.
stealth-takes-stairs = { $target-gender ->
    [f] La { $target } baja
   *[m] El { $target } baja
} por las escaleras.
stealth-hark-begins = Te quedas inmóvil y escuchas.
stealth-beat-out = ¿Apagar a golpes { $target-gender ->
    [f] la { $target }
   *[m] el { $target }
}?
stealth-attack-peaceful = ¿Atacar { $target-gender ->
    [f] a la { $target }
   *[m] al { $target }
}, que no te desea ningún mal?
stealth-pass = Cambias de sitio con { $name-gender ->
    [f] la { $name }
   *[m] el { $name }
}.

stealth-backstab = { $target-gender ->
    [f] La { $target }
   *[m] El { $target }
} { $knew ->
    [yes] no ve venir el golpe.
   *[no] no supo que estabas ahí.
}
stealth-you-hit = { $manner ->
    [thrown] Tu lanzamiento alcanza
    [shot] Tu disparo alcanza
   *[melee] Golpeas
} { $struck ->
    [no] algo
   *[yes] { $target-gender ->
        [f] a la { $target }
       *[m] al { $target }
    }
}: { $damage } de daño.
stealth-you-glance = Golpeas { $struck ->
    [no] algo
   *[yes] { $target-gender ->
        [f] a la { $target }
       *[m] al { $target }
    }
} sin hacerle daño.
stealth-you-miss = No aciertas { $struck ->
    [no] a nada
   *[yes] { $target-gender ->
        [f] a la { $target }
       *[m] al { $target }
    }
}.
stealth-us-hit = { $seen ->
    [no] Algo
   *[yes] { $attacker-gender ->
        [f] La { $attacker }
       *[m] El { $attacker }
    }
} te { $manner ->
    [shot] dispara
   *[melee] golpea
}: { $damage } de daño.
stealth-us-glance = { $seen ->
    [no] Algo
   *[yes] { $attacker-gender ->
        [f] La { $attacker }
       *[m] El { $attacker }
    }
} te golpea sin hacerte daño.
stealth-us-miss = { $seen ->
    [no] Algo
   *[yes] { $attacker-gender ->
        [f] La { $attacker }
       *[m] El { $attacker }
    }
} no te acierta.
stealth-other-hit = { $seen ->
    [no] Algo
   *[yes] { $attacker-gender ->
        [f] La { $attacker }
       *[m] El { $attacker }
    }
} golpea { $struck ->
    [no] algo
   *[yes] { $target-gender ->
        [f] a la { $target }
       *[m] al { $target }
    }
}.
stealth-other-glance = { $seen ->
    [no] Algo
   *[yes] { $attacker-gender ->
        [f] La { $attacker }
       *[m] El { $attacker }
    }
} golpea { $struck ->
    [no] algo
   *[yes] { $target-gender ->
        [f] a la { $target }
       *[m] al { $target }
    }
} sin hacerle daño.
stealth-other-miss = { $seen ->
    [no] Algo
   *[yes] { $attacker-gender ->
        [f] La { $attacker }
       *[m] El { $attacker }
    }
} no acierta { $struck ->
    [no] a nada
   *[yes] { $target-gender ->
        [f] a la { $target }
       *[m] al { $target }
    }
}.
stealth-dies = { $struck ->
    [no] Algo
   *[yes] { $target-gender ->
        [f] La { $target }
       *[m] El { $target }
    }
} cae.
stealth-burns-out = { $target-gender ->
    [f] La { $target }
   *[m] El { $target }
} se apaga.
stealth-you-die = { $killer-cause ->
    [yes] Mueres: { $killer }.
   *[no] Te mata { $killer-gender ->
        [f] la
       *[m] el
    } { $killer }.
}
stealth-cause-unknown = causas desconocidas
    .cause = yes
stealth-cause-poisoned = veneno
    .cause = yes
stealth-cause-burning = fuego
    .cause = yes
stealth-cause-hunger = hambre
    .cause = yes
stealth-cause-petrifying = petrificación
    .cause = yes
stealth-effect-ends = Se te pasa: { $effect }.
stealth-defense-trained = De tanto esquivar golpes, tu DEFENSA sube un punto.

# El oído. Direcciones de 0 a 7 desde el norte, como el reloj; -1 es aquí mismo.
stealth-direction = { $direction ->
    [0] al norte
    [1] al nordeste
    [2] al este
    [3] al sudeste
    [4] al sur
    [5] al sudoeste
    [6] al oeste
    [7] al noroeste
   *[other] aquí mismo
}
stealth-at-direction = { $direction ->
    [0] al norte
    [1] al nordeste
    [2] al este
    [3] al sudeste
    [4] al sur
    [5] al sudoeste
    [6] al oeste
    [7] al noroeste
   *[other] aquí mismo
}
stealth-heard = Oyes { $sound } { $from }.
stealth-heard-creature = Oyes { $sound } { $from }: { $creature-gender ->
    [f] una { $creature }
   *[m] un { $creature }
}.
stealth-sound-step = pasos
stealth-sound-door = una puerta
stealth-sound-fight = una pelea
stealth-sound-hurt = un grito
stealth-sound-shot = un silbido en el aire
stealth-sound-strike = golpes en una pared
stealth-sound-collapse = piedras que caen
stealth-sound-alert = un gruñido contra ti
stealth-sound-search = algo que busca
stealth-hollow-wall = Notas una corriente de aire y un eco hueco: la pared del { $direction ->
    [0] norte
    [2] este
    [4] sur
   *[6] oeste
} esconde un paso.
stealth-listen-failed = Escuchas junto a la puerta, pero no averiguas nada más sobre lo que hay detrás.
stealth-listen-nothing = Escuchas junto a la puerta: no hay nada a menos de { $cells } { $cells ->
    [one] casilla
   *[other] casillas
} al otro lado.
stealth-listen-something = Escuchas junto a la puerta: hay algo al otro lado.
stealth-listen-creature = Escuchas junto a la puerta: al otro lado hay { $creature-gender ->
    [f] una { $creature }
   *[m] un { $creature }
}.

# Inspeccionar.
stealth-see-creature = { $name }: vida { $hp }, DEFENSA { $defense }, { $mood ->
    [asleep] duerme
    [distracted] persigue a otro
    [aggravated] te persigue
   *[calm] en calma
}.
stealth-see-item = { $name }.
stealth-see-tile = { $name }.
stealth-see-battered = Está maltrecha: le quedan { $hp } de vida.
stealth-see-suspicious = Esta pared suena a hueco: { $hp } puntos de daño la derribarían.

# Teclas.
stealth-keys-move = Moverse
stealth-keys-fight = Luchar
stealth-keys-look = Mirar
stealth-key-north = paso al norte
stealth-key-northeast = paso al nordeste
stealth-key-east = paso al este
stealth-key-southeast = paso al sudeste
stealth-key-south = paso al sur
stealth-key-southwest = paso al sudoeste
stealth-key-west = paso al oeste
stealth-key-northwest = paso al noroeste
stealth-key-wait = esperar, defenderse, escuchar
stealth-key-close = cerrar una puerta
stealth-key-strike = golpear una puerta o una pared
stealth-key-lamp = farol
stealth-lamp-risk = farol ({ $chance })
stealth-key-inspect = mirar de cerca
stealth-key-reach = golpear con el alcance del arma
stealth-key-throw = lanzar
stealth-key-shoot = disparar
stealth-ask-door = ¿Qué puerta cierras?
stealth-ask-strike = ¿Hacia dónde golpeas?
stealth-ask-look = ¿Adónde miras?
stealth-ask-target = ¿A quién?
stealth-ask-throw-at = ¿A qué casilla?
stealth-aim-risk = { $creature }: { $chance }
stealth-aim-distance = a { $distance }, alcance { $range }
stealth-aim-refused = a { $distance }, alcance { $range }. { $why }
stealth-aim-hit = acierto { $about }{ $percent } %, de { $low } a { $high }{ $unaware ->
    [yes] {" "}por sorpresa
   *[no] {""}
}
stealth-aim-no-surprise = sin sorpresa
stealth-aim-sound = cae con ruido { $loudness }
stealth-throw-rests =
    { $distance ->
        [0] acaba a tus pies
       *[other] acaba a { $distance } de ti
    }
stealth-throw-rested =
    { $distance ->
        [0] Acaba a tus pies.
       *[other] Acaba a { $distance } de ti.
    }
stealth-ask-throw = ¿Qué lanzas?

stealth-bot-cautious = prudente
stealth-bot-brawler = luchador
stealth-bot-sneak = sigiloso
stealth-bot-expert = experto
stealth-bot-newcomer = novato
stealth-bot-waiter = paciente
