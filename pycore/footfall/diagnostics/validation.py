"""Messages of msgspec's validation errors."""

from __future__ import annotations

import re

import msgspec

from .toml import KeyPath

WORDS = {
    "int": "whole number",
    "float": "number",
    "str": "text",
    "bool": "true or false",
    "array": "list",
    "object": "table",
    "null": "nothing",
}
"""The words of msgspec, and those of the reference of records and of the manifest."""


MAX_DESCRIBED = 300
"""Characters of a description."""


def split_validation_error(error: msgspec.ValidationError) -> tuple[str, KeyPath]:
    """Returns the plain text of a validation error, and the key path it names, without list indexes."""
    text, place = _split_error(error)
    keys = re.findall(r"\[\d+\]|[^.\[\]]+", place)
    return text, tuple(key for key in keys if not key.startswith("[") and key != "...")


def describe_decode_error(error: Exception) -> str:
    """Returns why msgspec refuses a text, in words: ``"mods[0].id: Expected text of another form"``."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeEncodeError):
        return f"{error.object!a} is not valid text"
    text, place = _split_error(error)
    return (f"{place}: {text}" if place else text).encode("unicode_escape").decode()[:MAX_DESCRIBED]


def _split_error(error: Exception) -> tuple[str, str]:
    """Returns a message of msgspec in words, and the place that it names.

    The pattern that a text should match is left out: it tells a reader nothing.
    """
    text, _, place = str(error).partition(" - at `$")
    text = re.sub(r"matching regex .*", "of another form", text, flags=re.DOTALL)
    if text.startswith("Expected"):
        text = text.replace("got `float`", "got decimal number")
        text = re.sub(r"\b[a-z]+\b", lambda word: WORDS.get(word[0], word[0]), text)
    return text.replace("`", ""), place.rstrip("`").removeprefix(".")
