howler-name = howler
howler-name-about = No eyes, and ears like sails. Alone it is dangerous; it is seldom alone for long.
stealth-sound-howl = a long howl
