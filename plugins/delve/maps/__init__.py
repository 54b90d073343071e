"""Maps: shapes of zones, doors, the bitmap of floor and walls, tiles, export, invariants."""
