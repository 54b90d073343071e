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


def split_validation_error(error: msgspec.ValidationError) -> tuple[str, KeyPath]:
    """Returns the plain text of a validation error, and the key path it names, without list indexes."""
    text, _, place = str(error).partition(" - at `$")
    keys = re.findall(r"\[\d+\]|[^.\[\]]+", place.rstrip("`"))
    if text.startswith("Expected"):
        text = text.replace("got `float`", "got decimal number")
        text = re.sub(r"\b[a-z]+\b", lambda word: WORDS.get(word[0], word[0]), text)
    return text.replace("`", ""), tuple(key for key in keys if not key.startswith("[") and key != "...")
