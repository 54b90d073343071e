"""Describes types and values in words for authors of TOML; renders prose, tables and sections as Markdown."""

import json
import re
import tomllib
import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from footfall.content.record_types import MAX_NUMBER, Ascending, Glyph, MessageId, Ref, RowKey, Words
from footfall.content.schemas.schema import to_plain_value
from footfall.diagnostics.docstrings import parse_field_docs, parse_summary

_SIMPLE_NAMES = {str: "text", bool: "true or false", int: "whole number", float: "number", type(None): "none"}


def describe_type(hint: Any) -> str:
    """Describes a type: ``list of ids of item``."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _describe_annotated(arguments)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(describe_type(a) for a in arguments if a is not type(None))
    if origin is typing.Literal:
        return "one of " + ", ".join(_quote(a) for a in arguments)
    if origin is tuple and arguments and Ellipsis not in arguments:
        inner = [describe_type(a) for a in arguments]
        same = len(set(inner)) == 1
        return f"list of {len(inner)}: {pluralize(inner[0])}" if same else f"list of: {', '.join(inner)}"
    if origin in (list, tuple, set, frozenset):
        return f"list of {pluralize(describe_type(arguments[0]))}" if arguments else "list"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key, value = map(describe_type, arguments)
        return f"table: {key} = {value}"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return f"[{hint.__name__}](#{make_anchor(hint.__name__)})"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return "one of " + ", ".join(_quote(member.value) for member in hint)
    return _SIMPLE_NAMES.get(hint, "any value")


def _describe_annotated(arguments: tuple[Any, ...]) -> str:
    base, *marks = arguments
    for mark in marks:
        if isinstance(mark, Ref):
            return f"id of `{mark.kind}`"
        if isinstance(mark, MessageId):
            return "id of a text"
        if isinstance(mark, Words):
            page = f"#{make_anchor(f'Words {mark.name}')}" if mark.words else "words.md"
            link = f"[{mark.name} word]({page})"
            return f"list: {link}, then its arguments" if typing.get_origin(base) is tuple else link
        if isinstance(mark, Glyph):
            return "character"
    text = describe_type(base)
    for mark in marks:
        if isinstance(mark, RowKey):
            text += f", named by `{mark.field}`"
        elif isinstance(mark, Ascending):
            text += ", ascending"
        elif isinstance(mark, msgspec.Meta):
            text += _describe_bounds(mark)
    return text


def _describe_bounds(meta: msgspec.Meta) -> str:
    low, high = (None if value is None or abs(value) >= MAX_NUMBER else value for value in (meta.ge, meta.le))
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None or high is not None:
        return f", at least {low}" if low is not None else f", at most {high}"
    if meta.max_length is not None:
        return f", from {meta.min_length or 0} to {meta.max_length}"
    return f", at least {meta.min_length}" if meta.min_length else ""


def pluralize(word: str) -> str:
    """Returns the plural of a description by `describe_type`."""
    head, _, rest = word.partition(" ")
    if word == "true or false" or " or " in word:
        return f"values: {word}"
    for noun in ("whole number", "number", "text"):
        if word.startswith(noun):
            return f"{noun}s{word.removeprefix(noun)}"
    if head in ("list:", "character"):
        return f"{head.rstrip(':')}s{':' if rest else ''} {rest}".strip()
    if head in ("list", "table:", "id"):
        return f"{head.rstrip(':')}s{':' if head.endswith(':') else ''} {rest}".strip()
    return word if word.startswith(("one of", "[")) else f"{word}s"


def make_anchor(title: str) -> str:
    """Returns the anchor of a heading on GitHub."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def render_prose(text: str) -> str:
    """Converts docstring text to Markdown: keeps code and escapes the rest."""
    parts = re.split(r"(`[^`]*`)", re.sub(r"``([^`]*)``", r"`\1`", text))
    for index, part in enumerate(parts):
        if not part.startswith("`"):
            parts[index] = part.replace("<", "&lt;").replace("__", "\\_\\_").replace("*", "\\*")
    return "".join(parts)


