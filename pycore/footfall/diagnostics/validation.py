"""Messages of msgspec's validation errors."""

from __future__ import annotations

import re

import msgspec

from .toml import KeyPath


def split_validation_error(error: msgspec.ValidationError) -> tuple[str, KeyPath]:
    """Returns the plain text of a validation error, and the key path it names, without list indexes."""
    text, _, place = str(error).partition(" - at `$")
    keys = re.findall(r"\[\d+\]|[^.\[\]]+", place.rstrip("`"))
    return text.replace("`", ""), tuple(key for key in keys if not key.startswith("[") and key != "...")
