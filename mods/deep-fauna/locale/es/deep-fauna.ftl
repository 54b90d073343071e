deep-fauna-cave-lynx = lince de las cavernas
    .gender = m
deep-fauna-cave-lynx-about = Casi ciego. Te oye mucho antes de que lo veas; si te quedas quieto, te pierde.
