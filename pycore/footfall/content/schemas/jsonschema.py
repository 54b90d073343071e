"""JSON Schemas of a mod's TOML files, built from the types that read them.

Editors use them for completion and checks. Draft 4, because Taplo (Even Better TOML) supports it. A schema accepts
everything that the reader accepts; only the reader checks references, ``where`` and required fields that a record
could inherit.
"""

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Self

import msgspec

from footfall.diagnostics.docstrings import parse_field_docs, parse_summary

from ..conditions import LIST_TESTS, VALUE_TESTS
from ..record_types import Glyph, MessageId, RecordKind, Ref, RowKey, Words
from .constraints import ModWords, find_word_lists, list_words
from .schema import schema_of

Json = dict[str, Any]

SCHEMA_DRAFT = "http://json-schema.org/draft-04/schema#"

_JSON_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


class _SchemaBuilder(msgspec.Struct):
    """Builds schemas and collects their shared definitions.

    Attributes:
        ids: known record ids by kind, offered for completion.
        mod_words: the words that mods add to the lists of fields.
    """

    ids: Mapping[str, Iterable[str]] = msgspec.field(default_factory=dict)
    mod_words: ModWords = msgspec.field(default_factory=dict)
    definitions: Json = msgspec.field(default_factory=dict)
    names: dict[type, str] = msgspec.field(default_factory=dict)

    # Values.

    def build_value(self, hint: Any, *, partial: bool = False) -> Json:
        """Builds the schema of a type. `partial`: required fields may be omitted, because they may be inherited."""
        base, marks, metas = _unwrap_hint(hint)
        if Ref in marks:
            return self.build_reference(marks[Ref].kind)
        origin, arguments = typing.get_origin(base), typing.get_args(base)
        if (words := marks.get(Words)) is not None:
            name = f"word of {words.name}" + (" or none" if "" in words.words else "")
            self.definitions[name] = {"enum": list_words(words, self.mod_words)}
            one = {"$ref": f"#/definitions/{name}"}
            return {"type": "array", "items": [one], "minItems": 1} if origin is tuple else one
        if Glyph in marks:
            return GLYPH_SCHEMA
        if metas:
            return {**self.build_value(base, partial=partial), **_build_bounds(metas)}
        if origin in (typing.Union, types.UnionType):
            return {"anyOf": [self.build_value(a, partial=partial) for a in arguments if a is not type(None)]}
        if origin is typing.Literal:
            return {"enum": list(arguments)}
        if origin in (list, tuple, set, frozenset):
            return self.build_array(origin, arguments)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self.build_mapping(base, self.build_value(arguments[1], partial=partial))
        if isinstance(base, type) and issubclass(base, msgspec.Struct):

            def build() -> Json:
                infos = msgspec.structs.fields(base)
                required = [info.encode_name for info in infos if info.required and not partial]
                return {**self.build_fields(base, "part" if partial else ""), **_omit_if_empty("required", required)}

            return self.define(base, "part" if partial else "", build)
        if isinstance(base, type) and issubclass(base, Enum):
            return {"enum": [member.value for member in base]}
        if MessageId in marks:
            return {"type": "string", "description": "Id of a text in locale/."}
        return {"type": _JSON_TYPES[base]} if base in _JSON_TYPES else {}

    def build_array(self, origin: Any, arguments: tuple[Any, ...]) -> Json:
        if origin is tuple and arguments and Ellipsis not in arguments:
            size = len(arguments)
            items = [self.build_value(a) for a in arguments]
            return {"type": "array", "items": items, "minItems": size, "maxItems": size}
        return {"type": "array", "items": self.build_value(arguments[0]) if arguments else {}}

    def build_mapping(self, hint: Any, below: Json, op: str = "") -> Json:
        marks = _unwrap_hint(typing.get_args(hint)[0])[1]
        if Words in marks:
            names = list_words(marks[Words], self.mod_words)
            return {"type": "object", "properties": dict.fromkeys(names, below), "additionalProperties": False}
        offered = self.ids.get(marks[Ref].kind, ()) if Ref in marks and op in ("", "set") else ()
        known = {"properties": dict.fromkeys(offered, below)} if offered else {}
        return {"type": "object", **known, "additionalProperties": below}

    def build_reference(self, kind: str) -> Json:
        name = f"id of {kind}"
        if name not in self.definitions:
            known = list(self.ids.get(kind, ()))
            schema = {"type": "string", "description": f"Id of a {kind}; without a colon, one of this mod."}
            self.definitions[name] = {"anyOf": [{"enum": known}, schema]} if known else schema
        return {"$ref": f"#/definitions/{name}"}

    def build_fields(self, kind: type, op: str, without: tuple[str, ...] = ()) -> Json:
        """Builds the object schema of a struct: of its values, or of the operands of a patch operation."""
        docs = parse_field_docs(kind)
        hints, defaults = typing.get_type_hints(kind, include_extras=True), schema_of(kind).defaults
        properties: Json = {}
        for info in msgspec.structs.fields(kind):
            if info.name in without:
                continue
            hint = hints[info.name]
            below = (
                self.build_operand(hint, op)
                if op in PATCH_TABLES
                else self.build_value(hint, partial=op in ("part", "own"))
            )
            if below is None:
                continue
            text = docs.get(info.name, "")
            if text and "$ref" in below:  # draft 4 ignores the siblings of a $ref
                below = {"allOf": [below], "description": text}
            elif text:
                below = {**below, "description": text}
            default = defaults.get(info.encode_name)
            if default is not None and op == "own":
                below["default"] = default
            properties[info.encode_name] = below
        config = getattr(kind, "__struct_config__", None)
        closed = {"additionalProperties": False} if config is None or config.forbid_unknown_fields else {}
        return {
            "type": "object",
            **_omit_if_empty("description", parse_summary(kind)),
            "properties": properties,
            **closed,
        }

    def finish(self, title: str, build: Callable[[Self], Json]) -> Json:
        """Builds a schema with its title and the definitions that it shares."""
        schema = build(self)
        body = {"allOf": [schema]} if "$ref" in schema else schema
        return {"$schema": SCHEMA_DRAFT, "title": title, **body, "definitions": self.definitions}

    def define(self, kind: type, op: str, build: Any) -> Json:
        if kind not in self.names:
            names, used = (kind.__name__, *(f"{kind.__name__} {i}" for i in range(2, 1000))), self.names.values()
            self.names[kind] = next(name for name in names if name not in used)
        name = self.names[kind] + (f" ({op})" if op else "")
        if name not in self.definitions:
            self.definitions[name] = {}  # a type may contain itself
            self.definitions[name] = build()
        return {"$ref": f"#/definitions/{name}"}

    # Records and patches.

    def build_record(self, kind: RecordKind) -> Json:
        """Builds the schema of a table ``[kind.name]``."""

        def build() -> Json:
            schema = self.build_fields(kind.type, "own", without=("id",))
            keys = {"inherits": self.build_reference(kind.name), "when": CONDITION_SCHEMA}
            text = "Whether it exists only to be inherited and is not in the game."
            keys["template"] = {"type": "boolean", "description": text}
            schema["properties"] |= keys
            required = [info.encode_name for info in msgspec.structs.fields(kind.type) if info.required]
            if required:
                schema["anyOf"] = [{"required": required}, {"required": ["inherits"]}, {"required": ["template"]}]
            return schema

        return self.define(kind.type, kind.name, build)

    def build_patch(self, kind: RecordKind) -> Json:
        """Builds the schema of a table ``[patch.kind."id"]``."""

        def build() -> Json:
            tables = {
                op: {
                    **self.build_fields(kind.type, op, without=("id",) if op not in ("where", "expect") else ()),
                    "description": text,
                }
                for op, text in PATCH_TABLES.items()
            }
            guards = {op: {"anyOf": [EXPRESSION_SCHEMA, tables[op]]} for op in ("where", "expect")}
            properties = {"reason": REASON_SCHEMA, "when": CONDITION_SCHEMA, **tables, **guards}
            return {"type": "object", "properties": properties, "additionalProperties": False}

        return self.define(kind.type, f"patch of {kind.name}", build)

    def build_operand(self, hint: Any, op: str) -> Json | None:
        """Builds the schema of an operation's operand for a field of this type; None: not applicable."""
        base, marks, metas = _unwrap_hint(hint)
        if metas and Ref not in marks and base not in NUMBERS:
            return self.build_operand(base, op)
        origin, arguments = typing.get_origin(base), typing.get_args(base)
        if origin in (typing.Union, types.UnionType):
            operands = [self.build_operand(a, op) for a in arguments if a is not type(None)]
            schemas = [schema for schema in operands if schema is not None]
            return {"anyOf": schemas} if schemas else None
        if isinstance(base, type) and issubclass(base, msgspec.Struct):
            return _allow_whole_table(self.define(base, op, lambda: self.build_fields(base, op)), op)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            below = self.build_operand(arguments[1], op)
            name = self.build_value(arguments[0])
            keys = {"anyOf": [name, {"type": "array", "items": name}]}
            return None if below is None else _allow_whole_table(self.build_mapping(base, below, op), op, keys)
        if origin in (list, tuple, set, frozenset):
            return self._build_list_operand(origin, arguments, op, marks[RowKey].field if RowKey in marks else "id")
        return self._build_leaf_operand(hint, base, op)

    def _build_list_operand(self, origin: Any, arguments: tuple[Any, ...], op: str, key: str) -> Json | None:
        item = arguments[0] if arguments else Any
        fixed = origin is tuple and bool(arguments) and Ellipsis not in arguments
        rows = self._build_rows_operand(item, op, key)
        whole = self.build_array(origin, arguments)
        numbers = [_unwrap_hint(a)[0] in NUMBERS for a in arguments if a is not Ellipsis]
        schemas: list[Json] = []
        if op == "remove":
            schemas = [TRUE_SCHEMA, {}] if not fixed else [TRUE_SCHEMA]
        elif op == "mul":
            schemas = [NUMBER_SCHEMA, {"type": "array", "items": NUMBER_SCHEMA}] if numbers and all(numbers) else []
        elif op == "add":
            if fixed:
                schemas = [NUMBER_SCHEMA, {"type": "array", "items": NUMBER_SCHEMA}] if all(numbers) else []
            else:
                schemas = [whole, self.build_value(item)]
        elif op == "set":
            schemas = [whole]
        else:
            schemas = [whole, self.build_value(item), _build_tests(LIST_TESTS)]
        schemas += [rows] if rows is not None else []
        return {"anyOf": schemas} if schemas else None

    def _build_rows_operand(self, item: Any, op: str, key: str) -> Json | None:
        base = _unwrap_hint(item)[0]
        if not (isinstance(base, type) and issubclass(base, msgspec.Struct)) or key not in base.__struct_fields__:
            return None
        below: Json = self.define(base, op, lambda: self.build_fields(base, op))
        below = {"anyOf": [below, TRUE_SCHEMA]} if op == "remove" else below
        return {"type": "object", "additionalProperties": below}

    def _build_leaf_operand(self, hint: Any, base: Any, op: str) -> Json | None:
        if op == "set":
            return self.build_value(hint)
        if op == "remove":
            return TRUE_SCHEMA
        if op in ("where", "expect"):
            return {"anyOf": [self.build_value(hint), _build_tests(VALUE_TESTS)]}
        return NUMBER_SCHEMA if base in NUMBERS else None

    # Whole files.

    def build_content(self, kinds: Iterable[RecordKind]) -> Json:
        """Builds the schema of a file ``content/*.toml``."""
        records: Json = {}
        patches: Json = {}
        kinds = list(kinds)
        for kind in kinds:
            table = {"type": "object", "additionalProperties": self.build_record(kind)}
            records[kind.name] = {**table, **_omit_if_empty("description", parse_summary(kind.type))}
            patch = self.build_patch(kind)
            known = {"properties": dict.fromkeys(self.ids.get(kind.name, ()), patch)}
            patches[kind.name] = {"type": "object", **known, "additionalProperties": patch}
        lists = find_word_lists({kind.name: kind for kind in kinds})
        own_words = {name: _WORD_LIST_SCHEMA for name, words in lists.items() if words.is_open}
        own_words |= dict.fromkeys(self.mod_words, _WORD_LIST_SCHEMA)  # those of events, too
        text = 'Changes to records of any mod: [patch.kind."id"].'
        whole = {"type": "object", "properties": patches, "additionalProperties": False, "description": text}
        words = {
            "type": "object",
            "properties": own_words,
            "additionalProperties": False,
            "description": "Words that this mod adds to the lists of fields.",
        }
        tables = {**records, "patch": whole, "words": words}
        return {"type": "object", "properties": tables, "additionalProperties": False}


