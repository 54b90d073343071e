"""The data of a game: records of mods, settings, the parts of the state."""
