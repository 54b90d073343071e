"""Raises in every hook that is called during play."""

from footfall.api import hook


def fail(event, ctx):
    raise RuntimeError("I always fail")


def _marked(name):
    def function(event, ctx):
        fail(event, ctx)

    return hook(name)(function)


on_attack = _marked("on_attack")
on_damage = _marked("on_damage")
on_hear = _marked("on_hear")
on_move = _marked("on_move")
on_turn_start = _marked("on_turn_start")
on_turn_end = _marked("on_turn_end")
on_death = _marked("on_death")
on_heard = _marked("on_heard")
on_open = _marked("on_open")
on_close = _marked("on_close")
on_use = _marked("on_use")
on_enter = _marked("on_enter")
on_status_gain = _marked("on_status_gain")
on_status_loss = _marked("on_status_loss")
on_noise = _marked("on_noise")
can_act = _marked("can_act")
can_enter = _marked("can_enter")
decide_action = _marked("decide_action")
