"""The terminal front end: blessed handles modes and input; each frame sends only the changed cells."""

import colorsys
import math
import os
import signal
import sys
import time
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self, TextIO

os.environ.setdefault("BLESSED_QUERY_TIMEOUT_SECONDS", "1")  # the default waits 2 x 5 s

import blessed
import numpy as np
import numpy.typing as npt
from blessed.keyboard import DEFAULT_ESCDELAY, Keystroke

from footfall.api.scene import Tint

from ..drawing.canvas import Canvas, Shading
from ..drawing.palette import Palette, UiTint, load_default_palette
from ..frontend import Closed, Frontend, InputEvent, KeyPress, Pointer, Resized
from ..settings import ColorMode, UiSettings

TERMINAL_ERRORS: tuple[type[Exception], ...] = (EOFError, OSError)
"""Errors of a terminal that was closed."""

if os.name != "nt":
    import termios
    import tty

    TERMINAL_ERRORS += (termios.error,)

ESCAPE_SECONDS = 0.03
"""Seconds to wait after Escape for the rest of an escape sequence."""

MOUSE_QUERY_SECONDS = 0.5
"""Seconds to wait for the terminal's answer whether it reports the mouse."""

MAX_BRIDGED_CELLS = 4
"""Gaps of up to this many unchanged cells are sent again: cheaper than moving the cursor."""

UNKNOWN_SIZE = (24, 80)
"""Rows and columns of a terminal of unknown size, such as a serial line."""

_BEGIN_SYNC, _END_SYNC = "\x1b[?2026h", "\x1b[?2026l"

_KEY_NAMES = {
    "KEY_ESCAPE": "ESC", "KEY_ENTER": "ENTER", "KEY_TAB": "TAB", "KEY_BTAB": "S-TAB", "KEY_SHIFT_TAB": "S-TAB",
    "KEY_BACKSPACE": "BACKSPACE", "KEY_DELETE": "DEL", "KEY_INSERT": "INS", "KEY_HOME": "HOME", "KEY_END": "END",
    "KEY_PGUP": "PGUP", "KEY_PGDOWN": "PGDN", "KEY_UP": "UP", "KEY_DOWN": "DOWN", "KEY_LEFT": "LEFT",
    "KEY_RIGHT": "RIGHT", "KEY_SPACE": "SPACE", "KEY_CENTER": "PAD5", "KEY_B2": "PAD5", "KEY_BEGIN": "PAD5",
    **{f"KEY_F{n}": f"F{n}" for n in range(1, 13)},
    **{f"KEY_KP_{n}": f"PAD{n}" for n in range(10)},
}  # fmt: skip


def translate_keystroke(stroke: Keystroke) -> str | None:
    """Returns the key name of a blessed keystroke (see `key_names`), or None if it has none."""
    name = stroke.name
    if name is None:
        text = str(stroke)
        if len(text) == 1 and text.isprintable():
            return "SPACE" if text == " " else text
        return None
    if not name.startswith("KEY_") or name.endswith("_RELEASED"):
        return None
    name = name.removesuffix("_REPEATED")
    if name in _KEY_NAMES:
        return _KEY_NAMES[name]
    rest = name.removeprefix("KEY_")
    prefixes = {"CTRL": "C-", "ALT": "A-", "SHIFT": "S-"}
    modifiers = set()
    while "_" in rest and rest.split("_", 1)[0] in prefixes:
        head, rest = rest.split("_", 1)
        modifiers.add(head)
    if not modifiers:
        return None
    base = _KEY_NAMES.get(f"KEY_{rest}")
    if base is None:
        if len(rest) != 1:
            return None
        base = rest if "SHIFT" in modifiers else rest.lower()
        modifiers.discard("SHIFT")
    return "".join(prefix for head, prefix in prefixes.items() if head in modifiers) + base


