"""Files of named sections, each compressed and hashed, written atomically.

Layout: the magic line, the length and BLAKE2b hash of a MessagePack table of contents, the table ``{name: [length,
hash]}``, then the sections in its order, each zstd-compressed. A file is written to a temporary file in the same
folder, flushed, and renamed over its target; then the folder is flushed. After a crash at any point, either the
old or the new file is complete.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
import zstandard

from ..codec import digest

MAGIC = b"footfall save 1\n"
_HEADER_SIZE = len(MAGIC) + 8 + 32
MAX_SECTION = 1 << 30
"""Maximum size of an unpacked section in bytes; a larger one counts as damage."""


class SaveError(Exception):
    """A save that cannot be used."""


def write_sections(path: Path, sections: Mapping[str, bytes]) -> None:
    """Writes a file of sections atomically.

    Raises:
        OSError: the file cannot be written; the old file is untouched.
    """
    packer = zstandard.ZstdCompressor(level=3)
    packed = {name: packer.compress(data) for name, data in sections.items()}
    table = msgspec.msgpack.encode({name: [len(data), digest(data)] for name, data in packed.items()})
    path.parent.mkdir(parents=True, exist_ok=True)
    for stale in path.parent.glob(f".{path.name}.*"):  # left by a crash during a save
        stale.unlink(missing_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + len(table).to_bytes(8, "little") + digest(table).encode() + table)
            for data in packed.values():
                file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows cannot flush a folder and does not need to
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_sections(path: Path) -> dict[str, bytes]:
    """Reads a file of sections and checks every hash.

    Raises:
        SaveError: it is missing, not a save, or damaged.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path}: cannot be read ({error.strerror or error})") from None
    if not data.startswith(MAGIC):
        raise SaveError(f"{path}: is not a footfall save of format 1")
    size = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 8], "little")
    table = data[_HEADER_SIZE : _HEADER_SIZE + size]
    if len(data) < _HEADER_SIZE or digest(table).encode() != data[_HEADER_SIZE - 32 : _HEADER_SIZE]:
        raise SaveError(f"{path}: its table of contents is damaged")
    sections: dict[str, bytes] = {}
    start = _HEADER_SIZE + size
    unpacker = zstandard.ZstdDecompressor()
    for name, (length, expected) in msgspec.msgpack.decode(table, type=dict[str, tuple[int, str]]).items():
        packed = data[start : start + length]
        start += length
        if len(packed) != length or digest(packed) != expected:
            raise SaveError(f"{path}: section {name!r} is damaged")
        try:
            sections[name] = unpacker.decompress(packed, max_output_size=MAX_SECTION)
        except zstandard.ZstdError as error:
            raise SaveError(f"{path}: section {name!r} cannot be unpacked ({error})") from None
    return sections
