# Lugares de un tablero.
footfall-ui-place-on-level = { $place } ({ $level })
footfall-ui-place-doors = Puertas: { $names }.
footfall-ui-place-stairs = Escaleras: { $names }.
footfall-ui-place-no-way = Ahora no se puede llegar a ese lugar.
footfall-ui-place-hint = flechas, [ENTER] ir allí, [TAB] siguiente, [ESC] terminar
