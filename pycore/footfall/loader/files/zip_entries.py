"""Reading a zip that a stranger may have made: every size is checked before memory is taken for it."""

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from footfall.diagnostics.files import ModFilesError, read_limited_file

from .names import check_names, quote_name

MAX_FILES = 10_000
MAX_FILE_BYTES = 32 << 20
MAX_TOTAL_BYTES = 256 << 20
"""Limits of a mod: number of files and folders, bytes per file, total bytes (unpacked)."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time of the format."""

_UNIX, _FILE_MODE = 3, 0o644
_BEST_LEVEL = 9
_ENTRY_MARK = b"PK\x01\x02"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The compressions that are read: others take as much memory as the file says."""


def encode_zip(entries: Iterable[tuple[str, bytes]], method: int) -> bytes:
    """Returns a zip: equal bytes for equal names and bytes, on any system and day.

    Args:
        method: ``zipfile.ZIP_STORED`` or ``ZIP_DEFLATED``; two builds of a library may deflate differently.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in entries:
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system, entry.external_attr = _UNIX, _FILE_MODE << 16
            archive.writestr(entry, data, method, _BEST_LEVEL)
    return buffer.getvalue()


def check_zip(data: bytes) -> None:
    """Checks what can be known about a zip before it is opened.

    Raises:
        ModFilesError: it is too large, or may have too many entries.
    """
    if len(data) > MAX_TOTAL_BYTES:
        raise ModFilesError(f"it is larger than {MAX_TOTAL_BYTES >> 20} MiB as a zip")
    if data.count(_ENTRY_MARK) > 2 * MAX_FILES:  # each is an object of the library
        raise ModFilesError(f"it has more than {MAX_FILES} files, or contains a zip that has")


def iter_zip_entries(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yields the name, with ``/`` between its parts, and the bytes of each file in a zip, in order.

    Raises:
        ModFilesError: it is not a regular file or not a zip, contains links or absolute or parent paths, or exceeds
            a limit, or some system cannot hold a name or takes two for one.
    """
    with _name_faults():
        data = read_limited_file(path, MAX_TOTAL_BYTES)
        check_zip(data)
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        if len(entries) > MAX_FILES:
            raise ModFilesError(f"it has more than {MAX_FILES} files")
        if sum(entry.file_size for entry in entries) > MAX_TOTAL_BYTES:
            raise ModFilesError(f"it is larger than {MAX_TOTAL_BYTES >> 20} MiB unpacked")
    names = []
    for entry in entries:
        name, shown = entry.filename, quote_name(entry.filename)
        parts = PurePosixPath(name.replace("\\", "/")).parts
        if not parts or name.startswith(("/", "\\")) or ".." in parts or ":" in name:
            raise ModFilesError(f"entry {shown} points outside the mod")
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise ModFilesError(f"entry {shown} is a link; a mod must contain its files")
        if entry.file_size > MAX_FILE_BYTES:
            raise ModFilesError(f"entry {shown} is larger than {MAX_FILE_BYTES >> 20} MiB")
        if entry.compress_type not in _METHODS:
            raise ModFilesError(f"entry {shown} is compressed by another method than deflate; pack it again")
        names.append("/".join(parts))
    check_names(names)
    for name, entry in zip(names, entries, strict=True):
        with _name_faults(), archive.open(entry) as stream:  # the size in the header may be wrong
            data = stream.read(entry.file_size + 1)
        if len(data) > entry.file_size:
            raise ModFilesError(f"entry {quote_name(entry.filename)} is larger than its header says")
        yield name, data


@contextmanager
def _name_faults() -> Iterator[None]:
    """Turns what the library raises for a damaged file into an error with one sentence."""
    try:
        yield
    except ModFilesError:
        raise
    except OSError as error:
        raise ModFilesError(f"it cannot be read as a zip: {error.strerror or error}") from None
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        NotImplementedError,
        RuntimeError,
        ValueError,
        LookupError,
        EOFError,
        OverflowError,
    ) as error:
        raise ModFilesError(f"it cannot be read as a zip: {error}") from None
