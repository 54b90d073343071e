"""Draws the map: a scrolling viewport, marks next to creatures, and sounds."""

import math
import textwrap
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api.scene import DIRECTIONS, Cells, FlashKind, Percept, Pitch, Scene, Tint

from ..drawing.canvas import SQUARE_DTYPE, THROUGH, Canvas, Pane, PixelSizes, Rect, Shading, SquareCells
from ..drawing.palette import UiTint
from ..drawing.text_layout import Translator
from ..ui_state import MapPosition
from .map_colors import (
    BLANK,
    DIGIT_AFTER,
    DIGIT_BEFORE,
    WALL_FACE,
    WALL_TOP,
    ColorMap,
    MapEffects,
    MapPicture,
    Motion,
    color_flat,
    color_map,
    find_flat_ink,
    find_front,
    find_wall_light,
)

PERCEPT_MAX_AGE = 4
"""Turns that a sound is shown."""

DIRECTION_ARROWS = "↑↗→↘↓↙←↖"
SOUND_CHAR = "♪"

REACH_CHAR = "◦"
"""Marks how far the player's own noise is heard."""

INTEREST_HATCHES = ((1, "-", Tint.DIM), (34, "=", Tint.WARY), (67, "≡", Tint.WARY))
"""Minimum chance in percent that a creature comes to look, hatching and tint, where none notices."""

RIPPLE_CHAR, _FLOOR_SIGNS = "°", (ord("·"), ord("."))
"""Marks the front of a sound on a screen of few colors, in place of bare floor: nothing else is hidden."""

_FLASH_GROUNDS = {
    FlashKind.HIT: Tint.STRONG,
    FlashKind.HURT: UiTint.ALERT,
    FlashKind.NOTICE: Tint.CURSOR,
    FlashKind.LOST: Tint.PLAYER,
}
"""Backgrounds of flashes on a screen of few colors; without color they are reverse video."""

WALL_CHAR = "#"
WALL_SHADE = 0.45
"""Brightness of the joints and the face of a wall, as a share of its top."""

RISK_HATCHES = ((1, "░", Tint.DIM), (10, "▒", Tint.WARY), (34, "▓", Tint.FOE), (67, "█", Tint.HUNTING))
"""Minimum risk in percent, hatching and tint; the hatching alone distinguishes them."""

_HATCH_CODES = [ord(char) for _, char, _ in RISK_HATCHES]
HATCH_SHARE = 0.5
"""Share of its tint in a hatching over lit ground; the rest is the ground."""

_MARK_OFFSETS = ((-1, 1), (-1, -1), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 0), (1, 0))
"""Offsets of a mark from its creature, best first: upper right."""


class Viewport(NamedTuple):
    """The visible part of the map.

    Attributes:
        screen_rect: the text cells that show the map.
        map_origin: the map position of its first cell.
        corner: row and column of the first cell on the screen, in text cells.
        pitch: height and width of a cell in text cells.
        shape: rows and columns of the map that are shown.
        is_alive: something in it moves slowly.
    """

    screen_rect: Rect
    map_origin: MapPosition
    corner: tuple[float, float]
    pitch: tuple[float, float]
    shape: tuple[int, int]
    is_alive: bool = False

    def find_position(self, y: float, x: float) -> MapPosition | None:
        """Returns the map position of a point of the screen, if it shows the map."""
        row = math.floor((y - self.corner[0]) / self.pitch[0])
        column = math.floor((x - self.corner[1]) / self.pitch[1])
        if not (0 <= row < self.shape[0] and 0 <= column < self.shape[1]):
            return None
        return (row + self.map_origin[0], column + self.map_origin[1])

    def find_cell(self, position: MapPosition) -> Rect:
        """Returns the text cells that show a map position."""
        y = self.corner[0] + (position[0] - self.map_origin[0]) * self.pitch[0]
        x = self.corner[1] + (position[1] - self.map_origin[1]) * self.pitch[1]
        bottom, right = math.ceil(y + self.pitch[0]), math.ceil(x + self.pitch[1])
        return Rect(math.floor(y), math.floor(x), bottom - math.floor(y), right - math.floor(x))


ENLARGEMENTS, KNOWN_SHARE = (2, 1.5, 1), 0.75
"""How much larger square cells are while little is known, and the share of a pane that this may fill."""


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


