"""The sounds of a scene: synthesis, placing, playing."""
