"""The places of a board as boxes: the levels side by side, gaps in walls where one can go, signs at stairs.

Shapes and words carry everything; color only repeats it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from footfall.api.scene import CLICK, Binding, Line, Place, Scene, Span, Tint

from ..details import assign_letters
from ..keymap import build_keymap
from ..places_cursor import list_place_answers
from ..ui_state import UiState
from .canvas import Pane, Press, Rect, SelectPlace, Target, to_single_width
from .palette import UiTint
from .place_words import describe_place, describe_thing
from .text_layout import TextRun, Translator, translate_spans, truncate, write_runs

LEVEL_GAP = 1
"""Columns between two levels."""

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_WALLS = np.array([ord(char) for char in " ╵╷│╴┘┐┤╶└┌├─┴┬┼"], np.uint32)
"""Characters of walls by the sum of their directions."""

STAIRS_UP, STAIRS_DOWN, STAIRS_BOTH = "↑", "↓", "↕"

MIN_THING = 5
"""Columns that the names of things are shortened to, so that more of them fit in a box."""


class WallLines(NamedTuple):
    """The walls of a level: the row or column of each line of the grid."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    def find_box(self, place: Place) -> Rect:
        """Returns the cells of a place, with its walls."""
        top, left = self.rows[place.row], self.columns[place.column]
        bottom, right = self.rows[place.row + place.height], self.columns[place.column + place.width]
        return Rect(top, left, bottom - top + 1, right - left + 1)


_Box: TypeAlias = tuple[int, int, int, int]
_Gap: TypeAlias = tuple[int, int, int, int]


def draw_places(pane: Pane, scene: Scene, selected: str, keys: Mapping[str, str], translate: Translator) -> None:
    """Draws the places of a scene.

    Args:
        pane: all levels share it.
        scene: the game as the player may see it.
        selected: id of the place under the keyboard cursor, or ``""``.
        keys: the key that goes to a place, or chooses it, by id.
    """
    count = max(len(scene.levels), 1 + max((place.level for place in scene.places), default=0))
    width = (pane.width - LEVEL_GAP * (count - 1)) // count
    grid = arrange_grid(pane.height, width, scene.places)
    labels = {place.id: place for place in scene.places}
    for level in range(count):
        part = pane.subpane(0, level * (width + LEVEL_GAP), pane.height, width)
        places = [place for place in scene.places if place.level == level]
        boxes = tuple(tuple(grid.find_box(place)) for place in places)
        gaps = tuple(_list_gaps(grid, places, labels))
        codes = _build_walls(part.height, part.width, boxes, gaps)
        drawn = codes != ord(" ")
        part.cells["ch"][drawn] = codes[drawn]
        part.cells["fg"][drawn] = part.canvas.palette.foreground[Tint.WALL, Tint.NONE]
        if level < len(scene.levels):
            heading = scene.levels[level]
            x = 1
            for span, (words, tint) in zip(heading.spans, translate_spans(heading.spans, translate), strict=True):
                words = f" {truncate(words, part.width - x - 3)} "
                end = part.write(0, x, words, UiTint.HEADING if tint == Tint.TEXT else tint)
                if span.notes:
                    _add_target(part, Rect(0, x, 1, end - x), None, partial(describe_thing, span, translate))
                x = end - 1
        for place in places:
            _draw_place(part, grid.find_box(place), place, scene, keys.get(place.id, ""), translate)
        for place in places:
            if place.id == selected:
                _draw_cursor(part, grid.find_box(place))


def list_place_keys(state: UiState, scene: Scene) -> dict[str, str]:
    """Returns the key that goes to a place, or chooses it, by its id."""
    if scene.answers:
        letters = [letter for letter, _ in assign_letters(scene.answers)]
        return {id: letters[index] for index, id in list_place_answers(scene).items() if index < len(letters)}
    goals = {place.click: place.id for place in scene.places if place.click is not None}
    keys: dict[str, str] = {}
    for key, target in build_keymap(state, scene).items():
        if isinstance(target, Binding) and not target.prompts and key != CLICK:
            place = goals.get(target.command(actor=scene.actor, **target.fields))
            if place is not None:
                keys.setdefault(place, key)
    return keys


