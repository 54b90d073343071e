woodcut-pack = woodcut
