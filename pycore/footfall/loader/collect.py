"""What one mod provides: its ``provide_*`` hooks called once, their answers checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, get_args, get_type_hints

from footfall.content.record_types import RecordKind
from footfall.engine.bots import Bot
from footfall.engine.changes import ChangeSpec
from footfall.engine.rules import CommandSpec, ConsoleSpec, Game, HudLine, Part, Reaction, Step

from .hooks import Implementation


@dataclass
class Contributions:
    """The answers to all ``provide_*`` hooks of one mod, in the order given."""

    games: tuple[Game, ...] = ()
    commands: tuple[CommandSpec, ...] = ()
    steps: tuple[Step, ...] = ()
    changes: tuple[ChangeSpec, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    parts: tuple[Part, ...] = ()
    records: tuple[RecordKind, ...] = ()
    generators: tuple[str, ...] = ()
    bots: tuple[Bot, ...] = ()
    hud: tuple[HudLine, ...] = ()
    console: tuple[ConsoleSpec, ...] = ()


_TYPES: dict[str, type] = {name: get_args(hint)[0] for name, hint in get_type_hints(Contributions).items()}
"""The type of each hook's results, by the name of the hook without ``provide_``."""


class HookResultError(TypeError):
    """A hook called at start returned something it must not."""


def check_rows(implementation: Implementation, kind: type, answer: Any) -> tuple[Any, ...]:
    """Checks that an answer is an iterable of `kind`.

    Raises:
        BadAnswer: it is not.
    """
    if answer is None:
        return ()
    hook = implementation.hook
    if isinstance(answer, (str, kind)):
        raise HookResultError(
            f"{hook} returns a list of {kind.__name__}, not a single one: {_shorten(answer)}"
        )
    try:
        rows = tuple(islice(answer, MAX_ROWS + 1))
    except TypeError:
        raise HookResultError(f"{hook} returns a list of {kind.__name__}, not {_shorten(answer)}") from None
    if len(rows) > MAX_ROWS:
        raise HookResultError(f"{hook} returns over {MAX_ROWS:,} answers")
    for row in rows:
        if not isinstance(row, kind):
            raise HookResultError(
                f"{hook} returns a list of {kind.__name__}, but one of them is {_shorten(row)}"
            )
    return rows


MAX_ROWS = 10_000
"""Answers that one mod may give to one hook."""


def _shorten(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def collect_contributions(implementations: Sequence[Implementation]) -> Contributions:
    """Calls all ``provide_*`` hooks of one mod.

    Raises:
        BadAnswer: one returned nonsense.
        Exception: whatever the mod raises.
    """
    out = Contributions()
    for one in implementations:
        name = one.hook.removeprefix("provide_")
        if one.hook.startswith("provide_"):
            rows = check_rows(one, _TYPES[name], one.listener.call(None, None))
            setattr(out, name, getattr(out, name) + rows)
    return out
