"""The run loop: shows scenes, takes input, gives complete commands to the game."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Protocol

import msgspec

from footfall.api import Command, Message
from footfall.api.scene import Scene, Tint

from .canvas import Canvas
from .frontend import Closed, Frontend, Key, Pointer
from .interaction import Request, View, point, press
from .screen import Frame, draw
from .settings import Settings

THREATS = frozenset((Tint.FOE, Tint.WARY, Tint.HUNTING))
"""Tints of signs whose arrival makes held-down keys be forgotten."""


class Game(Protocol):
    """What the loop needs of a game in play; it never sees the session."""

    def scene(self) -> Scene:
        """The picture of now."""

    def step(self, command: Command) -> Message | None:
        """Carries a command out; the refusal, if it is refused."""

    def save(self) -> None:
        """Saves the game where it belongs."""

    def text(self, message: Any, /) -> str:
        """Turns a message into words."""


class _Stop:
    """Set by a signal: the loop saves and ends."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.asked = True


@contextmanager
def _signals(stop: _Stop) -> Iterator[None]:
    """A closed terminal or a polite kill ends the loop, which saves; both by default would lose the game."""
    wanted = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    kept = {}
    for number in wanted:
        try:
            kept[number] = signal.signal(number, stop)
        except ValueError:  # not the main thread: signals are not ours to take
            break
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


def run(front: Frontend, game: Game, settings: Settings | None = None) -> None:
    """Plays until the player leaves, the screen is gone, or the program is asked to stop; then saves.

    Raises:
        SettingsError: the player's keys clash with the game's.
    """
    settings = settings or Settings()
    stop = _Stop()
    view = View(keys=settings.keys)
    scene = game.scene()
    settings.check(scene)
    threats = _threats(scene)
    with _signals(stop), front:
        frame = _show(front, scene, view, game)
        while not stop.asked:
            took = front.read(0.1)
            if took is None:
                continue
            if isinstance(took, Closed):
                break
            wanted: Any = None
            if isinstance(took, Pointer):
                view, wanted = point(view, scene, frame.position(took.y, took.x), took.click)
            elif isinstance(took, Key):
                view, wanted = press(view, scene, took.name)
            if wanted is Request.QUIT:
                break
            view = _answer(front, game, view, wanted)
            if isinstance(wanted, Command):
                scene = game.scene()
                now = _threats(scene)
                if now > threats:
                    front.drop_repeats()
                threats = now
            view = frame.settle(view)
            frame = _show(front, scene, view, game)
    game.save()


def _answer(front: Frontend, game: Game, view: View, wanted: Any) -> View:
    """Does what a key asked for; the view may gain a word to the player."""
    if wanted is Request.SAVE:
        game.save()
        return msgspec.structs.replace(view, note=Message("footfall-ui-saved"))
    if wanted is Request.LARGER:
        front.zoom(1)
    elif wanted is Request.SMALLER:
        front.zoom(-1)
    elif isinstance(wanted, Command):
        refused = game.step(wanted)
        if refused is not None:
            return msgspec.structs.replace(view, note=refused)
    return view


def _show(front: Frontend, scene: Scene, view: View, game: Game) -> Frame:
    height, width = front.size()
    canvas = Canvas(max(1, height), max(1, width))
    frame = draw(canvas, scene, view, game.text)
    front.show(canvas)
    return frame


def _threats(scene: Scene) -> int:
    """How many signs of danger the map shows."""
    if scene.cells is None:
        return 0
    return int(sum((scene.cells.fg == tint).sum() for tint in THREATS))


__all__ = ["Game", "run"]
