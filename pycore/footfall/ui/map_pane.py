"""Draws the map: a scrolling viewport, marks next to creatures, and sounds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api.scene import DIRECTIONS, Cells, Percept, Tint

from .canvas import Pane, Rect
from .ui_state import MapPosition

BLANK = 32
PERCEPT_MAX_AGE = 4
"""Turns that a sound is shown."""

DIRECTION_ARROWS = "↑↗→↘↓↙←↖"
SOUND_CHAR = "♪"

REACH_CHAR = "◦"
"""Marks how far the player's own noise is heard."""

INTEREST_HATCHES = ((1, "-", Tint.DIM), (34, "=", Tint.WARY), (67, "≡", Tint.WARY))
"""Least chance in percent that a creature comes to look, hatching and tint, where none notices."""

RISK_HATCHES = ((1, "░", Tint.DIM), (10, "▒", Tint.WARY), (34, "▓", Tint.FOE), (67, "█", Tint.HUNTING))
"""Least risk in percent, hatching and tint; the hatching alone tells them apart."""

_OBJECT_TINTS = (
    Tint.PLAYER, Tint.ITEM, Tint.ALLY, Tint.NEUTRAL, Tint.FOE, Tint.ASLEEP, Tint.WARY, Tint.HUNTING,
    Tint.STAIRS, Tint.DOOR,
)  # fmt: skip
_IS_OBJECT_TINT = np.zeros(256, bool)
_IS_OBJECT_TINT[list(_OBJECT_TINTS)] = True

_MARK_OFFSETS = ((-1, 1), (-1, -1), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 0), (1, 0))
"""Offsets of a mark from its creature, best first: upper right."""


class Viewport(NamedTuple):
    """The visible part of the map.

    Attributes:
        screen_rect: the screen cells that show the map.
        map_origin: the map position of the first of them.
    """

    screen_rect: Rect
    map_origin: MapPosition

    def find_position(self, y: int, x: int) -> MapPosition | None:
        """Returns the map position of a screen cell, if it shows the map."""
        if not self.screen_rect.contains(y, x):
            return None
        return (y - self.screen_rect.top + self.map_origin[0], x - self.screen_rect.left + self.map_origin[1])


def compute_scroll(length: int, room: int, focus: int) -> int:
    """Returns the first visible row or column, so that `focus` is in view, away from the edge if possible.

    The map scrolls in steps of a quarter screen, not with every move of the player.
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
    shows_risk: bool = False,
) -> Viewport:
    """Draws the map around the cursor, or around the focus if there is no cursor.

    Args:
        shows_risk: hatches the cells where the player would be noticed.
    """
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
    visible = _find_visible_cells(cells)[part]
    palette = pane.canvas.palette
    inner.cells["ch"] = np.where(glyph < BLANK, BLANK, glyph)
    background = bg.copy()
    occupied = (_IS_OBJECT_TINT[fg] & (glyph != BLANK)) | (mark != 0)
    if shows_risk:
        fg = _draw_risk(inner, cells, part, fg, occupied)
    viewport = Viewport(inner.rect, (oy + top, ox + left))
    _tint_sound_origins(background, percepts, viewport, visible)
    inner.cells["fg"] = palette.foreground[fg, background]
    inner.cells["bg"] = palette.background[background]
    _draw_marks(inner, mark, fg, background, occupied)
    _draw_percepts(inner, percepts, viewport, cells.focus, visible, glyph, occupied, background)
    if cursor is not None:
        y, x = cursor[0] - viewport.map_origin[0], cursor[1] - viewport.map_origin[1]
        if 0 <= y < rows and 0 <= x < columns:
            inner.put(y, x, int(inner.cells["ch"][y, x]), Tint.TEXT, Tint.CURSOR)
    return viewport


def _draw_risk(
    pane: Pane, cells: Cells, part: tuple[slice, slice], fg: npt.NDArray[np.uint8], occupied: npt.NDArray[np.bool_]
) -> npt.NDArray[np.uint8]:
    """Hatches cells by their risk, rings the reach of the player's noise; returns the tints."""
    chars, tints = pane.cells["ch"], fg.copy()
    if cells.reach is not None:
        ring = _find_edge(cells, cells.reach)[part] & ~occupied & (fg != Tint.WALL)
        chars[ring], tints[ring] = ord(REACH_CHAR), Tint.SOUND
    for values, hatches in ((cells.interest, INTEREST_HATCHES), (cells.risk, RISK_HATCHES)):
        if values is not None:
            chance = np.where(occupied, 0, values[part])
            for least, char, tint in hatches:
                chars[chance >= least], tints[chance >= least] = ord(char), tint
    return tints


