"""Rest: waits until the character has recovered or something interrupts it."""

from __future__ import annotations

from footfall.api import BotContext, Command, Message, expands
from footfall.api.scene import Binding

from ..actions.commands import Wait
from ..actions.listen import list_adjacent_doors
from ..actors.stats import max_stamina
from ..model.phase import Phase, get_phase
from ..model.records import StatusEffect
from .interruption import find_interruption
from .travel import MOVE_GROUP

MAX_REST_TURNS, MAX_IDLE_TURNS = 500, 50
"""Turns of one rest at most: while recovering, and when already well."""


class Rest(Command, frozen=True, tag="core.stealth:rest"):
    """Waits until the character has recovered; next to a door, until it has listened (R-HEAR-6)."""


@expands(Rest, bindings=(Binding(("Z",), Rest, Message("stealth-key-rest"), group=MOVE_GROUP),))
def next_rest_command(ctx: BotContext, order: Rest, done: int) -> Command | Message | None:
    """The next command of `Rest`, or the message that ends it."""
    phase = get_phase(ctx)
    if done == 0:
        ctx.notes["well"] = is_well(phase)
    interruption = find_interruption(ctx, done)
    if interruption is not None:
        return interruption
    if done and _has_listened(phase):
        return None
    if not ctx.notes["well"] and is_well(phase):
        return Message("stealth-course-rested")
    if done >= (MAX_IDLE_TURNS if ctx.notes["well"] else MAX_REST_TURNS):
        return Message("stealth-course-nothing")
    return Wait(actor=phase.player.id)


def is_well(phase: Phase) -> bool:
    """Whether resting has nothing left to recover: life, stamina and harmful effects."""
    me = phase.player
    effects = phase.records.table(StatusEffect, "effect")
    ailing = any(name in effects and not effects[name].good for name in me.effects)
    fighter = phase.fighter
    return me.hp >= me.hp_max and fighter.stamina >= max_stamina(phase, me) and not ailing


def _has_listened(phase: Phase) -> bool:
    """Whether the character has just listened at a door, which resets the count of waits (R-HEAR-6)."""
    return phase.stealth.listening.waits == 0 and bool(list_adjacent_doors(phase, phase.player))
