# Log lines of the rules. $seen and $struck: whether the attacker and the target are in view.

stealth-wall = A wall is in the way.
stealth-edge = There is nothing beyond.
stealth-staggers = You are confused, and stagger another way.
stealth-occupied = That cell is occupied.
stealth-cannot = That cannot be done.
stealth-locked = It is locked, and you lack the { $color } key.
stealth-nothing-to-close = There is no open door there.
stealth-several-doors = Several doors stand open here: choose one.
stealth-doorway-blocked = Something is in the doorway.
stealth-exhausted = You are out of breath. Step away to recover; next to an enemy, waiting gives back only 1.
stealth-nobody-there = There is no creature there.
stealth-too-far = That is too far away.
stealth-no-target = There is no creature within reach.
stealth-pick-target = Several are within reach: pick one.
stealth-aim-unseen = { $known ->
    [yes] You remember it, but cannot see it.
   *[no] You have never seen that cell.
}
stealth-unseen = You cannot see that place.
stealth-line-blocked = Something is in the way.
stealth-line-creature = The { $creature } is in the way.
stealth-not-carried = You do not carry that.
stealth-cursed = It clings to you and will not come off.
stealth-no-bow = You hold nothing to shoot with.
stealth-no-ammunition = You have nothing to shoot.
stealth-lamp-daylight = The lamp is of no use in daylight.
stealth-lamp-on = You light the lamp. Any creature that looks will see you.
stealth-lamp-wet = In the water the lamp goes out.
stealth-lamp-off = You put the lamp out.
stealth-wall-holds = The wall holds.
stealth-wall-cracks = The wall cracks.
stealth-wall-collapses = The wall comes down with a crash.
stealth-door-holds = The door holds.
stealth-door-cracks = The door splinters.
stealth-door-collapses = The door breaks with a crash.
stealth-door-burns = The door goes up in flames.
stealth-nothing-to-strike = There is nothing to strike there.
stealth-takes-stairs = The { $target } takes the stairs down.
stealth-hark-begins = You stand still and listen.
stealth-beat-out = Beat out the { $target }?
stealth-attack-peaceful = Attack the { $target }, who means you no harm?
stealth-pass = You change places with the { $name }.

stealth-backstab = { $knew ->
    [yes] The { $target } does not see the blow coming.
   *[no] The { $target } never knew you were there.
}
stealth-you-hit = You { $manner ->
    [thrown] throw and hit
    [shot] shoot and hit
   *[melee] hit
} { $struck ->
    [no] something
   *[yes] the { $target }
} for { $damage }.
stealth-you-glance = You hit { $struck ->
    [no] something
   *[yes] the { $target }
} but do no damage.
stealth-you-miss = You miss { $struck ->
    [no] something
   *[yes] the { $target }
}.
stealth-us-hit = { $seen ->
    [no] Something
   *[yes] The { $attacker }
} { $manner ->
    [shot] shoots you
   *[melee] hits you
} for { $damage }.
stealth-us-glance = { $seen ->
    [no] Something
   *[yes] The { $attacker }
} hits you but does no damage.
stealth-us-miss = { $seen ->
    [no] Something
   *[yes] The { $attacker }
} misses you.
stealth-other-hit = { $seen ->
    [no] Something
   *[yes] The { $attacker }
} hits { $struck ->
    [no] something
   *[yes] the { $target }
}.
stealth-other-glance = { $seen ->
    [no] Something
   *[yes] The { $attacker }
} hits { $struck ->
    [no] something
   *[yes] the { $target }
} but does no damage.
stealth-other-miss = { $seen ->
    [no] Something
   *[yes] The { $attacker }
} misses { $struck ->
    [no] something
   *[yes] the { $target }
}.
stealth-dies = { $struck ->
    [no] Something
   *[yes] The { $target }
} falls.
stealth-burns-out = The { $target } burns out.
stealth-you-die = { $killer-cause ->
    [yes] You die: { $killer }.
   *[no] The { $killer } kills you.
}
stealth-cause-unknown = causes unknown
    .cause = yes
stealth-cause-poisoned = poison
    .cause = yes
stealth-cause-burning = fire
    .cause = yes
stealth-cause-hunger = hunger
    .cause = yes
