r"""Replays: append-only text, one JSON value per line; with the same mods they reproduce the game.

Line 1 is the header (seed, options, mod lock, world settings). Each command has a line, written before it is
carried out; lines with the hash of the state follow at intervals. Loading a save with other mods writes a separate
line; commands after it cannot be replayed from the beginning. Lines that start with ``#`` are comments. Lines end with
``\n`` only: a text in a command may contain any other line separator.

A crash can tear the last line. Readers use the longest good prefix (`scan_replay`); nothing is appended to a torn line.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec

from ..codec import index_command_types, parse_command, to_plain
from ..model import Command, Message
from ..rules import Rules
from ..session import Session
from .differences import compare_locks

FORMAT = "footfall replay 1"
MARK_EVERY = 50
"""Turns between two hash marks."""


class ReplayError(Exception):
    """A replay that cannot be read, or whose game differs from the recorded one."""


class ReplayHeader(msgspec.Struct, frozen=True):
    """The first line."""

    format: str
    game: str
    seed: int
    options: dict[str, Any]
    version: str
    lock: tuple[tuple[str, str, str], ...]
    settings: dict[str, Any] = {}


class Replay(msgspec.Struct, frozen=True):
    """A replay: its header and commands, hash marks by turn, and descriptions of mod changes by turn.

    Attributes:
        damage: tells the player which line could not be read, nor anything after it; None if the whole file is good.
    """

    header: ReplayHeader
    commands: tuple[Command, ...]
    marks: Mapping[int, str]
    mod_changes: Mapping[int, str] = {}
    damage: Message | None = None


class ReplayScan(msgspec.Struct, frozen=True):
    """The longest good prefix of a replay: whole lines of JSON whose turns leave no gap.

    Attributes:
        lines: its lines with their numbers, without comments; the first is the header.
        size: its length in bytes.
        ends_line: whether it ends with a line end (or is empty).
        last_turn: the turn of its last command.
        damaged_line: number of the line that ends it, or 0 if the whole file is good.
    """

    lines: tuple[tuple[int, dict[str, Any]], ...] = ()
    size: int = 0
    ends_line: bool = True
    last_turn: int = 0
    damaged_line: int = 0

    @property
    def damage(self) -> Message | None:
        """Tells the player which line is damaged."""
        return Message("footfall-replay-damaged", {"line": self.damaged_line}) if self.damaged_line else None


class LineFile(Protocol):
    """A text file that lines are appended to."""

    def write(self, text: str, /) -> int:
        """Appends text."""

    def flush(self) -> None:
        """Writes what was appended."""


class Recorder:
    """Writes the replay of a running session.

    Args:
        resume: append to a file that already has its header.
    """

    def __init__(self, file: LineFile, session: Session, version: str, *, resume: bool = False) -> None:
        self._file = file
        self._session = session
        if resume:
            return
        header = ReplayHeader(
            FORMAT,
            session.rules.game.id,
            session.state.seed,
            dict(session.options),
            version,
            session.rules.lock,
            dict(session.state.settings),
        )
        self._write_line(header)

    def write_command(self, command: Command) -> None:
        """Writes a command before it is carried out."""
        self._write_line({"turn": self._session.state.turn + 1, "command": to_plain(command)})

    def write_missing_commands(self, last_turn: int) -> None:
        """Writes the session's commands after `last_turn`, which a replay shorter than its save has lost."""
        commands = self._session.commands
        if len(commands) != self._session.state.turn:
            return
        for turn, command in enumerate(commands[last_turn:], last_turn + 1):
            self._write_line({"turn": turn, "command": to_plain(command)})

    def write_mod_change(self) -> None:
        """Writes the mods with which the game continues, and how they differ from those of the save."""
        session = self._session
        differences = [str(difference) for difference in session.differences]
        self._write_line({"turn": session.state.turn, "mods": session.rules.lock, "differences": differences})

    def write_hash_mark(self, force: bool = False) -> None:
        """Writes a hash mark if one is due.

        Args:
            force: write one even if none is due.
        """
        turn = self._session.state.turn
        if force or turn % MARK_EVERY == 0:
            self._write_line({"turn": turn, "hash": self._session.hash()})

    def _write_line(self, value: Any) -> None:
        self._file.write(msgspec.json.encode(value).decode() + "\n")
        self._file.flush()


