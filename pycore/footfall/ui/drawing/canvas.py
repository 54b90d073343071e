"""The canvas: a grid of colored characters that every front end shows, and panes to draw on it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from footfall.api import Command
from footfall.api.scene import Tint, count_cells, is_right_to_left

from .palette import Palette, load_default_palette

if TYPE_CHECKING:
    from ..map.tile_art import TileArt

CELL_DTYPE = np.dtype([("ch", np.uint32), ("fg", np.uint8, 3), ("bg", np.uint8, 3)])
"""One cell: code point, foreground color, background color."""

SQUARE_DTYPE = np.dtype([("ch", np.uint32), ("mark", np.uint32), ("fg", np.uint8, 3), ("bg", np.uint8, 3)])
"""One square cell: as `CELL_DTYPE`, and the code point of a small sign in its upper right corner, 0 for none."""

THROUGH = 0
"""Code of a text cell that shows the square cells behind it."""


class Shading(Enum):
    """How a front end shows colors: as they are, or as one of few colors for each tint."""

    FULL = "full"
    FLAT = "flat"


class PixelSizes(NamedTuple):
    """Sizes in pixels of text cells, and of the map's square cells, in a front end that draws pixels."""

    text_height: int
    text_width: int
    square: int


class Rect(NamedTuple):
    """A rectangle of cells."""

    top: int
    left: int
    height: int
    width: int

    @property
    def bottom(self) -> int:
        """The row after the last."""
        return self.top + self.height

    @property
    def right(self) -> int:
        """The column after the last."""
        return self.left + self.width

    def contains(self, y: float, x: float) -> bool:
        """Returns whether the cell lies inside."""
        return self.top <= y < self.bottom and self.left <= x < self.right


class LookAt(NamedTuple):
    """Click action: move the cursor to a map position."""

    position: tuple[int, int]


class SelectPlace(NamedTuple):
    """Click action: move the cursor to a place of a board, by id."""

    place: str


Press: TypeAlias = Command | LookAt | SelectPlace | tuple[str, ...]
"""Click action: give a command, move the cursor, or press keys in order."""


class Target(NamedTuple):
    """A part of the screen that the pointer can be over.

    Attributes:
        press: the action of a click; None for none.
        note: lines told while the pointer is over it, or a function that returns them.
        place: id of the place whose box it is, or of a line of a table.
    """

    rect: Rect
    press: Press | None = None
    note: tuple[str, ...] | Callable[[], tuple[str, ...]] = ()
    place: str = ""

    def read_note(self) -> tuple[str, ...]:
        """Returns the lines."""
        return self.note() if callable(self.note) else self.note


class SquareCells(NamedTuple):
    """Square cells behind the text cells of a canvas.

    Attributes:
        top, left: pixels from the corner of the canvas.
        cells: structured array ``(rows, columns)`` of `SQUARE_DTYPE`.
        overlay: as `cells`, drawn over them without a background; the code point 0 draws nothing. None: no overlay.
    """

    top: int
    left: int
    cells: npt.NDArray[np.void]
    overlay: npt.NDArray[np.void] | None = None


class Canvas:
    """A grid of colored characters.

    Attributes:
        cells: structured array ``(height, width)`` of `CELL_DTYPE`.
        targets: parts for the pointer; a later one covers those before it.
        sizes: the front end's sizes in pixels; with them a map is drawn in square cells, which show through text cells
            with the code `THROUGH`; a map may enlarge them until the canvas is cleared. None: a map is drawn in text
            cells.
        squares: the square cells of a map, once drawn.
        art: pictures that replace the signs of square cells.
        box: the rectangle of the topmost box, such as a list.
    """

    def __init__(
        self,
        height: int,
        width: int,
        palette: Palette | None = None,
        shading: Shading = Shading.FULL,
        sizes: PixelSizes | None = None,
        art: TileArt | None = None,
    ) -> None:
        self.palette = palette or load_default_palette()
        self.shading, self.art = shading, art
        self.sizes = self._usual_sizes = sizes
        self.squares: SquareCells | None = None
        self.box: Rect | None = None
        self.targets: list[Target] = []
        self.cells: npt.NDArray[np.void] = np.zeros((max(1, height), max(1, width)), CELL_DTYPE)
        self.clear()

    @property
    def height(self) -> int:
        """Rows."""
        return int(self.cells.shape[0])

    @property
    def width(self) -> int:
        """Columns."""
        return int(self.cells.shape[1])

    def clear(self) -> None:
        """Blanks all cells."""
        self.targets.clear()
        self.squares = self.box = None
        self.sizes = self._usual_sizes
        Pane(self, Rect(0, 0, self.height, self.width)).fill()

    def pane(self, rect: Rect | None = None) -> Pane:
        """Returns a pane for a part of the canvas, by default all of it."""
        return Pane(self, rect or Rect(0, 0, self.height, self.width))


