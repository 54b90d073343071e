"""The view of a session that front ends play: scenes, commands, turns of bots, saving."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from footfall.api.scene import Binding, Line, Scene, Span, Story
from footfall.api.session_scene import (
    MAX_SCENE_LOG_LINES,
    build_session_scene,
    log_problems,
    make_inert,
    merge_log_lines,
)
from footfall.engine.bots import Bot, BotContext, RunningMacro, is_macro, list_legal_commands
from footfall.engine.explanations.descriptions import trace_hooks
from footfall.engine.explanations.drawing import list_flashes
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.model import Command, Event, LoggedMessage, Message
from footfall.engine.saves.replay import Recorder, ReplayError
from footfall.engine.session import Session
from footfall.loader.isolation import tripwire
from footfall.ui.loop import Screen
from footfall.ui.settings import UiSettings

from .decisions import (
    REASONS_PAGE,
    ExplainedChoice,
    add_decisions_page,
    add_reasons_page,
    add_story,
    build_story,
    explain_choice,
    has_words_of_scene,
    join_words,
    list_command_words,
)
from .files.paths import is_guest
from .files.run_files import RunFiles
from .kept_map import KEEP_MAP_KEY, KeepMap, report_kept_map
from .lessons import LessonTracker, add_hint_page, keep_lessons
from .moments import MOMENT_SECONDS, MomentRecorder
from .names import NAMES_PAGE, add_names, name_seat
from .rounds import count_rounds, ends_round
from .setup_choices import describe_setup
from .startup import clear_failed_starts
from .why_page import add_why_page


class Continue(Command, frozen=True, tag="footfall:go-on"):
    """Lets the next bot play, or all of them up to a person's turn. The game never sees this command."""

    is_last: bool = False


class BotStop(NamedTuple):
    """Where bots wait for a key.

    Attributes:
        text: names the turn or the round that has ended.
        since: the turn of the first command that the player has not seen.
        command: the last one of the round, with which its bot goes on; None: bots decide.
    """

    text: Message
    since: int
    command: Command | None = None


BINDINGS = tuple(
    Binding(keys, Continue, Message(f"footfall-bot-{name}"), {"is_last": is_last}, (), Message("footfall-bot-keys"))
    for keys, name, is_last in ((("SPACE", "ENTER", "PAD5"), "next", False), (("TAB", "f"), "person", True))
)


def wait_at(scene: Scene, stop: BotStop) -> Scene:
    """Returns the scene that shows what bots have played and offers nothing but to continue."""
    pages = [hint for hint in scene.hints if hint.startswith("page:")][:1]
    hints = (*(binding.label.id for binding in BINDINGS), *pages, f"page:{REASONS_PAGE}", f"page:{NAMES_PAGE}")
    texts = {hints[0]: stop.text}
    return make_inert(scene, bindings=BINDINGS, hints=hints, hint_texts=texts, news_since=stop.since)


class OpenScreen(Command, frozen=True, tag="footfall:open"):
    """Opens an overlay screen. The game never sees this command."""

    screen: str


LAST_TURNS_SCREEN = "last-turns"
"""Overlay screen that only a finished game has."""

SCREEN_KEYS = {"mods": ("F2", "C-o"), "console": ("F3", "C-k"), LAST_TURNS_SCREEN: ("w",), "settings": ("F4", "C-e")}
"""Keys that open the overlay screens."""

SCREEN_GROUP = Message("footfall-screens")
"""Heading of these keys in the help."""


def bind_screen(name: str) -> Binding:
    """Returns the keys that open an overlay screen."""
    return Binding(SCREEN_KEYS[name], OpenScreen, Message(f"footfall-open-{name}"), {"screen": name}, (), SCREEN_GROUP)


def add_settings_key(screen: Screen) -> Scene:
    """Returns the scene of a screen, with the keys that open the settings unless it has them for itself."""
    scene = screen.build_scene()
    taken = {key for binding in scene.bindings for key in binding.keys}
    if taken.isdisjoint(SCREEN_KEYS["settings"]):
        scene.bindings = (*scene.bindings, bind_screen("settings"))
    return scene


