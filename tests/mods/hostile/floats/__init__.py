"""Proposes a float."""

from footfall.api import add, hook


@hook
def on_attack(event):
    return [add("to_hit", 0.1)]