def _find_edge(cells: Cells, reach: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Returns the cells within reach that are next to a known cell beyond it."""
    height, width = reach.shape
    beyond = np.pad(~reach & (cells.glyph != BLANK), 1)
    around = [beyond[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width] for dy, dx in DIRECTIONS]
    edge: npt.NDArray[np.bool_] = reach & np.any(around, axis=0)
    return edge


def _find_visible_cells(cells: Cells) -> npt.NDArray[np.bool_]:
    if cells.visible is not None:
        return cells.visible
    visible: npt.NDArray[np.bool_] = (cells.glyph != BLANK) & (cells.fg != Tint.REMEMBERED)
    return visible


def _draw_marks(
    pane: Pane,
    mark: npt.NDArray[np.uint32],
    fg: npt.NDArray[np.uint8],
    background: npt.NDArray[np.uint8],
    occupied: npt.NDArray[np.bool_],
) -> None:
    """Draws each mark at the upper right of its creature, or at the next free neighbor, walls last.

    A mark has the background of its creature, which sets it off from the map.
    """
    wall = fg == Tint.WALL
    for y, x in np.argwhere(mark != 0).tolist():
        places = [
            (y + dy, x + dx)
            for dy, dx in _MARK_OFFSETS
            if 0 <= y + dy < pane.height and 0 <= x + dx < pane.width and not occupied[y + dy, x + dx]
        ]
        for my, mx in sorted(places, key=lambda place: bool(wall[place]))[:1]:
            occupied[my, mx] = True
            pane.put(my, mx, int(mark[y, x]), int(fg[y, x]), int(background[y, x] or background[my, mx]))


def _list_recent_percepts(percepts: tuple[Percept, ...]) -> list[Percept]:
    """Returns the percepts to show, oldest first, so that newer ones are drawn over them."""
    return sorted((p for p in percepts if 0 <= p.age <= PERCEPT_MAX_AGE), key=lambda p: -p.age)


def _tint_sound_origins(
    background: npt.NDArray[np.uint8], percepts: tuple[Percept, ...], viewport: Viewport, visible: npt.NDArray[np.bool_]
) -> None:
    """Tints unseen cells around the estimated origin of each new sound."""
    for percept in _list_recent_percepts(percepts):
        if percept.estimate is None or percept.age:
            continue
        y, x = percept.estimate[0] - viewport.map_origin[0], percept.estimate[1] - viewport.map_origin[1]
        if 0 <= y < background.shape[0] and 0 <= x < background.shape[1]:
            near = np.s_[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
            background[near][~visible[near]] = Tint.SOUND


def _draw_percepts(
    pane: Pane,
    percepts: tuple[Percept, ...],
    viewport: Viewport,
    focus: MapPosition,
    visible: npt.NDArray[np.bool_],
    glyph: npt.NDArray[np.uint32],
    occupied: npt.NDArray[np.bool_],
    background: npt.NDArray[np.uint8],
) -> None:
    """Marks sounds on unseen cells. One without an estimate is marked at the first unknown cell in its direction."""
    for percept in _list_recent_percepts(percepts):
        tint = Tint.DIM if percept.age else Tint.SOUND
        if percept.estimate is not None:
            char = SOUND_CHAR
            y, x = percept.estimate[0] - viewport.map_origin[0], percept.estimate[1] - viewport.map_origin[1]
        elif 0 <= percept.direction < len(DIRECTION_ARROWS):
            char = DIRECTION_ARROWS[percept.direction]
            cell = _find_unknown_cell(percept.direction, viewport, focus, glyph)
            if cell is None:
                continue
            y, x = cell
        else:
            continue
        inside = 0 <= y < pane.height and 0 <= x < pane.width
        if inside and not visible[y, x] and not occupied[y, x]:
            pane.put(y, x, char, tint, int(background[y, x]))


def _find_unknown_cell(
    direction: int, viewport: Viewport, focus: MapPosition, glyph: npt.NDArray[np.uint32]
) -> tuple[int, int] | None:
    """Returns the first unknown cell in a direction from the focus, if it is in view."""
    dy, dx = DIRECTIONS[direction]
    y, x = focus[0] - viewport.map_origin[0], focus[1] - viewport.map_origin[1]
    while 0 <= y < glyph.shape[0] and 0 <= x < glyph.shape[1]:
        if glyph[y, x] == BLANK:
            return y, x
        y, x = y + dy, x + dx
    return None
