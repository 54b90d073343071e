"""JSON Schema of rules as data, for editors: hooks, keys, terms and deeds, and the names that an expression may use."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from footfall.content.records import Records
from footfall.diagnostics.docstrings import get_first_line
from footfall.engine.declarations.contributions import HookKind
from footfall.expressions.typed import ANY, TEXT, VALUES, Readable

from ..hooks.contract import HookSpec
from .rows import MAX_ROWS
from .rule import OPERATIONS
from .scope import Vocabulary, find_rule_type, list_fields
from .values import KEYS_BY_KIND, list_keys
from .words import WordTable

Json = dict[str, Any]

TEXT_SCHEMA: Json = {"type": "string"}

_DESCRIPTIONS: Mapping[str, str] = {
    "when": "A condition, asked in play; without it the rule always applies.",
    "needs": "What must be there when the game is loaded: mods, games, settings.",
    "reason": "A sentence for `footfall why` and the screen.",
    "before": "A mod, or in a chain a step, before which it runs.",
    "after": "A mod, or in a chain a step, after which it runs.",
    "deny": "The id of the text that says why not.",
    "dice": "Rows of named values and dice, and conditions under which the rule goes on.",
    "odds": "The id of the text with which screens show how likely the rule takes effect.",
    "choose": "NAME in LIST: the results are given for an item of a list, whose name they read.",
    "where": "A condition that the chosen item fulfills.",
    "by": "A whole number: items with the smallest are chosen first, else the nearest.",
    "up_to": "The most items that are chosen; 1 without it.",
    "recipe": "The chain, if neither before nor after names one of its steps.",
    "replaces": "The step in whose place the rule acts; where its condition does not hold, the step runs.",
    "skip": "The step that does not run; where the condition of the rule does not hold, it runs.",
    "answer": "The answer, a word.",
}


def build_rule_schema(vocabulary: Vocabulary, records: Records) -> Json:
    """Builds the schema of the table ``hook`` of a file of content.

    Args:
        records: whose ids and words are offered for completion.
    """
    words = WordTable(vocabulary.words, records, vocabulary.deeds)
    hooks = {name: spec for name, spec in vocabulary.hooks.items() if spec.kind in KEYS_BY_KIND}
    rules = {
        name: {
            "type": "object",
            "description": get_first_line(spec.function),
            "additionalProperties": _build_rule(spec, vocabulary, words),
        }
        for name, spec in hooks.items()
    }
    text = "Rules as data: [hook.HOOK.NAME]."
    return {"type": "object", "description": text, "properties": rules, "additionalProperties": {"type": "object"}}


def _build_rule(spec: HookSpec, vocabulary: Vocabulary, words: WordTable) -> Json:
    names = list(dict.fromkeys(list_names(spec, vocabulary)))  # a field and a reading may share a name
    expression = {"anyOf": [{"enum": names}, {"type": ["string", "number", "boolean"]}]}
    pair = {"type": "array", "items": expression, "minItems": 2, "maxItems": 2}
    die = {"name": TEXT_SCHEMA, "value": expression, "roll": pair, "chance": pair, "when": expression}
    row = {"type": "object", "properties": die, "additionalProperties": False}
    dice = {"type": "array", "items": row, "maxItems": MAX_ROWS}
    tests = list(dict.fromkeys((*names, *list_tests(spec, words))))
    condition = {"anyOf": [{"enum": tests}, {"type": ["string", "boolean"]}]}
    shapes: dict[str, Json] = {"when": condition, "needs": {"type": "object"}, "dice": dice}
    properties: Json = {}
    for key in list_keys(spec):
        if key in OPERATIONS:
            terms = dict.fromkeys(spec.terms, expression)
            properties[key] = {"type": "object", "properties": terms, "additionalProperties": False}
        elif key == "do":
            deeds: Json = {}
            for name, deed in vocabulary.deeds.items():
                values = {name: _build_value(kind, expression, words) for name, kind in deed.parameters.items()}
                needed = [name for name in deed.parameters if name not in deed.defaults]
                row = {"type": "object", "properties": values, "additionalProperties": False}
                row |= {"required": needed} if needed else {}
                first = next(iter(values.values()), {"type": "object"})
                deeds[name] = {"description": deed.doc, "anyOf": [row, {"type": "array", "items": row}, first]}
            properties[key] = {"type": "object", "properties": deeds, "additionalProperties": False}
        else:
            properties[key] = {**shapes.get(key, TEXT_SCHEMA), "description": _DESCRIPTIONS[key]}
    required: Json = {"required": ["deny"]} if spec.kind is HookKind.VOTE else {}
    return {"type": "object", "properties": properties, "additionalProperties": False, **required}


def list_names(spec: HookSpec, vocabulary: Vocabulary) -> Iterator[str]:
    """Yields the names that an expression of a hook may start with: fields, their readings, readings of the game."""
    fields = {name: type for name, type in list_fields(spec).items() if type}
    readings = list(vocabulary.readings.readable.values())
    for name, type in fields.items():
        yield name
        if type not in VALUES:
            yield from (f"{name}.{_write_reading(reading)}" for reading in readings if reading.subject == type)
    yield from (_write_reading(reading) for reading in readings if not reading.subject)


def _write_reading(reading: Readable) -> str:
    wanted = reading.parameters[1:] if reading.subject else reading.parameters
    values = ", ".join("''" if type == TEXT else "0" if type in VALUES else type for type in wanted)
    return f"{reading.name}({values})" if wanted else reading.name


def list_tests(spec: HookSpec, words: WordTable) -> Iterator[str]:
    """Yields a comparison with each word of each field of a hook's event."""
    for field, type in list_fields(spec).items():
        known = words.find(spec.find_field_type(field, exact=True)) if type in (TEXT, ANY) else None
        yield from (f"{field} == '{word}'" for word in known or ())


def _build_value(annotation: Any, expression: Json, words: WordTable) -> Json:
    """Builds the schema of a value of a deed: an expression, or a text that is written as it is."""
    if typing.get_origin(annotation) is not Annotated or find_rule_type(annotation) != TEXT:
        return expression
    known = words.find(annotation)
    # A record of the mod itself may be named without the id of the mod.
    return TEXT_SCHEMA if known is None else {"anyOf": [{"enum": list(known)}, TEXT_SCHEMA]}
