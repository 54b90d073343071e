from footfall.api import hook


@hook
def on_damage(state, target, damage):
    return []
