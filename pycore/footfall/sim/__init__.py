"""Games played by programs: bots, and many games at once."""
