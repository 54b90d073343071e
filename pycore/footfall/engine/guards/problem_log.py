"""Contained failures of mods, and the suspension of hooks that keep failing."""

import signal
from collections.abc import Callable, Container, Iterable
from types import TracebackType
from typing import Annotated

import msgspec

from ..model import Cause
from ..state import State

SUSPEND_AFTER, SUSPEND_WINDOW = 3, 20
"""A mod's hook is suspended after this many errors within this many turns."""


class Problem(msgspec.Struct, frozen=True, rename={"location": "where"}):
    """A contained failure."""

    mod: str
    via: str
    location: str
    error: str
    turn: int
    seed: int
    is_suspended: bool = False

    def __str__(self) -> str:
        tail = " (suspended)" if self.is_suspended else ""
        return (
            f"{self.mod}: {self.via} failed at {self.location}: {self.error} [turn {self.turn}, seed {self.seed}]{tail}"
        )


class CallInterruptedError(BaseException):
    """Raised inside a call after its time limit. Not an `Exception`, so that few handlers swallow it."""


MODS_PACKAGE = "footfall_mods."
"""The prefix of the module names of all mods' code, except that of the first-party plugins."""


def is_contained(error: BaseException) -> bool:
    """Returns whether an exception of a mod is contained: all but the player's Ctrl-C and the end of a time limit.

    The interrupt of a Ctrl-C is raised by the program's signal handler, that of a mod in the mod's code. With Python's
    own handler the two cannot be distinguished, and each interrupt counts as the player's.
    """
    if isinstance(error, KeyboardInterrupt):
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            return False
        frames = _list_frames(error.__traceback__)
        return bool(frames) and _is_mod_frame(frames[-1])
    return not isinstance(error, CallInterruptedError)


def _list_frames(trace: TracebackType | None) -> list[TracebackType]:
    frames = []
    while trace is not None:
        frames.append(trace)
        trace = trace.tb_next
    return frames


def _is_mod_frame(trace: TracebackType) -> bool:
    return str(trace.tb_frame.f_globals.get("__name__", "")).startswith(MODS_PACKAGE)


def find_failed_mod(error: BaseException) -> str:
    """Returns the id of the mod in whose code an exception was raised, or ``""``."""
    frames = [trace for trace in _list_frames(error.__traceback__) if _is_mod_frame(trace)]
    if not frames:
        return ""
    package = str(frames[-1].tb_frame.f_globals["__name__"]).split(".")[1]
    return package.replace("__", ".").replace("_", "-")


class FaultError(Exception):
    """A failure of a mod that raised nothing; the message says what it did."""


class ProblemNote(str):
    """The note that a strict session adds to the error it raises."""

    __slots__ = ()


def add_problem_note(state: State, cause: Cause, error: BaseException, place: str = "") -> None:
    """Adds mod, hook, place and turn to an error that a strict session raises; the innermost cause stays."""
    if not find_problem_note(error):
        place = place or find_source_line(error) or cause.location
        problem = Problem(cause.mod, cause.via, place, describe_error(error), state.turn, state.seed)
        error.add_note(ProblemNote(problem))


def find_problem_note(error: BaseException) -> str:
    """Returns the note of a strict session, or ``""``."""
    return next((note for note in getattr(error, "__notes__", ()) if isinstance(note, ProblemNote)), "")


NOTES, SUSPENDED = "footfall", "suspended"
"""Where `State.memory` has the hooks and steps that are suspended for the rest of the game."""


def list_noted_suspensions(state: State) -> set[tuple[str, str]]:
    """Returns the mods and hooks or steps that a state notes as suspended.

    Raises:
        msgspec.ValidationError: the note has another form, in a save from a stranger.
    """
    return msgspec.convert(state.memory.get(NOTES, {}).get(SUSPENDED, []), set[tuple[str, str]])


def forget_suspensions(state: State, mods: Container[str]) -> None:
    """Takes the hooks and steps of mods out of the note of a state."""
    noted = list_noted_suspensions(state)
    kept = [list(key) for key in sorted(noted) if key[0] not in mods]
    if kept:
        state.memory[NOTES][SUSPENDED] = kept
    elif noted:
        del state.memory[NOTES][SUSPENDED]
        if not state.memory[NOTES]:
            del state.memory[NOTES]


