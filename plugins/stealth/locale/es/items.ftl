# El uso de los objetos y las escaleras.

stealth-welcome = El anciano dice que la Campana cuelga en el fondo. Sácala. Escucha antes de mirar.
stealth-elder-says = «Ahí abajo, quien oye primero vive más. Llévate lo que hay en mi cofre. Y cuidado dónde pisas.»
stealth-go-down = Bajas. Piso { $floor }.
stealth-go-up = { $floor ->
    [0] Sales a cielo abierto.
   *[other] Subes. Piso { $floor }.
}
stealth-no-stairs = Aquí no hay escaleras.
stealth-not-home-yet = Sin la Campana no hay vuelta a casa.
stealth-won = Sacas la Campana al desierto y, por primera vez en siglos, suena.

# Aspecto de los objetos sin identificar.
stealth-unknown-potion = { $count ->
   *[one] poción desconocida
    [other] { $count } pociones desconocidas
}
    .gender = f
stealth-unknown-scroll = { $count ->
   *[one] pergamino desconocido
    [other] { $count } pergaminos desconocidos
}
    .gender = m
stealth-unknown-ring = anillo desconocido
    .gender = m
stealth-look-of-potion = { $count ->
   *[one] poción de aspecto { $look }
    [other] { $count } pociones de aspecto { $look }
}
    .gender = f
stealth-look-of-scroll = { $count ->
   *[one] pergamino sellado con { $look }
    [other] { $count } pergaminos sellados con { $look }
}
    .gender = m
stealth-look-of-ring = anillo { $look }
    .gender = m

stealth-something = algo
stealth-nothing-here = Aquí no hay nada que recoger.
stealth-pack-full = No puedes llevar más.
stealth-no-use = No se te ocurre qué hacer con eso.
stealth-two-rings = Ya llevas dos anillos: quítate uno antes.
stealth-no-creature-to-aim-at = No hay ningún objetivo a la vista y a tu alcance.
stealth-no-cell-to-aim-at = No hay ningún objetivo a la vista y a tu alcance.
stealth-no-wall-to-aim-at = No hay ninguna pared a la vista.
stealth-no-item-to-aim-at = No llevas nada en lo que usarlo.
stealth-ask-pick = ¿Qué recoges?
stealth-ask-activate = ¿Qué usas?
stealth-ask-drop = ¿Qué dejas?
stealth-ask-loot = ¿Qué te llevas?
stealth-ask-aim-creature = ¿A quién?
stealth-ask-aim-cell = ¿Dónde?
stealth-ask-aim-fire = ¿Dónde? Quema a { $radius } casillas; puede desviarse 1.
stealth-sure-fire = Tú también te quemarías. ¿Seguir?
stealth-ask-aim-unknown = { $at ->
    [aim-cell] { $prompt } Su efecto es desconocido y puede dañarte a ti también: elige un lugar lejos de ti.
   *[other] { $prompt } Su efecto es desconocido.
}
stealth-ask-aim-wall = ¿Qué pared?
stealth-ask-aim-item = ¿En qué?

stealth-taken = Te llevas: { $name }.
stealth-dropped = Dejas: { $name }.
stealth-put-on = { $slot ->
    [weapon] Empuñas
   *[other] Te pones
}: { $name }.
stealth-taken-off = { $slot ->
    [weapon] Guardas
   *[other] Te quitas
}: { $name }.
stealth-opened = Abres { $name-gender ->
    [f] la
   *[m] el
} { $name }.
stealth-empty = No hay nada dentro.
stealth-it-was = Así que era eso: { $name }.
stealth-identified = Es: { $name }.
stealth-identified-all = Reconoces todo lo que llevas.
stealth-uncursed = La maldición se deshace.
stealth-nothing-happens = No pasa nada.
stealth-shatters = Se hace añicos: { $name }.

