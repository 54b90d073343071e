"""The UI loop: shows scenes, turns input into commands, and saves before it ends."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from types import FrameType
from typing import TypeAlias

import msgspec
import numpy as np

from footfall.api import Command, Message
from footfall.api.scene import Scene, Tint
from footfall.diagnostics.stop_signals import handle_stop_signals, raise_interrupt

from .drawing.layout import find_news_turn
from .drawing.screen import DrawnFrame
from .drawing.text_layout import Translator
from .frontend import Closed, Frontend, InputEvent, KeyPress, Pointer
from .interaction import handle_key, preview_pending
from .map.map_colors import Motion
from .pointing import handle_input
from .settings import UiSettings, keep_usable_keys
from .ui_state import QUIT_CONFIRMATION, QUIT_KEY, AppRequest, UiState, confirm_yes_no, find_yes_key

MACRO_TURN_SECONDS = 0.012
"""Seconds that each turn of a macro is shown; a key ends the macro, and is carried out."""

ALARM_SECONDS = 0.09
"""Seconds that an alarm is shown in the title bar, unless a key comes first."""

STEP_SECONDS = 0.03
"""Seconds of a step of a spread or flash on the map, unless a key comes first."""

STOP_KEYS = ("ESC", QUIT_KEY)
"""Keys that end a journey and do nothing else."""

BEAT_SECONDS, BEAT_WAITS = 0.1, 3
"""Seconds of a wait for a key while the map is in slow motion, and such waits between two beats."""

MAX_WAITS = 300
"""Waits after which the slow motion of the map stands still until the next input."""


class Screen:
    """A screen that the UI loop runs: a game, a replay, the title, or one that the player opens over these.

    The loop never sees the session. By default a screen is not busy, and `restart` does nothing.

    Attributes:
        translate: turns messages into sentences in the player's language.
        is_open: False once the player has closed a screen that lies over another one.
        overlay: the screen over this one; it gets the commands and shows its scene.
        below: the overlay that is shown again once this one is closed.
        shows_motion: whether the front end shows moments one after the other; the loop sets it.
        ui_settings: the player's settings; the loop takes over each new object. None: the loop keeps its own.
    """

    translate: Translator
    is_open = True
    shows_motion = False
    overlay: Screen | None = None
    below: Screen | None = None
    ui_settings: UiSettings | None = None

    @property
    def is_outdated(self) -> bool:
        """Whether another thread has changed its content; the loop builds its scene again before the next input."""
        return False

    @property
    def turn_seconds(self) -> float | None:
        """Seconds between two steps of a screen that is busy; None: `MACRO_TURN_SECONDS`."""
        return None

    @property
    def is_busy(self) -> bool:
        """Whether it goes on by itself: `advance` takes the next step, and a key cancels it."""
        return self.overlay is not None and self.overlay.is_busy

    @property
    def has_only_stop_keys(self) -> bool:
        """Whether no keys but `STOP_KEYS` end what goes on, and others do nothing."""
        return self.overlay is not None and self.overlay.has_only_stop_keys

    def build_scene(self) -> Scene:
        """Builds the scene to show."""
        raise NotImplementedError

    def submit(self, command: Command) -> Message | None:
        """Carries out a command, or the first turn of a macro; returns the refusal or another message, if any."""
        raise NotImplementedError

    def describe_wait(self, command: Command) -> Message | None:
        """Returns the words to show during a command that takes seconds, or None."""
        return None if self.overlay is None else self.overlay.describe_wait(command)

    def submit_to_overlay(self, command: Command) -> Message | None:
        """Lets the overlay carry out a command; if that closes it, this screen is shown again."""
        assert self.overlay is not None
        message = self.overlay.submit(command)
        if not self.overlay.is_open:
            self.overlay = self.overlay.below
        return message

    def open_over(self, screen: Screen) -> None:
        """Opens a screen over all that are open."""
        screen.below, self.overlay = self.overlay, screen

    def advance(self) -> Message | None:
        """Plays the next turn of a macro, or checks whether background work has ended; returns a message, if any."""
        return self.overlay.advance() if self.overlay is not None else None

    def cancel(self) -> Message | None:
        """Ends a macro, or work in the background; returns a message if that is lost."""
        return self.overlay.cancel() if self.overlay is not None else None

    def continues_after(self, command: Command) -> bool:
        """Whether a command leaves a busy screen busy."""
        return False

    def save(self) -> None:
        """Saves the game to its file, and the screen over it."""
        if self.overlay is not None:
            self.overlay.save()

    def restart(self, same_seed: bool) -> None:
        """Ends this game and begins another, with the same seed or a new one."""


SceneHearer: TypeAlias = Callable[[Scene, Scene | None], None]
"""Receives each new scene with the one before it, and a scene with itself while nothing happens."""


OWN_YES = Message("footfall-ui-yes-key")
"""The letter of the player's language that agrees to a question, besides ``y``."""


