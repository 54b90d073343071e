# La pantalla.

stealth-title = LA CRIPTA
stealth-tagline = Un juego de oír y ser oído. Cada paso suena; a quien no te ha percibido se le puede evitar, atraer o golpear primero.
stealth-title-desert = LA CRIPTA  el desierto
stealth-title-depth = LA CRIPTA  piso { $floor }
stealth-melee = CUERPO A CUERPO
stealth-you-make = ruido { $bar } { $noise } ≤{ $cells }
stealth-you-make-short = ruido { $noise } ≤{ $cells }
stealth-you-make-words = ruido { $noise }{ $shifted ->
    [yes] , al cambiar de postura
   *[no] { "" }
}, se percibe { $range }
stealth-within = a hasta { $cells } { $cells ->
    [one] casilla
   *[other] casillas
}{ $certainty ->
    [all] , seguro
    [some] , seguro a { $sure }
   *[none] {""}
}
stealth-silence = ruido { $bar } { $noise }
stealth-silence-short = ruido { $noise }
stealth-silence-words = ruido { $noise }
stealth-stealth = sigilo { $stealth }
stealth-light-day = luz de día
stealth-unnoticed = { $unnoticed ->
    [yes] piso: sin descubrir
    [hunted] piso: te persiguen
   *[no] piso: descubierto{ $count ->
        [0] { "" }
       *[other] { " " }×{ $count }
    }
}
stealth-unnoticed-short = { $unnoticed ->
    [yes] sin descubrir
    [hunted] te persiguen
   *[no] descubierto{ $count ->
        [0] { "" }
       *[other] { " " }×{ $count }
    }
}
stealth-light-lit = farol, vista { $fov }
stealth-light-other = luz propia, vista { $fov }
stealth-light-dark = oscuridad, vista { $fov }
stealth-light-lit-short = farol { $fov }
stealth-light-other-short = luz { $fov }
stealth-light-dark-short = oscuro { $fov }
stealth-ill = , { $effect }
stealth-listening = escuchas, { $waits } de { $of }
stealth-woodcut = xilografía
stealth-self = TÚ
stealth-hp = vida
stealth-stamina = aguante
stealth-hit-line = ataque { $to_hit }, defensa { $defense }
stealth-armor-line = armadura { $armor }
stealth-cache-line = guardia: ataque +{ $th }, defensa +{ $df }
stealth-unarmed = manos desnudas
stealth-effect-line = { $turns ->
    [-1] { $name }
   *[other] { $name } ({ $turns })
}
stealth-in-sight = A LA VISTA
stealth-in-sight-chances = EN VISTA: % SI ESPERAS
stealth-out-of-sight = FUERA DE LA VISTA
stealth-underfoot = A TUS PIES
stealth-mood = { $mood ->
    [asleep] duerme
    [distracted] persigue a otro
    [hunting] te persigue
    [investigating] va a mirar
    [wary] recela
    [searching] busca
   *[unaware] no te percibe
}
stealth-unaware-sign = ↯ por la espalda
stealth-look-creature = { $name }{ $mood ->
    [asleep] , duerme
    [distracted] , persigue a otro
    [hunting] , te persigue
    [investigating] , va a mirar
    [wary] , recela de ti
    [searching] , { $knew ->
        [yes] te busca
       *[no] busca
    }
    [unaware] , no te percibe
   *[none] { "" }
}
stealth-several = { $name } ×{ $count }
stealth-worn = { $name } (en uso)
stealth-remembered = { $name }, según recuerdas
stealth-remembered-creature = { $creature }, { $mood ->
    [asleep] { $creature-gender ->
        [f] dormida cuando la viste
       *[m] dormido cuando lo viste
    } por última vez
    [distracted] la última vez perseguía a otro
    [hunting] la última vez te perseguía
    [investigating] la última vez iba a mirar
    [wary] la última vez desconfiaba de ti
    [searching] la última vez buscaba
   *[unaware] la última vez no sabía de ti
}{ $turns ->
    [0] {""}
    [one] , hace { $turns } turno
   *[other] , hace { $turns } turnos
}
stealth-out-of-view = { $creature } fuera de la vista
stealth-seen-last = { $mood ->
    [asleep] {""}
    [heard] oído{" "}
    [distracted] perseguía a otro{" "}
    [hunting] te perseguía{" "}
    [investigating] iba a mirar{" "}
    [wary] recelaba{" "}
    [searching] buscaba{" "}
   *[unaware] no te percibía{" "}
}{ $turns ->
    [0] ahora
    [one] hace { $turns } turno
   *[other] hace { $turns } turnos
}
stealth-about-worn = En uso: así te lo quitas.
stealth-about-damage = Daño de { $low } a { $high }.
stealth-bonus = { $stat } { $value }
stealth-bonus-and = { $first }, { $next }
stealth-about-bonus = { $bonus }.
stealth-about-exchange = En lugar de { $name }{ $has ->
    [yes] , que da: { $bonus }
   *[no] {""}
}.
stealth-about-reach = Alcanza a { $reach } casillas.
stealth-about-clatter = Sirve para lanzar, hasta { $range } casillas: cae con ruido { $loudness }, que atrae a quien lo oye.
stealth-about-throwable = Sirve para lanzar.
stealth-stat-to_hit = Ataque
stealth-stat-defense = Defensa
stealth-stat-armor = Armadura
stealth-stat-stealth = Sigilo
stealth-stat-noise = Ruido al andar
stealth-stat-fov = Vista
stealth-stat-foh = Oído
stealth-stat-strength = Fuerza
stealth-stat-luck = Suerte
stealth-stat-damage = Daño
stealth-stat-shooting = Ataque al disparar
stealth-stat-stamina_max = Aguante
stealth-stat-poison_resistance = Resistencia al veneno
stealth-stat-recovery = Recuperación
stealth-yes = sí (o s)
stealth-no = no
stealth-list-done = nada
stealth-inventory = LLEVAS { $count } de { $room }
stealth-nothing-carried = No llevas nada.
stealth-combat = COMBATE
stealth-nobody-in-view = No hay nadie a la vista.
stealth-aggravated-name = { $name } (!)
stealth-column-name = quién
stealth-column-distance = dist.
stealth-column-hp = vida
stealth-column-stamina = aguante
stealth-column-defense = defensa
stealth-column-strength = daño
stealth-column-to-hit = ataque
stealth-column-armor = armadura
stealth-over-died = Has muerto.
stealth-over-won = La has llevado a casa.
stealth-over-facts = Piso { $floor }, turno { $turns }.
stealth-satiety = saciedad
stealth-place = { $name } { $where }
stealth-heard-title = OÍDO
stealth-heard-chances = OÍDO: ~% SI ESPERAS
stealth-heard-bell = tu campana, en { $turns } { $turns ->
    [one] turno
   *[other] turnos
}
stealth-heard-line = { $sound }{ $count ->
    [1] { "" }
   *[other] { " " }×{ $count }
}{ $age ->
    [0] { "" }
    [one] , hace 1 turno
   *[other] , hace { $age } turnos
}

# El combate en curso: probabilidad de acertar y daño. Frases más largas para las interfaces de texto.
stealth-fight = COMBATE
stealth-fight-you = le das { $about }{ $percent } % { $low }-{ $high }
stealth-fight-it = te da { $about }{ $percent } % { $low }-{ $high }
stealth-fight-you-words = tienes un { $percent } % de probabilidad de acertar, con daño de { $low } a { $high }
stealth-fight-it-words = tiene un { $percent } % de probabilidad de acertar, con daño de { $low } a { $high }
stealth-fight-stamina = aguante después: { $after }
stealth-fight-venom = su golpe envenena
stealth-fight-helpless = no puede actuar
stealth-fight-exhausted = sin aguante: espera

# Lo que hace esperar ahora.
stealth-wait-defends = { $change ->
    [1] tomar aliento: +1 aguante
   *[other] { $left ->
        [0] defenderse: tu último aguante
       *[other] defenderse: -1 aguante
    }
}
stealth-wait-listens = escuchar
stealth-wait-rests = descansar: +{ $change } aguante
stealth-wait-shifts = cambiar de postura: ruido { $noise }
