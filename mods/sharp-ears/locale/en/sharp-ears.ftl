sharp-ears-pricked = It has heard you.
stealth-sound-echo = an echo