def arrange_grid(height: int, width: int, places: Sequence[Place]) -> WallLines:
    """Returns the lines of a grid that all levels share; a row of wide places gets fewer cells than one of narrow ones.

    The grid depends on the shape of the board alone, so that nothing jumps when something happens on it.
    """
    rows = max((place.row + place.height for place in places), default=1)
    columns = max((place.column + place.width for place in places), default=1)
    narrowest = [min((place.width for place in places if place.row == row), default=1) for row in range(rows)]
    return WallLines(_share_out(height, tuple(1 / own for own in narrowest)), _share_out(width, (1.0,) * columns))


@lru_cache(maxsize=64)
def _share_out(length: int, weights: tuple[float, ...]) -> tuple[int, ...]:
    """Returns the lines between parts of a length, each part at least one cell and else as its weight."""
    cells = max(len(weights), length - len(weights) - 1)
    shares = [max(1, int(cells * weight / sum(weights))) for weight in weights]
    order = sorted(range(len(weights)), key=lambda i: (shares[i] / weights[i], shares[i], i))
    for i in range(max(0, cells - sum(shares))):
        shares[order[i % len(order)]] += 1
    lines = [0]
    for share in shares:
        lines.append(lines[-1] + share + 1)
    return tuple(lines)


# Walls.


def _list_gaps(grid: WallLines, places: Sequence[Place], labels: Mapping[str, Place]) -> Iterator[_Gap]:
    """Yields the gaps in walls between joined neighbors."""
    for place in places:
        box = grid.find_box(place)
        for name in place.exits:
            other = labels.get(name)
            if other is None or other.level != place.level:
                continue
            beside = grid.find_box(other)
            if box.bottom - 1 == beside.top:
                left, right = max(box.left, beside.left), min(box.right, beside.right)
                size = 1 if right - left < 8 else 3
                yield beside.top, (left + right - size) // 2, 1, size
            elif box.right - 1 == beside.left:
                top, bottom = max(box.top, beside.top), min(box.bottom, beside.bottom)
                yield (top + bottom - 1) // 2, beside.left, 1, 1


@lru_cache(maxsize=64)
def _build_walls(height: int, width: int, boxes: tuple[_Box, ...], gaps: tuple[_Gap, ...]) -> npt.NDArray[np.uint32]:
    """Returns the characters of the walls: uint32 ``(height, width)``."""
    walls = np.zeros((height + 1, width + 1), np.uint8)
    for top, left, rows, columns in boxes:
        bottom, right = min(top + rows, height) - 1, min(left + columns, width) - 1
        for y in (top, bottom):
            walls[y, left:right] |= _RIGHT
            walls[y, left + 1 : right + 1] |= _LEFT
        for x in (left, right):
            walls[top:bottom, x] |= _DOWN
            walls[top + 1 : bottom + 1, x] |= _UP
    for top, left, rows, columns in gaps:
        walls[top : top + rows, left : left + columns] = 0
        walls[top, left - 1] &= ~_RIGHT & 15
        walls[top, left + columns] &= ~_LEFT & 15
        walls[top - 1, left] &= ~_DOWN & 15
        walls[top + rows, left] &= ~_UP & 15
    return _WALLS[walls[:height, :width]]


def _draw_cursor(pane: Pane, box: Rect) -> None:
    """Draws the walls of a place heavy; its gaps stay."""
    right, bottom = box.right - 1, box.bottom - 1
    corners = {(box.top, box.left): "┏", (box.top, right): "┓", (bottom, box.left): "┗", (bottom, right): "┛"}
    for y in range(box.top, box.bottom):
        for x in range(box.left, box.right) if y in (box.top, bottom) else (box.left, right):
            if 0 <= y < pane.height and 0 <= x < pane.width and chr(pane.cells["ch"][y, x]) in _LINES:
                pane.put(y, x, corners.get((y, x), "━" if y in (box.top, bottom) else "┃"), Tint.CURSOR)


_LINES = frozenset("╵╷│╴┘┐┤╶└┌├─┴┬┼")


# Contents.


