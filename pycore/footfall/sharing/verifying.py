"""Whether the contents of the store are what their hashes say, and how those that are not come back."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from footfall.loader.discovery import has_content
from footfall.loader.profiles import InstalledMod, StorePointer, contents_folder

from .carry_out import fetch_content
from .fetch import FetchError
from .index_format import IndexFileError
from .sources import INDEX_PATIENCE, Sources
from .stock import offer_version
from .store import StoreError, list_known


class StoredContent(msgspec.Struct, frozen=True):
    """A content that the store has or should have.

    Attributes:
        mod: what a profile says about it, now or before its last changes; None if none does.
        is_used: whether a profile has it now.
        is_whole: whether it is there, and its files are those of its hash.
    """

    hash: str
    mod: InstalledMod | None
    is_used: bool
    is_whole: bool


def check_contents(pointer: StorePointer) -> list[StoredContent]:
    """Reads all contents of the store, and returns them in the order of their mods."""
    known = {mod.hash: mod for mod in list_known(pointer)}
    used = {mod.hash for profile in pointer.profiles.values() for mod in profile.now.mods}
    files = {path.stem for path in contents_folder().glob("*.zip") if not path.name.startswith(".")}
    rows = [StoredContent(hash, known.get(hash), hash in used, has_content(hash)) for hash in used | files]
    return sorted(rows, key=lambda row: (row.mod.id if row.mod is not None else "~", row.hash))


def restore_contents(sources: Sources, hashes: Collection[str]) -> tuple[dict[str, str], list[str]]:
    """Fetches contents again; what no index has, or what cannot be fetched, is left as it is.

    Returns:
        The names of the indexes that had them, by hash, and why others could not be fetched.
    """
    restored, failures = {}, []
    for hash in hashes:
        found = sources.find_by_content(hash)
        if found is not None:
            index, entry, at = found
            try:
                fetch_content(index, offer_version(index, entry.id, entry.versions[at]), patience=INDEX_PATIENCE)
                restored[hash] = index.pin.name
            except (FetchError, IndexFileError, StoreError, OSError) as error:
                failures.append(f"{entry.id} {entry.versions[at].version} could not be brought back: {error}")
    return restored, failures
