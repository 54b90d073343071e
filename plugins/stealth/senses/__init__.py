"""Sights, sounds and memory, and their lines in the log."""