class Pane:
    """A rectangle of a canvas to draw on. Coordinates are relative to it; drawing is clipped to it."""

    def __init__(self, canvas: Canvas, rect: Rect) -> None:
        self.canvas = canvas
        top, left = max(0, rect.top), max(0, rect.left)
        bottom, right = min(canvas.height, rect.bottom), min(canvas.width, rect.right)
        self.rect = Rect(top, left, max(0, bottom - top), max(0, right - left))
        self.height, self.width = self.rect.height, self.rect.width
        self.cells = canvas.cells[top : top + self.height, left : left + self.width]

    def subpane(self, top: int, left: int, height: int, width: int) -> Pane:
        """Returns a part of this pane, clipped to it."""
        height = max(0, min(height, self.height - top))
        width = max(0, min(width, self.width - left))
        return Pane(self.canvas, Rect(self.rect.top + top, self.rect.left + left, height, width))

    def fill(self, background: int = Tint.NONE, char: str = " ", tint: int = Tint.NONE) -> None:
        """Fills the pane with one character."""
        self.cells["ch"] = ord(char)
        self.cells["fg"] = self.canvas.palette.foreground[tint, background]
        self.cells["bg"] = self.canvas.palette.background[background]

    def put(self, y: int, x: int, char: str | int, tint: int = Tint.TEXT, background: int = Tint.NONE) -> None:
        """Draws one character, if the cell lies in the pane."""
        if 0 <= y < self.height and 0 <= x < self.width:
            code = ord(char) if isinstance(char, str) else char
            self.cells[y, x] = (
                code,
                self.canvas.palette.foreground[tint, background],
                self.canvas.palette.background[background],
            )

    def write(self, y: int, x: int, text: str, tint: int = Tint.TEXT, background: int = Tint.NONE) -> int:
        """Writes text on one row, clipped to the pane (`text_layout` wraps it); returns the column after it."""
        clean = to_single_width(text)
        end = x + len(clean)
        if 0 <= y < self.height and end > 0 and x < self.width:
            clean = clean[max(0, -x) : self.width - x]
            start = max(0, x)
            span = self.cells[y, start : start + len(clean)]
            span["ch"] = np.fromiter(map(ord, clean), np.uint32, len(clean))
            span["fg"] = self.canvas.palette.foreground[tint, background]
            span["bg"] = self.canvas.palette.background[background]
        return end

    def mark(
        self,
        y: int,
        press: Press | str | None,
        note: tuple[str, ...] = (),
        x: int = 0,
        end: int | None = None,
        place: str = "",
    ) -> None:
        """Lets the pointer find a part of a row.

        Args:
            press: the action of a click; a string is the name of a key.
            note: lines told while the pointer is over it.
            x: its first column.
            end: the column after its last; None: that of the pane.
            place: id of a line of a table.
        """
        end = self.width if end is None else min(end, self.width)
        if 0 <= y < self.height and 0 <= x < end and (press or note):
            keys = (press,) if isinstance(press, str) else press
            self.canvas.targets.append(
                Target(Rect(self.rect.top + y, self.rect.left + x, 1, end - x), keys, note, place)
            )

    def draw_rule(self, y: int, tint: int) -> None:
        """Draws a horizontal line."""
        self.write(y, 0, "─" * self.width, tint)

    def draw_box(self, tint: int, background: int) -> Pane:
        """Draws a frame along the edge, fills it, covers the targets below, and returns the inner pane."""
        self.fill(background)
        self.canvas.targets.append(Target(self.rect))
        if self.height >= 2 and self.width >= 2:
            side = "─" * (self.width - 2)
            self.write(0, 0, f"┌{side}┐", tint, background)
            self.write(self.height - 1, 0, f"└{side}┘", tint, background)
            for y in range(1, self.height - 1):
                self.put(y, 0, "│", tint, background)
                self.put(y, self.width - 1, "│", tint, background)
        return self.subpane(1, 2, self.height - 2, self.width - 4)


@lru_cache(4096)
def to_single_width(text: str) -> str:
    """Returns the text with one cell per character, from left to right.

    Control characters become spaces, combining ones are left out, wide and right-to-left ones become ``?``.
    """
    composed = unicodedata.normalize("NFC", text)
    return "".join(map(_single_width_char, composed)) if not composed.isascii() or not composed.isprintable() else text


def _single_width_char(char: str) -> str:
    category = unicodedata.category(char)
    if category in ("Zl", "Zp") or (category[0] == "C" and category != "Cf"):
        return " "
    if not count_cells(char) or category == "Cf":
        return ""
    return "?" if count_cells(char) == 2 or is_right_to_left(char) else char


def canvas_to_text(canvas: Canvas) -> str:
    """Returns the characters, one line per row without trailing spaces, ending in a newline."""
    return codes_to_text(canvas.cells["ch"])


def codes_to_text(codes: npt.NDArray[np.uint32]) -> str:
    """Returns code points ``(height, width)`` as lines without trailing spaces, ending in a newline."""
    return "\n".join("".join(map(chr, row)).rstrip() for row in codes.tolist()) + "\n"
