"""Descriptions of fields that mean the same in every type: ids, cells, turns. A docstring of a type comes first."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from footfall.diagnostics.docstrings import parse_field_docs

FIELD_WORDS: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""By name."""


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
