"""The names that rules as data may read: event fields and readings with their types, and settings."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import lru_cache, wraps
from typing import Annotated, Any

import msgspec

from footfall.api.deeds import Deed, name_mark
from footfall.api.readings import Nearby, Reading, describe_reading, reading
from footfall.content.record_types import AnyText, Words
from footfall.engine.context import Context
from footfall.engine.model import ActorId, Command, Thing
from footfall.expressions.syntax import MAX_INTEGER, MIN_INTEGER
from footfall.expressions.typed import ANY, BOOLEAN, INTEGER, ROLLS, TEXT, Readable, Scope, SharedRoll

from ..hooks.contract import HookSpec

CELL = "cell"
"""The type of a position ``(y, x)``."""

NO_MEMORY = "a rule of chance reads facts and settings, and no memory; a rule of a hook, such as on_notice, reads it"

MAX_KNOWN_TYPES = 2_000
"""Annotations whose types are kept between loads."""

_PAIR = [INTEGER, INTEGER]

ZEROS: Mapping[str, bool | int | str] = {INTEGER: 0, BOOLEAN: False, TEXT: ""}
"""The value of a reading of nothing, by type."""


def find_rule_type(annotation: Any) -> str:
    """Returns the type of an annotation in expressions, or ``""`` if they cannot use it."""
    try:
        return _find_known_type(annotation)
    except TypeError:  # a mark of a mod has no hash
        return _find_rule_type(annotation)


def _find_rule_type(annotation: Any) -> str:
    if typing.get_origin(annotation) is Annotated:
        inner, *marks = typing.get_args(annotation)
        things = [mark.kind for mark in marks if isinstance(mark, Thing)]
        return things[0] if things and inner is not str else find_rule_type(inner)
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        found = {find_rule_type(part) for part in typing.get_args(annotation) if part is not type(None)}
        return found.pop() if len(found) == 1 else ""
    if annotation is Any:
        return ANY
    if typing.get_origin(annotation) is tuple and list(map(find_rule_type, typing.get_args(annotation))) == _PAIR:
        return CELL
    if not isinstance(annotation, type):
        return ""
    if issubclass(annotation, Enum):
        kinds = {type(member.value) for member in annotation}
        return TEXT if kinds == {str} else INTEGER if kinds == {int} else ""
    if issubclass(annotation, Command):
        return "command"
    return {bool: BOOLEAN, int: INTEGER, str: TEXT}.get(annotation, "")


_find_known_type = lru_cache(MAX_KNOWN_TYPES)(_find_rule_type)


def list_fields(spec: HookSpec) -> dict[str, str]:
    """Returns the type of each field of a hook's event; ``""`` for a field that rules cannot read."""
    if spec.name == "on_generate":
        return {"draft": "draft"}
    if not spec.fields or spec.is_called_at_start:
        return {}
    return {name: find_rule_type(spec.find_field_type(name, exact=True)) for name in spec.fields}


@reading(cost="O(1)", rule_name="name")
def _read_command_name(ctx: Context, command: Command) -> Annotated[str, Words("command")]:
    """The name of a command (``"core.stealth:step"``)."""
    return str(type(command).__struct_config__.tag)


@reading(cost="O(1)", rule_name="mark")
def _read_mark(ctx: Context, actor: ActorId, name: Annotated[str, AnyText()]) -> int:
    """A number that the mod keeps about an actor or a seat; 0 if there is none."""
    return _read_memory(ctx, name_mark("mark", (actor,), name))


@reading(cost="O(1)", rule_name="id")
def _read_id(ctx: Context, actor: ActorId) -> int:
    """The number of an actor or a seat, to remember: ``do.alarm = "memory.prey"`` takes it again."""
    return actor


CORE_READINGS = tuple(describe_reading(read) for read in (_read_command_name, _read_mark, _read_id))
"""The readings of every game."""


def _read_memory(ctx: Context, name: str) -> int:
    """A number of the mod's memory; 0 if there is none."""
    value = ctx.recall(name)
    return value if type(value) is int and MIN_INTEGER <= value <= MAX_INTEGER else 0


def read_shared_face(ctx: Context, name: str, low: int, high: int, is_of_step: bool, *keys: int) -> int:
    """A die that the rules of the mod share."""
    return ctx.roll_once(f"{ROLLS}.{name}", low, high, keys, is_of_step)


