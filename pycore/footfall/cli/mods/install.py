"""``footfall mods install``: installs mods from indexes and files, or exactly those that a file names."""

from __future__ import annotations

import re
from pathlib import Path

import click

from footfall.diagnostics.files import expand_home
from footfall.loader import Mod
from footfall.loader.profiles.pointer import (
    DEFAULT_PROFILE,
    ModSet,
    Profile,
    get_profile,
    get_profile_name,
    is_profile_name,
    read_pointer,
)
from footfall.sharing.carry_out import read_file, read_url
from footfall.sharing.locks import Lock, NamingKind, read_named_mods, write_choices
from footfall.sharing.package_state import Shelf
from footfall.sharing.plans import ChangePlan, PlanError, find_id, plan_exact, plan_install
from footfall.sharing.store import change_pointer, keep_named, set_profile

from ..options import CliError
from ..output import echo
from .changing import change_options, open_indexes, report_failures, run_plan


@click.command("install")
@click.argument("mods", nargs=-1, metavar="[ID[@VERSION] | FILE | URL]...")
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    help="Install exactly the mods that this save, replay, lock or shared profile names, in a profile of their own.",
)
@click.option("--profile", default="", metavar="NAME", help="Install in this profile. Default: the one in use.")
@click.option(
    "--replace", is_flag=True, help="Ask whether to take other content of a version that was installed before."
)
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@change_options
def install_mods(
    mods: tuple[str, ...],
    source: Path | None,
    profile: str,
    replace: bool,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Install mods and what they require. Python code stays off until it is approved."""
    if bool(mods) == (source is not None):
        raise click.UsageError("name mods, or a file with --from")
    if profile and not is_profile_name(profile):
        raise CliError(f"{profile!r} is no name for a profile: lowercase letters, digits and hyphens")
    with report_failures():
        if source is not None:
            _install_from(source, profile, dry_run, yes, as_json)
            return
        name, base, shelf = open_indexes(profile)
        plan = _plan_words(shelf, base, mods, replace)
        asked = {word.partition("@")[0] for word in mods}
        others = [s for s in plan.steps if s.before is not None and not asked & {s.id, s.id.rpartition(".")[2]}]
        run_plan(name, shelf, plan, ask=bool(others) or replace, yes=yes, as_json=as_json, dry_run=dry_run)


def _plan_words(shelf: Shelf, base: ModSet, words: tuple[str, ...], replace: bool) -> ChangePlan:
    asked: list[tuple[str, str]] = []
    files: list[Mod] = []
    for word in words:
        if "://" in word:
            files.append(read_url(word))
        elif word.endswith((".zip", ".py")) or "/" in word or "\\" in word:
            files.append(read_file(_find_file(word)))
        else:
            id, _, version = word.partition("@")
            asked.append((find_id(shelf, id), version))
    return plan_install(shelf, base, asked, files, replaces=replace)


def _find_file(word: str) -> Path:
    path = expand_home(word)
    if path.is_dir():
        raise PlanError(f"{word} is a folder; to play with it: --mods {word}; to pack it: footfall mods pack {word}")
    if not path.exists():
        raise PlanError(f"there is no file {word}")
    if path.suffix == ".py":
        raise PlanError(f"{word} is a mod of one file; copy it to the folder mods/")
    return path


def _install_from(source: Path, profile: str, dry_run: bool, yes: bool, as_json: bool) -> None:
    """Puts exactly the mods of a file into a profile: that of `profile`, else one named after the file."""
    if not source.exists():
        raise CliError(f"there is no file {source}")
    kind, lock, missing = read_named_mods(source)
    pointer = read_pointer()
    name = profile or lock.profile or _make_name(source)
    if name == DEFAULT_PROFILE and not profile:
        name = "shared"
    exists = name == DEFAULT_PROFILE or name in pointer.profiles
    if kind is NamingKind.SAVE:  # also what it waits for
        known = {row.id for row in lock.mod}
        lock = _add_rows(lock, [row for row in missing if row[0] not in known])
    _, _, shelf = open_indexes(DEFAULT_PROFILE)
    base = get_profile(pointer, name).now
    plan = plan_exact(shelf, base, lock, f"install --from {source.name}")
    ask = exists and any(step.before is not None for step in plan.steps)
    run_plan(name, shelf, plan, ask=ask, yes=yes, as_json=as_json, dry_run=dry_run)
    if dry_run:
        return
    keep_named(source)
    if not exists:  # the choices of a profile that was here are the player's
        change_pointer(lambda now: now if name in now.profiles else set_profile(now, name, Profile()))
        write_choices(name, lock)
    if not as_json and get_profile_name(read_pointer()) != name:
        how = f"footfall replay {source}" if kind is NamingKind.REPLAY else "footfall play"
        echo(f"play with them: {how} --profile {name}")


def _add_rows(lock: Lock, rows: list[tuple[str, str, str]]) -> Lock:
    import msgspec

    from footfall.sharing.locks import LockedMod

    return msgspec.structs.replace(lock, mod=(*lock.mod, *(LockedMod(*row) for row in rows)))


def _make_name(path: Path) -> str:
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:40].strip("-") or "shared"
