"""The run loop: shows scenes, turns input into commands, saves when told to stop."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from types import FrameType
from typing import Protocol

import msgspec
import numpy as np

from footfall.api import Command, Message
from footfall.api.scene import Scene, Tint

from .canvas import Canvas
from .frontend import Closed, Frontend, InputEvent, KeyPress, Pointer
from .interaction import AppRequest, InputResult, UiState, handle_key, handle_pointer
from .screen import DrawnFrame, draw_screen
from .settings import UiSettings

MACRO_TURN_SECONDS = 0.012
"""Seconds a turn of a course is shown; a key ends the course."""

ALARM_SECONDS = 0.09
"""Seconds an alarm stands in the title strip, unless a key comes first."""


class PlayableGame(Protocol):
    """What the front end plays. It never sees the session itself."""

    @property
    def has_running_macro(self) -> bool:
        """Whether a command of many turns is being carried out: `proceed` plays the next, `halt` ends it."""

    def build_scene(self) -> Scene:
        """The picture of now."""

    def submit(self, command: Command) -> Message | None:
        """Carries a command out, or the first turn of many; returns the refusal, if it is refused."""

    def advance_macro(self) -> Message | None:
        """Carries the next turn out of a command of many; returns why it ends, if there is something to say."""

    def cancel_macro(self) -> None:
        """Ends a command of many turns."""

    def save(self) -> None:
        """Saves the game where it belongs."""

    def restart(self, same_seed: bool) -> None:
        """Puts this game away and begins another, with the same seed or a new one."""

    def translate(self, message: Message | str, /) -> str:
        """Turns a message into words."""


class ExitReason(Enum):
    """Why the loop ended."""

    QUIT = "asked"
    GAME_OVER = "over"
    CLOSED = "closed"
    SIGNAL = "signal"


_STOP_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def run_ui_loop(frontend: Frontend, game: PlayableGame, settings: UiSettings | None = None) -> ExitReason:
    """Plays until the player leaves, the game is over and put away, or the program is told to stop.

    The game is saved before the loop returns, also when the terminal is gone or a signal
    (SIGTERM, SIGHUP) asks the program to end; the screen is given back after any error.

    Args:
        front: where to play; it is entered and left here.
        game: what to play.
        settings: the player's own keys.

    Raises:
        SettingsError: the player's keys clash with those of the game.
    """
    settings = settings or UiSettings()
    scene = game.build_scene()
    settings.check_keys(scene)
    view = UiState(keys=settings.keys)
    leaving: ExitReason | None = None
    with _catch_stop_signals() as stopped, frontend:
        frame: DrawnFrame | None = None
        flash: Message | None = None
        while leaving is None:
            if frame is None:
                canvas = Canvas(*frontend.size())
                shown = scene if flash is None else msgspec.structs.replace(scene, alert=flash)
                frame = draw_screen(canvas, shown, view, game.translate)
                view = frame.clamp_scroll(view)
                frontend.show(canvas)
            drawn, event = frame, frontend.read(_input_timeout(game, settings, flash))
            if flash is not None:
                flash = frame = None
            if stopped.is_set() or isinstance(event, Closed):
                leaving = ExitReason.SIGNAL if stopped.is_set() else ExitReason.CLOSED
                break
            if game.has_running_macro:
                if isinstance(event, KeyPress) or (isinstance(event, Pointer) and event.click):
                    game.cancel_macro()
                    continue
                view = msgspec.structs.replace(view, notice=game.advance_macro())
                scene, last = game.build_scene(), scene
                flash = find_new_alarm(scene, last) if settings.motion else None
                if not game.has_running_macro:
                    frontend.drop_repeats()
                if settings.motion or not game.has_running_macro:
                    frame = None
                continue
            if event is None:
                continue
            before = view
            view, wanted = _handle_input(view, scene, event, drawn)
            if wanted is AppRequest.QUIT:
                leaving = ExitReason.GAME_OVER if scene.farewell else ExitReason.QUIT
            elif wanted is AppRequest.SAVE:
                game.save()
                view = view.close_all(notice=Message("footfall-ui-saved"))
            elif wanted in (AppRequest.NEW_GAME, AppRequest.SAME_SEED):
                game.restart(wanted is AppRequest.SAME_SEED)
                scene, view = game.build_scene(), view.close_all()
            elif isinstance(wanted, AppRequest):
                frontend.zoom(1 if wanted is AppRequest.LARGER else -1)
            elif wanted is not None:
                refusal = game.submit(wanted)
                if refusal is not None:
                    view = msgspec.structs.replace(view, notice=refusal)
                scene, last = game.build_scene(), scene
                flash = find_new_alarm(scene, last) if settings.motion else None
                if measure_threat(scene) > measure_threat(last) or count_fresh_sounds(
                    scene
                ) > count_fresh_sounds(last):
                    frontend.drop_repeats()
            if wanted is not None or view != before or not isinstance(event, (KeyPress, Pointer)):
                frame = None
        game.save()
    return leaving


def measure_threat(scene: Scene) -> tuple[int, int]:
    """How much danger shows: an alert, then creatures that are hostile, wary or hunting and seen."""
    cells = scene.cells
    if cells is None:
        return (int(scene.alert is not None), 0)
    seen = cells.visible if cells.visible is not None else np.ones(cells.fg.shape, bool)
    hostile = np.isin(cells.fg, (Tint.FOE, Tint.WARY, Tint.HUNTING)) & (cells.glyph != 32) & seen
    return (int(scene.alert is not None), int(hostile.sum()))


def find_new_alarm(scene: Scene, last: Scene) -> Message | None:
    """What the log tells newly that must not be missed; it stands in the title strip for one beat."""
    before = last.log[-1].turn if last.log else -1
    return next((line.message for line in scene.log if line.kind == "alarm" and line.turn > before), None)


def _input_timeout(game: PlayableGame, settings: UiSettings, flash: Message | None) -> float:
    """Seconds to wait for a key before the next thing happens by itself."""
    if flash is not None:
        return ALARM_SECONDS
    if game.has_running_macro:
        return MACRO_TURN_SECONDS if settings.motion else 0.0
    return 0.1


def count_fresh_sounds(scene: Scene) -> int:
    """How many sounds are being heard right now."""
    return sum(percept.count for percept in scene.percepts if percept.age == 0)


def _handle_input(
    view: UiState, scene: Scene, event: InputEvent, frame: DrawnFrame
) -> tuple[UiState, InputResult]:
    if isinstance(event, KeyPress):
        return handle_key(view, scene, event.name)
    if isinstance(event, Pointer):
        return handle_pointer(view, scene, frame.find_position(event.y, event.x), event.click)
    return view, None


@contextmanager
def _catch_stop_signals() -> Iterator[threading.Event]:
    """Turns the signals that end a program into a flag, so that the game is saved first."""
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.set()

    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return
    before = {number: signal.signal(number, stop) for number in _STOP_SIGNALS}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