class ReadingTable(msgspec.Struct):
    """The readings of the active mods as rules see them.

    Attributes:
        lists: the lists from which rules choose, by subject and name.
        functions: by key, called as ``read(ctx, ...)``; ``memory`` reads the mod's memory, `ROLLS` its shared dice.
        early: the functions that rules call while a level is built; they allow for parts that the first level lacks.
        types: the declared type of each reading by key, with the marks that limit its values.
        sources: the declarations, by subject and name.
        left_out: those whose types expressions do not have, by their name in rules.
    """

    readable: dict[tuple[str, str], Readable] = msgspec.field(default_factory=dict)
    lists: dict[tuple[str, str], Readable] = msgspec.field(default_factory=dict)
    functions: dict[str, Callable[..., Any]] = msgspec.field(default_factory=dict)
    early: dict[str, Callable[..., Any]] = msgspec.field(default_factory=dict)
    types: dict[str, Any] = msgspec.field(default_factory=dict)
    sources: dict[tuple[str, str], Reading] = msgspec.field(default_factory=dict)
    left_out: dict[str, Reading] = msgspec.field(default_factory=dict)

    @classmethod
    def build(cls, readings: Iterable[Reading]) -> ReadingTable:
        """Builds the table; a reading whose types expressions do not have is left out, the first of a key counts."""
        own: dict[str, Callable[..., Any]] = {"memory": _read_memory, ROLLS: read_shared_face}
        table = cls(functions=dict(own), early=own)
        for declared in (*CORE_READINGS, *readings):
            result = find_rule_type(typing.get_args(declared.type)[0] if declared.limit else declared.type)
            parameters = tuple(map(find_rule_type, declared.parameters.values()))
            if not result or not all(parameters):
                table.left_out[declared.rule_name] = declared
                continue
            last = typing.get_args([None, *declared.parameters.values()][-1])[1:]
            is_square = any(isinstance(mark, Nearby) for mark in last)
            readable = Readable(declared.rule_name, parameters, result, declared.steps, declared.limit, is_square)
            if readable.key not in table.functions:
                (table.lists if declared.limit else table.readable)[readable.subject, readable.name] = readable
                table.functions[readable.key] = _adapt_reading(declared, readable)
                table.early[readable.key] = _adapt_reading(declared, readable, is_early=True)
                table.sources[readable.subject, readable.name] = declared
                table.types[readable.key] = declared.type
        return table

    def find_item_type(self, key: str) -> Any:
        """Returns the declared type of the items of a list by its key."""
        return typing.get_args(self.types[key])[0]


def _adapt_reading(declared: Reading, readable: Readable, is_early: bool = False) -> Callable[..., Any]:
    """Returns a reading that gives 0, false or an empty text for nothing, and plain values for enumerations.

    Args:
        is_early: it gives nothing where it misses a part of the game before the first question: there may be no level.
    """
    read, zero = declared.read, () if readable.limit else ZEROS.get(readable.type)
    is_opaque = readable.subject in (CELL, ANY)
    inner = typing.get_args(declared.type)[0] if typing.get_origin(declared.type) is Annotated else declared.type
    if inner in (int, bool, str) and not is_opaque and not is_early:
        return read

    @wraps(read)
    def read_plain(ctx: Context, *arguments: Any) -> Any:
        if is_opaque and arguments[0] is None:
            return zero
        try:
            value = read(ctx, *arguments)
        except (AttributeError, LookupError):
            if not is_early or ctx.state.turn or ctx.state.question is not None:
                raise
            return zero
        return zero if value is None else value.value if isinstance(value, Enum) else value

    return read_plain


class Vocabulary(msgspec.Struct, frozen=True):
    """The names that rules as data may use in a game.

    Attributes:
        hooks: the hooks of the framework and of the active mods, by name.
        words: the lists of words that mods provide, and those of the game: its commands and recipes.
    """

    hooks: Mapping[str, HookSpec]
    readings: ReadingTable
    deeds: Mapping[str, Deed]
    words: tuple[Words, ...] = ()


def list_settings(settings: Mapping[str, Any], mod: str) -> dict[str, Any]:
    """Returns the settings by the names that a mod may use: its own by their short names, all by their full ones."""
    prefix = mod + "."
    return {name.removeprefix(prefix): value for name, value in settings.items()} | dict(settings)


def build_scope(
    spec: HookSpec, readings: ReadingTable, settings: Mapping[str, Any], rolls: Mapping[str, SharedRoll]
) -> Scope:
    """Returns the scope of the expressions in a hook's rules.

    Args:
        settings: by the names that the mod may use.
        rolls: those that the rules of the mod share.
    """
    if spec.is_chance:
        return Scope(list_fields(spec), {}, settings, has_dice=False, no_memory=NO_MEMORY)
    return Scope(list_fields(spec), readings.readable, settings, rolls=rolls, lists=readings.lists)


def find_hook(name: str, hooks: Mapping[str, HookSpec]) -> HookSpec | None:
    """Returns a hook, or None if there is none; the name of a published hook may omit its mod."""
    owned = [full for full in hooks if full.rpartition(":")[2] == name]
    return hooks.get(owned[0] if len(owned) == 1 else name)
