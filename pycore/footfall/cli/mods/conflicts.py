"""``footfall mods conflicts``: where mods get in each other's way, and what settles it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from footfall.content.conflicts import RecordConflict
from footfall.diagnostics.files import format_mod_path
from footfall.i18n.catalog import CatalogEntry
from footfall.loader import LoadResult, Mod
from footfall.loader.order import sort_mods

from ..compose import load_mods, print_findings
from ..options import mod_options

CONFLICT_CODES = ("conflict", "cycle", "hook-cycle", "taken", "twice", "chain", "version", "unexpected")
"""Findings that tell of two mods at odds, beside those about records."""


class Resolution(msgspec.Struct, frozen=True):
    """One way to settle a conflict.

    Attributes:
        wins: the mod that then has the last word.
        file: its manifest.
        paste: what to put there.
        instead_of: ``file:line`` of what it takes the place of, or ``""``.
    """

    wins: str
    file: str
    paste: str
    instead_of: str = ""


@click.command("conflicts")
@click.option("--game", default="stealth", show_default=True, help="Among the mods active in this game.")
@click.option(
    "--all", "every", is_flag=True, help="Also where nothing is lost, but the order counts (add and mul)."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@mod_options
def show_conflicts(
    game: str, every: bool, as_json: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None
) -> None:
    """Show what mods contend for, who has the last word now, and the lines that settle it.

    Exit code 1 if there is a conflict.
    """
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, quiet=True)
    mods = {mod.id: mod for mod in loaded.mods}
    history = loaded.rules.records.history
    met: list[RecordConflict] = (
        [c for c in history.conflicts if every or c.is_lossy] if history is not None else []
    )
    said = list(_find_duplicate_messages(loaded))
    others = [f for f in loaded.findings if f.code in CONFLICT_CODES]
    if as_json:
        report = {
            "records": [
                {**msgspec.to_builtins(c), "settle": msgspec.to_builtins(_list_resolutions(c, mods))}
                for c in met
            ],
            "texts": [
                {"id": b.id, "language": b.language, "first": a.where, "last": b.where, "settle": way}
                for a, b, way in said
            ],
            "others": [msgspec.to_builtins(f) for f in others],
        }
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        for conflict in met:
            _print_conflict(conflict, mods)
        for first, last, way in said:
            click.echo(f"text {last.id} ({last.language}): {last.mod} has the last word over {first.mod}")
            click.echo(f"  {last.where}\n  {first.where}\n  to settle it, in {way}")
        print_findings(others)
        if not (met or said or others):
            click.echo(f"no conflicts among the {len(loaded.rules.mods)} mods of {game}")
    if met or said or others:
        raise SystemExit(1)


def _print_conflict(conflict: RecordConflict, mods: dict[str, Mod]) -> None:
    first, last = conflict.first, conflict.last
    more = f" (and {len(conflict.others)} more)" if conflict.others else ""
    click.echo(f"{conflict.kind}/{conflict.id} {conflict.place}{more}")
    for side, note in ((first, ""), (last, "  <- has the last word, by its id alone")):
        value = json.dumps(side.value, ensure_ascii=False)
        click.echo(f"  {side.mod}: {side.op} {value}  {side.where}{note}")
    for way in _list_resolutions(conflict, mods):
        place = f"in place of {way.instead_of}" if way.instead_of else f"at the end of {way.file}"
        click.echo(f"  so that {way.wins} has the last word, {place}:")
        for line in way.paste.splitlines():
            click.echo(f"      {line}")


def _list_resolutions(conflict: RecordConflict, mods: dict[str, Mod]) -> list[Resolution]:
    a, b = conflict.first.mod, conflict.last.mod
    return [_build_resolution(mods[winner], loser) for winner, loser in ((b, a), (a, b)) if winner in mods]


def _build_resolution(mod: Mod, other: str) -> Resolution:
    """What puts `other` before `mod`, as the manifest of `mod` now stands."""
    file = format_mod_path(mod.files, "mod.toml")
    after = [*mod.manifest.order.after, other]
    line = "after = " + json.dumps(after)
    if mod.manifest.order.after:
        return Resolution(mod.id, file, line, mod.document.locate("order", "after"))
    if "order" in mod.document.data:
        return Resolution(mod.id, file, f"[order]\n{line}", mod.document.locate("order"))
    return Resolution(mod.id, file, f"[order]\n{line}")


def _find_duplicate_messages(loaded: LoadResult) -> Iterator[tuple[CatalogEntry, CatalogEntry, str]]:
    """Messages that two mods write in one language, though no manifest says who comes first."""
    active = {mod.id: mod for mod in loaded.mods if mod.id in loaded.rules.mods}
    order, _ = sort_mods(active, [])
    last: dict[tuple[str, str], CatalogEntry] = {}
    for entry in loaded.catalog.iter_entries():
        if entry.mod not in active or active[entry.mod].is_first_party:
            continue
        other = last.get((entry.language, entry.id))
        if other is not None and other.mod != entry.mod and not order.is_fixed(other.mod, entry.mod):
            way = _build_resolution(active[entry.mod], other.mod)
            yield other, entry, f"{way.file}: {way.paste}".replace("\n", " ")
        last[entry.language, entry.id] = entry
