"""Finds names in ``before``, ``after`` and ``recipe`` that do not exist: such a rule runs elsewhere, or never."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator

from footfall.content.records import Records
from footfall.content.rule_tables import RuleTable
from footfall.diagnostics.findings import Edit, Finding, Severity, find_closest, suggest
from footfall.engine.contributions import HookKind
from footfall.engine.rules import Rules
from footfall.loader.rule_scope import find_hook
from footfall.loader.rules import PLACEMENT_HOOK

from .mod_source import Subject

ORDER_KEYS = ("before", "after")


def check_anchors(
    subject: Subject, records: Iterable[Records], games: Iterable[Rules], mods: Collection[str]
) -> Iterator[Finding]:
    """Yields findings about the names of mods, recipes and steps that a mod gives to rules and hooks.

    Args:
        records: records of each game that the mod supports.
        games: the rules of each.
        mods: ids of all available mods.
    """
    chains: dict[str, dict[str, list[str]]] = {}
    for (hook, recipe), steps in ((key, steps) for game in games for key, steps in game.hooks.chains.items()):
        chains.setdefault(hook, {}).setdefault(recipe, []).extend(steps)
    tables = {table.locate(): table for each in records for table in each.rules if table.mod == subject.id}
    for table in tables.values():
        spec, _ = find_hook(table.hook, subject.contract)
        if spec is not None and spec.kind is HookKind.CHAIN:
            yield from _check_chain_rule(subject, table, spec.name, chains.get(spec.name, {}), mods)
        elif spec is not None:
            for key in ORDER_KEYS:
                name = table.table.get(key)
                if isinstance(name, str) and name and name not in mods:
                    yield _make_finding(subject, f"{key} names the mod", name, mods, mods, table.locate(key))
    for key in ORDER_KEYS:  # of the manifest, where absent mods are usual
        for name in getattr(subject.mod.manifest.order, key):
            if name not in mods and find_closest(name, mods):
                place = subject.mod.document.locate("order", key)
                yield _make_finding(subject, f"[order] {key} names the mod", name, mods, mods, place)
    for impl in subject.implementations:
        for keyword in impl.marker_call.keywords if impl.marker_call is not None else ():
            name = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
            if keyword.arg in ORDER_KEYS and isinstance(name, str) and name and name not in mods:
                place = impl.module.locate(keyword.value)
                yield _make_finding(subject, f"{keyword.arg} names the mod", name, mods, mods, place)


def _check_chain_rule(
    subject: Subject, table: RuleTable, hook: str, chains: dict[str, list[str]], mods: Collection[str]
) -> Iterator[Finding]:
    recipe = table.table.get("recipe", [])
    names = [recipe] if isinstance(recipe, str) else recipe if isinstance(recipe, list) else []
    for name in names:
        if isinstance(name, str) and name not in chains:
            yield _make_finding(subject, "recipe names", name, chains, mods, table.locate("recipe"))
    if names or hook == PLACEMENT_HOOK:
        return
    for key in ORDER_KEYS:  # the anchor alone says to which chain the rule belongs
        name = table.table.get(key)
        if isinstance(name, str) and name and name.partition(":")[0] not in chains:
            steps = [step for each in chains.values() for step in each]
            yield _make_finding(subject, f"{key} names the step", name, steps, mods, table.locate(key))


def _make_finding(
    subject: Subject, what: str, name: str, known: Collection[str], mods: Collection[str], place: str
) -> Finding:
    """Returns a finding: advice if the name may be that of a mod that is not here, or of something in it."""
    closest = find_closest(name, known)
    is_wrong = closest or (":" in name and name.partition(":")[0] in mods)
    text = f"{what} {name!r}, which does not exist here{suggest(name, known)}"
    fix = f"known: {', '.join(sorted(known))}" if is_wrong else "correct it, if it is no mod that may be absent"
    edit = Edit.replace_word(place, name, closest)
    severity = Severity.WARNING if is_wrong else Severity.NOTE
    return Finding("no-anchor", subject.id, text, place, fix, severity, edit=edit)
