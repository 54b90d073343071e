"""Draws a `footfall.api.scene.Scene` as a grid of characters, for a window, a terminal, or headless use."""
