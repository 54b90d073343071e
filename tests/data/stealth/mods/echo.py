"""Sound carries twice as far."""

from footfall.api import hook, mul

MOD = "test.echo"


@hook
def on_hear(event):
    return [mul("range", 2)]
