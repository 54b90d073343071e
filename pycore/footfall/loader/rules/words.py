"""The words of fields, readings and deeds in a game, as rules write them and as the game holds them."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import EnumType
from functools import wraps
from operator import is_
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec.structs import replace

from footfall.api.deeds import Deed, NoChanges
from footfall.api.readings import Reading
from footfall.content.record_types import AnyText, Record, Ref, Words
from footfall.content.records import Records
from footfall.diagnostics.findings import Edit, Finding, find_closest
from footfall.diagnostics.plural import join_list
from footfall.engine.context import Context
from footfall.engine.model import Command
from footfall.expressions.syntax import ExpressionError
from footfall.expressions.typed import ANY, BOOLEAN, CHOICE, ITEM, PLACES, TEXT, Input, Typed

from ..hooks.contract import HookSpec
from .scope import CELL, ZEROS, ReadingTable, find_rule_type

if TYPE_CHECKING:
    from ..hooks.implementations import Implementation

COMMAND_LIST, RECIPE_LIST = "command", "recipe"
"""The lists that every game has: the names of its commands, and of its recipes of levels and rounds."""

Held = Mapping[str, str]
"""The words of a text as rules write them, and as the game holds them: ``core.king:VIAL`` is ``VIAL``."""


def list_marks(annotation: Any) -> Iterator[Any]:
    """Yields the marks of an annotated type, and the words of an enumeration of texts."""
    if typing.get_origin(annotation) is Annotated:
        inner, *marks = typing.get_args(annotation)
        yield from marks
        yield from list_marks(inner)
    elif typing.get_origin(annotation) in (typing.Union, types.UnionType):
        for part in typing.get_args(annotation):
            yield from list_marks(part)
    elif isinstance(annotation, EnumType):
        yield Words("", tuple(str(member.value) for member in annotation))  # type: ignore[var-annotated]


TAG = " tag"
"""The end of the names of lists that have the tags of all records of a kind."""


class WordTable:
    """The words of a game and its mods."""

    def __init__(self, lists: Iterable[Words], records: Records, deeds: Mapping[str, Deed]) -> None:
        """Collects the words of the lists that mods provide; several of one name are added up."""
        self.lists: dict[str, Words] = {}
        for listed in lists:
            known = self.lists.get(listed.name, Words(listed.name))
            words = tuple(dict.fromkeys((*known.words, *listed.words)))
            refs = tuple(dict.fromkeys((*known.refs, *listed.refs)))
            self.lists[listed.name] = Words(listed.name, words, known.is_open or listed.is_open, refs)
        tags: dict[str, dict[str, None]] = {}  # a tag is a word as soon as a record has it
        for kind, record in records:
            tags.setdefault(f"{kind}{TAG}", {}).update(dict.fromkeys(getattr(record, "tags", ())))
        self.lists |= {name: Words(name, tuple(found)) for name, found in tags.items() if found}
        self._records = records
        self._added = {name: dict.fromkeys(words) for name, words in records.words.items()}
        self._found: dict[Any, Held | None] = {}
        adding = {
            (deed.name, key): mark.adds_to
            for deed in deeds.values()
            for key, type in deed.parameters.items()
            for mark in list_marks(type)
            if isinstance(mark, AnyText) and mark.adds_to
        }
        given = [deed for table in records.rules for deed in table.iter_deeds()] if adding else []
        for (name, key), target in adding.items():
            for deed, row in given:
                if deed == name and isinstance(row, dict) and isinstance(word := row.get(key), str):
                    self._added.setdefault(target, {})[word] = None

    def find(self, annotation: Any) -> Held | None:
        """Returns the words of a type; None if it takes any text, or if this game does not say which."""
        if annotation not in self._found:
            marks = [mark for mark in list_marks(annotation) if isinstance(mark, Ref | Words)]
            held: dict[str, str] = {}
            for mark in marks:
                listed = self.expand(mark) if isinstance(mark, Words) else Words("", refs=(mark,))
                held |= dict(zip(listed.words, listed.words, strict=True))
                for ref in listed.refs:
                    held |= {id: ref.shorten(id) for id in self._records.list_ids(ref.kind)}
            self._found[annotation] = held or None
        return self._found[annotation]

    def is_thing(self, annotation: Any) -> bool:
        """Whether a type that names a list of words has none in this game: its values are things, such as cells."""
        is_listed = any(isinstance(mark, Words) for mark in list_marks(annotation))
        return is_listed and self.find(annotation) is None

    def hold(self, word: Any, annotation: Any, problem: str, column: int = 1) -> Any:
        """Returns a word as the game holds it; other values are returned as they are.

        Args:
            problem: the beginning of the error: ``kind is never``.

        Raises:
            ExpressionError: the type does not have the word.
        """
        known = self.find(annotation) if isinstance(word, str) and word else None
        if known is None or word in known:
            return word if known is None else known[word]
        meant = self.find_meant(word, annotation)
        near = f", did you mean {meant!r}?" if meant else ""
        listed = next((mark.name for mark in list_marks(annotation) if isinstance(mark, Words)), "")
        if listed.endswith(TAG) and not meant:
            near = f"; a tag is known once a record of kind {listed.removesuffix(TAG)} has it: tags = [{word!r}]"
        error = ExpressionError(f"{problem} {word!r}{near}", column, "name", word, meant)
        error.words = tuple(known)
        raise error

    def find_misfit(self, id: str, annotation: Any) -> str:
        """Returns why a deed never takes a record that exists, as words after its id; else ``""``."""
        for ref in list_marks(annotation):
            if isinstance(ref, Ref) and ref.filter[0]:
                field, values = ref.filter
                value = getattr(self._records.table(Record, ref.kind).get(id), field, None)
                if value is not None and value not in values:
                    return f"whose {field} is {value!r}, and not {' or '.join(map(repr, values))}"
        return ""

    def find_meant(self, word: str, annotation: Any) -> str:
        """Returns the word that was meant by a wrong one: the full id of a short one, or the nearest; else ``""``."""
        known = self.find(annotation) or {}
        return next((id for id in known if id.endswith(f":{word}")), "") or find_closest(word, known)

    def expand(self, mark: Words) -> Words:
        """Returns a list with the words that mods provide or add."""
        listed = mark if mark.words or mark.refs else self.lists.get(mark.name, mark)
        words = dict.fromkeys(word for word in (*listed.words, *self._added.get(mark.name, ())) if word)
        return replace(listed, words=tuple(words))


class WordResolver(msgspec.Struct, frozen=True):
    """Checks the words of an expression, and replaces them by those that the game holds.

    Attributes:
        spec: the hook whose event it reads; None if it reads no event.
        items: the declared type of the item of each choice around it, by name.
    """

    source: str
    spec: HookSpec | None
    readings: ReadingTable
    table: WordTable
    items: dict[str, Any] = msgspec.field(default_factory=dict)

    def resolve(self, node: Typed) -> Typed:
        """Returns an expression with the words as the game holds them.

        Raises:
            ExpressionError: a field or a reading never has a word that it is compared with, or does not take a word.
        """
        if not node.parts:
            if node.op != "input" or not node.value.arguments:
                return node
            found = self.resolve_input(node.value, node.column)
            return node if found is node.value else replace(node, value=found)
        if node.op == CHOICE:
            self.items[node.value.item.name] = self.readings.find_item_type(node.value.items.name)
        if node.op in ("and", "or"):
            parts = tuple(ExpressionError.check_all(node.parts, self.resolve))
        else:
            parts = tuple([self.resolve(part) if part.parts or part.op == "input" else part for part in node.parts])
        if node.op == CHOICE:
            items = self.resolve_input(node.value.items, node.column)
            return replace(node, value=replace(node.value, items=items), parts=parts)
        if node.op == "compare" and parts[0].type in (TEXT, ANY):
            declared = [pair for part in parts for pair in self.list_declared(part)]
            self._check_things(parts, declared)
            parts = tuple(self.hold_constants(part, declared) for part in parts) if declared else parts
        elif node.op == "in":
            for name, type in self.list_declared(parts[0]):
                held = tuple(self._hold(word, type, f"{name} is never", node.column) for word in node.value)
                return node if held == node.value else replace(node, value=held)
        return node if all(map(is_, parts, node.parts)) else replace(node, parts=parts)

    def resolve_input(self, source: Input, column: int) -> Input:
        """Returns an input with the words that its readings take as the game holds them."""
        if source.kind != "reading" or all(type(a) is Input and not a.arguments for a in source.arguments):
            return source
        subject, _, name = source.name.rpartition(".")
        declared = self.readings.sources.get((subject, name))
        types = [None] * len(source.arguments) if declared is None else declared.parameters.values()  # a shared roll
        arguments = tuple(
            self.resolve_input(argument, column)
            if isinstance(argument, Input)
            else self._hold(argument, type, f"{name!r} knows no", column)
            for argument, type in zip(source.arguments, types, strict=True)
        )
        return source if arguments == source.arguments else replace(source, arguments=arguments)

    def list_declared(self, node: Typed) -> list[tuple[str, Any]]:
        """Returns the name and the declared type of each text that a node may stand for."""
        if node.op == "if":
            return [pair for part in node.parts[1:] for pair in self.list_declared(part)]
        if node.op != "input" or node.type not in (TEXT, ANY):
            return []
        given: Input = node.value
        if given.kind == "field":
            return [(given.name, self.spec.find_field_type(given.name, exact=True))] if self.spec is not None else []
        return [(str(given), (self.items if given.kind == ITEM else self.readings.types).get(given.name))]

    def _check_things(self, parts: Sequence[Typed], declared: Sequence[tuple[str, Any]]) -> None:
        """Raises an error if a text is compared with a field whose list has no words here: it holds a thing."""
        text = next((part for part in parts if part.op == "constant" and part.type == TEXT), None)
        names = [] if text is None else [name for name, type in declared if self.table.is_thing(type)]
        if text is not None and names and any(part.type == ANY for part in parts):
            readable = [r for r in self.readings.readable.values() if r.subject in PLACES and len(r.parameters) == 1]
            read = ", ".join(f"{names[0]}.{reading.name}" for reading in readable if reading.type == TEXT)
            problem = f"{names[0]} is a cell or another thing, and never the text {text.value!r}"
            raise ExpressionError(f"{problem}; compare a text of it: {read}" if read else problem, text.column, "type")

    def hold_constants(self, node: Typed, declared: Sequence[tuple[str, Any]]) -> Typed:
        """Returns a part of an expression with the words of fields, readings or values of deeds, by name and type."""
        value = node.value
        if node.op == "constant" and node.type == TEXT:
            for name, type in declared:
                value = self._hold(node.value, type, f"{name} is never", node.column)
                if misfit := self.table.find_misfit(node.value, type):
                    raise ExpressionError(f"{name} is {node.value!r}, {misfit}", node.column, "type")
            return node if value == node.value else replace(node, value=value)
        if node.op == "if" and node.type == TEXT:
            branches = (self.hold_constants(part, declared) for part in node.parts[1:])
            return replace(node, parts=(node.parts[0], *branches))
        return node

    def _hold(self, word: Any, type: Any, problem: str, column: int) -> Any:
        return self.table.hold(word, type, problem, self.source.find(str(word)) + 1 or column)


def resolve_filters(
    implementations: Sequence[Implementation], hooks: Mapping[str, HookSpec], table: WordTable
) -> tuple[tuple[Implementation, ...], list[Finding]]:
    """Returns listeners in Python with the words of their filters as the game holds them, and findings about them."""
    found: list[Implementation] = []
    findings = []
    for impl in implementations:
        conditions = []
        for condition in impl.conditions:
            value, spec, field = condition.value, hooks.get(impl.hook), condition.field
            type = spec.find_field_type(field, exact=True) if spec is not None else None
            try:
                if value not in (table.find(type) or {}).values():  # Python may write it as the game holds it
                    held = table.hold(value, type, f"{impl.hook} is filtered by {field}, which is never")
                    condition = replace(condition, value=held)
            except ExpressionError as error:
                place, fix = impl.listener.cause.location, f"words: {', '.join(error.words)}"
                edit = Edit.replace_word(place, error.wrong_word, error.suggestion)
                findings.append(Finding("unknown-name", impl.mod, str(error), place, fix, edit=edit))
            conditions.append(condition)
        found.append(replace(impl, conditions=tuple(conditions)) if conditions else impl)
    return tuple(found), findings


def read_with_parts(reading: Reading, parts: frozenset[str]) -> Reading:
    """Returns a reading that is 0, false or nothing while the state has none of the parts."""
    zero = () if reading.limit else ZEROS.get(find_rule_type(reading.type))

    @wraps(reading.read)
    def read(ctx: Any, *arguments: Any) -> Any:
        return zero if parts.isdisjoint(ctx.state.parts) else reading.read(ctx, *arguments)

    return replace(reading, read=read)


def build_with_parts(deed: Deed, parts: frozenset[str]) -> Deed:
    """Returns a deed that does nothing while the state has none of the parts."""
    if deed.is_placement:
        return deed
    nothing = None if deed.is_answer else NoChanges()

    @wraps(deed.build)
    def build(ctx: Any, *arguments: Any, **values: Any) -> Any:
        return nothing if parts.isdisjoint(ctx.state.parts) else deed.build(ctx, *arguments, **values)

    return replace(deed, build=build)


MISSING: Mapping[str, tuple[Any, str]] = {BOOLEAN: (False, "false"), TEXT: ("", "empty"), CELL: (None, "no cell")}
"""The value of a field that a command does not have, and its words, by type; -1 for numbers, actors and items."""

MAX_SHOWN = 6
"""Commands that the description of a field names."""


def describe_command_fields(commands: Iterable[type[Command]]) -> list[Reading]:
    """Returns a reading for each field of some commands, by its name in scripts and replays.

    A field with several types, or with one that expressions do not have, is left out.
    """
    owners: dict[str, dict[type[Command], msgspec.structs.FieldInfo]] = {}
    for command in commands:
        for field in msgspec.structs.fields(command):
            if field.name != "actor":
                owners.setdefault(field.encode_name, {})[command] = field
    found = []
    for name, fields in owners.items():
        types = {find_rule_type(field.type): field.type for field in fields.values()}
        (kind, type), *others = types.items()
        if kind and kind != ANY and not others:
            if kind == TEXT:
                marks = dict.fromkeys(mark for field in fields.values() for mark in list_marks(field.type))
                type = Annotated[str, *marks] if marks else str
            found.append(describe_command_field(name, kind, type, fields))
    return found


def describe_command_field(
    name: str, kind: str, type: Any, fields: Mapping[type[Command], msgspec.structs.FieldInfo]
) -> Reading:
    """Returns the reading of a field, by the commands that have it."""
    attributes = {command: field.name for command, field in fields.items()}
    missing, shown = MISSING.get(kind, (-1, "-1"))

    def read(ctx: Context, command: Command) -> Any:
        found = getattr(command, attributes.get(command.__class__, ""), None)
        return missing if found is None else found

    owners = join_list([f"`{command.__struct_config__.tag}`" for command in fields], MAX_SHOWN)
    doc = f"The `{name}` of a command ({owners}); {shown} if it has none."
    parameters = {"command": Command}
    return Reading(f"command_{name}", parameters, type, "", "O(1)", doc, read, name)
