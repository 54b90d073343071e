"""Contained failures: whose, where, and when a hook that keeps failing is suspended."""

from __future__ import annotations

import msgspec

from .model import Cause
from .state import State

SUSPEND_AFTER, SUSPEND_WINDOW = 3, 20
"""Errors within so many turns that suspend one hook of one mod (DESIGN 4, Isolation)."""


class Problem(msgspec.Struct, frozen=True):
    """A contained failure, with all that its author needs to find it."""

    mod: str
    via: str
    where: str
    error: str
    turn: int
    seed: int
    suspended: bool = False

    def __str__(self) -> str:
        tail = " (suspended)" if self.suspended else ""
        return (
            f"{self.mod}: {self.via} failed at {self.where}: {self.error}"
            f" [turn {self.turn}, seed {self.seed}]{tail}"
        )


class ProblemLog:
    """The failures of one session.

    Attributes:
        problems: all of them, in order.
        suspended: (mod, hook or step) that is not called any more.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.suspended: set[tuple[str, str]] = set()
        self._recent: dict[tuple[str, str], list[int]] = {}

    def add(self, state: State, cause: Cause, error: BaseException) -> None:
        """Names a failure and counts it; the third in 20 turns suspends its hook."""
        key = (cause.mod, cause.via)
        recent = [turn for turn in self._recent.get(key, []) if state.turn - turn < SUSPEND_WINDOW]
        recent = self._recent[key] = [*recent, state.turn][-SUSPEND_AFTER:]  # a loop of failures stays linear
        suspended = len(recent) >= SUSPEND_AFTER
        if suspended:
            self.suspended.add(key)
        self.record(state, cause, describe_error(error), find_source_line(error), suspended)

    def suspend(self, state: State, cause: Cause, error: BaseException) -> None:
        """Names a failure and suspends its hook or step at once."""
        self.suspended.add((cause.mod, cause.via))
        self.record(state, cause, describe_error(error), cause.where, True)

    def record(
        self, state: State, cause: Cause, error: str, where: str | None = None, suspended: bool = False
    ) -> None:
        """Writes a failure down without counting it."""
        self.problems.append(
            Problem(cause.mod, cause.via, where or cause.where, error, state.turn, state.seed, suspended)
        )


MAX_ERROR_LENGTH = 200
"""Characters of an error's message that are shown."""


def describe_error(error: BaseException) -> str:
    """What an error says, in one line; one that cannot even say it is named all the same."""
    try:
        lines = str(error).strip().splitlines()
    except Exception:
        lines = ["its message cannot be shown"]
    return f"{type(error).__name__}: {lines[0][:MAX_ERROR_LENGTH] if lines else 'no message'}"


def find_source_line(error: BaseException) -> str | None:
    """``file:line`` of the innermost frame of a traceback outside the framework's own engine."""
    trace = error.__traceback__
    where = None
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        plain = path.replace("\\", "/")
        if "footfall/engine" not in plain and "footfall/loader" not in plain:
            where = f"{path}:{trace.tb_lineno}"
        trace = trace.tb_next
    return where
