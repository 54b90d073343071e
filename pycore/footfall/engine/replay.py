"""Replays: append-only text, one JSON value a line; with the same mods they give the same game.

Line 1 is the header (seed, options, mod lock, world settings); then one line per accepted command, written
before the command is acted on; and now and then a mark with the state's hash. A game that was loaded
with other mods than it was saved with says so in a line of its own: what follows cannot be played from the
beginning. ``#`` lines are comments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import msgspec

from .codec import command_types, plain, read_command
from .differences import between
from .model import Command, Foreign
from .rules import Rules
from .session import Session

FORMAT = "footfall replay 1"
MARK_EVERY = 50
"""Commands between two hash marks."""


class BadReplay(Exception):
    """A replay that cannot be read or that does not lead where it says."""


class Header(msgspec.Struct, frozen=True):
    """The first line."""

    format: str
    game: str
    seed: int
    options: dict[str, Any]
    version: str
    lock: tuple[tuple[str, str, str], ...]
    settings: dict[str, Any] = {}


class Replay(msgspec.Struct, frozen=True):
    """A replay as read: its header, its commands, hash marks by turn, and after which turns the mods changed."""

    header: Header
    commands: tuple[Command, ...]
    marks: Mapping[int, str]
    changed: Mapping[int, str] = {}


class Recorder:
    """Writes a replay while a session is played; `resumed` goes on with a file that has its header."""

    def __init__(self, file: IO[str], session: Session, version: str, *, resumed: bool = False) -> None:
        self._file = file
        self._session = session
        if resumed:
            return
        header = Header(
            FORMAT,
            session.rules.game.id,
            session.state.seed,
            dict(session.options),
            version,
            session.rules.lock,
            dict(session.state.settings),
        )
        self._line(header)

    def before(self, command: Command) -> None:
        """Writes a command before it is acted on."""
        self._line({"turn": self._session.state.turn + 1, "command": plain(command)})

    def changed(self) -> None:
        """Writes that the game goes on with other mods than before, and which."""
        session = self._session
        differences = [str(each) for each in session.differences]
        self._line({"turn": session.state.turn, "mods": session.rules.lock, "differences": differences})

    def after(self, force: bool = False) -> None:
        """Writes a hash mark when one is due."""
        turn = self._session.state.turn
        if force or turn % MARK_EVERY == 0:
            self._line({"turn": turn, "hash": self._session.hash()})

    def _line(self, value: Any) -> None:
        self._file.write(msgspec.json.encode(value).decode() + "\n")
        self._file.flush()


def read(path: Path, rules_for: Any) -> Replay:
    """Reads a replay.

    Args:
        path: the file.
        rules_for: gives the `Rules` for a header (which mods it needs is in its lock).

    Raises:
        BadReplay: with the line that is wrong.
    """
    lines = list(_lines(path))
    if not lines:
        raise BadReplay(f"{path}: is empty")
    number, first = lines[0]
    try:
        header = msgspec.json.decode(first, type=Header)
    except msgspec.MsgspecError as error:
        raise BadReplay(f"{path}:{number}: is not a replay header ({error})") from None
    if header.format != FORMAT:
        raise BadReplay(f"{path}:{number}: has format {header.format!r}, this version reads {FORMAT!r}")
    rules: Rules = rules_for(header)
    types = command_types([*rules.commands, *rules.console, *Session.builtin_commands])
    commands: dict[int, Command] = {}
    marks: dict[int, str] = {}
    changed: dict[int, str] = {}
    for number, line in lines[1:]:
        try:
            value = msgspec.json.decode(line, type=dict[str, Any])
            turn = int(value["turn"])
            if "hash" in value:
                marks[turn] = str(value["hash"])
            elif "mods" in value:
                changed[turn] = "; ".join(map(str, value["differences"]))
            else:
                commands[turn] = _command(value["command"], types, bool(changed))
        except (msgspec.MsgspecError, KeyError, ValueError, TypeError) as error:
            raise BadReplay(f"{path}:{number}: cannot be read ({error})") from None
    return Replay(header, tuple(commands[turn] for turn in sorted(commands)), marks, changed)


def _command(value: dict[str, Any], types: Mapping[str, type[Command]], changed: bool) -> Command:
    """A command; once the mods have changed, one of a mod that is not there is kept as it is."""
    if changed and str(value.get("type")) not in types:
        return Foreign(data=value)
    return read_command(value, types)


def play_back(rules: Rules, replay: Replay, **keywords: Any) -> Session:
    """Plays a replay from its beginning, checking every hash mark.

    Raises:
        BadReplay: a command is refused, or a mark does not match; says at which turn.
    """
    session = Session.begin(rules, replay.header.seed, replay.header.options, **keywords)
    session.console = True  # what was recorded had been allowed
    for index, command in enumerate(replay.commands, 1):
        if session.state.turn in replay.changed:
            turn = session.state.turn
            raise BadReplay(
                f"turn {turn}: from here on it was played with other mods: {replay.changed[turn]}"
            )
        result = session.step(command)
        turn = session.state.turn
        if result.refused is not None:
            if index == len(replay.commands):
                break  # written before it was acted on, and refused: the recording stopped there
            told = f"turn {turn + 1}: {plain(command)} is refused ({result.refused.message.id})"
            raise BadReplay(told + _mods(replay, rules))
        if turn in replay.marks and session.hash() != replay.marks[turn]:
            told = f"turn {turn}: the state differs from the recorded one"
            raise BadReplay(told + _mods(replay, rules))
    return session


def _mods(replay: Replay, rules: Rules) -> str:
    """What is other about the mods than when it was recorded."""
    lines = [str(each) for each in between(replay.header.lock, rules.lock)]
    return "".join(f"\n  {line}" for line in lines) if lines else "; the mods are the same"


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadReplay(f"{path}: cannot be read ({error})") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line
