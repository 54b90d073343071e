"""A session as front ends see it: scenes with their log, commands, saves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import msgspec

from footfall.api.scene import Binding, Line, LogLine, Panel, Scene, Span, Tint
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.macros import RunningMacro, is_macro
from footfall.engine.model import Command, LoggedMessage, Message
from footfall.engine.saves.replay import Recorder
from footfall.engine.session import CommandResult, Session
from footfall.engine.tracing import Tracer, trace_hooks
from footfall.loader import tripwire

from .lessons import LessonTracker
from .why_page import WHY_KEY, WHY_PAGE, build_why_page


class OpenScreen(Command, frozen=True, tag="footfall:open"):
    """Opens one of the screens beside the game. It never comes to the game."""

    screen: str


SCREEN_KEYS = {"mods": ("F2", "C-o"), "console": ("F3", "C-k")}
"""Keys of the screens beside the game."""

MAX_SCENE_LOG_LINES = 300
"""Lines of the log a scene carries."""


def merge_log_lines(log: Iterable[LoggedMessage]) -> tuple[LogLine, ...]:
    """Log lines with equal neighbours counted, and equal lines of one turn.

    What is said again a turn later stands at its last turn; what is said again in the same turn is not
    told twice.
    """
    lines: list[LogLine] = []
    for line in log:
        for back in range(len(lines) - 1, -1, -1):
            old = lines[back]
            if old.turn != line.turn and back != len(lines) - 1:
                lines.append(LogLine(line.message, line.kind, line.turn))
                break
            if (old.message, old.kind) == (line.message, line.kind):
                lines[back] = LogLine(old.message, old.kind, line.turn, old.count + 1)
                break
        else:
            lines.append(LogLine(line.message, line.kind, line.turn))
    return tuple(lines)


def build_session_scene(session: Session) -> Scene:
    """The picture of a session: the game's scene, with log, keys, turn and seed filled in."""
    scene: Scene = session.rules.game.scene(session.context())
    lines = collect_hud_lines(session)
    if lines:
        scene.panels = (*scene.panels, Panel(None, lines))
    scene.log = merge_log_lines(session.log[-MAX_SCENE_LOG_LINES:])
    if not scene.bindings:
        scene.bindings = tuple(b for bound in session.rules.commands.values() for b in bound.spec.bindings)
    scene.turn = scene.turn or session.state.turn
    scene.seed = session.state.seed
    return scene


def collect_hud_lines(session: Session) -> tuple[Line, ...]:
    """What mods add to the picture; a line that fails is left out and its mod named, as any hook."""
    lines = []
    for one in session.rules.hud_lines:
        cause = one.cause
        if (cause.mod, cause.via) in session.suspended:
            continue
        try:
            said = one.line.read(session.contexts[cause.mod])
            if said is not None:
                lines.append(Line((Span(_require_message(said), Tint.TEXT),)))
        except Exception as error:
            session.report_problem(cause, error)
    return tuple(lines)


def _require_message(said: object) -> Message:
    if not isinstance(said, Message):
        raise TypeError(f"a HUD line is a Message or None, not {said!r}")
    return said


class OverlayScreen(Protocol):
    """A screen beside the game: it has scenes and commands of its own until it is left."""

    is_open: bool

    def build_scene(self) -> Scene:
        """The picture of now."""

    def submit(self, command: Command) -> Message | None:
        """Does what a key asks for; says why if it cannot."""


def _make_open_binding(screen: str) -> Binding:
    label = Message(f"footfall-open-{screen}")
    return Binding(
        SCREEN_KEYS[screen], OpenScreen, label, {"screen": screen}, (), Message("footfall-screens")
    )


