"""``footfall data diff``: which records a mod changes, or all mods together."""

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


class FieldChange(msgspec.Struct, frozen=True):
    """One field that is another one with the mods than without them.

    Attributes:
        before, after: its value; None where there is none.
        by: what led to the value after, the last step last.
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
@click.option("--without", metavar="MOD", default=None, help="Compare with a game without this mod alone.")
@click.option("--game", default="stealth", show_default=True, help="With the mods active in this game.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@mod_options
def diff_records(
    without: str | None,
    game: str,
    as_json: bool,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Show what records the mods change, compared with the plain game or with all mods but one."""
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang)
    other = _load_baseline(loaded, without, game, lang)
    found = list(compare_records(other.rules.records, loaded.rules.records))
    gone = [id for id in loaded.rules.mods if id not in other.rules.mods]
    if as_json:
        report = {"without": gone, "differences": [msgspec.to_builtins(each) for each in found]}
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
        return
    click.echo(f"without {', '.join(gone) or 'nothing'}: {_format_counts(found)}")
    for each in found:
        click.echo(f"{_STATE_MARKS[each.state]} {each.record}")
        for change in each.changes:
            by = f"  {change.by[-1].mod} {change.by[-1].where}" if change.by and change.by[-1].mod else ""
            click.echo(
                f"    {change.field}: {_format_value(change.before)} -> {_format_value(change.after)}{by}"
            )


_STATE_MARKS = {"added": "+", "removed": "-", "changed": "~"}


def _format_counts(found: list[RecordDifference]) -> str:
    counts = {state: sum(each.state == state for each in found) for state in _STATE_MARKS}
    return ", ".join(f"{count} {state}" for state, count in counts.items() if count) or "no record differs"


def _format_value(value: Any) -> str:
    return "none" if value is None else json.dumps(value, ensure_ascii=False)


def _load_baseline(loaded: LoadResult, without: str | None, game: str, lang: str | None) -> LoadResult:
    """The same game without one mod, or without any."""
    active = {mod.id: mod for mod in loaded.mods if mod.id in loaded.rules.mods}
    if without is not None and without not in active:
        there = ", ".join(id for id, mod in active.items() if not mod.is_first_party) or "none"
        raise CliError(f"{without} is not active in {game}; mods that are: {there}")
    if without is not None and active[without].is_first_party:
        raise CliError(f"{without} is part of the game {game}: there is no such game without it")

    def stays(mod: Mod) -> bool:
        return not mod.is_first_party and without is not None and mod.id != without

    paths = [mod.files.path for mod in active.values() if stays(mod)]
    return load_mods(game, mod_paths=paths, lang=lang, quiet=True, safe_mode=True)


def compare_records(before: Records, after: Records) -> Iterator[RecordDifference]:
    """The records that differ, in the order of `after`, those that are gone at the end."""
    old = {(kind, one.id): one for kind, one in before}
    new = {(kind, one.id): one for kind, one in after}
    for (kind, id), one in new.items():
        name = f"{kind}/{id}"
        fields = _flatten_fields(after, kind, record_to_builtins(one))
        history = after.history.list_origins(kind, id) if after.history is not None else {}
        if (kind, id) not in old:
            changes = tuple(FieldChange(k, None, v, history.get(k, ())) for k, v in fields.items())
            yield RecordDifference(
                name, "added", tuple(c for c in changes if c.by and c.by[-1].op != "default")
            )
        elif old[kind, id] != one:
            earlier = _flatten_fields(before, kind, record_to_builtins(old[kind, id]))
            both = dict.fromkeys((*fields, *earlier))
            rows = [(k, earlier.get(k), fields.get(k)) for k in both if earlier.get(k) != fields.get(k)]
            yield RecordDifference(
                name, "changed", tuple(FieldChange(*row, history.get(row[0], ())) for row in rows)
            )
    for kind, id in old:
        if (kind, id) not in new:
            yield RecordDifference(f"{kind}/{id}", "removed")


def _flatten_fields(records: Records, kind: str, value: Mapping[str, Any]) -> dict[str, Any]:
    node = schema_of(records.record_kinds[kind].type)
    return {".".join(path): leaf for path, leaf in iter_fields(node, to_plain_value(value))}
