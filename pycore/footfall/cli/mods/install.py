"""``footfall mods install``, ``update``, ``remove`` and ``undo``: changes of a profile. Nothing updates by itself."""

import re
from pathlib import Path

import click
import msgspec

from footfall.app.profile_change import open_installed
from footfall.diagnostics.files import expand_home
from footfall.diagnostics.plural import format_count
from footfall.loader import Mod, discover, select_mods
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import DEFAULT_PROFILE, Profile, get_profile, get_profile_name, read_pointer
from footfall.sharing import plans
from footfall.sharing.carry_out import read_file, read_url
from footfall.sharing.cleaning import find_waste, sweep
from footfall.sharing.locks import LockedMod, NamingKind, read_named_mods, write_choices
from footfall.sharing.store import change_pointer, keep_named, set_profile, undo

from ..options import ANY_PATH, check_profile_name, profile_option
from ..output import CliError, Report, echo, print_notes, prints_report, require_consent, wants_json
from .changing import open_indexes, run_plan, yes_option

dry_run_option = click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")


@click.command("install")
@click.argument("mods", nargs=-1, metavar="[ID[@VERSION] | FILE | URL]...")
@click.option(
    "--from",
    "source",
    type=ANY_PATH,
    help="Install exactly the mods that this save, replay, lock or shared profile names, in a profile of their own.",
)
@click.option("--profile", default="", metavar="NAME", help="Install in this profile. Default: the one in use.")
@click.option(
    "--replace", is_flag=True, help="Ask whether to take other content of a version that was installed before."
)
@dry_run_option
@yes_option
@prints_report
def install_mods(
    mods: tuple[str, ...], source: Path | None, profile: str, replace: bool, dry_run: bool, yes: bool
) -> Report:
    """Install mods and their requirements. Python code stays off until it is approved."""
    if bool(mods) == (source is not None):
        raise click.UsageError("name mods, or a file with --from")
    if profile:
        check_profile_name(profile)
    if source is not None:
        return _install_from(source, profile, dry_run, yes)
    name, base, packages = open_indexes(profile)
    asked: list[tuple[str, str]] = []
    files: list[Mod] = []
    for word in mods:
        if "://" in word:
            files.append(read_url(word))
        elif word.endswith((".zip", ".py")) or "/" in word or "\\" in word:
            path = expand_home(word)
            if path.is_dir():
                advice = f"to play with it: --mods {word}; to pack it: footfall mods pack {word}"
                raise plans.PlanError(f"{word} is a folder; {advice}")
            if not path.exists():
                raise plans.PlanError(f"there is no file {word}")
            if path.suffix == ".py":
                raise plans.PlanError(f"{word} is a mod of one file; copy it to the folder mods/")
            files.append(read_file(path))
        else:
            id, _, version = word.partition("@")
            asked.append((plans.find_id(packages, id), version))
    plan = plans.plan_install(packages, base, asked, files, replaces=replace)
    named = {word.partition("@")[0] for word in mods}
    others = [s for s in plan.steps if s.before is not None and not named & {s.id, s.id.rpartition(".")[2]}]
    return run_plan(name, packages, plan, asks=bool(others) or replace, yes=yes, dry_run=dry_run)


def _install_from(source: Path, profile: str, dry_run: bool, yes: bool) -> Report:
    """Puts exactly the mods of a file into a profile: that of `profile`, else one named after the file."""
    if not source.exists():
        raise CliError(f"there is no file {source}")
    kind, lock, missing = read_named_mods(source)
    pointer = read_pointer()
    file_name = re.sub(r"[^a-z0-9]+", "-", source.stem.lower()).strip("-")[:40].strip("-")
    name = profile or lock.profile or file_name or "shared"
    if name == DEFAULT_PROFILE and not profile:
        name = "shared"
    is_known = name == DEFAULT_PROFILE or name in pointer.profiles
    if kind is NamingKind.SAVE:  # also the mods it waits for
        known = {row.id for row in lock.mod}
        added = (LockedMod(*row) for row in missing if row[0] not in known)
        lock = msgspec.structs.replace(lock, mod=(*lock.mod, *added))
    _, _, packages = open_indexes(DEFAULT_PROFILE)
    plan = plans.plan_exact(packages, get_profile(pointer, name).now, lock, f"install --from {source.name}")
    asks = is_known and any(step.before is not None for step in plan.steps)
    report = run_plan(name, packages, plan, asks=asks, yes=yes, dry_run=dry_run)
    if dry_run:
        return report
    keep_named(source)
    if not is_known:  # the choices of a profile that was here are the player's
        change_pointer(lambda now: now if name in now.profiles else set_profile(now, name, Profile()))
        write_choices(name, lock)
    if get_profile_name(read_pointer()) == name:
        return report
    how = f"footfall replay {source}" if kind is NamingKind.REPLAY else "footfall play"
    return msgspec.structs.replace(report, lines=[*report.lines, f"play with them: {how} --profile {name}"])


