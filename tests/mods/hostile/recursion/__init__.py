"""Recurses without end in a hook of play."""

from footfall.api import hook


@hook
def on_attack(event):
    return on_attack(event)
