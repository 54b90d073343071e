"""Says what is wrong with a record that does not fit its type, and where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from footfall.diagnostics.findings import find_closest, suggest
from footfall.diagnostics.toml import KeyPath, RowNumber, name_field
from footfall.diagnostics.validation import find_error_path, split_validation_error

from .constraints import make_choice_error
from .record_types import Record
from .schema import NodeKind, SchemaNode, schema_of


def _find_number(raw: Any, path: KeyPath) -> Any:
    """Returns the number, or the list of numbers, at a path, or None."""
    for key in path:
        if isinstance(raw, list) and isinstance(key, RowNumber):
            raw = raw[int(key)]
        else:
            raw = raw.get(key) if isinstance(raw, dict) else None
    is_number = isinstance(raw, (int, float)) and not isinstance(raw, bool)
    return raw if is_number or (isinstance(raw, list) and path and all(isinstance(n, int) for n in raw)) else None


def describe_validation_error(
    error: msgspec.ValidationError, kind: type[Record], raw: Mapping[str, Any]
) -> tuple[str, KeyPath, str, str]:
    """Returns the message, the path, and a misspelled field or word with its suggestion (``""``: no suggestion)."""
    text, _ = split_validation_error(error)
    path = find_error_path(error, raw, lambda values: msgspec.convert(values, kind))
    if text.startswith("Invalid enum value"):
        wrong = make_choice_error(text, schema_of(kind), path)
        return str(wrong), path, wrong.misspelled, wrong.suggestion
    value = _find_number(raw, path)
    if value is not None and "got" not in text:
        text = f"{text}, not {value}"
    unknown = re.search(r"unknown field (\S+)", text)
    if unknown:
        node: SchemaNode | None = schema_of(kind)
        for key in path:
            if isinstance(key, RowNumber):
                continue
            node = node.get_child(key) if node is not None else None
            while node is not None and node.kind is NodeKind.LIST:
                node = node.item
        name = unknown[1]
        fields = node.fields if node is not None else {}
        text = f"there is no field {name!r}{suggest(name, fields)}"
        return text, (*path, name), name, find_closest(name, fields)
    missing = re.search(r"missing required field (\S+)", text)
    if missing:
        return f"field {name_field((*path, missing[1]))!r} is missing", path, "", ""
    return f"{name_field(path)}: {text[0].lower() + text[1:]}" if path else text, path, "", ""
