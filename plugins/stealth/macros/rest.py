"""Rest: waits until the character is well, or something happens."""

from __future__ import annotations

from footfall.api import BotContext, Command, Context, Message

from ..commands import Wait
from ..listen import list_adjacent_doors
from ..player import player_of
from ..records import StatusEffect
from ..state import stealth_of
from ..stats import max_stamina
from .interruption import find_interruption

MAX_REST_TURNS, MAX_IDLE_TURNS = 500, 50
"""Turns of one rest at most: to recover, and just to see what comes."""


class Rest(Command, frozen=True, tag="core.stealth:rest"):
    """Waits until the character is well, or something happens; beside a door, until it has listened."""


def next_rest_command(ctx: BotContext, order: Rest, done: int) -> Command | Message | None:
    """The course of `DeclareTurnOver`."""
    me = player_of(ctx)
    if done == 0:
        ctx.notes["well"] = is_well(ctx)
    told = find_interruption(ctx, done)
    if told is not None:
        return told
    if done and _has_listened(ctx):
        return None
    if not ctx.notes["well"] and is_well(ctx):
        return Message("stealth-course-rested")
    if done >= (MAX_IDLE_TURNS if ctx.notes["well"] else MAX_REST_TURNS):
        return Message("stealth-course-nothing")
    return Wait(actor=me.id)


def is_well(ctx: Context) -> bool:
    """Whether no wait would mend anything."""
    me = player_of(ctx)
    known = ctx.records.table(StatusEffect, "effect")
    ailing = any(name in known and not known[name].good for name in me.effects)
    fighter = stealth_of(ctx.state).fighters[me.id]
    return me.hp >= me.hp_max and fighter.stamina >= max_stamina(ctx, me) and not ailing


def _has_listened(ctx: Context) -> bool:
    """Whether the character has just listened at a door: the count of waits has begun anew (R-HEAR-6)."""
    return stealth_of(ctx.state).listening.waits == 0 and bool(list_adjacent_doors(ctx, player_of(ctx)))
