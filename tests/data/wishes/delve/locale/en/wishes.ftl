wishes-map = The map is nearly whole.
