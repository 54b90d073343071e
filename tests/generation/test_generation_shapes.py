"""The shapes of rooms, columns, doors of corridors, and cells that may be blocked, cell by cell."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from footfall.world.level_draft import LevelDraft, PlacedActor, PlacedItem
from footfall.world.worldgen.connectivity import build_cave_mask, can_be_blocked
from footfall.world.worldgen.rooms import (
    build_room_mask,
    carve_room,
    dig_corridor,
    find_door_cells,
    is_box_free,
    place_columns,
)

SHAPES = {
    ("circle", 3, 5): [".###.", ".###.", ".###."],
    ("circle", 5, 6): [".###..", "#####.", "#####.", "#####.", ".###.."],
    ("ellipse", 5, 9): ["..#####..", "#########", "#########", "#########", "..#####.."],
    ("cross", 5, 7): ["..###..", "#######", "#######", "#######", "..###.."],
    ("rectangle", 2, 3): ["###", "###"],
}
RING = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]


def read(rows: list[str], sign: str = "#") -> Any:
    return np.array([[char == sign for char in row] for row in rows])


@pytest.mark.parametrize(("shape", "height", "width"), SHAPES)
def test_a_room_has_the_cells_of_its_shape(shape: str, height: int, width: int) -> None:
    drawn = ["".join(".#"[cell] for cell in row) for row in build_room_mask(shape, height, width).astype(int)]
    assert drawn == SHAPES[shape, height, width]


def test_a_box_keeps_a_wall_to_the_border_and_its_distance_from_others() -> None:
    occupied = np.zeros((9, 11), np.bool_)
    occupied[6, 8] = True
    free = [(y, x) for y in range(-1, 9) for x in range(-1, 11) if is_box_free(occupied, y, x, 2, 3, 1)]
    assert free == [(y, x) for y in range(1, 7) for x in range(1, 8) if y < 4 or x < 5]


def test_columns_stand_apart_from_walls_corridors_and_creatures() -> None:
    draft = LevelDraft("you.mod:hall", (9, 11), "wall")
    room = carve_room(draft, 1, 1, 7, 9, "rectangle", "floor")
    walkable = draft.tiles == draft.palette_index("floor")
    draft.corridors[4, 4] = draft.reserved[2, 2] = True
    draft.occupants[2, 4] = "item"
    walkable[5, 7] = False
    assert place_columns(draft, room, walkable, "column") == 5
    columns = {(2, 6), (2, 8), (4, 2), (6, 2), (6, 4)}
    assert {(int(y), int(x)) for y, x in np.argwhere(draft.tiles == draft.palette_index("column"))} == columns
    assert not any(walkable[cell] for cell in columns)


def test_columns_stand_inside_their_room() -> None:
    draft = LevelDraft("you.mod:plain", (9, 11), "floor")
    room = carve_room(draft, 1, 1, 6, 6, "rectangle", "floor")
    assert place_columns(draft, room, np.ones((9, 11), np.bool_), "column") == 4
    columns = np.argwhere(draft.tiles == draft.palette_index("column"))
    assert [(int(y), int(x)) for y, x in columns] == [(2, 2), (2, 4), (4, 2), (4, 4)]


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize(("gap", "is_dug"), [(0, False), (1, True), (2, True), (3, True), (4, True), (5, False)])
def test_a_corridor_goes_around_reserved_cells_and_not_along_the_border(
    is_turned: bool, gap: int, is_dug: bool
) -> None:
    draft = LevelDraft("you.mod:hall", (6, 7), "wall")
    draft.reserved[[y for y in range(6) if y != gap], 3] = True
    a, b = (2, 1), (2, 5)
    if is_turned:
        draft.tiles, draft.reserved, draft.corridors = draft.tiles.T, draft.reserved.T, draft.corridors.T
        a, b = (1, 2), (5, 2)
    assert dig_corridor(draft, a, b, np.ones(draft.shape, np.bool_), "floor", True) is is_dug
    assert not draft.corridors[draft.reserved].any()
    assert int(draft.corridors.sum()) == (5 + 2 * abs(gap - 2) if is_dug else 0)


@pytest.mark.parametrize(("depth", "dug"), [(9, 0), (11, 9)])
def test_a_corridor_prefers_open_cells_to_a_third_of_their_number_of_rock(depth: int, dug: int) -> None:
    bottom = 5 + depth
    draft, rock = LevelDraft("you.mod:hall", (bottom + 2, 9), "wall"), np.ones((bottom + 2, 9), np.bool_)
    draft.reserved[3:bottom, 4] = True
    rock[4 : bottom + 1, [1, 7]] = rock[bottom, 1:8] = False
    assert dig_corridor(draft, (4, 1), (4, 7), rock, "floor", True)
    assert int(draft.corridors.sum()) == dug


def test_a_door_stands_between_a_room_and_a_corridor_with_walls_on_its_flanks() -> None:
    rows = [
        "#######",
        "#RRRRR#",
        "###c###",
        "###c###",
        "RRRRcc#",
        "#####cR",
        "##R####",
    ]
    assert find_door_cells(read(rows, "c"), read(rows, "R"), read(rows)) == [(2, 3), (3, 3), (4, 4)]


def test_a_cell_may_be_blocked_if_its_open_sides_are_joined_around_it() -> None:
    for bits in product((False, True), repeat=8):
        walkable = np.zeros((3, 3), np.bool_)
        walkable[1, 1] = True
        for cell, is_open in zip(RING, bits, strict=True):
            walkable[cell] = is_open
        parts = {number: number for number in range(8)}
        for number in range(8):
            if bits[number] and bits[number - 1]:
                joined, before = parts[number], parts[(number - 1) % 8]
                parts = {key: before if part == joined else part for key, part in parts.items()}
        sides = {parts[number] for number in (1, 3, 5, 7) if bits[number]}
        assert can_be_blocked(walkable, (1, 1)) == (len(sides) <= 1), bits


@pytest.mark.parametrize("at", [(0, 7), (1, 1), (4, 0), (4, 7), (3, 14), (8, 2)])
def test_a_cave_is_open_around_its_cell_and_closed_at_the_border(at: tuple[int, int]) -> None:
    y, x = np.indices((9, 15))
    near = (abs(y - at[0]) <= 1) & (abs(x - at[1]) <= 1)
    inside = (y > 0) & (y < 8) & (x > 0) & (x < 14)
    far_from_corners = np.minimum(y - 1, 7 - y) + np.minimum(x - 1, 13 - x) >= 2
    for percent, wanted in ((0, near & inside), (100, (near | far_from_corners) & inside)):
        assert (build_cave_mask((9, 15), 5, open_percent=percent, open_cell=at) == wanted).all()


def test_a_draft_counts_what_it_holds_and_its_copy_is_independent() -> None:
    draft = LevelDraft("you.mod:hall", (3, 4), "wall")
    draft.place_actor(PlacedActor("rat", (1, 1), carried_items=(("key", 1),)))
    draft.give_item(0, "coin")
    draft.place_item(PlacedItem("key", (1, 2)))
    assert draft.counts == {"rat": 1, "key": 2, "coin": 1}
    assert draft.actors[0].carried_items == (("key", 1), ("coin", 1))
    draft.step_data["promised"] = [(1, 1)]
    backup = draft.copy()
    draft.step_data["promised"].append((1, 2))
    draft.set_tile((1, 1), "floor")
    draft.items.clear()
    draft.restore(backup)
    assert (draft.step_data, draft.tile_at((1, 1)), len(draft.items)) == ({"promised": [(1, 1)]}, "wall", 1)
