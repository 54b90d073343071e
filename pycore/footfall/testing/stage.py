"""Builds the state that a scenario describes: level, actors, items, and whatever parts plugins keep."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from footfall.api import Play, Question, State
from footfall.api.grid import PART, Actor, Cell, Item, Level, World
from footfall.api.grid import Fixture as Breakable
from footfall.engine.rules import BoundStep, Rules
from footfall.engine.session import Session
from footfall.loader import load

from .dice import Forced
from .scenario import BadScenario, Scenario, Table, merged

LEVEL = 1
"""Id of the scenario's level."""


@cache
def rules_of(game: str, mods: tuple[Path, ...], settings: tuple[tuple[str, Any], ...]) -> Rules:
    """The rules of a game with first-party plugins and the mods named, loaded once."""
    return load(game, mods=mods, only=(), settings=dict(settings), strict=bool(mods)).rules


def counting(rules: Rules, counts: dict[tuple[str, Any], int]) -> Rules:
    """The same rules, counting how often each (step, first argument) runs."""

    def counted(step: BoundStep) -> BoundStep:
        def run(play: Play, *args: Any) -> Any:
            key = (step.name, args[0] if args else None)
            counts[key] = counts.get(key, 0) + 1
            return step.run(play, *args)

        return replace(step, run=run)

    return replace(rules, steps={name: counted(step) for name, step in rules.steps.items()})


class Stage:
    """A scenario set up and ready to be played.

    Attributes:
        session: the game.
        counts: how often each (step, first argument) ran since it was last cleared.
        names: id by name of actors and items.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        fixture, case = scenario.fixture, scenario.case
        mods = tuple((scenario.path.parent / mod).resolve() for mod in case.mods)
        self.rules = rules_of(fixture.game, mods, tuple(sorted(case.settings.items())))
        self.names: dict[str, int] = {}
        self._drawn: dict[str, Cell] = {}
        self._parts: Table = merged(fixture.parts, case.parts)
        level = self._level()
        actors = self._actors()
        items = self._items(actors)
        world = World(
            next_id=1000,
            player=self.names[fixture.player],
            current=LEVEL,
            levels={LEVEL: level},
            actors={actor.id: actor for actor in actors},
            items={item.id: item for item in items},
            fixtures={n: self._fixture(n, row) for n, row in enumerate(case.fixtures, 900)},
        )
        state = State(game=self.rules.game.id, seed=1, settings=dict(self.rules.settings))
        state.question = Question(world.player)
        state.parts = {
            name: self._part(name, kind) for name, kind in self.rules.parts.items() if name != PART
        }
        state.parts[PART] = world
        self.counts: dict[tuple[str, Any], int] = {}
        rules = counting(self.rules, self.counts)
        self.session = Session(rules, state, strict=True, forced=Forced((), fixture.free))

    def _part(self, name: str, kind: Any) -> Any:
        try:
            return msgspec.convert(self._parts.get(name, {}), kind, strict=False)
        except msgspec.ValidationError as error:
            raise self.bad(f"part {name!r}: {error}") from None

    def bad(self, text: str) -> BadScenario:
        """An error of this scenario."""
        return BadScenario(f"{self.scenario.path}: {self.scenario.case.id}: {text}")

    def _level(self) -> Level:
        fixture, case = self.scenario.fixture, self.scenario.case
        width, height = case.size if case.size != (0, 0) else fixture.size
        palette = [case.floor or fixture.floor]
        tiles = np.zeros((height, width), np.uint8)
        legend = merged(fixture.legend, case.legend)
        left, top = case.map_at
        for y, row in enumerate(case.map, top):
            for x, sign in enumerate(row, left):
                if sign == " ":
                    continue
                meaning = legend.get(sign)
                if meaning is None:
                    raise self.bad(f"the legend has no {sign!r}; it has: {' '.join(legend)}")
                if not (0 <= y < height and 0 <= x < width):
                    raise self.bad(f"the map leaves the level of {width} x {height} at {x},{y}")
                if "tile" in meaning:
                    if meaning["tile"] not in palette:
                        palette.append(meaning["tile"])
                    tiles[y, x] = palette.index(meaning["tile"])
                if "actor" in meaning:
                    self._drawn[meaning["actor"]] = (y, x)
        blank = np.zeros((height, width), np.bool_)
        return Level(LEVEL, fixture.recipe, 1, palette, tiles, blank, blank.copy())

    def _actors(self) -> list[Actor]:
        fixture, case = self.scenario.fixture, self.scenario.case
        wanted = dict.fromkeys([fixture.player, *self._drawn, *case.actors])
        found = []
        for id, name in enumerate(wanted, 1):
            own = case.actors.get(name, {})
            table = merged(merged(fixture.actor, fixture.actors.get(name, {})), own)
            self.names[name] = id
            for key, where in fixture.per_actor.items():
                part, _, field = where.partition("/")
                row = table.pop(key, None)
                if row is not None and row != "none":
                    self._parts = merged(self._parts, {part: {field: {id: row}}})
            at = table.pop("at", None)
            cell = self._drawn.get(name) if "at" not in own else None
            if cell is None and at is not None:
                cell = (at[1], at[0])
            if cell is None:
                raise self.bad(f"actor {name!r} stands nowhere: draw it on the map or say at = [x, y]")
            found.append(msgspec.convert({**table, "id": id, "level": LEVEL, "at": cell}, Actor))
        return found

    def _items(self, actors: list[Actor]) -> list[Item]:
        found = []
        for id, row in enumerate(self.scenario.case.items, 500):
            table = dict(row)
            self.names[table.pop("name", str(id))] = id
            slot = table.pop("worn", "")
            holder = table.pop("holder", None)
            if holder is not None:
                actor = next(actor for actor in actors if actor.id == self.names[holder])
                actor.pack.append(id)
                table["holder"] = actor.id
                if slot:
                    actor.worn[slot] = id
            else:
                x, y = table["at"]
                table |= {"at": (y, x), "level": LEVEL}
            found.append(msgspec.convert({**table, "id": id}, Item))
        return found

    def _fixture(self, id: int, row: Table) -> Breakable:
        x, y = row["at"]
        return Breakable(id, row["tile"], LEVEL, (y, x), row["hp"])
