"""The lines of a replay file: JSON after a checksum of this line and all lines before it.

    5d1e2c40 {"format":"footfall replay 2","game":"core.stealth","seed":7,...}
    0f3c9a11 {"turn":1,"before":"8c7e...","command":{"type":"core.stealth:wait","actor":1}}
    77b0e2d3 {"turn":1,"hash":"41d0..."}

The checksum is the CRC-32 of the JSON, continued from the line before: a line that is torn, changed, missing, out of
place or from another file is found where it stands. ``before`` is the hash of the state that the command was given in.
Lines end with ``\
`` only: a text in a command may contain any other line separator. A ``\\r`` before it is ignored.
"""

import errno
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from footfall.disk import AppendFile

from ..model import Message

FORMAT = "footfall replay 2"

MAX_FILE = 256 << 20
MAX_LINE = 4 << 20
MAX_CONTAINERS = 1 << 21
"""Maximum size of a replay and of a line in bytes, and of lists and tables in a replay; a save has fewer commands."""


class Branch(msgspec.Struct, frozen=True):
    """Where a practice game leaves the game that it goes on from: after a number of commands, in a state."""

    commands: int
    hash: str


class ReplayHeader(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line.

    Attributes:
        branch: where a practice game begins; None for a whole game.
    """

    format: str
    game: str
    seed: int
    options: dict[str, Any]
    version: str
    lock: tuple[tuple[str, str, str], ...]
    settings: dict[str, Any] = {}
    branch: Branch | None = None


class ReplayLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line after the header: a command, a hash mark, or a change of mods.

    Attributes:
        turn: the turn that the command takes; of the other lines, the turn after which they were written.
        before: hash of the state that the command was given in, or ``""`` if unknown.
        command: the plain form of the command; None in other lines.
        hash: hash of the state, of a mark.
        mods: (id, version, content hash) of each mod with which the game continues; None in other lines.
        differences: how these mods differ from those before.
        is_by_hand: whether the player gave the command for the seat of a bot.
    """

    turn: int
    before: str = ""
    command: dict[str, Any] | None = None
    hash: str = ""
    mods: tuple[tuple[str, str, str], ...] | None = None
    differences: tuple[str, ...] = ()
    is_by_hand: bool = False

    def may_follow(self, last_turn: int) -> bool:
        """Returns whether it may stand after a command of turn `last_turn`."""
        is_command = self.command is not None
        kinds = (is_command, bool(self.hash), self.mods is not None)
        return sum(kinds) == 1 and is_command <= self.turn <= last_turn + is_command


class ReplayScan(msgspec.Struct, frozen=True):
    """The longest good prefix of a replay: whole lines whose checksums are right and whose turns leave no gap.

    Attributes:
        header: its first line; None if that is not the header of a replay of this format.
        format: the format that the first line names, or ``""``.
        lines: the lines after the header with their numbers.
        size: its length in bytes.
        checksum: the checksum of its last line.
        ends_line: whether it ends with a line end (or is empty).
        last_turn: the turn of its last command.
        damaged_line: number of the line that ends it, or 0 if the whole file is good.
        is_torn: whether the damaged line is but the torn end of the file.
    """

    header: ReplayHeader | None = None
    format: str = ""
    lines: tuple[tuple[int, ReplayLine], ...] = ()
    size: int = 0
    checksum: int = 0
    ends_line: bool = True
    last_turn: int = 0
    damaged_line: int = 0
    is_torn: bool = False

    @property
    def damage(self) -> Message | None:
        """Tells the player which line is damaged."""
        return Message("footfall-replay-damaged", {"line": self.damaged_line}) if self.damaged_line else None


class _FormatOnly(msgspec.Struct):
    format: str


def format_line(value: Any, checksum: int) -> tuple[str, int]:
    """Returns a line for `value`, and its checksum, which covers that of the line before (0: none)."""
    text = msgspec.json.encode(value)
    checksum = zlib.crc32(text, checksum)
    return f"{checksum:08x} {text.decode()}\n", checksum


def scan_replay(path: Path) -> ReplayScan:
    """Returns the longest good prefix of a replay.

    Raises:
        OSError: the file cannot be read, is not a regular file, or is larger than any game.
    """
    header: ReplayHeader | None = None
    lines: list[tuple[int, ReplayLine]] = []
    size = checksum = last_turn = 0
    last = b"\n"
    decoder = msgspec.json.Decoder(ReplayLine)
    for number, found in enumerate(_iter_lines(path), 1):
        raw = found.rstrip(b"\0")  # what a machine that stopped had not written
        text = raw[9:].rstrip(b"\r\n")
        if raw[:9] != b"%08x " % zlib.crc32(text, checksum):
            text = b""
        try:
            if header is None:
                header = msgspec.json.decode(text, type=ReplayHeader) if _read_format(raw) == FORMAT else None
                line = None
            else:
                line = decoder.decode(text)
        except _UNREADABLE:
            text = b""
        if not text or header is None or (line is not None and not line.may_follow(last_turn)):
            format = _read_format(raw) if number == 1 else FORMAT
            is_torn = not raw.endswith(b"\n") and len(raw) < MAX_LINE
            return ReplayScan(
                header, format, tuple(lines), size, checksum, last.endswith(b"\n"), last_turn, number, is_torn
            )
        if line is not None:
            lines.append((number, line))
            last_turn = last_turn if line.command is None else line.turn
        size, checksum, last = size + len(raw), int(raw[:8], 16), raw
    format = FORMAT if header else ""
    return ReplayScan(header, format, tuple(lines), size, checksum, last.endswith(b"\n"), last_turn)


_UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError)
"""Errors of decoding JSON of the wrong form."""


