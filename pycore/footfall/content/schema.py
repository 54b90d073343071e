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

from footfall.diagnostics.toml import KeyPath

from .record_types import Deprecated, MessageId, Ref, RowKey


class NodeKind(Enum):
    """What a value is made of."""

    LEAF = "leaf"
    LIST = "list"
    TABLE = "table"
    STRUCT = "struct"


@dataclass
class SchemaNode:
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

    kind: NodeKind = NodeKind.LEAF
    ref_kind: str = ""
    is_message_id: bool = False
    deprecated: Deprecated | None = None
    row_key: str = "id"
    fixed_length: int = 0
    item: SchemaNode | None = None
    key: SchemaNode | None = None
    fields: Mapping[str, SchemaNode] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)
    struct: type | None = None

    def get_child(self, name: str) -> SchemaNode | None:
        """The node below: of a field, of a table's value, of a list's row."""
        return self.fields.get(name) if self.kind is NodeKind.STRUCT else self.item


@cache
def schema_of(kind: type) -> SchemaNode:
    """The shape of a record type (computed once)."""
    return _build_node(kind)


def _build_node(hint: Any) -> SchemaNode:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        node = _build_node(arguments[0])
        for extra in arguments[1:]:
            if isinstance(extra, Ref):
                node = replace(node, ref_kind=extra.kind)
            elif isinstance(extra, MessageId):
                node = replace(node, is_message_id=True)
            elif isinstance(extra, Deprecated):
                node = replace(node, deprecated=extra)
            elif isinstance(extra, RowKey):
                node = replace(node, row_key=extra.field)
        return node
    if origin in (typing.Union, types.UnionType):
        nodes = [_build_node(a) for a in arguments if a is not type(None)]
        return next(
            (n for n in nodes if n.kind is not NodeKind.LEAF or n.ref_kind or n.is_message_id), nodes[0]
        )
    if origin in (list, tuple, set, frozenset):
        fixed = len(arguments) if origin is tuple and Ellipsis not in arguments else 0
        return SchemaNode(
            NodeKind.LIST, fixed_length=fixed, item=_build_node(arguments[0]) if arguments else SchemaNode()
        )
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return SchemaNode(NodeKind.TABLE, key=_build_node(arguments[0]), item=_build_node(arguments[1]))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = typing.get_type_hints(hint, include_extras=True)
        fields, defaults = {}, {}
        for part in msgspec.structs.fields(hint):
            fields[part.encode_name] = _build_node(hints[part.name])
            if part.default is not msgspec.NODEFAULT:
                defaults[part.encode_name] = to_plain_value(part.default)
            elif part.default_factory is not msgspec.NODEFAULT:
                defaults[part.encode_name] = to_plain_value(part.default_factory())
        return SchemaNode(NodeKind.STRUCT, fields=fields, defaults=defaults, struct=hint)
    if hint in (list, tuple):
        return SchemaNode(NodeKind.LIST, item=SchemaNode())
    if hint is dict:
        return SchemaNode(NodeKind.TABLE, key=SchemaNode(), item=SchemaNode())
    return SchemaNode()


def find_row(rows: list[Any], name: str, node: SchemaNode | None) -> Any:
    """Returns the row of a list whose key field equals `name`, or None. `node` is the node of the list."""
    key = node.row_key if node is not None else "id"
    return next((row for row in rows if isinstance(row, dict) and str(row.get(key)) == name), None)


def to_plain_value(value: Any) -> Any:
    """A value as it would stand in a file: of tables, lists and plain values."""
    return msgspec.json.decode(msgspec.json.encode(value))


def qualify_references(node: SchemaNode | None, value: Any, namespace: str) -> Any:
    """A copy of a plain value in which references without a colon got a namespace.

    It takes the values of patches, too: one item for a list, rows of a list by id, keys of a table.
    """
    if isinstance(value, dict):
        key = node.key if node is not None and node.kind is NodeKind.TABLE else None
        return {
            qualify_references(key, k, namespace): qualify_references(
                node.get_child(k) if node else None, v, namespace
            )
            for k, v in value.items()
        }
    if isinstance(value, list):
        inner = None if node is None else node.key if node.kind is NodeKind.TABLE else node.item
        return [qualify_references(inner, v, namespace) for v in value]
    if isinstance(value, str) and node is not None:
        if node.kind is NodeKind.LIST:
            return qualify_references(node.item, value, namespace)
        if node.ref_kind and value and ":" not in value:
            return f"{namespace}:{value}"
    return value


def iter_references(node: SchemaNode, value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str, str]]:
    """All references in a plain value: (path, kind, id). An empty string refers to nothing."""
    if node.ref_kind and isinstance(value, str):
        if value:
            yield path, node.ref_kind, value
    elif isinstance(value, dict):
        for key, item in value.items():
            if node.kind is NodeKind.TABLE and node.key is not None and node.key.ref_kind:
                yield (*path, key), node.key.ref_kind, key
            below = node.get_child(key)
            if below is not None:
                yield from iter_references(below, item, (*path, key))
    elif isinstance(value, list) and node.item is not None:
        for item in value:
            yield from iter_references(node.item, item, path)


def iter_message_ids(node: SchemaNode, value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """All message ids in a plain value: (path, id). An empty string says nothing."""
    if isinstance(value, dict):
        for key, item in value.items():
            below = node.get_child(key)
            if below is not None:
                yield from iter_message_ids(below, item, (*path, key))
    elif isinstance(value, list) and node.item is not None:
        for item in value:
            yield from iter_message_ids(node.item, item, path)
    elif node.is_message_id and isinstance(value, str) and value:
        yield path, value
