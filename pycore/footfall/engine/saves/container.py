"""Files of named sections, each compressed and hashed, written atomically.

Layout: the magic line, the length and BLAKE2b hash of a MessagePack table of contents, the table ``{name: [length,
hash]}``, then the sections in its order, each zstd-compressed.

A save may come from a stranger: every size is checked before memory is taken for it.
"""

import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
import zstandard

from footfall.diagnostics import UserError
from footfall.disk import replace_file

from ..codec import digest

MAGIC = b"footfall save 1\n"
_HEADER_SIZE = len(MAGIC) + 8 + 32

MAX_SECTIONS: Mapping[str, int] = {
    "header": 1 << 20,
    "state": 8 << 20,
    "commands": 16 << 20,
    "log": 1 << 20,
    "display": 1 << 20,
    "failures": 1 << 20,
    "options": 1 << 16,
    "aside": 8 << 20,
}
"""The sections of a save, and the maximum size of each in bytes when unpacked; a larger one counts as damage."""

MAX_FILE = sum(MAX_SECTIONS.values())
MAX_TABLE = 1 << 16
MAX_CONTAINERS = 1 << 17
"""Lists and tables in a section of MessagePack; the commands, one per turn, may have four times as many."""

_CHUNK = 1 << 16
_MAX_WINDOW = 8 << 20
_OTHER_BYTES = bytes(code for code in range(256) if not (0x80 <= code <= 0x9F or 0xDC <= code <= 0xDF))
"""All bytes that begin neither a list nor a table of MessagePack."""

_Table: TypeAlias = dict[str, tuple[Annotated[int, msgspec.Meta(ge=0)], str]]


MISFITS = (msgspec.MsgspecError, ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)
"""Errors of decoding, migrating or checking data of the wrong form."""


class SaveError(UserError):
    """A save that cannot be used; the message names the file, and says what to do."""


def write_sections(path: Path, sections: Mapping[str, bytes]) -> None:
    """Writes a file of sections atomically.

    Raises:
        OSError: the file cannot be written; the old file is untouched.
    """
    packer = zstandard.ZstdCompressor(level=3)
    packed = {name: packer.compress(data) for name, data in sections.items()}
    table = msgspec.msgpack.encode({name: [len(data), digest(data)] for name, data in packed.items()})
    head = MAGIC + len(table).to_bytes(8, "little") + digest(table).encode() + table
    replace_file(path, (head, *packed.values()))


def read_sections(path: Path) -> dict[str, bytes]:
    """Reads a file of sections and checks every hash and size.

    Raises:
        SaveError: it is missing, not a save, or damaged.
    """
    data = _read_file(path)
    if not data.startswith(MAGIC):
        raise SaveError(f"{path}: is not a footfall save of format 1; choose another file")
    size = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 8], "little")
    table = data[_HEADER_SIZE : _HEADER_SIZE + min(size, MAX_TABLE + 1)]
    if len(table) != size or digest(table).encode() != data[_HEADER_SIZE - 32 : _HEADER_SIZE]:
        raise build_damage_error(path, "its table of contents is damaged")
    try:
        contents = msgspec.msgpack.decode(table, type=_Table)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        raise build_damage_error(path, f"its table of contents cannot be read ({error})") from None
    if msgspec.msgpack.encode(contents) != table:
        raise build_damage_error(path, "its table of contents names a section twice")
    if sum(length for length, _ in contents.values()) != len(data) - _HEADER_SIZE - size:
        raise build_damage_error(path, "its sections do not fill the file")
    sections: dict[str, bytes] = {}
    start = _HEADER_SIZE + size
    for name, (length, expected) in contents.items():
        if name not in MAX_SECTIONS:
            raise build_damage_error(path, f"section {name[:40]!r} is unknown to this version")
        packed = data[start : start + length]
        start += length
        if digest(packed) != expected:
            raise build_damage_error(path, f"section {name!r} is damaged")
        sections[name] = _unpack(path, name, packed)
    return sections


def build_damage_error(path: object, problem: str) -> SaveError:
    """Returns the error for a save with a problem that no other choice of mods repairs."""
    return SaveError(f"{path}: {problem}; use a copy of this save, or begin a new game")


def _read_file(path: Path) -> bytes:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise SaveError(f"{path}: cannot be read (it is not a regular file); choose another file")
        if status.st_size > MAX_FILE:
            raise SaveError(f"{path}: is larger than any save ({status.st_size >> 20} MiB); choose another file")
        with path.open("rb") as file:
            return file.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:  # a path may contain a null character
        reason = getattr(error, "strerror", None) or error
        raise SaveError(f"{path}: cannot be read ({reason}); check that the file exists and may be read") from None


def _unpack(path: Path, name: str, packed: bytes) -> bytes:
    """Unpacks a section piece by piece: the size that its frame declares proves nothing."""
    limit, size = MAX_SECTIONS[name], 0
    pieces: list[bytes] = []
    unpacker = zstandard.ZstdDecompressor(max_window_size=_MAX_WINDOW)
    try:
        with unpacker.stream_reader(packed) as reader:
            while piece := reader.read(_CHUNK):
                size += len(piece)
                if size > limit:
                    raise build_damage_error(path, f"section {name!r} unpacks to over {limit:,} bytes")
                pieces.append(piece)
    except zstandard.ZstdError as error:
        raise build_damage_error(path, f"section {name!r} cannot be unpacked ({error})") from None
    data = b"".join(pieces)
    if name != "commands" and (problem := find_size_problem(name, data)):
        raise build_damage_error(path, f"section {name!r} {problem}")
    return data


def find_size_problem(name: str, data: bytes) -> str:
    """Returns why a section of MessagePack is larger than any that is read, or ``""``."""
    if len(data) > MAX_SECTIONS[name]:
        return f"takes over {MAX_SECTIONS[name]:,} bytes"
    if len(data.translate(None, _OTHER_BYTES)) > MAX_CONTAINERS:
        return f"holds over {MAX_CONTAINERS:,} lists and tables"
    return ""


def check_command_count(path: object, data: bytes) -> None:
    """Checks a section of commands before it is decoded.

    Raises:
        SaveError: it holds too many lists and tables.
    """
    if data.count(b"{") + data.count(b"[") > MAX_CONTAINERS * 4:
        raise build_damage_error(path, "its list of commands is too long")


def describe_misfit(error: BaseException) -> str:
    """Returns the message of an error about the content of a save, in one line."""
    notes: Any = str(error).splitlines()
    return notes[0][:200] if notes else type(error).__name__