def draw_map(pane: Pane, scene: Scene, cursor: MapPosition | None, shows_risk: bool, motion: Motion | None) -> Viewport:
    """Draws the map of a scene around the cursor, or around the focus if there is no cursor.

    Args:
        shows_risk: hatches the cells where the player would be noticed.
        motion: its moment; None for a screen without any.
    """
    cells, canvas, effects = scene.cells, pane.canvas, MapEffects(scene.flashes, motion)
    assert cells is not None
    sizes = canvas.sizes if cells.pitch is Pitch.SQUARE else None
    picture = MapPicture(cells, _choose_part(pane, cells, cursor or cells.focus, sizes))
    if sizes is not None:
        _build_walls(picture)
    signs = picture.ch.copy()
    if shows_risk or cells.shows_reach:
        _ring_reach(picture)
    if shows_risk:
        _draw_risk(picture)
    _tint_sound_origins(picture, scene.percepts)
    if sizes is None:
        _draw_marks(picture)
    _draw_percepts(picture, scene.percepts, cells.focus)
    index = picture.find_index(cursor) if cursor is not None else (-1, -1)
    if picture.contains(*index):
        picture.put(*index, int(picture.ch[index]), Tint.TEXT, Tint.CURSOR)
    fg, bg = _color_picture(picture, canvas, effects)
    alive = canvas.shading is Shading.FULL and picture.is_alive
    if sizes is None:
        return _place_text(pane, picture, fg, bg)._replace(is_alive=alive)
    viewport, squares = _place_squares(pane, picture, fg, bg)
    if canvas.art is not None:
        unchanged = picture.ch == signs
        for index, _ in picture.list_flashes(effects):
            unchanged[index] = False
        under, over = canvas.art.place(picture, squares.cells, unchanged, bg, canvas.palette)
        squares = squares._replace(cells=under, overlay=over)
    canvas.squares = squares
    return viewport._replace(is_alive=alive)


