"""The screen: scene, places, descriptions, log lines, keys, guide."""
