# The odds of being noticed, before an action.

stealth-percent = { $about ->
    [yes] about{" "}
   *[no] {""}
}{ $sign ->
    [range] { $low } to { $high } %
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
    [yes] , looks { $coming }
   *[no] {""}
}{ $steps ->
    [yes] , step { $step }
   *[no] {""}
}
stealth-range = { $why ->
    [unseen] a range: its place is not known
   *[hidden] a range: part is out of view
}
stealth-chance = { $happens ->
    [wakes] wakes { $chance }
    [comes] comes to look { $coming }
   *[notices] { $chance }{ $comes ->
        [yes] , comes to look { $coming }
       *[no] {""}
    }
}
stealth-chance-staying = { $chance } if you stay{ $steps ->
    [yes] , up to { $step } if you step
   *[no] {""}
}
stealth-stranger-name = { $sound }, unseen
stealth-stranger-short = ~{ $stay }{ $steps ->
    [yes] , step ~{ $step }
   *[no] {""}
}{ $wide ->
    [yes] , ≤{ $most }
   *[no] {""}
}
stealth-stranger-hunts = hunting you
stealth-stranger-searches = searching, no odds
stealth-stranger-words = { $stay-words } if you stay{ $steps ->
    [yes] , { $step-words } if you step
   *[no] {""}
}
stealth-mean = about { $mean }{ $wide ->
    [yes] , at most { $most }
   *[no] {""}
}
stealth-odds-stay = If you stay
stealth-odds-step = A step { $direction }
stealth-way = { $direction ->
    [0] north
    [1] northeast
    [2] east
    [3] southeast
    [4] south
    [5] southwest
    [6] west
   *[7] northwest
}
stealth-odds-lamp = { $lit ->
    [yes] If you put out the lamp
   *[no] If you light the lamp
}
stealth-odds-ease = If you ease the door { $direction }
stealth-odds-whistle = If you whistle
stealth-odds-attack = If you fight here
stealth-outlook = { $place ->
    [here] Risk
   *[elsewhere] { $creature }
}: { $stay } if you stay{ $way ->
    [none] .
    [there] , { $step } if you step there.
    [blow] . A step there is a { $unaware ->
        [yes] surprise blow
       *[no] blow
    }: hit { $about }{ $percent } %, { $low } to { $high } damage.
   *[toward] , { $step } if you step that way.
}{ $range ->
    [unseen] {" "}It is a range because its place is unknown by now.
    [hidden] {" "}It is a range because part of what counts is out of view.
   *[no] {""}
}
stealth-mod-chance = { $what }: { $chance } { $deed ->
    [step] on its next step
    [blow] if you strike it
    [open] if you open it
   *[walk] if you step there
}.
stealth-look-effect = Under an effect: { $effect }.
