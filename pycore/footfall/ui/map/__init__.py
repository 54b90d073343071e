"""The map on a canvas: signs, colors, light, square cells and the pictures of tile packs."""
