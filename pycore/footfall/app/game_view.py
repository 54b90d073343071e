"""The view of a session that front ends play: scenes, commands, saving."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

from footfall.api.scene import Binding, Scene
from footfall.api.session_scene import MAX_SCENE_LOG_LINES as MAX_SCENE_LOG_LINES
from footfall.api.session_scene import build_session_scene as build_session_scene
from footfall.api.session_scene import collect_hud_lines as collect_hud_lines
from footfall.api.session_scene import log_problems as log_problems
from footfall.api.session_scene import merge_log_lines as merge_log_lines
from footfall.engine.bots import Bot, BotContext, RunningMacro, is_macro, list_legal_commands
from footfall.engine.drawing import list_flashes
from footfall.engine.model import Command, Event, LoggedMessage, Message
from footfall.engine.saves.replay import Recorder, ReplayError
from footfall.engine.session import Session
from footfall.engine.tracing import Tracer, trace_hooks
from footfall.loader import LoadResult
from footfall.loader.isolation import tripwire
from footfall.ui.settings import UiSettings, find_settings_path

from .bot_turns import BotTurn, GoOn, wait_after
from .decisions_page import add_decisions_page
from .lessons import LessonTracker, add_hint_page
from .why_page import add_why_page


class OpenScreen(Command, frozen=True, tag="footfall:open"):
    """Opens an overlay screen. The game never sees this command."""

    screen: str


LAST_TURNS_SCREEN = "last-turns"
"""Overlay screen that only a finished game has."""

SCREEN_KEYS = {"mods": ("F2", "C-o"), "console": ("F3", "C-k"), LAST_TURNS_SCREEN: ("w",), "settings": ("F4", "C-e")}
"""Keys that open the overlay screens."""


class OverlayScreen(Protocol):
    """A screen over the game, with scenes and commands of its own until it is closed."""

    is_open: bool

    def build_scene(self) -> Scene:
        """Returns the current scene."""

    def submit(self, command: Command) -> Message | None:
        """Carries out a command; returns a message for the player, if there is one."""


@runtime_checkable
class WorkingScreen(OverlayScreen, Protocol):
    """An overlay screen that works in the background while it is shown; a key stops it."""

    @property
    def is_busy(self) -> bool:
        """Whether it works."""

    def advance(self) -> Message | None:
        """Looks for the end of the work; returns a message for the player, if there is one."""

    def cancel(self) -> None:
        """Stops the work."""


def _make_open_binding(screen: str) -> Binding:
    label = Message(f"footfall-open-{screen}")
    return Binding(SCREEN_KEYS[screen], OpenScreen, label, {"screen": screen}, (), Message("footfall-screens"))


def open_settings_screen(
    game: Scene, apply: Callable[[UiSettings], None], loaded: LoadResult, current: UiSettings
) -> OverlayScreen:
    """Opens the settings screen. It is imported here, for the library that writes its file."""
    from .settings_screen import SettingsScreen

    return SettingsScreen(find_settings_path(), game, apply, loaded, current)


class GameView:
    """A game as front ends play it; they never see the session itself.

    Attributes:
        translate: turns messages into sentences in the player's language.
        running_command: the command being carried out.
        traced_hooks: hooks whose calls are logged.
        ui_settings: the player's settings; the UI loop takes them over when they are others.
        watched_expressions: expressions whose values the console shows, oldest first.
    """

    def __init__(
        self,
        session: Session,
        translate: Callable[[Any], str],
        save: Callable[[], None],
        recorder: Recorder | None = None,
        on_first_command: Callable[[], None] = lambda: None,
        bots: Mapping[int, Bot] | None = None,
        on_restart: Callable[[bool], tuple[Session, Recorder]] | None = None,
        on_game_over: Callable[[], Iterable[Message]] = tuple,
        lesson_tracker: LessonTracker | None = None,
        screens: Mapping[str, Callable[[], OverlayScreen]] | None = None,
    ) -> None:
        """Shows a session.

        Args:
            session: the game.
            translate: turns messages into sentences.
            save: saves the game.
            recorder: writes the replay.
            on_first_command: called after the first command of a game.
            bots: players of seats, by seat.
            on_restart: closes the game and begins another, with the same seed or a new one.
            on_game_over: called when the game has ended; returns lines to add to the farewell.
            lesson_tracker: chooses lessons to show.
            screens: opens each overlay screen, by name.
        """
        self.session = session
        self.translate = translate
        self.running_command: Command | None = None
        self._save = save
        self._recorder = recorder
        self._on_first_command = on_first_command
        self._bots = bots or {}
        self._on_restart, self._on_game_over = on_restart, on_game_over
        self._lesson_tracker = lesson_tracker
        self._farewell: tuple[Message, ...] = ()
        self._bot_contexts: dict[int, BotContext] = {}
        self._macro: RunningMacro | None = None
        self._macro_notes: dict[str, Any] = {}
        self._events: tuple[Event, ...] = ()
        self._bot_turn: BotTurn | None = None
        self._logged_trips = len(tripwire.list_trips())
        self._screens = screens or {}
        self._open_screen: OverlayScreen | None = None
        self.traced_hooks: set[str] = set()
        self.watched_expressions: list[str] = []
        self.ui_settings = UiSettings()
        self._ensure_tracer()

    def _ensure_tracer(self) -> None:
        """Starts tracing unless the session is already traced."""
        if self.session.tracer is None:
            self.session.tracer = Tracer()

    @property
    def has_running_macro(self) -> bool:
        """Whether a macro is running, or work of the open screen."""
        return self._macro is not None or self._working_screen is not None

    @property
    def _working_screen(self) -> WorkingScreen | None:
        screen = self._open_screen
        return screen if isinstance(screen, WorkingScreen) and screen.is_busy else None

    def build_scene(self) -> Scene:
        """Returns the current scene."""
        if self._open_screen is not None:
            return self._open_screen.build_scene()
        self._ensure_tracer()
        scene = build_session_scene(self.session)
        scene.flashes = list_flashes(self.session, self._events)
        self._events = ()
        if self._bot_turn is not None:
            scene = wait_after(scene, self._bot_turn, self.session.rules.game.presentation.field_formats)
        screens = tuple(map(_make_open_binding, self._list_screens(bool(scene.farewell))))
        scene.bindings = screens if scene.farewell else (*scene.bindings, *screens)
        scene.can_restart = self._on_restart is not None
        add_why_page(self.session, scene, raw=self.session.console_enabled)
        if scene.farewell:
            add_decisions_page(self.session, scene)
            scene.farewell = (*scene.farewell, *self._farewell)
        tracker = self._lesson_tracker
        add_hint_page(scene, tracker.keys if tracker is not None else {})
        lesson = tracker.take_due_lesson(scene) if tracker is not None else None
        if lesson is not None:
            self.session.log.append(msgspec.structs.replace(lesson, turn=self.session.state.turn))
            scene.log = merge_log_lines(self.session.log[-MAX_SCENE_LOG_LINES:], self.session.display.count_turns)
        return scene

    def _list_screens(self, is_over: bool) -> list[str]:
        """The overlay screens that can be opened: of a finished game, the one that shows its last turns."""
        return [name for name in self._screens if (name == LAST_TURNS_SCREEN) == is_over]

    def submit(self, command: Command) -> Message | None:
        """Carries out a command, then those of bots; returns the refusal, if there is one.

        If it is a macro, carries out its first command; `advance_macro` plays the others.
        """
        if isinstance(command, OpenScreen):
            try:
                self._open_screen = self._screens[command.screen]()
            except ReplayError as error:
                return Message("footfall-last-turns-failed", {"reason": str(error)})
            return None
        if self._open_screen is not None:
            return self._submit_to_screen(self._open_screen, command)
        if isinstance(command, GoOn) or self._bot_turn is not None:
            self.let_bots_play(isinstance(command, GoOn) and command.is_last)
            return None
        if is_macro(self.session, command):
            self._macro = RunningMacro(self.session, command, self._macro_notes)
            return self.advance_macro()
        refusal = self.submit_directly(command)
        if refusal is None:
            self.let_bots_play()
        return refusal

    def _submit_to_screen(self, screen: OverlayScreen, command: Command) -> Message | None:
        message = screen.submit(command)
        if not screen.is_open:
            self._open_screen = None
        return message

    def advance_macro(self) -> Message | None:
        """Carries out the next command of the macro; returns a message if the macro ends with one."""
        if self._working_screen is not None:
            return self._working_screen.advance()
        if self._macro is None:
            return None
        step = self._macro.next_command()
        if isinstance(step, Command):
            refusal = self.submit(step)
            if refusal is not None:
                self.cancel_macro()
            return refusal
        self.cancel_macro()
        return step

    def cancel_macro(self) -> None:
        """Ends the macro, and the work of the open screen."""
        self._macro = None
        if self._working_screen is not None:
            self._working_screen.cancel()

    def let_bots_play(self, to_person: bool = False) -> None:
        """Lets bots play until it is a person's turn, or until one of them has played, if the player wants that."""
        state, waits = self.session.state, self.ui_settings.bot_stops and not to_person
        turn = self._bot_turn = None
        while (question := state.question) is not None and question.actor in self._bots:
            seat = question.actor
            if turn is None or turn.seat != seat:
                if turn is not None and waits:
                    self._bot_turn = turn
                    return
                turn = BotTurn(seat, state.turn + 1)
            bot = self._bots[seat]
            context = self._bot_contexts.setdefault(seat, BotContext(self.session, bot.id, seat))
            if self.submit_directly(bot.decide(context, list_legal_commands(self.session))) is not None:
                return
            turn = turn._replace(commands=turn.commands + 1)
        if waits and turn is not None and turn.commands > 1 and state.outcome is None:
            self._bot_turn = turn

    def take_settings(self, settings: UiSettings) -> None:
        """Takes over the settings that the player has changed."""
        self.ui_settings = settings

    def replace_session(self, session: Session, recorder: Recorder | None = None) -> None:
        """Continues the game in another session, after its mods were reloaded."""
        self.cancel_macro()
        self.session, self._recorder, self.running_command = session, recorder, None
        self._bot_contexts, self._macro_notes = {}, {}
        self._ensure_tracer()

    def _start_hook_trace(self) -> Callable[[], None]:
        """Returns a function that logs calls of traced hooks made after this one."""
        trail, session = self.session.tracer, self.session
        assert trail is not None
        folds, polls = len(trail.folds), len(trail.polls)
        formats = session.rules.game.presentation.field_formats

        def log_calls() -> None:
            for line in trace_hooks(trail, self.traced_hooks, folds, polls, formats):
                session.log.append(LoggedMessage(Message("footfall-trace", {"line": line}), "", session.state.turn))

        return log_calls

    def submit_directly(self, command: Command) -> Message | None:
        """Carries out and records a single command; returns the refusal, if there is one."""
        session = self.session
        log_calls = self._start_hook_trace() if self.traced_hooks else None
        if self._recorder is not None:
            self._recorder.write_command(command)
        self.running_command = command
        result = session.submit(command)
        self.running_command = None
        self._events = (*self._events, *result.events)
        log_problems(session, result.problems)
        self._log_tripwire()
        if log_calls is not None:
            log_calls()
        if result.refusal is not None:
            return result.refusal.message
        if self._recorder is not None:
            self._recorder.write_hash_mark()
        if session.state.outcome is not None:
            self._farewell = tuple(self._on_game_over())
        if len(session.commands) == 1:
            self._on_first_command()
        return None

    def _log_tripwire(self) -> None:
        """Logs each use of files, processes or the network by a mod."""
        trips = tripwire.list_trips_since(self._logged_trips)
        self._logged_trips += len(trips)
        for trip in trips:
            message = Message("footfall-problem", {"problem": str(trip)})
            self.session.log.append(LoggedMessage(message, "problem", self.session.state.turn))

    def restart(self, same_seed: bool) -> None:
        """Closes this game and begins another."""
        if self._on_restart is None:
            return
        self.cancel_macro()
        self.session, self._recorder = self._on_restart(same_seed)
        self._events = ()
        self._bot_contexts, self._macro_notes, self._farewell = {}, {}, ()
        self._ensure_tracer()
        self.let_bots_play()

    def save(self) -> None:
        """Saves the game."""
        self._save()