def _iter_lines(path: Path) -> Iterator[bytes]:
    """Yields the lines of a replay, at most `MAX_LINE` bytes of each: it may come from a stranger.

    Raises:
        OSError: the file cannot be read, is not a regular file, or is larger than any game.
    """
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    if status.st_size > MAX_FILE:
        raise OSError(errno.EFBIG, f"it is larger than {MAX_FILE >> 20} MiB", str(path))
    containers = 0
    with path.open("rb") as file:
        while raw := file.readline(MAX_LINE):
            containers += raw.count(b"{") + raw.count(b"[")
            if containers > MAX_CONTAINERS:
                raise OSError(errno.EFBIG, f"it holds over {MAX_CONTAINERS:,} lists and tables", str(path))
            yield raw


def _read_format(raw: bytes) -> str:
    """Returns the format that a first line names, with or without a checksum, or ``""``."""
    try:
        return msgspec.json.decode(raw[raw.find(b"{") :], type=_FormatOnly).format
    except _UNREADABLE:
        return ""


class ReplayFile:
    """An append-only file of lines. Lines that cannot be written are kept, and tried again at the next write.

    The file never holds part of a line after a failed write, nor a later line without the earlier ones.

    Attributes:
        failure: why the last write failed, or None.
    """

    def __init__(self, path: Path, scan: ReplayScan, on_failure: Callable[[OSError], None]) -> None:
        """Opens an existing file and cuts it to its good prefix.

        Args:
            scan: its good prefix.
            on_failure: called when a write fails, once until a write succeeds again.
        """
        self._path, self._on_failure = path, on_failure
        self._pending = b"" if scan.ends_line else b"\n"
        self.failure: OSError | None = None
        self._file = AppendFile(path, scan.size)
        if self._pending:  # by itself: later lines that a crash tears would damage the last one
            with suppress(OSError):
                self._file.append(self._pending)
                self._pending = b""
                self._file.sync()

    def reopen(self) -> None:
        """Opens the file again after `close`, with the lines that are not written yet."""
        self._file = AppendFile(self._path, self._file.size)

    def write(self, text: str) -> int:
        """Keeps `text` for the next flush."""
        self._pending += text.encode()
        return len(text)

    def flush(self) -> None:
        """Writes the kept lines, all or none."""
        if self._pending:
            try:
                self._file.append(self._pending)
            except OSError as error:
                self._report_failure(error)
            else:
                self._pending, self.failure = b"", None

    def sync(self) -> None:
        """Writes the kept lines and syncs the file; a failure is reported, not raised."""
        self.flush()
        try:
            self._file.sync()
        except OSError as error:
            self._report_failure(error)
        else:
            if not self._pending:
                self.failure = None

    def _report_failure(self, error: OSError) -> None:
        if self.failure is None:
            self.failure = error
            self._on_failure(error)

    def close(self) -> None:
        """Writes the kept lines, if possible, and closes the file."""
        if not self._file.is_closed:
            self.flush()
            self._file.close()