class ExitReason(Enum):
    """Why the loop ended."""

    QUIT = "asked"
    GAME_OVER = "over"
    CLOSED = "closed"
    SIGNAL = "signal"


class _SignalInbox:
    """The stop signals received.

    Attributes:
        is_interrupted: SIGINT came, which is a press of `QUIT_KEY`.
        is_stopped: another one came.
    """

    def __init__(self) -> None:
        self.is_interrupted = self.is_stopped = False

    def receive(self, number: int, frame: FrameType | None) -> None:
        """Keeps a signal, so that the game is saved first; if the one before it still waits, the program stops."""
        if self.is_interrupted or self.is_stopped:
            raise_interrupt(number, frame)
        self.is_interrupted, self.is_stopped = number == signal.SIGINT, number != signal.SIGINT

    def take_key(self) -> KeyPress | None:
        """Returns the key press that SIGINT stands for, once."""
        was_interrupted, self.is_interrupted = self.is_interrupted, False
        return KeyPress(QUIT_KEY) if was_interrupted else None


def run_ui_loop(
    frontend: Frontend, game: Screen, settings: UiSettings | None = None, hear: SceneHearer | None = None
) -> ExitReason:
    """Runs a game until the player leaves or the program is stopped.

    The game is saved, if it can be, before the loop returns, even if the terminal was lost or a signal stops the
    program. The screen is restored after any error.

    Args:
        frontend: entered and left here.
        settings: the player's settings; conflicting keys are replaced by the default keys.
        hear: called with each new scene and the one before, to play its sounds, and to let the room sound on.
    """
    loop = _UiLoop(frontend, game, settings or UiSettings(), hear)
    inbox = _SignalInbox()
    with handle_stop_signals(inbox.receive), frontend:
        reason = loop.run(inbox)
        with suppress(OSError):  # reported when the program closes the files of the game
            game.save()
    return reason


