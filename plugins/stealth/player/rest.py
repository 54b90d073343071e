"""Rest: waits until the character has recovered or something interrupts it."""

from __future__ import annotations

from footfall.api import BotContext, Command, Context, Message, expands
from footfall.api.scene import Binding

from ..actions.commands import Wait
from ..actions.listen import list_adjacent_doors
from ..actors.actor_index import player_of
from ..actors.stats import max_stamina
from ..model.records import StatusEffect
from ..model.state import stealth_of
from .interruption import find_interruption
from .travel import MOVE_GROUP

MAX_REST_TURNS, MAX_IDLE_TURNS = 500, 50
"""Turns of one rest at most: while recovering, and when already well."""


class Rest(Command, frozen=True, tag="core.stealth:rest"):
    """Waits until the character has recovered; next to a door, until it has listened (R-HEAR-6)."""


@expands(Rest, bindings=(Binding(("Z",), Rest, Message("stealth-key-rest"), group=MOVE_GROUP),))
def next_rest_command(ctx: BotContext, order: Rest, done: int) -> Command | Message | None:
    """The next command of `Rest`, or the message that ends it."""
    me = player_of(ctx)
    if done == 0:
        ctx.notes["well"] = is_well(ctx)
    interruption = find_interruption(ctx, done)
    if interruption is not None:
        return interruption
    if done and _has_listened(ctx):
        return None
    if not ctx.notes["well"] and is_well(ctx):
        return Message("stealth-course-rested")
    if done >= (MAX_IDLE_TURNS if ctx.notes["well"] else MAX_REST_TURNS):
        return Message("stealth-course-nothing")
    return Wait(actor=me.id)


def is_well(ctx: Context) -> bool:
    """Whether resting has nothing left to recover: life, stamina and harmful effects."""
    me = player_of(ctx)
    effects = ctx.records.table(StatusEffect, "effect")
    ailing = any(name in effects and not effects[name].good for name in me.effects)
    fighter = stealth_of(ctx.state).fighters[me.id]
    return me.hp >= me.hp_max and fighter.stamina >= max_stamina(ctx, me) and not ailing


def _has_listened(ctx: Context) -> bool:
    """Whether the character has just listened at a door, which resets the count of waits (R-HEAR-6)."""
    return stealth_of(ctx.state).listening.waits == 0 and bool(list_adjacent_doors(ctx, player_of(ctx)))
