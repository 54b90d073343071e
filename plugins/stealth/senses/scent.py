"""The trail of the player's character, which creatures that smell can follow (P-SENSE-2)."""

import msgspec

from footfall.api import Change, Context, Count, Part, State, Step
from footfall.api.grid import Cell

from ..actors.surroundings import WATER_TAG
from ..model.phase import get_phase

SCENT_PART = "core.stealth.scent"

SCENT_TURNS = 40
"""Turns for which a cell smells of the character."""


class Scent(msgspec.Struct):
    """The whole part.

    Attributes:
        level: the level of the trail.
        trail: cells with the turn in which the character was there last, the newest last.
    """

    level: Count = 0
    trail: list[tuple[Cell, Count]] = []


PARTS = (Part(SCENT_PART, Scent),)


class LeaveScent(Change, frozen=True, tag="core.stealth:leave-scent"):
    """The character has been on a cell; its scent of long ago, or on another level, is gone."""

    level: int
    at: Cell
    turn: int

    def apply(self, state: State) -> None:
        before: Scent = state.parts.get(SCENT_PART) or Scent(self.level)
        kept = [
            (cell, turn)
            for cell, turn in (before.trail if before.level == self.level else ())
            if cell != self.at and self.turn - turn < SCENT_TURNS
        ]
        state.parts[SCENT_PART] = Scent(self.level, [*kept, (self.at, self.turn)])


def list_trail(ctx: Context) -> dict[Cell, int]:
    """The cells of the current level that smell of the character, and for how many turns; on the screen none."""
    phase = get_phase(ctx)
    scent: Scent | None = ctx.state.parts.get(SCENT_PART)
    if ctx.is_foreseeing or scent is None or scent.level != phase.level.id:
        return {}
    left = ((cell, SCENT_TURNS - (phase.turn - turn)) for cell, turn in scent.trail)
    return {(cell[0], cell[1]): turns for cell, turns in left if turns > 0}


def leave_scent(ctx: Context) -> list[Change]:
    """Leaves the scent of the character on its cell, unless in water, while a creature that smells is on the floor."""
    phase = get_phase(ctx)
    at = phase.player.at
    if not phase.index.smelling or WATER_TAG in phase.tile(at).tags:
        return []
    return [LeaveScent(phase.level.id, at, phase.turn)]


UPKEEP = (Step("core.stealth:scent", leave_scent),)
