creaky-hinges-creak = The hinges creak.
creaky-hinges-latch = The latch clicks.
stealth-sound-creak = the creak of a hinge
