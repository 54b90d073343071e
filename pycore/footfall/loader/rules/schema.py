"""JSON Schema of rules as data, for editors: hooks, keys, terms and deeds, and the names that an expression may use."""

import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any

from footfall.api.deeds import Deed
from footfall.content.records import Records
from footfall.content.rule_tables import MAX_KEYS
from footfall.diagnostics.docstrings import get_first_line
from footfall.engine.declarations.rules import HookKind
from footfall.expressions.typed import ANY, TEXT, VALUES, Readable

from ..hooks.contract import HookSpec
from .rows import MAX_ROWS
from .rule import OPERATIONS
from .scope import Vocabulary, find_rule_type, list_fields
from .values import KEYS_BY_KIND, list_keys
from .words import WordTable

Json = dict[str, Any]

TEXT_SCHEMA: Json = {"type": "string"}

_FACES = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_EACH = {"anyOf": [TEXT_SCHEMA, {"type": "array", "items": TEXT_SCHEMA, "minItems": 1, "maxItems": MAX_KEYS}]}

ROLLS_SCHEMA: Json = {
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "properties": {"roll": _FACES, "each": _EACH},
        "required": ["roll", "each"],
        "additionalProperties": False,
    },
    "description": "Dice that the rules of this mod share: rolls.NAME.",
}
"""The schema of the table ``roll`` of a file of content."""

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
    "recipe": "The chain, or a list of chains, if neither before nor after names one of its steps.",
    "replaces": "The step in whose place the rule acts; where its condition does not hold, the step runs.",
    "skip": "The step that does not run; where the condition of the rule does not hold, it runs.",
    "answer": "The answer, a word.",
}


class Definitions:
    """The parts of a schema that others refer to, by name; most hooks share them."""

    def __init__(self, vocabulary: Vocabulary, words: WordTable) -> None:
        self.vocabulary, self.words = vocabulary, words
        self.schemas: dict[str, Json] = {}
        self._enums: dict[tuple[str, ...], str] = {}

    def refer(self, name: str, build: Callable[[], Json]) -> Json:
        """Returns a reference to a part, which is built the first time."""
        if name not in self.schemas:
            self.schemas[name] = {}
            self.schemas[name] = build()
        return {"$ref": f"#/$defs/{name}"}

    def refer_to_words(self, words: Iterable[str]) -> Json:
        """Returns a reference to a list of words."""
        listed = tuple(words)
        name = self._enums.setdefault(listed, f"words-{len(self._enums)}")
        return self.refer(name, lambda: {"enum": list(listed)})

    def refer_to_names(self, spec: HookSpec) -> list[Json]:
        """Returns references to the names that an expression of a hook may start with."""
        readings = list(self.vocabulary.readings.readable.values())
        parts = []
        for name, type in list_fields(spec).items():
            if type:
                own = [reading for reading in readings if reading.subject == type and type not in VALUES]
                names = (name, *(f"{name}.{_write_reading(reading)}" for reading in own))
                parts.append(self.refer_to_words(names))
        return [*parts, self.refer_to_words(_write_reading(reading) for reading in readings if not reading.subject)]

    def refer_to_expression(self, spec: HookSpec) -> Json:
        """Returns a reference to the values of a hook's rules."""
        names = [*self.refer_to_names(spec), {"type": ["string", "number", "boolean"]}]
        return self.refer(f"value-{slug(spec)}", lambda: {"anyOf": names})

    def refer_to_deed(self, spec: HookSpec, deed: Deed, expression: Json) -> Json:
        """Returns a reference to the table of a deed in the rules of a hook."""

        def build() -> Json:
            values = {name: self.build_value(kind, expression) for name, kind in deed.parameters.items()}
            needed = [name for name in deed.parameters if name not in deed.defaults]
            row = {"type": "object", "properties": values, "additionalProperties": False}
            return row | ({"required": needed} if needed else {})

        is_shared = not any(find_rule_type(kind) != TEXT for kind in deed.parameters.values())
        return self.refer(f"do-{deed.name}" if is_shared else f"do-{deed.name}-{slug(spec)}", build)

    def build_value(self, annotation: Any, expression: Json) -> Json:
        """Builds the schema of a value of a deed: an expression, or a text that is written as it is."""
        if typing.get_origin(annotation) is not Annotated or find_rule_type(annotation) != TEXT:
            return expression
        known = self.words.find(annotation)
        # A record of the mod itself may be named without the id of the mod.
        return TEXT_SCHEMA if known is None else {"anyOf": [self.refer_to_words(known), TEXT_SCHEMA]}


