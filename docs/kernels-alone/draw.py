"""Draws a picture of each kernel for the page next to this file.

    python docs/kernels-alone/draw.py [FOLDER]

`PICTURES` has a function for each kernel, which returns an image of shape (height, width, 3).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from footfall import kernels

Picture = Any  # uint8 array of shape (height, width, 3)
Color = tuple[int, int, int]

SHAPE = (43, 80)
SCALE = 4
WALL, FLOOR, DIM = (38, 42, 54), (96, 104, 122), (66, 72, 88)
YELLOW, RED, BLUE, GREEN = (250, 204, 72), (232, 84, 84), (88, 160, 240), (112, 208, 120)
WHEEL = (
    (232, 84, 84),
    (240, 152, 72),
    (250, 204, 72),
    (152, 208, 88),
    (72, 200, 176),
    (88, 160, 240),
    (144, 120, 232),
    (216, 112, 200),
)
"""A color for each direction, and for labels."""
HEAT = np.array([(252, 240, 168), (248, 168, 88), (208, 80, 104), (112, 48, 128), (40, 24, 80)], float)

FLOOR_PLAN = kernels.cave(SHAPE, 7)
FLOOR_PLAN[[0, -1]] = FLOOR_PLAN[:, [0, -1]] = False
FLOOR_PLAN = kernels.connect(FLOOR_PLAN, keep_border=True)
CELLS = [(int(y), int(x)) for y, x in np.argwhere(FLOOR_PLAN)]
HERO, LAIR = CELLS[40], CELLS[-40]
CROWD = CELLS[::200]
GRID = kernels.Grid(FLOOR_PLAN, FLOOR_PLAN, np.where(FLOOR_PLAN, 10, 50))


def paint_map(opens: Any = FLOOR_PLAN, floor: Color = FLOOR) -> Picture:
    """Returns the cells of a map, one pixel each."""
    return np.where(opens[..., None], np.uint8(floor), np.uint8(WALL))


def paint_heat(values: Any) -> Picture:
    """Returns a field of distances in colors, on the floor plan."""
    picture = paint_map()
    share = values / max(1, values.max()) * (len(HEAT) - 1)
    low = np.clip(share.astype(int), 0, len(HEAT) - 2)
    part = (share - low)[..., None]
    colors = HEAT[low] * (1 - part) + HEAT[low + 1] * part
    reached = values >= 0
    picture[reached] = colors[reached].astype(np.uint8)
    return picture


def paint_directions(directions: Any) -> Picture:
    """Returns the directions in colors, on the floor plan."""
    picture = paint_map(floor=DIM)
    picture[directions >= 0] = np.uint8(WHEEL)[directions[directions >= 0]]
    return picture


def mark(picture: Picture, cells: Iterable[Any], color: Color) -> Picture:
    """Colors cells in place."""
    for y, x in cells:
        picture[int(y), int(x)] = color
    return picture


def enlarge(picture: Picture, scale: int = SCALE) -> Picture:
    """Returns every pixel as a square."""
    return picture.repeat(scale, axis=0).repeat(scale, axis=1)


def paint_bits(words: list[int]) -> Picture:
    """Returns the 64 bits of words, one word to a row."""
    bits = np.array([[(word >> bit) & 1 for bit in range(64)] for word in words], bool)
    return np.where(bits[..., None], np.uint8(YELLOW), np.uint8(WALL))


def draw_field_of_view() -> Picture:
    picture = paint_map()
    picture[kernels.field_of_view(GRID, HERO) & FLOOR_PLAN] = YELLOW
    return mark(picture, [HERO], RED)


def draw_fields_of_view() -> Picture:
    picture = paint_map()
    for (y, x), seen, color in zip(CROWD, kernels.fields_of_view(GRID, CROWD, 8), WHEEL, strict=False):
        mark(
            picture,
            [(y + dy - 8, x + dx - 8) for dy, dx in np.argwhere(seen) if FLOOR_PLAN[y + dy - 8, x + dx - 8]],
            color,
        )
    return mark(picture, CROWD, (255, 255, 255))


def draw_visible_pairs() -> Picture:
    picture = paint_map()
    crowd = CELLS[::60]
    for i, j in np.argwhere(kernels.visible_pairs(GRID, crowd, None, crowd)):
        mark(picture, kernels.line(crowd[i], crowd[j]), BLUE)
    return mark(picture, crowd, YELLOW)


def draw_line_of_sight() -> Picture:
    picture = paint_map()
    for cell in CELLS[::3]:
        mark(picture, [cell], GREEN if kernels.line_of_sight(GRID, CELLS[500], cell) else RED)
    return mark(picture, [CELLS[500]], YELLOW)


def draw_line() -> Picture:
    picture = paint_map(np.ones(SHAPE, bool), DIM)
    rim = [(y, x) for y in range(2, 43, 8) for x in (0, 79)] + [(y, x) for x in range(8, 80, 9) for y in (0, 42)]
    for index, cell in enumerate(rim):
        mark(picture, kernels.line((21, 40), cell), WHEEL[index % 8])
    return picture


def draw_find_path() -> Picture:
    path = kernels.find_path(GRID, HERO, LAIR, straight_cost=5, diagonal_cost=7, canonical=True)
    return mark(mark(paint_map(), path, YELLOW), [HERO, LAIR], RED)


def draw_find_paths() -> Picture:
    picture = paint_map()
    paths, _ = kernels.find_paths(GRID, [LAIR] * len(CROWD), CROWD, straight_cost=5, diagonal_cost=7, canonical=True)
    for path, color in zip(paths, WHEEL, strict=False):
        mark(picture, path, color)
    return mark(picture, CROWD, (255, 255, 255))


def draw_path_cost() -> Picture:
    picture = paint_map(floor=DIM)
    costs = {cell: kernels.path_cost(GRID, LAIR, cell) for cell in CELLS[::2]}
    heat = paint_heat(np.array([[costs.get((y, x), -1) for x in range(SHAPE[1])] for y in range(SHAPE[0])]))
    for cell in costs:
        picture[cell] = heat[cell]
    return mark(picture, [LAIR], RED)


def draw_distance_map() -> Picture:
    return paint_heat(kernels.distance_map(GRID, [LAIR], straight_cost=5, diagonal_cost=7))


def draw_reachable_within() -> Picture:
    cells, costs = kernels.reachable_within(GRID, CELLS[500], 10)
    picture = paint_map()
    for reach, color in ((10, BLUE), (6, GREEN), (3, YELLOW)):
        mark(picture, cells[costs <= reach], color)
    return mark(picture, [CELLS[500]], RED)


def draw_flow() -> Picture:
    return mark(paint_directions(kernels.flow(kernels.distance_map(GRID, [LAIR]))), [LAIR], (255, 255, 255))


def draw_descend() -> Picture:
    picture, field, walkers = paint_map(), kernels.distance_map(GRID, [LAIR]), CROWD
    for _ in range(18):
        mark(picture, walkers, YELLOW)
        walkers = kernels.descend(field, walkers)
    return mark(picture, walkers, RED)


def draw_flight_map() -> Picture:
    flight = kernels.flight_map(GRID, kernels.distance_map(GRID, [CELLS[500]]))
    return mark(paint_heat(flight), [CELLS[500]], BLUE)


def draw_sound_field() -> Picture:
    return mark(paint_heat(kernels.sound_field(GRID, [LAIR], max_distance=600)), [LAIR], RED)


def draw_sound_fields() -> Picture:
    picture, values = paint_map(floor=DIM), np.full(SHAPE, -1)
    for (y, x), window in zip(CROWD, kernels.sound_fields(GRID, CROWD, 9, max_distance=90), strict=True):
        for dy, dx in np.argwhere(window >= 0) - 9:
            values[y + dy, x + dx] = window[dy + 9, dx + 9]
    heat = paint_heat(values)
    picture[values >= 0] = heat[values >= 0]
    return mark(picture, CROWD, RED)


def draw_sound_arrivals() -> Picture:
    _, arrivals = kernels.sound_arrivals(GRID, [LAIR, HERO], max_distance=500)
    return mark(paint_directions(np.where(FLOOR_PLAN, arrivals, -1)), [LAIR, HERO], (255, 255, 255))


def draw_hear() -> Picture:
    picture = paint_map()
    listeners, sources = CELLS[::90], [LAIR, HERO, CELLS[600]]
    for listener, source, _, _ in zip(*kernels.hear(GRID, sources, listeners, max_distance=260), strict=True):
        mark(picture, kernels.line(listeners[listener], sources[source]), WHEEL[2 * source + 1])
    return mark(mark(picture, listeners, YELLOW), sources, RED)


def draw_cave() -> Picture:
    return paint_map(kernels.cave(SHAPE, 11))


def draw_cave_step() -> Picture:
    noise = kernels.cave((43, 26), 5, steps=0)
    parts = [kernels.cave_step(noise, steps=steps) for steps in (0, 1, 4)]
    return paint_map(np.hstack([np.pad(part, ((0, 0), (0, 1))) for part in parts])[:, :-1])


def draw_regions() -> Picture:
    labels, _ = kernels.regions(kernels.cave(SHAPE, 11))
    picture = np.uint8(WHEEL)[labels % 8]
    picture[labels == 0] = WALL
    return picture


def draw_largest_region() -> Picture:
    picture = paint_map(kernels.cave(SHAPE, 11))
    picture[kernels.largest_region(kernels.cave(SHAPE, 11))] = YELLOW
    return picture


def draw_connect() -> Picture:
    rough = kernels.cave(SHAPE, 11)
    picture = paint_map(rough)
    picture[kernels.connect(rough) & ~rough] = YELLOW
    return picture


def draw_philox() -> Picture:
    words = [[kernels.philox(1, 2, y, x)[0] >> 56 for x in range(SHAPE[1])] for y in range(SHAPE[0])]
    return np.repeat(np.array(words, np.uint8)[..., None], 3, axis=2)


def draw_draw() -> Picture:
    throws = [sum(kernels.draw(1, 2, turn, die, 6) for die in (0, 1)) for turn in range(4000)]
    heights = np.bincount(throws, minlength=11) * 40 // 700
    picture = paint_map(np.ones(SHAPE, bool), DIM)
    for column, height in enumerate(heights.tolist()):
        picture[43 - height :, 3 + 7 * column : 8 + 7 * column] = YELLOW
    return picture


def draw_mix() -> Picture:
    return paint_bits([kernels.mix(1, 1 << bit) for bit in range(34)])


def draw_hash_array() -> Picture:
    maps = [np.zeros(SHAPE, bool) for _ in range(34)]
    for index, cells in enumerate(maps):
        cells[index, index] = True
    return paint_bits([kernels.hash_array(cells) for cells in maps])


PICTURES: dict[str, Callable[[], Picture]] = {
    name.removeprefix("draw_"): value for name, value in list(globals().items()) if name.startswith("draw_")
}
"""The function of each kernel, by name."""


def draw(name: str) -> Picture:
    """Returns the picture of a kernel, about 320 pixels wide."""
    picture = PICTURES[name]()
    return enlarge(picture, round(SHAPE[1] * SCALE / picture.shape[1]))


def main() -> None:
    """Writes all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for name in PICTURES:
        Image.fromarray(draw(name)).save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
