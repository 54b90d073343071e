"""Finds rules as data that answer each other: what one does is announced to the next, and back to the first.

Only rules without a condition, and only deeds whose changes may raise an announced event, are followed; a
ring through the game's own steps is found in play (`footfall.engine.loop`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import CodeType, ModuleType
from typing import Any, TypeVar

from footfall.api.deeds import Deed
from footfall.diagnostics.findings import Finding, Severity
from footfall.engine.model import Change, Event
from footfall.engine.rules import Rules
from footfall.loader.rules.rule import Rule

T = TypeVar("T")

Way = tuple[tuple[Rule, str], ...]
"""Rules in the order in which they answer, each with the deed that the next one answers."""


def check_rings(loads: Iterable[tuple[Rules, Mapping[str, Deed]]]) -> Iterator[Finding]:
    """Yields a finding for each ring of rules, at the rule of the ring that comes first.

    Args:
        loads: rules and deeds of one game, loaded with the mods to compare.
    """
    rules: dict[tuple[str, str], Rule] = {}
    announced: dict[str, set[str]] = {}
    for loaded, deeds in loads:
        bound: Iterable[Any] = loaded.hooks.rules.values()
        rules |= {(rule.mod, rule.via): rule for rule in bound if isinstance(rule, Rule) and rule.when is None}
        for name, deed in deeds.items():
            announced.setdefault(name, set()).update(_list_announcing_hooks(loaded, deed))
    found: set[frozenset[tuple[str, str]]] = set()
    for rule in rules.values():
        for way in (_find_answer_to_itself(rule, announced), _find_ring(rule, list(rules.values()), announced)):
            ring = frozenset((answer.mod, answer.via) for answer, _ in way)
            if way and ring not in found:
                found.add(ring)
                yield _describe_ring(way)


def _find_answer_to_itself(rule: Rule, announced: Mapping[str, set[str]]) -> Way:
    return tuple((rule, deed) for deed in rule.deeds if rule.hook in announced.get(deed, ()))[:1]


def _describe_ring(way: Way) -> Finding:
    first = way[0][0]
    names = [rule.via if rule.mod == first.mod else f"{rule.via} of {rule.mod}" for rule, _ in (*way, way[0])]
    steps = ", ".join(f"do.{deed} may lead to {name}" for (_, deed), name in zip(way, names[1:], strict=True))
    text = f"{first.via} answers what it does itself: {steps}"
    fix = "give one of them a condition: when = ..."
    return Finding("rule-ring", first.mod, text, first.table.locate(), fix, Severity.NOTE)


def _find_ring(start: Rule, rules: list[Rule], announced: Mapping[str, set[str]]) -> Way:
    """Returns the shortest way from a rule through others back to it, or nothing."""
    waiting: list[tuple[Rule, Way]] = [(start, ())]
    seen: set[tuple[str, str]] = set()
    for rule, way in waiting:
        for deed in rule.deeds:
            for answer in rules:
                if answer.hook not in announced.get(deed, ()) or (answer.mod, answer.via) in seen:
                    continue
                if answer is start:
                    if way:
                        return (*way, (rule, deed))
                    continue
                seen.add((answer.mod, answer.via))
                waiting.append((answer, (*way, (rule, deed))))
    return ()


def _list_announcing_hooks(rules: Rules, deed: Deed) -> Iterator[str]:
    """Yields the notifications of the events that the changes named in a deed may raise."""
    for change in _list_named_types(deed.build, Change):
        for event in _list_named_types(rules.appliers.get(change), Event):
            steps = rules.reactions.get(event, ())
            yield from (rules.reaction_hooks[step] for step in steps if step in rules.reaction_hooks)


def _list_named_types(function: Any, kind: type[T]) -> Iterator[type[T]]:
    """Yields the classes of a kind that the code of a function names."""
    names = getattr(function, "__globals__", {})
    mentioned = list(_list_names(getattr(function, "__code__", None)))
    modules = [names[name] for name in mentioned if isinstance(names.get(name), ModuleType)]
    for name in mentioned:
        for value in (names.get(name), *(getattr(module, name, None) for module in modules)):
            if isinstance(value, type) and issubclass(value, kind):
                yield value


def _list_names(code: CodeType | None) -> Iterator[str]:
    if code is not None:
        yield from code.co_names
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                yield from _list_names(constant)
