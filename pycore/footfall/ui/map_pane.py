"""The map: a window on it that scrolls, small marks beside creatures, and what is heard."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api.scene import DIRECTIONS, Cells, Percept, Tint

from .canvas import Pane, Rect
from .interaction import MapPosition

BLANK = 32
PERCEPT_MAX_AGE = 4
"""Turns after which something heard is shown no more."""

DIRECTION_ARROWS = "↑↗→↘↓↙←↖"
SOUND_CHAR = "♪"

_OBJECT_TINTS = (
    Tint.PLAYER, Tint.ITEM, Tint.ALLY, Tint.NEUTRAL, Tint.FOE, Tint.ASLEEP, Tint.WARY, Tint.HUNTING,
    Tint.STAIRS, Tint.DOOR,
)  # fmt: skip
_IS_OBJECT_TINT = np.zeros(256, bool)
_IS_OBJECT_TINT[list(_OBJECT_TINTS)] = True

_MARK_OFFSETS = ((-1, 1), (-1, -1), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 0), (1, 0))
"""Where a mark may stand, best place first: at the upper right of its creature."""


class Viewport(NamedTuple):
    """Which part of the map stands where on the screen.

    Attributes:
        block: the screen cells that show map.
        corner: the position shown in the first of them.
    """

    screen_rect: Rect
    map_origin: MapPosition

    def find_position(self, y: int, x: int) -> MapPosition | None:
        """The map position shown in a cell of the screen."""
        if not self.screen_rect.contains(y, x):
            return None
        return (y - self.screen_rect.top + self.map_origin[0], x - self.screen_rect.left + self.map_origin[1])


def compute_scroll(length: int, room: int, focus: int) -> int:
    """First row or column to show so that `focus` is in view, well inside where possible.

    It moves in steps of a quarter screen, not with every step of the player.
    """
    if length <= room:
        return 0
    step = max(1, room // 4)
    start = (focus - room // 2 + step // 2) // step * step
    start = min(max(start, focus - room + 1), focus)
    return max(0, min(length - room, start))


def draw_map(
    pane: Pane,
    cells: Cells,
    percepts: tuple[Percept, ...],
    cursor: MapPosition | None = None,
) -> Viewport:
    """Draws the map; the cursor, if there is one, stays in view instead of the focus."""
    height, width = cells.glyph.shape
    oy, ox = cells.origin
    fy, fx = cursor or cells.focus
    top = compute_scroll(height, pane.height, fy - oy)
    left = compute_scroll(width, pane.width, fx - ox)
    rows, columns = min(pane.height, height), min(pane.width, width)
    inner = pane.subpane((pane.height - rows) // 2, (pane.width - columns) // 2, rows, columns)
    part = np.s_[top : top + rows, left : left + columns]
    glyph, mark = cells.glyph[part], cells.mark[part]
    fg, bg = cells.fg[part], cells.bg[part]
    seen = _find_visible_cells(cells)[part]
    palette = pane.canvas.palette
    inner.cells["ch"] = np.where(glyph < BLANK, BLANK, glyph)
    ground = bg.copy()
    taken = (_IS_OBJECT_TINT[fg] & (glyph != BLANK)) | (mark != 0)
    window = Viewport(inner.rect, (oy + top, ox + left))
    _tint_sound_origins(ground, percepts, window, seen)
    inner.cells["fg"] = palette.foreground[fg, ground]
    inner.cells["bg"] = palette.background[ground]
    _draw_marks(inner, mark, fg, ground, taken)
    _draw_percepts(inner, percepts, window, cells.focus, seen, glyph, taken, ground)
    if cursor is not None:
        y, x = cursor[0] - window.map_origin[0], cursor[1] - window.map_origin[1]
        if 0 <= y < rows and 0 <= x < columns:
            inner.put(y, x, int(inner.cells["ch"][y, x]), Tint.TEXT, Tint.CURSOR)
    return window


def _find_visible_cells(cells: Cells) -> npt.NDArray[np.bool_]:
    if cells.visible is not None:
        return cells.visible
    seen: npt.NDArray[np.bool_] = (cells.glyph != BLANK) & (cells.fg != Tint.REMEMBERED)
    return seen


def _draw_marks(
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
            for dy, dx in _MARK_OFFSETS
            if 0 <= y + dy < pane.height and 0 <= x + dx < pane.width and not taken[y + dy, x + dx]
        ]
        for my, mx in sorted(places, key=lambda place: bool(wall[place]))[:1]:
            taken[my, mx] = True
            pane.put(my, mx, int(mark[y, x]), int(fg[y, x]), int(ground[y, x] or ground[my, mx]))


def _list_recent_percepts(percepts: tuple[Percept, ...]) -> list[Percept]:
    """Oldest first, so that newer ones are drawn over them."""
    return sorted((p for p in percepts if 0 <= p.age <= PERCEPT_MAX_AGE), key=lambda p: -p.age)


def _tint_sound_origins(
    ground: npt.NDArray[np.uint8],
    percepts: tuple[Percept, ...],
    window: Viewport,
    seen: npt.NDArray[np.bool_],
) -> None:
    """Tints the unseen ground around where a fresh sound is believed to come from."""
    for percept in _list_recent_percepts(percepts):
        if percept.estimate is None or percept.age:
            continue
        y, x = percept.estimate[0] - window.map_origin[0], percept.estimate[1] - window.map_origin[1]
        if 0 <= y < ground.shape[0] and 0 <= x < ground.shape[1]:
            near = np.s_[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
            ground[near][~seen[near]] = Tint.SOUND


def _draw_percepts(
    pane: Pane,
    percepts: tuple[Percept, ...],
    window: Viewport,
    focus: MapPosition,
    seen: npt.NDArray[np.bool_],
    glyph: npt.NDArray[np.uint32],
    taken: npt.NDArray[np.bool_],
    ground: npt.NDArray[np.uint8],
) -> None:
    """Marks what is heard and not seen; a bare direction stands where knowledge ends."""
    for percept in _list_recent_percepts(percepts):
        tint = Tint.DIM if percept.age else Tint.SOUND
        if percept.estimate is not None:
            sign = SOUND_CHAR
            y, x = percept.estimate[0] - window.map_origin[0], percept.estimate[1] - window.map_origin[1]
        elif 0 <= percept.direction < len(DIRECTION_ARROWS):
            sign = DIRECTION_ARROWS[percept.direction]
            at = _find_unknown_cell(percept.direction, window, focus, glyph)
            if at is None:
                continue
            y, x = at
        else:
            continue
        inside = 0 <= y < pane.height and 0 <= x < pane.width
        if inside and not seen[y, x] and not taken[y, x]:
            pane.put(y, x, sign, tint, int(ground[y, x]))


def _find_unknown_cell(
    direction: int, window: Viewport, focus: MapPosition, glyph: npt.NDArray[np.uint32]
) -> tuple[int, int] | None:
    """The first unknown cell from the listener in a direction, if it is in view."""
    dy, dx = DIRECTIONS[direction]
    y, x = focus[0] - window.map_origin[0], focus[1] - window.map_origin[1]
    while 0 <= y < glyph.shape[0] and 0 <= x < glyph.shape[1]:
        if glyph[y, x] == BLANK:
            return y, x
        y, x = y + dy, x + dx
    return None
