"""Command specs: the class, the handler and the keys of each command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import msgspec

from .bots import BotContext
from .context import Context
from .host import StepResult
from .model import Command, Message, Refusal

C = TypeVar("C", bound=Command)
H = TypeVar("H", bound="StepResult | Refusal")
M = TypeVar("M", bound="Command | Message | None")

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
            expands it (`footfall.engine.macros`); a replay holds the resulting commands.
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
