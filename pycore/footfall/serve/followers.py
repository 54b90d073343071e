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

from footfall.engine.model import Message
from footfall.ui.drawing.canvas import Canvas
from footfall.ui.drawing.text_layout import Translator
from footfall.ui.frontends.page_stream import FrameEncoder, PageWords

MAX_NEWS, MAX_SOUNDS = 40, 16
"""Maximum lines and sounds in a view."""

FILE_KINDS = {"story": "text/plain", "page": "text/html"}
"""The files that players may keep of a finished game, with their media types."""

MEMBERS = ("title", "question", "facts", "keys", "pad", "entry", "files", "tones")
"""The members of a frame that are left out as long as they stay the same."""

DELAYED_VIEWS = 60
"""Maximum number of views that a delayed follower keeps; those in between are left out."""


def list_file_links(place: str, when: str, translate: Translator) -> tuple[tuple[str, str], ...]:
    """Returns links to the files of a game at `place`, a game or table; `when` is ``save`` or ``last``."""
    labels = {kind: translate(Message(f"footfall-serve-{when}-{kind}")) for kind in FILE_KINDS}
    return tuple((label, f"/files/{place}/{kind}") for kind, label in labels.items())


class View(PageWords, kw_only=True):
    """A screen at one moment, with all of its words; the news and sounds are those since the view before.

    Attributes:
        time: seconds of the monotonic clock.
        has_key_line: the last row shows keys, and no question.
        is_end: the screen is closed; the news give the reason.
    """

    canvas: Canvas
    time: float
    has_key_line: bool = True
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
        """Creates a follower without views, an onlooker `delay` seconds behind; None: a player."""
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
        if self.is_onlooker:  # keys that do nothing are not shown
            view = msgspec.structs.replace(view, keys=(), pad=(), entry=(), files=())
        canvas = view.canvas
        if self.is_onlooker and view.has_key_line:
            canvas = copy.copy(canvas)
            canvas.cells = canvas.cells.copy()
            canvas.cells["ch"][-1] = ord(" ")
        frame = self._encoder.encode(canvas)
        sent, self._sent = self._sent, view
        for name in PageWords.__struct_fields__:
            words = getattr(view, name)
            if name not in MEMBERS or sent is None or words != getattr(sent, name):
                setattr(frame, name, words)
        return msgspec.json.encode(frame)
