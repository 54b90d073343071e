# Actos de las reglas como datos, en las frases de `footfall mods show --changes`.
deed-hurt = quita puntos de vida
deed-heal = devuelve puntos de vida
deed-give = pone un estado a un actor
deed-noise = hace un ruido
deed-witness = cuenta lo que ve el personaje
