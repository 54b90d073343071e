"""The rules of an environment with their numbering, loaded once."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from footfall.diagnostics import UserError
from footfall.diagnostics.findings import suggest
from footfall.engine.declarations.environments import (
    Environment,
    EnvironmentLayout,
    EnvironmentSeat,
    EnvironmentTask,
    TaskSuite,
)
from footfall.engine.declarations.game import Game
from footfall.loader import LoadResult, list_games, load
from footfall.loader.isolation.trust import has_code
from footfall.loader.load import describe_named_faults


class NoEnvironmentError(UserError, ValueError):
    """An environment cannot be made of a game, its mods or its options; the text says why."""


class EnvironmentContent(msgspec.Struct, frozen=True, dict=True):
    """A game with mods, settings and options, as an environment plays it.

    Attributes:
        load_result: the game with its mods, and the catalog of their texts.
        environment: the declaration of the game.
        layout: the numbering.
        options: setup options.
        switches: choices of the observation.
        mods_in_python: ids of the active mods that are not data.
        hash: the content hash; see `EnvironmentLayout.hash_with`.
        seats: the players, if each has knowledge of their own.
        task: the task of its games, if they have one.
        suite: the suite of `task`.
    """

    load_result: LoadResult
    environment: Environment
    layout: EnvironmentLayout
    options: Mapping[str, Any]
    switches: Mapping[str, Any]
    mods_in_python: tuple[str, ...]
    hash: str
    seats: tuple[EnvironmentSeat, ...] = ()
    task: EnvironmentTask | None = None
    suite: TaskSuite | None = None

    @property
    def max_steps(self) -> int:
        """The default number of steps after which a game is cut short; 0: never."""
        return self.environment.max_steps if self.task is None else self.task.max_steps

    @property
    def id(self) -> str:
        """The id of the environment, as Gymnasium takes it."""
        return self.environment.id if self.task is None or self.suite is None else self.suite.build_id(self.task.name)

    @property
    def game(self) -> Game:
        """The game."""
        return self.load_result.rules.game


def list_environments() -> list[tuple[Game, Environment]]:
    """Returns the games that programs can play, without mods of the user, each with its environment."""
    games = list_games(only_mods=()).values()
    return [(game, game.declare_environment()) for game in games if game.declare_environment is not None]


def load_environment(
    game: str,
    mods: Iterable[Path | str] = (),
    settings: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    switches: Mapping[str, Any] | None = None,
    *,
    task: str = "",
    allows_python: bool = False,
) -> EnvironmentContent:
    """Loads a game as an environment. The user's own mods and settings are left out, so that results can be repeated.

    Args:
        game, mods: full id or short name; paths of mods.
        settings, options, switches: world settings by full name, setup options, choices of the observation.
        task: the name of a task of the game.
        allows_python: also take mods in Python, which play at the speed of Python.

    Raises:
        NoEnvironmentError: the game has no environment, a mod or a value is not usable, or a mod is Python.
        LoadError: the game cannot be loaded.
    """
    paths, values = tuple(map(str, mods)), tuple(sorted((settings or {}).items()))
    load_rules = load_game if paths else load_plain_game
    loaded, python = load_rules(game, paths, values)
    environment = get_environment(loaded)
    suite = get_suite(environment, task) if task else None
    if suite is not None:
        loaded, python = load_rules(game, (str(suite.folder), *paths), values)
    if python and not allows_python:
        listed = ", ".join(python)
        raise NoEnvironmentError(f"mods in Python play at the speed of Python: {listed}; allows_python=True accepts it")
    try:
        chosen = suite.find_task(loaded.rules, task) if suite is not None else None
        return build_content(loaded, environment, python, chosen, options or {}, switches or {}, suite)
    except ValueError as error:
        raise NoEnvironmentError(f"{environment.id}: {error}") from None


def build_content(
    loaded: LoadResult,
    environment: Environment,
    python: tuple[str, ...],
    task: EnvironmentTask | None,
    options: Mapping[str, Any],
    switches: Mapping[str, Any],
    suite: TaskSuite | None = None,
) -> EnvironmentContent:
    """Returns a game as an environment plays it; `python` are its mods in Python. Raises ValueError for a bad value."""
    all_switches = {**environment.switches, **switches}
    all_options = {**environment.options, **({} if task is None else task.options), **options}
    loaded.rules.game.check_options(all_options)
    for name, value in all_switches.items():
        if name not in environment.switches:
            known = ", ".join(environment.switches) or "none"
            raise ValueError(f"there is no switch {name!r}{suggest(name, list(environment.switches))}; it has: {known}")
        if type(value) is not type(environment.switches[name]):
            raise ValueError(f"the switch {name} is like {environment.switches[name]!r}, got {value!r}")
    layout = environment.build_layout(loaded.rules, all_options, all_switches)
    hash = layout.hash_with(loaded.rules, all_options)
    seats = () if environment.list_seats is None else environment.list_seats(loaded.rules, all_options)
    return EnvironmentContent(loaded, environment, layout, all_options, all_switches, python, hash, seats, task, suite)


def get_environment(loaded: LoadResult) -> Environment:
    """Returns the declaration of a game. Raises NoEnvironmentError if there is none."""
    game = loaded.rules.game
    if game.declare_environment is None:
        raise NoEnvironmentError(f"{game.id} declares no environment (Game.declare_environment)")
    environment: Environment = game.declare_environment()
    return environment


def get_suite(environment: Environment, task: str = "") -> TaskSuite:
    """Returns the suite of a task; without a name, the first one. Raises NoEnvironmentError if there is none."""
    suites = [suite for suite in (environment.suite, environment.hunts) if suite is not None]
    if not suites:
        raise NoEnvironmentError(f"{environment.id} has no tasks (Environment.suite)")
    named = {name: suite for suite in suites for name in suite.list_names()}
    if task and task not in named:
        known = ", ".join(named)
        raise NoEnvironmentError(f"there is no task {task!r}{suggest(task, list(named))}; there are: {known}")
    return named.get(task, suites[0])


def load_game(
    game: str, paths: tuple[str, ...], settings: tuple[tuple[str, Any], ...]
) -> tuple[LoadResult, tuple[str, ...]]:
    """Loads a game; returns it with the mods that are Python."""
    files = [Path(path) for path in paths]
    loaded = load(game, mods=files, only_mods=(), settings=dict(settings))
    codes = ("no-setting", "bad-setting")
    faults = [finding.text for finding in loaded.findings if finding.code in codes]
    faults += [f"{finding.mod} {finding.text}" for finding in loaded.findings if finding.mod in paths]
    if text := describe_named_faults(loaded, files):
        faults.append(text)
    if faults:
        raise NoEnvironmentError("\n".join(faults))
    active = loaded.rules.mods
    python = [mod.id for mod in loaded.mods if mod.id in active and not mod.is_first_party and has_code(mod)]
    return loaded, tuple(python)


load_plain_game = lru_cache(maxsize=16)(load_game)
"""`load_game` for a game without mods, cached for the process; files of mods may change."""


def describe_environment(content: EnvironmentContent) -> str:
    """Returns a page in Markdown: segments of the observation, words, actions, and the hash of all these."""
    layout, environment = content.layout, content.environment
    facts = f"Hash of the numbering: `{layout.hash}`. Seats: {layout.seats}."
    facts += " Written by `python -m footfall.env --write docs/research`."
    lines = [f"# {environment.id}", "", facts, ""]
    if environment.switches:
        chosen = ", ".join(f"`{name}={value}`" for name, value in content.switches.items())
        lines += [f"Switches: {chosen}.", ""]
    lines += ["## Observation", "", f"{layout.length} numbers of int16, in this order.", ""]
    lines += ["| segment | shape | from | to | meaning |", "|---|---|---|---|---|"]
    for segment in layout.segments:
        shape = " × ".join(map(str, segment.shape))
        lines.append(f"| `{segment.name}` | {shape} | {segment.low} | {segment.high} | {segment.summary} |")
    for segment in layout.segments:
        if segment.columns:
            columns = "; ".join(f"{at} {column}" for at, column in enumerate(segment.columns))
            lines += ["", f"Columns of `{segment.name}`: {columns}."]
    if layout.words:
        words = ", ".join(f"{number} `{word}`" for number, word in enumerate(layout.words, 1))
        lines += ["", "## Words", "", f"0 stands for no name. {words}."]
    lines += ["", "## Actions", ""]
    lines += [", ".join(f"{number} `{name}`" for number, name in enumerate(layout.actions)) + "."]
    return "\n".join(lines) + "\n"
