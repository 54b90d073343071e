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
    text, _, place = str(error).partition(" - at `$")
    keys = re.findall(r"\[\d+\]|[^.\[\]]+", place.rstrip("`"))
    if text.startswith("Expected"):
        text = text.replace("got `float`", "got decimal number")
        text = re.sub(r"\b[a-z]+\b", lambda word: WORDS.get(word[0], word[0]), text)
    return text.replace("`", ""), tuple(key for key in keys if not key.startswith("[") and key != "...")


def describe_decode_error(error: Exception) -> str:
    """Returns why msgspec refuses a text, in words: ``"mods[0].id: expected text of another form"``.

    The pattern that a text should match is left out: it tells a reader nothing.
    """
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeEncodeError):
        return f"{error.object!a} is not valid text"
    message, _, place = str(error).partition(" - at `$")
    message = re.sub(r"matching regex .*", "of another form", message, flags=re.DOTALL)
    if message.startswith("Expected"):
        message = re.sub(r"`(\w+)`", lambda word: WORDS.get(word[1], word[1]), message)
        message = message.replace("Expected", "expected", 1)
    where = place.rstrip("`").removeprefix(".")
    text = f"{where}: {message}" if where else message
    return text.replace("`", "").encode("unicode_escape").decode()[:MAX_DESCRIBED]
