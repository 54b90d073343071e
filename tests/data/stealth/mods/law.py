"""No actor enters column 12, creatures wait instead of attacking, deaths are counted, turns are logged."""

from footfall.api import ALLOW, Deny, Message, Remember, Tell, hook
from footfall.plugins.stealth.actions.commands import MeleeAttack, Wait

MOD = "test.law"


@hook
def can_enter(event):
    return Deny(Message("test-law-line")) if event.place[1] == 12 else ALLOW


@hook
def decide_action(event):
    return Wait(actor=event.actor) if isinstance(event.options[0], MeleeAttack) else None


@hook
def on_death(event, ctx):
    return Remember(MOD, "dead", ctx.recall("dead", 0) + 1)


@hook
def on_turn_start(event):
    return Tell(Message("test-law-start"))


@hook
def on_turn_end(event):
    return Tell(Message("test-law-end"))
