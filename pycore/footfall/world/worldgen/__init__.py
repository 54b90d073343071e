"""Building blocks of level generators: rooms, corridors, caves, doors, columns, vaults.

They take a `LevelDraft` or masks; ``plugins/stealth/generate`` composes recipes of them.
"""
