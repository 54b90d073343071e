"""The game program: what `footfall play` and the replay viewer put between a session and a front end."""