class AnsiEncoder:
    """Encodes canvases as terminal output, with only the cells that changed since the previous one.

    Attributes:
        color_mode: TRUECOLOR, INDEXED, BASIC or NONE. NONE keeps weight and reverse video, which mark the cursor and
            remembered cells.
    """

    def __init__(self, color_mode: ColorMode, palette: Palette | None = None) -> None:
        self.color_mode = color_mode
        self._last: npt.NDArray[np.void] | None = None
        palette = palette or load_default_palette()
        self._colorless_styles = _build_colorless_styles(palette)
        self._sgr: dict[tuple[int, ...], str] = {}

    def invalidate(self) -> None:
        """Forgets the previous frame: the next one is sent whole."""
        self._last = None

    def encode_frame(self, canvas: Canvas) -> str:
        """Returns the output that turns the previous frame into this one; empty if they are equal."""
        cells = canvas.cells
        is_full_redraw = self._last is None or self._last.shape != cells.shape
        changed = np.ones(cells.shape, bool) if is_full_redraw else cells != self._last
        if not changed.any():
            return ""
        parts = [_BEGIN_SYNC]
        if is_full_redraw:
            parts.append("\x1b[0m\x1b[2J")
        style = ""
        for y in np.flatnonzero(changed.any(axis=1)):
            row = cells[y]
            codes = row["ch"].tolist()
            colors = np.concatenate([row["fg"], row["bg"]], axis=1).tolist()
            columns = np.flatnonzero(changed[y])
            breaks = np.flatnonzero(np.diff(columns) > MAX_BRIDGED_CELLS + 1)
            starts = np.concatenate([columns[:1], columns[breaks + 1]])
            ends = np.concatenate([columns[breaks], columns[-1:]]) + 1
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
                parts.append(f"\x1b[{y + 1};{start + 1}H")
                for x in range(start, end):
                    next_style = self._encode_style(tuple(colors[x]))
                    if next_style != style:
                        parts.append(next_style)
                        style = next_style
                    parts.append(chr(codes[x]))
        parts.append("\x1b[0m" + _END_SYNC)
        self._last = cells.copy()
        return "".join(parts)

    def _encode_style(self, colors: tuple[int, ...]) -> str:
        style = self._sgr.get(colors)
        if style is None:
            fg, bg = colors[:3], colors[3:]
            if self.color_mode is ColorMode.TRUECOLOR:
                style = "\x1b[0;38;2;{};{};{};48;2;{};{};{}m".format(*colors)
            elif self.color_mode is ColorMode.INDEXED:
                style = f"\x1b[0;38;5;{find_indexed_color(*fg)};48;5;{find_indexed_color(*bg)}m"
            elif self.color_mode is ColorMode.BASIC:
                style = encode_basic_style(find_basic_color(*fg), find_basic_color(*bg))
            else:
                style = self._colorless_styles.get(("bg", *bg)) or self._colorless_styles.get(("fg", *fg)) or "\x1b[0m"
            self._sgr[colors] = style
        return style


def _build_colorless_styles(palette: Palette) -> dict[tuple[str | int, ...], str]:
    """Returns the weight and reverse video that replace colors with a meaning."""

    ink, ground = palette.foreground[:, Tint.NONE], palette.background
    styles: dict[tuple[str | int, ...], str] = {}
    for kind, colors, roles, style in (
        ("fg", ink, (Tint.REMEMBERED, Tint.DIM, UiTint.FRAME), "\x1b[0;2m"),
        ("fg", ink, (UiTint.HEADING, UiTint.KEY, Tint.PLAYER), "\x1b[0;1m"),
        ("bg", ground, (Tint.CURSOR, Tint.STRONG, UiTint.TITLE_BAR, UiTint.ALERT, Tint.PLAYER), "\x1b[0;7m"),
    ):
        styles |= {(kind, *colors[role].tolist()): style for role in roles}
    return styles


def find_indexed_color(red: int, green: int, blue: int) -> int:
    """Returns the nearest of the 256 indexed colors: of the 6x6x6 cube or of the gray ramp."""
    levels = (0, 95, 135, 175, 215, 255)
    cube = [min(range(6), key=lambda i: abs(levels[i] - c)) for c in (red, green, blue)]
    gray = min(23, max(0, round(((red + green + blue) / 3 - 8) / 10)))

    def measure_error(color: tuple[int, ...]) -> int:
        return sum((a - b) ** 2 for a, b in zip(color, (red, green, blue), strict=True))

    shade = 8 + 10 * gray
    if measure_error((shade, shade, shade)) < measure_error(tuple(levels[i] for i in cube)):
        return 232 + gray
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2]


