"""Checks the order of rules and mods: anchors that do not exist, results that depend on the order, and rings.

An anchor is a name in ``before``, ``after`` or ``recipe``; a rule whose anchor does not exist runs elsewhere, or never.
A ring is rules as data that answer each other: the deed of one is announced to the next, and back to the first. Only
rules without a condition, and only deeds whose changes may raise an announced event, are followed; a ring through the
game's own steps is found in play (`footfall.engine.loop`).
"""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from types import CodeType, ModuleType
from typing import Any, NamedTuple, TypeVar

from footfall.api.deeds import Deed
from footfall.content.records import Records
from footfall.content.rule_tables import RuleTable
from footfall.diagnostics.findings import Finding, Severity, find_closest, suggest
from footfall.engine.declarations.rules import HookKind, Rules
from footfall.engine.model import Change, Event
from footfall.engine.state import Applier
from footfall.loader import Mod
from footfall.loader.order import sort_mods
from footfall.loader.rules.rule import Rule
from footfall.loader.rules.scope import find_hook
from footfall.loader.rules.values import PLACEMENT_HOOK

from .mod_source import HookImplementation, Subject

T = TypeVar("T")

ORDER_KEYS = ("before", "after")
SET_TERM = "footfall.api.set_to"


# Anchors.


def check_anchors(
    subject: Subject, records: Iterable[Records], games: Iterable[Rules], mods: Mapping[str, Mod]
) -> Iterator[Finding]:
    """Yields findings about the names of mods, recipes and steps that a mod gives to rules and hooks.

    Args:
        mods: all available mods by id.
    """
    chains: dict[str, dict[str, list[str]]] = {}
    for game in games:
        for (hook, recipe), steps in game.hooks.chains.items():
            chains.setdefault(hook, {}).setdefault(recipe, []).extend(steps)
    manifest, document = subject.mod.manifest, subject.mod.document
    names: list[tuple[str, object, str]] = [
        (key, impl.constants.get(key), impl.module.locate(impl.keywords[key]))
        for impl in subject.implementations
        for key in ORDER_KEYS
        if key in impl.keywords
    ]
    for key in ORDER_KEYS:
        names += [(f"[order] {key}", name, document.locate("order", key)) for name in getattr(manifest.order, key)]
    tables = {table.locate(): table for each in records for table in each.rules if table.mod == subject.id}
    for table in tables.values():
        spec = find_hook(table.hook, subject.contract)
        if spec is not None and spec.kind is HookKind.CHAIN:
            yield from _check_chain_rule(subject, table, spec.name, chains.get(spec.name, {}))
        elif spec is not None:
            names += [(key, table.table.get(key), table.locate(key)) for key in ORDER_KEYS]
    related = [id for id, mod in mods.items() if mod.is_first_party or id in (*manifest.requires, *manifest.optional)]
    for key, name, place in names:
        if isinstance(name, str) and name and name not in mods:
            if find_closest(name, related):
                yield _report_anchor(subject, f"{key} names the mod", name, related, place)
            else:  # it may be absent
                text, fix = f"{key} names the mod {name!r}, which does not exist here", "correct it, or leave it"
                yield subject.report("no-anchor", text, place, f"{fix} if it is absent", Severity.NOTE)


def _check_chain_rule(
    subject: Subject, table: RuleTable, hook: str, chains: Mapping[str, Sequence[str]]
) -> Iterator[Finding]:
    recipe = table.table.get("recipe", [])
    names = [recipe] if isinstance(recipe, str) else recipe if isinstance(recipe, list) else []
    for name in names:
        if isinstance(name, str) and name not in chains:
            yield _report_anchor(subject, "recipe names", name, chains, table.locate("recipe"))
    if names or hook == PLACEMENT_HOOK:
        return
    for key in ORDER_KEYS:  # the anchor alone says to which chain the rule belongs
        name = table.table.get(key)
        if isinstance(name, str) and name and name.partition(":")[0] not in chains:
            steps = [step for each in chains.values() for step in each]
            yield _report_anchor(subject, f"{key} names the step", name, steps, table.locate(key))


def _report_anchor(subject: Subject, words: str, name: str, known: Iterable[str], place: str) -> Finding:
    known = sorted(known)
    text = f"{words} {name!r}, which does not exist here{suggest(name, known)}"
    return subject.report("no-anchor", text, place, f"known: {', '.join(known)}", Severity.WARNING, typo=(name, known))


# Results that depend on the order.


class Setter(NamedTuple):
    """A place where a hook of a mod sets a value that another mod may set as well.

    Attributes:
        target: the term, or the class of the change.
        place: ``file:line``.
    """

    mod: str
    impl: HookImplementation
    target: str
    is_term: bool
    place: str


