"""Tile games: tiles, levels, actors, items, noises, senses, level generation."""
