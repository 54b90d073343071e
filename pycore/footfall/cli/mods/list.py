"""``footfall mods list``: all mods, in load order, with their state; the reasons for the order; newer versions."""

from collections.abc import Iterator, Sequence
from typing import Any

import click
import msgspec

from footfall.app.startup import refresh_retractions
from footfall.diagnostics.files import ModFilesError
from footfall.loader import LoadResult, Mod, Source, select_active_mods
from footfall.loader.order import explain_order
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import ProfileError, get_profile, get_profile_name, read_pointer
from footfall.loader.profiles.retractions import iter_retracted
from footfall.loader.rules.conflicts import RuleConflict, find_rule_conflicts
from footfall.sharing.package_state import make_pool
from footfall.sharing.plans import explain_held_back, plan_update

from ..options import MODS, GameOptions, game_options
from ..output import Report, print_findings, print_notes, prints_report, wants_json
from ..tables import build_table
from .changing import open_indexes
from .conflicts import describe_relation


@click.command("list")
@click.option("--game", default=None, help="Show which mods are active in this game.")
@click.option("--explain", is_flag=True, help="Instead: the order of the mods that are on, with the reasons.")
@click.option("--outdated", is_flag=True, help="Instead: installed mods with a newer or a retracted version.")
@prints_report
@game_options(*MODS)
def list_mods(game: str | None, explain: bool, outdated: bool, setup: GameOptions) -> Report:
    """List all mods in load order, with state and problems. Later mods take precedence.

    Exit code 1 if the installed mods or, with --outdated, the indexes cannot be read.
    """
    if outdated:
        return _list_outdated()
    if not explain:
        refresh_retractions()
    loaded = setup.load(game, quiet=True, keeps_off=True)
    problems = list(loaded.findings)
    rows, lines = _explain_order(loaded) if explain else (_collect_rows(loaded), [])
    if explain:
        problems = [finding for finding in problems if finding.code in ("cycle", "hook-cycle", "bad-profile")]

    def list_lines() -> Iterator[object]:
        if not explain:
            cells = []
            for row in rows:
                state = f"{row['state']}: {row['reason']}" if row["reason"] else row["state"]
                state = f"{state}; retracted: {row['retracted']}" if row["retracted"] else state
                version = f"{row['version']} (pinned)" if row["pinned"] else row["version"]
                cells.append((row["place"], row["id"], version, state, row["source"], row["summary"]))
            yield build_table(("#", "id", "version", "state", "source", "summary"), cells)
        yield from lines
        print_findings(problems)

    data = {"order" if explain else "mods": rows, "problems": [str(problem) for problem in problems]}
    has_failed = any(finding.code == "bad-profile" for finding in loaded.findings)
    return Report(data, list_lines(), has_failed)


def _collect_rows(loaded: LoadResult) -> list[dict[str, Any]]:
    order = {mod.id: place for place, mod in enumerate(loaded.mods, 1)}
    active = set(order)
    if loaded.game is not None:
        active = {mod.id for mod in select_active_mods(loaded.game, loaded.mods, loaded.games)}
    waiting = {finding.mod for finding in loaded.findings if finding.code == "not-approved"}
    switched = user_choices.load_choices().switches
    retracted = {mod.id: why for mod, why in iter_retracted(loaded.available.values())}
    try:
        pointer = read_pointer()
        pinned = {mod.id for mod in get_profile(pointer, get_profile_name(pointer)).now.mods if mod.is_pinned}
    except ProfileError:  # one of the problems that are printed
        pinned = set()
    rows = []
    for id, mod in sorted(loaded.available.items(), key=lambda item: (order.get(item[0], len(order) + 1), item[0])):
        state = "off" if id not in order else "on" if id in active else "not in this game"
        state = "not approved" if id in waiting else state
        reason = "by default" if not mod.is_on_by_default and id not in switched else "see the problems below"
        reason = "switched off by you" if switched.get(id) is False else reason
        rows.append(
            {
                "place": order.get(id, "-"),
                "id": id,
                "version": mod.version,
                "state": state,
                "reason": reason if state == "off" else "",
                "source": mod.source.name.lower(),
                "summary": mod.info.summary,
                "hash": _find_hash(mod),
                "retracted": retracted.get(id, ""),
                "pinned": id in pinned and mod.source is Source.STORE,
            }
        )
    return rows


