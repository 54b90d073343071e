"""The stream of frames that a page in a browser shows: a recorded game in one file, or a served game over a socket.

The page (``ui/page/``) is a screen and a keyboard: all layout, texts, pictures and meanings of keys are decided here.

**Frames** go to the page as JSON objects, one `PageFrame` each; members with their default are left out. A frame with
`size` is a *key frame*: it holds the whole screen, and the table of styles begins with its `styles`. Any other frame
holds the differences from the frame before, so the page applies all frames in order from a key frame on. Pictures stay
known for good. `FrameEncoder` makes a key frame of the first frame, whenever the canvas has another size, and on
request.

The screen has three layers: `text`, and behind it, visible where a cell of text has the code `THROUGH`, the square
cells of the map and those over them (`map` and `overlay`). The corner of the square cells and all sizes are in *units*,
the pixels of the canvas's `PixelSizes`; the page scales units to the pixels of its screen.

**Inputs** come back as JSON objects, one `PageInput` each: a key by its name in `keymap`, a point of the screen in text
cells, or the rows and columns that fit now.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from functools import cache
from typing import Annotated, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.api import Command
from footfall.api.scene import Binding, PromptKind, Scene, SoundRecipe

from ..drawing.canvas import Canvas, LookAt, PixelSizes, SelectPlace
from ..drawing.glyphs import GlyphAtlas
from ..drawing.screen import DrawnFrame
from ..drawing.text_layout import Translator, translate_ui_text
from ..interaction import find_cursor, handle_key
from ..keymap import build_keymap, find_key, format_key, is_key_name
from ..map.tile_art import FIRST_PICTURE, TileArt
from ..ui_state import MESSAGES_PAGE, UiState

MAX_STYLES = 1 << 14
"""Maximum styles of a table; the next frame is then a key frame with a new table."""

INK, GROUND = 0xFFFFFF000000, 0xFFFFFF
"""The bits of the foreground and of the background in the colors of a cell."""

MAX_INPUT_BYTES = 256
"""Maximum bytes of an input."""

PlacedSound: TypeAlias = tuple[SoundRecipe, int, tuple[float, float, tuple[int, ...]], float]
"""A `SceneSound` of ``footfall.audio.mixing.place_scene``: recipe, take, placement, seconds until it begins."""


class Run(msgspec.Struct, array_like=True):
    """Changed cells next to each other in a row.

    Attributes:
        y, x: the first cell, in cells of its layer.
        text: their characters; ``"\\0"`` for a cell of text that shows the map, or a square cell without a sign.
        styles: the style of all of them, or one for each: places in the table of styles.
        marks: the small sign in the upper right corner of each square cell, ``"\\0"`` for none; empty if none has one.
    """

    y: int
    x: int
    text: str
    styles: int | list[int]
    marks: str = ""


class PageWords(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The part of a page besides its cells: places to keep in view, words, buttons and sounds.

    Attributes:
        focus: the point to keep in view on a page that shows a part of the screen, in cells of text. None: the whole
            screen matters.
        aim: the point of the cursor, which is to stay in view as well. None: there is no cursor.
        part: top, left, height and width of the map in cells of text, for a page with room for nothing else; None as
            above.
        box: top, left, height and width of an open list, which such a page shows in place of the map. None: none is
            open.
        title: the title of the screen and its status in words. None: as before, as for all members up to `tones`.
        question: lines of the open page, list or prompt, whole, for a live region that waits.
        facts: lines that were asked for, for one that waits and can be seen.
        keys: buttons that press keys: the keys, apart by blanks, and their meaning; see `list_buttons`.
        pad: those of `PAD_BUTTONS` that do something on this screen; see `list_pad_keys`.
        entry: the part typed so far of the text that the screen asks for; empty: it asks for none; see `find_entry`.
        files: links to files of the game: their labels and addresses.
        tones: to be heard in a loop from now on.
        news: lines that tell what happened, for a live region that is read at once.
        sounds: to be heard now.
    """

    focus: tuple[float, float] | None = None
    aim: tuple[float, float] | None = None
    part: tuple[int, int, int, int] | None = None
    box: tuple[int, int, int, int] | None = None
    title: str | None = None
    question: Sequence[str] | None = None
    facts: Sequence[str] | None = None
    keys: Sequence[tuple[str, str]] | None = None
    pad: Sequence[str] | None = None
    entry: Sequence[str] | None = None
    files: Sequence[tuple[str, str]] | None = None
    tones: Sequence[PlacedSound] | None = None
    news: Sequence[str] = ()
    sounds: Sequence[PlacedSound] = ()


