# Criaturas que van a ver qué ha hecho un ruido.

stealth-edge-inquires = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} ha oído algo y va a mirar.
stealth-edge-inquires-why = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} te ha oído y va a mirar: { $sound }, ruido { $noise }, a { $distance } { $distance ->
    [one] casilla
   *[other] casillas
}.
stealth-edge-comes = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} viene a mirar algo que ha oído.
stealth-edge-comes-noise = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} viene a mirar: te oyó, { $sound }, ruido { $noise }.
stealth-edge-comes-why = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} { $aim ->
    [hunts] aparece y te persigue
    [searches] aparece y te busca
   *[looks] viene a buscarte
}: te descubrió en el turno { $turn }. { $why }
stealth-edge-notices-unsurely = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} no sabe bien qué ha notado y viene a mirar. { $why }
stealth-edge-shrugs = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} pierde el interés.
stealth-edge-gives-up = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} deja de buscar.
stealth-edge-loses-unseen = Algo te ha perdido: lo oyes buscar { $direction ->
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
