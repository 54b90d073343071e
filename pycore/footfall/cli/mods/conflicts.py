"""Conflicts between the mods of a game, and how to resolve them: ``footfall mods check --together``."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from footfall.check import compare_keys
from footfall.content.conflicts import RecordConflict
from footfall.diagnostics.files import format_mod_path
from footfall.diagnostics.plural import format_count
from footfall.i18n.catalog import CatalogEntry
from footfall.loader import LoadResult, Mod
from footfall.loader.order import ModOrder, sort_mods
from footfall.loader.rules.conflicts import Relation, RuleConflict, find_rule_conflicts

from ..options import GameOptions
from ..output import Report, print_findings

CONFLICT_CODES = ("conflict", "cycle", "hook-cycle", "taken", "twice", "chain", "version", "unexpected")
"""Findings about conflicts other than those of records."""


class Resolution(msgspec.Struct, frozen=True):
    """One way to resolve a conflict.

    Attributes:
        winner: the mod that then takes precedence.
        replaces: ``file:line`` of the line they replace, or ``""``.
    """

    winner: str
    file: str
    lines: str
    replaces: str = ""


def report_conflicts(setup: GameOptions, game: str, every: bool) -> Report:
    """Reports where the mods that are on change the same things; `every` includes conflicts that lose nothing."""
    loaded = setup.load(game, quiet=True, keeps_off=True)
    mods = {mod.id: mod for mod in loaded.mods}
    history = loaded.rules.records.history
    active = {mod.id: mod for mod in loaded.mods if mod.id in loaded.rules.mods}
    order = sort_mods(active, [])[0]  # knows the pairs whose order manifests fix
    conflicts = [c for c in history.conflicts if every or c.is_lossy] if history is not None else []
    rules = [c for c in find_rule_conflicts(loaded.hooks, order.is_fixed) if every or not c.is_decided]
    texts = list(_find_duplicate_messages(loaded, active, order))
    others = [f for f in loaded.findings if f.code in CONFLICT_CODES]
    others += compare_keys([mod for mod in active.values() if not mod.is_first_party], loaded.rules)
    disabled = [finding for finding in loaded.findings if finding.disables_mod and finding not in others]

    def iter_lines() -> Iterator[str]:
        yield from (line for conflict in conflicts for line in _describe_conflict(conflict, mods))
        for rule in rules:
            yield from _describe_rule_conflict(rule, mods)
        for first, last, resolution in texts:
            yield f"text {last.id} ({last.language}): {last.mod} takes precedence over {first.mod}"
            yield f"  {last.location}\n  {first.location}\n  to decide it, in {resolution}"
        print_findings((*others, *disabled))
        if not (conflicts or rules or texts or others):
            left_out = f"; {format_count(len({f.mod for f in disabled}), 'mod')} not compared" if disabled else ""
            yield f"no conflicts in {format_count(len(active), 'mod')} of {game}{left_out}"

    data = {
        "records": _to_rows(conflicts, mods),
        "rules": _to_rows(rules, mods),
        "texts": [
            {"id": b.id, "language": b.language, "first": a.location, "last": b.location, "resolution": resolution}
            for a, b, resolution in texts
        ],
        "others": msgspec.to_builtins(others),
        "disabled": msgspec.to_builtins(disabled),
    }
    has_failed = bool(conflicts or texts or others) or any(not rule.is_decided for rule in rules)
    return Report(data, iter_lines(), has_failed)


def _to_rows(conflicts: Iterable[RecordConflict | RuleConflict], mods: dict[str, Mod]) -> list[dict[str, Any]]:
    """Returns conflicts as JSON-ready data."""
    return [
        {**msgspec.to_builtins(c), "resolutions": msgspec.to_builtins(_list_resolutions(c, mods))} for c in conflicts
    ]


def _describe_conflict(conflict: RecordConflict, mods: dict[str, Mod]) -> Iterator[str]:
    more = f" (and {len(conflict.other_ids)} more)" if conflict.other_ids else ""
    yield f"{conflict.kind}/{conflict.id} {conflict.field}{more}"
    for side, note in ((conflict.first, ""), (conflict.last, "  <- takes precedence, only by order of ids")):
        yield f"  {side.mod}: {side.op} {json.dumps(side.value, ensure_ascii=False)}  {side.place}{note}"
    yield from _describe_resolutions(conflict, mods)


def _describe_rule_conflict(conflict: RuleConflict, mods: dict[str, Mod]) -> Iterator[str]:
    yield f"rule {conflict.hook} set.{conflict.term}"
    note = "  <- counts" if conflict.is_order_fixed else "  <- counts, only by order of ids"
    for side, ending in ((conflict.first, ""), (conflict.last, note)):
        name = side.rule.rpartition(".")[2]
        yield f"  {side.mod} {name}: {json.dumps(side.value, ensure_ascii=False)}  {side.place}{ending}"
    yield f"  {describe_relation(conflict)}"
    if not conflict.is_decided:
        yield from _describe_resolutions(conflict, mods)


def describe_relation(conflict: RuleConflict) -> str:
    """Says what is known about two rules that set one term."""
    first, last = conflict.first, conflict.last
    example = ", ".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in conflict.example.items())
    match conflict.relation:
        case Relation.NEVER_BOTH:
            return "never both at once (proved)"
        case Relation.ALWAYS_OVERRIDDEN:
            return f"{first.mod} never counts: whenever its rule holds, so does that of {last.mod} (proved)"
        case Relation.SOMETIMES_BOTH:
            return f"both hold, for example, if {example}" if example else "both hold always"
    return "whether both can hold at once is unknown"


def _describe_resolutions(conflict: RecordConflict | RuleConflict, mods: dict[str, Mod]) -> Iterator[str]:
    for resolution in _list_resolutions(conflict, mods):
        place = f"in place of {resolution.replaces}" if resolution.replaces else f"at the end of {resolution.file}"
        yield f"  to let {resolution.winner} take precedence, write {place}:"
        yield from (f"      {line}" for line in resolution.lines.splitlines())


def _list_resolutions(conflict: RecordConflict | RuleConflict, mods: dict[str, Mod]) -> list[Resolution]:
    a, b = conflict.first.mod, conflict.last.mod
    return [_build_resolution(mods[winner], loser) for winner, loser in ((b, a), (a, b)) if winner in mods]


def _build_resolution(mod: Mod, loser: str) -> Resolution:
    """Returns the lines for the manifest of `mod` that order it after `loser`."""
    file = format_mod_path(mod.files, "mod.toml")
    after = [*mod.manifest.order.after, loser]
    line = "after = " + json.dumps(after)
    if mod.manifest.order.after:
        return Resolution(mod.id, file, line, mod.document.locate("order", "after"))
    if "order" in mod.document.data:
        return Resolution(mod.id, file, f"[order]\n{line}", mod.document.locate("order"))
    return Resolution(mod.id, file, f"[order]\n{line}")


def _find_duplicate_messages(
    loaded: LoadResult, active: dict[str, Mod], order: ModOrder
) -> Iterator[tuple[CatalogEntry, CatalogEntry, str]]:
    """Yields texts that two mods define in one language, if no manifest fixes the order of these mods.

    Each is the overridden text, the text that counts, and the lines of a manifest that would fix the order.
    """
    last: dict[tuple[str, str], CatalogEntry] = {}
    for entry in loaded.catalog.iter_entries():
        if entry.mod not in active or active[entry.mod].is_first_party:
            continue
        other = last.get((entry.language, entry.id))
        if other is not None and other.mod != entry.mod and not order.is_fixed(other.mod, entry.mod):
            resolution = _build_resolution(active[entry.mod], other.mod)
            yield other, entry, f"{resolution.file}: {resolution.lines}".replace("\n", " ")
        last[entry.language, entry.id] = entry
