# Creatures that go and look what made a noise.

stealth-edge-inquires = The { $creature } has heard something and goes to look.
stealth-edge-notices-unsurely = The { $creature } is not sure what it has noticed, and comes to look. { $why }
stealth-edge-shrugs = The { $creature } loses interest.
stealth-edge-gives-up = The { $creature } gives up the search.
stealth-edge-loses-unseen = Something has lost you: you hear it search { $from }.

# Noises that tell what is near.

stealth-sound-snore = snoring
stealth-sound-chew = gnawing
stealth-sound-chain = a chain
stealth-sound-mutter = muttering
stealth-sound-wings = wings
stealth-sound-drip = dripping water