class GameView(Screen):
    """A game as front ends play it; they never see the session itself.

    Attributes:
        files: its save and its replay; None for a game that is not saved.
        running_command: the command being carried out.
        seat: whose screen this is, in a game with seats; None: the one screen of all players.
        is_by_hand: whether the player gives the next command for the seat of a bot.
        traced_hooks: hooks whose calls are logged.
        watched_expressions: expressions whose values the console shows, oldest first.
    """

    ui_settings: UiSettings
    seat: int | None = None
    is_by_hand = False

    def __init__(
        self,
        session: Session,
        translate: Callable[[Any], str],
        *,
        files: RunFiles | None = None,
        bots: Mapping[int, Bot] | None = None,
        lesson_tracker: LessonTracker | None = None,
        screens: Mapping[str, Callable[[], Screen]] | None = None,
    ) -> None:
        """Shows a session.

        Args:
            bots: players of seats, by seat.
            screens: opens each overlay screen, by name.
        """
        self.session, self.translate, self.files = session, translate, files
        self.ui_settings = UiSettings()
        self.running_command: Command | None = None
        self.traced_hooks: set[str] = set()
        self.watched_expressions: list[str] = []
        self._bots = bots if bots is not None else {}
        self._lesson_tracker, self._screens = lesson_tracker, screens or {}
        self._farewell: tuple[Message, ...] = ()
        self._bot_contexts: dict[int, BotContext] = {}
        self._macro: RunningMacro | None = None
        self._macro_notes: dict[str, Any] = {}
        self._events: tuple[Event, ...] = ()
        self._bot_stop: BotStop | None = None
        self._seen_turn, self._seen_round = session.state.turn, count_rounds(session)
        self._reasons: dict[int, ExplainedChoice] = {}
        self._words: dict[int, list[Message | str]] = {}
        self._moments = MomentRecorder(session)
        self._story: Story | None = None
        self._logged_trips = len(tripwire.list_trips())
        self._ensure_tracer()

    @property
    def recorder(self) -> Recorder | None:
        """The writer of its replay."""
        return None if self.files is None else self.files.recorder

    def _ensure_tracer(self) -> None:
        """Starts tracing unless the session is already traced."""
        if self.session.tracer is None:
            self.session.tracer = Tracer()

    @property
    def can_restart(self) -> bool:
        """Whether the player may begin another game from this one."""
        return self.files is not None

    @property
    def is_busy(self) -> bool:
        """Whether a macro is running, moments are shown, or work of the open screen goes on."""
        return self._macro is not None or bool(self._moments.moments) or super().is_busy

    @property
    def turn_seconds(self) -> float | None:
        """Seconds that a moment of a command is shown."""
        return MOMENT_SECONDS if self._moments.moments else super().turn_seconds

    def build_scene(self) -> Scene:
        """Returns the current scene."""
        if self.overlay is not None:
            return add_settings_key(self.overlay) if "settings" in self._screens else self.overlay.build_scene()
        if self._moments.moments:
            return msgspec.structs.replace(self._moments.build_scene(self.seat), ask_end=self.build_end)
        self._ensure_tracer()
        scene = build_session_scene(self.session, self.seat)
        scene.flashes = list_flashes(self.session, self._events)
        self._events = ()
        if self._bot_stop is not None:
            scene = wait_at(scene, self._bot_stop)
        names = [name for name in self._screens if (name == LAST_TURNS_SCREEN) == bool(scene.farewell)]
        screens = tuple(map(bind_screen, names))
        scene.bindings = screens if scene.farewell else (*scene.bindings, *screens)
        if self.session.rules.game.presentation.draw_map is not None and self.seat is None and not is_guest():
            scene.bindings = (*scene.bindings, KEEP_MAP_KEY)
        scene.can_restart = self.can_restart
        seats = self.session.rules.game.presentation.seats
        if self.seat is None or (seats is not None and seats.has_open_causes):
            add_why_page(self.session, scene, raw=self.session.console_enabled)
        if scene.farewell:
            self._story = self._story or build_story(self.session)
            add_story(scene, self._story)
            add_decisions_page(self.session, scene, self._reasons, self._words)
            scene.farewell = (*scene.farewell, *self._farewell)
        if self._reasons:
            add_reasons_page(self.session, scene, self._reasons)
        tracker, keys = self._lesson_tracker, self.ui_settings.keys
        add_hint_page(scene, keys, self._ask_adviser(scene))
        keep_lessons(scene, keys)
        lesson = tracker.take_due_lesson(scene, keys) if tracker is not None else None
        if lesson is not None:
            self.session.log.append(msgspec.structs.replace(lesson, turn=self.session.state.turn))
            scene.log = merge_log_lines(self.session.log[-MAX_SCENE_LOG_LINES:], self.session.display.count_turns)
        add_names(scene, self.translate)
        return scene

    def list_turning_points(self) -> tuple[Message, ...]:
        """Returns the closing lines of a finished game."""
        told = () if self._story is None else self._story.points
        return (*build_session_scene(self.session).farewell, *told)

    def _ask_adviser(self, scene: Scene) -> tuple[Line, ...]:
        """Returns the choice of the game's adviser in this turn, and its reason."""
        session = self.session
        rules, question = session.rules, session.state.question
        adviser = rules.bots.get(rules.game.presentation.adviser) if rules.game.presentation.has_hints else None
        is_asked = question is not None and self.seat in (None, question.actor) and self._bot_stop is None
        if adviser is None or question is None or not is_asked:
            return ()
        context = BotContext(session, adviser.id, question.actor)
        words = list_command_words(session, scene, adviser.decide(context, list_legal_commands(session)))
        advice = Line((Span(Message("footfall-hint-advice")), *join_words(words)))
        return (advice,) if context.reason is None else (advice, Line(explain_choice(context.reason)))

    def build_end(self) -> Scene:
        """Returns the scene that follows the moments, which are still to be shown."""
        moments, events = self._moments.moments, self._events
        self._moments.moments = []
        try:
            return self.build_scene()
        finally:
            self._moments.moments, self._events = moments, events

    def submit(self, command: Command) -> Message | None:
        """Carries out a command, then those of bots; returns the refusal, if there is one.

        If it is a macro, carries out its first command; `advance` plays the others.
        """
        if isinstance(command, OpenScreen):
            try:
                screen = self._screens[command.screen]()
            except ReplayError as error:
                return Message("footfall-last-turns-failed", {"reason": str(error)})
            self.open_over(screen)
            return None
        if self.overlay is not None:
            return self.submit_to_overlay(command)
        if isinstance(command, KeepMap):
            return report_kept_map(self.session, self.translate)
        if isinstance(command, Continue) or self._bot_stop is not None:
            self.let_bots_play(isinstance(command, Continue) and command.is_last)
            return None
        if is_macro(self.session, command):
            self._macro = RunningMacro(self.session, command, self._macro_notes)
            return self.advance()
        refusal = self.submit_directly(command)
        if refusal is None:
            self.let_bots_play()
        return refusal

    def advance(self) -> Message | None:
        """Carries out the next command of the macro; returns a message if the macro ends with one."""
        if self._moments.moments:
            del self._moments.moments[0]
            return None
        if self._macro is None:
            return super().advance()
        step = self._macro.next_command()
        if isinstance(step, Command):
            refusal = self.submit(step)
            if refusal is not None:
                self.cancel()
            return refusal
        self.cancel()
        return step

    def cancel(self) -> Message | None:
        """Ends the macro, the moments of a command, and the work of the open screen."""
        self._macro = None
        self._moments.moments.clear()
        return super().cancel()

    def let_bots_play(self, to_person: bool = False) -> None:
        """Lets bots play until it is a person's turn; if the player wants that, until a bot's turn or a round is over.

        Answers of bots in between belong to the turn that asked for them. The command with which a bot ends the round
        waits for a key, so that its turn is read before what the round brings.
        """
        state, waits = self.session.state, self.ui_settings.waits_for_bots and not to_person
        if not self.session.commands and self.seat is None:
            setup, log = describe_setup(self.session.rules, self.session.options), self.session.log
            if setup is not None and all(line.message != setup for line in log):
                log.insert(0, LoggedMessage(setup, "", state.turn))
        played, commands, last = -1, 0, self._bot_stop and self._bot_stop.command
        self._bot_stop = None
        while (question := state.question) is not None and question.actor in self._bots:
            seat = question.actor
            if question.kind == "turn":
                if waits and (played not in (-1, seat) or self._has_new_round()):
                    break
                played = seat
            command, last = last or self._decide(seat), None
            if waits and commands and played >= 0 and ends_round(self.session, command):
                last = command
                break
            if self.submit_directly(command) is not None:
                return
            commands += 1
        is_bot_next = question is not None and question.actor in self._bots
        if waits and state.outcome is None:
            if self._has_new_round() and (commands or is_bot_next):
                self._bot_stop = BotStop(Message("footfall-bot-round"), self._seen_turn + 1)
            elif played >= 0 and (commands > 1 or is_bot_next):
                text = Message("footfall-bot-played", {"seat": name_seat(self.session.rules, played)})
                self._bot_stop = BotStop(text, self._seen_turn + 1, last)
        self._seen_turn, self._seen_round = state.turn, count_rounds(self.session)

    def _decide(self, seat: int) -> Command:
        """Returns the next command of the bot of a seat, and keeps its reason."""
        session, bot = self.session, self._bots[seat]
        context = self._bot_contexts.setdefault(seat, BotContext(session, bot.id, seat))
        context.reason = None
        command = bot.decide(context, list_legal_commands(session))
        if context.reason is not None:
            words = list_command_words(session, build_session_scene(session), command)
            self._reasons[session.state.turn + 1] = ExplainedChoice(words, context.reason)
        return command

    def _has_new_round(self) -> bool:
        """Whether a round has begun that the player has not seen."""
        return count_rounds(self.session) > self._seen_round

    def replace_session(self, session: Session) -> None:
        """Continues the game in another session, after its mods were reloaded."""
        self.cancel()
        self.running_command = None
        self._play_on_in(session)

    def _play_on_in(self, session: Session) -> None:
        """Forgets what belonged to the session before."""
        self.session, self._story, self._moments = session, None, MomentRecorder(session)
        self._seen_turn, self._seen_round = session.state.turn, count_rounds(session)
        self._bot_stop = self._bot_stop and self._bot_stop._replace(command=None)
        self._bot_contexts, self._macro_notes, self._reasons, self._words = {}, {}, {}, {}
        self._ensure_tracer()

    def submit_directly(self, command: Command) -> Message | None:
        """Carries out and records a single command; returns the refusal, if there is one."""
        session, trail = self.session, self.session.tracer
        assert trail is not None
        folds, polls = len(trail.folds), len(trail.polls)
        if self.recorder is not None:
            self.recorder.write_command(command, is_by_hand=self.is_by_hand)
        self.running_command = command
        if has_words_of_scene(session.rules, command):
            words = list_command_words(session, build_session_scene(session), command)
            self._words[session.state.turn + 1] = words
        if self.shows_motion and session.rules.game.presentation.is_told_in_steps:
            session.on_log = self._moments.note
        result = session.submit(command)
        self.running_command = session.on_log = None
        self._events = (*self._events, *result.events)
        log_problems(session, result.problems)
        trips = tripwire.list_trips(self._logged_trips)  # uses of files, processes or the network by mods
        self._logged_trips += len(trips)
        lines = [LoggedMessage(Message("footfall-problem", {"problem": str(trip)}), "problem", 0) for trip in trips]
        if self.traced_hooks:
            formats = session.rules.game.presentation.field_formats
            calls = trace_hooks(trail, self.traced_hooks, folds, polls, formats)
            lines += [LoggedMessage(Message("footfall-trace", {"line": call}), "", 0) for call in calls]
        session.log += [msgspec.structs.replace(line, turn=session.state.turn) for line in lines]
        if result.refusal is not None:
            return result.refusal.message
        if self.recorder is not None:
            self.recorder.write_hash_mark()
        if self.files is not None:
            if session.state.outcome is not None:
                self._farewell = tuple(self.files.write_story())
            if len(session.commands) == 1:
                clear_failed_starts()
        return None

    def restart(self, same_seed: bool) -> None:
        """Closes this game and begins another."""
        if self.files is None:
            return
        self.cancel()
        self._play_on_in(self.files.restart(same_seed))
        self._events, self._farewell = (), ()
        self.let_bots_play()

    def save(self) -> None:
        """Saves the game, if it has files."""
        super().save()
        if self.files is not None:
            self.files.save()
