"""Installed mods and the choices of the player."""
