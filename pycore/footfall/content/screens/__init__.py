"""Records that screens and sounds use: palettes, tile packs, sound recipes."""
