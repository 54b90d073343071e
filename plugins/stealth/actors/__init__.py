"""Numbers and groups of actors, and who is an enemy of whom."""
