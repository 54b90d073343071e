# La probabilidad de que te descubran, antes de actuar.

stealth-percent = { $about ->
    [yes] más o menos{" "}
   *[no] {""}
}{ $sign ->
    [range] entre { $low } y { $high } %
   *[other] { $number }
}
stealth-percent-number = { $sign ->
    [range] { $low }-{ $high } %
    [less] <{ $low } %
    [more] >{ $low } %
   *[exact] { $low } %
}
stealth-percent-short = { $about ->
    [yes] ~{ $chance }
   *[no] { $chance }
}{ $comes ->
    [yes] , mira { $coming }
   *[no] {""}
}{ $steps ->
    [yes] , paso { $step }
   *[no] {""}
}
stealth-range = { $why ->
    [unseen] de … a …: no se sabe dónde está
   *[hidden] de … a …: parte no está a la vista
}
stealth-chance = { $happens ->
    [wakes] se despierta { $chance }
    [comes] viene a mirar { $coming }
   *[notices] { $chance }{ $comes ->
        [yes] , viene a mirar { $coming }
       *[no] {""}
    }
}
stealth-chance-staying = { $chance } si te quedas{ $steps ->
    [yes] , hasta { $step } si das un paso
   *[no] {""}
}
stealth-stranger-name = { $sound } de algo que no ves
stealth-stranger-short = ~{ $stay }{ $steps ->
    [yes] , paso ~{ $step }
   *[no] {""}
}{ $wide ->
    [yes] , ≤{ $most }
   *[no] {""}
}
stealth-stranger-hunts = te persigue
stealth-stranger-searches = busca, sin pronóstico
stealth-stranger-words = { $stay-words } si te quedas{ $steps ->
    [yes] , { $step-words } si das un paso
   *[no] {""}
}
stealth-mean = más o menos { $mean }{ $wide ->
    [yes] , como mucho { $most }
   *[no] {""}
}
stealth-odds-stay = Si te quedas
stealth-odds-step = Un paso { $direction }
stealth-way = { $direction ->
    [0] al norte
    [1] al nordeste
    [2] al este
    [3] al sudeste
    [4] al sur
    [5] al sudoeste
    [6] al oeste
   *[7] al noroeste
}
stealth-odds-lamp = { $lit ->
    [yes] Si apagas el farol
   *[no] Si enciendes el farol
}
stealth-odds-ease = Si entornas la puerta { $direction }
stealth-odds-whistle = Si silbas
stealth-odds-attack = Si peleas aquí
stealth-outlook = { $place ->
    [here] Riesgo
   *[elsewhere] { $creature }
}: { $stay } si te quedas{ $way ->
    [none] .
    [there] , { $step } si das un paso allí.
    [blow] . Un paso allí es un golpe{ $unaware ->
        [yes] {" "}por sorpresa
       *[no] {""}
    }: acierto { $about }{ $percent } %, daño de { $low } a { $high }.
   *[toward] , { $step } si das un paso hacia allí.
}{ $range ->
    [unseen] {" "}Es un intervalo porque no se sabe dónde está ahora.
    [hidden] {" "}Es un intervalo porque parte de lo que cuenta no está a la vista.
   *[no] {""}
}
stealth-mod-chance = { $what }: { $chance } { $deed ->
    [step] en su próximo paso
    [blow] si golpeas
    [open] si abres
   *[walk] si pisas ahí
}.
stealth-look-effect = Bajo un efecto: { $effect }.
