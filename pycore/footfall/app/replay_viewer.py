"""Steps through a replay, forward and back, with commands, changes and explanations."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import groupby
from typing import Any

import msgspec

from footfall.api.scene import Binding, Choice, Line, Panel, Scene, Span, Tint
from footfall.api.session_scene import build_session_scene, make_inert
from footfall.engine.bots import Bot
from footfall.engine.declarations.rules import Rules
from footfall.engine.explanations.tracing import ChangeRecord, Tracer
from footfall.engine.model import Command, Message
from footfall.engine.saves.replay import Replay, ReplayDriftError, begin_recorded, play_recorded
from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.ui.loop import Screen

from .comparison_page import describe_advice, describe_practice
from .decisions import list_command_words
from .game_view import OpenScreen, bind_screen
from .practice import Attempt, Practice
from .replay_keys import (
    ADVICE_PAGE,
    BINDINGS,
    COMMAND_PAGE,
    HINT_TEXTS,
    HINTS,
    KEYS,
    MAX_JUMP,
    PACES,
    PAGE_KEY,
    ChangePace,
    ComparePractice,
    GoToTurn,
    JumpInReplay,
    JumpToEvent,
)
from .screens.lists import PressKey, make_line
from .setup_choices import read_seat_bots
from .why_page import add_why_page, explain_in_words


class ReplayEvent(Enum):
    """An event worth a look; the values name bindings."""

    ALARM = "alarm"
    HURT = "hurt"
    ARRIVAL = "arrival"


EVENT_OF_LOG_KIND = {"alarm": ReplayEvent.ALARM, "bad": ReplayEvent.HURT}
EVENT_OF_LOG_KIND |= dict.fromkeys(("arrival", "place"), ReplayEvent.ARRIVAL)
"""Kinds of log lines that tell of an event, in every game."""


Foresee = Callable[[LoadResult, Replay, int], Iterator[Panel | None]]
"""Yields None for each command that was possible after some commands, then the page of their chances."""

FORESEES = Message("footfall-round-plays")
"""Told while the chances of a round are computed."""


def find_replay_events(rules: Rules, replay: Replay) -> dict[ReplayEvent, list[int]]:
    """Plays a replay once; returns the numbers of commands after which each event was logged, in order.

    It ends where the game leaves the recording.
    """
    session = begin_recorded(rules, replay.header)
    found: dict[ReplayEvent, list[int]] = {event: [] for event in ReplayEvent}
    for number, command in enumerate(replay.commands, 1):
        try:
            play_recorded(session, replay, number, command)
        except ReplayDriftError:
            break
        kinds = {line.kind for line in session.log}
        session.log.clear()
        for kind, event in EVENT_OF_LOG_KIND.items():
            if kind in kinds:
                found[event].append(number)
    return found


class ReplayViewer(Screen):
    """A replay as a front end plays it. Its commands move within it.

    Attributes:
        session: the game after `at` commands.
        at: number of commands replayed.
        translate: turns messages into sentences.
        words: the last command, its name first; empty at the start.
        drift: says where the game has left the recording, beyond which it is not shown; None while it has not.
        open_settings: opens the settings over it; None: the screen below does that.
        foresee: yields None for each command that was possible after some commands, then the page of their chances;
            None: the game has no rounds.
    """

    open_settings: Callable[[], Screen] | None = None
    foresee: Callable[[Replay, int], Iterator[Panel | None]] | None = None

    def __init__(
        self, rules: Rules, replay: Replay, translate: Callable[[Any], str], bots: Mapping[int, Bot] | None = None
    ) -> None:
        """Shows a replay from its start.

        Args:
            bots: players of the seats of practice games, by seat; None: those of the recording.
        """
        self.translate = translate
        self._bots = read_seat_bots(rules, replay.header.options)[0] if bots is None else bots
        self._advice: Panel | None = None
        self._page: Iterator[Panel | None] | None = None
        self._practices: list[Practice] = []
        self.at = 0
        self._is_playing = False
        self.drift: Message | None = None
        self._pace = 2
        self._events: dict[ReplayEvent, list[int]] | None = None
        self.words: list[Message | str] = []
        self._rules = rules
        self.replay = replay
        self._formats = rules.game.presentation.field_formats
        self._scenes: dict[int | None, Scene] = {}
        self.session = self._begin_session()

    def _look(self, seat: int | None = None) -> Scene:
        """Returns the scene of a seat, built once after each command."""
        if seat not in self._scenes:
            self._scenes[seat] = build_session_scene(self.session, seat)
        return self._scenes[seat]

    def build_still_scene(self, seat: int | None = None) -> Scene:
        """Returns the scene of the game after `at` commands, in which no key or click does anything.

        Args:
            seat: whose scene; see `build_session_scene`.
        """
        scene = self._look(seat)
        replace = msgspec.structs.replace
        panels = []
        for panel in scene.panels:
            lines = (replace(line, click=None) if isinstance(line.click, Command) else line for line in panel.lines)
            panels.append(replace(panel, lines=tuple(lines)))
        return make_inert(scene, panels=tuple(panels), can_save=False)

    def build_scene(self) -> Scene:
        """Returns the scene after `at` commands, with the last command, its changes and its traces."""
        if self.overlay is not None:
            return self.overlay.build_scene()
        scene = self.build_still_scene()
        panels = [*self._build_trace_panels(), *build_end_panel(scene.farewell)]
        title, blank = Message("footfall-watch-page-title"), make_line(Message("footfall-watch-none"), Tint.DIM)
        page_lines = tuple(
            line
            for panel in panels
            if panel.title is not None
            for line in (make_line(panel.title, Tint.DIM), *panel.lines, Line())
        ) or (blank,)
        scene = msgspec.structs.replace(
            scene,
            alert=Message("footfall-watch-at", {"at": self.at, "of": self.count}),
            panels=(*panels[:1], *scene.panels, *panels[1:]),
            pages={**scene.pages, COMMAND_PAGE: Panel(title, page_lines, label=Message("footfall-watch-page"))}
            | ({} if self._advice is None else {ADVICE_PAGE: self._advice}),
            opens="" if self._advice is None else ADVICE_PAGE,
            page_keys={
                **{key: page for key, page in scene.page_keys.items() if key not in KEYS},
                PAGE_KEY: COMMAND_PAGE,
            },
            bindings=self.list_bindings(),
            choices=scene.choices | {"attempts": offer_attempts(self.list_attempts())},
            hints=HINTS,
            hint_texts=HINT_TEXTS,
            seed=self.replay.header.seed,
            farewell=(),
            is_recorded=True,
            is_left=not self.is_open,
        )
        add_why_page(self.session, scene)
        return scene

    def list_bindings(self) -> tuple[Binding, ...]:
        """Returns its keys."""
        has_rounds = self._rules.game.presentation.count_rounds is not None  # without creatures that notice
        left_out = {"footfall-watch-round"} if self.foresee is None else set()
        left_out |= set() if self.list_attempts() else {"footfall-watch-practice"}
        left_out |= {"footfall-watch-next-alarm", "footfall-watch-last-alarm"} if has_rounds else set()
        keys = tuple(each for each in BINDINGS if each.label.id not in left_out)
        return keys if self.open_settings is None else (*keys, bind_screen("settings"))

    def list_attempts(self) -> list[Attempt]:
        """Returns the attempts from this turn; if there are none, from the turn of the last practice."""
        attempts = [attempt for practice in self._practices for attempt in practice.list_attempts()]
        turns = [attempt.since for attempt in attempts]
        since = self.at if self.at in turns else turns[-1] if turns else 0
        return [attempt for attempt in attempts if attempt.since == since]

    def describe_wait(self, command: Command) -> Message | None:
        """Returns that games are played, which takes seconds."""
        slow = "compares" if isinstance(command, ComparePractice) else ""
        slow = "plays" if isinstance(command, PressKey) and command.action == "advice" else slow
        is_slow = slow and self.overlay is None
        return Message(f"footfall-watch-{slow}") if is_slow else super().describe_wait(command)

    def submit(self, command: Command) -> Message | None:
        """Moves within the replay; refuses to pass either end."""
        if isinstance(command, OpenScreen) and self.open_settings is not None:
            self.open_over(self.open_settings())
            return None
        if self.overlay is not None:
            return self.submit_to_overlay(command)
        self._advice = None
        if isinstance(command, PressKey):
            return self._act(command.action)
        if isinstance(command, ComparePractice):
            attempts = self.list_attempts()
            attempts = attempts[: command.attempt % len(attempts) + 1]
            self._advice = describe_practice(self._rules, self.replay, attempts, self.translate)
            return None
        if isinstance(command, ChangePace):
            self._pace = min(max(self._pace + command.by, 0), len(PACES) - 1)
            return Message("footfall-watch-pace", {"pace": self._pace + 1, "of": len(PACES)})
        if isinstance(command, GoToTurn):
            return self._go_to_turn(command.turn)
        if isinstance(command, JumpToEvent):
            return self._jump_to_event(ReplayEvent(command.event), command.is_backward)
        assert isinstance(command, JumpInReplay)
        return self._jump(command.by)

    def _act(self, action: str) -> Message | None:
        """Carries out the action of a key."""
        match action:
            case "play-on":
                return self.play_on()
            case "play":
                self._is_playing = self.at < self.count
                return None if self._is_playing else Message("footfall-watch-last")
            case "advice":
                adviser = self._rules.bots.get(self._rules.game.presentation.adviser)
                if self.session.state.outcome is not None or adviser is None or self.drift is not None:
                    return self.drift or Message("footfall-watch-ended")
                self._advice = describe_advice(self._rules, self.replay, self.at, adviser, self.translate)
            case "round" if self.foresee is not None and self.count:
                if self.drift is None:  # at the end of the recording: its last command
                    self._page = self.foresee(self.replay, min(self.at, self.count - 1))
                return self.drift or FORESEES
            case "close":
                self.is_open = False
        return None

    def play_on(self) -> Message:
        """Opens a practice game from here; returns its keys, or why there is none."""
        if self.session.state.outcome is not None:
            return Message("footfall-watch-ended")
        if self.drift is None:
            self._practices.append(Practice(self._rules, self.replay, self.at, self.translate, self._bots))
            self.open_over(self._practices[-1])
        return self.drift or self._practices[-1].greeting_words

    def _jump(self, by: int) -> Message | None:
        """Goes forward by a number of commands, or back; refuses to pass either end."""
        goal = min(max(self.at + by, 0), self.count)
        if goal == self.at:
            return Message("footfall-watch-first" if by < 0 else "footfall-watch-last")
        if goal > self.at and self.drift is not None:
            return self.drift
        if goal < self.at:  # a game cannot run backwards: replay it from the start
            self.session = self._begin_session()
            self.at, self.drift = 0, None
        self.words = []
        while self.at < goal and self.drift is None:
            tracer = self.session.tracer
            if tracer is not None:
                tracer.clear()
            command = self.replay.commands[self.at]
            if self.at == goal - 1:  # only the command that is shown needs words
                self.words = list_command_words(self.session, self._look(), command)
            self._scenes.clear()
            try:
                play_recorded(self.session, self.replay, self.at + 1, command)
            except ReplayDriftError as error:  # the game no longer follows the recording
                facts = {"turn": error.turn, "version": self.replay.header.version}
                self.drift = Message("footfall-watch-drift", facts)
            self.at += 1
        return self.drift

    def _go_to_turn(self, words: str) -> Message | None:
        """Goes to a turn, or to the end if there are fewer: not every command takes one."""
        if not words.strip().isdecimal():
            return Message("footfall-watch-no-turn")
        turn = min(int(words), MAX_JUMP)
        self._jump(turn - self.at)
        while self.drift is None and self.at < self.count:
            left = turn - self.session.display.count_turns(self.at)
            if left <= 0:
                break
            self._jump(left)
        return self.drift

    @property
    def count(self) -> int:
        """Number of commands of the replay."""
        return len(self.replay.commands)

    def _jump_to_event(self, event: ReplayEvent, back: bool) -> Message | None:
        """Goes to the nearest moment on that side; refuses if there is none."""
        if self._events is None:
            self._events = find_replay_events(self._rules, self.replay)
        moments = self._events[event]
        goals = [at for at in reversed(moments) if at < self.at] if back else [at for at in moments if at > self.at]
        if not goals:
            return Message(f"footfall-watch-no-{event.value}")
        return self._jump(goals[0] - self.at)

    @property
    def is_busy(self) -> bool:
        """Whether it plays by itself, builds a page, or a journey of its practice game goes on."""
        return self._is_playing or self.has_only_stop_keys or super().is_busy

    @property
    def has_only_stop_keys(self) -> bool:
        """Whether it builds a page of chances."""
        return self._page is not None

    @property
    def turn_seconds(self) -> float | None:
        """Seconds between two commands of a replay that plays by itself."""
        if self._page is not None:
            return 0.0
        return PACES[self._pace] if self.overlay is None else None

    def advance(self) -> Message | None:
        """Plays the next command of a replay that plays by itself, or works on the page; stops at the end."""
        if self.overlay is not None:
            return self.overlay.advance()
        if self._page is not None:
            self._advice = next(self._page)
            self._page = self._page if self._advice is None else None
            return FORESEES if self._advice is None else None
        refusal = self._jump(1)
        if self.at == self.count or self.drift is not None:
            self._is_playing = False
        return refusal

    def continues_after(self, command: Command) -> bool:
        """Whether a replay that plays by itself goes on: its pace can be changed."""
        return isinstance(command, ChangePace)

    def cancel(self) -> Message | None:
        """Stops a replay that plays by itself, or the work on a page."""
        stopped = None if self._page is None else Message("footfall-round-stopped")
        self._is_playing, self._page = False, None
        return super().cancel() or stopped

    def _begin_session(self) -> Session:
        self._scenes.clear()
        return begin_recorded(self._rules, self.replay.header, tracer=Tracer())

    def _build_trace_panels(self) -> list[Panel]:
        """Returns panels of the last command, its changes, and the numbers computed by hooks."""
        if not self.words:
            return []
        name, *details = (self.translate(word) for word in self.words)
        spans = [Span(f"{name}: {', '.join(details)}" if details else name, Tint.STRONG)]
        if "actor" in self._formats:
            actor = self._formats["actor"](self.replay.commands[self.at - 1].actor)
            spans.append(Span(f"  [{actor}]", Tint.DIM))
        if self.at in self.replay.hand_turns:
            spans += [Span(" "), Span(Message("footfall-watch-by-hand"), Tint.SOUND)]
        panels = [Panel(Message("footfall-watch-command"), (Line(tuple(spans)),))]
        tracer = self.session.tracer
        assert tracer is not None
        changes = tuple(_list_change_lines(tracer.changes))
        if changes:
            panels.append(Panel(Message("footfall-watch-changes"), changes))
        traces = tuple(
            make_line(message, Tint.DIM)
            for trace in tracer.list_entry_traces(self.session.state.turn)
            for message in explain_in_words(self.session, trace)
            if message not in trace.log_messages
        )
        if traces:
            panels.append(Panel(Message("footfall-watch-why"), traces))
        return panels


def offer_attempts(attempts: Sequence[Attempt]) -> tuple[Choice, ...]:
    """Returns a choice for each attempt, the newest first, which tells how it ended."""
    choices = []
    for index, attempt in enumerate(attempts):
        facts = {"turn": str(attempt.turn), "is_over": "yes" if attempt.end else "no", "end": attempt.end or ""}
        choices.append(Choice(index, Message("footfall-watch-attempt", facts)))
    return tuple(reversed(choices))


def build_end_panel(farewell: Iterable[Message]) -> Iterator[Panel]:
    """Yields how and why the game ended, if it has."""
    lines = tuple(make_line(text) for text in farewell)
    if lines:
        yield Panel(Message("footfall-watch-ending"), lines)


def _list_change_lines(records: Iterable[ChangeRecord]) -> Iterator[Line]:
    """Yields the log lines of the changes."""
    for message, run in groupby(records, lambda record: record.log_message):
        count = len(list(run))
        if message is not None:
            yield Line((Span(message), Span(f" ×{count}" if count > 1 else "", Tint.DIM)))
