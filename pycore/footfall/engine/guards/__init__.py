"""Containment of mods that fail or write into the state."""
