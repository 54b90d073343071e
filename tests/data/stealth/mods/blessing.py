"""The player hits better and harder and walks silently; the engage range of creatures is one cell shorter."""

from footfall.api import add, hook, set_to

MOD = "test.blessing"


@hook
def on_attack(event):
    return [add("to_hit", 2)] if event.attacker == 1 else None


@hook
def on_damage(event):
    return [add("damage", 3), set_to("armor", 0)]


@hook
def on_move(event):
    return [add("noise", -1)] if event.actor == 1 else None


@hook.of("core.stealth", "on_notice")
def on_notice(event):
    return [add("engage", -1)]
