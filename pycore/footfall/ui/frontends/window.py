"""The window front end: a tcod context with the bundled font."""

import logging
from collections import deque
from types import TracebackType
from typing import Any, Self

import tcod.context
import tcod.event
import tcod.sdl.sys
import tcod.sdl.video
import tcod.tileset
from tcod.cffi import ffi, lib
from tcod.event import KeySym, Modifier, Scancode

from ..drawing.canvas import Canvas, Shading
from ..drawing.glyphs import GlyphAtlas
from ..drawing.layout import MIN_HEIGHT, MIN_WIDTH
from ..frontend import Closed, Frontend, InputEvent, KeyPress, Pointer, Resized
from ..settings import CELL_HEIGHT_RANGE, UiSettings
from .window_painter import WindowPainter

logging.getLogger("tcod.sdl").setLevel(logging.ERROR)  # hides notes on SDL's renderer from players

DEFAULT_ROWS, DEFAULT_COLUMNS = 45, 128
"""Console size of a new window; on a small display, cells shrink first, then their number."""

_CELL_HEIGHTS = (14, 16, 18, 20, 22, 24, 28, 32, 36)

_KEY_NAMES = {
    KeySym.ESCAPE: "ESC", KeySym.RETURN: "ENTER", KeySym.KP_ENTER: "ENTER", KeySym.TAB: "TAB",
    KeySym.BACKSPACE: "BACKSPACE", KeySym.DELETE: "DEL", KeySym.INSERT: "INS", KeySym.HOME: "HOME",
    KeySym.END: "END", KeySym.PAGEUP: "PGUP", KeySym.PAGEDOWN: "PGDN", KeySym.UP: "UP",
    KeySym.DOWN: "DOWN", KeySym.LEFT: "LEFT", KeySym.RIGHT: "RIGHT",
    **{KeySym[f"F{n}"]: f"F{n}" for n in range(1, 13)},
}  # fmt: skip
_RESETS = (lib.SDL_EVENT_RENDER_TARGETS_RESET, lib.SDL_EVENT_RENDER_DEVICE_RESET)
"""Events after which the textures are empty, on some systems."""

_PAD_NAMES = {Scancode[f"KP_{n}"]: f"PAD{n}" for n in range(10)}


class KeyDecoder:
    """Names key presses independently of the keyboard layout.

    Keys that type a character are named by it (from the text event), others by key symbol, and those of the
    numeric pad by scancode.
    """

    def __init__(self) -> None:
        self._ignored_text: str | None = None
        self._repeat = False

    def decode(self, event: Any) -> KeyPress | None:
        """Returns the key press that an event completes, if any."""
        if isinstance(event, tcod.event.KeyDown):
            self._ignored_text, self._repeat = None, event.repeat
            control = "C-" if event.mod & Modifier.CTRL else ""
            prefix = control + ("A-" if event.mod & Modifier.LALT else "")
            shift = "S-" if event.mod & Modifier.SHIFT else ""
            if event.scancode in _PAD_NAMES:
                name = _PAD_NAMES[event.scancode]
                self._ignored_text = name[-1]
                return KeyPress(prefix + shift + name, event.repeat)
            if event.sym in _KEY_NAMES:
                return KeyPress(prefix + shift + _KEY_NAMES[event.sym], event.repeat)
            if prefix and 32 < int(event.sym) < 127:
                self._ignored_text = chr(int(event.sym))
                return KeyPress(prefix + shift + chr(int(event.sym)), event.repeat)
            return None
        if isinstance(event, tcod.event.TextInput):
            swallow, self._ignored_text = self._ignored_text, None
            if event.text == swallow or len(event.text) != 1 or not event.text.isprintable():
                return None
            return KeyPress("SPACE" if event.text == " " else event.text, self._repeat)
        return None


def choose_cell_height(display: tuple[int, int] | None) -> int:
    """Returns the largest cell height at which the default console fits into 90 % of a display (width, height)."""
    if display is None:
        return 18
    best = _CELL_HEIGHTS[0]
    for height in _CELL_HEIGHTS:
        glyphs = GlyphAtlas(height)
        if glyphs.width * DEFAULT_COLUMNS <= display[0] * 0.9 and height * DEFAULT_ROWS <= display[1] * 0.9:
            best = height
    return best


