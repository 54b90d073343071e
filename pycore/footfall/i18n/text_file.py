"""One file of texts. A message is parsed when it is first needed: parsing whole files would delay every start."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

MAX_CHARACTERS = 1 << 20
MAX_DEPTH = 40
"""Limits of a file of texts: its length, and the nesting of braces and parentheses in a message."""

_ENTRY = re.compile(r"^(-?[A-Za-z][A-Za-z0-9_-]*) *=", re.MULTILINE)
"""The start of a message or term: inside one, no line begins with a name and ``=`` in the first column."""

_NESTING = re.compile(rf"{_ENTRY.pattern}|[{{}}()]", re.MULTILINE)


@dataclass(frozen=True)
class TextFile:
    """One file of texts.

    Attributes:
        name: path in its mod.
        source: its text.
    """

    name: str
    source: str

    @property
    def resource(self) -> ast.Resource:
        """The syntax tree of the whole file."""
        return _parse_text(self.source)

    def split(self) -> dict[str, str]:
        """Returns the source of each message and term by id; the id of a term begins with a hyphen."""
        starts = list(_ENTRY.finditer(self.source))
        ends = [*(match.start() for match in starts[1:]), len(self.source)]
        return {match[1]: self.source[match.start() : end] for match, end in zip(starts, ends, strict=False)}


@dataclass
class Texts:
    """One mod's texts in one language.

    Attributes:
        bundle: formats the messages that were loaded.
        files: the files, in order; a later one takes precedence.
        ids: the ids of all messages, valid or not.
    """

    bundle: FluentBundle
    files: list[TextFile]
    ids: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._sources: dict[str, str] = {}
        for file in self.files:
            self._sources |= file.split()
        self.ids = tuple(id for id in self._sources if not id.startswith("-"))

    def load_message(self, id: str) -> bool:
        """Loads a message and all that it refers to; returns False if there is none or it is not valid Fluent."""
        pending = [id]
        while pending:
            source = self._sources.pop(pending.pop(), None)
            if source is not None:
                resource = _parse_text(source)
                self.bundle.add_resource(resource, allow_overrides=True)
                pending += _iter_references(resource)
        return bool(self.bundle.has_message(id))


def find_limit_problem(source: str) -> str:
    """Returns why a file is not parsed, or ``""``: it is too large, or nested too deeply for the parser."""
    if len(source) > MAX_CHARACTERS:
        return f"it is larger than {MAX_CHARACTERS >> 20} MiB"
    return _find_nesting_problem(source)


@lru_cache(maxsize=256)
def _find_nesting_problem(source: str) -> str:
    depth = 0
    for match in _NESTING.finditer(source):
        if match[1]:  # the start of a message
            depth = 0
        elif match[0] in "})":
            depth = max(depth - 1, 0)
        elif match[0] == "{" or depth:  # a parenthesis outside braces is text
            depth += 1
            if depth > MAX_DEPTH:
                return f"it is nested more than {MAX_DEPTH} deep at line {source.count(chr(10), 0, match.start()) + 1}"
    return ""


@lru_cache(maxsize=4096)
def _parse_text(source: str) -> ast.Resource:
    """Parses a text. The tree is read-only and cached, because mods may be loaded again."""
    return FluentResource(source)


def _iter_references(node: Any) -> Iterator[str]:
    if isinstance(node, ast.MessageReference):
        yield node.id.name
    elif isinstance(node, ast.TermReference):
        yield f"-{node.id.name}"
    if isinstance(node, ast.BaseNode):
        for value in vars(node).values():
            yield from _iter_references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _iter_references(value)
