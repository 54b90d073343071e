"""The order of a turn, and what it brings about by itself."""
