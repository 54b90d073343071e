"""Scenarios as data: a map, actors, commands with forced dice, and what the state must be then.

A file of scenarios is TOML. ``use`` names defaults (a fixture): a file beside it, or the mod of a game that
ships its own, such as ``"core.stealth"``. Positions in
files are ``[x, y]`` and ``"x,y"``; everywhere else they are ``(y, x)``. The README of this room
describes every key.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from footfall.loader import discover

TomlTable = dict[str, Any]


class ScenarioError(ValueError):
    """A scenario file that cannot be read as one; the text says where and what to do."""


class ScenarioStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One or several equal commands and what must hold then.

    Attributes:
        do: an alias of the fixture, or a command as a table with its ``type``.
        times: how often.
        dice: ``"d6=3"`` in the order the rules ask for them, for each of the times alike.
        refused: rule id that refuses it; then nothing may have changed.
        expect: path to value.
        told: ids of messages that this command must have told; ``"!id"``: must not.
        put: what the scenario changes by hand before the command: path to value.
    """

    do: str | TomlTable = ""
    times: int = 1
    dice: tuple[str, ...] = ()
    refused: str = ""
    expect: TomlTable = {}
    told: tuple[str, ...] = ()
    put: TomlTable = {}


class ScenarioCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One scenario.

    Attributes:
        id: its name, unique in the file (``"AC-07"``, ``"AC-07 closing"``).
        rules: rule ids it is about.
        size: ``[width, height]`` of the level, all of `floor`.
        floor: tile that fills the level.
        map: rows of signs, laid over the level with their upper left corner at `map_at`.
        map_at: ``[x, y]``.
        legend: more signs.
        actors: by name, merged over the fixture's.
        items: objects; see README.
        fixtures: breakable things: ``{ tile, at, hp }``.
        parts: values for parts of the state, merged over the fixture's.
        settings: by full name.
        mods: paths of mods to load, relative to the file.
        steps: the commands.
    """

    id: str
    rules: tuple[str, ...] = ()
    title: str = ""
    size: tuple[int, int] = (0, 0)
    floor: str = ""
    map: tuple[str, ...] = ()
    map_at: tuple[int, int] = (0, 0)
    legend: TomlTable = {}
    actors: dict[str, TomlTable] = {}
    items: tuple[TomlTable, ...] = ()
    fixtures: tuple[TomlTable, ...] = ()
    parts: TomlTable = {}
    settings: TomlTable = {}
    mods: tuple[str, ...] = ()
    steps: tuple[ScenarioStep, ...] = ()


class GameStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to begin a game that is played to see whether a mod stands it.

    Attributes:
        options: setup options of the game.
        bot: full id of who plays; ``""``: anything legal is done.
    """

    options: TomlTable = {}
    bot: str = ""


