"""Screens of the program: title, mods, settings, statistics, console."""
