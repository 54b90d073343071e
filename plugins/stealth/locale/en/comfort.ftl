# Confirmations before harm.
stealth-sure-self = At yourself?
stealth-sure-feet = On your own cell? Move the cursor to throw elsewhere.
stealth-sure-harmful = Use { $name } on yourself? { $does }
stealth-sure-use = Use { $name } on yourself? Effect: { $effect }.
stealth-sure-harm = { $name }: step there anyway?
stealth-sure-risky = { $chance }: the { $creature }, { $distance } { $distance ->
    [one] cell
   *[other] cells
} { $where }, notices you. Go on?
stealth-sure-remembered = { $chance }: the { $creature }{ $distance ->
    [0] {""}
    [one] , last known { $distance } cell { $where },
   *[other] , last known { $distance } cells { $where },
} notices you. Go on?
stealth-sure-overheard = { $chance }: a creature that you hear ({ $sound } { $from }) notices you. Go on?
stealth-sure-loud = { $chance }: the { $creature } hears that (noise { $noise }). Go on?
stealth-sure-break = Noise { $noise } when the wall breaks{ $cells ->
    [0] {""}
   *[other] , noticed by ordinary ears { $range }
}. Strike it?
stealth-sure-bell = Noise { $noise } at once{ $cells ->
    [0] {""}
   *[other] : a creature with ordinary ears notices you { $range }, one with keen ears farther off
}.{ $rings ->
    [0] {""}
   *[other] {" "}While you carry it, it rings every { $period } turns (noise { $rings }).
} Take the bell?

# Deeds.
stealth-deeds = DEEDS: { $count ->
    [0] none slain
    [one] 1 slain
   *[other] { $count } slain
}
stealth-nobody-slain = You have slain nothing. No creature need know that you were here.
stealth-column-count = count

# Mood changes of creatures in view.
stealth-edge-wakes = The { $creature } stirs.
stealth-edge-wakes-why = The { $creature } stirs. { $why }
stealth-waking = { $cause ->
    [restless] It did not sleep soundly: roll { $roll } of 2 to 12 - your luck { $luck } = { $sum }, over 10.
    [noise] It heard a noise in its sleep: its roll { $roll } is below noise { $stealth }.
   *[other] You woke it, within its { $cause ->
        [sees] sight
       *[hears] hearing
    }, { $distance } { $distance ->
        [one] cell
       *[other] cells
    } away: roll { $roll } of 1 to 6 - your stealth { $stealth } - your luck's roll { $luck } = { $sum }, over 3.
}
stealth-waking-rule = A sleeper within { $reach } { $reach ->
    [one] cell
   *[other] cells
} rolls 2 to 12 each turn, and wakes above 10 + your luck. If you are within its sight or hearing, it also rolls 1 to 6, and wakes above 3 + your stealth (less noise) + your luck. A noise of 2 or more wakes it if a roll of 1 to 10 is below its loudness.
stealth-edge-notices = The { $creature } has noticed you!
stealth-edge-notices-why = The { $creature } has noticed you! { $why }
stealth-edge-named = It was the { $creature }. { $why }
stealth-edge-provoked = The { $creature } hunts you now: { $how ->
    [thrown] your throw
    [shot] your shot
    [item] what you used on it
   *[melee] your blow
} gave you away, and no roll can hide that.
stealth-edge-splits = The { $creature } splits, and { $prey ->
    [apart] one half hunts you, the other half another,
    [others] its halves each hunt another
   *[one] { $count ->
        [one] its remaining half hunts
       *[other] both halves hunt
    } { $prey ->
        [you] you
        [seen] the { $other }
       *[unseen] another
    }
} at once, without a roll.
stealth-edge-loses = The { $creature } has lost { $knew ->
    [yes] you
   *[no] its prey
}.

