"""Returns a kind of change that nobody registered."""

from footfall.api import Change, hook


class Win(Change, frozen=True, tag="hostile.unknown-change:win"):
    pass


@hook
def on_attack(event):
    return [Win()]
