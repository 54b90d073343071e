# The screen.

stealth-title = THE UNDERCROFT
stealth-tagline = A game of hearing and being heard. Every step is a sound; a creature that has not noticed you can be avoided, lured away or struck first.
stealth-title-desert = THE UNDERCROFT  the desert above
stealth-title-depth = THE UNDERCROFT  depth { $floor }
stealth-melee = MELEE
stealth-you-make = noise { $bar } { $noise } ≤{ $cells }
stealth-you-make-short = noise { $noise } ≤{ $cells }
stealth-you-make-words = noise { $noise }{ $shifted ->
    [yes] , as you shift your feet
   *[no] { "" }
}, noticed { $range }
stealth-within = up to { $cells } { $cells ->
    [one] cell
   *[other] cells
} away{ $certainty ->
    [all] {" "}for sure
    [some] , { $sure } for sure
   *[none] {""}
}
stealth-silence = noise { $bar } { $noise }
stealth-silence-short = noise { $noise }
stealth-silence-words = noise { $noise }
stealth-stealth = stealth { $stealth }
stealth-light-day = daylight
stealth-unnoticed = { $unnoticed ->
    [yes] floor: unnoticed
    [hunted] floor: hunted
   *[no] floor: noticed{ $count ->
        [0] { "" }
       *[other] { " " }×{ $count }
    }
}
stealth-unnoticed-short = { $unnoticed ->
    [yes] unnoticed
    [hunted] hunted
   *[no] noticed{ $count ->
        [0] { "" }
       *[other] { " " }×{ $count }
    }
}
stealth-light-lit = lamp, sight { $fov }
stealth-light-other = own light, sight { $fov }
stealth-light-dark = dark, sight { $fov }
stealth-light-lit-short = lamp { $fov }
stealth-light-other-short = lit { $fov }
stealth-light-dark-short = dark { $fov }
stealth-ill = , { $effect }
stealth-listening = listening, { $waits } of { $of }
stealth-woodcut = woodcut
stealth-self = YOU
stealth-hp = life
stealth-stamina = stamina
stealth-hit-line = to-hit { $to_hit }, defense { $defense }
stealth-armor-line = armor { $armor }
stealth-cache-line = guard: to-hit +{ $th }, defense +{ $df }
stealth-unarmed = bare hands
stealth-effect-line = { $turns ->
    [-1] { $name }
   *[other] { $name } ({ $turns })
}
stealth-in-sight = IN SIGHT
stealth-in-sight-chances = IN SIGHT: % STAYING
stealth-out-of-sight = OUT OF SIGHT
stealth-underfoot = UNDERFOOT
stealth-mood = { $mood ->
    [asleep] asleep
    [distracted] hunting another
    [hunting] hunting
    [investigating] investigating
    [wary] wary
    [searching] searching
   *[unaware] unaware
}
stealth-unaware-sign = ↯ backstab
stealth-look-creature = { $name }{ $mood ->
    [asleep] , asleep
    [distracted] , hunting another
    [hunting] , hunting you
    [investigating] , on its way to look
    [wary] , wary of you
    [searching] , searching{ $knew ->
        [yes] {" "}for you
       *[no] {""}
    }
    [unaware] , unaware of you
   *[none] { "" }
}
stealth-several = { $name } ×{ $count }
stealth-worn = { $name } (in use)
stealth-remembered = { $name }, as you remember it
stealth-remembered-creature = { $creature }, { $mood ->
    [asleep] asleep
    [distracted] hunting another
    [hunting] hunting you
    [investigating] on its way to look
    [wary] wary of you
    [searching] searching
   *[unaware] unaware of you
} when last seen{ $turns ->
    [0] {""}
    [one] , { $turns } turn ago
   *[other] , { $turns } turns ago
}
stealth-out-of-view = { $creature } out of sight
stealth-seen-last = { $mood ->
    [asleep] {""}
    [heard] heard{" "}
   *[seen] { $state }{" "}
}{ $turns ->
    [0] now
    [one] { $turns } turn ago
   *[other] { $turns } turns ago
}
stealth-about-worn = In use: this takes it off.
stealth-about-damage = Damage { $low } to { $high }.
stealth-bonus = { $stat } { $value }
stealth-bonus-and = { $first }, { $next }
stealth-about-bonus = { $bonus }.
stealth-about-exchange = Instead of { $name }{ $has ->
    [yes] , which gives: { $bonus }
   *[no] {""}
}.
stealth-about-reach = Reaches { $reach } cells.
stealth-about-clatter = Good to throw, up to { $range } cells: it lands with noise { $loudness }, which draws those who hear it.
stealth-about-throwable = Good to throw.
stealth-stat-to_hit = To-hit
stealth-stat-defense = Defense
stealth-stat-armor = Armor
stealth-stat-stealth = Stealth
stealth-stat-noise = Step noise
stealth-stat-fov = Sight
stealth-stat-foh = Hearing
stealth-stat-strength = Strength
stealth-stat-luck = Luck
stealth-stat-damage = Damage
stealth-stat-shooting = To-hit when shooting
stealth-stat-stamina_max = Stamina
stealth-stat-poison_resistance = Poison resistance
stealth-stat-recovery = Recovery
stealth-yes = yes
stealth-no = no
stealth-list-done = nothing
stealth-inventory = CARRIED { $count } of { $room }
stealth-nothing-carried = You carry nothing.
stealth-combat = COMBAT
stealth-nobody-in-view = No creature is in view.
stealth-aggravated-name = { $name } (!)
stealth-column-name = who
stealth-column-distance = away
stealth-column-hp = life
stealth-column-stamina = stamina
stealth-column-defense = defense
stealth-column-strength = damage
stealth-column-to-hit = to-hit
stealth-column-armor = armor
stealth-over-died = You have died.
stealth-over-won = You carried it home.
stealth-over-facts = Depth { $floor }, turn { $turns }.
stealth-satiety = satiety
stealth-place = { $name } { $where }
stealth-heard-title = HEARD
stealth-heard-chances = HEARD: ~% STAYING
stealth-heard-bell = your bell, in { $turns } { $turns ->
    [one] turn
   *[other] turns
}
stealth-heard-line = { $sound }{ $count ->
    [1] { "" }
   *[other] { " " }×{ $count }
}{ $age ->
    [0] { "" }
    [one] , 1 turn ago
   *[other] , { $age } turns ago
}

# The fight at hand: chance to hit and damage of a hit. Longer words for front ends in plain text.
stealth-fight = FIGHT
stealth-fight-you = you hit { $about }{ $percent }% { $low }-{ $high }
stealth-fight-it = hits you { $about }{ $percent }% { $low }-{ $high }
stealth-fight-you-words = your chance to hit is { $percent } %, for { $low } to { $high } damage
stealth-fight-it-words = its chance to hit is { $percent } %, for { $low } to { $high } damage
stealth-fight-stamina = stamina after: { $after }
stealth-fight-venom = its hit poisons
stealth-fight-helpless = it cannot act
stealth-fight-exhausted = no stamina: wait

# What waiting does now.
stealth-wait-defends = { $change ->
    [1] catch breath: +1 stamina
   *[other] { $left ->
        [0] defend: your last stamina
       *[other] defend: -1 stamina
    }
}
stealth-wait-listens = listen
stealth-wait-rests = rest: +{ $change } stamina
stealth-wait-shifts = shift your feet: noise { $noise }
