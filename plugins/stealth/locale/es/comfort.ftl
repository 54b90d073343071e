# Confirmaciones antes de hacerse daño.
stealth-sure-self = ¿Apuntarte a ti?
stealth-sure-use = ¿Usar { $name } en ti? Efecto: { $effect }.
stealth-sure-harm = { $name }: ¿pisar ahí de todos modos?
stealth-sure-loud = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} lo oiría (ruido { $noise }). ¿Seguir?

# Hazañas.
stealth-deeds = HAZAÑAS: { $count ->
    [0] ninguna víctima
    [one] 1 víctima
   *[other] { $count } víctimas
}
stealth-nobody-slain = No has matado a nadie. Nadie tiene por qué saber que has pasado por aquí.
stealth-column-count = cantidad

# Cambios de ánimo de las criaturas a la vista.
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
} te ha perdido el rastro.

# Nombres de las páginas en la ayuda.
stealth-page-inventory = mochila
stealth-page-combat = panel de combate
stealth-page-deeds = hazañas

# Fin de la partida.
stealth-over-by = Causa: { $killer }.

# Examinar una criatura.
stealth-look-senses = Ve a { $fov } casillas y oye a { $foh }.
