"""Contributions through ``provide_*`` hooks, other than commands, changes, bots and games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, TypeAlias

import msgspec

from .context import Context
from .host import StepFunction
from .model import Event, Message
from .saves.orphans import OrphanPolicy
from .state import State


class HookKind(Enum):
    """Every hook has exactly one kind, which determines what an implementation returns."""

    FOLD = "fold"
    CHAIN = "chain"
    VOTE = "vote"
    FIRST = "first"
    COLLECT = "collect"
    NOTIFY = "notify"


class Step(msgspec.Struct, frozen=True):
    """A named step, alone or as part of a chain.

    Attributes:
        name: ``"namespace:name"``, unique.
        run: ``run(ctx, *args)`` returns changes; in a chain, None refers to an existing step by name.
        before, after: in a chain: name of the step before or after which this one runs.
        replaces: in a chain: name of the step that this one replaces.
        skip: in a chain: whether to remove the step called `name`; `run` is unused.
    """

    name: str
    run: StepFunction | None = None
    before: str | None = None
    after: str | None = None
    replaces: str | None = None
    skip: bool = False


class Reaction(msgspec.Struct, frozen=True):
    """After a step whose changes raised `event`, runs `step` with the event's fields as arguments.

    Attributes:
        event: the class of the event.
        hook: the notification that the step asks; without listeners, the reaction is left out. What a listener changes
            is announced to the hooks of later reactions only, so that notifications end.
    """

    event: type[Event]
    step: str
    hook: str = ""


PartCheck: TypeAlias = "Callable[[State, Any], Iterable[str]]"
"""``check(state, records)``: see `Part`."""


class Part(msgspec.Struct, frozen=True):
    """A typed piece of state and its namespace; the type decodes a save.

    Attributes:
        orphan_policy: how content of missing mods leaves this part (`footfall.engine.saves.orphans`).
        check: ``check(state, records)`` yields what is wrong with a loaded state beyond the types: ids of nothing,
            cells outside their level. It reads this part, and those it refers to; a save with a problem is refused.
    """

    name: str
    type: Any
    orphan_policy: OrphanPolicy | None = None
    check: PartCheck | None = None


class HudLine(msgspec.Struct, frozen=True):
    """A line that a mod adds to the permanent display.

    Attributes:
        name: its id (``"you.mod:tide"``).
        read: ``read(ctx)`` returns the current text, or None for no line. It runs for every scene, so it must
            be fast, and it only reads.
    """

    name: str
    read: Callable[[Context], Message | None]
