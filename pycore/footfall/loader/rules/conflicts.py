"""Conflicts of rules as data: two mods set one term, so that only mod order decides whose value counts."""

import typing
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from itertools import combinations
from typing import Annotated, Any, TypeAlias

import msgspec

from footfall.expressions.relations import FLAG, Range, Ranges, Verdict, are_exclusive, implies

from ..hooks.implementations import Implementation
from .rule import Rule


class Relation(Enum):
    """The relation of two rules that set the same term."""

    NEVER_BOTH = "never-both"
    ALWAYS_OVERRIDDEN = "always-overridden"
    SOMETIMES_BOTH = "sometimes-both"
    UNKNOWN = "unknown"


class RuleSide(msgspec.Struct, frozen=True, rename={"place": "where"}):
    """One of the two rules.

    Attributes:
        rule: its name with that of its hook (``on_hear.screams_carry``).
        place: ``file:line``.
    """

    mod: str
    rule: str
    value: object
    place: str


class RuleConflict(msgspec.Struct, frozen=True):
    """Two mods set a term of a hook.

    Attributes:
        last: the rule that is applied last, and so counts whenever it holds.
        relation: `NEVER_BOTH` and `ALWAYS_OVERRIDDEN` are proved; `SOMETIMES_BOTH` has an example.
        example: values of their inputs for which both hold.
        is_order_fixed: whether the manifests or the rules say which is last.
    """

    hook: str
    term: str
    first: RuleSide
    last: RuleSide
    relation: Relation
    example: Mapping[str, int | str | bool] = {}
    is_order_fixed: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether nothing is lost by accident: never both, or in an order that a mod has written down."""
        return self.relation is Relation.NEVER_BOTH or self.is_order_fixed


MAX_PROOFS = 2_000
"""The pairs of rules whose conditions are compared; how further pairs relate is unknown."""


def find_rule_conflicts(
    hooks: Mapping[str, Sequence[Implementation]], is_order_fixed: Callable[[str, str], bool]
) -> list[RuleConflict]:
    """Finds the pairs of rules of different mods that set one term to different values, hook by hook.

    Args:
        hooks: implementations in calling order.
    """
    conflicts: list[RuleConflict] = []
    for items in hooks.values():
        for first, last in combinations([item for item in items if item.rule is not None], 2):
            assert first.rule is not None
            assert last.rule is not None
            if first.mod == last.mod:
                continue
            names_other = last.mod in (first.before, first.after) or first.mod in (last.before, last.after)
            is_fixed = names_other or is_order_fixed(first.mod, last.mod)
            relate = _relate if len(conflicts) < MAX_PROOFS else lambda *_: (Relation.UNKNOWN, {})
            values = [{o.name: o.value for o in rule.outputs if o.kind == "set"} for rule in (first.rule, last.rule)]
            for term in values[0].keys() & values[1].keys():
                a, b = values[0][term], values[1][term]
                if a is not None and b is not None and a.op == b.op == "constant" and a.value == b.value:
                    continue
                relation, example = relate(first.rule, last.rule)
                sides = _describe_side(first, term), _describe_side(last, term)
                conflicts.append(RuleConflict(first.rule.spec.name, term, *sides, relation, example, is_fixed))
    return conflicts


_Related: TypeAlias = tuple[Relation, Mapping[str, int | str | bool]]


def _relate(first: Rule, last: Rule) -> _Related:
    ranges = {**find_ranges(first), **find_ranges(last)}
    both = are_exclusive([(first.when, True), (last.when, True)], ranges)
    if both.verdict is Verdict.PROVED:
        return Relation.NEVER_BOTH, {}
    if not last.rows and implies(first.when, last.when, ranges).verdict is Verdict.PROVED:
        return Relation.ALWAYS_OVERRIDDEN, {}
    return (Relation.UNKNOWN, {}) if both.verdict is Verdict.UNKNOWN else (Relation.SOMETIMES_BOTH, both.example)


def _describe_side(item: Implementation, term: str) -> RuleSide:
    assert item.rule is not None
    table = item.rule.table
    return RuleSide(item.mod, item.rule.via, table.table["set"][term], table.locate("set", term))


def find_ranges(rule: Rule) -> Ranges:
    """Returns the ranges of a rule's inputs, by their declared types."""
    ranges: Ranges = {}
    for source in rule.inputs:
        if source.kind == "field":
            declared = rule.spec.find_field_type(source.name, exact=True)
        else:
            declared = rule.readings.types.get(source.name) if source.kind == "reading" else None
        found = read_limits(declared)
        if found is not None:
            ranges[source] = found
    return ranges


def read_limits(annotation: Any) -> Range | None:
    """Returns the range of a declared type, or None if it has no limits."""
    if typing.get_origin(annotation) is Annotated:
        inner, *marks = typing.get_args(annotation)
        limits = read_limits(inner) or Range()
        for mark in marks:
            if isinstance(mark, msgspec.Meta):
                low = limits.low if mark.ge is None else int(mark.ge)
                limits = limits.intersect(Range(low, limits.high if mark.le is None else int(mark.le)))
        return limits
    if annotation is bool:
        return FLAG
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        values = [member.value for member in annotation]
        if all(isinstance(value, str) for value in values):
            return Range(words=frozenset(values))
    if typing.get_origin(annotation) is not None and type(None) in typing.get_args(annotation):
        (inner,) = [part for part in typing.get_args(annotation) if part is not type(None)][:1]
        found = read_limits(inner)
        if found is None:
            return None
        words = None if found.words is None else found.words | {""}  # the text that a reading of nothing gives
        return Range(min(found.low, 0), found.high, words)
    return None
