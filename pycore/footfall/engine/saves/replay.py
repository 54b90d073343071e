"""Replays: append-only text, one JSON value per line; with the same mods they reproduce the game.

Line 1 is the header (seed, options, mod lock, world settings). Each command has a line, written before it is
carried out; lines with the hash of the state follow at intervals. Loading a save with other mods writes a separate
line; commands after it cannot be replayed from the beginning. `footfall.engine.saves.replay_lines` has the format.

A crash can tear the last line. Readers use the longest good prefix (`scan_replay`); nothing is appended to a torn line.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from footfall.diagnostics import UserError

from ..codec import parse_command, to_plain
from ..declarations.rules import Rules
from ..guards.problem_log import find_problem_note
from ..model import Command, Message
from ..plain import check_plain
from ..session import Session
from .differences import compare_locks
from .replay_lines import FORMAT, ReplayHeader, ReplayLine, ReplayScan, format_line, scan_replay


def belongs_to_game(scan: ReplayScan, game: str, seed: int, options: Mapping[str, Any]) -> bool:
    """Whether a replay has a header that names this game, seed and options."""
    header = scan.header
    return header is not None and (header.game, header.seed, dict(header.options)) == (game, seed, dict(options))


def find_lines_after(scan: ReplayScan, turn: int, hash: str) -> list[ReplayLine] | None:
    """Returns the commands recorded after a save, or None if the replay has no hash mark of it.

    A mark is on disk before its save, so a replay that belongs to a save and reaches its turn has the mark.

    Args:
        turn: turn of the saved state.
        hash: hash of the saved state.
    """
    for index in range(len(scan.lines) - 1, -1, -1):
        line = scan.lines[index][1]
        if (line.turn, line.hash) == (turn, hash):
            break
    else:
        return None
    return _list_played_lines(scan.lines[index + 1 :], turn)


def _list_played_lines(lines: Iterable[tuple[int, ReplayLine]], turn: int = 0) -> list[ReplayLine]:
    """Returns the lines of commands after a turn, without those of refused commands: the next one has their turn."""
    played: list[ReplayLine] = []
    for _, line in lines:
        if line.command is not None:
            del played[max(line.turn - turn - 1, 0) :]
            played.append(line)
    return played


def is_beginning_of(scan: ReplayScan, commands: Sequence[Command], rules: Rules) -> bool:
    """Whether the recorded commands are the first of `commands`."""
    recorded = _list_played_lines(scan.lines)
    if len(recorded) > len(commands):
        return False
    try:
        parsed = [parse_command(line.command or {}, rules.command_types, keep_unknown=True) for line in recorded]
        return parsed == list(commands[: len(recorded)])
    except (ValueError, TypeError):
        return False


MARK_EVERY = 20
"""Turns between two hash marks. A game in play is saved at each: a save takes milliseconds, and a power cut, which may
take everything since the last save, costs no more than these turns."""


class ReplayError(UserError):
    """A replay that cannot be read, or whose game differs from the recorded one."""


class ReplayDriftError(ReplayError):
    """A game that differs from its recording, because the rules have changed since.

    Attributes:
        turn: the turn in which the difference was found.
        details: the difference, and those between the mods, one per line.
    """

    def __init__(self, turn: int, details: str) -> None:
        super().__init__(f"turn {turn}: {details}")
        self.turn, self.details = turn, details


class Replay(msgspec.Struct, frozen=True):
    """A replay: its header and commands, hashes of states by turn, and descriptions of mod changes by turn.

    Attributes:
        damage: names the line from which on the file could not be read, for the player; None if all of it is good.
        hand_turns: turns of the commands that the player gave for seats of bots.
    """

    header: ReplayHeader
    commands: tuple[Command, ...]
    marks: Mapping[int, str]
    mod_changes: Mapping[int, str] = {}
    damage: Message | None = None
    hand_turns: frozenset[int] = frozenset()


class LineFile(Protocol):
    """A text file that lines are appended to."""

    def write(self, text: str, /) -> int:
        """Appends text."""

    def flush(self) -> None:
        """Writes what was appended."""


def build_header(session: Session, version: str) -> ReplayHeader:
    """Returns the header of the replay of a session, as it was set up."""
    rules, state = session.rules, session.state
    options, settings = dict(session.options), dict(state.settings)
    return ReplayHeader(FORMAT, rules.game.id, state.seed, options, version, rules.lock, settings)


class Recorder:
    """Writes the replay of a running session.

    Attributes:
        checksum: the checksum of the last line.
    """

    def __init__(
        self,
        file: LineFile,
        session: Session,
        version: str,
        *,
        header: ReplayHeader | None = None,
        checksum: int | None = None,
        on_mark: Callable[[], None] = lambda: None,
    ) -> None:
        """Begins a replay with its header, or continues one.

        Args:
            header: the header of a replay to begin; None: that of the session, as it was set up.
            checksum: the checksum of the last line of a replay to continue.
            on_mark: called after each hash mark that was due.
        """
        self._file = file
        self._session = session
        self._on_mark = on_mark
        self._last_mark: tuple[int, str] | None = None
        self.checksum = checksum or 0
        if checksum is not None:
            return
        self._write_line(header or build_header(session, version))

    def write_command(self, command: Command, *, is_by_hand: bool = False) -> None:
        """Writes a command before it is carried out; see `ReplayLine`."""
        session, plain = self._session, to_plain(command)
        turn = session.state.turn + 1
        self._write_line(ReplayLine(turn, before=session.hash(), command=plain, is_by_hand=is_by_hand))

    def write_missing_commands(self, last_turn: int, hand_turns: Collection[int] = ()) -> None:
        """Writes the session's commands after `last_turn`, which a replay shorter than its save has lost."""
        for turn, command in enumerate(self._session.commands[last_turn:], last_turn + 1):
            self._write_line(ReplayLine(turn, command=to_plain(command), is_by_hand=turn in hand_turns))

    def write_mod_change(self) -> None:
        """Writes the mods with which the game continues, and how they differ from those of the save."""
        session = self._session
        differences = tuple(map(str, session.differences))
        self._write_line(ReplayLine(session.state.turn, mods=session.rules.lock, differences=differences))

    def write_hash_mark(self, force: bool = False) -> None:
        """Writes a hash mark if one is due or `force` is set."""
        turn = self._session.state.turn
        is_due = turn % MARK_EVERY == 0
        if not (force or is_due):
            return
        mark = (turn, self._session.hash())
        if mark != self._last_mark:
            self._write_line(ReplayLine(turn, hash=mark[1]))
            self._last_mark = mark
            if is_due and not force:
                self._on_mark()

    def _write_line(self, value: ReplayHeader | ReplayLine) -> None:
        text, self.checksum = format_line(value, self.checksum)
        self._last_mark = None
        self._file.write(text)
        self._file.flush()


