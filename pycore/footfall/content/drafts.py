"""Records on their way from the files to the frozen ones, and who wrote what of them."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .patches import Patch
from .schema import Node
from .toml import Document

Path = tuple[str, ...]
Key = tuple[str, str]
"""Kind and id of a record."""


@dataclass(eq=False)
class Draft:
    """A record as one file defines it.

    Attributes:
        path: of its table in the document.
        table: what it says, references with their namespace.
        parent: id of the record it inherits, or ``""``.
        template: it is only to be inherited.
    """

    kind: str
    id: str
    mod: str
    document: Document
    path: Path
    table: dict[str, Any]
    parent: str = ""
    template: bool = False

    def where(self, *path: str) -> str:
        """``file:line`` of a key of the definition."""
        return self.document.where(*self.path, *path, namespace=self.mod)


@dataclass(frozen=True, slots=True)
class Stroke:
    """One place written once: by the definition of a record (``"define"``) or an operation of a patch.

    Attributes:
        record: id of the record it was done to; another one where it was inherited.
        operand: what the operation was given.
        result: the value afterwards, None if the place is gone.
    """

    writer: Draft | Patch
    record: str
    path: Path
    op: str
    operand: Any
    result: Any

    @property
    def mod(self) -> str:
        return self.writer.mod

    def place(self, path: Path = ()) -> str:
        """``file:line`` of it, or of a place below it."""
        longest = max(path, self.path, key=len)
        return self.writer.where(*longest) if self.op == "define" else self.writer.where(self.op, *longest)


@dataclass
class Final:
    """A record's plain form after inheritance and patches.

    Attributes:
        blame: the strokes that made each place what it is, first to last.
        own: all strokes of patches to this very record, in order.
    """

    raw: dict[str, Any]
    blame: dict[Path, list[Stroke]] = field(default_factory=dict)
    own: list[Stroke] = field(default_factory=list)

    def strokes(self, path: Path) -> list[Stroke]:
        """Who wrote a place, or the nearest place above it; first to last."""
        return strokes(self.blame, path)

    def note(self, stroke: Stroke) -> None:
        """Notes what a patch did."""
        if stroke.op == "set" or stroke.operand is True:  # whatever was below is gone
            for below in [p for p in self.blame if p != stroke.path and p[: len(stroke.path)] == stroke.path]:
                del self.blame[below]
        self.blame.setdefault(stroke.path, list(self.strokes(stroke.path))).append(stroke)
        self.own.append(stroke)

    def overlay(self, draft: Draft, node: Node) -> None:
        """Lays a definition over what it inherits: tables key by key, all else whole."""
        _overlay(self.raw, draft.table, node, draft, self.blame, ())


def strokes(blame: Mapping[Path, list[Stroke]], path: Path) -> list[Stroke]:
    """The strokes of a place, or of the nearest place above it."""
    while path:
        if path in blame:
            return blame[path]
        path = path[:-1]
    return []


def _overlay(
    raw: dict[str, Any],
    table: Mapping[str, Any],
    node: Node | None,
    draft: Draft,
    blame: dict[Path, list[Stroke]],
    path: Path,
) -> None:
    for key, value in table.items():
        here = (*path, key)
        below = node.child(key) if node is not None else None
        if isinstance(value, dict) and isinstance(raw.get(key), dict):
            _overlay(raw[key], value, below, draft, blame, here)
        else:
            raw[key] = copy.deepcopy(value)
            for known in [p for p in blame if p[: len(here)] == here]:
                del blame[known]
            blame[here] = [Stroke(draft, draft.id, here, "define", value, value)]
