"""Garbage collection of the store: contents that no profile, save, replay or lock names."""

import os
import stat
from collections.abc import Collection, Iterable
from enum import Enum
from pathlib import Path

import msgspec
import platformdirs

from footfall.disk import remove_tree, sync_folder
from footfall.loader.discovery import find_content
from footfall.loader.profiles.pointer import (
    ModSet,
    Profile,
    ProfileError,
    StorePointer,
    contents_folder,
    find_content_fault,
    find_pointer_loss,
    get_profile_name,
    read_pointer,
    store_folder,
)

from .locks import LOCK_NAME, LockFileError, read_named_mods
from .store import StoreError, list_known, lock_store, replace_pointer

NAMING_FOLDERS = ("saves", "runs")
"""Folders of the user's data with files that name contents."""

NAMING_SUFFIXES = (".save", ".replay", ".before")


class WasteKind(Enum):
    """Why a file of the store is not needed.

    DISABLED: the mod is switched off in every profile that has it.
    UNUSED: no profile has it: it was removed or updated, or its installation was broken off.
    BROKEN_OFF: a part of a download, or of a file that was being written.
    """

    DISABLED = "disabled"
    UNUSED = "unused"
    BROKEN_OFF = "broken-off"


class Waste(msgspec.Struct, frozen=True):
    """A file to delete.

    Attributes:
        mod: id and version, or ``""`` if it is not a content.
        size: in bytes.
    """

    path: Path
    kind: WasteKind
    mod: str
    size: int


class NamedContents(msgspec.Struct, frozen=True):
    """The contents that saves, replays and locks name, by hash, and mods of which a save keeps objects."""

    hashes: frozenset[str]
    ids: frozenset[str]


def find_waste(disabled: Collection[str] = ()) -> list[Waste]:
    """Returns the files that `sweep` would delete.

    Args:
        disabled: ids of mods of the profile in use that it can do without: switched off, and required by no other.

    Raises:
        ProfileError: the pointer file is damaged or lost, so that what is installed is unknown.
        StoreError: a save, replay or lock cannot be read, so that what it needs is unknown.
    """
    pointer = _read_whole_pointer()
    return _find_waste(pointer, _drop_disabled(pointer, disabled), read_named_contents(pointer))


def sweep(waste: Collection[Waste], disabled: Collection[str] = ()) -> None:
    """Deletes files that are still waste, after no profile names them. `undo` goes back no further than to them.

    Raises:
        ProfileError, StoreError: see `find_waste`.
        OSError: a file cannot be deleted.
    """
    with lock_store():
        pointer = _read_whole_pointer()
        named = read_named_contents(pointer)
        kept = _drop_disabled(pointer, disabled)
        still = {item.path for item in _find_waste(pointer, kept, named)} & {item.path for item in waste}
        gone = {path.stem for path in still}
        listed = {mod.hash for mod in list_known(pointer)}
        _delete(path for path in still if path.stem not in listed)  # makes room for the pointer file on a full disk
        replace_pointer(pointer, lambda _: _forget(kept, gone))
        _delete(path for path in still if path.stem in listed)


def _delete(paths: Iterable[Path]) -> None:
    folders = set()
    for path in sorted(paths):
        remove_tree(path)
        folders.add(path.parent)
    for folder in sorted(folders):
        sync_folder(folder)


def _read_whole_pointer() -> StorePointer:
    if loss := find_pointer_loss():
        raise ProfileError(f"{loss}; nothing was deleted")
    return read_pointer()


def _drop_disabled(pointer: StorePointer, disabled: Collection[str]) -> StorePointer:
    """Returns the pointer without the disabled mods of the profile in use."""

    name, profiles = get_profile_name(pointer), dict(pointer.profiles)
    if name in profiles and (now := profiles[name].now.mods):
        mods = tuple(mod for mod in now if mod.id not in disabled)
        if mods != now:
            profiles[name] = Profile(ModSet(mods, "clean"), (*profiles[name].before, profiles[name].now))
    return msgspec.structs.replace(pointer, profiles=profiles)


def _forget(pointer: StorePointer, gone: Collection[str]) -> StorePointer:
    """Returns the pointer without the past of each profile that needs a deleted content."""
    profiles = {}
    for name, profile in pointer.profiles.items():
        before: list[ModSet] = []
        for generation in profile.before:
            before = [] if any(mod.hash in gone for mod in generation.mods) else [*before, generation]
        profiles[name] = Profile(profile.now, tuple(before))
    return msgspec.structs.replace(pointer, profiles=profiles)


def _find_waste(before: StorePointer, after: StorePointer, named: NamedContents) -> list[Waste]:
    """Returns the files that the store does not need once the pointer file is `after`."""
    used, installed = after.used_hashes, before.used_hashes
    waste = []
    folder = contents_folder()
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        hash = path.stem
        is_needed = hash in used or hash in named.hashes  # what is in its place is replaced when it is installed again
        if path.suffix != ".zip" or path.name.startswith(".") or (find_content_fault(hash) and not is_needed):
            waste.append(Waste(path, WasteKind.BROKEN_OFF, "", _measure(path)))
            continue
        if is_needed:
            continue
        content = find_content(hash)
        if content is not None and content.id in named.ids:
            continue
        kind = WasteKind.DISABLED if hash in installed else WasteKind.UNUSED
        title = f"{content.id} {content.version}" if content is not None else ""
        waste.append(Waste(path, kind, title, _measure(path)))
    hidden = [path for path in _list_files(store_folder()) if path.name.startswith(".")]
    broken = (*hidden, *_list_files(store_folder() / "downloads"))
    return waste + [Waste(path, WasteKind.BROKEN_OFF, "", _measure(path)) for path in broken]


def _measure(path: Path) -> int:
    """Returns the size of a file, or of the files in a folder, in bytes; links are not followed."""
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode):
        return status.st_size
    return sum(os.lstat(os.path.join(base, name)).st_size for base, _, names in os.walk(path) for name in names)


def _list_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []


def read_named_contents(pointer: StorePointer) -> NamedContents:
    """Reads what all known saves, replays and locks name.

    Raises:
        StoreError: one of them cannot be read.
    """
    data = platformdirs.user_data_path("footfall", appauthor=False)
    files = [path for folder in NAMING_FOLDERS for path in _list_files(data / folder) if path.suffix in NAMING_SUFFIXES]
    hashes, ids = set[str](), set[str]()
    for path in (*files, Path(LOCK_NAME).absolute(), *map(Path, pointer.keepers)):
        try:
            _, lock, others = read_named_mods(path)
        except FileNotFoundError:
            continue
        except (LockFileError, OSError) as error:
            text = f"{path} cannot be read, so what it needs is unknown ({error})"
            raise StoreError(f"{text}; nothing was deleted; move it elsewhere to clean without it") from None
        hashes |= {hash for _, _, hash in (*lock.rows, *others)}
        ids |= {id for id, _, _ in others}
    return NamedContents(frozenset(hashes), frozenset(ids))
