"""A session as front ends see it: scenes with their log, commands, saves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import msgspec

from footfall.api.scene import Binding, Line, LogLine, Panel, Scene, Span, Tint
from footfall.engine.bots import Bot, Seat, legal_commands
from footfall.engine.courses import Underway, is_course
from footfall.engine.model import Command, Logged, Message
from footfall.engine.replay import Recorder
from footfall.engine.session import Result, Session
from footfall.engine.why import Trail, traced
from footfall.loader import tripwire

from .lessons import Teacher
from .why_page import KEY, PAGE, why_page


class Open(Command, frozen=True, tag="footfall:open"):
    """Opens one of the screens beside the game. It never comes to the game."""

    screen: str


OPEN_KEYS = {"mods": ("F2", "C-o"), "console": ("F3", "C-k")}
"""Keys of the screens beside the game."""

SHOWN = 300
"""Lines of the log a scene carries."""


def merged(log: Iterable[Logged]) -> tuple[LogLine, ...]:
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


def scene_of(session: Session) -> Scene:
    """The picture of a session: the game's scene, with log, keys, turn and seed filled in."""
    scene: Scene = session.rules.game.scene(session.play())
    lines = hud(session)
    if lines:
        scene.panels = (*scene.panels, Panel(None, lines))
    scene.log = merged(session.log[-SHOWN:])
    if not scene.bindings:
        scene.bindings = tuple(b for bound in session.rules.commands.values() for b in bound.spec.bindings)
    scene.turn = scene.turn or session.state.turn
    scene.seed = session.state.seed
    return scene


def hud(session: Session) -> tuple[Line, ...]:
    """What mods add to the picture; a line that fails is left out and its mod named, as any hook."""
    lines = []
    for one in session.rules.hud:
        cause = one.cause
        if (cause.mod, cause.via) in session.suspended:
            continue
        try:
            said = one.line.read(session.plays[cause.mod])
            if said is not None:
                lines.append(Line((Span(_checked(said), Tint.TEXT),)))
        except Exception as error:
            session.fail(cause, error)
    return tuple(lines)


def _checked(said: object) -> Message:
    if not isinstance(said, Message):
        raise TypeError(f"a HUD line is a Message or None, not {said!r}")
    return said


class Screen(Protocol):
    """A screen beside the game: it has scenes and commands of its own until it is left."""

    open: bool

    def scene(self) -> Scene:
        """The picture of now."""

    def step(self, command: Command) -> Message | None:
        """Does what a key asks for; says why if it cannot."""


