# Creatures that go and look what made a noise.

stealth-edge-inquires = The { $creature } has heard something and goes to look.
stealth-edge-inquires-why = The { $creature } has heard { $by ->
    [you] you
    [throw] your throw
   *[other] something
} and goes to look: { $sound }, noise { $noise }, { $distance } { $distance ->
    [one] cell
   *[other] cells
} away.
stealth-edge-comes = The { $creature } has heard something, and comes to look.
stealth-edge-comes-bell = The { $creature } comes for the bell that you carry.
stealth-edge-comes-noise = The { $creature } comes to look: it heard { $by ->
    [throw] your throw
   *[you] you
}, { $sound }, noise { $noise }, { $distance ->
    [0] right where it is now
    [one] 1 cell from where it is now
   *[other] { $distance } cells from where it is now
}.
stealth-edge-comes-why = { $aim ->
    [hunts] The { $creature } comes into view to the { $where }, hunting you: it noticed you on turn { $turn }.
    [searches] The { $creature } comes into view to the { $where }, searching for you: it noticed you on turn { $turn }.
   *[looks] The { $creature } comes to look: unsure of you since turn { $turn }.
} { $why }
stealth-edge-comes-unnoticed = The { $creature } comes into view to the { $where }, { $aim ->
    [hunts] hunting you: already on a hunt, it turns on the nearest enemy without a new roll
   *[searches] searching for its prey; it has not noticed you
}.
stealth-edge-first-notice = It was the { $creature } that noticed you on turn { $turn }, out of your view. { $why }
stealth-edge-notices-unsurely = The { $creature } has noticed something, but is not sure, and comes to look. { $why }
stealth-edge-shrugs = The { $creature } finds nothing and loses interest.
stealth-edge-calm = The { $creature } is in view again, and no longer looks for you.
stealth-edge-gives-up = The { $creature } gives up the search.
stealth-edge-loses-unseen = Something has lost { $knew ->
    [yes] you
   *[no] its prey
}: you hear it searching { $direction ->
    [0] to the north
    [1] to the northeast
    [2] to the east
    [3] to the southeast
    [4] to the south
    [5] to the southwest
    [6] to the west
    [7] to the northwest
   *[other] right here
}.

# Noises that tell what is near.

stealth-sound-snore = snoring
stealth-sound-chew = gnawing
stealth-sound-chain = a chain
stealth-sound-mutter = muttering
stealth-sound-wings = wings
stealth-sound-drip = dripping water

# The legend: a line each.

stealth-legend = SIGNS AND WORDS
stealth-legend-asleep = asleep: while you are near, it rolls each turn to wake
stealth-legend-unaware = unaware: it does not know of you
stealth-legend-investigating = investigating: it goes to look at what it heard or half saw
stealth-legend-wary = wary: it has hunted you, and cannot be surprised
stealth-legend-searching = searching: it has lost its prey, and looks around where it last perceived it
stealth-legend-distracted = hunting another: it is after an adventurer, not you
stealth-legend-hunting = hunting: it knows where you are, and comes for you
stealth-legend-ambush = on your cell: a creature next to you is open to a surprise blow
stealth-legend-unsure = “Not sure”: it heard you, or saw you from over { $cells } cells: it only comes to look.
stealth-legend-noticed = “Has noticed you”: it is sure of you, and hunts you from now on.
stealth-legend-reach = “Noise 2 ≤4”: a creature with ordinary ears may notice that noise up to 4 cells away.
stealth-legend-heard = “Steps ~5 %, step ~30 %, ≤80 %”: the chance that a creature you only hear notices you if you stay, and if you step: the mean over all creatures that may live here and sound like that, wherever they may be. “≤80 %” is the highest of these chances.
stealth-legend-named = “It was”: the creature that noticed you unseen this turn has come into view.
stealth-legend-composed = A floor is unnoticed while no creature has seen, heard or sensed you on it. If you leave it that way for a new floor, you are composed there: harder to notice, keener of ear, luckier. Kills earn nothing. “Floor: hunted”: the creature that hunts you never had to notice you, as after your own blow; the floor still counts as unnoticed.
stealth-legend-surprise = You cannot surprise a creature that hunts you or has noticed you before, unless it sleeps. You can surprise one that is marked ↯.
stealth-legend-surprise-words = You cannot surprise a creature that hunts you or has noticed you before, unless it sleeps. You can surprise one that your state lists with “backstab”.