stealth-cause-petrifying = turned to stone
    .cause = yes
stealth-effect-ends = { $effect } wears off.
stealth-defense-trained = All that dodging pays off: your DEFENSE grows by one.

# Hearing. Directions are 0 to 7, clockwise from north; -1: on the spot.
stealth-direction = { $direction ->
    [0] from the north
    [1] from the northeast
    [2] from the east
    [3] from the southeast
    [4] from the south
    [5] from the southwest
    [6] from the west
    [7] from the northwest
   *[other] right here
}
stealth-at-direction = { $direction ->
    [0] to the north
    [1] to the northeast
    [2] to the east
    [3] to the southeast
    [4] to the south
    [5] to the southwest
    [6] to the west
    [7] to the northwest
   *[other] right here
}
stealth-heard = You hear { $sound } { $from }.
stealth-heard-creature = You hear { $sound } { $from }: { $creature }.
stealth-sound-step = steps
stealth-sound-door = a door
stealth-sound-fight = fighting
stealth-sound-hurt = a cry
stealth-sound-shot = a whistle in the air
stealth-sound-strike = blows on a wall
stealth-sound-collapse = falling stone
stealth-sound-alert = a growl meant for you
stealth-sound-search = a growl of one that searches
stealth-hollow-wall = You feel a draft, and hear a hollow sound: the wall to the { $direction ->
    [0] north
    [2] east
    [4] south
   *[6] west
} hides a way.
stealth-listen-failed = You listen at the door, but learn no more about what is behind it.
stealth-listen-nothing = You listen at the door: nothing is within { $cells } { $cells ->
    [one] cell
   *[other] cells
} behind it.
stealth-listen-something = You listen at the door: something is beyond.
stealth-listen-creature = You listen at the door. Beyond it: { $creature }.

# Inspecting.
stealth-see-creature = { $name }: life { $hp }, DEFENSE { $defense }, { $mood ->
    [asleep] asleep
    [distracted] hunting another
    [aggravated] hunting
   *[calm] calm
}.
stealth-see-item = { $name }.
stealth-see-tile = { $name }.
stealth-see-battered = It is battered: { $hp } life left.
stealth-see-suspicious = This wall rings hollow: { $hp } points of damage would bring it down.

# Keys.
stealth-keys-move = Moving
stealth-keys-fight = Fighting
stealth-keys-look = Looking
stealth-key-north = step north
stealth-key-northeast = step northeast
stealth-key-east = step east
stealth-key-southeast = step southeast
stealth-key-south = step south
stealth-key-southwest = step southwest
stealth-key-west = step west
stealth-key-northwest = step northwest
stealth-key-wait = wait, defend, listen
stealth-key-close = close a door
stealth-key-strike = strike a door or wall
stealth-key-lamp = lamp
stealth-lamp-risk = lamp ({ $chance })
stealth-key-inspect = look closely
stealth-key-reach = strike within reach
stealth-key-throw = throw
stealth-key-shoot = shoot
stealth-ask-door = Close which door?
stealth-ask-strike = Strike in which direction?
stealth-ask-look = Look where?
stealth-ask-target = At whom?
stealth-ask-throw-at = At which cell?
stealth-aim-risk = { $creature }: { $chance }
stealth-aim-distance = { $distance } away, range { $range }
stealth-aim-refused = { $distance } away, range { $range }. { $why }
stealth-aim-hit = hit { $about }{ $percent } %, { $low } to { $high }{ $unaware ->
    [yes] {" "}by surprise
   *[no] {""}
}
stealth-aim-no-surprise = no surprise
stealth-aim-sound = lands with noise { $loudness }
stealth-throw-rests =
    { $distance ->
        [0] it comes to rest at your feet
       *[other] it comes to rest { $distance } away from you
    }
stealth-throw-rested =
    { $distance ->
        [0] It comes to rest at your feet.
       *[other] It comes to rest { $distance } away from you.
    }
stealth-ask-throw = Throw what?

stealth-bot-cautious = cautious
stealth-bot-brawler = brawler
stealth-bot-sneak = sneak
stealth-bot-expert = expert
stealth-bot-newcomer = newcomer
stealth-bot-waiter = patient
