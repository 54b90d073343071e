# Actos de las reglas como datos, en las frases de `footfall mods show --changes`.
deed-hurt = quita puntos de vida
deed-heal = devuelve puntos de vida
deed-give = pone un estado a un actor
deed-noise = hace un ruido
deed-witness = cuenta lo que ve el personaje
stealth-effect-soothed = sosiego
    .gender = m

# Por qué un acto de una regla no hizo nada, tras dos puntos.
stealth-unchanged-no-level = la partida no tiene nivel: se juega en la mesa
stealth-unchanged-no-cell = su casilla, actor u objeto no existe
stealth-unchanged-no-actor = su actor no está en la partida
stealth-unchanged-outside = su casilla está fuera del nivel
stealth-unchanged-edge = su casilla está en el borde del nivel
stealth-unchanged-stairs = en su casilla hay una escalera
stealth-unchanged-on-stairs = el personaje va de camino a otro piso
stealth-unchanged-buried = un actor u objeto de su casilla no podría quedarse allí
stealth-unchanged-taken = su casilla no está libre
stealth-unchanged-no-ground = nada puede estar en su casilla
stealth-unchanged-full = hay demasiadas criaturas en el nivel
stealth-unchanged-pack = la mochila está llena
stealth-unchanged-no-thing = el personaje no lleva nada
stealth-unchanged-unhurt = no está herido; un máximo que sube la misma regla cuenta después
stealth-unchanged-mood = no es una criatura, o su ánimo es tal que no cambia nada
stealth-unchanged-sleepless = la criatura nunca duerme
stealth-unchanged-no-answer = el jugador no puede dar ninguna respuesta
stealth-unchanged-not-carried = ningún actor del nivel lo lleva sin ponérselo
stealth-unchanged-slot = no tiene un hueco libre, o hay en él algo maldito
stealth-unchanged-no-stairs = el piso no tiene tal escalera
