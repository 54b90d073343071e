"""Builds the state of a scenario: level, actors, items, and parts of plugins."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from footfall.api import Context, Question, Record, State
from footfall.api.grid import WORLD_PART, Actor, Cell, Fixture as Breakable, Item, Level, World
from footfall.diagnostics.findings import Severity
from footfall.engine.declarations.rules import BoundStep, Rules
from footfall.engine.session import Session
from footfall.loader import LoadError, LoadResult, load, select_active_mods

from .dice import ForcedDice
from .scenario import Scenario, ScenarioError, TomlTable, add_requirements, merge_tables

LEVEL_ID = 1
"""Id of the scenario's level."""

FIRST_ITEM_ID, FIRST_FIXTURE_ID, NEXT_ID = 500, 900, 1000
"""Ids of a scenario's items and fixtures, and of the first thing that the game adds; actors begin with 1."""


class DroppedRuleWarning(UserWarning):
    """A rule of the mod under test has a mistake, and is not used."""


def load_mods(game: str, mods: Iterable[Path], settings: Mapping[str, Any] | None) -> LoadResult:
    """Loads a game with first-party plugins, some mods and those that they require.

    A rule with a mistake is not used, as in play, so that it fails no test of another rule; a warning names it.

    Raises:
        LoadError: a mod has another error, or is for other games.
    """
    paths = add_requirements(mods)
    loaded = load(game, mods=paths, only_mods=(), settings=settings)
    active = select_active_mods(loaded.game, loaded.mods, loaded.games) if loaded.game is not None else loaded.mods
    named = {Path(path).resolve() for path in paths}  # a folder of many mods may have some for other games
    for mod in loaded.mods:
        if mod not in active and mod.info.games and mod.files.path.resolve() in named:
            games = ", ".join(mod.info.games)
            raise LoadError(f'{mod.id} is for {games}, not for {game}: begin("{mod.info.games[0]}") loads it')
    if paths and any(f.severity is Severity.ERROR and not f.drops_rule for f in loaded.findings):
        raise LoadError("mods have errors", loaded.findings)
    for finding in loaded.findings:
        if finding.drops_rule:
            warnings.warn(f"a rule is not used: {finding}", DroppedRuleWarning, stacklevel=2)
    return loaded


@cache
def load_game(game: str, mods: tuple[Path, ...], settings: tuple[tuple[str, Any], ...]) -> LoadResult:
    """Returns the result of `load_mods`, which is loaded once."""
    return load_mods(game, mods, dict(settings))


def wrap_step_counters(rules: Rules, counts: dict[tuple[str, Any], int]) -> Rules:
    """Returns rules that count the runs of each (step, first argument)."""

    def wrap_step(step: BoundStep) -> BoundStep:
        def run(ctx: Context, *args: Any) -> Any:
            key = (step.name, args[0] if args else None)
            counts[key] = counts.get(key, 0) + 1
            return step.run(ctx, *args)

        return replace(step, run=run)

    return replace(rules, steps={name: wrap_step(step) for name, step in rules.steps.items()})


