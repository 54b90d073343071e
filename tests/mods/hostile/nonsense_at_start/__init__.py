from footfall.api import hook


@hook
def provide_commands():
    return [print, "strike"]
