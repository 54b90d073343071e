"""Whole games played by compiled rules: what a plugin may offer beside its rules in Python.

The rules in Python are the reference, and the only thing that mods change. A compiled copy of them plays whole
games where nobody has changed or listens to anything, and is held equal bit for bit: the same seed leads to the same
states, events and counts, so that nobody can tell from the results which of the two has played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from .native import native_module

if TYPE_CHECKING:
    from .rules import Rules


class NotCompiledError(Exception):
    """The compiled rules cannot play this: the text says why. The rules in Python can."""


class CompiledGame(NamedTuple):
    """A game that is over, or was cut short.

    Attributes:
        outcome: how it ended; None if it was cut short.
        commands, answers: commands carried out, and those of them that answered a question.
        events: how many events they led to, those of the setup included.
        state: the last state as `footfall.engine.codec.canonical` writes it.
        curves: what the game observes, in order, by column.
    """

    outcome: str | None
    commands: int
    answers: int
    events: int
    state: bytes
    curves: Mapping[str, Sequence[int]]


EventCount: TypeAlias = tuple[str, str, str, str | None, int, int]
"""Tag of a command or an event, name of a field that holds text, its value (``""``: the kind itself), how the
games ended (None: cut short), in how many games, how often in all of them."""


class CompiledRules(Protocol):
    """Compiled rules with the tables of one plan."""

    def play_games(
        self, seeds: list[int], max_commands: int, /
    ) -> tuple[Sequence[tuple[Any, ...] | None], Sequence[EventCount]]:
        """Plays a game for each seed, each to its end or to `most` commands.

        Returns:
            The games, each the fields of an `CompiledGame`, or None for one that is left to the rules in Python; and
            the counts of all that were played here.
        """


RulesCompiler: TypeAlias = "Callable[[Rules, Mapping[str, Any], Sequence[str]], CompiledRules]"
"""``compiled(rules, options, bots)``: the compiled rules for these rules, setup options and bots by id.

It raises `NotCompiledError` unless nothing that could alter or see a game differs from what was compiled."""


def load_native(name: str) -> Any:
    """What the native module has under a name.

    Raises:
        NotCompiled: it is missing, or the Python backend was chosen.
    """
    found = native_module()
    if found is None:
        raise NotCompiledError("the native module is not in use")
    return getattr(found, name)
