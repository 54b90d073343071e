"""Deeds: the changes that rules as data may make, declared on plain functions."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Annotated, Any, TypeVar

import msgspec

from footfall.content.record_types import AnyText, MessageId
from footfall.diagnostics.docstrings import get_first_line, lacks_docstring
from footfall.engine.core_changes import MAX_MARKS, KeepMark, Remember, Tell
from footfall.engine.model import ActorId, Cause, Change, Command, Message

F = TypeVar("F", bound=Callable[..., Any])


class Deed(msgspec.Struct, frozen=True):
    """One change that rules may make: ``do.hurt = { actor = "attacker", amount = 2 }``.

    Attributes:
        name: the function's name.
        parameters: type of each argument after `ctx`, by name. An annotated text, such as
            ``Annotated[str, Ref("effect")]``, is written as it is, or is a field or reading with the same words; every
            other value is an expression.
        defaults: value of each argument that a rule may leave out.
        doc: summary line of the docstring.
        build: the function, called as ``build(ctx, ...)``; it returns changes, reads only and rolls no dice.
        is_answer: whether it answers a hook that takes one answer; it then returns a command or None.
        is_placement: whether it is called as ``build(ctx, draft, ...)`` while a level is built. It then writes to the
            draft, may roll dice, and returns nothing.
    """

    name: str
    parameters: Mapping[str, Any]
    defaults: Mapping[str, Any]
    doc: str
    build: Callable[..., Any]
    is_placement: bool = False
    is_answer: bool = False


class NoChanges(list[Change]):
    """The changes of a deed that does nothing, with the reason: ``return NoChanges("stealth-unchanged-edge")``.

    Attributes:
        reason: words that follow a colon, without a capital letter and a full stop.
    """

    def __init__(self, reason: str = "footfall-unchanged", **facts: Any) -> None:
        super().__init__()
        self.reason = Message(reason, facts)


def note_no_changes(ctx: Any, deed: str, changes: Sequence[Change], cause: Cause | None = None) -> Sequence[Change]:
    """Records for explanations that a deed has returned no changes; returns them.

    Args:
        cause: the rule; None: the one that led to the current entry.
    """
    if ctx.is_traced:
        reason = changes.reason if isinstance(changes, NoChanges) else Message("footfall-unchanged")
        ctx.record_no_changes(deed, reason, cause)
    return changes


class Opposite(msgspec.Struct, frozen=True):
    """Marks a number that is at least 1 with the deed that does the opposite: ``Annotated[int, Opposite("hurt")]``.

    Attributes:
        deed: its name, for the message about a negative number.
    """

    deed: str


def list_text_values(deeds: Mapping[str, Deed]) -> dict[str, list[str]]:
    """Returns, for each deed, the names of its values that are ids of texts."""
    return {
        name: [
            key for key, type in deed.parameters.items() if any(isinstance(m, MessageId) for m in typing.get_args(type))
        ]
        for name, deed in deeds.items()
    }


def deed(function: F) -> F:
    """Declares a function ``(ctx, ...)`` as a deed of its module; `collect_deeds` finds it.

    If its second argument is `draft`, it is a placement, for rules of ``on_generate``. If it returns a `Command`, it is
    an answer, for rules of ``decide_action``.
    """
    vars(function)["footfall_deed"] = None  # described when a game first needs it
    return function


def collect_deeds(module: ModuleType) -> dict[str, Deed]:
    """Returns the deeds that a module defines, by name, in order of definition.

    Raises:
        ValueError: a deed has no docstring, or an argument has no type.
    """
    deeds = {}
    for name, function in vars(module).items():
        if getattr(function, "__module__", "") == module.__name__ and hasattr(function, "footfall_deed"):
            function.footfall_deed = function.footfall_deed or describe_deed(function)
            deeds[name] = function.footfall_deed
    return deeds


def describe_deed(function: Callable[..., Any]) -> Deed:
    """Returns the deed that a function declares.

    Raises:
        ValueError: it has no docstring, or an argument has no type.
    """
    hints = typing.get_type_hints(function, include_extras=True)
    arguments = list(inspect.signature(function).parameters.values())[1:]
    is_placement = bool(arguments) and arguments[0].name == "draft"
    arguments = arguments[1:] if is_placement else arguments
    untyped = [argument.name for argument in arguments if argument.name not in hints]
    if untyped or lacks_docstring(function):
        problem = f"no type for {', '.join(untyped)}" if untyped else "no docstring"
        raise ValueError(f"deed {function.__module__}.{function.__name__}: {problem}")
    parameters = {argument.name: hints[argument.name] for argument in arguments}
    defaults = {argument.name: argument.default for argument in arguments if argument.default is not argument.empty}
    doc = get_first_line(function)
    is_answer = Command in (hints.get("return"), *typing.get_args(hints.get("return")))
    return Deed(function.__name__, parameters, defaults, doc, function, is_placement, is_answer)


# The deeds of every game.


def tell(ctx: Any, text: Annotated[str, MessageId()]) -> list[Change]:
    """Adds a line to the log, by the id of its text."""
    return [Tell(Message(text))]


def remember(ctx: Any, name: Annotated[str, AnyText()], value: int = 1) -> list[Change]:
    """Keeps a number in the mod's memory, which expressions read as ``memory.NAME``; 0 deletes it."""
    return [] if " " in name else [Remember(ctx.mod, name, value or None)]


KEY_STEPS = 2
"""Steps that a new mark takes for each key of the mod's memory above `MAX_MARKS`: others are looked for among them."""


def name_mark(kind: str, numbers: tuple[int, ...], name: str) -> str:
    """Returns the key of a mark in a mod's memory: with spaces, which no name in an expression has."""
    return f"{kind} {'.'.join(map(str, numbers))} {name}"


def keep_mark(ctx: Any, kind: str, numbers: tuple[int, ...], name: str, value: int) -> list[Change]:
    """Keeps a number about a thing; 0 deletes it.

    Args:
        kind: the word for such things in the keys, such as ``mark`` for actors.
        numbers: the thing, such as an id, or a level and a cell.
    """
    key, memory = name_mark(kind, numbers, name), ctx.state.memory.get(ctx.mod, {})
    if value and key not in memory and len(memory) > MAX_MARKS:
        ctx.count_rule_steps(KEY_STEPS * (len(memory) - MAX_MARKS))
    return [KeepMark(ctx.mod, key, value)]


def mark(ctx: Any, actor: ActorId, name: Annotated[str, AnyText()], value: int = 1) -> list[Change]:
    """Keeps a number about an actor or a seat, which expressions read as ``actor.mark('NAME')``; 0 deletes it."""
    return keep_mark(ctx, "mark", (actor,), name, value)


CORE_DEEDS: Mapping[str, Deed] = {function.__name__: describe_deed(function) for function in (tell, remember, mark)}
"""The deeds of every game, by name."""