def _find_hash(mod: Mod) -> str:
    """Returns the hash of a mod, or ``""`` if its files cannot be read."""
    try:
        return mod.hash
    except ModFilesError:
        return ""


def _explain_order(loaded: LoadResult) -> tuple[list[dict[str, Any]], list[str]]:
    """Returns position, deciding lines and overridden rules of each mod that is on; as data and in words."""
    mods: Sequence[Mod] = loaded.mods
    base: tuple[str, ...] = ()
    overrides: list[RuleConflict] = []
    if loaded.game is not None:
        mods, base = select_active_mods(loaded.game, loaded.mods, loaded.games), loaded.game.rule_mods
        overrides = find_rule_conflicts(loaded.hooks, lambda a, b: False)
    rows, lines = [], []
    for place in explain_order(mods, base):
        own = [rule for rule in overrides if rule.last.mod == place.mod.id]
        rows.append(
            {
                "place": place.number,
                "mod": place.mod.id,
                "version": place.mod.version,
                "after": [{"mod": edge.first, "key": edge.key, "where": edge.location} for edge in place.after],
                "before": [{"mod": edge.last, "key": edge.key, "where": edge.location} for edge in place.before],
                "tie_break": place.tie_break,
                "overrides": msgspec.to_builtins(own),
            }
        )
        reasons = [f"after {edge.first} ({edge.key}, {edge.location})" for edge in place.after]
        own_edges = [edge for edge in place.before if edge.mod is place.mod]
        reasons += [f"before {edge.last} ({edge.key}, {edge.location})" for edge in own_edges]
        reasons += [place.tie_break] if place.tie_break else []
        for rule in own:
            reasons.append(f"{rule.last.rule} overrides {rule.first.mod} {rule.first.rule} in {rule.term}")
            reasons.append(f"  {describe_relation(rule)}")
        lines += [f"{place.number:>3}  {place.mod.id} {place.mod.version}", *(f"       {text}" for text in reasons)]
    return rows, lines


def _list_outdated() -> Report:
    """Lists installed mods with a newer or a retracted version, and the reasons that hold them back."""
    profile, base, packages = open_indexes()
    plan = plan_update(packages, base, ())
    updated = {mod.id: mod.version for mod in plan.mods}
    retracted = packages.list_withdrawn(id for id in packages.installed if id in updated)
    notes = [*packages.list_replaced(packages.installed), *retracted, *packages.list_moved(plan.mods)]
    pool = make_pool(packages, list(packages.installed))
    rows = []
    for id, mod in packages.installed.items():
        entry, reason = packages.find_entry(id), packages.find_retraction(id)
        if not reason and not packages.is_outdated(id):
            continue
        reasons = [f"retracted: {reason}"] if reason else []
        reasons += [explain_held_back(packages, id, pool)] if updated.get(id) == mod.version else []
        newest = entry.newest.version if entry is not None and entry.newest is not None else ""
        versions = {"version": mod.version, "newest": newest, "update": updated.get(id, "")}
        rows.append({"id": id, **versions, "why": "; ".join(reasons)})
    if not wants_json():
        print_notes(notes)
    lines = []
    for row in rows:
        newest = f" -> {row['newest']}" if row["newest"] else ""
        lines.append(f"{row['id']} {row['version']}{newest}" + (f"  {row['why']}" if row["why"] else ""))
    if not rows and not notes and not packages.sources.unused_indexes:
        lines.append("all installed mods are up to date")
    data = {"profile": profile, "mods": rows, "notes": (*packages.sources.sentences, *notes)}
    return Report(data, lines, has_failed=bool(packages.sources.unused_indexes))