GRAY_CHROMA, DARK_VALUE, BRIGHT_VALUE = 0.18, 0.28, 0.62
"""Shares of the full range: less chroma is gray; less value is black; more value is bright."""

_HUE_ENDS = ((25, 1), (70, 3), (170, 2), (195, 6), (265, 4), (335, 5), (361, 1))
"""Degrees at which each hue ends, with its basic color: red, yellow, green, cyan, blue, magenta, red."""


def find_basic_color(red: int, green: int, blue: int) -> int:
    """Returns the basic color of the same hue: 0 to 7, and 8 to 15 for the bright ones."""
    value, chroma = max(red, green, blue) / 255, (max(red, green, blue) - min(red, green, blue)) / 255
    if value < DARK_VALUE:
        return 0
    if chroma < GRAY_CHROMA:
        return 15 if value > 0.9 else 7 if value > BRIGHT_VALUE else 8
    hue = 360 * colorsys.rgb_to_hsv(red, green, blue)[0]
    return next(basic for end, basic in _HUE_ENDS if hue < end) + (8 if value > BRIGHT_VALUE else 0)


def contrast_ink(ink: int, ground: int) -> int:
    """Returns the basic color of text on a ground: black or white in place of one that the ground would hide."""
    is_hidden = ink == ground or 0 < ground % 8 == ink % 8
    return ink if not is_hidden else 15 if ground in (0, 1, 4, 5, 8) else 0


def encode_basic_style(ink: int, ground: int) -> str:
    """Returns the escape sequence of two basic colors."""
    ink = contrast_ink(ink, ground)
    return f"\x1b[0;{ink + (30 if ink < 8 else 82)};{ground + (40 if ground < 8 else 92)}m"


_SEQUENCE_NAMES = {
    f"\x1b[{code}": f"KEY_F{n}"
    for codes in (
        ("11~", "12~", "13~", "14~", "15~", "17~", "18~", "19~", "20~", "21~", "23~", "24~"),
        ("[A", "[B", "[C", "[D", "[E"),
    )
    for n, code in enumerate(codes, 1)
} | {"\x1b[Z": "KEY_BTAB"}
"""Keys that blessed knows by the description of a terminal only; without styling it does not read that."""


class KeyTerminal(blessed.Terminal):
    """A terminal whose keyboard may send sequences, or bytes that are not text: each of them is one unknown key."""

    def inkey(
        self, timeout: float | None = None, esc_delay: float = DEFAULT_ESCDELAY, capture_cpr: bool = False
    ) -> Keystroke:
        """Returns the next key; of a sequence that blessed does not know, which it would return in pieces, the whole.

        Args:
            timeout: seconds to wait for it; after them the key is empty.
            esc_delay: seconds to wait for the next piece of a sequence.
            capture_cpr: prefers reports of the cursor's position to function keys.
        """
        stroke = super().inkey(timeout, esc_delay, capture_cpr)
        text = str(stroke)
        if text != "\x1b[":
            return stroke
        while text in ("\x1b[", "\x1b[[") or not "@" <= text[-1] <= "~":
            piece = str(super().inkey(esc_delay, esc_delay))
            if not piece or piece[0] == "\x1b":
                self.ungetch(piece)
                break
            text += piece
        return Keystroke(text, name=_SEQUENCE_NAMES.get(text))

    def resume_keys(self) -> bool:
        """Reads single keys again if the shell that stopped this job has set lines; returns whether it had."""
        keyboard: Any = self._keyboard_fd
        if os.name == "nt" or not termios.tcgetattr(keyboard)[3] & termios.ICANON:
            return False
        tty.setcbreak(keyboard, termios.TCSANOW)
        return True

    def getch(self, decode_latin1: bool = False) -> str:
        """Returns the next character typed."""
        try:
            return str(super().getch(decode_latin1))
        except UnicodeDecodeError:
            self._keyboard_decoder.reset()  # else it would keep the earlier bytes
            return "\ufffd"