class FailureCount(msgspec.Struct, frozen=True):
    """How often a hook or step failed lately, for saves; the state and its hash do not have it.

    Attributes:
        turns: turns of the last failures, at most `SUSPEND_AFTER`.
    """

    mod: str
    via: str
    turns: Annotated[tuple[int, ...], msgspec.Meta(max_length=SUSPEND_AFTER)] = ()
    is_suspended: bool = msgspec.field(name="suspended", default=False)


class ProblemLog:
    """The failures of one session.

    Attributes:
        problems: in order of occurrence.
        suspended: (mod, hook or step) that is no longer called.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.suspended: set[tuple[str, str]] = set()
        self._recent: dict[tuple[str, str], list[int]] = {}

    def add(self, state: State, cause: Cause, error: BaseException, place: str) -> None:
        """Records and counts a failure at ``file:line``; the third in 20 turns suspends its hook."""
        key = (cause.mod, cause.via)
        recent = [turn for turn in self._recent.get(key, []) if state.turn - turn < SUSPEND_WINDOW]
        recent = self._recent[key] = [*recent, state.turn][-SUSPEND_AFTER:]  # more would slow down each failure
        suspended = len(recent) >= SUSPEND_AFTER
        if suspended:
            self.suspended.add(key)
        self.record(state, cause, describe_error(error), place, suspended)

    def list_failures(self) -> list[FailureCount]:
        """Returns the failures that a save must have, so that the game goes on alike."""
        keys = sorted(self.suspended | self._recent.keys())
        return [FailureCount(*key, tuple(self._recent.get(key, ())), key in self.suspended) for key in keys]

    def restore_failures(self, failures: Iterable[FailureCount]) -> None:
        """Counts on from the failures of a save."""
        for failure in failures:
            key = failure.mod, failure.via
            if failure.is_suspended:
                self.suspended.add(key)
            self._recent[key] = list(failure.turns)

    def checkpoint(self) -> Callable[[], None]:
        """Returns a function that forgets what is recorded after this call."""
        count, suspended, recent = len(self.problems), set(self.suspended), dict(self._recent)

        def undo() -> None:
            del self.problems[count:]
            self.suspended.intersection_update(suspended)
            self._recent = dict(recent)

        return undo

    def suspend(self, state: State, cause: Cause, error: BaseException) -> None:
        """Records a failure and suspends its hook or step at once, also in the state.

        A session that loads a save must know of the suspension to go on as this one does.
        """
        self.suspended.add((cause.mod, cause.via))
        noted = list_noted_suspensions(state) | {(cause.mod, cause.via)}
        state.memory.setdefault(NOTES, {})[SUSPENDED] = [list(key) for key in sorted(noted)]
        self.record(state, cause, describe_error(error), cause.location, True)

    def record(self, state: State, cause: Cause, error: str, place: str | None = None, suspended: bool = False) -> None:
        """Records a failure without counting it."""
        self.problems.append(
            Problem(cause.mod, cause.via, place or cause.location, error, state.turn, state.seed, suspended)
        )


MAX_ERROR_LENGTH = 200
"""Displayed characters of an error's message."""


def describe_error(error: BaseException) -> str:
    """Describes an exception in one line, even if its ``__str__`` raises: its type, except of a `FaultError`, and its
    message.
    """
    try:
        lines = str(error).strip().splitlines()
    except BaseException as failure:
        if not is_contained(failure):
            raise
        lines = ["its message cannot be shown"]
    if isinstance(error, FaultError) and lines:
        return lines[0]
    name = type(error).__name__
    return f"{name}: {lines[0][:MAX_ERROR_LENGTH]}" if lines else name


def find_source_line(error: BaseException) -> str | None:
    """Returns ``file:line`` of the innermost frame in a mod's code, else outside engine and loader, else None."""
    where = None
    own = False
    for trace in _list_frames(error.__traceback__):
        path = trace.tb_frame.f_code.co_filename
        posix_path = path.replace("\\", "/")
        is_own = _is_mod_frame(trace)
        if is_own or (not own and "footfall/engine" not in posix_path and "footfall/loader" not in posix_path):
            where, own = f"{path}:{trace.tb_lineno}", is_own
    return where
