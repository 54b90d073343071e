creaky-hinges-creak = Chirrían las bisagras.
creaky-hinges-latch = Suena el pestillo.
stealth-sound-creak = el chirrido de una bisagra
