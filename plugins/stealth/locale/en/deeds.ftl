# Deeds of rules as data, in the sentences of `footfall mods show --changes`.
deed-hurt = takes hit points
deed-heal = gives hit points back
deed-give = puts a status on an actor
deed-noise = makes a noise
deed-witness = tells what the player's character sees
stealth-effect-soothed = peace of mind

# Why a deed of a rule did nothing, after a colon.
stealth-unchanged-no-level = the game has no level: it is played at a table
stealth-unchanged-no-cell = its cell, actor or item does not exist
stealth-unchanged-no-actor = its actor is not in the game
stealth-unchanged-outside = its cell is outside the level
stealth-unchanged-edge = its cell is at the edge of the level
stealth-unchanged-stairs = its cell has stairs
stealth-unchanged-on-stairs = the character is on its way to another floor
stealth-unchanged-buried = an actor or item on its cell could not stay there
stealth-unchanged-taken = its cell is not free
stealth-unchanged-no-ground = nothing can stand on its cell
stealth-unchanged-full = the level has too many creatures
stealth-unchanged-pack = the pack is full
stealth-unchanged-no-thing = the character carries nothing
stealth-unchanged-unhurt = the actor is unhurt; a maximum that the same rule raises counts later
stealth-unchanged-mood = it is not a creature, or in a mood in which this changes nothing
stealth-unchanged-sleepless = the creature never sleeps
stealth-unchanged-no-answer = no answer is open to the player
stealth-unchanged-not-carried = no actor of the level carries it unworn
stealth-unchanged-slot = it has no slot that is free, or a cursed thing is in it
stealth-unchanged-no-stairs = the floor has no such stairs