class _UiLoop:
    """A running loop.

    Attributes:
        frame: the frame on the screen; None if it must be redrawn.
        alarm: shown in the title bar until the next input or for `ALARM_SECONDS`.
        motion: the moment of the motion on the map.
        screen_settings: the settings of the screen that were taken over last.
        is_startled: the last step of a journey showed a new threat or sound.
        waits: number of waits since the last key; every `BEAT_WAITS` of them make a beat.
    """

    def __init__(self, frontend: Frontend, game: Screen, settings: UiSettings, hear: SceneHearer | None) -> None:
        self.frontend, self.game, self.hear = frontend, game, hear
        self.scene = game.build_scene()
        game.shows_motion = settings.has_motion and frontend.has_motion
        self.settings = keep_usable_keys(settings, self.scene)
        self.state = UiState(
            keys=self.settings.keys,
            page=self.scene.opens,
            can_zoom=frontend.can_zoom,
            fact_keys=frontend.fact_keys,
        )
        self.frame: DrawnFrame | None = None
        self.alarm: Message | None = None
        self.motion, self.waits = Motion(), 0
        self.is_startled = False
        self.screen_settings = game.ui_settings

    def run(self, inbox: _SignalInbox) -> ExitReason:
        """Handles inputs until one of them, or a signal, ends the loop."""
        while True:
            frame = self._show_current()
            event = inbox.take_key() or self.frontend.read(self._find_timeout(frame))
            if self.alarm is not None:
                self.alarm = self.frame = None
            if event is not None:
                self.waits = 0
            if inbox.is_stopped:
                return ExitReason.SIGNAL
            if isinstance(event, Closed):
                return ExitReason.CLOSED
            if event is not None and self.game.is_outdated:
                frame = self._show_current()
            if self.game.is_busy and self._advance_macro(event):
                continue
            if event is None:
                self._move_map(frame)
                if self.hear is not None:
                    self.hear(self.scene, self.scene)
            elif frame.is_too_small and isinstance(event, (KeyPress, Pointer)):
                if self._asks_to_leave(event, frame):  # the player does not see what another key would do
                    return ExitReason.QUIT
            elif (reason := self.handle_event(event, frame)) is not None:
                return reason

    def handle_event(self, event: InputEvent, frame: DrawnFrame) -> ExitReason | None:
        """Handles an input; returns the reason to end the loop, if there is one."""
        before = self.state
        own_yes = self.game.translate(OWN_YES)
        if isinstance(event, KeyPress) and event.name == own_yes:
            event = KeyPress(find_yes_key(before.confirmation, self.scene.answers, own_yes))
        self.state, result = handle_input(self.state, self.scene, event, frame)
        if self.state.confirmation is QUIT_CONFIRMATION and before.confirmation is not QUIT_CONFIRMATION:
            try:  # the question whether to leave says that the game is saved
                self.game.save()
            except OSError as error:
                unsaved = Message("footfall-ui-sure-quit-unsaved", {"reason": error.strerror or str(error)})
                confirmation = confirm_yes_no(unsaved, AppRequest.QUIT)
                self.state = msgspec.structs.replace(self.state, confirmation=confirmation)
        asked = self.state.confirmation
        if asked is not None and asked is not before.confirmation and asked.repeats_key(self.scene.bindings):
            self.frontend.drop_keys()
        if result is AppRequest.QUIT:
            is_break = isinstance(event, KeyPress) and event.name == QUIT_KEY
            return ExitReason.GAME_OVER if self.scene.farewell and not is_break else ExitReason.QUIT
        if isinstance(result, AppRequest):
            self._serve_request(result)
        elif result is not None:
            self._submit(result, before)
            if self.scene.is_left:
                return ExitReason.QUIT
        is_told_again = self.state.notice is not before.notice
        if result is not None or self.state != before or is_told_again or not isinstance(event, (KeyPress, Pointer)):
            self.frame = None
        return None

    def _asks_to_leave(self, event: InputEvent, frame: DrawnFrame) -> bool:
        """Whether an input leaves the game, or would ask whether to."""
        state, result = handle_input(self.state, self.scene, event, frame)
        is_asked = state.confirmation is QUIT_CONFIRMATION and self.state.confirmation is not QUIT_CONFIRMATION
        return is_asked or result is AppRequest.QUIT

    def _show_current(self) -> DrawnFrame:
        """Shows the newest scene; an input after that means this scene, and is never lost to a change."""
        if self.game.is_outdated:
            self.game.cancel()
            self._rebuild_scene()
            self.state, self.frame = msgspec.structs.replace(self.state, notice=None), None
        self.frame = self.frame or self._draw()
        return self.frame

    def _draw(self) -> DrawnFrame:
        motion = self.motion._replace(alarm=self.alarm) if self.settings.has_motion else None
        is_traveling = self.game.is_busy and self.game.turn_seconds is None
        self.state = msgspec.structs.replace(self.state, is_traveling=is_traveling)
        frame = self.frontend.present(self.scene, self.state, self.game.translate, motion)
        self.state = frame.clamp_scroll(self.state)
        return frame

    def _find_timeout(self, frame: DrawnFrame) -> float:
        """Returns the seconds to wait for input before the next automatic step."""
        if self.alarm is None and self._is_spreading(frame):
            return STEP_SECONDS
        if self.alarm is not None:
            return ALARM_SECONDS
        if not self.game.is_busy:
            return BEAT_SECONDS if self._is_alive(frame) or self.hear is not None else math.inf
        own = self.game.turn_seconds
        return own if own is not None else MACRO_TURN_SECONDS if self.settings.has_motion else 0.0

    def _is_spreading(self, frame: DrawnFrame) -> bool:
        return self.settings.has_motion and not self.game.is_busy and self.motion.step < frame.spreads

    def _is_alive(self, frame: DrawnFrame) -> bool:
        """Whether the map or the title is in slow motion: while a player plays."""
        return self.settings.has_motion and frame.is_alive and self.waits < MAX_WAITS

    def _move_map(self, frame: DrawnFrame) -> None:
        """Takes the next step of a spread, or counts a wait until the next beat of slow motion."""
        if self._is_spreading(frame):
            self.motion = self.motion._replace(step=self.motion.step + 1)
            self.frame = None
        elif self._is_alive(frame):
            self.waits += 1
            if self.waits % BEAT_WAITS == 0:
                self.motion = self.motion._replace(beat=self.motion.beat + 1)
                self.frame = None

    def _take_over_settings(self) -> None:
        """Takes over settings that the player, or a mod that was loaded again, has changed."""
        settings = self.game.ui_settings
        if settings is not None and settings is not self.screen_settings:
            self.settings = self.screen_settings = settings
            self.game.shows_motion = settings.has_motion and self.frontend.has_motion
            self.state = msgspec.structs.replace(self.state, keys=settings.keys)
            self.frontend.take_settings(settings)

    def _rebuild_scene(self) -> Scene:
        """Builds the next scene, looks for a new alarm, and returns the previous scene."""
        self._take_over_settings()
        previous, self.scene = self.scene, self.game.build_scene()
        if (self.scene.farewell and not previous.farewell) or (previous.answers and not self.scene.answers):
            self.frontend.drop_keys()
        if self.scene.opens:
            self.state = self.state.close_all(page=self.scene.opens)
        self.motion = self.motion._replace(step=0)
        shows_alarms = self.settings.has_motion and self.frontend.has_motion
        self.alarm = find_new_alarm(self.scene, previous) if shows_alarms else None
        if self.hear is not None:
            self.hear(self.scene, previous)
        return previous

    def _advance_macro(self, event: InputEvent | None) -> bool:
        """Takes the next step of a busy screen, unless an input ends that; returns whether the input is used up.

        A key ends a journey, and is then carried out. `STOP_KEYS`, and a key that comes with a threat, do no more.
        """
        if isinstance(event, KeyPress):
            command = handle_key(self.state, self.scene, event.name)[1]
            if isinstance(command, Command) and self.game.continues_after(command):
                self.state, self.frame = msgspec.structs.replace(self.state, notice=self.game.submit(command)), None
                return True
        if isinstance(event, KeyPress) or (isinstance(event, Pointer) and event.is_click):
            is_threatened = self.is_startled and self.game.turn_seconds is None  # a replay or a moment is not a journey
            is_meant = isinstance(event, KeyPress) and event.name not in STOP_KEYS and not is_threatened
            if is_meant and self.game.has_only_stop_keys:
                return True
            self.state = msgspec.structs.replace(self.state, notice=self.game.cancel())
            self._rebuild_scene()
            self.frame = None
            if isinstance(event, KeyPress) and event.name == QUIT_KEY:
                self.state = msgspec.structs.replace(self.state, notice=Message("footfall-ui-run-stopped"))
            return not is_meant or self.game.overlay is not None or bool(self.scene.farewell)
        self.state = msgspec.structs.replace(self.state, notice=self.game.advance())
        previous = self._rebuild_scene()
        self.is_startled = is_more_dangerous(self.scene, previous)
        if not self.game.is_busy and self.is_startled:
            self.frontend.drop_repeats()
        if self.settings.has_motion or not self.game.is_busy:
            self.frame = None
        return True

    def _serve_request(self, request: AppRequest) -> None:
        if request is AppRequest.SAVE:
            try:
                self.game.save()
                notice = Message("footfall-ui-saved")
            except OSError as error:
                notice = Message("footfall-ui-not-saved", {"reason": error.strerror or str(error)})
            self.state = self.state.close_all(notice=notice)
        elif request in (AppRequest.NEW_GAME, AppRequest.SAME_SEED):
            notice = None
            try:
                self.game.restart(request is AppRequest.SAME_SEED)
            except OSError as error:
                notice = Message("footfall-ui-not-begun", {"reason": error.strerror or str(error)})
            self._take_over_settings()
            self.scene, self.state = self.game.build_scene(), self.state.close_all(notice=notice)
        else:
            self.frontend.zoom(1 if request is AppRequest.LARGER else -1)

    def _submit(self, command: Command, before: UiState) -> None:
        """Carries out a command; if it is refused at the cell it was aimed at, the prompt for a cell stays open."""
        wait = self.game.describe_wait(command)
        if wait is not None:
            self.state = msgspec.structs.replace(self.state, notice=wait)
            self._draw()
            self.state = msgspec.structs.replace(self.state, notice=None)
        refusal = self.game.submit(command)
        if refusal is not None:
            state = before if preview_pending(before, self.scene) else self.state
            self.state = msgspec.structs.replace(state, notice=refusal)
        previous = self._rebuild_scene()
        if is_more_dangerous(self.scene, previous):
            self.frontend.drop_repeats()


