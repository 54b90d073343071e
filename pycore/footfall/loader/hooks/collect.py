"""The contributions of one mod: its ``provide_*`` hooks, called once, with their results checked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, get_args, get_type_hints

import msgspec

from footfall.api.deeds import Deed
from footfall.api.readings import Reading
from footfall.content.record_types import RecordKind, Words
from footfall.engine.bots import Bot
from footfall.engine.changes import ChangeSpec
from footfall.engine.declarations.contributions import CommandSpec, ConsoleSpec, HudLine, Part, Reaction, Step
from footfall.engine.declarations.game import Game

from .implementations import Implementation


class Contributions(msgspec.Struct):
    """The results of all ``provide_*`` hooks of one mod, in order."""

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
    readings: tuple[Reading, ...] = ()
    deeds: tuple[Deed, ...] = ()
    words: tuple[Words, ...] = ()
    console: tuple[ConsoleSpec, ...] = ()


_TYPES: dict[str, type] = {name: get_args(hint)[0] for name, hint in get_type_hints(Contributions).items()}
"""The type of each hook's results, by the name of the hook without ``provide_``."""


class HookResultError(TypeError):
    """A hook called at start returned an invalid result."""


def check_rows(implementation: Implementation, kind: type, answer: Any) -> tuple[Any, ...]:
    """Checks that a hook's result is an iterable of `kind`, and returns it as a tuple.

    Raises:
        HookResultError: it is not.
    """
    if answer is None:
        return ()
    hook = implementation.hook
    if isinstance(answer, (str, kind)):
        what = kind.__name__ if isinstance(answer, kind) else f"item: {_shorten(answer)}"
        raise HookResultError(f"{hook} returns a list of {kind.__name__}, not a single {what}")
    try:
        rows = tuple(islice(answer, MAX_ROWS + 1))
    except TypeError:
        raise HookResultError(f"{hook} returns a list of {kind.__name__}, not {_shorten(answer)}") from None
    if len(rows) > MAX_ROWS:
        raise HookResultError(f"{hook} returns more than {MAX_ROWS:,} items")
    for row in rows:
        if not isinstance(row, kind):
            raise HookResultError(f"{hook} returns a list of {kind.__name__}, but one item is {_shorten(row)}")
    return rows


MAX_ROWS = 10_000
"""Maximum number of items that a mod may return from one hook."""


def _shorten(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def collect_contributions(implementations: Sequence[Implementation]) -> Contributions:
    """Calls all ``provide_*`` hooks of one mod.

    Raises:
        HookResultError: a result is not valid.
        Exception: any exception of the mod.
    """
    contributions = Contributions()
    for impl in implementations:
        name = impl.hook.removeprefix("provide_")
        if impl.hook.startswith("provide_"):
            rows = check_rows(impl, _TYPES[name], impl.listener.call(None, None))
            setattr(contributions, name, getattr(contributions, name) + rows)
    return contributions
