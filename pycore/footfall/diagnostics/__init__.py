"""Findings about mods: codes, severities, places, and the files they are found in."""
