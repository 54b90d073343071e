# Commands that take many turns, and what stops them.
stealth-key-explore = explore
stealth-key-travel = travel
stealth-key-down = down the stairs
stealth-key-up = up the stairs, or home
stealth-key-rest = rest
stealth-ask-travel = Go where?
stealth-course-seen = You stop: { $creature } in sight.
stealth-course-noticed = You stop: the { $creature } has noticed you.
stealth-course-woke = You stop: the { $creature } has woken.
stealth-course-near = You stop: the { $creature } comes near.
stealth-course-hunted = Not while something is hunting you: { $creature }.{ $again ->
    [yes] { " " }From now on each press takes one step.
   *[no] { "" }
}
stealth-course-heard = You stop and listen: { $sound } { $from }.
stealth-course-risky = { $chance }: the { $creature }, { $distance } { $distance ->
    [one] cell
   *[other] cells
} { $where }, { $happens ->
    [wakes] wakes at
    [looks] comes to look at
   *[notices] notices
} a step { $way }. Press again to take it.
stealth-course-fight = The { $creature }, { $distance } { $distance ->
    [one] cell
   *[other] cells
} { $where }, hunts another: a step { $way } may draw you into their fight; press again to take it.
stealth-course-remembered = { $chance }: the { $creature }{ $distance ->
    [0] {""}
    [one] , last known { $distance } cell { $where },
   *[other] , last known { $distance } cells { $where },
} notices a step { $way }. Press again to take it.
stealth-course-overheard = { $chance }: a creature that you hear ({ $sound } { $from }) notices a step { $way }. Press again to take it.
stealth-course-loud = Noise { $noise }{ $cells ->
    [0] {""}
   *[other] , noticed by ordinary ears { $range }
}: { $name }, { $way }. Press again to { $what ->
    [door] open it
   *[ground] walk on it
}{ $lit ->
    [yes] ; your lamp will shine through it
   *[no] {""}
}.
stealth-course-bell = The { $bell } is here. It sounds when taken and all the way home.
stealth-course-circling = You walk back and forth here and see nothing new: go on, or take some steps yourself.
stealth-course-sensed = You stop: something { $sure ->
    [yes] has noticed you
   *[no] comes to look
}.
stealth-course-melee = You stop: { $creature } next to you, { $way }.
stealth-course-hurt = You stop: you have been hurt.
stealth-course-effect = You stop: something has taken hold of you ({ $effect }).
stealth-course-hungry = You stop: { $satiety ->
    [1] you are starving
    [4] you are weak with hunger
   *[other] you are hungry
}.
stealth-course-unknown = You have not seen that place.
stealth-course-no-way = You know of no way there.
stealth-course-shut = The rest lies behind the door to the { $way } that you shut on a hunter. Open it yourself if you dare.
stealth-course-unseen = Something unseen is in the way.
stealth-course-blocked = In the way: { $name }, { $distance } { $distance ->
    [one] cell
   *[other] cells
} { $way }{ $near ->
    [yes] .
   *[no] : press again to go up to it.
}
stealth-course-no-stairs = { $way ->
    [down] You have seen no stairs that lead down.
   *[up] You have seen no stairs that lead up.
}
stealth-course-container = { $name } next to you, { $way }: walk into it to open it, with noise.
stealth-course-explored = { $stairs ->
    [yes] Nothing is left to explore. > leads down.
    [both] Nothing is left to explore. > leads down; the narrow stairs (≥) lead to another place.
    [none] Nothing is left to explore.
   *[no] Nothing is left to explore, and there is no way down: inspect the walls (x).
}
stealth-course-explored-but = The way to the rest is blocked: { $name }, { $distance } { $distance ->
    [one] cell
   *[other] cells
} { $way }.{ $stairs ->
    [no] { "" }
    [none] { "" }
   *[yes] { " " }> leads down.
}{ $again ->
    [yes] { " " }Press again to wait a turn.
   *[no] { "" }
}
stealth-course-blind = You see too little to explore: light your lamp, or take off what narrows your sight.
stealth-course-rested = { $again ->
    [yes] You are rested. Press again to wait on, up to { $turns } turns.
   *[no] You are rested, after { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    }.
}
stealth-course-door-corner = To listen at the door, stand straight before it, not at its corner. Press again to rest here.
stealth-course-nothing = You have waited { $turns } turns, the most at a time: nothing has come.

# The statistics of the player.
stealth-score-course = mode
stealth-score-ending = ending
stealth-score-killer = cause of death
stealth-score-deepest = deepest
stealth-score-ghosted = ghost floors
stealth-score-noticed = noticed
stealth-score-slain = slain
stealth-score-classic = classic rules
stealth-score-won = great bell brought home
stealth-score-won-copper = copper bell brought home
stealth-score-won-silver = silver bell brought home
stealth-score-won-gold = golden bell brought home
stealth-score-died = died
stealth-score-learned = lessons finished

# Games with a task (P-TASK-1).

stealth-course-done = It is done.
stealth-course-failed = That was not supposed to happen.
stealth-over-done = You have done what you set out to do.
stealth-over-failed = You have not done what you set out to do.
stealth-score-done = tasks done
stealth-score-failed = tasks failed

# Hunts (P-HUNT): a creature asks its player for an order.

stealth-order = { $creature }: what should it do?
stealth-order-wait = wait
stealth-order-shoot = shoot
stealth-order-walk = go { $way }
stealth-order-close = close the door { $way }
