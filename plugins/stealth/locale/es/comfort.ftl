# Se pregunta antes de hacer daño.
stealth-sure-self = ¿A ti?
stealth-sure-use = ¿Usar { $name } contigo? El efecto: { $effect }.
stealth-sure-harm = { $name }: ¿pisar ahí de todos modos?
stealth-sure-loud = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} lo oiría (ruido { $noise }). ¿Seguir?

# Hechos.
stealth-deeds = HECHOS: { $count ->
    [0] ninguna víctima
    [one] 1 víctima
   *[other] { $count } víctimas
}
stealth-nobody-slain = No has derribado a nadie. Nadie tiene por qué saber que has pasado por aquí.
stealth-column-count = cuántos

# Una criatura a la vista cambia de ánimo.
stealth-edge-wakes = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} se despierta.
stealth-edge-notices = ¡{ $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} te ha descubierto!
stealth-edge-loses = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} te ha perdido.

# What the help calls the pages.
stealth-page-inventory = mochila
stealth-page-combat = panel de combate
stealth-page-deeds = hechos

# After the end.
stealth-over-by = Causa: { $killer }.

# A careful look.
stealth-look-senses = Ve a { $fov }, oye a { $foh }.
