"""What a game holds: records of mods, settings, the parts of the state."""
