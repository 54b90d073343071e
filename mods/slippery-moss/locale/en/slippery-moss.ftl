slippery-moss-fallen = fallen
slippery-moss-slip = May slip and fall
stealth-sound-thud = the thud of a fall
slippery-moss-falls = A creature slips on the moss and falls.
