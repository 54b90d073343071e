"""The contributions of one mod: its ``provide_*`` hooks, called once, with their results checked."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from footfall.api.deeds import Deed
from footfall.api.readings import Reading
from footfall.content.record_types import RecordKind, Words
from footfall.engine.bots import Bot
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import CommandSpec, ConsoleSpec, HudLine, Part, Reaction, Step
from footfall.engine.model import Change

from .implementations import Implementation


class Contributions(msgspec.Struct):
    """The results of all ``provide_*`` hooks of one mod, in order."""

    games: tuple[Game, ...] = ()
    commands: tuple[CommandSpec, ...] = ()
    steps: tuple[Step, ...] = ()
    changes: tuple[type[Change], ...] = ()
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


_TYPES: dict[str, Any] = {name: get_args(hint)[0] for name, hint in get_type_hints(Contributions).items()}
"""The type of each hook's results, by the name of the hook without ``provide_``."""


class HookResultError(TypeError):
    """A hook called at start returned an invalid result."""


def check_rows(implementation: Implementation, kind: Any, answer: Any) -> tuple[Any, ...]:
    """Checks that a hook's result is an iterable of `kind`, a class or ``type[...]``, and returns it as a tuple.

    Raises:
        HookResultError: it is not.
    """
    if answer is None:
        return ()
    hook, base = implementation.hook, get_args(kind)[0] if get_origin(kind) is type else None
    name = kind.__name__ if base is None else f"type[{base.__name__}]"

    def is_row(value: Any) -> bool:
        return isinstance(value, kind) if base is None else isinstance(value, type) and issubclass(value, base)

    if isinstance(answer, str) or is_row(answer):
        what = name if is_row(answer) else f"item: {_shorten(answer)}"
        raise HookResultError(f"{hook} returns a list of {name}, not a single {what}")
    try:
        rows = tuple(islice(answer, MAX_ROWS + 1))
    except TypeError:
        raise HookResultError(f"{hook} returns a list of {name}, not {_shorten(answer)}") from None
    if len(rows) > MAX_ROWS:
        raise HookResultError(f"{hook} returns more than {MAX_ROWS:,} items")
    for row in rows:
        if not is_row(row):
            raise HookResultError(f"{hook} returns a list of {name}, but one item is {_shorten(row)}")
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
    for change in contributions.changes:
        if change.apply is Change.apply:
            raise HookResultError(f"provide_changes: {change.__name__} has no method `apply`")
    return contributions
