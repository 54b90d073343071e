from footfall.api import hook


@hook
def on_turn_end(event, play):
    play.state.parts["tests.duel"].hp[1] = 0
