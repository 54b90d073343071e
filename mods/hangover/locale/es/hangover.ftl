hangover-warning = Te arrepentirás.
hangover-water = ¿Beber agua también? Cuesta 1 de aguante.
hangover-later = No, ahora no
hangover-drink = Sí, beber