stealth-healed = Tus heridas se cierran.
stealth-healed-other = Se cierran las heridas { $target-gender ->
    [f] de la { $target }
   *[m] del { $target }
}.
stealth-effect-begins = Lo sientes: { $effect }.
stealth-effect-begins-other = { $target-gender ->
    [f] La { $target }
   *[m] El { $target }
} lo siente: { $effect }.
stealth-effect-gone = Se te pasa: { $effect }.
stealth-effect-gone-other = { $target-gender ->
    [f] A la { $target }
   *[m] Al { $target }
} se le pasa: { $effect }.
stealth-gained = Mejora permanente: { $stat }.
stealth-gained-other = { $target-gender ->
    [f] La { $target }
   *[m] El { $target }
} ha cambiado: { $stat }.
stealth-refreshed = Recobras el aliento.
stealth-refreshed-other = { $target-gender ->
    [f] La { $target }
   *[m] El { $target }
} recobra el aliento.
stealth-you-poisoned = El veneno te arde en las venas.
stealth-poisoned = { $target-gender ->
    [f] La { $target } está envenenada.
   *[m] El { $target } está envenenado.
}
stealth-coated = Untas la hoja: el próximo golpe envenenará.
stealth-eaten = Estaba bueno.
stealth-eaten-other = { $target-gender ->
    [f] La { $target }
   *[m] El { $target }
} come.
stealth-eaten-rotten = Estaba podrido.
stealth-eaten-rotten-other = { $target-gender ->
    [f] La { $target }
   *[m] El { $target }
} come algo podrido.
stealth-hungry = { $satiety ->
    [1] Te mueres de hambre.
    [4] El hambre te debilita.
   *[other] Tienes hambre.
}
stealth-starved = Llevas demasiado tiempo sin comer.
stealth-teleported = Estás en otra parte.
stealth-teleported-other = { $target-gender ->
    [f] La { $target }
   *[m] El { $target }
} desaparece.
stealth-lightning = Te alcanza un rayo.
stealth-lightning-other = Un rayo alcanza { $target-gender ->
    [f] a la { $target }
   *[m] al { $target }
}.
stealth-fireball = El fuego llena el aire.
stealth-fire-you = El fuego te quema: { $damage } de daño, y ardes durante { $turns } turnos.
stealth-fire-other = El fuego quema { $target-gender ->
    [f] a la { $target }
   *[m] al { $target }
}: { $damage } de daño.
stealth-tunnelled = La pared se deshace.
stealth-cause-lightning = un rayo
    .cause = yes
stealth-cause-fire = el fuego
    .cause = yes
stealth-cause-burnt-out = se consumió
    .cause = yes

# Usos de los objetos identificados.
stealth-does-heal = { $low ->
    [999] Cura todas las heridas.
   *[other] Cura de { $low } a { $high } puntos de vida.
}
stealth-does-end = Cura: { $effect }.
stealth-does-start = Efecto: { $effect }, { $fixed ->
    [yes] { $low ->
        [one] 1 turno
       *[other] { $low } turnos
    }
   *[no] de { $low } a { $high } turnos
}.
stealth-does-gain = Permanente: { $stat } +{ $low }.
stealth-does-refresh = Te devuelve todo el aguante.
stealth-does-poison = Envenena a quien bebe.
stealth-does-coat = Unta una hoja: el próximo golpe envenena.
stealth-does-feed = { $low ->
    [-8] Da más hambre.
   *[other] Alimenta: { $low }.
}
stealth-does-identify = Identifica un objeto.
stealth-does-identify_all = Identifica todo lo que llevas.
stealth-does-uncurse = Deshace la maldición de un objeto.
stealth-does-descend = Te lleva un piso más abajo.
stealth-does-teleport = Te lleva a otra parte de este piso.
stealth-does-bolt = Un rayo: de { $low } a { $high } de daño.
stealth-does-blast = Fuego en una zona: { $low } de daño.
stealth-does-tunnel = Convierte una pared en escombros. Todo el piso lo oirá.
stealth-does-read = Se puede leer.
stealth-about-unknown = No sabes qué hace.
stealth-about-charges = { $charges ->
    [one] Queda un uso.
   *[other] Quedan { $charges } usos.
}
stealth-about-range = Alcance: { $range } casillas.
stealth-about-sniping = Sus flechas sorprenden a quien no te ha notado, como un golpe por la espalda.
stealth-stat-hp_max = Vida
stealth-stat-perception = Percepción
stealth-stat-map_memory = Memoria del mapa

stealth-keys-things = Objetos
stealth-key-pick-up = recoger
stealth-key-activate = usar, ponerse, comer, beber, leer
stealth-act-eat = comer { $name }
stealth-act-drink = beber { $name }
stealth-act-read = leer { $name }
stealth-act-put-on = { $slot ->
    [weapon] empuñar
   *[other] ponerse
} { $name }
stealth-act-take-off = { $slot ->
    [weapon] guardar
   *[other] quitarse
} { $name }
stealth-act-use = usar { $name }
stealth-key-drop = dejar
stealth-key-stairs = usar las escaleras, o salir