# Why a creature noticed you. The sum of range and rolls must reach the distance, or exceed yours next to it.
stealth-notice-sight = It saw you { $distance } { $distance ->
    [one] cell
   *[other] cells
} away: sight { $range } + roll { $roll }{ $other ->
    [0] {""}
   *[other] {" "}+ other { $other }
} - your stealth { $stealth } - your luck's roll { $luck } = { $reach } { $reach ->
    [one] cell
   *[other] cells
}.
stealth-notice-hearing = It heard you { $distance } { $distance ->
    [one] cell
   *[other] cells
} away: hearing { $range } + roll { $roll }{ $other ->
    [0] {""}
   *[other] {" "}+ other { $other }
} - your stealth { $stealth } - your luck's roll { $luck } = { $reach } { $reach ->
    [one] cell
   *[other] cells
}.
stealth-notice-adjacent = You were next to it: its perception { $range } + roll { $roll } = { $its }, not less than your stealth { $stealth } + roll { $own } + your luck's roll { $luck } = { $yours }.
stealth-notice-rule = Luck is rolled each time: from 0 to your luck, which is { $luck }.
stealth-unseen-sight = { $known ->
    [yes] The { $creature }
   *[no] Something
} { $from } has seen you and { $sure ->
    [yes] hunts you
   *[no] comes to look
}: { $lit ->
    [yes] you stood in the light
   *[no] you stood in the dark
}, your stealth was { $stealth }{ $chance ->
    [0] {""}
   *[other] ; its chance was { $chance } %
}.
stealth-unseen-hearing = { $known ->
    [yes] The { $creature }
   *[no] Something
} { $from } has heard you and { $sure ->
    [yes] hunts you
   *[no] comes to look
}: your noise was { $noise }, your stealth { $stealth }{ $chance ->
    [0] {""}
   *[other] ; its chance was { $chance } %
}.
stealth-unseen-adjacent = { $known ->
    [yes] The { $creature }
   *[no] Something
} next to you has noticed you and { $sure ->
    [yes] hunts you
   *[no] comes to look
}: your noise was { $noise }, your stealth { $stealth }{ $chance ->
    [0] {""}
   *[other] ; its chance was { $chance } %
}.
stealth-unseen-why = { $manner ->
    [sight] It saw you, { $lit ->
        [yes] standing in the light
       *[no] standing in the dark
    }.
    [hearing] It heard you.
   *[adjacent] It was next to you.
} Your noise: { $noise }. Your stealth: { $stealth }. You did not see it then: once it is in view, its range and its roll are known.
stealth-unplaced = beyond your sight and hearing

# Page names in the help.
stealth-page-inventory = pack
stealth-page-combat = combat panel
stealth-page-deeds = deeds
stealth-page-legend = signs and words

# End of the game.
stealth-over-by = Cause: { $killer }.
stealth-over-noticed = It noticed you on turn { $turn }, { $act ->
    [wait] as you waited
    [step] as you walked
    [attack] as you fought
    [pass] while you could do nothing
    [whistle] as you whistled
    [ease] as you eased a door open
    [open] as you opened something
    [close] as you closed a door
    [strike] as you struck at something
    [reach] as you fought
    [throw] as you threw something
    [shoot] as you shot
    [lamp] as you handled your lamp
    [stairs] as you took the stairs
    [pick-up] as you picked something up
    [drop] as you dropped something
    [activate] as you used an item
    [answer] as you made a choice
    [inspect] as you looked closely
   *[other] as you did something else
}. { $why }
stealth-over-provoked = You struck first: on turn { $turn }, { $how ->
    [thrown] your throw
    [shot] your shot
    [item] what you used on it
   *[melee] your blow
} gave you away, and it hunted you without a roll.
stealth-over-first = The last hunt began on turn { $turn }: you were noticed by the { $creature }.
stealth-over-earliest = You were first noticed on turn { $turn }, by the { $creature }. { $why }
stealth-over-safe = Turn { $turn } was your last safe one: the wounds that killed you came after it.
stealth-over-unused = Unused in your pack: { $items }.
stealth-over-noticer = { $creature } (turn { $turn })
stealth-over-unseen = Noticed you and { $count ->
    [one] was
   *[other] were
} never seen: { $creatures }.
stealth-over-others = { $count ->
    [one] Another had noticed you in the last turns.
   *[other] { $count } others had noticed you in the last turns.
}
stealth-noticers = WHO NOTICES YOU
stealth-killer = KILLED YOU LATER: { $killer }
stealth-killer-disguised = something in disguise
stealth-killer-perceives = { $sees ->
    [yes] sees you
   *[no] does not see you
}, { $hears ->
    [yes] hears you
   *[no] does not hear you
}, { $distance ->
    [one] { $distance } cell
   *[other] { $distance } cells
} from you

# Inspecting a creature.
stealth-look-noticed = { $sure ->
    [yes] Noticed you on turn { $turn }.
   *[no] Not sure of you since turn { $turn }.
} { $why }
stealth-look-woke = Woke on turn { $turn }. { $why }
stealth-look-senses = Sees { $fov } { $fov ->
    [one] cell
   *[other] cells
}, hears { $foh }.
stealth-look-passes = Walk into it to change places.
stealth-look-stays = Noises do not draw it.