def read_replay(path: Path, find_rules: Callable[[ReplayHeader], Rules]) -> Replay:
    """Reads a replay.

    Args:
        find_rules: returns the `Rules` for a header, whose lock names the mods.

    Raises:
        ReplayError: the file cannot be read, or its header or a command does not fit this version or these rules.
    """
    try:
        scan = scan_replay(path)
    except OSError as error:
        raise ReplayError(f"{path}: cannot be read ({error.strerror or error})") from None
    if scan.header is None:
        has_other_format = scan.format not in ("", FORMAT)
        other = f"has format {scan.format!r}, this version reads {FORMAT!r}"
        problem = f"1: {other if has_other_format else 'is not a replay header'}" if scan.damaged_line else " is empty"
        raise ReplayError(f"{path}:{problem}")
    return parse_replay(path, scan, find_rules(scan.header))


def parse_replay(path: Path, scan: ReplayScan, rules: Rules) -> Replay:
    """Reads the commands of a scanned replay.

    Raises:
        ReplayError: a command does not fit the rules.
    """
    assert scan.header is not None
    commands: list[Command] = []
    marks: dict[int, str] = {}
    mod_changes: dict[int, str] = {}
    hand_turns: set[int] = set()
    for number, line in scan.lines:
        if line.command is None:
            if line.mods is not None:
                mod_changes[line.turn] = "; ".join(line.differences)
            else:
                marks[line.turn] = line.hash
            continue
        try:
            command = parse_command(line.command, rules.command_types, keep_unknown=bool(mod_changes))
        except (msgspec.MsgspecError, ValueError, TypeError) as error:
            raise ReplayError(f"{path}:{number}: cannot be read ({error})") from None
        del commands[line.turn - 1 :]  # those of a turn that this one takes were refused
        commands.append(command)
        hand_turns = {turn for turn in hand_turns if turn < line.turn} | ({line.turn} if line.is_by_hand else set())
        for marked in [other for other in marks if other >= line.turn]:
            del marks[marked]
        if line.before:
            marks[line.turn - 1] = line.before
    return Replay(scan.header, tuple(commands), marks, mod_changes, scan.damage, frozenset(hand_turns))


