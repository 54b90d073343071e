"""The order of a turn, and the changes that it makes by itself."""
