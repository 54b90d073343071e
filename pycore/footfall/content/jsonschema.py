"""JSON Schemas of what a mod writes, made from the very types that read it.

For the completion and the checks of editors: draft 4, which is what Taplo (Even Better TOML)
speaks. A schema never refuses what the reader takes; what only the reader can see (references,
``where``, a field that is missing because nothing was inherited) stays the reader's.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import msgspec

from .conditions import LIST_TESTS, TESTS
from .docstrings import fields, summary
from .records import Key, RecordKind, Ref, Text
from .schema import written

Json = dict[str, Any]

DRAFT = "http://json-schema.org/draft-04/schema#"

_PLAIN = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


@dataclass
class _Writer:
    """Writes schemas and gathers the definitions they share.

    Attributes:
        ids: known record ids by kind, offered for completion.
    """

    ids: Mapping[str, Iterable[str]] = field(default_factory=dict)
    definitions: Json = field(default_factory=dict)
    names: dict[type, str] = field(default_factory=dict)

    # Values.

    def value(self, hint: Any, *, partial: bool = False) -> Json:
        """What a type takes. `partial`: tables may leave out fields, as what is inherited has them."""
        base, ref, text, _ = _unwrapped(hint)
        if ref:
            return self.reference(ref)
        origin, arguments = typing.get_origin(base), typing.get_args(base)
        if origin is typing.Annotated:
            return {**self.value(arguments[0], partial=partial), **_bounds(arguments[1:])}
        if origin in (typing.Union, types.UnionType):
            return {"anyOf": [self.value(a, partial=partial) for a in arguments if a is not type(None)]}
        if origin is typing.Literal:
            return {"enum": list(arguments)}
        if origin in (list, tuple, set, frozenset):
            return self.array(origin, arguments)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self.mapping(base, self.value(arguments[1], partial=partial))
        if isinstance(base, type) and issubclass(base, msgspec.Struct):
            return self.struct(base, partial)
        if isinstance(base, type) and issubclass(base, Enum):
            return {"enum": [member.value for member in base]}
        if text:
            return {"type": "string", "description": "Id of a text in locale/."}
        return {"type": _PLAIN[base]} if base in _PLAIN else {}

    def array(self, origin: Any, arguments: tuple[Any, ...]) -> Json:
        if origin is tuple and arguments and Ellipsis not in arguments:
            size = len(arguments)
            items = [self.value(a) for a in arguments]
            return {"type": "array", "items": items, "minItems": size, "maxItems": size}
        return {"type": "array", "items": self.value(arguments[0]) if arguments else {}}

    def mapping(self, hint: Any, below: Json, op: str = "") -> Json:
        _, ref, _, _ = _unwrapped(typing.get_args(hint)[0])
        offered = self.ids.get(ref, ()) if ref and op in ("", "set") else ()
        known = {"properties": dict.fromkeys(offered, below)} if offered else {}
        return {"type": "object", **known, "additionalProperties": below}

    def reference(self, kind: str) -> Json:
        name = f"id of {kind}"
        if name not in self.definitions:
            known = list(self.ids.get(kind, ()))
            said = {"type": "string", "description": f"Id of a {kind}; without a colon, one of your own mod."}
            self.definitions[name] = {"anyOf": [{"enum": known}, said]} if known else said
        return {"$ref": f"#/definitions/{name}"}

    def struct(self, kind: type, partial: bool) -> Json:
        def write() -> Json:
            parts = msgspec.structs.fields(kind)
            required = [p.encode_name for p in parts if p.required and not partial]
            return {**self.fields_of(kind, "part" if partial else ""), **_given("required", required)}

        return self.defined(kind, "part" if partial else "", write)

    def fields_of(self, kind: type, op: str, without: tuple[str, ...] = ()) -> Json:
        """The object of a struct: its fields as values, or as an operation of a patch sees them."""
        said = fields(kind)
        hints = typing.get_type_hints(kind, include_extras=True)
        properties: Json = {}
        for part in msgspec.structs.fields(kind):
            if part.name in without:
                continue
            hint = hints[part.name]
            below = (
                self.operand(hint, op) if op in OPERANDS else self.value(hint, partial=op in ("part", "own"))
            )
            if below is None:
                continue
            text = said.get(part.name, "")
            if text and "$ref" in below:  # draft 4 ignores what stands beside a $ref
                below = {"allOf": [below], "description": text}
            elif text:
                below = {**below, "description": text}
            default = _default(part)
            if default is not None and op == "own":
                below["default"] = default
            properties[part.encode_name] = below
        closed = getattr(kind, "__struct_config__", None)
        shut = {"additionalProperties": False} if closed is None or closed.forbid_unknown_fields else {}
        return {"type": "object", **_given("description", summary(kind)), "properties": properties, **shut}

    def defined(self, kind: type, op: str, write: Any) -> Json:
        name = self.names.setdefault(kind, self._free(kind.__name__)) + (f" ({op})" if op else "")
        if name not in self.definitions:
            self.definitions[name] = {}  # a type may hold itself
            self.definitions[name] = write()
        return {"$ref": f"#/definitions/{name}"}

    def _free(self, name: str) -> str:
        taken = set(self.names.values())
        return next(n for n in (name, *(f"{name} {i}" for i in range(2, 1000))) if n not in taken)

    # Records and patches.

    def record(self, kind: RecordKind) -> Json:
        """A table ``[kind.name]``."""

        def write() -> Json:
            schema = self.fields_of(kind.type, "own", without=("id",))
            said = {"inherits": self.reference(kind.name), "when": WHEN}
            said["template"] = {"type": "boolean", "description": "Only to be inherited, not in the game."}
            schema["properties"] |= said
            required = [p.encode_name for p in msgspec.structs.fields(kind.type) if p.required]
            if required:
                ways = [{"required": required}, {"required": ["inherits"]}, {"required": ["template"]}]
                schema["anyOf"] = ways
            return schema

        return self.defined(kind.type, kind.name, write)

    def patch(self, kind: RecordKind) -> Json:
        """A table ``[patch.kind."id"]``."""

        def write() -> Json:
            said = {
                op: {
                    **self.fields_of(kind.type, op, without=("id",) if op not in ("where", "expect") else ()),
                    "description": text,
                }
                for op, text in OPERANDS.items()
            }
            return {
                "type": "object",
                "properties": {**said, "when": WHEN},
                "additionalProperties": False,
            }

        return self.defined(kind.type, f"patch of {kind.name}", write)

    def operand(self, hint: Any, op: str) -> Json | None:
        """What one operation of a patch takes for a field of this type; None: nothing."""
        base, ref, _, key = _unwrapped(hint)
        origin, arguments = typing.get_origin(base), typing.get_args(base)
        if origin is typing.Annotated and not ref:
            return self.operand(arguments[0], op)
        if origin in (typing.Union, types.UnionType):
            ways = [self.operand(a, op) for a in arguments if a is not type(None)]
            there = [way for way in ways if way is not None]
            return {"anyOf": there} if there else None
        if isinstance(base, type) and issubclass(base, msgspec.Struct):
            return _within(self.defined(base, op, lambda: self.fields_of(base, op)), op)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            below = self.operand(arguments[1], op)
            name = self.value(arguments[0])
            keys = {"anyOf": [name, {"type": "array", "items": name}]}
            return None if below is None else _within(self.mapping(base, below, op), op, keys)
        if origin in (list, tuple, set, frozenset):
            return self._list(base, origin, arguments, op, key)
        return self._leaf(hint, base, op)

    def _list(self, base: Any, origin: Any, arguments: tuple[Any, ...], op: str, key: str) -> Json | None:
        item = arguments[0] if arguments else Any
        fixed = origin is tuple and bool(arguments) and Ellipsis not in arguments
        rows = self._rows(item, op, key)
        whole = self.array(origin, arguments)
        numbers = [_unwrapped(a)[0] in (int, float) for a in arguments if a is not Ellipsis]
        ways: list[Json] = []
        if op == "remove":
            ways = [TRUE, {}] if not fixed else [TRUE]
        elif op == "mul":
            ways = [NUMBER, {"type": "array", "items": NUMBER}] if numbers and all(numbers) else []
        elif op == "add":
            if fixed:
                ways = [NUMBER, {"type": "array", "items": NUMBER}] if all(numbers) else []
            else:
                ways = [whole, self.value(item)]
        elif op == "set":
            ways = [whole]
        else:
            ways = [whole, self.value(item), _tests(LIST_TESTS)]
        ways += [rows] if rows is not None else []
        return {"anyOf": ways} if ways else None

    def _rows(self, item: Any, op: str, key: str) -> Json | None:
        base = _unwrapped(item)[0]
        if not (isinstance(base, type) and issubclass(base, msgspec.Struct)):
            return None
        if key not in base.__struct_fields__:
            return None
        below: Json = self.defined(base, op, lambda: self.fields_of(base, op))
        below = {"anyOf": [below, TRUE]} if op == "remove" else below
        return {"type": "object", "additionalProperties": below}

    def _leaf(self, hint: Any, base: Any, op: str) -> Json | None:
        if op == "set":
            return self.value(hint)
        if op == "remove":
            return TRUE
        if op in ("where", "expect"):
            return {"anyOf": [self.value(hint), _tests(TESTS)]}
        return NUMBER if base in (int, float) else None

    # Whole files.

    def content(self, kinds: Iterable[RecordKind]) -> Json:
        """A file ``content/*.toml``."""
        records: Json = {}
        patches: Json = {}
        for kind in kinds:
            own = {"type": "object", "additionalProperties": self.record(kind)}
            records[kind.name] = {**own, **_given("description", summary(kind.type))}
            patch = self.patch(kind)
            known = {"properties": dict.fromkeys(self.ids.get(kind.name, ()), patch)}
            patches[kind.name] = {"type": "object", **known, "additionalProperties": patch}
        text = 'Changes to records of anybody\'s: [patch.kind."id"].'
        whole = {"type": "object", "properties": patches, "additionalProperties": False, "description": text}
        return {"type": "object", "properties": {**records, "patch": whole}, "additionalProperties": False}


def _within(within: Json, op: str, keys: Json | None = None) -> Json:
    """What an operation takes for a table: what is below it, or what is said of it as a whole."""
    whole = [TRUE] if op == "remove" else [EXISTS] if op in ("where", "expect") else []
    named = [keys] if keys is not None and whole else []
    return {"anyOf": [within, *whole, *named]} if whole else within


TRUE: Json = {"enum": [True]}
NUMBER: Json = {"type": "number"}
EXISTS: Json = {"type": "object", "properties": {"exists": {}}, "required": ["exists"], "maxProperties": 1}

OPERANDS = {
    "where": "A wildcard changes only records of which this holds.",
    "expect": "Must hold, else the whole patch is left out and you are told.",
    "remove": "First: items, keys or rows that go; true: back to the default.",
    "set": "Second: new values.",
    "add": "Third: numbers are added, items appended.",
    "mul": "Last: numbers are multiplied; integers are rounded, halves up.",
}
"""The operations of a patch that mirror the record, and what each does."""

_IDS = {"type": "array", "items": {"type": "string"}}

WHEN: Json = {
    "type": "object",
    "description": "Whether it applies at all; all keys must hold.",
    "properties": {
        "mods": {**_IDS, "description": "All these mods are active."},
        "without": {**_IDS, "description": "None of these mods is active."},
        "games": {**_IDS, "description": "One of these is the game."},
        "settings": {
            "type": "object",
            "description": "Settings by name: a value, or a test such as { min = 2 }.",
        },
    },
    "additionalProperties": False,
}


def _tests(names: Mapping[str, str]) -> Json:
    properties = {name: {"description": text} for name, text in names.items()}
    return {"type": "object", "minProperties": 1, "properties": properties, "additionalProperties": False}


def _given(key: str, value: Any) -> Json:
    return {key: value} if value else {}


def _unwrapped(hint: Any) -> tuple[Any, str, bool, str]:
    """A type without our own marks, and the marks: (type, reference, text, row key)."""
    ref, text, key = "", False, "id"
    while typing.get_origin(hint) is typing.Annotated:
        inner, *extras = typing.get_args(hint)
        for extra in extras:
            ref = extra.kind if isinstance(extra, Ref) else ref
            text = text or isinstance(extra, Text)
            key = extra.field if isinstance(extra, Key) else key
        if any(isinstance(extra, msgspec.Meta) for extra in extras):
            break
        hint = inner
    return hint, ref, text, key


def _bounds(extras: Iterable[Any]) -> Json:
    out: Json = {}
    for meta in (extra for extra in extras if isinstance(extra, msgspec.Meta)):
        if meta.ge is not None:
            out["minimum"] = meta.ge
        if meta.le is not None:
            out["maximum"] = meta.le
        if meta.gt is not None:
            out |= {"minimum": meta.gt, "exclusiveMinimum": True}
        if meta.lt is not None:
            out |= {"maximum": meta.lt, "exclusiveMaximum": True}
        if meta.pattern is not None:
            out["pattern"] = meta.pattern
    return out


def _default(part: Any) -> Any:
    if part.default is not msgspec.NODEFAULT:
        return written(part.default)
    if part.default_factory is not msgspec.NODEFAULT:
        return written(part.default_factory())
    return None


def record_schema(kind: RecordKind, ids: Mapping[str, Iterable[str]] | None = None) -> Json:
    """The schema of one kind's table ``[kind.name]``."""
    writer = _Writer(ids or {})
    schema = writer.record(kind)
    return _finished(f"{kind.name} record", schema, writer)


def patch_schema(kind: RecordKind, ids: Mapping[str, Iterable[str]] | None = None) -> Json:
    """The schema of one kind's patch ``[patch.kind."id"]``."""
    writer = _Writer(ids or {})
    schema = writer.patch(kind)
    return _finished(f"patch of {kind.name}", schema, writer)


def content_schema(kinds: Iterable[RecordKind], ids: Mapping[str, Iterable[str]] | None = None) -> Json:
    """The schema of a file ``content/*.toml``: records and patches of all kinds.

    Args:
        kinds: all kinds of record that there are.
        ids: known record ids by kind, offered for completion.
    """
    writer = _Writer(ids or {})
    schema = writer.content(kinds)
    return _finished("content of a Footfall mod", schema, writer)


def struct_schema(kind: type, title: str) -> Json:
    """The schema of a file that one struct reads, such as a manifest."""
    writer = _Writer()
    schema = writer.fields_of(kind, "")
    required = [p.encode_name for p in msgspec.structs.fields(kind) if p.required]
    return _finished(title, {**schema, **_given("required", required)}, writer)


def _finished(title: str, schema: Json, writer: _Writer) -> Json:
    body = {"allOf": [schema]} if "$ref" in schema else schema
    return {"$schema": DRAFT, "title": title, **body, "definitions": writer.definitions}