def begin_recorded(rules: Rules, header: ReplayHeader, **keywords: Any) -> Session:
    """Begins the game of a replay.

    Args:
        **keywords: passed to `Session`.

    Raises:
        ReplayError: the game cannot begin with these options; they may come from a stranger.
    """
    try:
        check_plain(header.options)
        session = Session.begin(rules, header.seed, header.options, **keywords)
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError) as error:
        if find_problem_note(error):
            raise
        reason = " ".join(str(error).split())[:200]
        raise ReplayError(f"its game cannot begin with the options of its header ({reason})") from None
    session.console_enabled = True  # recorded commands were allowed when they were given
    return session


def play_back(rules: Rules, replay: Replay, until: int | None = None, **keywords: Any) -> Session:
    """Plays a replay from the beginning and checks every recorded hash.

    Args:
        until: the turn after which to stop, as players count turns.
        **keywords: passed to `Session`.

    Raises:
        ReplayError: a command is refused, or a hash does not match; the message names the turn.
    """
    session = begin_recorded(rules, replay.header, **keywords)
    _check_hash(session, replay)
    for index, command in enumerate(replay.commands, 1):
        if until is not None and session.display.count_turns(session.state.turn) >= until:
            break
        if session.state.turn in replay.mod_changes:
            turn = session.state.turn
            raise ReplayError(
                f"turn {turn}: the mods changed here, the rest cannot be replayed: {replay.mod_changes[turn]}"
            )
        play_recorded(session, replay, index, command)
    return session


def play_recorded(session: Session, replay: Replay, index: int, command: Command) -> None:
    """Carries out a command of a replay, and checks that the game still follows the recording.

    Args:
        index: which command it is, from 1.

    Raises:
        ReplayDriftError: it does not.
    """
    result = session.submit(command)
    turn = session.state.turn
    if result.refusal is None:
        _check_hash(session, replay)
    elif index < len(replay.commands):  # the last command is written before it is carried out, so it may be refused
        text = f"{to_plain(command)} is refused ({result.refusal.message.id})"
        raise ReplayDriftError(turn + 1, text + _describe_mod_differences(replay, session.rules))


def _check_hash(session: Session, replay: Replay) -> None:
    turn = session.state.turn
    recorded = replay.marks.get(turn)
    if recorded is not None and turn not in replay.mod_changes and session.hash() != recorded:
        text = "the state differs from the recorded one"
        raise ReplayDriftError(turn, text + _describe_mod_differences(replay, session.rules))


def _describe_mod_differences(replay: Replay, rules: Rules) -> str:
    """Describes how the mods differ from those of the recording."""
    lines = [str(difference) for difference in compare_locks(replay.header.lock, rules.lock)]
    return "".join(f"\n  {line}" for line in lines) if lines else "; the mods are the same"
