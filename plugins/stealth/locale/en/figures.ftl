# Breakdown of the numbers on screen.
stealth-why-stealth = stealth
stealth-why-to-hit = to-hit
stealth-why-defense = defense
stealth-why-damage = damage
stealth-why-armor = armor
stealth-why-stamina = maximum stamina
stealth-why-strength = strength
stealth-why-fov = sight (cells)
stealth-why-foh = hearing (cells)
stealth-why-luck = luck
stealth-why-of = { $what } ({ $whose })
stealth-why-base = base value
stealth-why-rolled = rolled at creation
stealth-why-own = current base value
stealth-why-wall = next to a wall
stealth-why-noise = noise made
stealth-why-potions = potions
stealth-why-weapon = weapon
stealth-why-worn = equipment
stealth-why-cache = built up in this fight
stealth-why-capped = { $what } (capped; would be { $of })
stealth-why-limit = limit of the rules
stealth-why-least = minimum
stealth-why-lamp = lamp

# Names of the numbers that mods change, and the rolls of a blow.
stealth-term-to_hit = to-hit
stealth-term-defense = defense
stealth-term-damage = damage
stealth-term-armor = armor
stealth-term-noise = noise
stealth-term-range = hearing
stealth-term-engage = range of notice
stealth-term-unaware = surprise
stealth-term-patience = patience
stealth-blow-hits = Die { $die }, to-hit { $to_hit }: more than defense { $defense }. Damage { $damage }, armor { $armor }.
stealth-blow-misses = Die { $die }, to-hit { $to_hit }: not more than defense { $defense }.
