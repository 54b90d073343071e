"""Never comes back when the chains are put together."""

from footfall.api import hook


@hook
def on_generate(event):
    while True:
        yield from ()