def render_cell(text: str) -> str:
    """Converts docstring text for a table cell."""
    return escape_bars(render_prose(" ".join(text.split())))


def render_code(words: Iterable[str]) -> str:
    """Returns words as code, separated by commas."""
    return ", ".join(f"`{word}`" for word in words)


def escape_bars(text: str) -> str:
    """Escapes the character that separates the cells of a table."""
    return text.replace("|", "\\|")


def render_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yields the lines of a table; the cells are Markdown."""
    yield "|" + "".join(f" {cell} |" if cell else " |" for cell in head)
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"


def render_section(heading: str, kind: type, without: Iterable[str] = ()) -> Iterator[str]:
    """Yields a section about a struct: heading, summary, fields."""
    yield from (heading, "", render_prose(parse_summary(kind)), "", *render_field_table(kind, without))


def _quote(value: Any) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def render_field_table(kind: type, without: Iterable[str] = ()) -> Iterator[str]:
    """Renders the fields of a struct as a table: name, type, default, description."""
    docs, hints = parse_field_docs(kind), typing.get_type_hints(kind, include_extras=True)
    rows = []
    for part in msgspec.structs.fields(kind):
        default = "**required**"
        if not part.required:
            factory: Any = part.default_factory
            plain = to_plain_value(part.default if part.default is not msgspec.NODEFAULT else factory())
            default = "" if plain in (None, "", [], {}) else escape_bars(_quote(plain))
        if part.name not in without:
            text = render_cell(docs.get(part.name, ""))
            rows.append((f"`{part.encode_name}`", describe_type(hints[part.name]), default, text))
    return render_table(("key", "value", "default", ""), rows)


def list_structs(kind: type) -> Iterator[type]:
    """Structs that the fields of a struct refer to, each once, in order."""
    seen: dict[type, None] = {}

    def visit(hint: Any) -> None:
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint not in seen:
            seen[hint] = None
            for inner in typing.get_type_hints(hint, include_extras=True).values():
                visit(inner)
        for argument in typing.get_args(hint):
            visit(argument)

    for hint in typing.get_type_hints(kind, include_extras=True).values():
        visit(hint)
    return iter(seen)


FIELD_WORDS: dict[str, str] = tomllib.loads(Path(__file__).with_name("field_words.toml").read_text("utf-8"))
"""Descriptions by name of the field."""


class FieldFacts(NamedTuple):
    """A field for a table of the reference.

    Attributes:
        hint: its type as written in code.
        default: as written in code; None if it is required.
        text: its description, or ``""``.
    """

    name: str
    hint: str
    default: str | None
    text: str


def list_fields(kind: type) -> Iterator[FieldFacts]:
    """Yields the fields of a struct, in order; none for other types."""
    if not issubclass(kind, msgspec.Struct):
        return
    docs, hints = parse_field_docs(kind), dict[str, str]()
    for base in reversed(kind.__mro__):
        hints |= {name: format_hint(hint) for name, hint in vars(base).get("__annotations__", {}).items()}
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    required = (msgspec.NODEFAULT,) * (len(names) - len(defaults))
    for name, default in zip(names, (*required, *defaults), strict=True):
        make = getattr(default, "factory", None)
        value = default if make is None else make()
        text = docs.get(name) or FIELD_WORDS.get(name, "")
        shown = None if value is msgspec.NODEFAULT else format_default(value)
        yield FieldFacts(name, hints.get(name, "Any"), shown, text)


def format_default(value: Any) -> str:
    """Formats a default as written in code; ``...`` for other objects."""
    if isinstance(value, type) or callable(value):
        return str(getattr(value, "__name__", "..."))
    return repr(value) if isinstance(value, (str, int, float, bool, tuple, dict, list, type(None))) else "..."


def format_hint(hint: Any) -> str:
    """Formats an annotation as written in code, without modules."""
    text = hint if isinstance(hint, str) else str(getattr(hint, "__name__", hint))
    for module in ("typing.", "collections.abc.", "npt.", "numpy."):
        text = text.replace(module, "")
    return text.strip("\"'")
