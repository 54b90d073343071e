# Deeds of rules as data, in the sentences of `footfall mods show --changes`.
deed-hurt = takes hit points
deed-heal = gives hit points back
deed-give = puts a status on an actor
deed-noise = makes a noise
deed-witness = tells what the player's character sees
