"""``footfall index``: commands for publishers of mods."""
