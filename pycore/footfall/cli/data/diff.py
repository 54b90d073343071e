"""``footfall data diff``: records changed by one mod, or by all mods together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.content.history import Origin, iter_fields
from footfall.content.records import Records, record_to_builtins
from footfall.content.schema import schema_of, to_plain_value
from footfall.loader import LoadResult, Mod

from ..compose import load_mods
from ..options import CliError, mod_options
from ..output import echo


class FieldChange(msgspec.Struct, frozen=True):
    """A field whose value the mods change.

    Attributes:
        before: its value without the mods, or None.
        after: its value with them, or None.
        by: the history of `after`, newest last.
    """

    field: str
    before: Any
    after: Any
    by: tuple[Origin, ...] = ()


class RecordDifference(msgspec.Struct, frozen=True):
    """One record that differs: ``added``, ``removed`` or ``changed``."""

    record: str
    state: str
    changes: tuple[FieldChange, ...] = ()


@click.command("diff")
@click.option("--without", metavar="MOD", default=None, help="Compare with the game without only this mod.")
@click.option("--game", default="stealth", show_default=True, help="The game whose mods are loaded.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@mod_options
def diff_records(
    without: str | None, game: str, as_json: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None
) -> None:
    """Show the records changed by all mods, or with --without, by one mod."""
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang)
    baseline = _load_baseline(loaded, without, game, lang)
    differences = list(compare_records(baseline.rules.records, loaded.rules.records))
    left_out = [id for id in loaded.rules.mods if id not in baseline.rules.mods]
    if as_json:
        report = {"without": left_out, "differences": [msgspec.to_builtins(record) for record in differences]}
        echo(json.dumps(report, indent=2, ensure_ascii=False))
        return
    echo(f"without {', '.join(left_out) or 'nothing'}: {_format_counts(differences)}")
    for record in differences:
        echo(f"{_STATE_MARKS[record.state]} {record.record}")
        for change in record.changes:
            by = f"  {change.by[-1].mod} {change.by[-1].where}" if change.by and change.by[-1].mod else ""
            echo(f"    {change.field}: {_format_value(change.before)} -> {_format_value(change.after)}{by}")


_STATE_MARKS = {"added": "+", "removed": "-", "changed": "~"}


def _format_counts(records: list[RecordDifference]) -> str:
    counts = {state: sum(record.state == state for record in records) for state in _STATE_MARKS}
    return ", ".join(f"{count} {state}" for state, count in counts.items() if count) or "no record differs"


def _format_value(value: Any) -> str:
    return "none" if value is None else json.dumps(value, ensure_ascii=False)


def _load_baseline(loaded: LoadResult, without: str | None, game: str, lang: str | None) -> LoadResult:
    """Loads the same game without one mod, or without all."""
    active = {mod.id: mod for mod in loaded.mods if mod.id in loaded.rules.mods}
    if without is not None and without not in active:
        names = ", ".join(id for id, mod in active.items() if not mod.is_first_party) or "none"
        raise CliError(f"{without} is not active in {game}; active mods: {names}")
    if without is not None and active[without].is_first_party:
        raise CliError(f"{without} is part of the game {game}: the game cannot be loaded without it")

    def is_kept(mod: Mod) -> bool:
        return not mod.is_first_party and without is not None and mod.id != without

    paths = [mod.files.path for mod in active.values() if is_kept(mod)]
    return load_mods(game, mod_paths=paths, lang=lang, quiet=True, safe_mode=True)


def compare_records(before: Records, after: Records) -> Iterator[RecordDifference]:
    """Yields the records that differ, in the order of `after`; removed records come last."""
    old = {(kind, record.id): record for kind, record in before}
    new = {(kind, record.id): record for kind, record in after}
    for (kind, id), record in new.items():
        name = f"{kind}/{id}"
        fields = _flatten_fields(after, kind, record_to_builtins(record))
        history = after.history.list_origins(kind, id) if after.history is not None else {}
        if (kind, id) not in old:
            changes = tuple(FieldChange(k, None, v, history.get(k, ())) for k, v in fields.items())
            yield RecordDifference(name, "added", tuple(c for c in changes if c.by and c.by[-1].op != "default"))
        elif old[kind, id] != record:
            earlier = _flatten_fields(before, kind, record_to_builtins(old[kind, id]))
            both = dict.fromkeys((*fields, *earlier))
            rows = [(k, earlier.get(k), fields.get(k)) for k in both if earlier.get(k) != fields.get(k)]
            yield RecordDifference(name, "changed", tuple(FieldChange(*row, history.get(row[0], ())) for row in rows))
    for kind, id in old:
        if (kind, id) not in new:
            yield RecordDifference(f"{kind}/{id}", "removed")


def _flatten_fields(records: Records, kind: str, value: Mapping[str, Any]) -> dict[str, Any]:
    node = schema_of(records.record_kinds[kind].type)
    return {".".join(path): leaf for path, leaf in iter_fields(node, to_plain_value(value))}