class GameView:
    """What `footfall.ui` plays: it never sees the session itself.

    Attributes:
        text: turns messages into sentences of the player's language.
        running: the command that is being carried out.
        traced: hooks of which every asking is told in the log.
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
            session: what is played first.
            text: turns messages into sentences.
            save: saves the game.
            recorder: writes the replay.
            played: called once the first command of a game was carried out.
            bots: who plays beside the person, by seat.
            again: puts the game away and begins another, with the same seed or a new one.
            ended: called when the game has ended; returns what to say of it beside the game's own words.
            teacher: tells lessons.
            screens: opens each of the screens beside the game.
        """
        self.session = session
        self.translate = translate
        self.running_command: Command | None = None
        self._save = save
        self._recorder = recorder
        self._played = on_first_command
        self._bots = bots or {}
        self._again, self._ended, self._teacher = on_restart, on_game_over, lesson_tracker
        self._farewell: tuple[Message, ...] = ()
        self._seats: dict[int, BotContext] = {}
        self._course: RunningMacro | None = None
        self._notes: dict[str, Any] = {}
        self._tripped = len(tripwire.list_trips())
        self._screens = screens or {}
        self._opened: OverlayScreen | None = None
        self.traced_hooks: set[str] = set()
        self._ensure_tracer()

    def _ensure_tracer(self) -> None:
        """From now on the session keeps why what happens happens."""
        if self.session.tracer is None:
            self.session.tracer = Tracer()

    @property
    def has_running_macro(self) -> bool:
        """Whether a course is being played."""
        return self._course is not None

    def build_scene(self) -> Scene:
        """The picture of now."""
        if self._opened is not None:
            return self._opened.build_scene()
        self._ensure_tracer()
        scene = build_session_scene(self.session)
        scene.bindings = (*scene.bindings, *map(_make_open_binding, self._screens))
        scene.can_restart = self._again is not None
        self._add_why_page(scene)
        if scene.farewell:
            scene.farewell = (*scene.farewell, *self._farewell)
        lesson = self._teacher.take_due_lesson(scene) if self._teacher is not None else None
        if lesson is not None:
            self.session.log.append(msgspec.structs.replace(lesson, turn=self.session.state.turn))
            scene.log = merge_log_lines(self.session.log[-MAX_SCENE_LOG_LINES:])
        return scene

    def _add_why_page(self, scene: Scene) -> None:
        """Adds the page that says why."""
        if WHY_PAGE not in scene.pages:
            panel, letters = build_why_page(self.session, scene.actor)
            scene.pages = {**scene.pages, WHY_PAGE: panel}
            scene.page_keys = {**scene.page_keys, WHY_KEY: WHY_PAGE}
            scene.choices = {**scene.choices, WHY_PAGE: letters}

    def submit(self, command: Command) -> Message | None:
        """Carries a command out, and then those of bots whose turn it is; returns the refusal, if it is refused.

        A course begins with its first command; `proceed` goes on with it.
        """
        if isinstance(command, OpenScreen):
            self._opened = self._screens[command.screen]()
            return None
        if self._opened is not None:
            return self._submit_to_screen(self._opened, command)
        if is_macro(self.session, command):
            self._course = RunningMacro(self.session, command, self._notes)
            return self.advance_macro()
        refused = self._submit_to_session(command)
        if refused is None:
            self.let_bots_play()
        return refused

    def _submit_to_screen(self, screen: OverlayScreen, command: Command) -> Message | None:
        """A command of the screen beside the game; what it orders of the game is carried out."""
        said = screen.submit(command)
        if not screen.is_open:
            self._opened = None
        return said

    def advance_macro(self) -> Message | None:
        """Carries the next command of the course out; returns why the course ends, if there is something to say."""
        if self._course is None:
            return None
        chosen = self._course.next_command()
        if isinstance(chosen, Command):
            refused = self.submit(chosen)
            if refused is not None:
                self.cancel_macro()
            return refused
        self.cancel_macro()
        return chosen

    def cancel_macro(self) -> None:
        """Ends the course."""
        self._course = None

    def let_bots_play(self) -> None:
        """Lets bots play until a person is asked."""
        state = self.session.state
        while (question := state.question) is not None and question.actor in self._bots:
            bot = self._bots[question.actor]
            seat = self._seats.setdefault(question.actor, BotContext(self.session, bot.id, question.actor))
            if self._submit_to_session(bot.decide(seat, list_legal_commands(self.session))) is not None:
                return

    def submit_directly(self, command: Command) -> Message | None:
        """Carries a single command out and records it; returns the refusal, if it is refused."""
        return self._submit_to_session(command)

    def replace_session(self, session: Session, recorder: Recorder | None) -> None:
        """Goes on with the same game in another session: its mods were loaded anew."""
        self.cancel_macro()
        self.session, self._recorder = session, recorder
        self._seats, self._notes = {}, {}
        self._ensure_tracer()

    def _start_hook_trace(self) -> Callable[[], None]:
        """Begins to listen; what it returns tells what traced hooks were asked meanwhile."""
        trail, session = self.session.tracer, self.session
        assert trail is not None
        seen = [len(trail.folds), len(trail.polls)]

        def tell() -> None:
            for line in trace_hooks(trail, self.traced_hooks, *seen):
                session.log.append(
                    LoggedMessage(Message("footfall-trace", {"line": line}), "", session.state.turn)
                )

        return tell

    def _submit_to_session(self, command: Command) -> Message | None:
        session = self.session
        tell = self._start_hook_trace() if self.traced_hooks else None
        if self._recorder is not None:
            self._recorder.write_command(command)
        self.running_command = command
        result = session.submit(command)
        self.running_command = None
        log_problems(session, result)
        self._log_tripwire()
        if tell is not None:
            tell()
        if result.refusal is not None:
            return result.refusal.message
        if self._recorder is not None:
            self._recorder.write_hash_mark()
        if session.state.outcome is not None:
            self._farewell = tuple(self._ended())
        if len(session.commands) == 1:
            self._played()
        return None

    def _log_tripwire(self) -> None:
        """Says in the log which mod left the game for files, processes or the network."""
        trips = tripwire.list_trips_since(self._tripped)
        self._tripped += len(trips)
        for trip in trips:
            message = Message("footfall-problem", {"problem": str(trip)})
            self.session.log.append(LoggedMessage(message, "problem", self.session.state.turn))

    def restart(self, same_seed: bool) -> None:
        """Puts this game away and begins another."""
        if self._again is None:
            return
        self.cancel_macro()
        self.session, self._recorder = self._again(same_seed)
        self._seats, self._notes, self._farewell = {}, {}, ()
        self._ensure_tracer()
        self.let_bots_play()

    def save(self) -> None:
        """Saves the game where it belongs."""
        self._save()


def log_problems(session: Session, result: CommandResult) -> None:
    """Puts a mod's failures where the player sees them."""
    for problem in result.problems:
        session.log.append(
            LoggedMessage(
                Message("footfall-problem", {"problem": str(problem)}), "problem", session.state.turn
            )
        )
