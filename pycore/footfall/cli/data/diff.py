"""``footfall data diff``: records changed by one mod, by all mods together, or by settings."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.content.comparison import RecordDifference, compare_records, compare_rules
from footfall.loader import LoadResult, Mod

from ..compose import load_mods
from ..options import CliError, mod_options
from ..output import echo


@click.command("diff")
@click.option("--without", metavar="MOD", default=None, help="Compare with the game without only this mod.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Compare the game with and without this world setting (core.stealth.rules=classic). Repeatable.",
)
@click.option("--game", default="stealth", show_default=True, help="The game whose mods are loaded.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@mod_options
def diff_records(
    without: str | None,
    settings: tuple[str, ...],
    game: str,
    as_json: bool,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Show the records and rules changed by all mods; with --without, by one mod; with --set, by settings."""
    if settings and without is not None:
        raise click.UsageError("give either --without or --set")
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, settings=settings)
    if settings:
        baseline = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, quiet=True)
    else:
        baseline = _load_baseline(loaded, without, game, lang)
    records = baseline.rules.records, loaded.rules.records
    differences = [*compare_records(*records), *compare_rules(*records)]
    left_out = [id for id in loaded.rules.mods if id not in baseline.rules.mods]
    changed = {
        name: {"before": baseline.rules.settings[name], "after": value}
        for name, value in loaded.rules.settings.items()
        if name in baseline.rules.settings and baseline.rules.settings[name] != value
    }
    if as_json:
        report: dict[str, Any] = {"differences": [msgspec.to_builtins(record) for record in differences]}
        report |= {"settings": changed} if settings else {"without": left_out}
        echo(json.dumps(report, indent=2, ensure_ascii=False))
        return
    subject = "with " + ", ".join(settings) if settings else f"without {', '.join(left_out) or 'nothing'}"
    echo(f"{subject}: {_format_counts(differences)}")
    for name, values in changed.items():
        echo(f"~ setting {name}: {_format_value(values['before'])} -> {_format_value(values['after'])}")
    _print_differences(differences)


def _print_differences(differences: Iterable[RecordDifference]) -> None:
    for record in differences:
        echo(f"{_STATE_MARKS[record.state]} {record.record}")
        reasons: dict[str, None] = {}
        for change in record.changes:
            last = change.by[-1] if change.by else None
            by = f"  {last.mod} {last.where}" if last is not None and last.mod else ""
            echo(f"    {change.field}: {_format_value(change.before)} -> {_format_value(change.after)}{by}")
            if last is not None and last.reason:
                reasons[last.reason] = None
        for reason in reasons:
            echo(f"    # {reason}")


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