class ScenarioGame:
    """A scenario that has been set up and can be played.

    Attributes:
        step_counts: runs by (step, first argument) since the last clear.
        names: ids of actors and items by name.
        translate: turns messages into sentences.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        fixture, case = scenario.fixture, scenario.case
        mods = tuple((scenario.path.parent / mod).resolve() for mod in case.mods)
        settings = {**fixture.settings, **case.settings}
        loaded = load_game(fixture.game, mods, tuple(sorted(settings.items())))
        self.rules, self.translate = loaded.rules, loaded.catalog.translate
        self.names: dict[str, int] = {}
        self._drawn: dict[str, Cell] = {}  # cells of the actors that the map shows
        self._parts: TomlTable = merge_tables(fixture.parts, case.parts)
        level = self._build_level()
        actors = self._build_actors(level)
        items = self._build_items(actors, level)
        breakables = [
            Breakable(id, row["tile"], LEVEL_ID, self._check_cell(level, "a fixture", row["at"]), row["hp"])
            for id, row in enumerate(case.fixtures, FIRST_FIXTURE_ID)
        ]
        world = World(
            next_id=NEXT_ID,
            player=self.names[fixture.player],
            current=LEVEL_ID,
            levels={LEVEL_ID: level},
            actors={actor.id: actor for actor in actors},
            items={item.id: item for item in items},
            fixtures={breakable.id: breakable for breakable in breakables},
        )
        state = State(game=self.rules.game.id, seed=1, settings=dict(self.rules.settings))
        state.question = Question(world.player)
        state.parts[WORLD_PART] = world
        state.parts |= self.build_parts()
        self.step_counts: dict[tuple[str, Any], int] = {}
        rules = wrap_step_counters(self.rules, self.step_counts)
        free = {**rules.game.free_dice, **fixture.free_dice}
        if fixture.first_change:
            session = Session(rules, state, strict=True)
            module, _, name = fixture.first_change.partition(":")
            change = getattr(importlib.import_module(module), name)(session.context(session.rules.game.id))
            change.apply(session.state)
        self.session = Session(rules, state, strict=True, dice_source=ForcedDice((), free))

    def build_parts(self) -> dict[str, Any]:
        """Returns the parts of the state besides the world."""
        parts = {}
        for name, kind in self.rules.saves.parts.items():
            if name == WORLD_PART:
                continue
            try:
                parts[name] = msgspec.convert(self._parts.get(name, {}), kind, strict=False)
            except msgspec.ValidationError as error:
                raise self.make_error(f"part {name!r}: {error}") from None
        return parts

    def make_error(self, text: str) -> ScenarioError:
        """Makes an error with the location of the scenario."""
        return ScenarioError(f"{self.scenario.path}: {self.scenario.case.id}: {text}")

    def _build_level(self) -> Level:
        fixture, case = self.scenario.fixture, self.scenario.case
        width, height = case.size if case.size != (0, 0) else fixture.size
        palette = [case.floor or fixture.floor]
        tiles = np.zeros((height, width), np.uint8)
        legend = merge_tables(fixture.legend, case.legend)
        arrivals: dict[str, Cell] = {}
        stairs: dict[Cell, Mapping[str, Any]] = {}
        left, top = case.map_at
        for y, row in enumerate(case.map, top):
            for x, character in enumerate(row, left):
                if character == " ":
                    continue
                meaning = self.find_meaning(character, legend, palette[0])
                if not (0 <= y < height and 0 <= x < width):
                    raise self.make_error(f"the map exceeds the level of {width} x {height} at {x},{y}")
                if "tile" in meaning:
                    if meaning["tile"] not in palette:
                        palette.append(meaning["tile"])
                    tiles[y, x] = palette.index(meaning["tile"])
                if "actor" in meaning:
                    self._drawn[meaning["actor"]] = (y, x)
                if "arrival" in meaning:
                    arrivals[meaning["arrival"]] = (y, x)
                if "leads_to" in meaning:
                    stairs[y, x] = meaning
        blank = np.zeros((height, width), np.bool_)
        links = [(y, x, 0, meaning["leads_to"]) for (y, x), meaning in stairs.items()]
        return Level(LEVEL_ID, fixture.recipe, 1, palette, tiles, blank, blank.copy(), arrivals=arrivals, links=links)

    def find_meaning(self, character: str, legend: TomlTable, floor: str) -> TomlTable:
        """Returns the meaning of a character of the map."""
        meaning = legend.get(character)
        if meaning is None and character in (*self.scenario.case.actors, *self.scenario.fixture.actors):
            return {"tile": floor, "actor": character}
        if meaning is None:
            raise self.make_error(f"the legend has no {character!r}; it has: {' '.join(legend)}")
        if not isinstance(meaning, dict):
            raise self.make_error(
                f"{character!r} in the legend is {meaning!r}, not {{ tile = ID }} or {{ actor = NAME }}"
            )
        return meaning

    def _check_cell(self, level: Level, name: str, at: Sequence[int]) -> Cell:
        """Returns the cell of ``[x, y]``."""
        (x, y), (height, width) = at, level.tiles.shape
        if not (0 <= x < width and 0 <= y < height):
            raise self.make_error(f"{name} is at {x},{y}, outside the level of {width} x {height}")
        return y, x

    def _build_actors(self, level: Level) -> list[Actor]:
        fixture, case = self.scenario.fixture, self.scenario.case
        names = dict.fromkeys([fixture.player, *self._drawn, *case.actors])
        actors = []
        for id, name in enumerate(names, 1):
            own = case.actors.get(name, {})
            table = merge_tables(merge_tables(fixture.actor, fixture.actors.get(name, {})), own)
            self.names[name] = id
            for key, where in fixture.per_actor.items():
                part, _, field = where.partition("/")
                row = table.pop(key, None)
                if row is not None and row != "none":
                    self._parts = merge_tables(self._parts, {part: {field: {id: row}}})
            at = table.pop("at", None)
            cell = self._drawn.get(name) if "at" not in own else None
            if cell is None and at is not None:
                cell = self._check_cell(level, f"actor {name!r}", at)
            if cell is None:
                is_sign = name in fixture.legend and "actor" not in fixture.legend[name]
                advice = (
                    "the legend has this letter: take another" if is_sign else "draw it on the map or set at = [x, y]"
                )
                raise self.make_error(f"actor {name!r} has no position: {advice}")
            known = {*Actor.__struct_fields__} - {"id", "level"}
            if unknown := [key for key in table if key not in known]:
                fields = ", ".join(sorted({*known, *fixture.per_actor}))
                raise self.make_error(f"actor {name!r} has no field {unknown[0]!r}; it has: {fields}")
            actors.append(msgspec.convert({**table, "id": id, "level": LEVEL_ID, "at": cell}, Actor))
        return actors

    def _build_items(self, actors: list[Actor], level: Level) -> list[Item]:
        items = []
        kinds: Mapping[str, Any] = self.rules.records.table(Record, "item")
        for id, row in enumerate(self.scenario.case.items, FIRST_ITEM_ID):
            table = dict(row)
            name = table.pop("name", str(id))
            self.names[name] = id
            slot = table.pop("worn", "")
            holder = table.pop("holder", None)
            if holder is not None:
                actor = next(actor for actor in actors if actor.id == self.names[holder])
                actor.pack.append(id)
                table["holder"] = actor.id
                if slot:
                    actor.worn[slot] = id
            else:
                cell = self._check_cell(level, f"item {name!r}", table["at"])
                table |= {"at": cell, "level": LEVEL_ID}
            record = kinds.get(table.get("kind", ""))
            table = {"charges": getattr(record, "charges", -1), **table, "id": id}
            items.append(msgspec.convert(table, Item))
        return items
