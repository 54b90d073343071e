"""A hero who walks: to openings until sight reveals what is behind, to doors and through them."""

from __future__ import annotations

import numpy as np

from footfall import kernels
from footfall.engine.model import Cause
from footfall.plugins.delve.maps.geometry import list_cells, to_tiles
from footfall.plugins.delve.maps.shapes import door_rect, inner_rect
from footfall.plugins.delve.model import ExitKind, Fate
from footfall.plugins.stealth.actions.commands import Wait, Walk
from footfall.world.changes.actors import Heal, Hurt
from footfall.world.state import get_level_index, get_world

DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


class Walker:
    """Walks a session; foes fall at a glance, so that the map is what is tested."""

    def __init__(self, session):
        self.session = session

    @property
    def delve(self):
        return self.session.state.parts["core.delve"].delve

    @property
    def hero(self):
        world = get_world(self.session.state)
        return world.actors[world.player]

    def submit(self, command):
        result = self.session.submit(command)
        assert result.refusal is None, (command, result.refusal)
        return result

    def find_path_to(self, cells):
        """The shortest path to one of some cells, doors counted as floor."""
        world = get_world(self.session.state)
        level = world.levels[self.hero.level]
        base = get_level_index(world, level, self.session.rules.records)
        doors = np.array(["door" in kind.tags for kind in base.tile_kinds])[level.tiles]
        walkable = np.asarray(base.grid.walkable) | doors
        top, left = level.origin
        start = self.hero.at[0] - top, self.hero.at[1] - left
        best = None
        for y, x in cells:
            path = kernels.find_path(walkable, start, (y - top, x - left), canonical=True)
            if path is not None and (best is None or len(path) < len(best)):
                best = path
        return None if best is None else [(int(y) + top, int(x) + left) for y, x in best][1:]

    def walk_until(self, cells, until, fells=True):
        """Walks until something is so; False if there is no way or it takes too long."""
        for _ in range(400):
            if until() or self.session.state.outcome is not None:
                return True
            if fells:
                self.fell_foes()
            if self.session.state.outcome is not None:
                return True
            path = self.find_path_to(cells)
            if not path:
                return until()
            self.step_towards(path[0])
        raise AssertionError(f"no way to {cells}")

    def step_towards(self, cell):
        here = self.hero.at
        direction = DIRECTIONS.index((cell[0] - here[0], cell[1] - here[1]))
        self.submit(Walk(actor=self.hero.id, direction=direction))

    def fell_foes(self):
        """Fells all that is hostile, and keeps the hero whole."""
        state, world = self.session.state, get_world(self.session.state)
        foes = [a for a in world.actors.values() if a.id != world.player and a.level == self.hero.level]
        if self.hero.hp < self.hero.hp_max:
            Heal(self.hero.id, 100).apply(state)
        if foes:
            self.session.loop.apply_outcome(
                self.session, [Hurt(foe.id, foe.hp, self.hero.id, "blow") for foe in foes], Cause("core.delve", "test")
            )
            self.submit(Wait(actor=self.hero.id))

    def explore_exit(self, number):
        """Goes to a pending exit until it is no longer pending."""
        gate = self.delve.get_exit(number)
        thickness = self.delve.wall_thickness
        cells = list_cells(to_tiles(inner_rect(gate, thickness), thickness))
        done = lambda: self.delve.get_exit(number).fate is not Fate.PENDING  # noqa: E731
        if gate.way is ExitKind.MOUTH:
            assert self.walk_until(cells, done)
            return
        self.walk_until(list_cells(door_rect(gate.at, gate.heading, gate.width, thickness)), done)
        assert done() or self.session.state.outcome is not None
