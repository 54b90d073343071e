"""The files of a mod: a folder, a zip or one Python file.

All code reads a mod through `footfall.diagnostics.files.ModFiles`, so zips behave like folders, and the code that
runs is the code that was hashed.
"""

from __future__ import annotations

import os
import stat
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from pathlib import Path, PurePosixPath

from footfall.diagnostics.files import ModFiles, ModFilesError

from .names import check_depth, check_names
from .zip_entries import MAX_FILE_BYTES, MAX_FILES, MAX_TOTAL_BYTES, iter_zip_entries

_READ_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_SKIPPED = {"__pycache__", "node_modules"}
_TEXT = {".py", ".toml", ".ftl", ".md", ".txt", ".json"}


def hash_content(files: ModFiles) -> str:
    """Returns a hash of all names and contents, 32 hexadecimal digits; line endings of text files are normalized."""
    total = blake2b(digest_size=16)
    for name in files.names:
        data = normalize_newlines(name, files.read(name))
        total.update(f"{len(name)}:{name}:{len(data)}:".encode())
        total.update(data)
    return total.hexdigest()


_program_hashes: dict[str, tuple[tuple[tuple[str, int, int], ...], str]] = {}
"""Names, sizes and times of change of the files of each game of the program, and their hash."""


def hash_program_content(files: FolderFiles) -> str:
    """Returns `hash_content` of a game of the program; reads the files again only if one has another size or time."""
    folder, stamps = str(files.path), files.stamps
    known, hash = _program_hashes.get(folder, ((), ""))
    if known != stamps:
        hash = hash_content(files)
        _program_hashes[folder] = stamps, hash
    return hash


def hash_file(name: str, data: bytes) -> str:
    """Returns the hash of one file, 32 hexadecimal digits; line endings of text files are normalized."""
    return blake2b(normalize_newlines(name, data), digest_size=16).hexdigest()


def is_text(name: str) -> bool:
    """Returns whether a file is text, by its suffix."""
    return PurePosixPath(name).suffix in _TEXT


def normalize_newlines(name: str, data: bytes) -> bytes:
    """Returns the bytes of a file as hashes cover them."""
    return data.replace(b"\r\n", b"\n") if is_text(name) else data


def encode_for_store(name: str, data: bytes) -> bytes:
    """Returns the bytes to store for a file: files with equal hashes give equal bytes, which have that hash, too."""
    # Reading normalizes again, so a line ending that normalization has left must survive it.
    return normalize_newlines(name, data).replace(b"\r\n", b"\r\r\n") if is_text(name) else data


def _is_included(name: str) -> bool:
    """Whether a file or folder is part of a mod, by the last part of its name."""
    return name not in _SKIPPED and not name.startswith(".") and not name.endswith(".pyc")


def _read_regular_file(path: str, name: str) -> bytes:
    """Returns the bytes of a regular file; never waits for a pipe or a device."""
    handle = os.open(path, _READ_FLAGS)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise ModFilesError(f"{name} is not a regular file")
        # One call usually reads the whole file; to allocate a larger buffer would take longer than to read.
        size = min(status.st_size, MAX_FILE_BYTES + 1)
        data = os.read(handle, size)
        while len(data) < size and (block := os.read(handle, size - len(data))):
            data += block
    finally:
        os.close(handle)
    if len(data) > MAX_FILE_BYTES:
        raise ModFilesError(f"{name} is larger than {MAX_FILE_BYTES >> 20} MiB")
    return data


def _find_status(entry: os.DirEntry[str], name: str) -> os.stat_result:
    """Returns size and time of a file of a mod."""
    try:
        name.encode()
        status = entry.stat(follow_symlinks=False)
    except UnicodeEncodeError:
        raise ModFilesError(f"the name {name!a} is not UTF-8; rename the file") from None
    except OSError as error:
        raise ModFilesError(f"{name} cannot be read: {error.strerror}") from None
    if stat.S_ISLNK(status.st_mode):
        raise ModFilesError(f"{name} is a link; a mod must contain its files")
    if not stat.S_ISREG(status.st_mode):
        raise ModFilesError(f"{name} is not a regular file")
    return status


