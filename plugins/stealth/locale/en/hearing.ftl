# Creatures that go and look what made a noise.

stealth-edge-inquires = The { $creature } has heard something and goes to look.
stealth-edge-inquires-why = The { $creature } has heard you and goes to look: { $sound }, noise { $noise }, { $distance } { $distance ->
    [one] cell
   *[other] cells
} away.
stealth-edge-comes = The { $creature } comes to look at something that it has heard.
stealth-edge-comes-noise = The { $creature } comes to look: it heard you, { $sound }, noise { $noise }.
stealth-edge-comes-why = { $aim ->
    [hunts] Here is the { $creature }, hunting you
    [searches] Here is the { $creature }, searching for you
   *[looks] The { $creature } comes to look for you
}: it noticed you on turn { $turn }. { $why }
stealth-edge-notices-unsurely = The { $creature } is not sure what it has noticed, and comes to look. { $why }
stealth-edge-shrugs = The { $creature } loses interest.
stealth-edge-gives-up = The { $creature } gives up the search.
stealth-edge-loses-unseen = Something has lost you: you hear it search { $direction ->
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
