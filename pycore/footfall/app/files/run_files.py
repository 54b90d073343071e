"""The files of the current run: save and replay; after the run, its archived replay and its story."""

import io
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from footfall import __version__
from footfall.api.session_scene import build_session_scene
from footfall.diagnostics import UserError
from footfall.disk import make_folder, move_file, remove, remove_stale_files, replace_file, sync_folder, write_file
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.saves.replay import Recorder
from footfall.engine.saves.replay_lines import ReplayFile, scan_replay
from footfall.engine.saves.save import SaveError, save
from footfall.engine.session import Session
from footfall.ui.drawing.text_layout import Translator

from ..startup import choose_seed, follow_course
from .finished_games import append_game, render_morgue, summarize_game
from .paths import BEGUN, abbreviate_home, find_game_path, is_guest, replay_archive_path
from .resume import read_saved_header

SessionFactory = Callable[[int, Mapping[str, Any]], Session]
"""Begins a game with a seed and setup options."""


class UnsavedGameError(UserError):
    """A game that was left could not be saved."""


class RunFiles:
    """The files of successive runs under one save path.

    A run that ends or is restarted leaves a replay and a story; an unfinished run leaves a save. The program may stop
    at any statement below: each command of the run that was on disk is then still in the save, the replay or both.
    """

    def __init__(self, session: Session, path: Path, translate: Translator, begin: SessionFactory, fresh: bool) -> None:
        """Opens the files of a run.

        Args:
            path: path of its save; the replay goes to the same folder.
            fresh: whether to begin a new replay, rather than append to the existing one.

        Raises:
            OSError: the files cannot be written; those of an earlier run are untouched.
        """
        self._path, self._replay = path, path.with_suffix(".replay")
        self._translate, self._begin = translate, begin
        self._file: ReplayFile
        self._save_failure: OSError | None = None
        for file in (self._path, self._replay):
            remove_stale_files(file)
        if fresh or not self._replay.exists() or scan_replay(self._replay).header is None:
            new_replay = self._begin_replay(session)
            if fresh:  # first: at no moment may the save of an earlier run stand next to the replay of this one
                remove(self._path)
            move_file(new_replay, self._replay)
        self._open(session)
        try:
            self.save()
            if self._file.failure is not None:  # no game begins without its files
                raise self._file.failure
        except OSError:
            self._file.close()
            raise

    def _open(self, session: Session) -> None:
        """Opens the replay of a run and completes it."""
        self.session = session
        self._story: Path | None = None
        self._is_recorded = False
        scan = scan_replay(self._replay)
        self._has_mod_changes = bool(session.differences) or any(line.mods is not None for _, line in scan.lines)
        # A failed write is reported; the commands wait in memory.
        self._file = ReplayFile(self._replay, scan, lambda error: self._log("footfall-replay-not-written", error))
        self.recorder = Recorder(self._file, session, __version__, checksum=scan.checksum, on_mark=self._save_in_play)
        self.recorder.write_missing_commands(scan.last_turn)
        if session.differences:
            self.recorder.write_mod_change()

    def _begin_replay(self, session: Session) -> Path:
        """Writes the beginning of a replay to a file that is yet to be renamed; returns its path."""
        text = io.StringIO()
        Recorder(text, session, __version__)
        path = self._replay.with_suffix(BEGUN)
        replace_file(path, [text.getvalue().encode()])
        return path

    def _log(self, id: str, error: OSError) -> None:
        message = Message(id, {"reason": error.strerror or str(error)})
        self.session.log.append(LoggedMessage(message, "problem", self.session.state.turn))

    def save(self) -> None:
        """Saves the run.

        Raises:
            OSError: the save cannot be written; the old one is untouched.
        """
        self.recorder.write_hash_mark(force=True)
        self._file.sync()  # first: a save is never ahead of its replay
        save(self.session, self._path, __version__)
        self._save_failure = None

    def _save_in_play(self) -> None:
        """Saves the run; tells the player the first time that this fails."""
        try:
            self.save()
        except OSError as error:
            known, self._save_failure = self._save_failure, error
            if known is None:
                self._log("footfall-save-not-written", error)

    def restart(self, same_seed: bool) -> Session:
        """Archives the run and begins another, with the same seed or a new one; returns its session.

        Raises:
            OSError: the files cannot be written; the run continues.
        """
        state = self.session.state
        options: Mapping[str, Any] = self.session.options
        if state.outcome is not None and not same_seed:
            options = follow_course(self.session.rules, options)
        session = self._begin(state.seed if same_seed else choose_seed(self.session.rules, options), options)
        new_replay = self._begin_replay(session)
        try:
            self.write_story()
            self._complete_replay()
            # A copy, so that until the new replay takes its place the run can go on.
            replace_file(replay_archive_path(state.game, state.seed, state.turn), [self._replay.read_bytes()])
            self._file.close()
            try:
                remove(self._path)
                move_file(new_replay, self._replay)
            except OSError:
                self._file.reopen()
                self._save_in_play()
                raise
        finally:
            with suppress(OSError):
                remove(new_replay)
        self._open(session)
        self._save_in_play()
        return self.session

    def continue_with(self, session: Session) -> None:
        """Continues the run in another session, after a reload of mods; the replay records the new mods."""
        session.console_enabled = self.session.console_enabled
        self.session = session
        self._has_mod_changes = True
        checksum = self.recorder.checksum
        self.recorder = Recorder(self._file, session, __version__, checksum=checksum, on_mark=self._save_in_play)
        self.recorder.write_mod_change()
        self._save_in_play()

    def write_story(self) -> list[Message]:
        """Writes the story of the run, and its result; returns lines for the farewell.

        The statistics have no runs that the console could have altered.
        """
        state = self.session.state
        if not (self._is_recorded or state.outcome is None or self.session.console_enabled):
            self._is_recorded = True
            try:
                append_game(summarize_game(self.session))
            except OSError as error:
                self._log("footfall-result-not-written", error)
        if self._story is None:
            try:
                path = find_game_path("morgue", state.game, state.seed, state.turn, ".txt")
                make_folder(path.parent)
                write_file(path, render_morgue(self.session, self._translate))
                self._story = path
            except OSError as error:
                return [Message("footfall-ui-no-morgue", {"reason": error.strerror or str(error)})]
        return [
            Message("footfall-ui-over-seed", {"seed": str(state.seed)}),
            Message("footfall-ui-over-morgue", {"path": "none" if is_guest() else abbreviate_home(self._story)}),
        ]

    def finish(self) -> list[str]:
        """Closes the run; returns lines naming its save, or its replay and its story.

        Raises:
            UnsavedGameError: the save or the replay cannot be written.
        """
        state = self.session.state
        turn = self.session.display.count_turns(state.turn)
        try:
            if state.outcome is None:
                self.save()
                self._file.close()
                return [self._translate(Message("footfall-saved", {"turn": str(turn), "path": str(self._path)}))]
            self.write_story()
            replay = self._archive()
        except OSError as error:
            raise UnsavedGameError(self._describe_unsaved(error)) from error
        ending = next(iter(build_session_scene(self.session).farewell), state.outcome)
        outcome = self._translate(ending)
        facts = {"outcome": outcome, "turn": str(turn), "seed": str(state.seed), "path": str(replay)}
        lines = [Message("footfall-ended", facts)]
        if self._story is not None:
            lines.append(Message("footfall-story-at", {"path": str(self._story)}))
        return [*map(self._translate, lines)]

    def _describe_unsaved(self, error: OSError) -> str:
        """Returns the file that could not be written, and the turn at which the next start will resume."""
        self._file.close()
        reason = error.strerror or str(error)
        if self._file.failure is None:
            id, turn = "footfall-save-in-replay", self.session.display.count_turns(self.session.state.turn)
        else:
            id, turn = "footfall-save-lost", 0
            with suppress(SaveError):
                turn = read_saved_header(self._path).shown_turn
        return self._translate(
            Message(id, {"reason": reason, "turn": turn, "path": abbreviate_home(self._path.parent)})
        )

    def close(self) -> None:
        """Closes the replay without saving the run."""
        self._file.close()

    def _complete_replay(self) -> None:
        """Writes the end of the replay; if the disk is full, the save makes room for it.

        The save of a run whose mods have changed stays: it cannot be rebuilt from its replay.

        Raises:
            OSError: the replay cannot be written.
        """
        with suppress(OSError):  # if the program stops before the save is deleted, it resumes at the last turn
            self.save()
        if self._file.failure is not None:
            if not self._has_mod_changes:
                remove(self._path)
            self._file.sync()
            if self._file.failure is not None:
                raise self._file.failure

    def _archive(self) -> Path:
        """Moves the replay to the archive and deletes the save."""
        state = self.session.state
        self._complete_replay()
        target = replay_archive_path(state.game, state.seed, state.turn)
        self._file.close()
        try:
            move_file(self._replay, target)
        except OSError:
            self._file.reopen()
            raise
        with suppress(OSError):  # a save that cannot be deleted is that of the end of the game
            remove(self._path)
            sync_folder(self._path.parent)
        return target
