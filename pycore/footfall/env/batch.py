"""Many games side by side, which write into the same arrays at each step."""

import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from footfall import kernels
from footfall.engine.compiled.native import NotCompiledError
from footfall.engine.declarations.environments import CompiledGames

from .arrays import ArrayError, GameArrays, check_array
from .content import EnvironmentContent, load_environment
from .sessions import SessionGames

AUTORESET_MODES = ("disabled", "next_step", "same_step")
"""A game that has ended must be reset; or a new game begins in the next step, whose action is ignored; or at once, with
the last observation in `GameArrays.final_obs`."""

AutoresetName: TypeAlias = Literal["disabled", "next_step", "same_step"]
CompiledChoice: TypeAlias = Literal["auto", "never", "always"]

INT32 = np.dtype(np.int32)

_HEADER = struct.Struct("<4s8sI")
_MAGIC = b"FFE1"


class ActionError(ValueError):
    """An action that a game does not take; nothing was played.

    Attributes:
        game: the number of the game.
    """

    def __init__(self, game: int, action: int, names: Sequence[str], reason: str) -> None:
        name = f" ({names[action]})" if 0 <= action < len(names) else f"; there are 0 to {len(names) - 1}"
        super().__init__(f"game {game} {reason}; action {action}{name}")
        self.game = game


class ClosedBatchError(RuntimeError):
    """A batch was used after `EnvironmentBatch.close`."""


class SnapshotError(ValueError):
    """The bytes are not a snapshot of this environment; the game goes on as before."""