def _allow_whole_table(inner: Json, op: str, keys: Json | None = None) -> Json:
    """Extends the schema of a table's operand with the operands that apply to the whole table."""
    whole = [TRUE_SCHEMA] if op == "remove" else [EXISTS_SCHEMA] if op in ("where", "expect") else []
    named = [keys] if keys is not None and whole else []
    return {"anyOf": [inner, *whole, *named]} if whole else inner


TRUE_SCHEMA: Json = {"enum": [True]}
NUMBERS, NUMBER_SCHEMA = (int, float), {"type": "number"}
EXISTS_SCHEMA: Json = {"type": "object", "properties": {"exists": {}}, "required": ["exists"], "maxProperties": 1}

PATCH_TABLES = {
    "where": "A patch with a wildcard changes only records that meet this condition.",
    "expect": "A record that does not meet this condition is reported, and the whole patch is skipped for it.",
    "remove": "First: items, keys or rows to remove; true restores the default.",
    "set": "Second: new values.",
    "add": "Third: numbers are added, items appended.",
    "mul": "Last: numbers are multiplied; integers are rounded half up.",
}
"""The tables of a patch that mirror the record, with descriptions."""

REASON_SCHEMA: Json = {"type": "string", "description": "Why, for readers of `footfall data diff`."}

