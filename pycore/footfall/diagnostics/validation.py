"""Messages of msgspec's validation errors."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import Any

import msgspec

from .toml import KeyPath, RowNumber

WORDS = {
    "int": "whole number",
    "float": "number",
    "str": "text",
    "bool": "true or false",
    "array": "list",
    "object": "table",
    "null": "nothing",
}
"""The types of msgspec, in the words that the reference of records and of the manifest uses."""


MAX_DESCRIBED = 300
"""Characters of a description."""


def split_validation_error(error: msgspec.ValidationError) -> tuple[str, KeyPath]:
    """Returns the plain text of a validation error, and the key path it names, without list indexes."""
    text, marks = _split(error)
    return _translate(text), tuple(mark for mark in marks if not mark.startswith("["))


def describe_decode_error(error: Exception) -> str:
    """Returns why msgspec refuses a text, in words: ``"mods[0].id: Expected text of another form"``."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeEncodeError):
        return f"{error.object!a} is not valid text"
    text, _, place = str(error).partition(" - at `$")
    text, place = _translate(text), place.rstrip("`").removeprefix(".")
    return (f"{place}: {text}" if place else text).encode("unicode_escape").decode()[:MAX_DESCRIBED]


def describe_later_edition(data: bytes, field: str, edition: int) -> str:
    """Returns advice for JSON of a later edition of its format; ``""`` for other JSON.

    Args:
        edition: the one that this version of Footfall reads.
    """
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""
    found = value.get(field) if isinstance(value, dict) else None
    if type(found) is not int or found <= edition:
        return ""
    return f"it is of edition {found} of its format, and this Footfall reads edition {edition}: update Footfall"


def find_error_path(error: msgspec.ValidationError, raw: Any, convert: Callable[[Any], object]) -> KeyPath:
    """Returns the whole key path of a validation error: with the keys of tables, and with `RowNumber`s.

    Args:
        raw: the plain values.
        convert: the conversion that raised the error.
    """
    path: KeyPath = ()
    value = raw
    for mark in _split(error)[1]:
        key = mark if mark[0] != "[" else RowNumber(mark[1:-1])
        if mark == _ANY_KEY:
            key = _find_wrong_key(error, raw, path, value, convert)
        path = (*path, key)
        value = value[int(key)] if isinstance(value, list) else value.get(key)
    return path


_ANY_KEY = "[...]"
"""Stands in messages of msgspec for a key of a table."""


def _split(error: msgspec.ValidationError) -> tuple[str, list[str]]:
    """Returns the text of an error, and the parts of its place: names, list indexes, and `_ANY_KEY`."""
    match = re.fullmatch(r"(.*) - at (`key` in )?`\$(.*)`", str(error), re.DOTALL)
    if match is None:
        return str(error), []
    text, key, place = match.groups()
    return text, [*re.findall(r"\[(?:\d+|\.\.\.)\]|[^.\[\]]+", place), *([_ANY_KEY] if key else [])]


def _translate(text: str) -> str:
    """Returns a text of msgspec in words, without the pattern that a text should match: it tells a reader nothing."""
    text = re.sub(r"matching regex .*", "of another form", text, flags=re.DOTALL)
    if text.startswith("Expected"):
        text = text.replace("got `float`", "got decimal number")
        text = re.sub(r"\b[a-z]+\b", lambda word: WORDS.get(word[0], word[0]), text)
    return text.replace("`", "")


def _find_wrong_key(
    error: msgspec.ValidationError, raw: Any, path: KeyPath, table: dict[str, Any], convert: Callable[[Any], object]
) -> str:
    """Returns the first key of a table with which the conversion raises the same error."""
    keys = list(table)

    def is_wrong(count: int) -> bool:
        try:
            convert(_replace(raw, path, {key: table[key] for key in keys[:count]}))
        except msgspec.ValidationError as other:
            return str(other) == str(error)
        return False

    return keys[bisect_left(range(1, len(keys)), True, key=is_wrong)]


def _replace(raw: Any, path: KeyPath, value: Any) -> Any:
    """Returns plain values with another value at a path."""
    if not path:
        return value
    key, below = path[0], path[1:]
    if isinstance(raw, list):
        at = int(key)
        return [*raw[:at], _replace(raw[at], below, value), *raw[at + 1 :]]
    return {**raw, key: _replace(raw[key], below, value)}
