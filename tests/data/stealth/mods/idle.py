"""Listens to everything and changes nothing."""

from footfall.api import PASS, hook

MOD = "test.idle"


@hook
def on_attack(event):
    return None


@hook
def on_damage(event):
    return None


@hook
def on_hear(event):
    return None


@hook.of("core.stealth", "on_notice")
def on_notice(event):
    return None


@hook
def on_move(event):
    return None


@hook
def on_turn_start(event):
    return None


@hook
def on_turn_end(event):
    return None


@hook
def on_death(event):
    return None


@hook
def can_act(event):
    return PASS


@hook
def can_enter(event):
    return PASS


@hook
def decide_action(event):
    return None
