"""The store of installed mods: contents by hash, and the pointer file that says which of them are in use.

A content is written whole before the pointer file names it, and deleted after nothing names it any more. Each file is
replaced as a whole. So a crash at any moment leaves the profiles as they were or as they will be, and at worst a
content that nothing names, for `sweep` to find.
"""

import errno
import os
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import msgspec

from footfall.diagnostics import UserError
from footfall.diagnostics.files import ModFilesError
from footfall.disk import FileInUseError, hold_lock, move_aside, remove, replace_file
from footfall.loader import Mod
from footfall.loader.discovery import find_content
from footfall.loader.files.mod_files import encode_for_store
from footfall.loader.files.zip_entries import check_zip, encode_zip
from footfall.loader.profiles.pointer import (
    InstalledMod,
    ModSet,
    Profile,
    StorePointer,
    content_path,
    describe_reinstall,
    find_pointer_loss,
    get_profile,
    pointer_path,
    read_pointer,
    store_folder,
    write_pointer,
)

MAX_GENERATIONS = 20
"""Steps that a profile can be taken back."""

PATIENCE = 5.0
"""Seconds to wait for another program that changes the store."""


_WRITABLE = "make it writable, or set XDG_DATA_HOME to a folder for saves and mods that is"
_ELSEWHERE = "move it elsewhere, and try again"
_ADVICE = {
    errno.ENOSPC: "free some space on the disk, and try again",
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), _WRITABLE),
    **dict.fromkeys((errno.EEXIST, errno.EISDIR, errno.ENOTDIR, errno.ELOOP), _ELSEWHERE),
}
"""Advice on a failed write, by its error."""


class StoreError(UserError):
    """The store cannot do the requested work."""


def encode_content(mod: Mod) -> bytes:
    """Returns a mod as the store keeps it: equal bytes for equal contents, on every machine.

    It holds what the content hash covers and nothing else. Nothing is compressed, because two builds of one
    compression library differ.

    Raises:
        ModFilesError: a file cannot be read.
        StoreError: it exceeds a limit.
    """
    files = ((name, encode_for_store(name, mod.files.read(name))) for name in mod.files.names)
    data = encode_zip(files, zipfile.ZIP_STORED)
    try:
        check_zip(data)
    except ModFilesError as error:
        raise StoreError(f"{mod.id} {mod.version} cannot be stored: {error}") from None
    return data


def add_content(mod: Mod) -> None:
    """Writes a content unless the store has it whole, and reads it back.

    Raises:
        StoreError: it is not a packed mod, it cannot be written, or what is read back is something else.
        ModFilesError: a file cannot be read.
    """
    if "mod.toml" not in mod.files.names:
        raise StoreError(
            f"{mod.files.path} is a single file; copy it to the folder mods/, or give it a mod.toml and pack it"
        )
    path = content_path(mod.hash)
    if find_content(mod.hash) is None:
        data = encode_content(mod)
        # A new store gets its pointer file first: contents without one count as a loss (`find_pointer_loss`).
        if not os.path.lexists(pointer_path()) and not find_pointer_loss():
            with lock_store(), _explain_faults():
                if not os.path.lexists(pointer_path()):
                    write_pointer(StorePointer())
        with _explain_faults():
            if path.is_dir() and not path.is_symlink():
                move_aside(path)
            replace_file(path, [data], keeps_link=False)
        if find_content(mod.hash) is None:
            remove(path)
            text = f"{mod.id} {mod.version} was written to {path.parent}, but other bytes were read back"
            raise StoreError(f"{text}; nothing was installed; check the disk, or report it")


