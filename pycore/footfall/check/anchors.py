"""Finds names in ``before``, ``after`` and ``recipe`` that do not exist: such a rule runs elsewhere, or never."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from footfall.content.records import Records
from footfall.content.rule_tables import RuleTable
from footfall.diagnostics.findings import Edit, Finding, Severity, find_closest, suggest
from footfall.engine.contributions import HookKind
from footfall.engine.rules import Rules
from footfall.loader import Mod
from footfall.loader.rules.binder import PLACEMENT_HOOK
from footfall.loader.rules.scope import find_hook

from .mod_source import Subject

ORDER_KEYS = ("before", "after")


def check_anchors(
    subject: Subject, records: Iterable[Records], games: Iterable[Rules], mods: Mapping[str, Mod]
) -> Iterator[Finding]:
    """Yields findings about the names of mods, recipes and steps that a mod gives to rules and hooks.

    Args:
        records: records of each game that the mod supports.
        games: the rules of each.
        mods: all available mods by id.
    """
    chains: dict[str, dict[str, list[str]]] = {}
    for game in games:
        for (hook, recipe), steps in game.hooks.chains.items():
            chains.setdefault(hook, {}).setdefault(recipe, []).extend(steps)
    tables = {table.locate(): table for each in records for table in each.rules if table.mod == subject.id}
    names = [*_list_hook_anchors(subject), *_list_manifest_anchors(subject)]
    for table in tables.values():
        spec, _ = find_hook(table.hook, subject.contract)
        if spec is not None and spec.kind is HookKind.CHAIN:
            yield from _check_chain_rule(subject, table, spec.name, chains.get(spec.name, {}))
        elif spec is not None:
            names += [(key, table.table.get(key), table.locate(key)) for key in ORDER_KEYS]
    manifest = subject.mod.manifest
    related = [id for id, mod in mods.items() if mod.is_first_party or id in (*manifest.requires, *manifest.optional)]
    for key, name, place in names:
        if isinstance(name, str) and name and name not in mods:
            yield _make_finding(subject, f"{key} names the mod", name, related, place, may_be_absent=True)


def _list_hook_anchors(subject: Subject) -> Iterator[tuple[str, object, str]]:
    """Yields key, value and place of the anchors of hooks in Python."""
    for impl in subject.implementations:
        for keyword in impl.marker_call.keywords if impl.marker_call is not None else ():
            if keyword.arg in ORDER_KEYS and isinstance(keyword.value, ast.Constant):
                yield keyword.arg, keyword.value.value, impl.module.locate(keyword.value)


def _list_manifest_anchors(subject: Subject) -> Iterator[tuple[str, object, str]]:
    order = subject.mod.manifest.order
    for key in ORDER_KEYS:
        yield from ((f"[order] {key}", name, subject.mod.document.locate("order", key)) for name in getattr(order, key))


def _check_chain_rule(
    subject: Subject, table: RuleTable, hook: str, chains: Mapping[str, Sequence[str]]
) -> Iterator[Finding]:
    recipe = table.table.get("recipe", [])
    names = [recipe] if isinstance(recipe, str) else recipe if isinstance(recipe, list) else []
    for name in names:
        if isinstance(name, str) and name not in chains:
            yield _make_finding(subject, "recipe names", name, chains, table.locate("recipe"))
    if names or hook == PLACEMENT_HOOK:
        return
    for key in ORDER_KEYS:  # the anchor alone says to which chain the rule belongs
        name = table.table.get(key)
        if isinstance(name, str) and name and name.partition(":")[0] not in chains:
            steps = [step for each in chains.values() for step in each]
            yield _make_finding(subject, f"{key} names the step", name, steps, table.locate(key))


def _make_finding(
    subject: Subject, what: str, name: str, known: Iterable[str], place: str, *, may_be_absent: bool = False
) -> Finding:
    """Returns a finding; it is advice about a mod that may be absent, unless the name resembles one that is related."""
    known = sorted(known)
    text = f"{what} {name!r}, which does not exist here{suggest(name, known)}"
    closest = find_closest(name, known)
    if may_be_absent and not closest:
        return Finding("no-anchor", subject.id, text, place, "correct it, or leave it if it is absent", Severity.NOTE)
    edit = Edit.replace_word(place, name, closest)
    return Finding("no-anchor", subject.id, text, place, f"known: {', '.join(known)}", Severity.WARNING, edit=edit)
