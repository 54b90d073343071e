# Desglose de los números de la pantalla.
stealth-why-stealth = sigilo
stealth-why-to-hit = ataque
stealth-why-defense = defensa
stealth-why-damage = daño
stealth-why-armor = armadura
stealth-why-stamina = aguante máximo
stealth-why-strength = fuerza
stealth-why-fov = vista (casillas)
stealth-why-foh = oído (casillas)
stealth-why-luck = suerte
stealth-why-of = { $what }: { $whose }
stealth-why-base = valor base
stealth-why-rolled = según los dados
stealth-why-own = valor base actual
stealth-why-wall = junto a una pared
stealth-why-noise = ruido
stealth-why-potions = pociones
stealth-why-weapon = arma
stealth-why-worn = equipo
stealth-why-cache = ganado en este combate
stealth-why-capped = { $what } (con tope; sería { $of })
stealth-why-limit = límite de las reglas
stealth-why-least = mínimo
stealth-why-lamp = farol

# Nombres de los números que cambian los mods, y las tiradas de un golpe.
stealth-term-to_hit = ataque
stealth-term-defense = defensa
stealth-term-damage = daño
stealth-term-armor = armadura
stealth-term-noise = ruido
stealth-term-range = oído
stealth-term-engage = alcance al que te descubren
stealth-term-unaware = sorpresa
stealth-term-patience = paciencia
stealth-blow-hits = Dado { $die }, ataque { $to_hit }: más que defensa { $defense }. Daño { $damage }, armadura { $armor }.
stealth-blow-misses = Dado { $die }, ataque { $to_hit }: no supera defensa { $defense }.
