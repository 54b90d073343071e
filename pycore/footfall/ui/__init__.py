"""One console drawing of a `footfall.api.scene.Scene`, shown in a window, in a terminal, or headless."""
