"""Sharing mods without a server: a static index of packed mods, its signatures, and the indexes a player follows."""
