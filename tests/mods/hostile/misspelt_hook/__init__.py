from footfall.api import add, hook


@hook
def on_atack(event):
    return [add("to_hit", 1)]