class PageFrame(PageWords, omit_defaults=True, kw_only=True):
    """The next state of a page.

    Attributes:
        size: rows and columns of text; height and width of a cell of text and size of a square cell, in units.
        ground: color around the screen, ``rrggbb``.
        styles: new rows of the table of styles, foreground and background: ``rrggbbrrggbb``;
            colors of `overlay` that are not seen are 0.
        pictures: pictures that have not been sent, by code: size in pixels, RGBA bytes in Base64.
        text: changed cells of text.
        squares: top and left in units, rows and columns of the square cells, which are sent whole with it; empty: they
            are gone. None: as before.
        map: changed square cells.
        overlay: changed square cells over the map; they have no background, and the code 0 shows the map.
    """

    size: tuple[int, int, int, int, int] | None = None
    ground: str | None = None
    styles: list[str] = []
    pictures: dict[int, tuple[int, str]] = {}
    text: list[Run] = []
    squares: tuple[int, ...] | None = None
    map: list[Run] = []
    overlay: list[Run] = []


class PageInput(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An input from the page: a key, a point or a size.

    Attributes:
        key: name of a key that was pressed; see `keymap`.
        is_repeat: it is held down.
        point: row and column under the pointer, in cells of text.
        is_click: the left button was pressed there, or a finger touched it.
        size: rows and columns that fit.
    """

    key: Annotated[str, msgspec.Meta(max_length=16)] = ""
    is_repeat: bool = False
    point: tuple[float, float] | None = None
    is_click: bool = False
    size: tuple[Annotated[int, msgspec.Meta(ge=1, le=400)], Annotated[int, msgspec.Meta(ge=1, le=1000)]] | None = None


@cache
def _choose_default_sizes() -> PixelSizes:
    glyphs = GlyphAtlas()
    return PixelSizes(glyphs.height, glyphs.width, 0)


def _clean(codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Returns a copy in which U+FFFD stands for numbers that are not characters."""
    return np.where((codes >= 0x110000) | ((codes >= 0xD800) & (codes < 0xE000)), np.uint32(0xFFFD), codes)


class _SentCells:
    """A grid of cells as it was sent: arrays of one shape, of codes, colors (foreground × 2²⁴ + background), marks."""

    def __init__(self, cells: npt.NDArray[np.void], layer: str) -> None:
        has_marks = "mark" in (cells.dtype.names or ())
        self.codes, self.marks = _clean(cells["ch"]), _clean(cells["mark" if has_marks else "ch"])
        self.marks *= has_marks
        parts = np.concatenate([cells["fg"], cells["bg"]], axis=-1).astype(np.uint64)
        self.colors = parts @ (np.uint64(1) << np.arange(40, -8, -8, dtype=np.uint64))
        if layer == "overlay":  # a color that is not seen is 0, so that fewer cells change
            is_marked = self.marks != 0
            seen = np.where(is_marked | (self.codes != 0), INK, 0) | np.where(is_marked, GROUND, 0)
            self.colors &= seen.astype(np.uint64)

    def find_changes(self, before: _SentCells | None) -> npt.NDArray[np.bool_]:
        if before is None or before.codes.shape != self.codes.shape:
            return np.ones(self.codes.shape, np.bool_)
        changed = (self.codes != before.codes) | (self.colors != before.colors) | (self.marks != before.marks)
        return np.asarray(changed, np.bool_)


class FrameEncoder:
    """Encodes canvases as frames, each with its differences from the one before."""

    def __init__(self) -> None:
        self._layers: dict[str, _SentCells] = {}
        self._size: tuple[int, int, int, int, int] | None = None
        self._squares: tuple[int, ...] = ()
        self._styles: dict[int, int] = {}
        self._art: TileArt | None = None
        self._codes: set[int] = set()

    def restart(self) -> None:
        """Makes the next frame a key frame."""
        self._size = None

    def encode(self, canvas: Canvas) -> PageFrame:
        """Returns the frame of a canvas; the caller adds focus, part, words and sounds."""
        sizes, squares = canvas.sizes or _choose_default_sizes(), canvas.squares
        size = (canvas.height, canvas.width, *sizes)
        frame = PageFrame()
        if canvas.art is not self._art:  # the codes stand for other pictures now
            self._art, self._size = canvas.art, None
            self._codes.clear()
        if size != self._size or len(self._styles) > MAX_STYLES:
            red, green, blue = canvas.palette.background[0].tolist()
            frame.size, frame.ground = size, f"{red:02x}{green:02x}{blue:02x}"
            self._size, self._squares = size, ()
            self._layers.clear()
            self._styles.clear()
        known = len(self._styles)
        frame.text = self._encode_layer("text", canvas.cells)
        corner = (squares.top, squares.left, *squares.cells.shape) if squares is not None else ()
        if corner != self._squares:
            frame.squares = self._squares = corner
            self._layers.pop("map", None)
            self._layers.pop("overlay", None)
        if squares is not None:
            overlay = squares.overlay if squares.overlay is not None else np.zeros_like(squares.cells)
            frame.map = self._encode_layer("map", squares.cells)
            frame.overlay = self._encode_layer("overlay", overlay)
            codes = np.concatenate([self._layers[name].codes.ravel() for name in ("map", "overlay")])
            for code in np.unique(codes[codes >= FIRST_PICTURE]).tolist():
                pixels = None if self._art is None else self._art.find_pixels(code)
                if code not in self._codes and pixels is not None:
                    self._codes.add(code)
                    frame.pictures[code] = pixels.shape[0], base64.b64encode(pixels.tobytes()).decode()
        frame.styles = [f"{colors:012x}" for colors in list(self._styles)[known:]]
        return frame

    def _encode_layer(self, name: str, cells: npt.NDArray[np.void]) -> list[Run]:
        layer, before = _SentCells(cells, name), self._layers.get(name)
        self._layers[name] = layer
        changed = layer.find_changes(before)
        runs = []
        for y in np.flatnonzero(changed.any(axis=1)).tolist():
            columns = np.flatnonzero(changed[y])
            for part in np.split(columns, np.flatnonzero(np.diff(columns) > 1) + 1):
                span = slice(int(part[0]), int(part[-1]) + 1)
                colors = layer.colors[y, span].tolist()
                styles = [self._styles.setdefault(color, len(self._styles)) for color in colors]
                marks = layer.marks[y, span]
                runs.append(
                    Run(
                        y,
                        span.start,
                        "".join(map(chr, layer.codes[y, span].tolist())),
                        styles[0] if len(set(styles)) == 1 else styles,
                        "".join(map(chr, marks.tolist())) if marks.any() else "",
                    )
                )
        return runs


def find_focus(scene: Scene, frame: DrawnFrame) -> tuple[float, float] | None:
    """Returns the middle of the player's cell or place on a screen, in cells of text; None if it shows neither."""
    rect = next((target.rect for target in frame.targets if target.place and target.place == scene.place), None)
    if frame.viewport is not None and scene.cells is not None:
        rect = frame.viewport.find_cell(scene.cells.focus)
    return None if rect is None else (rect.top + rect.height / 2, rect.left + rect.width / 2)


def find_aim(scene: Scene, state: UiState, frame: DrawnFrame) -> tuple[float, float] | None:
    """Returns the middle of the cell or place under the cursor, in cells of text; None without a cursor."""
    rect = next((target.rect for target in frame.targets if state.place and target.place == state.place), None)
    cursor = find_cursor(state, scene)
    if frame.viewport is not None and cursor is not None:
        rect = frame.viewport.find_cell(cursor)
    return None if rect is None else (rect.top + rect.height / 2, rect.left + rect.width / 2)


def find_part(frame: DrawnFrame) -> tuple[int, int, int, int] | None:
    """Returns the cells of text that show the map: top, left, height and width; None if there is none."""
    return None if frame.viewport is None else (*frame.viewport.screen_rect,)


PAD_BUTTONS = ("ESC", "LEFT", "UP", "DOWN", "RIGHT", "ENTER", "TAB")
"""Keys that a page without a keyboard has buttons for."""


def list_pad_keys(scene: Scene, state: UiState, frame: DrawnFrame) -> list[str]:
    """Returns the keys of `PAD_BUTTONS` that do something; those of the game only if it reminds of them."""
    if state.confirmation is not None:  # any other key cancels as well
        return ["ESC"]
    idle = set[str]()
    if scene.hints and not (state.page or state.pending or state.cursor or state.place or scene.answers):
        for key, target in build_keymap(state, scene).items():
            if isinstance(target, Binding) and not ("direction" in target.fields or target.label.id in scene.hints):
                idle.add(key)
    return [key for key in PAD_BUTTONS if key not in idle and changes_screen(key, scene, state, frame)]


def changes_screen(key: str, scene: Scene, state: UiState, frame: DrawnFrame) -> bool:
    """Returns whether a key changes something besides a notice, such as that there is nothing to choose."""
    still = msgspec.structs.replace(state, notice=None, mouse_position=None, mouse_target=None)
    following, result = handle_key(still, scene, key)
    return result is not None or frame.clamp_scroll(msgspec.structs.replace(following, notice=None)) != still


def find_entry(state: UiState) -> list[str]:
    """Returns the text that is being typed; empty if the screen asks for none."""
    return [state.input_text] if state.pending is not None and state.pending.prompt.kind is PromptKind.TEXT else []


HINT_KEYS = {"ESC": "", "ENTER": "", "TAB": "", "PGUP": "page-up", "PGDN": "page-down"}
"""Keys that hints name within a sentence, with the texts of their buttons; the page has the first three for itself."""


def list_buttons(
    scene: Scene, state: UiState, canvas: Canvas, frame: DrawnFrame, translate: Translator
) -> list[tuple[str, str]]:
    """Returns the keys that parts of a screen press, apart by blanks, each with the words that are drawn there.

    A key that would change nothing now is left out.
    """
    buttons: dict[str, str] = {}
    places: set[str] = set()
    known = build_keymap(state, scene)
    messages, cells = find_key(state, scene, MESSAGES_PAGE), _clean(canvas.cells["ch"])
    for target in frame.targets:
        top, left, _, width = target.rect
        words = " ".join("".join(map(chr, cells[top, left : left + width].tolist())).replace("\0", " ").split())
        match target.press:
            case None | LookAt() | SelectPlace():
                continue
            case Command() if target.place not in places:  # a place of a board, which shows its key in its first row
                places.add(target.place)
                key = words.partition(" ")[0]
                key = key if key in known else ""
            case Command():
                continue
            case keys:
                key = " ".join(map(str, keys))
        is_log_line = key == messages and top < canvas.height - 1
        is_button = key.endswith(" ENTER") or (is_key_name(key) and changes_screen(key, scene, state, frame))
        if is_button and not is_log_line:
            label = words.lstrip("›↑↓ ").removeprefix(translate(format_key(key))).removeprefix(")").strip()
            if key in HINT_KEYS:  # these words are a part of a sentence
                label = translate_ui_text(translate, HINT_KEYS[key]) if HINT_KEYS[key] else re.split("[,;]", label)[0]
            buttons[key] = label or buttons.get(key, "")
    return [(key, label) for key, label in buttons.items() if key != "ESC" and (label or key not in HINT_KEYS)]
