"""Declarations of a game and its mods, and the frozen rules that the loader makes of them."""
