"""Games whose players have a screen each: one session, and for every seat a view with a cursor, pages and prompts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import msgspec

from footfall.api.scene import Scene
from footfall.engine.bots import Bot
from footfall.engine.model import Command, Message
from footfall.engine.session import Session
from footfall.loader import LoadResult

from .files.run_files import RunFiles
from .game_view import GameView

ONLOOKER = -1
"""The seat of a view that only looks on: it shows common knowledge."""


class SharedGame:
    """A session with its files, played from several threads: one for each view.

    Attributes:
        seats: the seats of the game.
        count: their number in this game.
        version: grows with every change; a view that has shown an older one shows the game again.
        bots: players of seats without a person, by seat; views may change it under the lock.
        is_broken: the rules have failed in the middle of a command; the state is neither shown nor saved any more.
    """

    def __init__(self, session: Session, loaded: LoadResult, path: Path, *, is_new: bool) -> None:
        """Opens the files of the game.

        Raises:
            OSError: the files cannot be written.
            ValueError: the game has no seats.
        """
        seats = session.rules.game.presentation.seats
        if seats is None:
            raise ValueError(f"{session.rules.game.id} is played on one screen")
        self.session, self.loaded, self.seats = session, loaded, seats
        self.count = int(session.options[seats.option])
        self.files = RunFiles(session, path, loaded.catalog.translate, lambda seed, options: session, is_new)
        self.lock = threading.RLock()
        self.version = 0
        self.is_broken = False
        self.bots: dict[int, Bot] = {}
        self._calls: list[Callable[[], None]] = []

    def call_on_change(self, call: Callable[[], None]) -> Callable[[], None]:
        """Calls a function after every change, in the thread that made it; returns a function that ends that."""
        self._calls.append(call)
        return lambda: self._calls.remove(call)

    def report_change(self) -> None:
        """Makes all views show the game again."""
        self.version += 1
        for call in tuple(self._calls):
            call()

    def let_bots_play(self) -> None:
        """Lets the bots play up to the turn of a person."""
        view = SeatView(self, ONLOOKER, self.loaded.catalog.translate)
        with self.lock:
            view.let_bots_play(to_person=True)
            self.report_change()


class SeatView(GameView):
    """The game as the player of one seat sees it, or an onlooker."""

    seat: int

    def __init__(self, game: SharedGame, seat: int, translate: Callable[[Message | str], str]) -> None:
        self._game, self._shown = game, -1
        with game.lock:
            super().__init__(game.session, translate, files=game.files, bots=game.bots)
        self.seat = seat
        self.ui_settings = msgspec.structs.replace(self.ui_settings, waits_for_bots=False)

    @property
    def can_restart(self) -> bool:
        """Another game is begun by all of its players together, not from a seat."""
        return False

    @property
    def is_outdated(self) -> bool:
        """Whether the game has changed since this view was shown."""
        return self._shown != self._game.version

    def build_scene(self) -> Scene:
        """Returns the current scene of this seat: another one's questions, answers and keys are not in it."""
        with self._game.lock:
            self._shown = self._game.version
            scene = super().build_scene()
            question = self.session.state.question
            if question is None or question.actor == self.seat:
                return scene
            formats = self.session.rules.game.presentation.field_formats
            name = formats["actor"](question.actor) if "actor" in formats else str(question.actor + 1)
            screens = tuple(binding for binding in scene.bindings if binding.command not in self.session.rules.commands)
            return msgspec.structs.replace(
                scene,
                places=tuple(msgspec.structs.replace(place, click=None) for place in scene.places),
                bindings=screens,
                choices={},
                lessons=(),
                confirmations={},
                prompt=Message("footfall-seat-waits", {"seat": name}),
                answers=(),
                ask_odds=None,
                ask_outlook=None,
                ask_preview=None,
                ask_completions=None,
            )

    def submit(self, command: Command) -> Message | None:
        """Carries out a command of this seat, and refuses one of another."""
        with self._game.lock:
            question, turn = self.session.state.question, self.session.state.turn
            is_played = type(command) in self.session.rules.commands or type(command) in Session.builtin_commands
            if is_played and (question is None or question.actor != self.seat or command.actor != self.seat):
                return Message("footfall-not-your-turn")
            if self._game.is_broken:
                return Message("footfall-not-your-turn")
            try:
                refusal = super().submit(command)
            except Exception:
                self._game.is_broken = True
                raise
            if self.session.state.turn != turn:
                self._game.report_change()
            return refusal

    def advance(self) -> Message | None:
        """Plays the next command of a macro."""
        with self._game.lock:
            return super().advance()

    def save(self) -> None:
        """Saves the game."""
        with self._game.lock:
            if not self._game.is_broken:
                super().save()
