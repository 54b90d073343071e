"""``footfall mods profile``: sets of installed mods with choices and pins of their own, and locks of mods."""

from pathlib import Path

import click
import msgspec

from footfall import __version__
from footfall.app.profile_change import open_installed
from footfall.diagnostics.plural import format_count
from footfall.disk import replace_file
from footfall.engine.saves.differences import compare_locks
from footfall.loader import Source, select_active_mods
from footfall.loader.discovery import STORE_CODES
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import (
    DEFAULT_PROFILE,
    Profile,
    ProfileError,
    StorePointer,
    get_profile,
    get_profile_name,
    read_pointer,
)
from footfall.sharing.carry_out import commit
from footfall.sharing.locks import format_lock, format_profile, read_lock
from footfall.sharing.plans import find_id, find_installed_id, plan_pin, plan_unpin
from footfall.sharing.store import StoreError, change_pointer, keep_named, set_profile

from ..options import ANY_PATH, MODS, GameOptions, check_profile_name, game_options, profile_option
from ..output import CliError, Report, print_notes, prints_report, report_write_errors
from .changing import open_indexes, run_plan, yes_option


@click.command("new")
@click.argument("name")
@prints_report
def create(name: str) -> Report:
    """Create a profile. To install in it: footfall mods install MOD --profile NAME."""
    check_profile_name(name)

    def change(pointer: StorePointer) -> StorePointer:
        if name == DEFAULT_PROFILE or name in pointer.profiles:
            raise ProfileError(f"the profile {name} exists already")
        return set_profile(pointer, name, Profile())

    change_pointer(change)
    return Report({"profile": name}, [f"created; to play with it: footfall play --profile {name}"], indent=None)


@click.command("list")
@prints_report
def list_profiles() -> Report:
    """List the profiles and their mods; * marks the one in use."""
    pointer = read_pointer()
    used = get_profile_name(pointer)
    profiles = {name: get_profile(pointer, name) for name in sorted({DEFAULT_PROFILE, *pointer.profiles})}
    rows, lines = [], []
    for name, profile in profiles.items():
        installed = profile.now.mods
        rows.append(
            {"name": name, "used": name == used, "mods": msgspec.to_builtins(installed), "steps": len(profile.before)}
        )
        mods = ", ".join(f"{mod.id} {mod.version}" for mod in installed)
        lines.append(f"{'*' if name == used else ' '} {name}: {format_count(len(installed), 'mod')}  {mods}".rstrip())
    return Report({"profiles": rows}, lines)


@click.command("use")
@click.argument("name")
@prints_report
def use(name: str) -> Report:
    """Use a profile from now on, in every command that has no --profile."""
    change_pointer(lambda pointer: choose_profile(pointer, name))
    return Report({"profile": name}, [f"in use: {name}"], indent=None)


def choose_profile(pointer: StorePointer, name: str) -> StorePointer:
    """Returns a pointer with another profile in use.

    Raises:
        ProfileError: there is no such profile.
    """
    if name != DEFAULT_PROFILE and name not in pointer.profiles:
        known = ", ".join(sorted({DEFAULT_PROFILE, *pointer.profiles}))
        raise ProfileError(f"there is no profile {name!r}; profiles: {known}")
    return msgspec.structs.replace(pointer, profile=name)


@click.command("remove")
@click.argument("name")
@prints_report
def remove(name: str) -> Report:
    """Remove a profile that is not in use. Its saved games and contents stay; see: footfall mods remove --unused."""

    def change(pointer: StorePointer) -> StorePointer:
        choose_profile(pointer, name)
        if name in (DEFAULT_PROFILE, pointer.profile):
            raise ProfileError(f"the profile {name} is in use; use another one first: footfall mods profile use NAME")
        return set_profile(pointer, name, None)

    change_pointer(change)
    return Report({"removed": name}, [f"removed: {name}"], indent=None)


