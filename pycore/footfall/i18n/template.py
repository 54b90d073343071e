"""Texts of one line without logic, such as ``open-door = You open { $door }.``: most texts are like this.

They are formatted here, with the same result as by Fluent. Its library takes longer to import than the rest of the
framework, and is imported for the first message that has more: selectors, functions, references, attributes, escapes,
several lines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

Template: TypeAlias = tuple[str, ...]
"""Texts and names of arguments in turn; the first and the last are texts."""

MAX_ARGUMENTS = 50
"""Fluent refuses more than 100 in a message."""

_LINE = re.compile(r"-?[A-Za-z][A-Za-z0-9_-]*+ *+= *+([^\r\n]++)(?:\n(?:\#[^\r\n]*+| *+))*+")
"""A message that ends with its line: only blank lines and comments follow."""

_ARGUMENT = re.compile(r"\{ *\$([A-Za-z][A-Za-z0-9_-]*) *\}")


def parse_template(source: str) -> Template | None:
    """Returns a message as a template, or None if it is not a plain one.

    Args:
        source: the message, up to the next one or the end of its file.
    """
    line = _LINE.fullmatch(source)
    if line is None:
        return None
    parts = tuple(_ARGUMENT.split(line[1].rstrip(" ")))
    if len(parts) > 2 * MAX_ARGUMENTS or any("{" in text or "}" in text for text in parts[::2]):
        return None
    return parts


def fill_template(template: Template, arguments: Mapping[str, Any]) -> str | None:
    """Returns the text, or None if an argument is missing, or is neither a text nor a natural number."""
    parts = list(template)
    for number in range(1, len(parts), 2):
        value = arguments.get(parts[number])
        if type(value) is str:
            parts[number] = value
        elif type(value) is int and value >= 0:
            parts[number] = str(value)
        else:
            return None
    return "".join(parts)
