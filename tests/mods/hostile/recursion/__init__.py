"""Recurses endlessly in a hook that is called during play."""

from footfall.api import hook


@hook
def on_attack(event):
    return on_attack(event)
