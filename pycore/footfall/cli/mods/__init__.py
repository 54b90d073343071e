"""``footfall mods``: commands that create, check and manage mods."""