@contextmanager
def _explain_faults() -> Iterator[None]:
    """Turns a failed write into a `StoreError` that names the file and says what to do."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        text = f"{error.filename}: {reason}" if error.filename else reason
        advice = _ADVICE.get(error.errno or 0, "")
        raise StoreError(f"{text}; the profiles are as they were{advice and f'; {advice}'}") from None


@contextmanager
def _wait_for_lock(name: str, work: str) -> Iterator[None]:
    deadline = time.monotonic() + PATIENCE
    with ExitStack() as stack:
        while True:
            try:
                with _explain_faults():
                    stack.enter_context(hold_lock(store_folder() / name))
                break
            except FileInUseError as error:
                if time.monotonic() > deadline:
                    owner = f" (process {error.owner})" if error.owner else ""
                    raise StoreError(f"another footfall{owner} is {work}; try again") from None
                time.sleep(0.05)
        yield


lock_store = partial(_wait_for_lock, "lock", "changing the installed mods")
"""Holds the lock of the store, or raises a `StoreError` after `PATIENCE` seconds."""

lock_downloads = partial(_wait_for_lock, "downloads.lock", "downloading mods")
"""Holds the lock of the folder of downloads, until what was fetched is read."""


def change_pointer(change: Callable[[StorePointer], StorePointer]) -> StorePointer:
    """Replaces the pointer file by the result of `change`; returns that.

    Raises:
        ProfileError: the file is damaged.
        StoreError: a profile would name a content that is not in the store, the store is in use, or the file cannot
            be written; nothing is changed.
    """
    with lock_store():
        return replace_pointer(read_pointer(), change)


def replace_pointer(old: StorePointer, change: Callable[[StorePointer], StorePointer]) -> StorePointer:
    """Replaces the pointer file; the caller holds the lock. See `change_pointer`."""
    new = change(old)
    if new != old:
        known = old.used_hashes
        for mod in (mod for profile in new.profiles.values() for mod in profile.now.mods):
            if mod.hash not in known and find_content(mod.hash) is None:
                text = f"the content of {mod.id} {mod.version} is not in the store, or is damaged"
                raise StoreError(f"{text}; nothing was changed; to bring it back: {describe_reinstall(mod)}")
        with _explain_faults():
            write_pointer(new)
    return new


def list_known(pointer: StorePointer) -> list[InstalledMod]:
    """Returns the mods of all profiles, with those of the earlier states that `undo` can restore, oldest first."""
    sets = [mods for profile in pointer.profiles.values() for mods in (*profile.before, profile.now)]
    return [mod for mods in sets for mod in mods.mods]


def set_profile(pointer: StorePointer, name: str, profile: Profile | None) -> StorePointer:
    """Returns a pointer with a profile replaced; None removes it."""
    profiles = {key: old for key, old in pointer.profiles.items() if key != name}
    if profile is not None:
        profiles[name] = profile
    return msgspec.structs.replace(pointer, profiles=dict(sorted(profiles.items())))


def undo(name: str) -> tuple[ModSet, ModSet]:
    """Takes a profile one step back; returns its mods before and after.

    Raises:
        StoreError: nothing was changed in it, or a content was swept; see also `change_pointer`.
        ProfileError: see `change_pointer`.
    """
    steps: list[ModSet] = []

    def change(pointer: StorePointer) -> StorePointer:
        profile = get_profile(pointer, name)
        if not profile.before:
            raise StoreError(f"there is nothing to undo in the profile {name}")
        steps[:] = profile.now, profile.before[-1]
        return set_profile(pointer, name, Profile(profile.before[-1], profile.before[:-1]))

    change_pointer(change)
    return steps[0], steps[1]


def keep_named(path: Path) -> None:
    """Keeps the contents that a lock, save or replay outside the data folder names, as long as the file exists.

    Raises:
        StoreError, ProfileError: see `change_pointer`.
    """
    text = str(path.absolute())

    def change(pointer: StorePointer) -> StorePointer:
        keepers = tuple(sorted({text, *(keeper for keeper in pointer.keepers if Path(keeper).exists())}))
        return msgspec.structs.replace(pointer, keepers=keepers)

    change_pointer(change)
