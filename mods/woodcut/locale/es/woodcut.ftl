woodcut-pack = xilografía
