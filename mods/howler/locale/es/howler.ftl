howler-name = aullador
    .gender = m
howler-name-about = Sin ojos, y con orejas como velas. A solas es peligroso; rara vez lo está mucho tiempo.
stealth-sound-howl = un largo aullido
