"""The run that is being played and its files: save, replay, and what is kept of it once it is over."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

import click

from footfall import __version__
from footfall.engine.model import Message
from footfall.engine.saves.replay import Recorder
from footfall.engine.saves.save import save
from footfall.engine.session import Session

from . import morgue
from .paths import abbreviate_home, finished_replay_path, morgue_path

SessionFactory = Callable[[int, Mapping[str, Any]], Session]
"""Begins a game with a seed and setup options."""


class RunFiles:
    """One run after the other in one place.

    A run that is over, or was given up, leaves its replay and its story; any other leaves its save.

    Attributes:
        session: the run that is being played.
        recorder: writes its replay.
    """

    def __init__(
        self, session: Session, path: Path, text: morgue.Translator, begin: SessionFactory, fresh: bool
    ) -> None:
        """Takes a run up.

        Args:
            session: the run.
            path: of its save; the replay lies beside it.
            text: turns messages into words.
            begin: begins the next.
            fresh: its replay begins here.
        """
        self._path, self._tail = path, path.with_suffix(".replay")
        self._text, self._begin = text, begin
        self._file: IO[str]
        self._open(session, fresh)

    def _open(self, session: Session, fresh: bool) -> None:
        self.session = session
        self._told: Path | None = None
        self._tail.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._tail.open("w" if fresh or not self._tail.exists() else "a", encoding="utf-8")
        self.recorder = Recorder(self._file, session, __version__, resume=self._file.tell() > 0)
        if session.differences:
            self.recorder.write_mod_change()
        self.save()

    def save(self) -> None:
        """Saves the run, unless it is over."""
        if self.session.state.outcome is None:
            save(self.session, self._path, __version__)

    def restart(self, same_seed: bool) -> tuple[Session, Recorder]:
        """Puts the run away and begins another, with the same seed or a new one."""
        state = self.session.state
        self.write_story()
        self._archive()
        self._open(self._begin(state.seed if same_seed else secrets.randbits(32), self.session.options), True)
        return self.session, self.recorder

    def continue_with(self, session: Session) -> Recorder:
        """The run goes on in another session: its mods were loaded anew, and the replay says so."""
        session.console_enabled = self.session.console_enabled
        self.session = session
        self.recorder = Recorder(self._file, session, __version__, resume=True)
        self.recorder.write_mod_change()
        return self.recorder

    def write_story(self) -> list[Message]:
        """Writes the story of the run; returns what to say of it."""
        state = self.session.state
        if self._told is None:
            try:
                path = morgue_path(state.game, state.seed, state.turn)
                self._told = morgue.write_morgue(self.session, self._text, path)
            except OSError as error:
                return [Message("footfall-ui-no-morgue", {"reason": error.strerror or str(error)})]
        return [
            Message("footfall-ui-over-seed", {"seed": str(state.seed)}),
            Message("footfall-ui-over-morgue", {"path": abbreviate_home(self._told)}),
        ]

    def finish(self) -> None:
        """Leaves the run: says where its save is, or its replay and its story."""
        state = self.session.state
        self.save()
        if state.outcome is None:
            self.recorder.write_hash_mark(force=True)
            self._file.close()
            click.echo(f"saved at turn {state.turn}: {self._path}")
            return
        self.write_story()
        kept = self._archive()
        click.echo(f"{state.outcome}: turn {state.turn}, seed {state.seed}. The replay is {kept}")
        if self._told is not None:
            click.echo(f"the story is {self._told}")

    def close(self) -> None:
        """Closes the replay as it is."""
        self._file.close()

    def _archive(self) -> Path:
        """The replay goes where finished runs are kept, and the save is gone."""
        state = self.session.state
        self.recorder.write_hash_mark(force=True)
        self._file.close()
        self._path.unlink(missing_ok=True)
        kept = finished_replay_path(state.game, state.seed, state.turn)
        kept.parent.mkdir(parents=True, exist_ok=True)
        self._tail.replace(kept)
        return kept
