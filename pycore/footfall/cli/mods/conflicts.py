"""``footfall mods conflicts``: conflicts between mods, and how to resolve them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.check import compare_keys
from footfall.content.conflicts import RecordConflict
from footfall.diagnostics.files import format_mod_path
from footfall.diagnostics.plural import format_count
from footfall.i18n.catalog import CatalogEntry
from footfall.loader import LoadResult, Mod
from footfall.loader.order import ModOrder, sort_mods
from footfall.loader.rules.conflicts import Relation, RuleConflict, find_rule_conflicts

from ..compose import load_mods, print_findings
from ..options import mod_options
from ..output import echo

CONFLICT_CODES = ("conflict", "cycle", "hook-cycle", "taken", "twice", "chain", "version", "unexpected")
"""Findings about conflicts other than those of records."""


class Resolution(msgspec.Struct, frozen=True):
    """One way to resolve a conflict.

    Attributes:
        winner: the mod that then takes precedence.
        file: its manifest.
        lines: the lines to add to it.
        replaces: ``file:line`` of the line they replace, or ``""``.
    """

    winner: str
    file: str
    lines: str
    replaces: str = ""


@click.command("conflicts")
@click.option("--game", default="stealth", show_default=True, help="The game whose mods are loaded.")
@click.option(
    "--all", "every", is_flag=True, help="Include conflicts that lose nothing but depend on order (add, mul)."
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@mod_options
def show_conflicts(
    game: str, every: bool, as_json: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None
) -> None:
    """Show where mods change the same things, which takes precedence, and how to decide it explicitly.

    Exit code 1 if there are conflicts.
    """
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, quiet=True, keeps_off=True)
    mods = {mod.id: mod for mod in loaded.mods}
    history = loaded.rules.records.history
    known: Sequence[RecordConflict] = history.conflicts if history is not None else ()
    conflicts = [c for c in known if every or c.is_lossy]
    rules = [c for c in find_rule_conflicts(loaded.hooks, find_order(loaded).is_fixed) if every or not c.is_decided]
    texts = list(_find_duplicate_messages(loaded))
    active = [mod for mod in loaded.mods if mod.id in loaded.rules.mods]
    others = [f for f in loaded.findings if f.code in CONFLICT_CODES]
    others += compare_keys([mod for mod in active if not mod.is_first_party], loaded.rules)
    disabled = [finding for finding in loaded.findings if finding.mod_disabled and finding not in others]
    if as_json:
        report = {
            "records": _to_rows(conflicts, mods),
            "rules": _to_rows(rules, mods),
            "texts": [_to_text_row(*text) for text in texts],
            "others": msgspec.to_builtins(others),
            "disabled": msgspec.to_builtins(disabled),
        }
        echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        for conflict in conflicts:
            _print_conflict(conflict, mods)
        for rule in rules:
            _print_rule_conflict(rule, mods)
        _print_duplicates(texts)
        print_findings((*others, *disabled))
        if not (conflicts or rules or texts or others):
            left_out = f"; {format_count(len({f.mod for f in disabled}), 'mod')} not compared" if disabled else ""
            echo(f"no conflicts in {format_count(len(active), 'mod')} of {game}{left_out}")
    if conflicts or any(not rule.is_decided for rule in rules) or texts or others:
        raise SystemExit(1)


def _print_duplicates(texts: Iterable[tuple[CatalogEntry, CatalogEntry, str]]) -> None:
    for first, last, way in texts:
        echo(f"text {last.id} ({last.language}): {last.mod} takes precedence over {first.mod}")
        echo(f"  {last.where}\n  {first.where}\n  to decide it, in {way}")


def _to_text_row(first: CatalogEntry, last: CatalogEntry, way: str) -> dict[str, str]:
    return {"id": last.id, "language": last.language, "first": first.where, "last": last.where, "resolution": way}


def _to_rows(conflicts: Iterable[RecordConflict | RuleConflict], mods: dict[str, Mod]) -> list[dict[str, Any]]:
    """Returns conflicts as JSON-ready data."""
    return [
        {**msgspec.to_builtins(c), "resolutions": msgspec.to_builtins(_list_resolutions(c, mods))} for c in conflicts
    ]


def find_order(loaded: LoadResult) -> ModOrder:
    """Returns the order of the active mods, which knows what manifests fix."""
    return sort_mods({mod.id: mod for mod in loaded.mods if mod.id in loaded.rules.mods}, [])[0]


def _print_conflict(conflict: RecordConflict, mods: dict[str, Mod]) -> None:
    first, last = conflict.first, conflict.last
    more = f" (and {len(conflict.others)} more)" if conflict.others else ""
    echo(f"{conflict.kind}/{conflict.id} {conflict.place}{more}")
    for side, note in ((first, ""), (last, "  <- takes precedence, only by order of ids")):
        value = json.dumps(side.value, ensure_ascii=False)
        echo(f"  {side.mod}: {side.op} {value}  {side.where}{note}")
    _print_resolutions(conflict, mods)


def _print_rule_conflict(conflict: RuleConflict, mods: dict[str, Mod]) -> None:
    first, last = conflict.first, conflict.last
    echo(f"rule {conflict.hook} set.{conflict.term}")
    notes = ("", "  <- counts" if conflict.is_order_fixed else "  <- counts, only by order of ids")
    for side, note in zip((first, last), notes, strict=True):
        name = side.rule.rpartition(".")[2]
        echo(f"  {side.mod} {name}: {json.dumps(side.value, ensure_ascii=False)}  {side.where}{note}")
    echo(f"  {describe_relation(conflict)}")
    if not conflict.is_decided:
        _print_resolutions(conflict, mods)


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


def _print_resolutions(conflict: RecordConflict | RuleConflict, mods: dict[str, Mod]) -> None:
    for way in _list_resolutions(conflict, mods):
        place = f"in place of {way.replaces}" if way.replaces else f"at the end of {way.file}"
        echo(f"  to let {way.winner} take precedence, write {place}:")
        for line in way.lines.splitlines():
            echo(f"      {line}")


def _list_resolutions(conflict: RecordConflict | RuleConflict, mods: dict[str, Mod]) -> list[Resolution]:
    a, b = conflict.first.mod, conflict.last.mod
    return [_build_resolution(mods[winner], loser) for winner, loser in ((b, a), (a, b)) if winner in mods]


def _build_resolution(mod: Mod, other: str) -> Resolution:
    """Returns the lines for the manifest of `mod` that order it after `other`."""
    file = format_mod_path(mod.files, "mod.toml")
    after = [*mod.manifest.order.after, other]
    line = "after = " + json.dumps(after)
    if mod.manifest.order.after:
        return Resolution(mod.id, file, line, mod.document.locate("order", "after"))
    if "order" in mod.document.data:
        return Resolution(mod.id, file, f"[order]\n{line}", mod.document.locate("order"))
    return Resolution(mod.id, file, f"[order]\n{line}")


def _find_duplicate_messages(loaded: LoadResult) -> Iterator[tuple[CatalogEntry, CatalogEntry, str]]:
    """Yields messages that two mods define in one language without an order between the mods."""
    active = {mod.id: mod for mod in loaded.mods if mod.id in loaded.rules.mods}
    order = find_order(loaded)
    last: dict[tuple[str, str], CatalogEntry] = {}
    for entry in loaded.catalog.iter_entries():
        if entry.mod not in active or active[entry.mod].is_first_party:
            continue
        other = last.get((entry.language, entry.id))
        if other is not None and other.mod != entry.mod and not order.is_fixed(other.mod, entry.mod):
            way = _build_resolution(active[entry.mod], other.mod)
            yield other, entry, f"{way.file}: {way.lines}".replace("\n", " ")
        last[entry.language, entry.id] = entry
