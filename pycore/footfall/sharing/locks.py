"""Files that name mods by id, version and content hash: locks, saves and replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec

from footfall import __version__
from footfall.diagnostics.files import read_limited_file
from footfall.diagnostics.toml import MAX_BYTES, TomlDocument, TomlError
from footfall.diagnostics.validation import describe_decode_error
from footfall.engine.saves.container import MAGIC, read_sections
from footfall.engine.saves.replay_lines import scan_replay
from footfall.engine.saves.save import SaveError, read_header
from footfall.loader.profiles import PROFILE_PATTERN

from .index_format import ContentHash, ModId, TextLine, VersionText

LOCK_NAME = "footfall.lock"
HEADER_COMMENT = "# The enabled mods in load order. Write: footfall mods lock. Compare: footfall mods lock --check"

LockRow: TypeAlias = tuple[str, str, str]
"""Id, version, content hash."""


class LockFileError(ValueError):
    """A file that names no mods, or is damaged. Its message is for the player."""


class NamingKind(Enum):
    """The kinds of file that name mods."""

    LOCK = "lock"
    SAVE = "save"
    REPLAY = "replay"


class LockedMod(msgspec.Struct, frozen=True):
    """A row of a lock."""

    id: ModId
    version: VersionText
    hash: ContentHash


class LockedIndex(msgspec.Struct, frozen=True):
    """An index where the mods of a lock can be found, with the public key of its publisher."""

    address: TextLine
    key: TextLine = ""


class Lock(msgspec.Struct, frozen=True):
    """A lock file.

    Attributes:
        footfall: version of the framework that wrote it.
        mod: the mods, in load order.
        profile: name of the profile that it is a copy of, or ``""``.
        switched, settings: the choices of that profile.
        index: where the mods can be found.
    """

    footfall: TextLine
    mod: tuple[LockedMod, ...] = ()
    profile: Annotated[str, msgspec.Meta(pattern=rf"{PROFILE_PATTERN}|\A\Z")] = ""
    switched: dict[str, bool] = {}
    settings: dict[str, Any] = {}
    index: tuple[LockedIndex, ...] = ()

    @property
    def rows(self) -> tuple[LockRow, ...]:
        """The mods as saves record them."""
        return tuple((row.id, row.version, row.hash) for row in self.mod)


class _Aside(msgspec.Struct):
    mods: dict[str, tuple[str, str]] = {}


def parse_lock(name: str, data: bytes) -> Lock:
    """Reads a lock.

    Raises:
        LockFileError: it is not one.
    """
    try:
        return msgspec.convert(TomlDocument(name, data).data, type=Lock)
    except TomlError as error:
        raise LockFileError(f"{error.locate(name)} is not a lock file ({error})") from None
    except (msgspec.ValidationError, RecursionError) as error:
        raise LockFileError(f"{name} is not a lock file ({describe_decode_error(error)})") from None


def read_lock(path: Path) -> Lock:
    """Reads a lock file.

    Raises:
        LockFileError: it is not one.
        OSError: it cannot be read.
    """
    return parse_lock(str(path), read_limited_file(path, MAX_BYTES))


def format_lock(
    rows: Sequence[LockRow],
    *,
    profile: str = "",
    switched: Mapping[str, bool] | None = None,
    settings: Mapping[str, Any] | None = None,
    indexes: Sequence[LockedIndex] = (),
) -> str:
    """Returns a lock as TOML with one table per mod, so that line diffs are readable."""
    lines = [HEADER_COMMENT, f'footfall = "{__version__}"']
    if profile:
        lines.append(f'profile = "{profile}"')
    for title, table in (("switched", switched), ("settings", settings)):
        if table:
            lines += [
                "",
                f"[{title}]",
                *(f'"{name}" = {_format_value(value)}' for name, value in sorted(table.items())),
            ]
    for index in indexes:
        lines += ["", "[[index]]", f"address = {_format_value(index.address)}", f'key = "{index.key}"']
    for id, version, hash in rows:
        lines += ["", "[[mod]]", f'id = "{id}"', f'version = "{version}"', f'hash = "{hash}"']
    return "\n".join(lines) + "\n"


def _format_value(value: Any) -> str:
    """Writes a setting as TOML; its strings are JSON strings."""
    return repr(value) if isinstance(value, float) else msgspec.json.encode(value).decode()


def read_named_mods(path: Path) -> tuple[NamingKind, Lock, tuple[LockRow, ...]]:
    """Reads which mods a save, a replay or a lock names.

    Returns:
        The kind of the file, its mods as a lock, and the mods that it names besides: those that a save misses, and
        those with which a replay continues.

    Raises:
        LockFileError: it is another file, or is damaged.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        start = file.read(len(MAGIC))
    if start == MAGIC:
        return NamingKind.SAVE, *_read_save(path)
    if start[8:10] == b" {":
        return NamingKind.REPLAY, *_read_replay(path)
    return NamingKind.LOCK, read_lock(path), ()


def _read_save(path: Path) -> tuple[Lock, tuple[LockRow, ...]]:
    try:
        header = read_header(path)
        aside = msgspec.msgpack.decode(read_sections(path).get("aside", b"\x80"), type=_Aside)
    except (SaveError, msgspec.MsgspecError, RecursionError) as error:
        raise LockFileError(str(error)) from None
    missing = tuple((id, version, hash) for id, (version, hash) in sorted(aside.mods.items()))
    return _make_lock(path, header.version, header.lock), missing


def _read_replay(path: Path) -> tuple[Lock, tuple[LockRow, ...]]:
    scan = scan_replay(path)
    if scan.header is None:
        raise LockFileError(f"{path} is not a replay of this version")
    later = dict.fromkeys(row for _, line in scan.lines for row in line.mods or ())
    return _make_lock(path, scan.header.version, scan.header.lock), tuple(later)


def _make_lock(path: Path, version: str, rows: Sequence[LockRow]) -> Lock:
    """Checks the rows of a file that may come from a stranger."""
    table = {"footfall": version, "mod": [{"id": id, "version": v, "hash": hash} for id, v, hash in rows]}
    try:
        return msgspec.convert(table, type=Lock)
    except msgspec.ValidationError as error:
        raise LockFileError(f"{path} names a mod that cannot exist ({describe_decode_error(error)})") from None