def _draw_place(pane: Pane, box: Rect, place: Place, scene: Scene, key: str, translate: Translator) -> None:
    inner = pane.subpane(box.top + 1, box.left + 1, box.height - 2, box.width - 2)
    press = place.click if place.click is not None else SelectPlace(place.id)
    own = Rect(0, 0, inner.height, inner.width)
    _add_target(inner, own, press, partial(describe_place, place, scene, translate), place.id)
    ground = Tint.LIGHT if place.id == scene.place else Tint.FLOOR
    inner.fill(ground)
    levels = {other.id: other.level for other in scene.places}
    leads_up = any(levels.get(name, place.level) > place.level for name in place.exits)
    leads_down = any(levels.get(name, place.level) < place.level for name in place.exits)
    stairs = STAIRS_BOTH if leads_up and leads_down else STAIRS_UP if leads_up else STAIRS_DOWN if leads_down else ""
    room = inner.width - (len(stairs) + 1 if stairs else 0)
    x = inner.write(0, 0, key, UiTint.KEY, ground) + 1 if key else 0
    names = [to_single_width(translate(name)) for name in (place.label, place.short) if name is not None]
    name = next((name for name in names if len(name) <= room - x), truncate(names[-1], room - x))
    tint = Tint.STRONG if place.id == scene.place else place.tint
    inner.write(0, x, name, tint, ground)
    if stairs:
        inner.write(0, inner.width - len(stairs), stairs, Tint.STAIRS, ground)
    for y, row in enumerate(fit_things(place.lines, inner.width, inner.height - 1, translate), 1):
        x = 0
        for span, run in row:
            end = write_runs(inner, y, x, [run], ground)
            if span is not None and span.notes:
                _add_target(inner, Rect(y, x, 1, end - x), press, partial(describe_thing, span, translate))
            x = end + 1


def _add_target(
    pane: Pane, rect: Rect, press: Press | None, note: Callable[[], tuple[str, ...]], place: str = ""
) -> None:
    moved = rect._replace(top=rect.top + pane.rect.top, left=rect.left + pane.rect.left)
    pane.canvas.targets.append(Target(moved, press, note, place))


ShownThing: TypeAlias = tuple[Span | None, TextRun]
"""A span with its text; a count of things left out has no span."""


def fit_things(lines: Sequence[Line], width: int, rows: int, translate: Translator) -> list[list[ShownThing]]:
    """Sets the things of a place in rows: each line in rows of its own if there is room, else one after the other.

    The longest are shortened until all fit; if that does not help, the rest is counted at the end: ``+2``.
    """
    if rows <= 0 or width <= 0:
        return []
    things = [
        [_shorten((span, run), width) for span, run in zip(line.spans, runs, strict=True) if run[0]]
        for line in lines
        if (runs := translate_spans(line.spans, translate))
    ]
    apart = [row for line in things for row in _break_row(line, width)]
    if len(apart) <= rows:
        return apart
    for limit in range(width, MIN_THING - 1, -1):
        flow = _break_row([_shorten(thing, limit) for line in things for thing in line], width)
        if len(flow) <= rows:
            return flow
    kept, left = flow[:rows], sum(map(len, flow[rows:]))
    while _measure(kept[-1]) + len(f" +{left}") > width and len(kept[-1]) > 1:
        kept[-1].pop()
        left += 1
    if _measure(kept[-1]) + len(f" +{left}") > width:
        span, (words, tint) = kept[-1][0]
        kept[-1][0] = span, (truncate(words, width - len(f" +{left}")), tint)
    kept[-1].append((None, (f"+{left}", Tint.DIM)))
    return kept


def _shorten(thing: ShownThing, limit: int) -> ShownThing:
    span, (words, tint) = thing
    return thing if len(words) <= limit else (span, (words[: limit - 1].rstrip() + "…", tint))


def _break_row(things: Sequence[ShownThing], width: int) -> list[list[ShownThing]]:
    rows: list[list[ShownThing]] = []
    for thing in things:
        if rows and _measure(rows[-1]) + 1 + len(thing[1][0]) <= width:
            rows[-1].append(thing)
        else:
            rows.append([thing])
    return rows


def _measure(row: Sequence[ShownThing]) -> int:
    return sum(len(words) + 1 for _, (words, _) in row) - 1
