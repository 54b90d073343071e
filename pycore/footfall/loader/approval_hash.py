"""The hash that an approval is for. It covers every file that approved code can run."""

from __future__ import annotations

import os
import zipfile
from hashlib import blake2b
from pathlib import Path

from footfall.diagnostics.files import ModFilesError

from .discovery import Mod
from .mod_files import FolderFiles, ZipFiles
from .zip_entries import MAX_FILES, MAX_TOTAL_BYTES

_UNHASHED = {".git", ".hg", ".svn"}


def hash_for_approval(mod: Mod) -> str:
    """Returns the hash of the content, and of hidden files and caches if there are any, 32 hexadecimal digits.

    These are no content, but code can run them: `__pycache__`, for example, takes the place of its source. Only the
    folders of version control do not count.

    Raises:
        ModFilesError: a file cannot be read, or is a link.
    """
    hidden = read_hidden_files(mod)
    if not hidden:
        return mod.hash
    total = blake2b(mod.hash.encode(), digest_size=16)
    for name in sorted(hidden):
        total.update(f"{len(name)}:{name}:{len(hidden[name])}:".encode())
        total.update(hidden[name])
    return total.hexdigest()


def read_hidden_files(mod: Mod) -> dict[str, bytes]:
    """Returns what an approval covers besides the content, by name; for a zip with such parts, the whole zip.

    Raises:
        ModFilesError: a file cannot be read, or is a link.
    """
    match mod.files:
        case FolderFiles():
            return _read_folder(mod.files)
        case ZipFiles():
            return _read_zip(mod.files)
        case _:
            return {}


def _read_folder(files: FolderFiles) -> dict[str, bytes]:
    hidden: dict[str, bytes] = {}
    size = 0
    content = set(files.names)
    for base, folders, names in os.walk(files.path):
        folders[:] = [folder for folder in folders if folder not in _UNHASHED]
        for path in (Path(base, name) for name in (*folders, *names)):
            name = path.relative_to(files.path).as_posix()
            if path.is_symlink():
                raise ModFilesError(f"{name} is a link; a mod must contain its files")
            if name in content or path.is_dir():
                continue
            hidden[name] = files.read_unlisted(name)
            size += len(hidden[name])
            if size > MAX_TOTAL_BYTES or len(hidden) > MAX_FILES:
                raise ModFilesError("its hidden files and caches are too large; remove them")
    return hidden


def _read_zip(files: ZipFiles) -> dict[str, bytes]:
    try:
        data = files.path.read_bytes()
        with zipfile.ZipFile(files.path) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            plain = len(entries) == len(files.names) and not archive.comment and data.startswith(b"PK\3\4")
    except (OSError, zipfile.BadZipFile) as error:
        raise ModFilesError(f"it cannot be read as a zip: {error}") from None
    return {} if plain else {files.path.name: data}