class ScenarioFixture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Defaults of a file.

    Attributes:
        game: id of the game.
        size, floor, recipe: the level.
        legend: sign to ``{ tile = id }`` or ``{ actor = name }``, or both.
        actor: defaults of every actor.
        actors: defaults of named actors; only those a case mentions or draws appear.
        player: name of the player's actor.
        per_actor: key of an actor's table to ``"part/table"`` of the state it is written to.
        parts: values for parts of the state.
        commands: aliases.
        paths: names of state paths for `expect`; ``{}`` is the actor's id.
        measures: dotted path of a table of functions ``(ctx, actor id)``.
        counted: name to step: ``X.<name>`` tells how often the step ran for an actor in this command.
        free: dice that no scenario forces.
        starts: how games begin that `footfall mods test` plays, in turn by seed.
    """

    game: str
    size: tuple[int, int] = (20, 10)
    floor: str = ""
    recipe: str = "scenario"
    legend: TomlTable = {}
    actor: TomlTable = {}
    actors: dict[str, TomlTable] = {}
    player: str = "@"
    per_actor: dict[str, str] = {}
    parts: TomlTable = {}
    commands: dict[str, TomlTable] = {}
    paths: dict[str, str] = {}
    measures: str = ""
    counted: dict[str, str] = {}
    free: dict[str, int] = {}
    starts: tuple[GameStart, ...] = ()


@dataclass(frozen=True)
class Scenario:
    """A case with its fixture and its file."""

    case: ScenarioCase
    fixture: ScenarioFixture
    path: Path

    def __str__(self) -> str:
        return self.case.id


def read_scenarios(path: Path) -> list[Scenario]:
    """All scenarios of a file.

    Raises:
        BadScenario: it is not one; names file and key.
    """
    data = _read_toml(path)
    cases = data.pop("case", [])
    try:
        fixture = msgspec.convert(_merge_used_defaults(path, data), ScenarioFixture)
        return [Scenario(msgspec.convert(case, ScenarioCase), fixture, path) for case in cases]
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{path}: {error}") from None


def read_scenario_folder(folder: Path) -> list[Scenario]:
    """All scenarios of all ``*.scenario.toml`` files below a folder, by file name."""
    return [scenario for path in sorted(folder.rglob("*.scenario.toml")) for scenario in read_scenarios(path)]


def load_fixture(mod: str) -> ScenarioFixture:
    """What scenes of a game start from: the ``testing.toml`` of the mod that brings it.

    Args:
        mod: full id, or the last part of it.

    Raises:
        BadScenario: there is no such mod, or it has no such file.
    """
    try:
        return msgspec.convert(_read_shipped_fixture(mod, mod), ScenarioFixture)
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{FIXTURE_FILE} of {mod}: {error}") from None


FIXTURE_FILE = "testing.toml"
"""The file of a mod with what scenes of its game start from."""


def _merge_used_defaults(path: Path, data: TomlTable) -> TomlTable:
    """A table merged over the file, or the mod's ``testing.toml``, that its ``use`` names."""
    use = data.pop("use", None)
    if use is None:
        return data
    beside = path.parent / str(use)
    base = (
        _merge_used_defaults(beside, _read_toml(beside))
        if beside.is_file()
        else _read_shipped_fixture(str(use), str(path))
    )
    return merge_tables(base, data)


def _read_shipped_fixture(mod: str, who: str) -> TomlTable:
    found, _ = discover()
    match = [each for id, each in found.items() if mod in (id, id.rpartition(".")[2])]
    if len(match) != 1:
        raise ScenarioError(f"{who}: use = {mod!r}: there is no such file beside it, and no such mod")
    if FIXTURE_FILE not in match[0].files.names:
        raise ScenarioError(f"{who}: {match[0].id} has no {FIXTURE_FILE}; use a file of your own")
    return tomllib.loads(match[0].files.read(FIXTURE_FILE).decode("utf-8"))


def _read_toml(path: Path) -> TomlTable:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ScenarioError(f"{path}: {error}") from None


def merge_tables(base: Mapping[str, Any], more: Mapping[str, Any]) -> TomlTable:
    """`more` over `base`: tables key by key, all else replaced."""
    out = dict(base)
    for key, value in more.items():
        both = isinstance(value, Mapping) and isinstance(out.get(key), Mapping)
        out[key] = merge_tables(out[key], value) if both else value
    return out


def load_measures(fixture: ScenarioFixture) -> Mapping[str, Any]:
    """The measures that a fixture names by dotted path: ``package.module:TABLE``."""
    if not fixture.measures:
        return {}
    module, _, name = fixture.measures.partition(":")
    table: Mapping[str, Any] = getattr(importlib.import_module(module), name)
    return table


def parse_step_dice(step: ScenarioStep) -> Iterator[tuple[str, int]]:
    """The forced dice of a step."""
    return parse_dice(step.dice)


def parse_dice(dice: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Forced dice as they are written, ``"d6=3"``, by purpose and value.

    Raises:
        BadScenario: one is written otherwise.
    """
    for die in dice:
        purpose, _, value = die.partition("=")
        try:
            yield purpose.strip(), int(value)
        except ValueError:
            raise ScenarioError(f"a die is written purpose=value, such as d6=3, not {die!r}") from None
