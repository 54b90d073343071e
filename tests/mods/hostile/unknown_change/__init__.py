"""Returns an unregistered change."""

from footfall.api import Change, hook


class Win(Change, frozen=True, tag="hostile.unknown-change:win"):
    pass


@hook
def on_attack(event):
    return [Win()]
