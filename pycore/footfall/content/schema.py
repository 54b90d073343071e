"""The shape of a record type: where its tables, lists and references are."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from typing import Any

import msgspec

from .records import Deprecated, Key, Ref, Text

Path = tuple[str, ...]


class Shape(Enum):
    """What a value is made of."""

    LEAF = "leaf"
    LIST = "list"
    TABLE = "table"
    STRUCT = "struct"


@dataclass
class Node:
    """One place in a record type.

    Attributes:
        ref: kind of record that a string here names; "" for none.
        text: a string here is the id of a message.
        deprecated: it will go.
        rows: field by which a patch names the rows of a list.
        fixed: a list of so many values, each with its own meaning (``(least, most)``); 0: any number.
        item: of a list or of a table's values.
        key: of a table's keys.
        fields: of a struct, by name.
        defaults: plain defaults of a struct's fields that have one.
        struct: the type of a struct.
    """

    shape: Shape = Shape.LEAF
    ref: str = ""
    text: bool = False
    deprecated: Deprecated | None = None
    rows: str = "id"
    fixed: int = 0
    item: Node | None = None
    key: Node | None = None
    fields: Mapping[str, Node] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)
    struct: type | None = None

    def child(self, name: str) -> Node | None:
        """The node below: of a field, of a table's value, of a list's row."""
        return self.fields.get(name) if self.shape is Shape.STRUCT else self.item


@cache
def shape_of(kind: type) -> Node:
    """The shape of a record type (computed once)."""
    return _node(kind)


def _node(hint: Any) -> Node:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        node = _node(arguments[0])
        for extra in arguments[1:]:
            if isinstance(extra, Ref):
                node = replace(node, ref=extra.kind)
            elif isinstance(extra, Text):
                node = replace(node, text=True)
            elif isinstance(extra, Deprecated):
                node = replace(node, deprecated=extra)
            elif isinstance(extra, Key):
                node = replace(node, rows=extra.field)
        return node
    if origin in (typing.Union, types.UnionType):
        nodes = [_node(a) for a in arguments if a is not type(None)]
        return next((n for n in nodes if n.shape is not Shape.LEAF or n.ref or n.text), nodes[0])
    if origin in (list, tuple, set, frozenset):
        fixed = len(arguments) if origin is tuple and Ellipsis not in arguments else 0
        return Node(Shape.LIST, fixed=fixed, item=_node(arguments[0]) if arguments else Node())
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return Node(Shape.TABLE, key=_node(arguments[0]), item=_node(arguments[1]))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = typing.get_type_hints(hint, include_extras=True)
        fields, defaults = {}, {}
        for part in msgspec.structs.fields(hint):
            fields[part.encode_name] = _node(hints[part.name])
            if part.default is not msgspec.NODEFAULT:
                defaults[part.encode_name] = written(part.default)
            elif part.default_factory is not msgspec.NODEFAULT:
                defaults[part.encode_name] = written(part.default_factory())
        return Node(Shape.STRUCT, fields=fields, defaults=defaults, struct=hint)
    if hint in (list, tuple):
        return Node(Shape.LIST, item=Node())
    if hint is dict:
        return Node(Shape.TABLE, key=Node(), item=Node())
    return Node()


def written(value: Any) -> Any:
    """A value as it would stand in a file: of tables, lists and plain values."""
    return msgspec.json.decode(msgspec.json.encode(value))


def qualify(node: Node | None, value: Any, namespace: str) -> Any:
    """A copy of a plain value in which references without a colon got a namespace.

    It takes the values of patches, too: one item for a list, rows of a list by id, keys of a table.
    """
    if isinstance(value, dict):
        key = node.key if node is not None and node.shape is Shape.TABLE else None
        return {
            qualify(key, k, namespace): qualify(node.child(k) if node else None, v, namespace)
            for k, v in value.items()
        }
    if isinstance(value, list):
        inner = None if node is None else node.key if node.shape is Shape.TABLE else node.item
        return [qualify(inner, v, namespace) for v in value]
    if isinstance(value, str) and node is not None:
        if node.shape is Shape.LIST:
            return qualify(node.item, value, namespace)
        if node.ref and value and ":" not in value:
            return f"{namespace}:{value}"
    return value


def references(node: Node, value: Any, path: Path = ()) -> Iterator[tuple[Path, str, str]]:
    """All references in a plain value: (path, kind, id). An empty string refers to nothing."""
    if node.ref and isinstance(value, str):
        if value:
            yield path, node.ref, value
    elif isinstance(value, dict):
        for key, item in value.items():
            if node.shape is Shape.TABLE and node.key is not None and node.key.ref:
                yield (*path, key), node.key.ref, key
            below = node.child(key)
            if below is not None:
                yield from references(below, item, (*path, key))
    elif isinstance(value, list) and node.item is not None:
        for item in value:
            yield from references(node.item, item, path)


def texts(node: Node, value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """All message ids in a plain value: (path, id). An empty string says nothing."""
    if isinstance(value, dict):
        for key, item in value.items():
            below = node.child(key)
            if below is not None:
                yield from texts(below, item, (*path, key))
    elif isinstance(value, list) and node.item is not None:
        for item in value:
            yield from texts(node.item, item, path)
    elif node.text and isinstance(value, str) and value:
        yield path, value
