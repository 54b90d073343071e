"""Descriptions of types and fields, taken from docstrings for schemas and reference pages."""

import inspect
import re
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from .files import format_path

_SECTION = re.compile(r"^(Args|Arguments|Attributes|Returns|Raises|Example|Yields):$")
_ENTRY = re.compile(r"^ {4}([A-Za-z_][\w, ]*): (.*)$")


HAS_DOCSTRINGS = sys.flags.optimize < 2
"""Whether the interpreter keeps docstrings: ``python -OO`` does not."""


def lacks_docstring(function: Callable[..., Any]) -> bool:
    """Returns whether a function has no docstring, as far as the interpreter can tell."""
    return HAS_DOCSTRINGS and not inspect.getdoc(function)


def get_first_line(function: Callable[..., Any]) -> str:
    """Returns the first line of a function's docstring, or ``""``."""
    return (inspect.getdoc(function) or "").partition("\n")[0]


def parse_summary(kind: type) -> str:
    """Returns the text of a type's own docstring before its sections, or ``""``."""
    return _parse_docstring(kind)[0]


def parse_field_docs(kind: type) -> dict[str, str]:
    """Returns the description of each field: its entry under ``Attributes:``, or the comment on its line.

    Base types are included. One entry may describe several fields (``low, high: bounds``).
    """
    docs: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base is not object and base.__module__ != "msgspec":
            docs |= {**_parse_field_comments(base), **_parse_docstring(base)[1]}
    return docs


@cache
def _parse_docstring(kind: type) -> tuple[str, dict[str, str]]:
    doc = kind.__dict__.get("__doc__")
    lines = inspect.cleandoc(doc).splitlines() if isinstance(doc, str) else []
    text: list[str] = []
    docs: dict[str, str] = {}
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
                docs |= dict.fromkeys(names, entry[2].strip())
            elif line.strip():
                docs |= {name: f"{docs.get(name, '')} {line.strip()}".strip() for name in names if name}
    return " ".join(" ".join(text).split()), docs


@cache
def _parse_field_comments(kind: type) -> dict[str, str]:
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):
        return {}
    comments = re.findall(r"^ {4}([a-z_]\w*): [^#\n]*# (.+)$", source, re.MULTILINE)
    return {name: text.strip() for name, text in comments}


def locate_field(kind: type, field: str) -> str:
    """Returns ``file:line`` of a field's declaration, or ``Type.field`` if the source is not available.

    Args:
        field: its name in files, which may differ from that of the attribute.
    """
    names = dict(
        zip(getattr(kind, "__struct_encode_fields__", ()), getattr(kind, "__struct_fields__", ()), strict=True)
    )
    field = names.get(field, field)
    for base in kind.__mro__:
        if field in inspect.get_annotations(base):
            path, lines = _find_field_lines(base)
            return f"{format_path(path)}:{lines[field]}" if field in lines else f"{base.__qualname__}.{field}"
    return f"{kind.__qualname__}.{field}"


@cache
def _find_field_lines(kind: type) -> tuple[str, dict[str, int]]:
    try:
        lines, first = inspect.getsourcelines(kind)
        path = inspect.getsourcefile(kind) or ""
    except (OSError, TypeError):
        return "", {}
    matches = ((re.match(r"\s+(\w+)\s*:", text), first + n) for n, text in enumerate(lines))
    return path, {match[1]: number for match, number in matches if match}
