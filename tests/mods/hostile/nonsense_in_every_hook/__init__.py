"""Returns invalid results from every hook that is called during play."""

from footfall.api import hook


def _marked(name, answer):
    return hook(name)(lambda event, ctx: answer)


on_attack = _marked("on_attack", 42)
on_damage = _marked("on_damage", ["damage", 2])
on_hear = _marked("on_hear", {"range": 2})
on_move = _marked("on_move", b"noise")
on_turn_start = _marked("on_turn_start", [None])
on_turn_end = _marked("on_turn_end", True)
on_death = _marked("on_death", "nothing")
on_heard = _marked("on_heard", 7)
on_open = _marked("on_open", [3])
on_close = _marked("on_close", "closed")
on_use = _marked("on_use", {"heal": 1})
on_enter = _marked("on_enter", False)
on_status_gain = _marked("on_status_gain", b"")
on_status_loss = _marked("on_status_loss", 0.5)
on_noise = _marked("on_noise", [[]])
can_act = _marked("can_act", "never")
can_enter = _marked("can_enter", False)
