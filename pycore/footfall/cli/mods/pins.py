"""``footfall mods pin`` and ``unpin``: mods that keep a version through updates."""

from __future__ import annotations

import json

import click

from footfall.app.profile_change import open_installed
from footfall.sharing.carry_out import commit
from footfall.sharing.plans import ChangePlan, find_id, find_installed_id, plan_pin, plan_unpin

from ..options import profile_option
from ..output import echo
from .changing import change_options, open_indexes, report_failures, run_plan


@click.command("pin")
@click.argument("mod", metavar="ID")
@click.argument("version", default="")
@change_options
@profile_option
def pin_mod(mod: str, version: str, yes: bool, as_json: bool) -> None:
    """Keep an installed mod at its version through updates; with VERSION, install that one first."""
    with report_failures():
        profile, base, shelf = open_indexes() if version else open_installed()
        id = find_id(shelf, mod) if version else find_installed_id(shelf, mod)
        plan = plan_pin(shelf, base, id, version)
        if plan.steps:
            ask = any(step.before is not None and step.id != id for step in plan.steps)
            run_plan(profile, shelf, plan, ask=ask, yes=yes, as_json=as_json)
        else:
            _commit_pins(profile, plan, as_json)


@click.command("unpin")
@click.argument("mods", nargs=-1, required=True, metavar="ID...")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@profile_option
def unpin_mods(mods: tuple[str, ...], as_json: bool) -> None:
    """Let pinned mods be updated again."""
    with report_failures():
        profile, base, shelf = open_installed()
        _commit_pins(profile, plan_unpin(base, [find_installed_id(shelf, word) for word in mods]), as_json)


def _commit_pins(profile: str, plan: ChangePlan, as_json: bool) -> None:
    if plan.mods != plan.base.mods:
        commit(profile, plan)
    pinned = [f"{mod.id} {mod.version}" for mod in plan.mods if mod.is_pinned]
    if as_json:
        echo(json.dumps({"profile": profile, "pinned": pinned}, indent=2))
    else:
        echo(f"pinned in the profile {profile}: {', '.join(pinned) or 'nothing'}")
