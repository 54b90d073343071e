"""A game master who likes chambers, and a forge that is felt from afar."""

from footfall.api import Message, Tell, hook


@hook.of("core.delve", "decide_ruling", decision="core.delve:special_end")
def rule_chambers(event):
    return "doorless_room"


@hook.of("core.delve", "on_reveal", special="you.deep-halls:forge")
def tell_warmth(event):
    return [Tell(Message("deep-halls-warm"))]
