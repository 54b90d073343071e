"""The game program: everything between a session and a front end. Only `footfall.cli` imports it."""
