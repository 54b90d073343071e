"""The run that is being played and its files: save, replay, and what is kept of it once it is over."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

import click

from footfall import __version__
from footfall.engine.model import Message
from footfall.engine.replay import Recorder
from footfall.engine.save import save
from footfall.engine.session import Session

from . import morgue
from .places import finished_path, morgue_path, shortened

Begin = Callable[[int, Mapping[str, Any]], Session]
"""Begins a game with a seed and setup options."""


class Runs:
    """One run after the other in one place.

    A run that is over, or was given up, leaves its replay and its story; any other leaves its save.

    Attributes:
        session: the run that is being played.
        recorder: writes its replay.
    """

    def __init__(self, session: Session, path: Path, text: morgue.Text, begin: Begin, fresh: bool) -> None:
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
        self.recorder = Recorder(self._file, session, __version__, resumed=self._file.tell() > 0)
        if session.differences:
            self.recorder.changed()
        self.keep()

    def keep(self) -> None:
        """Saves the run, unless it is over."""
        if self.session.state.outcome is None:
            save(self.session, self._path, __version__)

    def again(self, same: bool) -> tuple[Session, Recorder]:
        """Puts the run away and begins another, with the same seed or a new one."""
        state = self.session.state
        self.tell()
        self._put_away()
        self._open(self._begin(state.seed if same else secrets.randbits(32), self.session.options), True)
        return self.session, self.recorder

    def go_on(self, session: Session) -> Recorder:
        """The run goes on in another session: its mods were loaded anew, and the replay says so."""
        session.console = self.session.console
        self.session = session
        self.recorder = Recorder(self._file, session, __version__, resumed=True)
        self.recorder.changed()
        return self.recorder

    def tell(self) -> list[Message]:
        """Writes the story of the run; returns what to say of it."""
        state = self.session.state
        if self._told is None:
            try:
                path = morgue_path(state.game, state.seed, state.turn)
                self._told = morgue.write(self.session, self._text, path)
            except OSError as error:
                return [Message("footfall-ui-no-morgue", {"reason": error.strerror or str(error)})]
        return [
            Message("footfall-ui-over-seed", {"seed": str(state.seed)}),
            Message("footfall-ui-over-morgue", {"path": shortened(self._told)}),
        ]

    def end(self) -> None:
        """Leaves the run: says where its save is, or its replay and its story."""
        state = self.session.state
        self.keep()
        if state.outcome is None:
            self.recorder.after(force=True)
            self._file.close()
            click.echo(f"saved at turn {state.turn}: {self._path}")
            return
        self.tell()
        kept = self._put_away()
        click.echo(f"{state.outcome}: turn {state.turn}, seed {state.seed}. The replay is {kept}")
        if self._told is not None:
            click.echo(f"the story is {self._told}")

    def close(self) -> None:
        """Closes the replay as it is."""
        self._file.close()

    def _put_away(self) -> Path:
        """The replay goes where finished runs are kept, and the save is gone."""
        state = self.session.state
        self.recorder.after(force=True)
        self._file.close()
        self._path.unlink(missing_ok=True)
        kept = finished_path(state.game, state.seed, state.turn)
        kept.parent.mkdir(parents=True, exist_ok=True)
        self._tail.replace(kept)
        return kept
