"""The declaration of an environment: a game as numbers, for programs that learn to play it.

A game names what it shows (`Segment`), what a player may do (`EnvironmentLayout.actions`), and an object that reads and
commands one running game by these numbers (`Interpreter`). `footfall.env` does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from importlib.resources import files
from math import prod
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from ..context import Context
from ..model import Command, Message

T = TypeVar("T")

Rules = Any
"""`footfall.engine.declarations.rules.Rules`, which contains this declaration."""

Parts = Mapping[str, npt.NDArray[np.int16]]
"""The segments of an observation by name, each an int16 array of the segment's shape."""

Mask = npt.NDArray[np.int8]
"""1 for each action that may be chosen, else 0: int8 ``(actions,)``."""

MaskBytes = bytearray
"""The same while it is written, a byte for each action: quicker to write to than an array."""


class Segment(msgspec.Struct, frozen=True):
    """A part of an observation: an array of int16.

    Attributes:
        name: its key in observations with names.
        shape: its shape.
        low, high: bounds of its numbers, both included.
        summary: a sentence on it, for the page of the environment.
        columns: the meaning of each number of the last axis; empty if all mean the same.
    """

    name: str
    shape: tuple[int, ...]
    low: int = 0
    high: int = 32767
    summary: str = ""
    columns: tuple[str, ...] = ()


class EnvironmentLayout(msgspec.Struct, frozen=True, dict=True):
    """The numbering of an environment under fixed rules.

    Attributes:
        segments: the parts of an observation, in order.
        actions: names of the actions, by number.
        words: names that observations hold as numbers, from 1; 0 stands for no name.
        seats: the number of players.
    """

    segments: tuple[Segment, ...]
    actions: tuple[str, ...]
    words: tuple[str, ...] = ()
    seats: int = 1

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each word."""
        return {word: number for number, word in enumerate(self.words, 1)}

    @property
    def length(self) -> int:
        """The number of int16 of an observation."""
        return sum(prod(segment.shape) for segment in self.segments)

    def name_parts(self, rows: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Returns the segments of observations as views: rows ``(..., length)`` become ``(..., *segment.shape)``."""
        parts, first = {}, 0
        for segment in self.segments:
            last = first + prod(segment.shape)
            parts[segment.name] = rows[..., first:last].reshape(*rows.shape[:-1], *segment.shape)
            first = last
        return parts

    @property
    def hash(self) -> str:
        """The hash of the numbering: 16 hexadecimal digits."""
        return blake2b(msgspec.json.encode(self), digest_size=8).hexdigest()

    def hash_with(self, rules: Rules, options: Mapping[str, Any]) -> str:
        """Returns the content hash of an environment: 16 hexadecimal digits.

        It covers the numbering, the content of all active mods, the settings and the setup options. Two environments
        with the same hash play the same games from the same seeds.
        """
        content = (self, rules.lock, dict(rules.settings), dict(options))
        return blake2b(msgspec.json.encode(content, order="sorted"), digest_size=8).hexdigest()


class EnvironmentSeat(msgspec.Struct, frozen=True):
    """A player of a game whose players each know something else.

    Attributes:
        name: a name of the form ``guard_0``.
        is_rival: it gains by a fall of the score.
    """

    name: str
    is_rival: bool = False


class Interpreter(Protocol):
    """Reads and commands one running game by numbers. A session that goes on from another state gets a new one."""

    def write_observation(self, parts: Parts) -> None:
        """Writes the knowledge of the player whose turn it is, into arrays of zeros."""

    def write_mask(self, mask: MaskBytes) -> None:
        """Writes 1 for each action that may be chosen, into zeros.

        It must follow from the player's knowledge: an action that only a hidden fact forbids is allowed here, and the
        game refuses it.
        """

    def find_command(self, action: int) -> Command | None:
        """Returns the command of an action; None if there is nothing that it could be about."""

    def compute_score(self) -> float:
        """Returns the value of the state; the reward of a step is its increase."""


class SeatedInterpreter(Interpreter, Protocol):
    """The interpreter of a game with `Environment.list_seats`."""

    def find_seat(self) -> int:
        """Returns the seat that is asked."""

    def is_playing(self, seat: int) -> bool:
        """Whether a seat still takes part in the game."""

    def write_seat(self, seat: int, parts: Parts, mask: MaskBytes) -> None:
        """Writes the knowledge of a seat, asked or not, and 1 for each action that it could try now, into zeros."""


class CompiledGames(Protocol):
    """Games side by side, played by compiled rules. `footfall.env.batch` describes the arrays.

    `conditions` are the autoreset (0: disabled, 1: next step, 2: same step), the largest number of steps, whether an
    action that the mask forbids is an error, and the number of threads.
    """

    def reset(self, conditions: Any, chosen: npt.NDArray[np.bool_], arrays: Any, /) -> None:
        """Begins games. Raises RuntimeError with the number of a game and the reason."""

    def step(self, conditions: Any, actions: npt.NDArray[np.int32], arrays: Any, /) -> None:
        """Plays an action in each game, or in none if one is faulty, with a RuntimeError as in `reset`."""

    def write(self, game: int, /) -> bytes:
        """Returns the canonical state of a game."""

    def read(self, game: int, state: bytes, seed: int | None, shown: Any, /) -> None:
        """Goes on from a canonical state, with other dice if there is a seed. Raises ValueError.

        `shown` are the arrays of this game alone that the state fills: observation, mask and seat.
        """


