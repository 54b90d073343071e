"""Resumes a game from its save and the replay next to it, so that a crash loses nothing."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from footfall.disk import move_aside, replace_file
from footfall.engine.codec import parse_command
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.saves.replay import (
    ReplayError,
    belongs_to_game,
    find_lines_after,
    is_beginning_of,
    parse_replay,
    play_back,
)
from footfall.engine.saves.replay_lines import FORMAT, ReplayLine, ReplayScan, scan_replay
from footfall.engine.saves.save import MissingContentError, SaveError, SaveHeader, load, read_header
from footfall.engine.session import Session
from footfall.loader import LoadResult

from .paths import BEGUN, abbreviate_home, find_free_path, is_archived, is_guest, list_replays


def read_saved_header(path: Path) -> SaveHeader:
    """Reads the header of a saved game. Its turn includes commands recorded after the save, which resuming replays.

    Raises:
        SaveError: the save cannot be read, or there is neither a save nor a replay.
    """
    try:
        scan = scan_replay(path.with_suffix(".replay"))
    except OSError:
        scan = ReplayScan()
    if scan.header is not None and not path.exists():
        begun, turn = scan.header, scan.last_turn
        return SaveHeader(begun.game, turn, begun.seed, begun.version, begun.lock, "", settings=begun.settings)
    header = read_header(path)
    if scan.header is None or (scan.header.game, scan.header.seed) != (header.game, header.seed):
        return header
    unsaved = find_lines_after(scan, header.turn, header.hash) or ()
    turn, clock = header.turn + len(unsaved), header.shown_turn + len(unsaved)
    return msgspec.structs.replace(header, turn=turn, clock=clock)


def has_saved_game(path: Path) -> bool:
    """Whether there is a save, or a replay from which the game can be rebuilt, or a file that hides one.

    A replay with a copy in the archive is a finished game: the program stopped while it began the next.
    """
    record = path.with_suffix(".replay")
    if path.exists() or path.is_symlink():
        return True
    try:
        scan = scan_replay(record)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    if path.with_suffix(BEGUN).exists() and is_archived(record):
        return False
    return scan.header is not None or scan.format not in ("", FORMAT)


def read_last_options(game: str, save: Path) -> Mapping[str, Any]:
    """Returns the setup options of the game that was begun last; none before the first."""
    finished = (path for path in list_replays() if path.stem.startswith(f"{game}-"))
    for path in (save.with_suffix(".replay"), *islice(finished, 1)):
        with suppress(OSError):  # resuming or watching it reports that
            if (header := scan_replay(path).header) is not None:
                return header.options
    return {}


def resume_session(loaded: LoadResult, path: Path, strict: bool) -> tuple[Session, list[str]]:
    """Loads a save and replays the commands after it; returns the session, and notices for the player.

    A save that is missing or damaged is rebuilt from its replay. Files that cannot be used are renamed, not deleted.

    Raises:
        SaveError: the game can be neither loaded nor rebuilt.
        OSError: a file cannot be read, or cannot be renamed.
    """
    resume = _Resume(loaded, path, strict)
    session = resume.run()
    return session, resume.notices


class _Resume:
    """A game being resumed."""

    def __init__(self, loaded: LoadResult, path: Path, strict: bool) -> None:
        self._loaded, self._path, self._strict = loaded, path, strict
        self._record = path.with_suffix(".replay")
        self._messages: list[Message] = []
        self.notices: list[str] = []

    def run(self) -> Session:
        scan = scan_replay(self._record) if self._record.exists() else ReplayScan()
        try:
            with suppress(FileNotFoundError), self._path.open("rb"):
                pass  # a save that may not be read is not damaged
            session = self._load()
        except MissingContentError:
            raise
        except SaveError as error:
            session = self._rebuild(scan, error)
        else:
            self._report_differences(session)
            session = self._add_recorded_commands(session, scan)
        if scan.damage is not None and scan.header is not None:
            # Tells where the replay is damaged; it will be cut there, so whole lines are kept in a copy.
            self._notify("replay-damaged", line=scan.damaged_line)
            if not scan.is_torn:
                copy = find_free_path(self._record.with_name(f"{self._record.name}.aside"))
                with suppress(OSError):
                    replace_file(copy, [self._record.read_bytes()])
                    self._notify("replay-kept", path=abbreviate_home(copy))
        session.console_enabled = False
        session.log += [LoggedMessage(message, "problem", session.state.turn) for message in self._messages]
        return session

    def _load(self) -> Session:
        return load(self._loaded.rules, self._path, strict=self._strict)

    def _notify(self, id: str, **arguments: Any) -> None:
        message = Message(f"footfall-{id}", arguments)
        self._messages.append(message)
        self.notices.append(self._loaded.catalog.translate(message))

    def _report_differences(self, session: Session) -> None:
        """Tells what changed since the game was saved, and keeps a copy of the save."""
        if not session.differences:
            return
        backup = self._path.with_suffix(".before")
        replace_file(backup, [self._path.read_bytes()])
        self.notices.append("the game was saved with other mods or settings:")
        for difference in session.differences:
            self.notices.append(f"  {difference}")
            session.log.append(LoggedMessage(difference.message, "problem", session.state.turn))
        if not is_guest():
            self.notices.append(f"  backup of the save: {backup}")

    def _set_aside(self, path: Path) -> str:
        """Renames a file that cannot be used; returns its new path as text."""
        return abbreviate_home(move_aside(path))

    def _add_recorded_commands(self, session: Session, scan: ReplayScan) -> Session:
        """Replays the commands recorded after the save; renames a replay of another game."""
        saved, state = read_header(self._path), session.state
        if scan.size == 0 and not scan.damaged_line:
            if session.commands:
                self._notify("replay-missing")
            return session
        if not belongs_to_game(scan, saved.game, saved.seed, session.options):
            reason = "other" if scan.header else "header" if scan.format in ("", FORMAT) else "format"
            self._notify(f"replay-{reason}", path=self._set_aside(self._record))
            return session
        lines = find_lines_after(scan, saved.turn, saved.hash)
        if lines is not None:
            return self._replay(session, lines)
        if is_beginning_of(scan, session.commands, session.rules):
            missing = state.turn - scan.last_turn
            if missing:
                self._notify("replay-short", count=missing)
            return session
        self._notify("replay-other", path=self._set_aside(self._record))
        return session

    def _replay(self, session: Session, lines: Sequence[ReplayLine]) -> Session:
        """Replays commands, stopping before one that crashes the game or was given in another state."""
        rules, start = session.rules, session.state.turn
        session.console_enabled = True  # recorded commands were allowed when they were given
        for index, line in enumerate(lines):
            turn = session.state.turn
            if session.state.outcome is not None or (line.before and line.before != session.hash()):
                self._notify("replay-diverged", turn=turn + 1, count=len(lines) - index)
                break
            try:
                refused = session.submit(parse_command(line.command or {}, rules.command_types)).refusal is not None
            except Exception as error:
                self._notify("replay-crash", turn=turn + 1, error=" ".join(str(error).split()))
                return self._replay(self._load(), lines[:index])
            if refused:
                if index + 1 < len(lines):
                    self._notify("replay-diverged", turn=turn + 1, count=len(lines) - index)
                break
        if session.state.turn > start:
            message = Message("footfall-replay-replayed", {"count": session.state.turn - start})
            self.notices.append(self._loaded.catalog.translate(message))
        return session

    def _rebuild(self, scan: ReplayScan, damage: SaveError) -> Session:
        """Replays the whole game, because its save is missing or damaged."""
        if scan.header is None or scan.header.game != self._loaded.rules.game.id:
            raise damage
        rules = self._loaded.rules
        if {**rules.settings, **scan.header.settings} != rules.settings:
            rules = msgspec.structs.replace(rules, settings={**rules.settings, **scan.header.settings})
        try:
            replay = parse_replay(self._record, scan, rules)
            try:
                session = play_back(rules, replay)
            except (ReplayError, ValueError):
                raise
            except Exception:  # the last command crashes the game
                session = play_back(rules, msgspec.structs.replace(replay, commands=replay.commands[:-1]))
        except (ReplayError, ValueError) as error:
            raise SaveError(f"{damage}\nthe game cannot be rebuilt from {self._record.name} either: {error}") from None
        session.strict = self._strict
        if self._path.exists():
            self._notify(
                "save-rebuilt", turn=session.display.count_turns(session.state.turn), path=self._set_aside(self._path)
            )
        else:
            self._notify("save-missing", turn=session.display.count_turns(session.state.turn))
        return session
