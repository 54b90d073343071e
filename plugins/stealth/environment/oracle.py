"""The oracle of a task: it follows the plan of the task on copies of the game, with the same dice, until one succeeds.

A plan is a list of steps. Signs are those of the template of the task, where they are drawn in this game:

* ``to SIGN``, ``by SIGN``, ``by SIGN N``: walk there, next to it, or as near as N cells. A sign with a creature or a
  thing is where these are.
* ``await SIGN``: wait until it is next to the character.
* ``wait N``, ``whistle``, ``lamp``, ``take``: N waits, and single actions; ``take`` picks up the first thing underfoot.
* ``strike SIGN``, ``throw ITEM SIGN``: attack a creature next to it, throw the thing of a sign at one in view.
* ``ease``, ``close``: of a door next to the character.

Each try after the first waits for some turns before each step, and keeps away from creatures, by chance.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from footfall.api import Context
from footfall.api.environments import EnvironmentLayout, EnvironmentTask
from footfall.api.grid import Cell, chebyshev_distance, kernels, list_carried_items

from ..actors.surroundings import NEIGHBOR_OFFSETS, direction_to
from ..generate.vaults import build_drawing
from ..model.courses import DONE, CourseSpec
from ..model.floor_records import FloorPlan, LegendEntry, Template
from ..model.phase import Phase, get_phase
from ..senses.known_map import creatures_in_view
from ..senses.sight import look
from . import actions

MAX_ATTEMPTS = 60
"""Maximum number of copies of a game that are played."""

DELAYS = (0, 0, 0, 0, 1, 2, 3, 5, 8, 12)
"""Turns that a try waits before a step of the plan, one drawn for each."""

BERTHS = (0, 1, 2, 3)
"""Cells that a try keeps away from creatures where it can, one drawn for all of it."""


def solve(session: Any, layout: EnvironmentLayout, task: EnvironmentTask, seed: int) -> list[int]:
    """Returns the actions that solve a task, or those of the last try.

    Args:
        session: a game that has just begun; it stays as it is.
        seed: draws the delays.
    """
    played: list[int] = []
    for number in range(MAX_ATTEMPTS):
        copied = session.fork(session.state.seed)
        attempt = Attempt(copied, task, kernels.mix(seed, number) if number else 0)
        played = attempt.play()
        if copied.state.outcome == DONE:
            break
    return played


class Attempt:
    """One try on a copy of the game.

    Attributes:
        played: the actions so far.
    """

    def __init__(self, session: Any, task: EnvironmentTask, seed: int) -> None:
        self._session, self._task, self._seed, self._drawn = session, task, seed, 0
        self._ctx: Context = session.context()
        course: CourseSpec = task.record
        plan = self._ctx.records.get(FloorPlan, "plan", course.plan)
        self._template = self._ctx.records.get(Template, "template", plan.usual.template)
        self._legend = build_drawing(self._ctx, self._template).legend
        self._rows = find_image(get_phase(self._ctx), self._template, self._legend)
        self._steps: tuple[str, ...] = () if course.task is None else course.task.plan
        self._berth = BERTHS[self.draw(len(BERTHS))]
        self.played: list[int] = []

    def draw(self, count: int) -> int:
        """A number below `count`; 0 in the first try."""
        self._drawn += 1
        return kernels.mix(self._seed, self._drawn) % count if self._seed else 0

    def play(self) -> list[int]:
        """Plays the plan, and waits for the end; returns the actions."""
        for step in self._steps:
            verb, *words = step.split()
            for _ in range(DELAYS[self.draw(len(DELAYS))]):
                self.act(actions.WAIT)
            if verb in ("to", "by"):
                self.walk(words[0], int(words[1]) if words[1:] else int(verb == "by"))
            elif verb == "wait":
                for _ in range(int(words[0])):
                    self.act(actions.WAIT)
            elif verb == "await":
                while not self.is_near(words[0], 1) and self.act(actions.WAIT):
                    pass
            else:
                self.act(next(self.find_actions(verb, words), actions.WAIT))
        while self.act(actions.WAIT):
            pass
        return self.played

    def act(self, action: int) -> bool:
        """Plays an action; returns whether the game goes on."""
        if len(self.played) >= self._task.max_steps or self._session.state.outcome is not None:
            return False
        phase = get_phase(self._ctx)
        command = actions.find_command(self._ctx, action, actions.look_around(phase, look(phase)))
        self.played.append(action)
        if command is not None:
            self._session.submit(command)
        return self._session.state.outcome is None

    def walk(self, sign: str, near: int) -> None:
        """Walks to a cell of a sign, or as near as some cells."""
        choice = self.draw(1 << 16)
        while True:
            cells = self.find_cells(sign)
            if not cells or self.is_near(sign, near):
                return
            if not self.act(self.find_step(get_phase(self._ctx), cells[choice % len(cells)])):
                return

    def is_near(self, sign: str, distance: int) -> bool:
        """Whether a cell of a sign is at most some cells away."""
        me = get_phase(self._ctx).player.at
        return any(chebyshev_distance(me, cell) <= distance for cell in self.find_cells(sign))

    def find_step(self, phase: Phase, target: Cell) -> int:
        """The first step of a shortest way that keeps away from creatures, where there is one."""
        level, me = phase.level, phase.player.at
        open_to_walk = np.array([kind.walkable or bool(kind.opens_to) for kind in phase.ground.tile_kinds], np.bool_)[
            level.tiles
        ]
        others = [actor.at for actor in phase.actors if actor.id != phase.player.id]
        for berth in range(self._berth, -1, -1):
            free = open_to_walk.copy()
            for cell in others:
                y, x = phase.array_index(cell)
                free[max(0, y - berth) : y + berth + 1, max(0, x - berth) : x + berth + 1] = False
            for cell in (me, target):
                free[phase.array_index(cell)] = True
            field = kernels.distance_map(free, [phase.array_index(target)])
            here = phase.array_index(me)
            ways = [
                (int(field[here[0] + dy, here[1] + dx]), direction)
                for direction, (dy, dx) in enumerate(NEIGHBOR_OFFSETS)
                if 0 <= field[here[0] + dy, here[1] + dx] < 1 << 30
            ]
            if field[here] >= 0 and ways:
                return actions.WALK + min(ways)[1]
        return actions.WAIT

    def find_cells(self, sign: str) -> list[Cell]:
        """The cells of a sign: where its creatures or things are, else where it is drawn."""
        phase, entry = get_phase(self._ctx), self._legend[sign]
        if entry.creature:
            return [actor.at for actor in phase.actors if actor.kind == entry.creature]
        if entry.item:
            items = phase.world.items.values()
            return [item.at for item in items if item.kind == entry.item and not item.holder and item.at is not None]
        cells = [(y, x) for y, row in enumerate(self._rows) for x, other in enumerate(row) if other == sign]
        tile = entry.tile or "core.stealth:floor"
        if not entry.other_sign and not any(other.other_sign == sign for other in self._legend.values()):
            return cells
        places = {other for other, meaning in self._legend.items() if sign in (other, meaning.other_sign)}
        drawn = [(y, x) for y, row in enumerate(self._rows) for x, other in enumerate(row) if other in places]
        return [cell for cell in drawn if phase.level.palette[phase.level.tiles[cell]] == tile]

    def find_actions(self, verb: str, words: list[str]) -> Iterator[int]:
        """The numbers of the actions that a step of the plan may mean in this state."""
        phase = get_phase(self._ctx)
        creatures = creatures_in_view(phase)
        names = {"take": "pick-up 0"}
        sign = words[-1] if words else ""
        if verb in ("strike", "throw"):
            kind = self._legend[sign].creature
            seen = actions.list_targets(phase, creatures)
            slot = next((at for at, other in enumerate(seen) if other.kind == kind), -1)
            if verb == "throw":
                pack = [item.kind for item in list_carried_items(phase.world, phase.player)]
                if slot >= 0 and self._legend[words[0]].item in pack:
                    yield actions.THROW + pack.index(self._legend[words[0]].item) * actions.TARGETS + slot
            elif slot >= 0:
                yield actions.WALK + direction_to(phase.player.at, seen[slot].at)
            return
        if verb in ("ease", "close"):
            mask = bytearray(actions.COUNT)
            actions.write_mask(self._ctx, mask, actions.look_around(phase, look(phase)))
            first = actions.EASE if verb == "ease" else actions.CLOSE
            yield from (first + direction for direction in range(actions.DIRECTIONS) if mask[first + direction])
            return
        yield actions.NAMES.index(names.get(verb, " ".join([verb, *words])))


def find_image(phase: Phase, template: Template, legend: Any) -> list[str]:
    """The rows of a template, mirrored as in this game: with the start where the character is, and the same tiles."""
    level = phase.level
    for image in range(4):
        rows = [row[:: -1 if image & 2 else 1] for row in template.rows[:: -1 if image & 1 else 1]]
        if fits(phase, rows, legend):
            return rows
    raise ValueError(f"the floor {level.id} is not an image of {template.id}")


def fits(phase: Phase, rows: list[str], legend: Any) -> bool:
    """Whether a floor has the tiles of a drawing, signs with a rest aside."""
    level = phase.level
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            entry: LegendEntry = legend[sign]
            if entry.arrival == "start" and phase.player.at != (y, x):
                return False
            tiles = [entry.tile, *([legend[entry.other_sign].tile] if entry.other_sign else [])]
            if level.palette[level.tiles[y, x]] not in tiles and entry.tile:
                return False
    return True
