"""Replays: append-only text, one JSON value per line; with the same mods they reproduce the game.

Line 1 is the header (seed, options, mod lock, world settings). Each command has a line, written before it is
carried out; lines with the hash of the state follow at intervals. Loading a save with other mods writes a separate
line; commands after it cannot be replayed from the beginning. Lines that start with ``#`` are comments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import msgspec

from ..codec import index_command_types, parse_command, to_plain
from ..model import Command
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
    """A replay: its header and commands, hash marks by turn, and descriptions of mod changes by turn."""

    header: ReplayHeader
    commands: tuple[Command, ...]
    marks: Mapping[int, str]
    mod_changes: Mapping[int, str] = {}


class Recorder:
    """Writes the replay of a running session.

    Args:
        resume: append to a file that already has its header.
    """

    def __init__(self, file: IO[str], session: Session, version: str, *, resume: bool = False) -> None:
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
        ReplayError: a line is invalid; the message names it.
    """
    lines = list(_iter_lines(path))
    if not lines:
        raise ReplayError(f"{path}: is empty")
    number, first = lines[0]
    try:
        header = msgspec.json.decode(first, type=ReplayHeader)
    except msgspec.MsgspecError as error:
        raise ReplayError(f"{path}:{number}: is not a replay header ({error})") from None
    if header.format != FORMAT:
        raise ReplayError(f"{path}:{number}: has format {header.format!r}, this version reads {FORMAT!r}")
    rules: Rules = find_rules(header)
    types = index_command_types([*rules.commands, *rules.console, *Session.builtin_commands])
    commands: dict[int, Command] = {}
    marks: dict[int, str] = {}
    mod_changes: dict[int, str] = {}
    for number, line in lines[1:]:
        try:
            value = msgspec.json.decode(line, type=dict[str, Any])
            turn = int(value["turn"])
            if "hash" in value:
                marks[turn] = str(value["hash"])
            elif "mods" in value:
                mod_changes[turn] = "; ".join(map(str, value["differences"]))
            else:
                commands[turn] = parse_command(value["command"], types, keep_unknown=bool(mod_changes))
        except (msgspec.MsgspecError, KeyError, ValueError, TypeError) as error:
            raise ReplayError(f"{path}:{number}: cannot be read ({error})") from None
    return Replay(header, tuple(commands[turn] for turn in sorted(commands)), marks, mod_changes)


def read_last_turn(path: Path, seed: int) -> int:
    """Returns the turn of the last recorded command, or 0 if there is no readable replay of `seed`."""
    try:
        lines = [msgspec.json.decode(line, type=dict[str, Any]) for _, line in _iter_lines(path)]
    except (ReplayError, msgspec.MsgspecError):
        return 0
    if not lines or lines[0].get("seed") != seed:
        return 0
    return max((line["turn"] for line in lines[1:] if "command" in line), default=0)


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


def _iter_lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ReplayError(f"{path}: cannot be read ({error})") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line
