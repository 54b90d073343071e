# Trucos de las reglas del juego publicado.
stealth-keys-tricks = Trucos
stealth-key-whistle = silbar
stealth-key-ease = entornar una puerta
stealth-ask-ease = ¿Qué puerta?
stealth-you-whistle = Silbas (ruido { $noise }). Llega a { $cells } { $cells ->
    [one] casilla
   *[other] casillas
} por el terreno que conoces, y a { $most } donde nada lo frena: quien lo oiga vendrá a mirar.
stealth-door-eased = Dejas la puerta entornada sin hacer ruido.
stealth-door-pushed = Abres del todo la puerta entornada. El próximo paso la cruza.
stealth-door-eased-shut = Cierras la puerta sin hacer ruido.
stealth-no-door-to-ease = Ahí no hay ninguna puerta que mover.
stealth-tile-door-ajar = puerta entornada
    .gender = f
stealth-item-smoke-pot = { $count ->
    [one] tarro de humo
   *[other] { $count } tarros de humo
}
    .gender = m
stealth-item-smoke-pot-about = Al lanzarlo, llena un lugar de humo que adormece.
stealth-item-glow-moss = { $count ->
    [one] musgo luminoso
   *[other] { $count } puñados de musgo luminoso
}
    .gender = m
stealth-item-glow-moss-about = Al lanzarlo, brilla donde cae. Quien lo ve se acerca a mirar.
stealth-effect-slumber = sopor
    .gender = m
stealth-creature-glow = musgo luminoso
    .gender = m
stealth-creature-glow-about = Alumbra lo que está cerca hasta que se apaga.
stealth-does-lull = Duerme a quien esté a una casilla, también a ti; se puede sorprender a quien duerme.
stealth-does-light = Brilla y atrae a quien lo ve.
stealth-smoke-you = El humo te nubla la cabeza.
stealth-smoke-other = { $target-gender ->
    [f] La { $target }
   *[m] El { $target }
} se duerme.
stealth-sound-whistle = un silbido
stealth-sound-landing = algo que cae
stealth-sound-shatter = algo que se rompe
stealth-sound-cry = un grito
stealth-cries-out = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} da un grito (ruido { $noise }). Puede despertar a quien duerme y atraer a otros.
stealth-look-light = Su luz: { $less } de sigilo menos a { $cells } casillas.
stealth-look-cries = Grita cuando te ha descubierto (ruido { $loudness }).
stealth-ghost-floors = Pisos fantasma, sin que te descubrieran y sin matar: { $ghost } de { $floors }
stealth-followed = { $count ->
    [one] Alguien te sigue por la escalera.
   *[other] { $count } criaturas te siguen por la escalera.
}
stealth-follows = ¡{ $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} te ha seguido por la escalera!
stealth-edge-joins = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} se suma a la búsqueda.
stealth-door-listened = Alguien escucha tras la puerta.
stealth-door-listened-why = Escucha tras la puerta: { $roll } en un dado de seis caras, más { $plus }, contra { $target }: { $heard ->
    [yes] lo logra
   *[no] no lo logra
}.
stealth-composed = Nadie te ha descubierto en el piso que dejas. Llegas con temple: sigilo +{ $stealth }, suerte +{ $luck }, oído +{ $foh }, hasta que dejes este piso.
stealth-kills-earn-nothing = Matar no da nada. Un piso que dejas sin que te descubran te da temple en el siguiente.
stealth-noticed-times = Veces que te vieron, oyeron o notaron cerca: { $count }
