from footfall.api import hook


@hook("on_hear", min_volume=3)
def loud(event):
    return []
