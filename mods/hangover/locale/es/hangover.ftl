hangover-warning = Te arrepentirás.
hangover-water = ¿Bebes agua con ella, aunque te quite el aliento?
hangover-later = No, ahora no
hangover-drink = Sí, bebo