def _opener(screen: str) -> Binding:
    label = Message(f"footfall-open-{screen}")
    return Binding(OPEN_KEYS[screen], Open, label, {"screen": screen}, (), Message("footfall-screens"))


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
        text: Callable[[Any], str],
        save: Callable[[], None],
        recorder: Recorder | None = None,
        played: Callable[[], None] = lambda: None,
        bots: Mapping[int, Bot] | None = None,
        again: Callable[[bool], tuple[Session, Recorder]] | None = None,
        ended: Callable[[], Iterable[Message]] = tuple,
        teacher: Teacher | None = None,
        screens: Mapping[str, Callable[[], Screen]] | None = None,
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
        self.text = text
        self.running: Command | None = None
        self._save = save
        self._recorder = recorder
        self._played = played
        self._bots = bots or {}
        self._again, self._ended, self._teacher = again, ended, teacher
        self._farewell: tuple[Message, ...] = ()
        self._seats: dict[int, Seat] = {}
        self._course: Underway | None = None
        self._notes: dict[str, Any] = {}
        self._tripped = len(tripwire.trips())
        self._screens = screens or {}
        self._opened: Screen | None = None
        self.traced: set[str] = set()
        self._record()

    def _record(self) -> None:
        """From now on the session keeps why what happens happens."""
        if self.session.trail is None:
            self.session.trail = Trail()

    @property
    def underway(self) -> bool:
        """Whether a course is being played."""
        return self._course is not None

    def scene(self) -> Scene:
        """The picture of now."""
        if self._opened is not None:
            return self._opened.scene()
        self._record()
        scene = scene_of(self.session)
        scene.bindings = (*scene.bindings, *map(_opener, self._screens))
        scene.restarts = self._again is not None
        self._explain(scene)
        if scene.over:
            scene.over = (*scene.over, *self._farewell)
        lesson = self._teacher.due(scene) if self._teacher is not None else None
        if lesson is not None:
            self.session.log.append(msgspec.structs.replace(lesson, turn=self.session.state.turn))
            scene.log = merged(self.session.log[-SHOWN:])
        return scene

    def _explain(self, scene: Scene) -> None:
        """Adds the page that says why."""
        if PAGE not in scene.pages:
            panel, letters = why_page(self.session, scene.actor)
            scene.pages = {**scene.pages, PAGE: panel}
            scene.page_keys = {**scene.page_keys, KEY: PAGE}
            scene.choices = {**scene.choices, PAGE: letters}

    def step(self, command: Command) -> Message | None:
        """Carries a command out, and then those of bots whose turn it is; returns the refusal, if it is refused.

        A course begins with its first command; `proceed` goes on with it.
        """
        if isinstance(command, Open):
            self._opened = self._screens[command.screen]()
            return None
        if self._opened is not None:
            return self._beside(self._opened, command)
        if is_course(self.session, command):
            self._course = Underway(self.session, command, self._notes)
            return self.proceed()
        refused = self._step(command)
        if refused is None:
            self.let_bots_play()
        return refused

    def _beside(self, screen: Screen, command: Command) -> Message | None:
        """A command of the screen beside the game; what it orders of the game is carried out."""
        said = screen.step(command)
        if not screen.open:
            self._opened = None
        return said

    def proceed(self) -> Message | None:
        """Carries the next command of the course out; returns why the course ends, if there is something to say."""
        if self._course is None:
            return None
        chosen = self._course.next()
        if isinstance(chosen, Command):
            refused = self.step(chosen)
            if refused is not None:
                self.halt()
            return refused
        self.halt()
        return chosen

    def halt(self) -> None:
        """Ends the course."""
        self._course = None

    def let_bots_play(self) -> None:
        """Lets bots play until a person is asked."""
        state = self.session.state
        while (question := state.question) is not None and question.actor in self._bots:
            bot = self._bots[question.actor]
            seat = self._seats.setdefault(question.actor, Seat(self.session, bot.id, question.actor))
            if self._step(bot.decide(seat, legal_commands(self.session))) is not None:
                return

    def carry_out(self, command: Command) -> Message | None:
        """Carries a single command out and records it; returns the refusal, if it is refused."""
        return self._step(command)

    def go_on(self, session: Session, recorder: Recorder | None) -> None:
        """Goes on with the same game in another session: its mods were loaded anew."""
        self.halt()
        self.session, self._recorder = session, recorder
        self._seats, self._notes = {}, {}
        self._record()

    def _trace(self) -> Callable[[], None]:
        """Begins to listen; what it returns tells what traced hooks were asked meanwhile."""
        trail, session = self.session.trail, self.session
        assert trail is not None
        seen = [len(trail.folds), len(trail.asked)]

        def tell() -> None:
            for line in traced(trail, self.traced, *seen):
                session.log.append(Logged(Message("footfall-trace", {"line": line}), "", session.state.turn))

        return tell

    def _step(self, command: Command) -> Message | None:
        session = self.session
        tell = self._trace() if self.traced else None
        if self._recorder is not None:
            self._recorder.before(command)
        self.running = command
        result = session.step(command)
        self.running = None
        tell_problems(session, result)
        self._tell_trips()
        if tell is not None:
            tell()
        if result.refused is not None:
            return result.refused.message
        if self._recorder is not None:
            self._recorder.after()
        if session.state.outcome is not None:
            self._farewell = tuple(self._ended())
        if len(session.commands) == 1:
            self._played()
        return None

    def _tell_trips(self) -> None:
        """Says in the log which mod left the game for files, processes or the network."""
        trips = tripwire.since(self._tripped)
        self._tripped += len(trips)
        for trip in trips:
            message = Message("footfall-problem", {"problem": str(trip)})
            self.session.log.append(Logged(message, "problem", self.session.state.turn))

    def restart(self, same: bool) -> None:
        """Puts this game away and begins another."""
        if self._again is None:
            return
        self.halt()
        self.session, self._recorder = self._again(same)
        self._seats, self._notes, self._farewell = {}, {}, ()
        self._record()
        self.let_bots_play()

    def save(self) -> None:
        """Saves the game where it belongs."""
        self._save()


def tell_problems(session: Session, result: Result) -> None:
    """Puts a mod's failures where the player sees them."""
    for problem in result.problems:
        session.log.append(
            Logged(Message("footfall-problem", {"problem": str(problem)}), "problem", session.state.turn)
        )
