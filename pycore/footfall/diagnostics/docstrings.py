"""What is said about a type and its fields, where it is defined: one text for schemas and reference pages."""

from __future__ import annotations

import inspect
import re
from functools import cache

from .files import format_path

_SECTION = re.compile(r"^(Args|Arguments|Attributes|Returns|Raises|Example|Yields):$")
_ENTRY = re.compile(r"^ {4}([A-Za-z_][\w, ]*): (.*)$")


def parse_summary(kind: type) -> str:
    """The text of a type's docstring before its sections; '' if it has none of its own."""
    return _parse_docstring(kind)[0]


def parse_field_docs(kind: type) -> dict[str, str]:
    """What is said of each field: under ``Attributes:``, or else in the comment behind the field.

    Base types are asked as well; one entry may speak of several fields (``low, high: bounds``).
    """
    out: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each is not object and each.__module__ != "msgspec":
            out |= {**_parse_field_comments(each), **_parse_docstring(each)[1]}
    return out


@cache
def _parse_docstring(kind: type) -> tuple[str, dict[str, str]]:
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
def _parse_field_comments(kind: type) -> dict[str, str]:
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):
        return {}
    found = re.findall(r"^ {4}([a-z_]\w*): [^#\n]*# (.+)$", source, re.MULTILINE)
    return {name: text.strip() for name, text in found}


def locate_field(kind: type, field: str) -> str:
    """``file:line`` of a field's declaration, or the type's name where its source is not at hand."""
    for each in kind.__mro__:
        if field in inspect.get_annotations(each):
            path, lines = _find_field_lines(each)
            return f"{format_path(path)}:{lines[field]}" if field in lines else f"{each.__qualname__}.{field}"
    return f"{kind.__qualname__}.{field}"


@cache
def _find_field_lines(kind: type) -> tuple[str, dict[str, int]]:
    try:
        lines, first = inspect.getsourcelines(kind)
        path = inspect.getsourcefile(kind) or ""
    except (OSError, TypeError):
        return "", {}
    found = ((re.match(r"\s+(\w+)\s*:", text), first + n) for n, text in enumerate(lines))
    return path, {match[1]: number for match, number in found if match}
