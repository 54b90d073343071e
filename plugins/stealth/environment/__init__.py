"""The game as numbers, for programs that learn to play it: sights around the character, sounds, its pack, its commands.

Everything comes from functions that the scene shows, or from less; `tests/env/prove_leaks.py` compares states that
differ in hidden facts only.
"""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, cast

from footfall.api import Context
from footfall.api.compiled import Rules
from footfall.api.environments import Environment, EnvironmentLayout, Interpreter, MaskBytes, Parts, Segment
from footfall.api.grid import Tile, get_world
from footfall.api.scene import SoundRecipe

from ..model.courses import DONE, OUTCOMES, course_of
from ..model.phase import get_phase
from ..model.records import CreatureKind, ItemKind, Looks, StatusEffect
from ..senses.ambience import Ambience
from ..senses.sight import look
from . import actions
from .actions import Surroundings
from .guards import HuntInterpreter, list_seats
from .hush import HUNTS, HUSH
from .observation import (
    NUMBER_COLUMNS,
    ODDS_COLUMNS,
    PACK_COLUMNS,
    PLANES,
    QUESTIONS,
    SIGHT_COLUMNS,
    SOUND_COLUMNS,
    Observer,
)

WON, LOST = 10, -1
"""The worth of a bell carried home, and of a death, besides 1 for each floor that was reached."""

SWITCHES: Mapping[str, Any] = {"radius": 10, "sounds": 8, "odds": False, "hears": True}
"""Choices of the observation:

* ``radius``: cells around the character that the planes show.
* ``sounds``: slots for sounds.
* ``odds``: the chances of being noticed by action. They give away much of the answer, and cost time.
* ``hears``: without it all slots for sounds stay empty, to measure how much hearing is worth.
"""


def build_layout(rules: Rules, options: Mapping[str, Any], switches: Mapping[str, Any]) -> EnvironmentLayout:
    """Returns the numbering under some rules; tiles, items and creatures of mods have numbers, too."""
    radius, sounds = switches["radius"], switches["sounds"]
    if not (1 <= radius <= 40 and 1 <= sounds <= 64):
        raise ValueError(f"radius is 1 to 40 and sounds 1 to 64, got {radius} and {sounds}")
    records = rules.records
    looks = [look for family in records.table(Looks, "looks").values() for look in family.names]
    kinds = list(records.table(ItemKind, "item").values())
    words = dict.fromkeys(
        (
            *records.table(Tile, "tile"),
            *(kind.id for kind in kinds),
            *looks,
            *(f"stealth-unknown-{kind.sort}" for kind in kinds),
            *records.table(CreatureKind, "creature"),
            *(id.removeprefix("core.stealth:") for id in records.table(SoundRecipe, "sound")),
            *(row.noise for row in records.table(Ambience, "ambience").values()),
            *records.table(StatusEffect, "effect"),
        )
    )
    side = 2 * radius + 1
    segments = [
        Segment("planes", (len(PLANES), side, side), summary="Cells around the character, north up.", columns=()),
        Segment("numbers", (len(NUMBER_COLUMNS),), -32768, summary="The character.", columns=NUMBER_COLUMNS),
        Segment("sounds", (sounds, len(SOUND_COLUMNS)), -400, summary="Sounds, newest first.", columns=SOUND_COLUMNS),
        Segment(
            "sights", (actions.TARGETS, len(SIGHT_COLUMNS)), -400, summary="Enemies in view.", columns=SIGHT_COLUMNS
        ),
        Segment("pack", (actions.PACK, len(PACK_COLUMNS)), summary="Things carried, by slot.", columns=PACK_COLUMNS),
        Segment("ground", (actions.GROUND,), summary="Things underfoot, by slot."),
        Segment("effects", (8,), summary="Effects on the character."),
    ]
    if switches["odds"]:
        odds = (len(ODDS_COLUMNS), 2)
        segments.append(Segment("odds", odds, -1, 1000, "Chances of being noticed, in permille.", ("least", "most")))
    return EnvironmentLayout(tuple(segments), actions.NAMES, tuple(words), max(1, len(list_seats(rules, options))))


_FLOOR = attrgetter("floor")


class StealthInterpreter:
    """Reads and commands one game."""

    def __init__(self, ctx: Context, layout: EnvironmentLayout, switches: Mapping[str, Any]) -> None:
        self._ctx, self._native = ctx, actions.find_native()
        self._observer = Observer(ctx, layout, switches, self._native)
        self._turn, self._around = -1, cast(Surroundings, None)
        self._levels = self._deepest = 0
        course = course_of(ctx)
        self._has_task = course is not None and course.task is not None

    def look_around(self) -> Surroundings:
        """Finds the surroundings once for observation, mask, score and the next command."""
        turn = self._ctx.state.turn
        if self._turn != turn:
            phase = get_phase(self._ctx)
            self._turn, self._around = turn, actions.look_around(phase, look(phase), self._native)
        return self._around

    def write_observation(self, parts: Parts) -> None:
        """See `Interpreter`."""
        phase = get_phase(self._ctx)
        view = look(phase)
        sheet = self._observer.plan_planes(phase, parts["planes"], view)
        around = self._around = actions.look_around(phase, view, self._native, sheet)
        self._turn = self._ctx.state.turn
        self._observer.write(parts, around, is_drawn=sheet is not None)

    def write_mask(self, mask: MaskBytes) -> None:
        """See `Interpreter`."""
        actions.write_mask(self._ctx, mask, self.look_around())

    def find_command(self, action: int) -> Any:
        """See `Interpreter`."""
        return actions.find_command(self._ctx, action, self.look_around())

    def compute_score(self) -> float:
        """The floors that were reached, and the worth of the end; of a task, 1 once it is solved."""
        outcome = self._ctx.state.outcome
        if self._has_task:
            return float(outcome == DONE)
        end = 0 if outcome is None else WON if outcome in OUTCOMES.values() else LOST
        levels = get_world(self._ctx.state).levels
        if len(levels) != self._levels:
            self._levels, self._deepest = len(levels), max(map(_FLOOR, levels.values()))
        return float(self._deepest + end)


def open_game(ctx: Context, layout: EnvironmentLayout, switches: Mapping[str, Any]) -> Interpreter:
    """Returns the interpreter of a game, or of a hunt."""
    character = StealthInterpreter(ctx, layout, switches)
    return HuntInterpreter(character, ctx, layout, switches) if layout.seats > 1 else character


ENVIRONMENT = Environment(
    name="Stealth",
    build_layout=build_layout,
    open=open_game,
    list_seats=list_seats,
    switches=SWITCHES,
    options={"floor": 2},
    max_steps=2000,
    suite=HUSH,
    hunts=HUNTS,
)

__all__ = ["ENVIRONMENT", "QUESTIONS", "StealthInterpreter", "build_layout"]
