"""The files of the current run: save and replay; after the run, its archived replay and its story."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from footfall import __version__
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.saves.replay import Recorder, ReplayScan, read_last_turn, scan_replay
from footfall.engine.saves.replay_file import ReplayFile
from footfall.engine.saves.save import SaveHeader, read_header, save
from footfall.engine.session import Session
from footfall.ui.text_layout import Translator

from . import morgue
from .paths import abbreviate_home, morgue_path, replay_archive_path

SessionFactory = Callable[[int, Mapping[str, Any]], Session]
"""Begins a game with a seed and setup options."""


def read_saved_header(path: Path) -> SaveHeader:
    """Reads the header of a save. Its turn includes commands recorded after the save, which a resumed game replays.

    Raises:
        SaveError: the save cannot be read.
    """
    header = read_header(path)
    turn = max(header.turn, read_last_turn(path.with_suffix(".replay"), header.seed))
    return msgspec.structs.replace(header, turn=turn)


class RunFiles:
    """The files of successive runs under one save path.

    A run that ends or is restarted leaves a replay and a story; an unfinished run leaves a save.

    Attributes:
        session: the current run.
        recorder: writes its replay.
    """

    def __init__(self, session: Session, path: Path, text: Translator, begin: SessionFactory, fresh: bool) -> None:
        """Opens the files of a run.

        Args:
            session: the run.
            path: path of its save; the replay goes to the same folder.
            text: turns messages into sentences.
            begin: begins the next run.
            fresh: whether to begin a new replay, rather than append to the existing one.
        """
        self._path, self._replay = path, path.with_suffix(".replay")
        self._text, self._begin = text, begin
        self._file: ReplayFile
        self._open(session, fresh)

    def _open(self, session: Session, fresh: bool) -> None:
        self.session = session
        self._story: Path | None = None
        self._replay.parent.mkdir(parents=True, exist_ok=True)
        scan = ReplayScan() if fresh or not self._replay.exists() else scan_replay(self._replay)
        self._file = ReplayFile(self._replay, scan, self._report_failed_write)
        self.recorder = Recorder(self._file, session, __version__, resume=bool(scan.lines))
        if not scan.lines or scan.lines[0][1].get("seed") == session.state.seed:
            self.recorder.write_missing_commands(scan.last_turn)
        if self._file.failure is not None:  # no game begins without its files
            self._file.close()
            raise self._file.failure
        if session.differences:
            self.recorder.write_mod_change()
        self.save()

    def _report_failed_write(self, error: OSError) -> None:
        """Tells the player that the replay cannot be written; the commands wait in memory."""
        message = Message("footfall-replay-not-written", {"reason": error.strerror or str(error)})
        self.session.log.append(LoggedMessage(message, "problem", self.session.state.turn))

    def save(self) -> None:
        """Saves the run, unless it is over."""
        self._file.sync()
        if self.session.state.outcome is None:
            save(self.session, self._path, __version__)

    def restart(self, same_seed: bool) -> tuple[Session, Recorder]:
        """Archives the run and begins another, with the same seed or a new one."""
        state = self.session.state
        self.write_story()
        self._archive()
        self._open(self._begin(state.seed if same_seed else secrets.randbits(32), self.session.options), True)
        return self.session, self.recorder

    def continue_with(self, session: Session) -> Recorder:
        """Continues the run in another session, after a reload of mods; the replay records the new mods."""
        session.console_enabled = self.session.console_enabled
        self.session = session
        self.recorder = Recorder(self._file, session, __version__, resume=True)
        self.recorder.write_mod_change()
        return self.recorder

    def write_story(self) -> list[Message]:
        """Writes the story of the run; returns lines for the farewell."""
        state = self.session.state
        if self._story is None:
            try:
                path = morgue_path(state.game, state.seed, state.turn)
                self._story = morgue.write_morgue(self.session, self._text, path)
            except OSError as error:
                return [Message("footfall-ui-no-morgue", {"reason": error.strerror or str(error)})]
        return [
            Message("footfall-ui-over-seed", {"seed": str(state.seed)}),
            Message("footfall-ui-over-morgue", {"path": abbreviate_home(self._story)}),
        ]

    def finish(self) -> list[str]:
        """Closes the run; returns lines naming its save, or its replay and its story."""
        state = self.session.state
        self.save()
        if state.outcome is None:
            self.recorder.write_hash_mark(force=True)
            self._file.close()
            return [f"saved at turn {state.turn}: {self._path}"]
        self.write_story()
        replay = self._archive()
        lines = [f"{state.outcome}: turn {state.turn}, seed {state.seed}. Replay: {replay}"]
        if self._story is not None:
            lines.append(f"story: {self._story}")
        return lines

    def close(self) -> None:
        """Closes the replay without saving the run."""
        self._file.close()

    def _archive(self) -> Path:
        """Moves the replay to the archive and deletes the save."""
        state = self.session.state
        self._path.unlink(missing_ok=True)  # first: on a full disk this makes room for the replay
        self.recorder.write_hash_mark(force=True)
        self._file.close()
        target = replay_archive_path(state.game, state.seed, state.turn)
        target.parent.mkdir(parents=True, exist_ok=True)
        self._replay.replace(target)
        return target
