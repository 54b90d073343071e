"""The map: a window on it that scrolls, small marks beside creatures, and what is heard."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api.scene import DIRECTIONS, Cells, Percept, Tint

from .canvas import Pane, Rect
from .interaction import Position

BLANK = 32
FORGET = 4
"""Turns after which something heard is shown no more."""

ARROWS = "↑↗→↘↓↙←↖"
NOTE = "♪"

_THINGS = (
    Tint.PLAYER, Tint.ITEM, Tint.ALLY, Tint.NEUTRAL, Tint.FOE, Tint.ASLEEP, Tint.WARY, Tint.HUNTING,
    Tint.STAIRS, Tint.DOOR,
)  # fmt: skip
_IS_THING = np.zeros(256, bool)
_IS_THING[list(_THINGS)] = True

_BESIDE = ((-1, 1), (-1, -1), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 0), (1, 0))
"""Where a mark may stand, best place first: at the upper right of its creature."""


class Window(NamedTuple):
    """Which part of the map stands where on the screen.

    Attributes:
        block: the screen cells that show map.
        corner: the position shown in the first of them.
    """

    block: Rect
    corner: Position

    def position(self, y: int, x: int) -> Position | None:
        """The map position shown in a cell of the screen."""
        if not self.block.holds(y, x):
            return None
        return (y - self.block.top + self.corner[0], x - self.block.left + self.corner[1])


def scroll(length: int, room: int, focus: int) -> int:
    """First row or column to show so that `focus` is in view, well inside where possible.

    It moves in steps of a quarter screen, not with every step of the player.
    """
    if length <= room:
        return 0
    step = max(1, room // 4)
    start = (focus - room // 2 + step // 2) // step * step
    start = min(max(start, focus - room + 1), focus)
    return max(0, min(length - room, start))


def draw(
    pane: Pane,
    cells: Cells,
    percepts: tuple[Percept, ...],
    cursor: Position | None = None,
) -> Window:
    """Draws the map; the cursor, if there is one, stays in view instead of the focus."""
    height, width = cells.glyph.shape
    oy, ox = cells.origin
    fy, fx = cursor or cells.focus
    top = scroll(height, pane.height, fy - oy)
    left = scroll(width, pane.width, fx - ox)
    rows, columns = min(pane.height, height), min(pane.width, width)
    inner = pane.pane((pane.height - rows) // 2, (pane.width - columns) // 2, rows, columns)
    part = np.s_[top : top + rows, left : left + columns]
    glyph, mark = cells.glyph[part], cells.mark[part]
    fg, bg = cells.fg[part], cells.bg[part]
    seen = _seen(cells)[part]
    palette = pane.canvas.palette
    inner.cells["ch"] = np.where(glyph < BLANK, BLANK, glyph)
    ground = bg.copy()
    taken = (_IS_THING[fg] & (glyph != BLANK)) | (mark != 0)
    window = Window(inner.rect, (oy + top, ox + left))
    _smudge(ground, percepts, window, seen)
    inner.cells["fg"] = palette.ink[fg, ground]
    inner.cells["bg"] = palette.ground[ground]
    _marks(inner, mark, fg, ground, taken)
    _heard(inner, percepts, window, cells.focus, seen, glyph, taken, ground)
    if cursor is not None:
        y, x = cursor[0] - window.corner[0], cursor[1] - window.corner[1]
        if 0 <= y < rows and 0 <= x < columns:
            inner.put(y, x, int(inner.cells["ch"][y, x]), Tint.TEXT, Tint.CURSOR)
    return window


def _seen(cells: Cells) -> npt.NDArray[np.bool_]:
    if cells.visible is not None:
        return cells.visible
    seen: npt.NDArray[np.bool_] = (cells.glyph != BLANK) & (cells.fg != Tint.REMEMBERED)
    return seen


def _marks(
    pane: Pane,
    mark: npt.NDArray[np.uint32],
    fg: npt.NDArray[np.uint8],
    ground: npt.NDArray[np.uint8],
    taken: npt.NDArray[np.bool_],
) -> None:
    """Small signs at the upper right of their cells, or at the next free place beside them.

    A sign stands on the ground of its creature, so that it is no part of the map; over a wall
    only if there is no other place.
    """
    wall = fg == Tint.WALL
    for y, x in np.argwhere(mark != 0).tolist():
        places = [
            (y + dy, x + dx)
            for dy, dx in _BESIDE
            if 0 <= y + dy < pane.height and 0 <= x + dx < pane.width and not taken[y + dy, x + dx]
        ]
        for my, mx in sorted(places, key=lambda place: bool(wall[place]))[:1]:
            taken[my, mx] = True
            pane.put(my, mx, int(mark[y, x]), int(fg[y, x]), int(ground[y, x] or ground[my, mx]))


def _fresh(percepts: tuple[Percept, ...]) -> list[Percept]:
    """Oldest first, so that newer ones are drawn over them."""
    return sorted((p for p in percepts if 0 <= p.age <= FORGET), key=lambda p: -p.age)


def _smudge(
    ground: npt.NDArray[np.uint8],
    percepts: tuple[Percept, ...],
    window: Window,
    seen: npt.NDArray[np.bool_],
) -> None:
    """Tints the unseen ground around where a fresh sound is believed to come from."""
    for percept in _fresh(percepts):
        if percept.estimate is None or percept.age:
            continue
        y, x = percept.estimate[0] - window.corner[0], percept.estimate[1] - window.corner[1]
        if 0 <= y < ground.shape[0] and 0 <= x < ground.shape[1]:
            near = np.s_[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
            ground[near][~seen[near]] = Tint.SOUND


def _heard(
    pane: Pane,
    percepts: tuple[Percept, ...],
    window: Window,
    focus: Position,
    seen: npt.NDArray[np.bool_],
    glyph: npt.NDArray[np.uint32],
    taken: npt.NDArray[np.bool_],
    ground: npt.NDArray[np.uint8],
) -> None:
    """Marks what is heard and not seen; a bare direction stands where knowledge ends."""
    for percept in _fresh(percepts):
        tint = Tint.DIM if percept.age else Tint.SOUND
        if percept.estimate is not None:
            sign = NOTE
            y, x = percept.estimate[0] - window.corner[0], percept.estimate[1] - window.corner[1]
        elif 0 <= percept.direction < len(ARROWS):
            sign = ARROWS[percept.direction]
            at = _edge(percept.direction, window, focus, glyph)
            if at is None:
                continue
            y, x = at
        else:
            continue
        inside = 0 <= y < pane.height and 0 <= x < pane.width
        if inside and not seen[y, x] and not taken[y, x]:
            pane.put(y, x, sign, tint, int(ground[y, x]))


def _edge(
    direction: int, window: Window, focus: Position, glyph: npt.NDArray[np.uint32]
) -> tuple[int, int] | None:
    """The first unknown cell from the listener in a direction, if it is in view."""
    dy, dx = DIRECTIONS[direction]
    y, x = focus[0] - window.corner[0], focus[1] - window.corner[1]
    while 0 <= y < glyph.shape[0] and 0 <= x < glyph.shape[1]:
        if glyph[y, x] == BLANK:
            return y, x
        y, x = y + dy, x + dx
    return None