@click.command("update")
@click.argument("mods", nargs=-1, metavar="[ID]...")
@dry_run_option
@yes_option
@prints_report
@profile_option
def update_mods(mods: tuple[str, ...], dry_run: bool, yes: bool) -> Report:
    """Update installed mods, by default all of them, after showing what changes.

    Exit code 1 if an index could not be read.
    """
    profile, base, packages = open_indexes()
    plan = plans.plan_update(packages, base, [plans.find_installed_id(packages, word) for word in mods])
    report = run_plan(profile, packages, plan, asks=True, yes=yes, dry_run=dry_run)
    return msgspec.structs.replace(report, has_failed=bool(packages.sources.unused_indexes))


@click.command("remove")
@click.argument("mods", nargs=-1, metavar="[ID]...")
@click.option(
    "--unused",
    is_flag=True,
    help="Delete contents that nothing needs: of removed, updated and disabled mods, and broken downloads.",
)
@yes_option
@prints_report
@profile_option
def remove_mods(mods: tuple[str, ...], unused: bool, yes: bool) -> Report:
    """Remove mods from the profile, and mods that only they required. Saved games keep their content.

    --unused keeps the contents that a profile in use, a save, a replay or a lock names.
    """
    if bool(mods) == unused:
        raise click.UsageError("name mods, or give --unused")
    if unused:
        _, base, packages = open_installed()
        choices = user_choices.load_choices()
        disabled = {mod.id for mod in base.mods if choices.switches.get(mod.id) is False}
        if disabled and packages.lost:
            lost = ", ".join(sorted(packages.lost))
            print_notes([f"mods that are switched off stay: what {lost} requires is unknown while it is damaged"])
            disabled = set()
        elif disabled:
            disabled -= select_mods(discover()[0], None, choices).keys()
        waste = find_waste(disabled)
        for item in () if wants_json() else waste:
            echo(f"{item.mod or item.path.name}  {item.kind.value}, {item.size >> 10:,} KiB")
        if waste:
            question, advice = "Delete this? It can be fetched again, but not undone", "; to delete this, add --yes"
            require_consent(question, yes=yes, advice=advice, refusal="nothing was deleted")
            sweep(waste, disabled)
        rows = [{"mod": item.mod, "why": item.kind.value, "bytes": item.size, "file": item.path.name} for item in waste]
        total = sum(item.size for item in waste)
        words = (
            f"deleted: {format_count(len(waste), 'file')}, {total >> 10:,} KiB"
            if waste
            else "there is nothing to delete"
        )
        return Report({"deleted": rows, "bytes": total}, [words])
    profile, base, packages = open_installed()
    ids = [plans.find_installed_id(packages, word) for word in mods]
    return run_plan(profile, packages, plans.plan_remove(packages, base, ids))


@click.command("undo")
@prints_report
@profile_option
def undo_change() -> Report:
    """Take back the last change of the profile. Repeat it to go further back."""
    profile = get_profile_name(read_pointer())
    before, after = undo(profile)
    steps = [str(step) for step in plans.ChangePlan(before, after.mods, {}, "undo").steps]
    data = {"profile": profile, "undone": before.cause, "steps": steps}
    return Report(data, [f"taken back in the profile {profile}: {before.cause}", *(f"    {step}" for step in steps)])