class TerminalFrontend(Frontend):
    """Shows the game in the terminal of this process."""

    can_zoom = False

    def __init__(self, settings: UiSettings | None = None, stream: TextIO | None = None) -> None:
        settings = settings or UiSettings()
        self._stream: TextIO = stream or sys.__stdout__ or sys.stdout
        # NO_COLOR is about colors only, but blessed would drop every sequence, even the full screen mode.
        no_color = os.environ.pop("NO_COLOR", None)
        try:
            self._term: Any = KeyTerminal(stream=stream)
        finally:
            if no_color is not None:
                os.environ["NO_COLOR"] = no_color
        self._no_color = bool(no_color)
        self.take_settings(settings)
        self._stack = ExitStack()
        self._size = (0, 0)
        self._is_closed = False

    def __enter__(self) -> Self:
        term = self._term
        with ExitStack() as stack:
            stack.enter_context(term.fullscreen())
            stack.enter_context(term.hidden_cursor())
            stack.enter_context(term.raw())
            # Mouse reports are enabled only in terminals that answer the query.
            stack.enter_context(term.mouse_enabled(report_motion=True, timeout=MOUSE_QUERY_SECONDS))
            self._stack = stack.pop_all()
        self._size = self.size()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._stack.close()
        except TERMINAL_ERRORS:
            self._is_closed = True

    def take_settings(self, settings: UiSettings) -> None:
        """Takes over the palette and the color mode."""
        mode = _choose_color_mode(settings.color_mode, self._no_color, self._term.number_of_colors)
        self._palette = settings.palette or load_default_palette()
        self._writer = AnsiEncoder(mode, self._palette)

    def size(self) -> tuple[int, int]:
        """Returns the rows and columns of the terminal."""
        return (self._term.height or UNKNOWN_SIZE[0], self._term.width or UNKNOWN_SIZE[1])

    def create_canvas(self) -> Canvas:
        """Returns a canvas with the colors that the terminal can show."""
        is_rich = self._writer.color_mode in (ColorMode.TRUECOLOR, ColorMode.INDEXED)
        return Canvas(*self.size(), palette=self._palette, shading=Shading.FULL if is_rich else Shading.FLAT)

    def show(self, canvas: Canvas) -> None:
        """Sends the changed cells."""
        text = self._writer.encode_frame(canvas)
        if text and not self._is_closed:
            try:
                self._stream.write(text)
                self._stream.flush()
            except OSError:
                self._is_closed = True

    def read(self, timeout: float = 0.1) -> InputEvent | None:
        """Returns the next input, or None after `timeout` seconds."""
        if self._is_closed:
            return Closed()
        if self.size() != self._size:
            self._size = self.size()
            self._writer.invalidate()
            return Resized()
        end = time.monotonic() + timeout
        try:
            while not (stroke := self._term.inkey(timeout=min(timeout, 0.1), esc_delay=ESCAPE_SECONDS)):
                timeout = end - time.monotonic()
                if timeout <= 0 or timeout == math.inf or self.size() != self._size:
                    return None
        except (EOFError, OSError):
            return Closed()
        name = stroke.name or ""
        if name.startswith("MOUSE_"):
            y, x = stroke.mouse_yx
            return Pointer(y, x, is_click=name == "MOUSE_LEFT")
        key = translate_keystroke(stroke)
        if key == SUSPEND_KEY:
            # Restores the screen and stops this job, as any program does; continues when the shell resumes it.
            if hasattr(signal, "SIGTSTP"):  # not on Windows
                self._stack.close()
                os.kill(0, signal.SIGTSTP)
                self.__enter__()
                self._writer.invalidate()
            return Resized()
        return KeyPress(key) if key else None

    def drop_repeats(self) -> None:
        """Discards all queued keys: a terminal does not mark repeats."""
        self.drop_keys()

    def drop_keys(self) -> None:
        """Discards all queued keys."""
        self._term.flushinp()


SUSPEND_KEY = "C-z"
"""The key that stops a job; the terminal is in raw mode and sends it as a key."""


def create_terminal(settings: UiSettings, title: str) -> TerminalFrontend:
    """Opens the terminal of this process; the title is not used."""
    return TerminalFrontend(settings)


def _choose_color_mode(preference: ColorMode, no_color: bool, color_count: int) -> ColorMode:
    if preference is not ColorMode.AUTO:
        return preference
    if no_color or color_count < 16:  # characters and words say the same
        return ColorMode.NONE
    if color_count < 256:
        return ColorMode.BASIC
    return ColorMode.TRUECOLOR if color_count >= 1 << 24 else ColorMode.INDEXED
