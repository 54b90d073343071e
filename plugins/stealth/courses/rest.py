"""Rest: waits until the character is well, or something happens."""

from __future__ import annotations

from footfall.api import Command, Message, Play, Seat

from ..commands import Wait
from ..listen import doors_beside
from ..player import player_of
from ..records import Effect
from ..state import stealth_of
from ..totals import stamina_max
from .watch import interrupted

LONGEST, IDLE = 500, 50
"""Turns of one rest at most: to recover, and just to see what comes."""


class Rest(Command, frozen=True, tag="core.stealth:rest"):
    """Waits until the character is well, or something happens; beside a door, until it has listened."""


def rest(seat: Seat, order: Rest, done: int) -> Command | Message | None:
    """The course of `Rest`."""
    me = player_of(seat)
    if done == 0:
        seat.notes["well"] = well(seat)
    told = interrupted(seat, done)
    if told is not None:
        return told
    if done and _listened(seat):
        return None
    if not seat.notes["well"] and well(seat):
        return Message("stealth-course-rested")
    if done >= (IDLE if seat.notes["well"] else LONGEST):
        return Message("stealth-course-nothing")
    return Wait(actor=me.id)


def well(play: Play) -> bool:
    """Whether no wait would mend anything."""
    me = player_of(play)
    known = play.records.table(Effect, "effect")
    ailing = any(name in known and not known[name].good for name in me.effects)
    fighter = stealth_of(play.state).fighters[me.id]
    return me.hp >= me.hp_max and fighter.stamina >= stamina_max(play, me) and not ailing


def _listened(play: Play) -> bool:
    """Whether the character has just listened at a door: the count of waits has begun anew (R-HEAR-6)."""
    return stealth_of(play.state).listening.waits == 0 and bool(doors_beside(play, player_of(play)))
