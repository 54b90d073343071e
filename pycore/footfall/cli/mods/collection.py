"""``footfall mods collection``: mod packs, published and installed like a mod."""

from __future__ import annotations

import json
from pathlib import Path

import click

from footfall.app.profile_change import open_installed
from footfall.diagnostics.plural import format_count
from footfall.engine.saves.atomic_file import replace_file
from footfall.loader.manifest import find_id_fault
from footfall.loader.profiles.pointer import InstalledMod
from footfall.sharing.locks import LOCK_NAME, CollectionError, choose_members, format_manifest, format_members
from footfall.sharing.plans import find_installed_id

from ..lazy_group import LazyGroup
from ..mod_lookup import find_mod
from ..options import CliError
from ..output import echo
from .changing import report_failures
from .pack import pack_mod

COMMANDS = {
    "new": ("collection:create", "Create a collection of mods."),
    "build": ("collection:build", "Lock and pack a collection."),
}


@click.group("collection", cls=LazyGroup, subcommands=COMMANDS, package=__package__)
def collection_group() -> None:
    """Mod packs: a manifest that requires mods in exact versions, and a lock of their contents."""


@click.command("new")
@click.argument("id", metavar="AUTHOR.NAME")
@click.argument("mods", nargs=-1, metavar="[MOD]...")
@click.option(
    "--dir", "where", type=click.Path(path_type=Path), default=Path(), help="Where to create it. Default: here."
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def create(id: str, mods: tuple[str, ...], where: Path, as_json: bool) -> None:
    """Create a collection of installed mods: of MODs and what they require, or of the whole profile."""
    if fault := find_id_fault(id):
        raise CliError(f"{id!r} is not a mod id: it {fault}")
    folder = where / id.rpartition(".")[2]
    if folder.exists():
        raise CliError(f"{folder} exists already; nothing was written")
    with report_failures():
        members = _list_members(mods)
        replace_file(folder / LOCK_NAME, [format_members(members).encode()])
        replace_file(folder / "mod.toml", [format_manifest(id, members).encode()])
    if as_json:
        echo(json.dumps({"mod": id, "folder": str(folder), "mods": [mod.id for mod in members]}, indent=2))
        return
    echo(f"created {folder} with {format_count(len(members), 'mod')}; edit its mod.toml, then:")
    echo(f"  footfall mods collection build {folder}")


def _list_members(words: tuple[str, ...]) -> list[InstalledMod]:
    _, base, shelf = open_installed()
    if not base.mods:
        raise CliError("nothing is installed in this profile; a collection is made of installed mods")
    pending = [find_installed_id(shelf, word) for word in words] or list(shelf.installed)
    chosen: set[str] = set()
    while pending:
        id = pending.pop()
        if id in shelf.installed and id not in chosen:
            chosen.add(id)
            if id in shelf.lost:
                raise CliError(f"{id} is damaged or lost, so what it requires is unknown; see: footfall mods verify")
            pending += shelf.contents[id].manifest.requires
    return [mod for mod in base.mods if mod.id in chosen]


@click.command("build")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--out", type=click.Path(path_type=Path), help="The zip file. Default: NAME-VERSION.zip here.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_context
def build(context: click.Context, folder: Path, out: Path | None, as_json: bool) -> None:
    """Rewrite the lock of the collection in FOLDER from the installed mods, and pack it as a zip."""
    mod = find_mod(str(folder))
    with report_failures():
        _, _, shelf = open_installed()
        try:
            members = choose_members(mod, shelf.installed)
        except CollectionError as error:
            raise CliError(str(error)) from None
        replace_file(folder / LOCK_NAME, [format_members(members).encode()])
    context.invoke(pack_mod, folder=folder, out=out, as_json=as_json)
