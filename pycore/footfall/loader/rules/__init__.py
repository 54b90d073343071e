"""Rules as data: their tables are checked against the hooks of a game and bound as implementations."""
