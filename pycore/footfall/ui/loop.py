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
from .frontend import Closed, Frontend, Input, Key, Pointer
from .interaction import Outcome, Request, View, point, press
from .screen import Frame, draw
from .settings import Settings

PACE = 0.012
"""Seconds a turn of a course is shown; a key ends the course."""

BEAT = 0.09
"""Seconds an alarm stands in the title strip, unless a key comes first."""


class SessionView(Protocol):
    """What the front end plays. It never sees the session itself."""

    @property
    def underway(self) -> bool:
        """Whether a command of many turns is being carried out: `proceed` plays the next, `halt` ends it."""

    def scene(self) -> Scene:
        """The picture of now."""

    def step(self, command: Command) -> Message | None:
        """Carries a command out, or the first turn of many; returns the refusal, if it is refused."""

    def proceed(self) -> Message | None:
        """Carries the next turn out of a command of many; returns why it ends, if there is something to say."""

    def halt(self) -> None:
        """Ends a command of many turns."""

    def save(self) -> None:
        """Saves the game where it belongs."""

    def restart(self, same: bool) -> None:
        """Puts this game away and begins another, with the same seed or a new one."""

    def text(self, message: Message | str, /) -> str:
        """Turns a message into words."""


class Leaving(Enum):
    """Why the loop ended."""

    ASKED = "asked"
    OVER = "over"
    CLOSED = "closed"
    SIGNAL = "signal"


_STOP_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def run(front: Frontend, game: SessionView, settings: Settings | None = None) -> Leaving:
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
    settings = settings or Settings()
    scene = game.scene()
    settings.check(scene)
    view = View(keys=settings.keys)
    leaving: Leaving | None = None
    with _stop_signals() as stopped, front:
        frame: Frame | None = None
        flash: Message | None = None
        while leaving is None:
            if frame is None:
                canvas = Canvas(*front.size())
                shown = scene if flash is None else msgspec.structs.replace(scene, alert=flash)
                frame = draw(canvas, shown, view, game.text)
                view = frame.settle(view)
                front.show(canvas)
            drawn, event = frame, front.read(_patience(game, settings, flash))
            if flash is not None:
                flash = frame = None
            if stopped.is_set() or isinstance(event, Closed):
                leaving = Leaving.SIGNAL if stopped.is_set() else Leaving.CLOSED
                break
            if game.underway:
                if isinstance(event, Key) or (isinstance(event, Pointer) and event.click):
                    game.halt()
                    continue
                view = msgspec.structs.replace(view, note=game.proceed())
                scene, last = game.scene(), scene
                flash = alarm(scene, last) if settings.motion else None
                if not game.underway:
                    front.drop_repeats()
                if settings.motion or not game.underway:
                    frame = None
                continue
            if event is None:
                continue
            before = view
            view, wanted = _respond(view, scene, event, drawn)
            if wanted is Request.QUIT:
                leaving = Leaving.OVER if scene.over else Leaving.ASKED
            elif wanted is Request.SAVE:
                game.save()
                view = view.calm(note=Message("footfall-ui-saved"))
            elif wanted in (Request.ANEW, Request.AGAIN):
                game.restart(wanted is Request.AGAIN)
                scene, view = game.scene(), view.calm()
            elif isinstance(wanted, Request):
                front.zoom(1 if wanted is Request.LARGER else -1)
            elif wanted is not None:
                refusal = game.step(wanted)
                if refusal is not None:
                    view = msgspec.structs.replace(view, note=refusal)
                scene, last = game.scene(), scene
                flash = alarm(scene, last) if settings.motion else None
                if threat(scene) > threat(last) or news(scene) > news(last):
                    front.drop_repeats()
            if wanted is not None or view != before or not isinstance(event, (Key, Pointer)):
                frame = None
        game.save()
    return leaving


def threat(scene: Scene) -> tuple[int, int]:
    """How much danger shows: an alert, then creatures that are hostile, wary or hunting and seen."""
    cells = scene.cells
    if cells is None:
        return (int(scene.alert is not None), 0)
    seen = cells.visible if cells.visible is not None else np.ones(cells.fg.shape, bool)
    hostile = np.isin(cells.fg, (Tint.FOE, Tint.WARY, Tint.HUNTING)) & (cells.glyph != 32) & seen
    return (int(scene.alert is not None), int(hostile.sum()))


def alarm(scene: Scene, last: Scene) -> Message | None:
    """What the log tells newly that must not be missed; it stands in the title strip for one beat."""
    before = last.log[-1].turn if last.log else -1
    return next((line.message for line in scene.log if line.kind == "alarm" and line.turn > before), None)


def _patience(game: SessionView, settings: Settings, flash: Message | None) -> float:
    """Seconds to wait for a key before the next thing happens by itself."""
    if flash is not None:
        return BEAT
    if game.underway:
        return PACE if settings.motion else 0.0
    return 0.1


def news(scene: Scene) -> int:
    """How many sounds are being heard right now."""
    return sum(percept.count for percept in scene.percepts if percept.age == 0)


def _respond(view: View, scene: Scene, event: Input, frame: Frame) -> tuple[View, Outcome]:
    if isinstance(event, Key):
        return press(view, scene, event.name)
    if isinstance(event, Pointer):
        return point(view, scene, frame.position(event.y, event.x), event.click)
    return view, None


@contextmanager
def _stop_signals() -> Iterator[threading.Event]:
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