_WORD_LIST_SCHEMA = {"type": "array", "items": {"type": "string", "minLength": 1}}

GLYPH_SCHEMA: Json = {
    "type": "string",
    "minLength": 1,
    "maxLength": 1,
    # Control characters, combining marks, the common wide blocks; the reader knows all.
    "pattern": "^[^\u0000-\u001f\u007f-\u009f\u0300-\u036f\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]$",
}

_ID_LIST_SCHEMA = {"type": "array", "items": {"type": "string"}}

WHEN_SCHEMA: Json = {
    "type": "object",
    "description": "The condition for using it; all keys must hold.",
    "properties": {
        "mods": {**_ID_LIST_SCHEMA, "description": "All these mods are active."},
        "without": {**_ID_LIST_SCHEMA, "description": "None of these mods is active."},
        "games": {**_ID_LIST_SCHEMA, "description": "One of these is the game."},
        "settings": {"type": "object", "description": "Settings by name: a value, or a test such as { min = 2 }."},
    },
    "additionalProperties": False,
}


EXPRESSION_SCHEMA: Json = {"type": "string", "description": "An expression: docs/modding/grammar.md."}
CONDITION_SCHEMA: Json = {"anyOf": [EXPRESSION_SCHEMA, WHEN_SCHEMA], "description": WHEN_SCHEMA["description"]}