class EnvironmentTask(msgspec.Struct, frozen=True):
    """A short game with a goal, by which programs are measured. It is solved if its reward adds up to 1.

    Attributes:
        name: last part of its id.
        title, summary: its name, and the task in a sentence or two.
        options: setup options of its games.
        max_steps: steps after which a game is cut short.
        record: the record that declares it, for the players of its suite.
    """

    name: str
    title: Message
    summary: Message
    options: Mapping[str, Any]
    max_steps: int
    record: Any = None


Player: TypeAlias = Callable[[Parts, Mask, Callable[[int], int]], int]
"""``play(parts, mask, draw)`` chooses an action in one running game by its observation; ``draw(n)`` is below n."""


class TaskSuite(msgspec.Struct, frozen=True):
    """Tasks of an environment.

    Attributes:
        name, version: parts of their ids, ``footfall/NAME-TASK-vVERSION``.
        package: the package of the game, whose `folder` has the tasks.
        find_task: ``find_task(rules, name)`` returns a task. It raises ValueError if there is none of that name.
        solve: ``solve(session, layout, task, seed)`` returns the actions of an oracle, which knows everything, dice
            included, and plays a copy of the session.
        players: ``players[name](layout, task)`` returns a new `Player` for a game.
        bots: full ids of bots of the game that are measured, too.
        deafness: switches of an observation without hearing.
    """

    name: str
    package: str
    find_task: Callable[[Rules, str], EnvironmentTask]
    solve: Callable[[Any, EnvironmentLayout, EnvironmentTask, int], list[int]]
    players: Mapping[str, Callable[[EnvironmentLayout, EnvironmentTask], Player]]
    deafness: Mapping[str, Any]
    bots: tuple[str, ...] = ()
    version: int = 1

    @property
    def folder(self) -> Path:
        """The mod with the tasks as data, by the suite's name: one in each file of its content, but ``common.toml``."""
        return Path(str(files(self.package))) / self.name.lower()

    def list_names(self) -> list[str]:
        """Returns the names of the tasks."""
        return sorted(path.stem for path in (self.folder / "content").glob("*.toml") if path.stem != "common")

    def build_id(self, name: str) -> str:
        """Returns the id of a task, as Gymnasium takes it."""
        return f"footfall/{self.name}-{name}-v{self.version}"


class RoundNumbers(msgspec.Struct, frozen=True):
    """The rounds of a game, for the chances of an action by the end of its round (`footfall.env.outlook`).

    Attributes:
        read_round: returns the number of the round from the segments of several games: int16 ``(games,)``.
        measure: returns the results at its end, by the id of their names, the most important first, each ``(games,)``.
        find_action: ``find_action(rules, command)`` returns the number of an action; None if it has none.
        ignored_dice: purposes of dice that matter only later.
    """

    read_round: Callable[[Parts], npt.NDArray[Any]]
    measure: Callable[[Parts], Mapping[str, npt.NDArray[Any]]]
    find_action: Callable[[Rules, Command], int | None]
    ignored_dice: tuple[str, ...] = ()


class Environment(msgspec.Struct, frozen=True):
    """How programs play a game by numbers.

    Attributes:
        name: its name in the id ``footfall/NAME-vVERSION``.
        version: grows when the meaning of the numbers changes for the game without mods.
        build_layout: ``build_layout(rules, options, switches)`` returns the numbering. It raises ValueError for a value
            that is not valid.
        open: ``open(ctx, layout, switches)`` returns the interpreter of a running game.
        switches: choices of the observation, with their defaults (``{"odds": False}``).
        options: setup options whose defaults differ from those of the game.
        max_steps: default number of steps after which a game is cut short; 0: never.
        compile: ``compile(rules, options, layout, count)`` returns games played by compiled rules. It raises
            `footfall.api.compiled.NotCompiledError` if anything differs from the rules in Python.
        suite: its tasks, if it has any.
        hunts: its tasks in which players play against each other, if it has any.
        rounds: its rounds, if it has any.
        list_seats: ``list_seats(rules, options)`` returns players that each know something else, in order; `open` then
            returns a `SeatedInterpreter`. None or an empty tuple: all players know the same.
    """

    name: str
    build_layout: Callable[[Rules, Mapping[str, Any], Mapping[str, Any]], EnvironmentLayout]
    open: Callable[[Context, EnvironmentLayout, Mapping[str, Any]], Interpreter]
    version: int = 1
    switches: Mapping[str, Any] = msgspec.field(default_factory=dict)
    options: Mapping[str, Any] = msgspec.field(default_factory=dict)
    max_steps: int = 0
    compile: Callable[[Rules, Mapping[str, Any], EnvironmentLayout, int], CompiledGames] | None = None
    suite: TaskSuite | None = None
    hunts: TaskSuite | None = None
    rounds: RoundNumbers | None = None
    list_seats: Callable[[Rules, Mapping[str, Any]], tuple[EnvironmentSeat, ...]] | None = None

    @property
    def id(self) -> str:
        """The id of the environment, as Gymnasium takes it."""
        return f"footfall/{self.name}-v{self.version}"


def clamp(value: int) -> int:
    """Returns the int16 nearest to a number."""
    return max(-32768, min(32767, value))


def pick_slot(things: Sequence[T], slot: int) -> T | None:
    """Returns the thing in a slot; None if it is empty."""
    return things[slot] if slot < len(things) else None
