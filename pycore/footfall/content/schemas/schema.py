"""The schema of a record type: its tables, lists, references and message ids."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache, cached_property
from typing import Any

import msgspec

from footfall.diagnostics.toml import KeyPath, RowNumber

from ..record_types import Ascending, Deprecated, Expression, Glyph, MessageId, Ref, RowKey, Words


class NodeKind(Enum):
    """The structure of a value."""

    LEAF = "leaf"
    LIST = "list"
    TABLE = "table"
    STRUCT = "struct"


class SchemaNode(msgspec.Struct, dict=True):
    """One node of a record type's schema.

    Attributes:
        ref_kind: kind of record that a string names; "" if the string is not a reference.
        is_message_id: whether a string is a message id.
        condition: the mark of a string that holds a condition, evaluated in play.
        words: the list of words that a string belongs to.
        choices: the accepted values of a literal or an enum.
        is_glyph: whether a string is one character that fills one cell.
        row_key: field whose value names the rows of a list in patches.
        fixed_length: length of a tuple with a meaning for each position, such as ``(min, max)``; 0: any length.
        item: node of a list's items or a table's values.
        fields: nodes of a struct's fields by name.
        defaults: plain default values of a struct's fields.
    """

    kind: NodeKind = NodeKind.LEAF
    ref_kind: str = ""
    is_message_id: bool = False
    condition: Expression | None = None
    words: Words | None = None
    choices: tuple[Any, ...] = ()
    is_glyph: bool = False
    is_ascending: bool = False
    deprecation: Deprecated | None = None
    row_key: str = "id"
    fixed_length: int = 0
    item: SchemaNode | None = None
    key: SchemaNode | None = None
    fields: Mapping[str, SchemaNode] = msgspec.field(default_factory=dict)
    defaults: Mapping[str, Any] = msgspec.field(default_factory=dict)
    struct: type | None = None

    @cached_property
    def marks(self) -> frozenset[str]:
        """The kinds of marks here and below: ``reference, message, condition, deprecation, constraint``."""
        own = {
            "reference": self.ref_kind,
            "message": self.is_message_id,
            "condition": self.condition,
            "deprecation": self.deprecation,
            "constraint": self.words or self.is_glyph or self.is_ascending,
        }
        below = [child.marks for child in (self.key, self.item, *self.fields.values()) if child is not None]
        return frozenset(name for name, mark in own.items() if mark).union(*below)

    @cached_property
    def _marked_fields(self) -> Mapping[str, Mapping[str, SchemaNode]]:
        """The fields with each kind of marks, by the kind."""
        return {mark: {name: node for name, node in self.fields.items() if mark in node.marks} for mark in self.marks}

    def iter_marked(self, value: Mapping[str, Any], mark: str) -> Iterator[tuple[str, SchemaNode]]:
        """Yields key and node of each entry of a table of this node that may have marks of a kind, in its order."""
        if self.kind is NodeKind.STRUCT:
            fields = self._marked_fields.get(mark, {})
            return ((key, fields[key]) for key in value if key in fields)
        item = self.item
        return ((key, item) for key in value) if item is not None and mark in item.marks else iter(())

    def get_child(self, name: str) -> SchemaNode | None:
        """Returns the node of a field, of a table's values or of a list's rows."""
        return self.fields.get(name) if self.kind is NodeKind.STRUCT else self.item


_MARKED_FIELDS: Mapping[type, tuple[str, Callable[[Any], Any]]] = {
    Ref: ("ref_kind", lambda mark: mark.kind),
    RowKey: ("row_key", lambda mark: mark.field),
    MessageId: ("is_message_id", bool),
    Glyph: ("is_glyph", bool),
    Ascending: ("is_ascending", bool),
    Expression: ("condition", lambda mark: mark),
    Deprecated: ("deprecation", lambda mark: mark),
    Words: ("words", lambda mark: mark),
}
"""The field of a node that each annotation sets, and its value."""


@cache
def schema_of(kind: type) -> SchemaNode:
    """Returns the schema of a record type. The result is cached."""
    return _build_node(kind)


def _build_node(hint: Any) -> SchemaNode:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        marks = {type(mark): mark for mark in arguments[1:] if type(mark) in _MARKED_FIELDS}
        fields = {_MARKED_FIELDS[kind][0]: _MARKED_FIELDS[kind][1](mark) for kind, mark in marks.items()}
        return msgspec.structs.replace(_build_node(arguments[0]), **fields)
    if origin in (typing.Union, types.UnionType):
        nodes = [_build_node(a) for a in arguments if a is not type(None)]
        return next((n for n in nodes if n.kind is not NodeKind.LEAF or n.marks), nodes[0])
    if origin in (list, tuple, set, frozenset):
        fixed = len(arguments) if origin is tuple and Ellipsis not in arguments else 0
        return SchemaNode(
            NodeKind.LIST, fixed_length=fixed, item=_build_node(arguments[0]) if arguments else SchemaNode()
        )
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return SchemaNode(NodeKind.TABLE, key=_build_node(arguments[0]), item=_build_node(arguments[1]))
    if origin is typing.Literal:
        return SchemaNode(choices=arguments)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return SchemaNode(choices=tuple(member.value for member in hint))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = typing.get_type_hints(hint, include_extras=True)
        fields, defaults = {}, {}
        for info in msgspec.structs.fields(hint):
            fields[info.encode_name] = _build_node(hints[info.name])
            if info.default is not msgspec.NODEFAULT:
                defaults[info.encode_name] = to_plain_value(info.default)
            elif info.default_factory is not msgspec.NODEFAULT:
                defaults[info.encode_name] = to_plain_value(info.default_factory())
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
    """Converts a value to tables, lists and plain values, as a file holds them."""
    return msgspec.json.decode(msgspec.json.encode(value))


def qualify_references(node: SchemaNode | None, value: Any, namespace: str) -> Any:
    """Returns a plain value with `namespace` added to references without a colon; parts without any are shared.

    Accepts the values of patches, too: one item for a list, rows of a list by id, keys of a table.
    """
    if node is None or "reference" not in node.marks:
        return value
    if isinstance(value, dict):
        qualified = dict(value)
        for name, below in node.iter_marked(value, "reference"):
            qualified[name] = qualify_references(below, value[name], namespace)
        if node.kind is NodeKind.TABLE and node.key is not None and "reference" in node.key.marks:
            return {qualify_references(node.key, name, namespace): item for name, item in qualified.items()}
        return qualified
    if isinstance(value, list):
        inner = node.key if node.kind is NodeKind.TABLE else node.item
        return [qualify_references(inner, v, namespace) for v in value]
    if isinstance(value, str):
        if node.kind is NodeKind.LIST:
            return qualify_references(node.item, value, namespace)
        if node.ref_kind and value and ":" not in value:
            return f"{namespace}:{value}"
    return value


def _iter_texts(
    node: SchemaNode, value: Any, mark: str, path: KeyPath = ()
) -> Iterator[tuple[KeyPath, SchemaNode, str]]:
    """Yields path, schema and text of each text that is not empty, in the parts of a plain value that have a mark."""
    if mark not in node.marks:
        return
    if isinstance(value, str):
        if value:
            yield path, node, value
    elif isinstance(value, dict):
        if node.kind is NodeKind.TABLE and node.key is not None and mark in node.key.marks:
            yield from (((*path, key), node.key, key) for key in value)
        for key, below in node.iter_marked(value, mark):
            yield from _iter_texts(below, value[key], mark, (*path, key))
    elif isinstance(value, list) and node.item is not None:
        for number, item in enumerate(value):
            yield from _iter_texts(node.item, item, mark, (*path, RowNumber(number)))


def iter_references(node: SchemaNode, value: Any) -> Iterator[tuple[KeyPath, str, str]]:
    """Yields (path, kind, id) of every reference in a plain value. An empty string is not a reference."""
    texts = _iter_texts(node, value, "reference")
    return ((path, each.ref_kind, text) for path, each, text in texts if each.ref_kind)


def iter_conditions(node: SchemaNode, value: Any) -> Iterator[tuple[KeyPath, str, Expression]]:
    """Yields the path, the text and the mark of every condition in play in a plain value."""
    texts = _iter_texts(node, value, "condition")
    return ((path, text, each.condition) for path, each, text in texts if each.condition is not None)


def iter_message_ids(node: SchemaNode, value: Any) -> Iterator[tuple[KeyPath, str]]:
    """Yields (path, id) of every message id in a plain value. An empty string is not a message id."""
    return ((path, text) for path, each, text in _iter_texts(node, value, "message") if each.is_message_id)