@click.command("share")
@click.argument("name", default="")
@click.option("--out", type=ANY_PATH, help="The file. Default: NAME.profile here.")
@prints_report
def share(name: str, out: Path | None) -> Report:
    """Write the profile NAME (default: the one in use) as one small file; others take it with install --from."""
    pointer = read_pointer()
    name = name or get_profile_name(pointer)
    choose_profile(pointer, name)
    mods = get_profile(pointer, name).now.mods
    path = out or Path(f"{name}.profile")
    replace_file(path, [format_profile(name, mods, user_choices.load_choices(name)).encode()])
    advice = f"others take it with: footfall mods install --from {path.name}"
    data = {"file": str(path), "profile": name, "mods": len(mods)}
    return Report(data, [f"{path}: {format_count(len(mods), 'mod')}; {advice}"], indent=None)


@click.command("pin")
@click.argument("mod", metavar="ID")
@click.argument("version", default="")
@click.option("--remove", "removes", is_flag=True, help="Let the mod be updated again.")
@yes_option
@prints_report
@profile_option
def pin_mod(mod: str, version: str, removes: bool, yes: bool) -> Report:
    """Keep an installed mod at its version through updates; with VERSION, install that one first."""
    if removes and version:
        raise click.UsageError("give either VERSION or --remove")
    profile, base, packages = open_indexes() if version else open_installed()
    id = find_id(packages, mod) if version else find_installed_id(packages, mod)
    plan = plan_unpin(base, [id]) if removes else plan_pin(packages, base, id, version)
    if plan.steps:
        asks = any(step.before is not None and step.id != id for step in plan.steps)
        return run_plan(profile, packages, plan, asks=asks, yes=yes)
    if plan.mods != plan.base.mods:
        commit(profile, plan)
    pinned = [f"{mod.id} {mod.version}" for mod in plan.mods if mod.is_pinned]
    lines = [f"pinned in the profile {profile}: {', '.join(pinned) or 'nothing'}"]
    return Report({"profile": profile, "pinned": pinned}, lines)


@click.command("lock")
@click.option("--check", is_flag=True, help="Compare with the lock file; exit code 1 if anything differs.")
@click.option("--file", type=ANY_PATH, default=Path("footfall.lock"), show_default=True, help="The lock file.")
@click.option("--game", default=None, help="Only the mods active in this game.")
@prints_report
@game_options(*MODS)
def lock_mods(check: bool, file: Path, game: str | None, setup: GameOptions) -> Report:
    """Write id, version and content hash of the enabled mods to a lock file, or compare them with it."""
    loaded = setup.load(game)
    mods = loaded.mods
    if loaded.game is not None:
        mods = tuple(select_active_mods(loaded.game, loaded.mods, loaded.games))
    rows = tuple((mod.id, mod.version, mod.hash) for mod in mods)
    count = format_count(len(rows), "mod")
    if check:
        try:
            lock = read_lock(file)
        except FileNotFoundError:
            raise CliError(f"{file} does not exist; to write it: footfall mods profile lock --file {file}") from None
        except OSError as error:
            raise CliError(f"{file} is not a lock file ({error.strerror or error})") from None
        lines = [str(difference) for difference in compare_locks(lock.rows, rows)]
        if lock.footfall != __version__:
            lines.append(f"footfall: {lock.footfall} -> {__version__}")
        data = {"file": str(file), "same": not lines, "differences": lines}
        return Report(data, [*lines, f"{file}: {'differs' if lines else f'the same {count}'}"], has_failed=bool(lines))
    if any(finding.code in STORE_CODES for finding in loaded.findings):
        raise CliError(f"{file} was not written: installed mods that are damaged or lost would be missing from it")
    with report_write_errors(file):
        replace_file(file, [format_lock(rows).encode()])
    if any(mod.source is Source.STORE for mod in loaded.mods):
        try:
            keep_named(file)  # keeps the contents that the lock names, for as long as it exists
        except (StoreError, ProfileError) as error:
            print_notes([f"footfall mods remove --unused will not know this lock: {error}"])
    return Report({"file": str(file), "mods": [list(row) for row in rows]}, [f"{file}: {count}"])
