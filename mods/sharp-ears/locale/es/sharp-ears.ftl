sharp-ears-pricked = Te ha oído.
stealth-sound-echo = un eco
