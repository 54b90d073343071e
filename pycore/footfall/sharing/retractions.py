"""Keeps what the indexes say about the retraction of installed contents, so that every start knows it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from footfall.loader.profiles import InstalledMod, ProfileError, read_pointer
from footfall.loader.retractions import load_retractions, save_retractions

from .fetch import PlaceKind
from .index_format import INDEX_NAME
from .sources import Sources


def record_retractions(sources: Sources, added: Iterable[InstalledMod] = ()) -> None:
    """Records which contents of all profiles are retracted. What no index has now keeps what was known of it.

    Args:
        added: contents that a profile will have.

    Raises:
        OSError: the file cannot be written.
    """
    try:
        profiles = read_pointer().profiles.values()
    except ProfileError:  # reported by the loader
        return
    known, reasons = load_retractions().reasons, {}
    kept = [mod for profile in profiles for mods in (*profile.before, profile.now) for mod in mods.mods]
    for mod in (*kept, *added):
        version = sources.find_installed(mod)
        reasons[mod.hash] = version.retracted if version is not None else known.get(mod.hash, "")
    places = [index.place for index in sources.indexes if index.place.kind is PlaceKind.FOLDER]
    files = [Path(place.address, INDEX_NAME) for place in places]
    save_retractions({hash: reason for hash, reason in reasons.items() if reason}, files)
