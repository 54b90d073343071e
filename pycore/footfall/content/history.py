"""Who wrote what of each record: asked by people who want to know, never by rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from .conflicts import Conflict
from .docstrings import place
from .drafts import Final, Key, Path
from .records import RecordKind
from .schema import Node, Shape, shape_of


class Origin(msgspec.Struct, frozen=True):
    """One step on the way of a field to its value.

    Attributes:
        mod: who; ``""`` for the default of the record's type.
        where: ``file:line``; for a default that of the field in the record's type.
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
        out: dict[str, tuple[Origin, ...]] = {}
        for path, value in leaves(shape_of(type), final.raw):
            steps = list(_steps(final, path, shape_of(type), id))
            if not steps or steps[-1].result != value:
                steps.append(Origin("", _declared(shape_of(type), path), "default", None, value))
            out[".".join(path)] = tuple(steps)
        return out

    def blame(self, kind: str, id: str, field: str) -> tuple[str, ...]:
        """``mod file:line`` of everything that wrote a field or what is below it, first to last."""
        final = self.finals.get((kind, id))
        if final is None:
            return ()
        # Keys may hold dots themselves (ids do): a place is compared as it is written.
        within = [p for p in final.blame if field == (name := ".".join(p)) or field.startswith(name + ".")]
        path = max(within, key=len, default=(field,))
        lines = [f"{s.mod} {s.place(path)}" for s in final.strokes(path)]
        for below, made in final.blame.items():
            if below[: len(path)] == path:
                lines += [f"{s.mod} {s.place(below)}" for s in made]
        return tuple(dict.fromkeys(lines))


def _declared(node: Node, path: Path) -> str:
    """``file:line`` of the field whose default stands at a place."""
    found = ""
    here: Node | None = node
    for key in path:
        if here is not None and here.struct is not None:
            found = place(here.struct, key)
        here = here.child(key) if here is not None else None
    return found


def _steps(final: Final, path: Path, node: Node, id: str) -> Iterator[Origin]:
    """What was done to one field, with operands and results as far as they speak of it."""
    before: Any = None
    for stroke in final.strokes(path):
        rest, here = path[len(stroke.path) :], _node_at(node, stroke.path)
        result = _below(stroke.result, rest, here)
        if rest and result == before:  # it changed the place above, but nothing here
            continue
        operand = (
            stroke.operand if stroke.op in ("add", "mul", "remove") else _below(stroke.operand, rest, here)
        )
        record = "" if stroke.record == id else stroke.record
        yield Origin(stroke.mod, stroke.place(path), stroke.op, operand, result, record)
        before = result


def _node_at(node: Node | None, path: Path) -> Node | None:
    for key in path:
        node = node.child(key) if node is not None else None
    return node


def _below(value: Any, path: Path, node: Node | None) -> Any:
    """The part of a value at a place below it, None if there is none."""
    for key in path:
        if isinstance(value, list):
            name = node.rows if node is not None else "id"
            value = next((row for row in value if isinstance(row, dict) and str(row.get(name)) == key), None)
        else:
            value = value.get(key) if isinstance(value, dict) else None
        node = node.child(key) if node is not None else None
    return value


def leaves(node: Node, value: Any) -> Iterator[tuple[Path, Any]]:
    """All fields of a record's plain form with their values; what was left out has its default.

    Tables go on by key and lists with named rows by row; all else is whole.
    """
    return ((path, leaf) for path, leaf in _leaves(value, node, ()) if path != ("id",))


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