def read_replay(path: Path, find_rules: Any) -> Replay:
    """Reads a replay.

    Args:
        path: the file.
        find_rules: returns the `Rules` for a header, whose lock names the mods.

    Raises:
        ReplayError: the file cannot be read, or its header or a command does not fit this version or these rules.
    """
    try:
        scan = scan_replay(path)
    except OSError as error:
        raise ReplayError(f"{path}: cannot be read ({error})") from None
    if not scan.lines:
        place = f"{path}:{scan.damaged_line}: is not a replay header" if scan.damaged_line else f"{path}: is empty"
        raise ReplayError(place)
    number, first = scan.lines[0]
    try:
        header = msgspec.convert(first, ReplayHeader)
    except msgspec.MsgspecError as error:
        raise ReplayError(f"{path}:{number}: is not a replay header ({error})") from None
    if header.format != FORMAT:
        raise ReplayError(f"{path}:{number}: has format {header.format!r}, this version reads {FORMAT!r}")
    rules: Rules = find_rules(header)
    types = index_command_types([*rules.commands, *rules.console, *Session.builtin_commands])
    commands: list[Command] = []
    marks: dict[int, str] = {}
    mod_changes: dict[int, str] = {}
    for number, value in scan.lines[1:]:
        turn = value["turn"]
        try:
            if "hash" in value:
                marks[turn] = str(value["hash"])
            elif "mods" in value:
                mod_changes[turn] = "; ".join(map(str, value["differences"]))
            else:
                command = parse_command(value["command"], types, keep_unknown=bool(mod_changes))
                del commands[turn - 1 :]  # refused or not carried out: this command took their turn
                commands.append(command)
                for marked in [other for other in marks if other >= turn]:
                    del marks[marked]
        except (msgspec.MsgspecError, KeyError, ValueError, TypeError) as error:
            raise ReplayError(f"{path}:{number}: cannot be read ({error})") from None
    return Replay(header, tuple(commands), marks, mod_changes, scan.damage)


def scan_replay(path: Path) -> ReplayScan:
    """Returns the longest good prefix of a replay.

    Raises:
        OSError: the file cannot be read.
    """
    data = path.read_bytes()
    lines: list[tuple[int, dict[str, Any]]] = []
    size = last_turn = damaged_line = 0
    for number, line in enumerate(io.BytesIO(data), 1):
        if line.strip() and not line.startswith(b"#"):
            value = _decode_line(line, is_header=not lines, last_turn=last_turn)
            if value is None:
                damaged_line = number
                break
            lines.append((number, value))
            last_turn = value["turn"] if "command" in value else last_turn
        size += len(line)
    return ReplayScan(tuple(lines), size, not size or data[size - 1 : size] == b"\n", last_turn, damaged_line)


def _decode_line(line: bytes, *, is_header: bool, last_turn: int) -> dict[str, Any] | None:
    """Returns the value of a line, or None if the line is torn or leaves a gap after `last_turn`."""
    try:
        value = msgspec.json.decode(line.decode("utf-8"), type=dict[str, Any])
    except (UnicodeDecodeError, msgspec.MsgspecError):
        return None
    if is_header:
        return value
    turn = value.get("turn")
    if type(turn) is not int or not any(key in value for key in ("command", "hash", "mods")):
        return None
    return None if "command" in value and not 1 <= turn <= last_turn + 1 else value


def read_last_turn(path: Path, seed: int) -> int:
    """Returns the turn of the last recorded command, or 0 if there is no readable replay of `seed`."""
    try:
        scan = scan_replay(path)
    except OSError:
        return 0
    return scan.last_turn if scan.lines and scan.lines[0][1].get("seed") == seed else 0


def play_back(rules: Rules, replay: Replay, **keywords: Any) -> Session:
    """Plays a replay from the beginning and checks every hash mark.

    Raises:
        ReplayError: a command is refused, or a mark does not match; the message names the turn.
    """
    session = Session.begin(rules, replay.header.seed, replay.header.options, **keywords)
    session.console_enabled = True  # the recording session allowed its console commands
    for index, command in enumerate(replay.commands, 1):
        if session.state.turn in replay.mod_changes:
            turn = session.state.turn
            raise ReplayError(
                f"turn {turn}: the mods changed here, the rest cannot be replayed: {replay.mod_changes[turn]}"
            )
        result = session.submit(command)
        turn = session.state.turn
        if result.refusal is not None:
            if index == len(replay.commands):
                break  # written before it was carried out, then refused: the end of the recording
            text = f"turn {turn + 1}: {to_plain(command)} is refused ({result.refusal.message.id})"
            raise ReplayError(text + _describe_mod_differences(replay, rules))
        if turn in replay.marks and session.hash() != replay.marks[turn]:
            text = f"turn {turn}: the state differs from the recorded one"
            raise ReplayError(text + _describe_mod_differences(replay, rules))
    return session


def _describe_mod_differences(replay: Replay, rules: Rules) -> str:
    """Describes how the mods differ from those of the recording."""
    lines = [str(difference) for difference in compare_locks(replay.header.lock, rules.lock)]
    return "".join(f"\n  {line}" for line in lines) if lines else "; the mods are the same"
