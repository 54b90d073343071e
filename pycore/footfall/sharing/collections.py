"""Collections: mods that only require other mods, each in one version, with a lock of their contents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from footfall.diagnostics.files import ModFilesError
from footfall.loader import Mod
from footfall.loader.profiles import InstalledMod

from .locks import LOCK_NAME, LockFileError, format_lock, parse_lock


class CollectionError(ValueError):
    """A collection that does not hold together. Its message is for the player."""


def format_manifest(id: str, members: Iterable[InstalledMod]) -> str:
    """Returns the manifest of a new collection."""
    author, _, name = id.rpartition(".")
    lines = [
        "[mod]",
        f'id = "{id}"',
        'version = "0.1.0"',
        'api = "1"',
        f'name = "{name.replace("-", " ").title()}"',
        f'summary = "A collection of mods by {author}."',
        f'authors = ["{author}"]',
        'license = "CC0-1.0"',
        "",
        "[effects] # the collection itself does nothing",
        "world = false",
        "saves = false",
        "",
        "[requires]",
        *(f'"{mod.id}" = "=={mod.version}"' for mod in members),
    ]
    return "\n".join(lines) + "\n"


def format_members(members: Iterable[InstalledMod]) -> str:
    """Returns the lock of a collection."""
    return format_lock([(mod.id, mod.version, mod.hash) for mod in members])


def choose_members(mod: Mod, installed: Mapping[str, InstalledMod]) -> list[InstalledMod]:
    """Returns the installed mods that a collection requires.

    Raises:
        CollectionError: one is not installed, or in another version.
    """
    members = []
    for id, versions in mod.manifest.requires.items():
        member = installed.get(id)
        line = f'{mod.document.locate("requires", id)}: "{id}" = "{versions}"'
        if member is None:
            raise CollectionError(f"{line}: it is not installed; to install it: footfall mods install {id}")
        if versions != f"=={member.version}":
            raise CollectionError(
                f'{line}: installed is {member.version}; write "=={member.version}", or install that version'
            )
        members.append(member)
    return members


def find_other_content(mods: Mapping[str, Mod]) -> str:
    """Returns which mod has other content than a collection among the mods names, or ``""``."""
    for mod in mods.values():
        if LOCK_NAME not in mod.files.names:
            continue
        try:
            lock = parse_lock(f"{mod.id}: {LOCK_NAME}", mod.files.read(LOCK_NAME))
        except (LockFileError, ModFilesError) as error:
            return str(error)
        for row in lock.mod:
            other = mods.get(row.id)
            if other is not None and other.version == row.version and other.hash != row.hash:
                text = f"{row.id} {row.version} has the content {other.hash[:12]}, but the collection {mod.id}"
                return f"{text} {mod.version} was made with {row.hash[:12]} (its {LOCK_NAME})"
    return ""
