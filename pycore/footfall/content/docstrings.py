"""What is said about a type and its fields, where it is defined: one text for schemas and reference pages."""

from __future__ import annotations

import inspect
import re
from functools import cache

_SECTION = re.compile(r"^(Args|Arguments|Attributes|Returns|Raises|Example|Yields):$")
_ENTRY = re.compile(r"^ {4}([A-Za-z_][\w, ]*): (.*)$")


def summary(kind: type) -> str:
    """The text of a type's docstring before its sections; '' if it has none of its own."""
    return _parsed(kind)[0]


def fields(kind: type) -> dict[str, str]:
    """What is said of each field: under ``Attributes:``, or else in the comment behind the field.

    Base types are asked as well; one entry may speak of several fields (``low, high: bounds``).
    """
    out: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each is not object and each.__module__ != "msgspec":
            out |= {**_comments(each), **_parsed(each)[1]}
    return out


@cache
def _parsed(kind: type) -> tuple[str, dict[str, str]]:
    doc = kind.__dict__.get("__doc__")
    lines = inspect.cleandoc(doc).splitlines() if isinstance(doc, str) else []
    text: list[str] = []
    said: dict[str, str] = {}
    section, names = "", [""]
    for line in lines:
        if _SECTION.match(line):
            section, names = line, [""]
        elif not section:
            text.append(line)
        elif section == "Attributes:":
            entry = _ENTRY.match(line)
            if entry:
                names = [name.strip() for name in entry[1].split(",")]
                said |= dict.fromkeys(names, entry[2].strip())
            elif line.strip():
                said |= {name: f"{said.get(name, '')} {line.strip()}".strip() for name in names if name}
    return " ".join(" ".join(text).split()), said


@cache
def _comments(kind: type) -> dict[str, str]:
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):
        return {}
    found = re.findall(r"^ {4}([a-z_]\w*): [^#\n]*# (.+)$", source, re.MULTILINE)
    return {name: text.strip() for name, text in found}
