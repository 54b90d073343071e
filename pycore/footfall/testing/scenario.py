"""Scenarios as data: a map, actors, commands with forced dice, and the expected state.

A scenario file is TOML; docs/modding/testing.md describes every key. ``use`` names the defaults (a fixture): a file in
the same folder, or a mod with a ``testing.toml``, such as ``"core.stealth"``. Positions in files are ``[x, y]`` and
``"x,y"``; everywhere else they are ``(y, x)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from footfall.diagnostics.toml import TomlDocument, TomlError
from footfall.loader import Finding, Mod, Trust, discover
from footfall.loader.isolation.trust import can_run, get_mod_argument, resolve_trust
from footfall.loader.selection import add_required

TomlTable = dict[str, Any]

FindMods = Callable[[], tuple[dict[str, Mod], list[Finding]]]
"""`discover` without arguments."""


class ScenarioError(ValueError):
    """A scenario file is invalid; the text states where and why."""


class ScenarioStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One command, submitted once or several times, and expectations.

    Attributes:
        do: an alias of the fixture, or a command as a table with its ``type``.
        times: number of submissions.
        dice: forced dice such as ``"d6=3"`` in the order of the rolls, the same each time.
        refusal: id of the rule that must refuse the command without any change.
        expect: expected values by path.
        messages: ids of messages that the command must log; ``"!id"``: must not log.
        put: values by path, written into the state, without any rule, before the command.
    """

    do: str | TomlTable = ""
    times: int = 1
    dice: tuple[str, ...] = ()
    refusal: str = msgspec.field(default="", name="refused")
    expect: TomlTable = {}
    messages: tuple[str, ...] = msgspec.field(default=(), name="told")
    put: TomlTable = {}


class ScenarioCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One scenario.

    Attributes:
        id: name, unique in the file (``"AC-07"``, ``"AC-07 closing"``).
        rules: ids of the rules under test.
        size: ``[width, height]`` of the level.
        floor: tile that fills the level.
        map: rows of characters, placed on the level with the upper left corner at `map_at`.
        map_at: ``[x, y]``.
        legend: additional characters.
        actors: by name, merged over the fixture's.
        items: tables ``{ name, kind, holder, worn, at }`` and other fields of an item.
        fixtures: breakable fixtures: ``{ tile, at, hp }``.
        parts: values for parts of the state, merged over the fixture's.
        settings: by full name.
        mods: paths of mods, relative to the file.
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
    """One way to begin the games that conformance checks play.

    Attributes:
        options: setup options of the game.
        bot: full id of the bot; ``""``: pseudorandom legal commands.
    """

    options: TomlTable = {}
    bot: str = ""


class ScenarioFixture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Defaults of a scenario file.

    Attributes:
        game: id of the game.
        size, floor, recipe: size, floor and recipe of the level.
        legend: characters: ``{ tile = id }`` or ``{ actor = name }``, or both.
        actor: defaults of every actor.
        actors: defaults of named actors; only actors that a case lists or draws appear.
        player: name of the player's actor.
        per_actor: keys of actor tables that are stored at ``"part/table"`` of the state.
        parts: values for parts of the state.
        settings: by full name; those of a case take precedence.
        commands: aliases.
        paths: names of state paths for `expect`; ``{}`` is the actor's id.
        measures: ``module:TABLE`` of functions ``(ctx, actor id)``.
        first_change: ``module:function``, which returns for the context a change with which the scene begins.
        step_names: steps to count, by name: ``X.<name>`` is the number of runs of the step for actor X in a command.
        free_dice: values by purpose of dice that scenarios do not force.
        starts: game starts for `footfall mods test`, chosen in turn by seed.
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
    settings: TomlTable = {}
    commands: dict[str, TomlTable] = {}
    paths: dict[str, str] = {}
    measures: str = ""
    first_change: str = msgspec.field(name="deal", default="")
    step_names: dict[str, str] = msgspec.field(default_factory=dict, name="counted")
    free_dice: dict[str, int] = msgspec.field(default_factory=dict, name="free")
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
    """Reads all scenarios of a file.

    Raises:
        ScenarioError: the file is invalid; the text names file and key.
    """
    return _read_cases(path, cache(discover))


def read_scenario_folder(folder: Path) -> list[Scenario]:
    """Reads all ``*.scenario.toml`` files below a folder, in the order of their names."""
    find_mods = cache(discover)  # at most once for all files
    return [case for path in sorted(folder.rglob("*.scenario.toml")) for case in _read_cases(path, find_mods)]


