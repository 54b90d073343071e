"""Contributions through ``provide_*`` hooks, other than changes, bots and games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import msgspec

from ..bots import BotContext
from ..context import Context
from ..host import StepFunction, StepResult
from ..model import Change, Command, Event, Message, Refusal
from ..saves.orphans import OrphanPolicy
from ..state import State
from ..terms import Proposal

C = TypeVar("C", bound=Command)
H = TypeVar("H", bound="StepResult | Refusal")
M = TypeVar("M", bound="Command | Message | None")


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
        hook: the notification that the step asks; without listeners, the reaction is left out. The changes of a
            listener are announced to all hooks but those that led to it, so that notifications end.
    """

    event: type[Event]
    step: str
    hook: str = ""


def notify_after(
    event: type[Event], step: str, hook: str, build: Callable[..., Iterable[Any]]
) -> tuple[Step, Reaction]:
    """Returns a step that asks a notification after every event of a class, and the reaction that runs it.

    Args:
        step: the name of the step.
        build: ``build(ctx, *fields)`` returns the events of the hook for the fields of the event.
    """

    def ask(ctx: Context, *fields: Any) -> list[Proposal]:
        return [proposal for asked in build(ctx, *fields) for proposal in ctx.notify(hook, asked)]

    ask.__doc__, ask.__module__ = f"Passes `{event.__name__}` on to ``{hook}``.", build.__module__
    return Step(step, ask), Reaction(event, step, hook)


PartCheck: TypeAlias = "Callable[[State, Any], Iterable[str]]"
"""``check(state, records)``: see `Part`."""


class Part(msgspec.Struct, frozen=True):
    """A typed piece of state and its namespace; the type decodes a save.

    Attributes:
        orphan_policy: how content of missing mods leaves this part (`footfall.engine.saves.orphans`).
        check: ``check(state, records)`` yields the faults of a loaded state beyond its types: ids of nothing,
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


Handler: TypeAlias = Callable[[Context, Any], "StepResult | Refusal"]
"""A command handler: reads, rolls, and returns changes or a refusal."""

Macro: TypeAlias = Callable[[BotContext, Any, int], "Command | Message | None"]
"""``macro(ctx, command, count)`` returns the next command after `count` commands; or a message with the reason
for ending; or None to end without a message. It reads only what its actor knows."""


def reject_macro(ctx: Context, command: Command) -> Refusal:
    """The handler of a command with a macro, which the front end must expand."""
    return Refusal(Message("footfall-course-only"), "command")


class CommandSpec(msgspec.Struct, frozen=True):
    """A command class, its handler and its keys.

    Attributes:
        handle: returns the changes, or a refusal.
        bindings: the keys that build it (`footfall.api.scene.Binding`).
        macro: expands it into other commands, turn by turn (travel, rest), instead of `handle`. The front end
            expands it (`footfall.engine.bots`); a replay holds the resulting commands.
        list_legal: for a command that a mod adds to a game: ``list_legal(ctx)`` returns the legal commands of
            this class in a fixed order, so that bots and tests use it. A game lists its own in `Game.list_legal`.
    """

    type: type[Command]
    handle: Handler = reject_macro
    bindings: tuple[Any, ...] = ()
    macro: Macro | None = None
    list_legal: Callable[[Context], Iterable[Command]] | None = None


class ConsoleSpec(msgspec.Struct, frozen=True):
    """A command of the modder's console: not bound by the rules, but recorded in the replay like any other.

    Attributes:
        handle: returns the changes, or a refusal.
        bindings: the keys of the console that build it.
        choices: the lists its bindings choose from (`Scene.choices`), by name.
    """

    type: type[Command]
    handle: Handler
    bindings: tuple[Any, ...] = ()
    choices: Callable[[Context], Mapping[str, tuple[Any, ...]]] | None = None


def handles(
    command: type[C],
    *,
    bindings: tuple[Any, ...] = (),
    list_legal: Callable[[Context], Iterable[Command]] | None = None,
) -> Callable[[Callable[[Context, C], H]], Callable[[Context, C], H]]:
    """Declares a function as the handler of a command class; `collect_commands` finds it.

    Args:
        bindings, list_legal: as in `CommandSpec`.
    """

    def mark(function: Callable[[Context, C], H]) -> Callable[[Context, C], H]:
        _declare(function, CommandSpec(command, function, bindings, list_legal=list_legal))
        return function

    return mark


def expands(
    command: type[C], *, bindings: tuple[Any, ...] = ()
) -> Callable[[Callable[[BotContext, C, int], M]], Callable[[BotContext, C, int], M]]:
    """Declares a function as the macro of a command class; `collect_commands` finds it.

    Args:
        bindings: as in `CommandSpec`.
    """

    def mark(function: Callable[[BotContext, C, int], M]) -> Callable[[BotContext, C, int], M]:
        _declare(function, CommandSpec(command, bindings=bindings, macro=function))
        return function

    return mark


def _declare(function: Any, spec: CommandSpec) -> None:
    function.footfall_commands = (spec, *getattr(function, "footfall_commands", ()))


def collect_commands(*modules: ModuleType) -> list[CommandSpec]:
    """Returns the commands whose handlers or macros the modules define, in order of definition.

    Raises:
        ValueError: a module defines none.
    """
    specs: list[CommandSpec] = []
    for module in modules:
        own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
        declared = [spec for value in own for spec in getattr(value, "footfall_commands", ())]
        if not declared:
            raise ValueError(f"{module.__name__} defines no handler; mark each with @handles(CommandType)")
        specs += declared
    return specs


def collect_changes(*modules: ModuleType) -> list[type[Change]]:
    """Returns the changes that the modules define, in order of definition. A change has a tag with a namespace.

    Raises:
        ValueError: a module defines none.
    """
    kinds: list[type[Change]] = []
    for module in modules:
        own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
        changes = [kind for kind in own if isinstance(kind, type) and issubclass(kind, Change)]
        declared = [kind for kind in changes if ":" in str(kind.__struct_config__.tag)]
        if not declared:
            raise ValueError(f"{module.__name__} defines no change with a tag")
        kinds += declared
    return kinds
