# Criaturas que van a ver qué ha hecho un ruido.

stealth-edge-inquires = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} ha oído algo y va a mirar.
stealth-edge-inquires-why = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} { $by ->
    [you] te ha oído
    [throw] ha oído tu lanzamiento
   *[other] ha oído algo
} y va a mirar: { $sound }, ruido { $noise }, a { $distance } { $distance ->
    [one] casilla
   *[other] casillas
}.
stealth-edge-comes = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} viene a mirar algo que ha oído.
stealth-edge-comes-bell = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} viene por la campana que llevas.
stealth-edge-comes-noise = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} viene a mirar: { $by ->
    [throw] oyó tu lanzamiento
   *[you] te oyó
}, { $sound }, ruido { $noise }, { $distance ->
    [0] justo donde está ahora
    [one] a 1 casilla de donde está ahora
   *[other] a { $distance } casillas de donde está ahora
}.
stealth-edge-comes-why = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} { $aim ->
    [hunts] aparece { $where } y te persigue: te descubrió en el turno { $turn }.
    [searches] aparece { $where } y te busca: te descubrió en el turno { $turn }.
   *[looks] viene a mirar: no sabe bien qué notó en el turno { $turn }.
} { $why }
stealth-edge-comes-unnoticed = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} aparece { $where } y { $aim ->
    [hunts] te persigue: ya iba de caza, y se vuelve contra el enemigo más cercano sin otra tirada
   *[searches] busca lo que perseguía; no te ha descubierto
}.
stealth-edge-first-notice = Fue { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} quien te percibió en el turno { $turn } sin que lo vieras. { $why }
stealth-edge-notices-unsurely = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} no sabe bien qué ha notado y viene a mirar. { $why }
stealth-edge-shrugs = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} no encuentra nada y pierde el interés.
stealth-edge-calm = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} reaparece y ya no te busca.
stealth-edge-gives-up = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} deja de buscar.
stealth-edge-loses-unseen = Algo { $knew ->
    [yes] te ha perdido
   *[no] ha perdido lo que perseguía
}: lo oyes buscar { $direction ->
    [0] al norte
    [1] al nordeste
    [2] al este
    [3] al sudeste
    [4] al sur
    [5] al sudoeste
    [6] al oeste
    [7] al noroeste
   *[other] aquí mismo
}.

# Ruidos que delatan lo que hay cerca.

stealth-sound-snore = ronquidos
stealth-sound-chew = un roer
stealth-sound-chain = una cadena
stealth-sound-mutter = murmullos
stealth-sound-wings = un aleteo
stealth-sound-drip = agua que gotea

# La leyenda: una línea cada entrada.

stealth-legend = SIGNOS Y PALABRAS
stealth-legend-asleep = dormido: cada turno que estás cerca tira para ver si se despierta
stealth-legend-unaware = no te percibe: no sabe de ti
stealth-legend-investigating = va a mirar lo que oyó o vio a medias
stealth-legend-wary = recela: te persiguió, y ningún golpe lo sorprende
stealth-legend-searching = busca: ha perdido lo que perseguía, y busca donde lo percibió por última vez
stealth-legend-distracted = persigue a otro: va tras un aventurero, no tras de ti
stealth-legend-hunting = te persigue: sabe dónde estás y va hacia ti
stealth-legend-ambush = en tu casilla: quien está a tu lado está expuesto a un golpe por sorpresa
stealth-legend-unsure = «No sabe bien»: te oyó, o te vio a más de { $cells } casillas: solo viene a mirar.
stealth-legend-noticed = «Te ha descubierto»: está seguro de ti, y te persigue desde ahora.
stealth-legend-reach = «Ruido 2 ≤4»: una criatura de oído normal puede percibir ese ruido a hasta 4 casillas.
stealth-legend-heard = «Pasos ~5 %, paso ~30 %, ≤80 %»: la probabilidad de que una criatura a la que solo oyes te perciba si te quedas y si das un paso: la media de todas las que pueden vivir aquí y sonar así, estén donde estén. «≤80 %» es la más alta de ellas.
stealth-legend-named = «Era»: lo que te descubrió este turno sin que lo vieras está ya a la vista.
stealth-legend-composed = Un piso está sin descubrir mientras nadie te haya visto, oído ni sentido en él. Si lo dejas así al pasar a uno nuevo, allí tendrás temple: más sigilo, oído y suerte. Matar no da nada. «Piso: te persiguen»: quien te persigue no tuvo que descubrirte, como tras un golpe tuyo; el piso sigue contando como sin descubrir.
stealth-legend-surprise = No puedes sorprender a una criatura que te persigue o que ya te descubrió, salvo que duerma. ↯ señala a las que sí.
stealth-legend-surprise-words = No puedes sorprender a una criatura que te persigue o que ya te descubrió, salvo que duerma. Tu estado dice «por la espalda» junto a las que sí.