def _read_cases(path: Path, find_mods: FindMods) -> list[Scenario]:
    data = _read_toml(path)
    cases = data.pop("case", [])
    try:
        fixture = msgspec.convert(_merge_used_defaults(path, data, find_mods), ScenarioFixture)
        return [Scenario(msgspec.convert(case, ScenarioCase), fixture, path) for case in cases]
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{path}: {error}") from None


def load_fixture(mod: str) -> ScenarioFixture:
    """Loads the ``testing.toml`` of a mod.

    Args:
        mod: full id, or its last part.

    Raises:
        ScenarioError: there is no such mod, or it has no valid ``testing.toml``.
    """
    try:
        return msgspec.convert(_read_shipped_fixture(mod, mod, discover), ScenarioFixture)
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{FIXTURE_FILE} of {mod}: {error}") from None


FIXTURE_FILE = "testing.toml"
"""The file of a mod with the defaults of its game's scenes."""


def _merge_used_defaults(path: Path, data: TomlTable, find_mods: FindMods) -> TomlTable:
    """Merges a table over the defaults that its ``use`` key names."""
    use = data.pop("use", None)
    if use is None:
        return data
    sibling = path.parent / str(use)
    if sibling.is_file():
        return merge_tables(_merge_used_defaults(sibling, _read_toml(sibling), find_mods), data)
    return merge_tables(_read_shipped_fixture(str(use), str(path), find_mods), data)


def _read_shipped_fixture(mod: str, source: str, find_mods: FindMods) -> TomlTable:
    available, _ = find_mods()
    matches = [candidate for id, candidate in available.items() if mod in (id, id.rpartition(".")[2])]
    if len(matches) != 1:
        raise ScenarioError(f"{source}: use = {mod!r}: there is no such file in its folder, and no such mod")
    if FIXTURE_FILE not in matches[0].files.names:
        raise ScenarioError(f"{source}: {matches[0].id} has no {FIXTURE_FILE}; write a file of your own")
    return _parse_toml(f"{matches[0].id}/{FIXTURE_FILE}", matches[0].files.read(FIXTURE_FILE))


def _read_toml(path: Path) -> TomlTable:
    try:
        return _parse_toml(str(path), path.read_bytes())
    except OSError as error:
        raise ScenarioError(f"{path}: {error}") from None


def _parse_toml(name: str, source: bytes) -> TomlTable:
    try:
        return TomlDocument(name, source).data
    except TomlError as error:
        raise ScenarioError(f"{error.locate(name)}: {error}") from None


def merge_tables(base: Mapping[str, Any], overrides: Mapping[str, Any]) -> TomlTable:
    """Merges `overrides` over `base`: tables key by key, other values are replaced."""
    merged = dict(base)
    for key, value in overrides.items():
        are_tables = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping)
        merged[key] = merge_tables(merged[key], value) if are_tables else value
    return merged


def parse_dice(dice: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Parses forced dice such as ``"d6=3"``; yields purpose and value.

    Raises:
        ScenarioError: a die has another form.
    """
    for die in dice:
        purpose, _, value = die.partition("=")
        try:
            yield purpose.strip(), int(value)
        except ValueError:
            raise ScenarioError(f"a die is written purpose=value, such as d6=3, not {die!r}") from None


def add_requirements(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Returns the paths of mods, after those of the mods that they require.

    A required mod is looked for where the program finds mods, and next to the mod that requires it. Its code runs in
    the test, so it is one that the user has approved, or has made with ``footfall mods new``.

    Raises:
        ScenarioError: a required mod does not exist, or is not approved.
    """
    named = tuple(Path(path) for path in paths)
    own, _ = discover(named, all_sources=False)
    if all(need in own for mod in own.values() for need in mod.manifest.requires):
        return named
    folders = [path.resolve().parent for path in named]
    available: dict[str, Mod] = {**discover(folders, all_sources=False)[0], **discover()[0], **own}
    chosen = {path.resolve() for path in named}
    starts = [mod.id for mod in own.values() if mod.files.path.resolve() in chosen]
    required: list[Path] = []
    for id in add_required(starts, available):
        mod = available[id]
        for need in mod.manifest.requires:
            if need not in available and need != "footfall":
                raise ScenarioError(f"{id} requires {need}, which does not exist here: footfall mods install {need}")
        if mod.is_first_party or mod.files.path.resolve() in chosen:
            continue
        if not can_run(mod, resolve_trust(Trust.APPROVED)):
            fix = f"footfall mods approve {get_mod_argument(mod)}"
            raise ScenarioError(f"{starts[0]} requires {id}, whose Python is not approved: {fix}")
        required.append(mod.files.path)
    return (*required, *named)