def slug(spec: HookSpec) -> str:
    """Returns the name of a hook without the characters that references do not have."""
    return spec.name.replace(":", "-")


def build_rule_schema(vocabulary: Vocabulary, records: Records) -> tuple[Json, Json]:
    """Builds the schema of the table ``hook`` of a file of content, and the definitions to which it refers.

    Args:
        records: whose ids and words are offered for completion.
    """
    shared = Definitions(vocabulary, WordTable(vocabulary.words, records, vocabulary.deeds))
    hooks = {name: spec for name, spec in vocabulary.hooks.items() if spec.kind in KEYS_BY_KIND}
    rules = {
        name: {
            "type": "object",
            "description": get_first_line(spec.function),
            "additionalProperties": _build_rule(spec, shared),
        }
        for name, spec in hooks.items()
    }
    text = "Rules as data: [hook.HOOK.NAME]."
    schema = {"type": "object", "description": text, "properties": rules, "additionalProperties": {"type": "object"}}
    return schema, shared.schemas


def _build_rule(spec: HookSpec, shared: Definitions) -> Json:
    expression = shared.refer_to_expression(spec)
    pair = {"type": "array", "items": expression, "minItems": 2, "maxItems": 2}
    die = {
        "name": TEXT_SCHEMA,
        "value": expression,
        "roll": {"anyOf": [pair, TEXT_SCHEMA]},
        "chance": pair,
        "when": expression,
    }
    row = {"type": "object", "properties": die, "additionalProperties": False}
    dice = {"type": "array", "items": row, "maxItems": MAX_ROWS}
    tests = [shared.refer_to_words(words) for words in list_tests(spec, shared.words) if words]
    condition = {"anyOf": [*shared.refer_to_names(spec), *tests, {"type": ["string", "boolean"]}]}
    texts = {"anyOf": [TEXT_SCHEMA, {"type": "array", "items": TEXT_SCHEMA}]}
    shapes: dict[str, Json] = {"when": condition, "needs": {"type": "object"}, "dice": dice, "recipe": texts}
    shapes |= {"by": expression, "up_to": expression}
    properties: Json = {}
    for key in list_keys(spec):
        if key in OPERATIONS:
            terms = dict.fromkeys(spec.terms, expression)
            properties[key] = {"type": "object", "properties": terms, "additionalProperties": False}
        elif key == "do":
            deeds: Json = {}
            for name, deed in shared.vocabulary.deeds.items():
                table = shared.refer_to_deed(spec, deed, expression)
                firsts = [shared.build_value(kind, expression) for kind in [*deed.parameters.values()][:1]]
                forms = [table, {"type": "array", "items": table}, *firsts]
                deeds[name] = {"description": deed.doc, "anyOf": forms}
            properties[key] = {"type": "object", "properties": deeds, "additionalProperties": False}
        else:
            properties[key] = {**shapes.get(key, TEXT_SCHEMA), "description": _DESCRIPTIONS[key]}
    required: Json = {"required": ["deny"]} if spec.kind is HookKind.VOTE else {}
    return {"type": "object", "properties": properties, "additionalProperties": False, **required}


def _write_reading(reading: Readable) -> str:
    wanted = reading.parameters[1:] if reading.subject else reading.parameters
    values = ", ".join("''" if type == TEXT else "0" if type in VALUES else type for type in wanted)
    return f"{reading.name}({values})" if wanted else reading.name


def list_tests(spec: HookSpec, words: WordTable) -> Iterator[list[str]]:
    """Yields, for each field of a hook's event, the comparisons with its words."""
    for field, type in list_fields(spec).items():
        known = words.find(spec.find_field_type(field, exact=True)) if type in (TEXT, ANY) else None
        yield [f"{field} == '{word}'" for word in known or ()]
