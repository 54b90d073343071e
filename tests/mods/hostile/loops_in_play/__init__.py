from footfall.api import hook


@hook
def on_attack(event):
    while True:
        pass
