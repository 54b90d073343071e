"""``footfall mods order``: the load order of mods, and the reasons for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.loader import select_active_mods
from footfall.loader.order import OrderPosition, explain_order
from footfall.loader.rules.conflicts import RuleConflict, find_rule_conflicts

from ..compose import exit_if_profile_unknown, load_mods, print_findings
from ..options import mod_options
from ..output import echo
from .conflicts import describe_relation


@click.command("order")
@click.option("--explain", is_flag=True, help="Show the manifest lines that determine the order.")
@click.option("--game", default=None, help="Only the mods active in this game.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@mod_options
def show_order(
    explain: bool, game: str | None, as_json: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None
) -> None:
    """Show the order in which mods are applied; later mods take precedence."""
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, quiet=True, keeps_off=True)
    mods = list(loaded.mods)
    base: tuple[str, ...] = ()
    if loaded.game is not None:
        mods, base = select_active_mods(loaded.game, loaded.mods, loaded.games), loaded.game.rule_mods
    places = explain_order(mods, base)
    overrides = find_rule_conflicts(loaded.hooks, lambda a, b: False) if loaded.game is not None else []
    problems = [finding for finding in loaded.findings if finding.code in ("cycle", "hook-cycle", "bad-profile")]
    if as_json:
        rows = [_to_row(place, overrides) for place in places]
        echo(
            json.dumps(
                {"order": rows, "problems": [str(problem) for problem in problems]}, indent=2, ensure_ascii=False
            )
        )
        exit_if_profile_unknown(problems)
        return
    for place in places:
        echo(f"{place.number:>3}  {place.mod.id} {place.mod.version}")
        if not explain:
            continue
        _explain_place(place, overrides)
    print_findings(problems)
    exit_if_profile_unknown(problems)


def _to_row(place: OrderPosition, overrides: Sequence[RuleConflict]) -> dict[str, Any]:
    """Returns the position of a mod as JSON-ready data."""
    return {
        "place": place.number,
        "mod": place.mod.id,
        "version": place.mod.version,
        "after": [{"mod": e.first, "key": e.key, "where": e.where} for e in place.after],
        "before": [{"mod": e.then, "key": e.key, "where": e.where} for e in place.before],
        "tie_break": place.tie_break,
        "overrides": [msgspec.to_builtins(c) for c in overrides if c.last.mod == place.mod.id],
    }


def _explain_place(place: OrderPosition, overrides: Sequence[RuleConflict]) -> None:
    """Prints why a mod is where it is, and the rules of earlier mods that it overrides."""
    for edge in place.after:
        echo(f"       after {edge.first} ({edge.key}, {edge.where})")
    for edge in place.before:
        if edge.mod is place.mod:
            echo(f"       before {edge.then} ({edge.key}, {edge.where})")
    if place.tie_break:
        echo(f"       {place.tie_break}")
    for rule in overrides:
        if rule.last.mod == place.mod.id:
            echo(f"       {rule.last.rule} overrides {rule.first.mod} {rule.first.rule} in {rule.term}")
            echo(f"         {describe_relation(rule)}")