def _build_tests(names: Mapping[str, str]) -> Json:
    properties = {name: {"description": text} for name, text in names.items()}
    return {"type": "object", "minProperties": 1, "properties": properties, "additionalProperties": False}


def _omit_if_empty(key: str, value: Any) -> Json:
    return {key: value} if value else {}


def _unwrap_hint(hint: Any) -> tuple[Any, dict[type, Any], list[msgspec.Meta]]:
    """Returns a type without its annotations, the marks among these by class, and the bounds."""
    extras: list[Any] = []
    while typing.get_origin(hint) is typing.Annotated:
        hint, *own = typing.get_args(hint)
        extras += own
    metas = [extra for extra in extras if isinstance(extra, msgspec.Meta)]
    return hint, {type(extra): extra for extra in reversed(extras)}, metas


_BOUNDS = {"ge": "minimum", "le": "maximum", "min_length": "minItems", "max_length": "maxItems"}
"""JSON Schema's words for bounds; only lists have a least and a largest length."""


def _build_bounds(metas: Iterable[msgspec.Meta]) -> Json:
    bounds: Json = {}
    for meta in metas:
        bounds |= {word: getattr(meta, name) for name, word in _BOUNDS.items() if getattr(meta, name) is not None}
        bounds |= {"pattern": meta.pattern.replace(r"\A", "^").replace(r"\Z", "$")} if meta.pattern else {}
        bounds |= {"minimum": meta.gt, "exclusiveMinimum": True} if meta.gt is not None else {}
        if meta.lt is not None:
            bounds |= {"maximum": meta.lt, "exclusiveMaximum": True}
    return bounds


def build_record_schema(kind: RecordKind, *known: Any) -> Json:
    """Builds the schema of one kind's table ``[kind.name]``; see `build_content_schema`."""
    return _SchemaBuilder(*known).finish(f"{kind.name} record", lambda builder: builder.build_record(kind))


def build_patch_schema(kind: RecordKind, *known: Any) -> Json:
    """Builds the schema of one kind's patch ``[patch.kind."id"]``; see `build_content_schema`."""
    return _SchemaBuilder(*known).finish(f"patch of {kind.name}", lambda builder: builder.build_patch(kind))


def build_content_schema(kinds: Iterable[RecordKind], *known: Any) -> Json:
    """Builds the schema of a file ``content/*.toml``: records and patches of all kinds.

    Args:
        known: record ids by kind, offered for completion; the words that mods add to the lists of fields.
    """
    return _SchemaBuilder(*known).finish("content of a Footfall mod", lambda builder: builder.build_content(kinds))


def build_struct_schema(kind: type, title: str) -> Json:
    """Builds the schema of a file that is read into one struct, such as a manifest."""
    required = [info.encode_name for info in msgspec.structs.fields(kind) if info.required]
    more = _omit_if_empty("required", required)
    return _SchemaBuilder().finish(title, lambda builder: {**builder.build_fields(kind, ""), **more})
