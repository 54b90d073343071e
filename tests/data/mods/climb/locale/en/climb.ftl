climb-title = Climb
