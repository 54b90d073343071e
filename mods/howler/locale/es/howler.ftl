howler-name = aullador
    .gender = m
howler-name-about = Sin ojos, y con orejas como velas. Solo es peligroso; rara vez pasa mucho tiempo solo.
stealth-sound-howl = un largo aullido
