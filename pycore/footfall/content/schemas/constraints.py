"""Checks values beyond their types: words of a list, glyphs, ascending order."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from footfall.diagnostics.findings import find_closest, suggest
from footfall.diagnostics.toml import KeyPath, RowNumber, name_field
from footfall.diagnostics.validation import find_error_path, split_validation_error

from ..record_types import Record, RecordKind, Words
from ..screens.characters import count_cells, is_right_to_left
from .schema import NodeKind, SchemaNode, schema_of

MAX_WORDS_SHOWN = 24
"""A message names all words of a list if it has at most this many."""

ModWords = Mapping[str, Sequence[str]]
"""The words that mods add, by list."""


class PathError(ValueError):
    """A mistake at a path.

    Attributes:
        path: keys from the table that is checked, without list indexes.
        wrong_word, suggestion: a wrong word and the nearest right one, or ``""``.
    """

    def __init__(self, text: str, path: KeyPath, wrong_word: str = "", suggestion: str = "") -> None:
        super().__init__(text)
        self.path = path
        self.wrong_word = wrong_word
        self.suggestion = suggestion


class ConstraintError(PathError):
    """A value that its field does not accept."""


def check_constraints(node: SchemaNode, value: Any, mod_words: ModWords, path: KeyPath = ()) -> None:
    """Checks a plain value whose types are right.

    Raises:
        ConstraintError: a value is not accepted.
    """
    if "constraint" not in node.marks:
        return
    if node.words is not None:
        word = value[0] if isinstance(value, list) and value else value
        if word not in node.words.words and word not in (known := list_words(node.words, mod_words)):
            raise make_word_error(word, known, node.words.name, path)
    if node.is_glyph and (problem := find_glyph_problem(value)):
        raise ConstraintError(f"{name_field(path)}: {problem}", path)
    if node.is_ascending and isinstance(value, list):
        rows = [row[0] if isinstance(row, list) and row else row for row in value]
        keys = [row.get(node.row_key) if isinstance(row, dict) else row for row in rows]
        for low, high in pairwise(keys):
            if low is not None and high is not None and low > high:
                raise ConstraintError(f"{name_field(path)}: {low} before {high}: it must be in ascending order", path)
    if isinstance(value, dict):
        if node.kind is NodeKind.TABLE and node.key is not None:
            for key in value:
                check_constraints(node.key, key, mod_words, (*path, key))
        for key, below in node.iter_marked(value, "constraint"):
            check_constraints(below, value[key], mod_words, (*path, key))
    elif isinstance(value, list) and node.item is not None:
        for number, item in enumerate(value):
            check_constraints(node.item, item, mod_words, (*path, RowNumber(number)))


def list_words(words: Words, mod_words: ModWords) -> list[str]:
    """Returns the words of a list, with those that mods add."""
    return list(dict.fromkeys((*words.words, *(mod_words.get(words.name, ()) if words.is_open else ()))))


def make_word_error(word: Any, known: Sequence[Any], list_name: str, path: KeyPath) -> ConstraintError:
    """Returns the error for a word that is not in a list: it names the nearest word, and all if they are few."""
    names = [str(name) for name in known if name != ""]
    shown = f"; words: {', '.join(names)}" if len(names) <= MAX_WORDS_SHOWN else ""
    field = name_field(path)
    text = f"{field}: there is no {list_name} {word!r}{suggest(str(word), names)}{shown}"
    return ConstraintError(text, path, str(word), find_closest(str(word), names))


def find_node(node: SchemaNode | None, path: KeyPath) -> SchemaNode | None:
    """Returns the schema of the field at a path; of a list, that of its items."""
    for key in (*(key for key in path if not isinstance(key, RowNumber)), None):
        while node is not None and node.kind is NodeKind.LIST:
            node = node.item
        if key is not None:
            node = node.get_child(key) if node is not None else None
    return node


def make_choice_error(text: str, node: SchemaNode, path: KeyPath) -> ConstraintError:
    """Returns the error for msgspec's ``Invalid enum value 'x'``."""
    word = text.removeprefix("Invalid enum value ").strip("'\"")
    field = find_node(node, path)
    return make_word_error(word, field.choices if field is not None else (), "word", path)


def describe_wrong_word(text: str, node: SchemaNode, path: KeyPath) -> str:
    """Describes msgspec's ``Invalid enum value 'x'`` without the path: the nearest word, and all if few."""
    return str(make_choice_error(text, node, path)).removeprefix(f"{name_field(path)}: ")


def find_glyph_problem(text: str) -> str:
    """Returns why a text is not a glyph, or ``""``."""
    if len(text) != 1:
        return f"a glyph is one character, not {len(text)}: {text!r}"
    if not text.isprintable():
        return f"the character {text!r} cannot be printed"
    if not count_cells(text):
        return f"U+{ord(text):04X} combines with the character before it and fills no cell of its own"
    if is_right_to_left(text):
        return f"U+{ord(text):04X} is written from right to left and moves the cells next to it"
    if count_cells(text) == 2:
        return f"{text!r} is two cells wide; a glyph fills one"
    return ""


def find_word_lists(kinds: Mapping[str, RecordKind]) -> dict[str, Words]:
    """Returns the word lists that fields of these kinds name."""
    lists: dict[str, Words] = {}
    for kind in kinds.values():
        for words in _iter_words(schema_of(kind.type)):
            known = lists.get(words.name, words)
            lists[words.name] = Words(
                words.name, tuple(dict.fromkeys((*known.words, *words.words))), known.is_open or words.is_open
            )
    return lists


def _iter_words(node: SchemaNode) -> Iterator[Words]:
    if node.words is not None:
        yield node.words
    for below in (node.key, node.item, *node.fields.values()):
        if below is not None:
            yield from _iter_words(below)


def _find_number(raw: Any, path: KeyPath) -> Any:
    """Returns the number, or the list of numbers, at a path, or None."""
    for key in path:
        if isinstance(raw, list) and isinstance(key, RowNumber):
            raw = raw[int(key)]
        else:
            raw = raw.get(key) if isinstance(raw, dict) else None
    is_number = isinstance(raw, (int, float)) and not isinstance(raw, bool)
    return raw if is_number or (isinstance(raw, list) and path and all(isinstance(n, int) for n in raw)) else None


def make_type_error(error: msgspec.ValidationError, kind: type[Record], raw: Mapping[str, Any]) -> ConstraintError:
    """Returns the error for values that do not fit the type of their record."""
    text, _ = split_validation_error(error)
    path = find_error_path(error, raw, lambda values: msgspec.convert(values, kind))
    if text.startswith("Invalid enum value"):
        return make_choice_error(text, schema_of(kind), path)
    value = _find_number(raw, path)
    if value is not None and "got" not in text:
        text = f"{text}, not {value}"
    unknown = re.search(r"unknown field (\S+)", text)
    if unknown:
        name, node = unknown[1], find_node(schema_of(kind), path)
        fields = node.fields if node is not None else {}
        text = f"there is no field {name!r}{suggest(name, fields)}"
        return ConstraintError(text, (*path, name), name, find_closest(name, fields))
    missing = re.search(r"missing required field (\S+)", text)
    if missing:
        return ConstraintError(f"field {name_field((*path, missing[1]))!r} is missing", path)
    return ConstraintError(f"{name_field(path)}: {text[0].lower() + text[1:]}" if path else text, path)