def draw_labels(pane: Pane, viewport: Viewport, cells: Cells, translate: Translator) -> None:
    """Writes the labels of a map, each below the middle of its rectangle, as many of its last words as fit."""
    for (top, left, height, width), name in cells.labels:
        middle, columns = top + (height - 1) // 2 - viewport.map_origin[0], int(width * viewport.pitch[1])
        first = int(viewport.corner[1] + (left - viewport.map_origin[1]) * viewport.pitch[1])
        for row, line in enumerate(textwrap.wrap(translate(name), columns)[-(height // 2) :], middle + 1):
            for column, sign in enumerate(line, first + (columns - len(line)) // 2):
                pane.put(math.ceil(viewport.corner[0] + row * viewport.pitch[0]), column, sign, Tint.TEXT)


def draw_sample(room: Pane, scene: Scene, motion: Motion | None) -> None:
    """Draws the sample of a scene that has one at the lower right of its room, which the panels leave free."""
    if scene.sample is not None:
        top, left = room.height // 3, room.width // 2 + 1
        corner = room.subpane(top, left, room.height - top, room.width - left - 1)
        draw_map(corner, Scene(scene.title, cells=scene.sample), None, False, motion)


def _choose_part(pane: Pane, cells: Cells, focus: MapPosition, sizes: PixelSizes | None) -> tuple[slice, slice]:
    """Returns the rows and columns of the map that fit into a pane, around a position.

    Square cells are enlarged while the known part fits, and the position is in it.
    """
    height, width = cells.glyph.shape
    rows, columns = pane.height, pane.width
    y, x = focus[0] - cells.origin[0], focus[1] - cells.origin[1]
    if sizes is not None:
        known = np.argwhere(cells.glyph > BLANK)
        low, high = (known.min(axis=0), known.max(axis=0)) if len(known) else (np.array((y, x)),) * 2
        is_inside = (low <= (y, x)).all() and (high >= (y, x)).all()
        for factor in ENLARGEMENTS if is_inside else (1,):
            square = int(sizes.square * factor)
            rows, columns = pane.height * sizes.text_height // square, pane.width * sizes.text_width // square
            if (high - low < np.array((rows, columns)) * KNOWN_SHARE).all():
                y, x = ((low + high) // 2).tolist()
                break
        pane.canvas.sizes = sizes._replace(square=square)
    rows, columns = min(rows, height), min(columns, width)
    top, left = compute_scroll(height, rows, y), compute_scroll(width, columns, x)
    return slice(top, top + rows), slice(left, left + columns)


def _color_picture(picture: MapPicture, canvas: Canvas, effects: MapEffects) -> tuple[ColorMap, ColorMap]:
    if canvas.shading is Shading.FLAT:
        _draw_flat_effects(picture, effects)
        return color_flat(find_flat_ink(picture), picture.ground, canvas.palette)
    fg, bg = color_map(picture, canvas.palette, effects)
    built = picture.built
    bg[built] *= find_wall_light(canvas.palette)
    fg[built] = bg[built] * WALL_SHADE
    hatched = ~picture.terrain & np.isin(picture.ch, _HATCH_CODES)
    fg[hatched] = bg[hatched] + (fg[hatched] - bg[hatched]) * HATCH_SHARE
    return fg, bg


def _draw_flat_effects(picture: MapPicture, effects: MapEffects) -> None:
    """Draws by signs and tints what moves on a screen of more colors: fronts of sounds, flashes."""
    if picture.cells.light is None:
        return
    free = picture.terrain & np.isin(picture.ch, _FLOOR_SIGNS) & (picture.ground == Tint.NONE)
    for ripple in picture.cells.ripples:
        front = find_front(ripple, picture.part, effects.motion) & free
        picture.ch[front], picture.ink[front] = ord(RIPPLE_CHAR), Tint.LIGHT if ripple.is_own else Tint.SOUND
    for index, kind in picture.list_flashes(effects):
        picture.ground[index], picture.ink[index] = _FLASH_GROUNDS[kind], Tint.NONE


def _build_walls(picture: MapPicture) -> None:
    """Draws walls as blocks, whose face shows where the cell south of them is known and no wall, and joins digits."""
    digits = (picture.ch >= ord("0")) & (picture.ch <= ord("9"))
    pairs = digits[:, :-1] & digits[:, 1:] & (picture.ink[:, :-1] == picture.ink[:, 1:])
    picture.ch[:, :-1][pairs] += DIGIT_BEFORE - ord("0")
    picture.ch[:, 1:][pairs] += DIGIT_AFTER - ord("0")
    cells = picture.cells
    if cells.solid is None:
        return
    open_south = np.zeros_like(cells.solid)
    open_south[:-1] = ~cells.solid[1:] & (cells.glyph[1:] != BLANK)
    walls = cells.solid[picture.part] & (picture.glyph == ord(WALL_CHAR))
    faces = np.where(open_south[picture.part], WALL_FACE, WALL_TOP)
    picture.ch = np.where(walls, faces, picture.ch).astype(np.uint32)


def _place_text(pane: Pane, picture: MapPicture, fg: ColorMap, bg: ColorMap) -> Viewport:
    """Puts the map into the middle of the pane."""
    rows, columns = picture.ch.shape
    inner = pane.subpane((pane.height - rows) // 2, (pane.width - columns) // 2, rows, columns)
    inner.cells["ch"], inner.cells["fg"], inner.cells["bg"] = picture.ch, fg.clip(0, 255), bg.clip(0, 255)
    corner = float(inner.rect.top), float(inner.rect.left)
    return Viewport(inner.rect, picture.map_origin, corner, (1.0, 1.0), (rows, columns))


def _place_squares(pane: Pane, picture: MapPicture, fg: ColorMap, bg: ColorMap) -> tuple[Viewport, SquareCells]:
    """Puts the map behind the pane, in square cells of its own size."""
    sizes = pane.canvas.sizes
    assert sizes is not None
    squares = np.zeros(picture.ch.shape, SQUARE_DTYPE)
    squares["ch"], squares["mark"] = picture.ch, picture.mark
    squares["fg"], squares["bg"] = fg.clip(0, 255), bg.clip(0, 255)
    rows, columns = picture.ch.shape
    top = pane.rect.top * sizes.text_height + (pane.height * sizes.text_height - rows * sizes.square) // 2
    left = pane.rect.left * sizes.text_width + (pane.width * sizes.text_width - columns * sizes.square) // 2
    pane.cells["ch"] = THROUGH
    corner = top / sizes.text_height, left / sizes.text_width
    pitch = sizes.square / sizes.text_height, sizes.square / sizes.text_width
    viewport = Viewport(pane.rect, picture.map_origin, corner, pitch, (rows, columns))
    return viewport, SquareCells(top, left, squares)


def _ring_reach(picture: MapPicture) -> None:
    """Rings the reach of the player's noise."""
    cells = picture.cells
    if cells.reach is None:
        return
    walls = picture.ink == Tint.WALL
    height, width = cells.reach.shape
    beyond = np.pad(~cells.reach & (cells.glyph != BLANK), 1)
    around = [beyond[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width] for dy, dx in DIRECTIONS]
    edge: npt.NDArray[np.bool_] = cells.reach & np.any(around, axis=0)
    ring = edge[picture.part] & ~picture.occupied & ~walls
    picture.ch[ring], picture.ink[ring], picture.terrain[ring] = ord(REACH_CHAR), Tint.SOUND, False


def _draw_risk(picture: MapPicture) -> None:
    """Hatches cells by their risk."""
    for values, hatches in ((picture.cells.interest, INTEREST_HATCHES), (picture.cells.risk, RISK_HATCHES)):
        if values is not None:
            chance = np.where(picture.occupied, 0, values[picture.part])
            for least, char, tint in hatches:
                picture.ch[chance >= least], picture.ink[chance >= least] = ord(char), tint
            picture.terrain &= chance == 0


def _draw_marks(picture: MapPicture) -> None:
    """Draws each mark at the upper right of its creature, or at the next free neighbor, walls last.

    A mark has the background of its creature, which sets it off from the map.
    """
    wall = picture.ink == Tint.WALL
    for y, x in np.argwhere(picture.mark != 0).tolist():
        places = [
            (y + dy, x + dx)
            for dy, dx in _MARK_OFFSETS
            if picture.contains(y + dy, x + dx) and not picture.occupied[y + dy, x + dx]
        ]
        for my, mx in sorted(places, key=lambda place: bool(wall[place]))[:1]:
            picture.occupied[my, mx] = True
            ground = picture.ground[y, x] or picture.ground[my, mx]
            picture.put(my, mx, int(picture.mark[y, x]), int(picture.ink[y, x]), int(ground))


def _list_recent_percepts(percepts: tuple[Percept, ...]) -> list[Percept]:
    """Returns the percepts to show, oldest first, so that newer ones are drawn over them."""
    return sorted((p for p in percepts if 0 <= p.age <= PERCEPT_MAX_AGE), key=lambda p: -p.age)


def _tint_sound_origins(picture: MapPicture, percepts: tuple[Percept, ...]) -> None:
    """Tints unseen cells around the estimated origin of each new sound."""
    for percept in _list_recent_percepts(percepts):
        if percept.estimate is None or percept.age:
            continue
        y, x = picture.find_index(percept.estimate)
        if picture.contains(y, x):
            near = np.s_[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
            picture.ground[near][~picture.visible[near]] = Tint.SOUND


def _draw_percepts(picture: MapPicture, percepts: tuple[Percept, ...], focus: MapPosition) -> None:
    """Marks sounds on unseen cells. One without an estimate is marked at the first unknown cell in its direction."""
    for percept in _list_recent_percepts(percepts):
        tint = Tint.DIM if percept.age else Tint.SOUND
        if percept.estimate is not None:
            char = SOUND_CHAR
            y, x = picture.find_index(percept.estimate)
        elif 0 <= percept.direction < len(DIRECTION_ARROWS):
            char = DIRECTION_ARROWS[percept.direction]
            cell = _find_unknown_cell(percept.direction, picture, focus)
            if cell is None:
                continue
            y, x = cell
        else:
            continue
        if picture.contains(y, x) and not picture.visible[y, x] and not picture.occupied[y, x]:
            picture.put(y, x, ord(char), tint, int(picture.ground[y, x]))


def _find_unknown_cell(direction: int, picture: MapPicture, focus: MapPosition) -> tuple[int, int] | None:
    """Returns the first unknown cell in a direction from the focus, if it is in view."""
    dy, dx = DIRECTIONS[direction]
    y, x = picture.find_index(focus)
    while picture.contains(y, x):
        if picture.glyph[y, x] == BLANK:
            return y, x
        y, x = y + dy, x + dx
    return None
