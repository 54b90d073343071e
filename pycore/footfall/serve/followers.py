"""Views of a screen, and the pages that follow them.

Until its page takes a view, a follower keeps only the newest one, together with the news of the skipped ones. A slow
page lags behind, but misses no news and never delays the game.
"""

from __future__ import annotations

import asyncio
import copy
import math
import threading
from collections import deque
from time import monotonic

import msgspec

from footfall.audio.mixing import SceneSound
from footfall.ui.drawing.canvas import Canvas
from footfall.ui.frontends.page_stream import FrameEncoder

MAX_NEWS, MAX_SOUNDS = 40, 16
"""Maximum lines and sounds in a view."""

DELAYED_VIEWS = 60
"""Maximum number of views that a delayed follower keeps; those in between are left out."""


class View(msgspec.Struct, frozen=True):
    """A screen at one moment.

    Attributes:
        time: seconds of the monotonic clock.
        focus: the point to keep in view, in cells of text.
        aim: the point of the cursor, in cells of text.
        part: the part of the screen that a small page shows, in cells of text.
        box: the open list, which it shows in place of this part.
        title: title and status in words.
        news: lines about events since the view before.
        question: lines of the open page, list or prompt.
        facts: the lines that the player requested.
        keys: buttons that press keys; see `list_buttons`.
        pad: active keys that the screen does not show; see `list_pad_keys`.
        entry: the text that the screen asks for; see `find_entry`.
        has_key_line: the last row shows keys, and no question.
        sounds: heard since the view before.
        tones: heard in a loop.
        is_end: the screen is closed; the news give the reason.
    """

    canvas: Canvas
    time: float
    focus: tuple[float, float] | None = None
    aim: tuple[float, float] | None = None
    part: tuple[int, int, int, int] | None = None
    box: tuple[int, int, int, int] | None = None
    title: str = ""
    news: tuple[str, ...] = ()
    question: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()
    pad: tuple[str, ...] = ()
    entry: tuple[str, ...] = ()
    has_key_line: bool = True
    sounds: tuple[SceneSound, ...] = ()
    tones: tuple[SceneSound, ...] = ()
    is_end: bool = False

    def follow(self, earlier: View) -> View:
        """Returns this view with the news of an earlier one that is left out."""
        return msgspec.structs.replace(
            self,
            news=(*earlier.news, *self.news)[-MAX_NEWS:],
            sounds=(*earlier.sounds, *self.sounds)[-MAX_SOUNDS:],
        )


class Follower:
    """A page that follows a screen, some seconds later if it only looks on.

    Attributes:
        is_onlooker: the page is not its player's.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, delay: float | None = None) -> None:
        """Creates a follower without views.

        Args:
            delay: seconds that an onlooker is behind; None for a player.
        """
        self._loop, self._delay, self.is_onlooker = loop, delay or 0.0, delay is not None
        self._views: deque[View] = deque()
        self._lock = threading.Lock()
        self._is_ready = asyncio.Event()
        self._encoder = FrameEncoder()
        self._sent: View | None = None

    def offer(self, view: View) -> None:
        """Keeps a view until the page takes it; called in the thread of the game."""
        with self._lock:
            last = self._views[-1] if self._views else None
            if last is not None and (not self._delay or view.time - last.time < self._delay / DELAYED_VIEWS):
                view = msgspec.structs.replace(view.follow(last), time=last.time if self._delay else view.time)
                self._views[-1] = view
            else:
                self._views.append(view)
        try:
            self._loop.call_soon_threadsafe(self._is_ready.set)
        except RuntimeError:  # the server has stopped
            return

    async def take(self) -> tuple[bytes, bool]:
        """Waits for the next view; returns its frame as JSON, and whether it is the last."""
        while True:
            await self._is_ready.wait()
            with self._lock:
                rest = self._views[0].time + self._delay - monotonic() if self._views else math.inf
                view = self._views.popleft() if rest <= 0 else None
                if not self._views:
                    self._is_ready.clear()
            if view is not None:
                return self._encode(view), view.is_end
            if not math.isinf(rest):
                await asyncio.sleep(min(rest, 0.1))

    def _encode(self, view: View) -> bytes:
        canvas, keys, pad, entry = view.canvas, view.keys, view.pad, view.entry
        if self.is_onlooker:  # keys that do nothing are not shown
            keys = pad = entry = ()
            if view.has_key_line:
                canvas = copy.copy(canvas)
                canvas.cells = canvas.cells.copy()
                canvas.cells["ch"][-1] = ord(" ")
        frame = self._encoder.encode(canvas)
        frame.focus, frame.aim, frame.part, frame.box = view.focus, view.aim, view.part, view.box
        frame.news, frame.sounds = list(view.news), list(view.sounds)
        sent, self._sent = self._sent, view
        if sent is None or view.title != sent.title:
            frame.title = view.title
        if sent is None or view.question != sent.question:
            frame.question = list(view.question)
        if sent is None or view.facts != sent.facts:
            frame.facts = list(view.facts)
        if sent is None or view.keys != sent.keys:
            frame.keys = list(keys)
        if sent is None or view.pad != sent.pad:
            frame.pad = list(pad)
        if sent is None or view.entry != sent.entry:
            frame.entry = list(entry)
        if sent is None or view.tones != sent.tones:
            frame.tones = list(view.tones)
        return msgspec.json.encode(frame)