def is_more_dangerous(scene: Scene, previous: Scene) -> bool:
    """Returns whether a scene shows a new threat or sound, for which keys pressed before are not meant."""
    return measure_threat(scene) > measure_threat(previous) or count_fresh_sounds(scene) > count_fresh_sounds(previous)


def measure_threat(scene: Scene) -> tuple[int, int]:
    """Returns the visible danger: whether there is an alert, and the number of visible threats."""
    cells = scene.cells
    if cells is None:
        return (int(scene.alert is not None), 0)
    visible = cells.visible if cells.visible is not None else np.ones(cells.fg.shape, bool)
    hostile = np.isin(cells.fg, (Tint.FOE, Tint.WARY, Tint.HUNTING)) & (cells.glyph != 32) & visible
    return (int(scene.alert is not None), int(hostile.sum()))


def find_new_alarm(scene: Scene, previous: Scene) -> Message | None:
    """Returns the first alarm among the news that were not shown before; the title bar shows it for `ALARM_SECONDS`."""
    first = max(previous.log[-1].turn + 1 if previous.log else 0, find_news_turn(scene))
    return next((line.message for line in scene.log if line.kind == "alarm" and line.turn >= first), None)


def count_fresh_sounds(scene: Scene) -> int:
    """Returns the number of sounds heard this turn."""
    return sum(percept.count for percept in scene.percepts if percept.age == 0)
