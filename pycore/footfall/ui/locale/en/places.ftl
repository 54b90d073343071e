# Places of a board.
footfall-ui-place-on-level = { $place } ({ $level })
footfall-ui-place-doors = Doors: { $names }.
footfall-ui-place-stairs = Stairs: { $names }.
footfall-ui-place-no-way = There is no way to that place now.
footfall-ui-place-hint = arrow keys, [ENTER] goes there, [TAB] next, [ESC] ends
