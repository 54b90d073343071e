from footfall.api import hook


@hook
def on_turn_end(event, ctx):
    ctx.state.parts["tests.duel"].hp[1] = 0
