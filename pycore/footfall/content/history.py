"""Who wrote what of each record: asked by people who want to know, never by rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from .conflicts import Conflict
from .drafts import Final, Key, Path
from .records import RecordKind
from .schema import Node, Shape, shape_of


class Origin(msgspec.Struct, frozen=True):
    """One step on the way of a field to its value.

    Attributes:
        mod: who; ``""`` for the default of the record's type.
        where: ``file:line``; for a default the field of the type.
        op: ``define``, ``set``, ``add``, ``mul``, ``remove`` or ``default``.
        operand: what the operation was given.
        result: the value afterwards, None if the place was gone.
        record: id of the record it was done to, if that is another one, from which it was inherited.
    """

    mod: str
    where: str
    op: str
    operand: Any
    result: Any
    record: str = ""


@dataclass(frozen=True)
class History:
    """The history of all records of a mod set."""

    kinds: Mapping[str, RecordKind]
    finals: Mapping[Key, Final]
    conflicts: tuple[Conflict, ...] = ()

    def origins(self, kind: str, id: str) -> dict[str, tuple[Origin, ...]]:
        """What led to the value of each field of a record, by dotted name, first to last.

        A field is a leaf: tables go on by key, lists with named rows by row; the rest is whole.
        """
        final = self.finals.get((kind, id))
        if final is None:
            return {}
        type = self.kinds[kind].type
        node = shape_of(type)
        out: dict[str, tuple[Origin, ...]] = {}
        for path, value in _leaves(final.raw, node, ()):
            if path == ("id",):
                continue
            steps = [
                Origin(s.mod, s.place(path), s.op, s.operand, s.result, "" if s.record == id else s.record)
                for s in final.strokes(path)
            ]
            if not steps or steps[-1].result is None:
                place = f"{type.__module__}.{type.__qualname__}.{path[0]}"
                steps.append(Origin("", place, "default", None, value))
            out[".".join(path)] = tuple(steps)
        return out

    def blame(self, kind: str, id: str, place: str) -> tuple[str, ...]:
        """``mod file:line`` of everything that wrote a place or what is below it, first to last."""
        final = self.finals.get((kind, id))
        if final is None:
            return ()
        # Keys may hold dots themselves (ids do): a place is compared as it is written.
        within = [p for p in final.blame if place == (name := ".".join(p)) or place.startswith(name + ".")]
        path = max(within, key=len, default=(place,))
        lines = [f"{s.mod} {s.place(path)}" for s in final.strokes(path)]
        for below, made in final.blame.items():
            if below[: len(path)] == path:
                lines += [f"{s.mod} {s.place(below)}" for s in made]
        return tuple(dict.fromkeys(lines))


def _leaves(value: Any, node: Node | None, path: Path) -> Iterator[tuple[Path, Any]]:
    """All fields of a plain record with their values; what was left out has its default."""
    if node is not None and node.shape is Shape.STRUCT and isinstance(value, dict):
        for name, below in node.fields.items():
            if name in value or name in node.defaults:
                yield from _leaves(value.get(name, node.defaults.get(name)), below, (*path, name))
    elif node is not None and node.shape is Shape.TABLE and isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _leaves(item, node.item, (*path, key))
    elif node is not None and _named(node, value):
        for row in value:
            yield from _leaves(row, node.item, (*path, str(row[node.rows])))
    else:
        yield path, value


def _named(node: Node, value: Any) -> bool:
    """Whether each row of a list has a name of its own."""
    if node.shape is not Shape.LIST or not isinstance(value, list) or not value:
        return False
    names = [row.get(node.rows) if isinstance(row, dict) else None for row in value]
    return None not in names and len(set(map(str, names))) == len(names)