class FolderFiles:
    """A mod in a folder.

    Links are refused. Code is cached, so the code that runs is the code that was hashed, even if a file changes.
    """

    def __init__(self, path: Path | str) -> None:
        self._folder = str(path)
        self._code: dict[str, bytes] = {}

    @cached_property
    def path(self) -> Path:
        """The folder."""
        return Path(self._folder)

    @property
    def names(self) -> tuple[str, ...]:
        return self._listing[0]

    @property
    def stamps(self) -> tuple[tuple[str, int, int], ...]:
        """Name, size in bytes and time of change in nanoseconds of each file."""
        return self._listing[1]

    @cached_property
    def _listing(self) -> tuple[tuple[str, ...], tuple[tuple[str, int, int], ...]]:
        stamps: list[tuple[str, int, int]] = []
        total = folders = 0
        pending = [""]
        while pending:
            base = pending.pop()
            try:
                with os.scandir(f"{self._folder}/{base}") as listing:
                    entries = list(islice(listing, MAX_FILES + 1))
            except OSError as error:
                name = PurePosixPath(self._folder, base).name
                raise ModFilesError(f"{name} cannot be read: {error.strerror}") from None
            for entry in entries:
                name = base + entry.name
                if not _is_included(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    check_depth(f"{name}/")
                    pending.append(f"{name}/")
                    folders += 1
                else:
                    status = _find_status(entry, name)
                    stamps.append((name, status.st_size, status.st_mtime_ns))
                    total += status.st_size
                if len(stamps) + folders > MAX_FILES:
                    raise ModFilesError(f"it has more than {MAX_FILES} files and folders")
                if total > MAX_TOTAL_BYTES:
                    raise ModFilesError(f"it is larger than {MAX_TOTAL_BYTES >> 20} MiB")
        names = [name for name, *_ in stamps]
        check_names(names)
        return tuple(sorted(names)), tuple(sorted(stamps))

    @cached_property
    def _listed(self) -> frozenset[str]:
        return frozenset(self.names)

    def read(self, name: str) -> bytes:
        if name not in self._listed:  # such as one outside the folder
            raise ModFilesError(f"there is no file {name!r}")
        return self.read_unlisted(name)

    def read_unlisted(self, name: str) -> bytes:
        """Returns the bytes of a file whose name comes from this program: the manifest, or a file outside `names`."""
        if name in self._code:
            return self._code[name]
        try:
            data = _read_regular_file(f"{self._folder}/{name}", name)
        except OSError as error:
            raise ModFilesError(f"{name} cannot be read: {error.strerror}") from None
        if name.endswith(".py"):
            self._code[name] = data
        return data


class SingleFile:
    """A mod in one Python file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.names: tuple[str, ...] = (path.name,)
        self._folder = FolderFiles(path.parent)

    def read(self, name: str) -> bytes:
        if name not in self.names:
            raise ModFilesError(f"there is no file {name!r}")
        return self._folder.read_unlisted(name)


class ZipFiles:
    """A mod in a zip, with its files at the top level or in one folder. It is read into memory."""

    def __init__(self, path: Path) -> None:
        """Opens and checks the archive.

        Raises:
            ModFilesError: see `iter_zip_entries`; or folders are nested too deep.
        """
        self.path = path
        files = {name: data for name, data in iter_zip_entries(path) if all(map(_is_included, name.split("/")))}
        tops = {name.partition("/")[0] for name in files}
        if "mod.toml" not in files and len(tops) == 1:
            files = {name.partition("/")[2]: data for name, data in files.items()}
        for name in files:
            check_depth(name)
        self._files = files
        self.names: tuple[str, ...] = tuple(sorted(self._files))

    def read(self, name: str) -> bytes:
        try:
            return self._files[name]
        except KeyError:
            raise ModFilesError(f"the zip has no file {name}") from None
