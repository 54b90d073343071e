"""``footfall mods profile``: sets of installed mods with choices of their own."""

from __future__ import annotations

import json
from pathlib import Path

import click
import msgspec

from footfall.diagnostics.plural import format_count
from footfall.engine.saves.atomic_file import replace_file
from footfall.loader.json_file import write_json
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import (
    DEFAULT_PROFILE,
    Profile,
    ProfileError,
    StorePointer,
    get_profile,
    get_profile_name,
    is_profile_name,
    read_pointer,
)
from footfall.sharing.locks import format_profile
from footfall.sharing.store import change_pointer, set_profile

from ..lazy_group import LazyGroup
from ..options import CliError
from ..output import echo
from .changing import report_failures

COMMANDS = {
    "new": ("profiles:create", "Create a profile."),
    "list": ("profiles:list_profiles", "List the profiles."),
    "use": ("profiles:use", "Use a profile from now."),
    "remove": ("profiles:remove", "Remove a profile."),
    "share": ("profiles:share", "Write a profile to share."),
}


@click.group("profile", cls=LazyGroup, subcommands=COMMANDS, package=__package__)
def profile_group() -> None:
    """Sets of installed mods, with their own choices and saved games; the contents are stored once.

    The profile "default" also plays with the mods in the folders mods/, the others with exactly their own.
    """


@click.command("new")
@click.argument("name")
@click.option("--copy", "is_copy", is_flag=True, help="Begin with the mods and choices of the profile in use.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def create(name: str, is_copy: bool, as_json: bool) -> None:
    """Create a profile. To install in it: footfall mods install MOD --profile NAME."""
    if not is_profile_name(name):
        raise CliError(f"{name!r} is no name for a profile: lowercase letters, digits and hyphens")

    def change(pointer: StorePointer) -> StorePointer:
        if name == DEFAULT_PROFILE or name in pointer.profiles:
            raise ProfileError(f"the profile {name} exists already")
        source = get_profile(pointer, get_profile_name(pointer)) if is_copy else Profile()
        return set_profile(pointer, name, Profile(source.now))

    with report_failures():
        choices = user_choices.load_choices()
        change_pointer(change)
        if is_copy:
            write_json(user_choices.choices_path(name), choices)
    echo(json.dumps({"profile": name}) if as_json else f"created; to play with it: footfall play --profile {name}")


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def list_profiles(as_json: bool) -> None:
    """List the profiles and their mods; * marks the one in use."""
    with report_failures():
        pointer = read_pointer()
        used = get_profile_name(pointer)
    names = sorted({DEFAULT_PROFILE, *pointer.profiles})
    profiles = {name: get_profile(pointer, name) for name in names}
    if as_json:
        rows = [
            {"name": name, "used": name == used, "mods": msgspec.to_builtins(p.now.mods), "steps": len(p.before)}
            for name, p in profiles.items()
        ]
        echo(json.dumps({"profiles": rows}, indent=2, ensure_ascii=False))
        return
    for name, profile in profiles.items():
        mods = ", ".join(f"{mod.id} {mod.version}" for mod in profile.now.mods)
        echo(f"{'*' if name == used else ' '} {name}: {format_count(len(profile.now.mods), 'mod')}  {mods}".rstrip())


@click.command("use")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def use(name: str, as_json: bool) -> None:
    """Use a profile from now on, in every command that has no --profile."""
    with report_failures():
        change_pointer(lambda pointer: choose_profile(pointer, name))
    echo(json.dumps({"profile": name}) if as_json else f"in use: {name}")


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
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def remove(name: str, as_json: bool) -> None:
    """Remove a profile that is not in use. Its saved games and contents stay; see: footfall mods clean."""

    def change(pointer: StorePointer) -> StorePointer:
        choose_profile(pointer, name)
        if name in (DEFAULT_PROFILE, pointer.profile):
            raise ProfileError(f"the profile {name} is in use; use another one first: footfall mods profile use NAME")
        return set_profile(pointer, name, None)

    with report_failures():
        change_pointer(change)
    echo(json.dumps({"removed": name}) if as_json else f"removed: {name}")


@click.command("share")
@click.argument("name", default="")
@click.option("--out", type=click.Path(path_type=Path), help="The file. Default: NAME.profile here.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def share(name: str, out: Path | None, as_json: bool) -> None:
    """Write the profile NAME (default: the one in use) as one small file; others take it with install --from."""
    with report_failures():
        pointer = read_pointer()
        name = name or get_profile_name(pointer)
        choose_profile(pointer, name)
        mods = get_profile(pointer, name).now.mods
        path = out or Path(f"{name}.profile")
        text = format_profile(name, mods, user_choices.load_choices_of(name))
        replace_file(path, [text.encode()])
    if as_json:
        echo(json.dumps({"file": str(path), "profile": name, "mods": len(mods)}))
        return
    echo(f"{path}: {format_count(len(mods), 'mod')}; others take it with: footfall mods install --from {path.name}")
