"""Games whose players have a screen each: one session, and for every seat a view with a cursor, pages and prompts.

Each view names its player and the active player, and reports arrivals and departures.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from footfall.api.scene import LogLine, Scene, Span, Tint
from footfall.api.session_scene import MAX_SCENE_LOG_LINES, build_session_scene, make_inert
from footfall.engine.bots import Bot
from footfall.engine.model import BUILTIN_COMMANDS, Command, Message
from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.ui.frontends.plain_text import list_status

from .files.run_files import RunFiles
from .game_view import GameView
from .names import name_seat
from .setup_choices import SetupChoices

ONLOOKER = -1
"""The seat of a view that only looks on: it shows common knowledge."""


MAX_NOTES = 60
"""Maximum number of lines about seats, however often players come and go."""


class SeatedPlayer(msgspec.Struct):
    """A person who has a seat: the name that they chose, if any, and whether they look at the game now."""

    name: str = ""
    is_here: bool = False


class SeatNote(NamedTuple):
    """A line that the game does not record: about a seat, for its player alone or for all others, or about all."""

    seat: int | None
    is_own: bool
    line: LogLine


class SharedGame:
    """A session with its files, played from several threads: one for each view.

    Attributes:
        version: grows with every change; a view that has shown an older one shows the game again.
        bots: players of seats without a person, by seat; views may change it under the lock.
        title: title and status as all seats may know them.
        notes: lines about seats, oldest first.
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
        self.people: dict[int, SeatedPlayer] = {}
        self.title = ""
        self.notes: list[SeatNote] = []
        self._calls: list[Callable[[], None]] = []

    def call_on_change(self, call: Callable[[], None]) -> Callable[[], None]:
        """Calls a function after every change, in the thread that made it; returns a function that ends the calls."""
        self._calls.append(call)
        return lambda: self._calls.remove(call)

    def report_change(self) -> None:
        """Makes all views show the game again."""
        scene, translate = build_session_scene(self.session, ONLOOKER), self.loaded.catalog.translate
        self.title = " · ".join((translate(scene.title), *list_status(scene, translate)))
        self.version += 1
        for call in tuple(self._calls):
            call()

    def record_arrival(self, seat: int, name: str) -> None:
        """Records that the player of a seat is here, and informs the others."""
        with self.lock:
            known = self.people.get(seat)
            self.people[seat] = SeatedPlayer(name, True)
            if known is None or not known.is_here:
                self.add_note(seat, Message("footfall-seat-came", {"seat": self.name_seat(seat)}))
                self.report_change()
            elif known.name != name:
                self.report_change()

    def announce_table(self) -> None:
        """Tells those who are here by which rules they play, which seats wait for a player, and how one comes."""
        setup = SetupChoices(self.session.rules, self.session.options)
        for choice in setup.list_rules():
            self.add_note(None, setup.describe(choice))
        for seat in range(self.count):
            if seat not in self.people and seat not in self.bots:
                self.add_note(seat, Message("footfall-seat-free", {"seat": self.name_seat(seat)}))

    def record_departure(self, seat: int) -> None:
        """Records that the player of a seat has left the game, and informs the others."""
        with self.lock:
            player = self.people.get(seat)
            if player is not None and player.is_here and not self.is_broken:
                player.is_here = False
                self.add_note(seat, Message("footfall-seat-left", {"seat": self.name_seat(seat)}))
                self.report_change()

    def add_note(self, seat: int | None, words: Message, *, is_own: bool = False) -> None:
        """Adds a line about a seat to the logs of the others, or to its own; without a seat, to all logs."""
        turn = self.session.state.turn
        line = LogLine(words, "warn", turn, clock=self.session.display.count_turns(turn))
        self.notes = [*self.notes, SeatNote(seat, is_own, line)][-MAX_NOTES:]

    def name_seat(self, seat: int) -> Message | str:
        """Returns a seat as the game names it, with the name of its player."""
        label = name_seat(self.session.rules, seat)
        player = self.people.get(seat)
        named = player is not None and player.name
        return Message("footfall-seat-name", {"seat": label, "name": player.name}) if player and named else label

    def describe_wait(self, seat: int) -> Message:
        """Returns whose answer the game waits for, and whether they are there to give it."""
        player = self.people.get(seat)
        state = "free" if player is None else "here" if player.is_here else "away"
        return Message("footfall-seat-waits", {"seat": self.name_seat(seat), "state": state})

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
        self._is_asked, self._turn = False, -1
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
            if self.overlay is not None:
                return scene
            self.add_seat(scene)
            question = self.session.state.question
            if question is None or question.actor == self.seat:
                return scene
            screens = tuple(binding for binding in scene.bindings if binding.command not in self.session.rules.commands)
            prompt, asks = self._game.describe_wait(question.actor), ("odds", "outlook", "preview", "completions")
            silent = dict.fromkeys((f"ask_{name}" for name in asks), None)
            return make_inert(scene, bindings=screens, hints=scene.hints, prompt=prompt, **silent)

    def add_seat(self, scene: Scene) -> None:
        """Adds the player of the screen, whether the game asks them now, and arrivals and departures."""
        question = self.session.state.question
        was_asked, self._is_asked = self._is_asked, question is not None and question.actor == self.seat
        begins = (line.turn for line in reversed(self.session.log) if line.message.id == self._game.seats.turn_line)
        last_turn, self._turn = self._turn, next(begins, -1)
        is_turn = "no" if scene.answers else "yes"
        if self._is_asked:
            scene.title = Message("footfall-seat-title", {"title": scene.title, "is_turn": is_turn})
            if not was_asked or last_turn != self._turn:
                self._game.add_note(self.seat, Message("footfall-seat-asked", {"is_turn": is_turn}), is_own=True)
        if self.seat != ONLOOKER:
            own = Message("footfall-seat-own", {"seat": self._game.name_seat(self.seat)})
            scene.status = (Span(own, Tint.PLAYER), *scene.status)
        notes = [note.line for note in self._game.notes if (note.seat == self.seat) == note.is_own]
        scene.log = tuple(sorted((*scene.log, *notes), key=lambda line: line.turn))[-MAX_SCENE_LOG_LINES:]

    def submit(self, command: Command) -> Message | None:
        """Carries out a command of this seat, and refuses one of another."""
        with self._game.lock:
            question, turn = self.session.state.question, self.session.state.turn
            is_played = type(command) in self.session.rules.commands or type(command) in BUILTIN_COMMANDS
            if is_played and question is not None and question.actor != self.seat:
                return self._game.describe_wait(question.actor)
            if is_played and (question is None or command.actor != self.seat):
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