def choose_console_size(display: tuple[int, int] | None, glyphs: GlyphAtlas) -> tuple[int, int]:
    """Returns the rows and columns of a new window: the default, or as many as fit the display."""
    if display is None:
        return DEFAULT_ROWS, DEFAULT_COLUMNS
    rows = min(DEFAULT_ROWS, int(display[1] * 0.9) // glyphs.height)
    columns = min(DEFAULT_COLUMNS, int(display[0] * 0.95) // glyphs.width)
    return max(MIN_HEIGHT, rows), max(MIN_WIDTH, columns)


class WindowFrontend(Frontend):
    """Shows the game in a window.

    Raises:
        RuntimeError: there is no display.
    """

    def __init__(self, settings: UiSettings | None = None, title: str = "Footfall") -> None:
        settings = settings or UiSettings()
        display = _read_display_size()
        self._settings = settings
        self._cell_height = settings.cell_height or choose_cell_height(display)
        glyphs = GlyphAtlas(self._cell_height)
        rows, columns = choose_console_size(display, glyphs)
        self._context = tcod.context.new(
            columns=columns,
            rows=rows,
            tileset=tcod.tileset.Tileset(glyphs.width, glyphs.height),
            title=title,
            vsync=True,
            sdl_window_flags=tcod.sdl.video.WindowFlags.RESIZABLE,
            argv=[],
        )
        renderer, window = self._context.sdl_renderer, self._context.sdl_window
        if renderer is None or window is None:
            raise RuntimeError("the window has no renderer")
        self._renderer, self._window = renderer, window
        self._painter = self._create_painter()
        self._keys = KeyDecoder()
        self._queue: deque[InputEvent] = deque()

    def __enter__(self) -> Self:
        self._window.start_text_input()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._painter.close()
        self._context.close()

    def size(self) -> tuple[int, int]:
        """Returns the rows and columns that fit the window."""
        width, height = self._renderer.output_size
        sizes = self._painter.sizes
        return max(1, height // sizes.text_height), max(1, width // sizes.text_width)

    def create_canvas(self) -> Canvas:
        """Returns a canvas whose map is drawn in square cells."""
        settings = self._settings
        return Canvas(*self.size(), settings.palette, Shading.FULL, self._painter.sizes, settings.art)

    def take_settings(self, settings: UiSettings) -> None:
        """Takes over palette, pictures and the size of letters."""
        before, self._settings = self._settings, settings
        if settings.cell_height != before.cell_height:
            self._cell_height = settings.cell_height or choose_cell_height(_read_display_size())
        if (settings.cell_height, settings.art) != (before.cell_height, before.art):
            self._painter = self._create_painter()

    def _create_painter(self) -> WindowPainter:
        return WindowPainter(self._renderer, self._cell_height, self._settings.art)

    def show(self, canvas: Canvas) -> None:
        """Presents a canvas."""
        self._painter.paint(canvas)
        self._renderer.present()

    def read(self, timeout: float = 0.1) -> InputEvent | None:
        """Returns the next input, or None after `timeout` seconds, at most 0.1."""
        if not self._queue:
            self._queue_events(tcod.event.wait(min(timeout, 0.1)))
        return self._queue.popleft() if self._queue else None

    def drop_repeats(self) -> None:
        """Discards queued repeats of held-down keys."""
        self._queue_events(tcod.event.get())
        self._queue = deque(i for i in self._queue if not (isinstance(i, KeyPress) and i.is_repeat))

    def drop_keys(self) -> None:
        """Discards all queued keys."""
        self._queue_events(tcod.event.get())
        self._queue = deque(i for i in self._queue if not isinstance(i, KeyPress))

    def zoom(self, steps: int) -> None:
        """Changes the cell height by 2 pixels a step; the window keeps its size."""
        low, high = CELL_HEIGHT_RANGE
        self._cell_height = min(high, max(low, self._cell_height + 2 * steps))
        self._painter = self._create_painter()
        self._queue.append(Resized())

    def _queue_events(self, events: Any) -> None:
        for event in events:
            item = self._convert_event(event)
            last = self._queue[-1] if self._queue else None
            if isinstance(item, Pointer) and isinstance(last, Pointer) and not (item.is_click or last.is_click):
                self._queue[-1] = item
            elif item is not None:
                self._queue.append(item)

    def _convert_event(self, event: Any) -> InputEvent | None:
        if isinstance(event, tcod.event.Quit):
            return Closed()
        if isinstance(event, (tcod.event.MouseMotion, tcod.event.MouseButtonDown)):
            click = isinstance(event, tcod.event.MouseButtonDown)
            if isinstance(event, tcod.event.MouseButtonDown) and event.button != tcod.event.MouseButton.LEFT:
                return None
            return self._find_point(event.position.x, event.position.y, click)
        if isinstance(event, tcod.event.WindowEvent):
            return Resized()
        if isinstance(event, tcod.event.Undefined) and event.sdl_event.type in _RESETS:
            self._painter = self._create_painter()
            return Resized()
        return self._keys.decode(event)

    def _find_point(self, x: float, y: float, click: bool) -> Pointer:
        """Returns the point of the screen at a point of the window, which may have pixels of another size."""
        inner, outer = self._renderer.output_size, self._window.size
        top, left = self._painter.find_corner(*self.size())
        sizes = self._painter.sizes
        row = (y * inner[1] / max(1, outer[1]) - top) / sizes.text_height
        column = (x * inner[0] / max(1, outer[0]) - left) / sizes.text_width
        return Pointer(row, column, click)


def _read_display_size() -> tuple[int, int] | None:
    """Returns the usable (width, height) of the display in pixels, or None if SDL does not know it."""
    tcod.sdl.sys.init(tcod.sdl.sys.Subsystem.VIDEO)
    bounds = ffi.new("SDL_Rect*")
    if not lib.SDL_GetDisplayUsableBounds(lib.SDL_GetPrimaryDisplay(), bounds):
        return None
    return int(bounds.w), int(bounds.h)