class EnvironmentBatch(GameArrays):
    """Games side by side. Each method writes into the arrays that `GameArrays` describes. `reset` begins the games.

    Args:
        game: full id, short name, or a loaded environment; the latter has its mods and options.
        count: the number of games.
        seed: place i has the seed ``mix(seed, i)``, until `reset` is given others.
        threads: threads of compiled games; the results do not depend on it.
        max_steps: steps after which a game is cut short; 0: never; None: as the game declares.
        is_strict: an action that the mask forbids is an `ActionError`; otherwise the game refuses it.
        has_observations: whether `obs` is written; compiled games always write it.
        compiled: whether compiled rules play: if they can, never, or always.
        buffers: arrays to write into, by name.
        choices: mods, settings, options, switches, task and allows_python of `load_environment`.

    Attributes:
        content: the game with its mods and its numbering.
        count: the number of games.
        autoreset: one of `AUTORESET_MODES`.
        backend: ``"compiled"``: no Python runs in a step; ``"sessions"``: the rules in Python play.
        reason: why compiled rules do not play; empty if they do.
        parts: the segments of `obs` by name, as views: int16 ``(count, *shape)``.
        final_parts: the same of `final_obs`.
    """

    def __init__(
        self,
        game: str | EnvironmentContent,
        count: int = 1,
        *,
        seed: int = 0,
        threads: int = 1,
        autoreset: AutoresetName = "next_step",
        max_steps: int | None = None,
        is_strict: bool = True,
        has_observations: bool = True,
        compiled: CompiledChoice = "auto",
        buffers: Mapping[str, Any] | None = None,
        **choices: Any,
    ) -> None:
        """Loads the game; see the class for the arguments.

        Raises:
            NoEnvironmentError, LoadError: see `load_environment`.
            NotCompiledError: `compiled` is ``"always"``, and they cannot play.
            ArrayError: a buffer does not fit.
            ValueError: another argument is not valid.
        """
        if count < 1 or threads < 1:
            raise ValueError(f"count and threads are at least 1, got {count} and {threads}")
        if autoreset not in AUTORESET_MODES:
            raise ValueError(f"autoreset is {', '.join(AUTORESET_MODES)}; got {autoreset!r}")
        content = load_environment(game, **choices) if isinstance(game, str) else game
        layout = content.layout
        super().__init__(count, layout.length, len(layout.actions), autoreset == "same_step", buffers)
        self.content, self.count, self.autoreset, self.threads = content, count, autoreset, threads
        self.max_steps = content.max_steps if max_steps is None else max_steps
        self.is_strict, self.is_closed = is_strict, False
        self.parts, self.final_parts = layout.name_parts(self.obs), layout.name_parts(self.final_obs)
        self.seeds[:] = [kernels.mix(seed, place) for place in range(count)]
        self.games, self.reason = open_games(content, count, compiled, has_observations)
        self.backend = "sessions" if isinstance(self.games, SessionGames) else "compiled"
        self._arrays: Any = self if self.backend == "sessions" else self.all
        self._rows, self._mode = dict[int, Any](), AUTORESET_MODES.index(autoreset)
        self._hash = bytes.fromhex(content.hash)

    def conditions(self) -> tuple[int, int, bool, int]:
        """Returns the conditions that the games are played under; see `CompiledGames`."""
        return self._mode, self.max_steps, self.is_strict, self.threads

    def reset(
        self, seeds: Sequence[int] | npt.NDArray[Any] | None = None, mask: npt.NDArray[np.bool_] | None = None
    ) -> None:
        """Begins games.

        Args:
            seeds: the seed of each place; None: the next episode of the seeds that it has.
            mask: the places whose games begin: bool ``(count,)``; None: all.

        Raises:
            ArrayError, ValueError: an argument has another shape or type.
            ClosedBatchError: the batch is closed.
        """
        self.check_open()
        if mask is not None:
            check_array("mask", mask, np.bool_, (self.count,), is_written=False)
        chosen = np.ones(self.count, np.bool_) if mask is None else mask
        if seeds is not None:
            if len(seeds) != self.count:
                raise ArrayError(f"seeds: expected {self.count} of them, got {len(seeds)}")
            given = np.array([int(seed) & (1 << 64) - 1 for seed in seeds], np.uint64)
            self.seeds[chosen] = given[chosen]
            self.episodes[chosen] = 0
        try:
            self.games.reset(self.conditions(), chosen, self._arrays)
        except RuntimeError as error:
            raise explain_failure(error, self.backend) from None

    def step(self, actions: npt.NDArray[np.int32]) -> None:
        """Plays one action in each game.

        Args:
            actions: int32 ``(count,)``; that of a game that begins in this step is ignored.

        Raises:
            ActionError: a game does not take its action; nothing was played.
            ArrayError: the array has another shape or type; nothing was played.
            ClosedBatchError: the batch is closed.
        """
        if self.is_closed:
            self.check_open()
        if type(actions) is not np.ndarray or actions.dtype != INT32 or actions.shape != (self.count,):
            check_array("actions", actions, np.int32, (self.count,), is_written=False)
        try:
            self.games.step(self.conditions(), np.ascontiguousarray(actions), self._arrays)
        except ValueError as error:
            if len(error.args) != 2:
                raise
            game, reason = error.args
            raise ActionError(game, int(actions[game]), self.content.layout.actions, reason) from None
        except RuntimeError as error:
            raise explain_failure(error, self.backend) from None

    def observe_seat(self, game: int, seat: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
        """Returns the knowledge of one player as new arrays: an observation, and the mask of its actions.

        Raises:
            ValueError: the game has not begun, or its players all know the same: then it is in `obs`.
        """
        self.check_open()
        self.check_game(game)
        if not isinstance(self.games, SessionGames) or not 0 <= seat < len(self.content.seats):
            raise ValueError(f"{self.content.id} has no seat {seat} with knowledge of its own")
        row, mask = np.zeros_like(self.obs[game]), bytearray(self.mask.shape[1])
        self.games.get_seats(game).write_seat(seat, self.content.layout.name_parts(row), mask)
        return row, np.frombuffer(mask, np.int8)

    def is_playing(self, game: int, seat: int) -> bool:
        """Whether a player still takes part in a game; all do where `EnvironmentContent.seats` is empty."""
        if not isinstance(self.games, SessionGames) or not self.content.seats:
            return True
        return self.games.get_seats(game).is_playing(seat)

    def snapshot(self, game: int) -> bytes:
        """Returns a game as bytes, which `restore` of any batch of this content takes.

        The bytes are those of the state in canonical form; equal games give equal bytes.

        Raises:
            IndexError: there is no such game.
            ValueError: it has not begun.
        """
        self.check_open()
        self.check_game(game)
        return _HEADER.pack(_MAGIC, self._hash, int(self.lengths[game])) + self.write_state(game)

    def write_state(self, game: int) -> bytes:
        """Returns the state of a game.

        Raises:
            ValueError: it has not begun.
        """
        try:
            return self.games.write(game)
        except ValueError as error:
            raise ValueError("game {} {}".format(*error.args)) from None

    def restore(self, game: int, blob: bytes, seed: int | None = None) -> None:
        """Goes on from a snapshot.

        Args:
            seed: other dice from here on; None: those of the snapshot.

        Raises:
            SnapshotError: the bytes are not a snapshot of this environment; the game goes on as before.
            IndexError: there is no such game.
        """
        if self.is_closed:
            self.check_open()
        if not 0 <= game < self.count:
            self.check_game(game)
        if len(blob) < _HEADER.size:
            raise SnapshotError("the snapshot is cut short")
        magic, content, length = _HEADER.unpack_from(blob)
        if magic != _MAGIC:
            raise SnapshotError("the bytes are not a snapshot")
        if content != self._hash:
            raise SnapshotError(f"the snapshot is of content {content.hex()}, this environment is {self.content.hash}")
        self.read_state(game, blob[_HEADER.size :], seed, length)

    def read_state(self, game: int, state: bytes, seed: int | None = None, length: int = 0) -> None:
        """Goes on from a state in canonical form.

        Args:
            seed: other dice from here on; None: those of the state.
            length: the steps that the game has had.

        Raises:
            SnapshotError: the bytes are not a state of this environment; the game goes on as before.
        """
        rows: Any = self._rows.get(game)
        if rows is None:
            rows = self._rows[game] = self if self.backend == "sessions" else self.list_shown_rows(game)
        other = None if seed is None else seed & (1 << 64) - 1
        try:
            self.games.read(game, state, other, rows)
        except ValueError as error:
            raise SnapshotError(f"the snapshot cannot be read: {error}") from None
        self.lengths[game], self.reward[game] = length, 0
        self.terminated[game] = self.truncated[game] = self.refused[game] = False

    def branch(self, game: int, into: int | Iterable[int], seeds: Sequence[int] | None = None) -> None:
        """Copies a game into other places.

        Args:
            into: the number of a place, or several.
            seeds: other dice for each copy; None: the same as in the game.
        """
        places = [into] if isinstance(into, int) else list(into)
        if seeds is not None and len(seeds) != len(places):
            raise ArrayError(f"seeds: expected {len(places)} of them, got {len(seeds)}")
        for place in places:
            self.check_game(place)
        blob = self.snapshot(game)
        for at, place in enumerate(places):
            self.restore(place, blob, None if seeds is None else seeds[at])

    def close(self) -> None:
        """Ends all games. The arrays stay as they are; calling it again does nothing."""
        self.is_closed = True
        if isinstance(self.games, SessionGames):
            self.games.slots.clear()

    def check_open(self) -> None:
        """Raises ClosedBatchError if the batch is closed."""
        if self.is_closed:
            raise ClosedBatchError(f"this batch of {self.content.id} is closed")

    def check_game(self, game: int) -> None:
        """Raises IndexError for a number that no game has."""
        if not 0 <= game < self.count:
            raise IndexError(f"there is no game {game}; there are 0 to {self.count - 1}")


def open_games(
    content: EnvironmentContent, count: int, compiled: CompiledChoice, has_observations: bool
) -> tuple[CompiledGames | SessionGames, str]:
    """Opens games by compiled rules if they can play, else by sessions; returns them, and why sessions play."""
    environment, reason = content.environment, "compiled=never"
    if compiled != "never":
        if content.mods_in_python:
            reason = f"mods in Python: {', '.join(content.mods_in_python)}"
        elif environment.compile is None:
            reason = "the game has no compiled environment"
        else:
            try:
                return environment.compile(content.load_result.rules, content.options, content.layout, count), ""
            except NotCompiledError as error:
                reason = str(error)
        if compiled == "always":
            raise NotCompiledError(reason)
    return SessionGames(content, count, has_observations), reason


def explain_failure(error: RuntimeError, backend: str) -> RuntimeError:
    """Returns the error for a game that compiled rules cannot go on with; other errors as they are."""
    if backend != "compiled" or len(error.args) != 2:
        return error
    game, reason = error.args
    return RuntimeError(f"game {game}: {reason}; the rules in Python can play it (compiled='never')")
