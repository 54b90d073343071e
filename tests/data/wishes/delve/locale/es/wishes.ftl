wishes-map = El mapa está casi completo.