def check_order_effects(subjects: Sequence[Subject], rules: Iterable[Rules]) -> Iterator[Finding]:
    """Yields findings about hooks of two mods that set the same thing, if no order between them is declared.

    Args:
        rules: rules of the games that the mods support; they hold the appliers.
    """
    overwriting = {
        change.__name__ for loaded in rules for change, applier in loaded.appliers.items() if _is_overwriting(applier)
    }
    setters = [setter for subject in subjects for setter in _list_setters(subject, overwriting)]
    by_id = {subject.id: subject for subject in subjects}
    order, _ = sort_mods({id: subject.mod for id, subject in by_id.items()}, [])
    for first, second in combinations(setters, 2):
        if first.mod == second.mod or (first.impl.hook, first.target) != (second.impl.hook, second.target):
            continue
        anchors = {impl.constants.get(key) for impl in (first.impl, second.impl) for key in ORDER_KEYS}
        if order.is_fixed(first.mod, second.mod) or anchors & {first.mod, second.mod}:
            continue
        # No event passes the filters of both if they want two values of one field.
        filters = [_list_filters(setter.impl) for setter in (first, second)]
        if any(filters[1].get(name, value) != value for name, value in filters[0].items()):
            continue
        kind = f"the term {second.target}" if second.is_term else f"the target of {second.target}"
        text = f"{second.impl.hook} sets {kind}, and so does {first.mod} ({first.place}): the order of the mods decides"
        fix = f'@hook.{second.impl.short_name}(after="{first.mod}"), or [order] in mod.toml'
        fix += "; or add or mul, which need no order" if second.is_term else ""
        severity = Severity.WARNING if second.is_term else Severity.NOTE
        yield by_id[second.mod].report("order-decides", text, second.place, fix, severity)


def _list_setters(subject: Subject, overwriting: set[str]) -> Iterator[Setter]:
    for impl in subject.implementations:
        for node in ast.walk(impl.function):
            if not isinstance(node, ast.Call):
                continue
            name, place = impl.module.resolve_name(node.func), impl.module.locate(node)
            last = name.rpartition(".")[2]
            if name == SET_TERM and node.args and isinstance(node.args[0], ast.Constant):
                yield Setter(subject.id, impl, str(node.args[0].value), True, place)
            elif name.startswith("footfall.") and last in overwriting:
                yield Setter(subject.id, impl, last, False, place)


def _list_filters(impl: HookImplementation) -> dict[str, object]:
    """The filters of a hook that want one value of a field."""
    own = (*ORDER_KEYS, "batch", "**")
    return {
        name: value
        for name, value in impl.constants.items()
        if name not in own and not name.startswith(("min_", "max_"))
    }


def _is_overwriting(applier: Applier) -> bool:
    """Whether an applier puts a value of its change in place of another, as ``actor.at = self.to`` does."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(applier)))
    except (OSError, TypeError, SyntaxError):
        return False
    assignments = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    # Names that stand for a value computed from a field of the change by a method, such as an index.
    derived = {
        target.id
        for node in assignments
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute)
        if "self." in ast.unparse(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in assignments:
        target, value = node.targets[0], ast.unparse(node.value)
        if not isinstance(target, (ast.Attribute, ast.Subscript)) or ast.unparse(target) in value:
            continue
        is_new_entry = isinstance(target, ast.Subscript) and value in ast.unparse(target.slice)  # by its own id
        if (value.startswith("self.") or value in derived) and not is_new_entry:
            return True
    return False


# Rings.


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
        alone: Way = tuple((rule, deed) for deed in rule.deeds if rule.hook in announced.get(deed, ()))[:1]
        for way in (alone, _find_ring(rule, list(rules.values()), announced)):
            ring = frozenset((answer.mod, answer.via) for answer, _ in way)
            if not way or ring in found:
                continue
            found.add(ring)
            first = way[0][0]
            names = [each.via if each.mod == first.mod else f"{each.via} of {each.mod}" for each, _ in (*way, way[0])]
            steps = ", ".join(f"do.{deed} may lead to {name}" for (_, deed), name in zip(way, names[1:], strict=True))
            text, fix = f"{first.via} answers what it does itself: {steps}", "give one of them a condition: when = ..."
            yield Finding("rule-ring", first.mod, text, first.table.locate(), fix, Severity.NOTE)


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
        events = [change] if issubclass(change, Event) else _list_named_types(rules.appliers.get(change), Event)
        for event in events:
            steps = rules.reactions.get(event, ())
            yield from (rules.reaction_hooks[step] for step in steps if step in rules.reaction_hooks)


def _list_named_types(function: Any, kind: type[T]) -> Iterator[type[T]]:
    """Yields the classes of a kind that the code of a function names."""
    function = inspect.unwrap(function) if callable(function) else None  # a deed may be carried out by a step
    values = getattr(function, "__globals__", {})
    codes: list[Any] = [getattr(function, "__code__", None)]
    for code in codes:  # with those of the functions inside, which are constants, and of others of the same module
        codes += [constant for constant in getattr(code, "co_consts", ()) if isinstance(constant, CodeType)]
        called = [values.get(name) for name in getattr(code, "co_names", ())]
        own = [other for other in called if getattr(other, "__module__", "") == function.__module__]
        codes += [c for other in own if (c := getattr(other, "__code__", None)) is not None and c not in codes]
    names = [name for code in codes if code is not None for name in code.co_names]
    modules = [values[name] for name in names if isinstance(values.get(name), ModuleType)]
    for name in names:
        for value in (values.get(name), *(getattr(module, name, None) for module in modules)):
            if isinstance(value, type) and issubclass(value, kind):
                yield value
