"""Levels that grow while they are painted keep their content."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from footfall.engine.codec import decode_state, encode_snapshot
from footfall.engine.state import State
from footfall.world.changes.levels import GROWTH_STEP, KEEP_TILE, MarkExplored, PaintTiles, SetTile
from footfall.world.level import MAX_TILE_KINDS, Level, tile_id_at
from footfall.world.state import WORLD_PART, World, get_world


def make_state() -> State:
    tiles = np.zeros((4, 6), np.uint8)
    level = Level(1, "t", 1, ["t:rock"], tiles, tiles.astype(bool), tiles.astype(bool), origin=(-1, -2))
    return State("t", 1, parts={WORLD_PART: World(levels={1: level}, current=1)})


def paint(state, at, rows, palette=("t:floor", "t:wall"), fill="t:rock"):
    return PaintTiles(1, at, np.array(rows, np.uint8), palette, fill).apply(state)


blocks = st.tuples(
    st.tuples(st.integers(-90, 90), st.integers(-90, 90)),
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from((0, 1, KEEP_TILE)),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(blocks, min_size=1, max_size=6))
def test_every_cell_has_its_last_tile(paintings):
    state = make_state()
    want: dict[tuple[int, int], str] = {}
    names = {0: "t:floor", 1: "t:wall"}
    for at, height, width, what in paintings:
        event = paint(state, at, np.full((height, width), what))
        assert (event.at, event.height, event.width) == (at, height, width)
        if what != KEEP_TILE:
            want.update({(at[0] + y, at[1] + x): names[what] for y in range(height) for x in range(width)})
    level = get_world(state).levels[1]
    assert level.tiles.shape == level.explored.shape == level.recognized.shape
    for cell, name in want.items():
        assert tile_id_at(level, cell) == name
    rock = np.array([id == "t:rock" for id in level.palette])[level.tiles]
    assert int((~rock).sum()) == len(want)


def test_explored_cells_stay_explored():
    state = make_state()
    level = get_world(state).levels[1]
    level.explored[0, 0] = level.recognized[3, 5] = True
    level.memory = np.ones((4, 6), np.uint8)
    level.__dict__["level_index"] = object()
    paint(state, (-40, 70), [[0]])
    assert "level_index" not in level.__dict__
    top, left = level.origin
    assert top % GROWTH_STEP == 0
    assert (left + level.shape[1]) % GROWTH_STEP == 0
    assert level.explored[-1 - top, -2 - left]
    assert level.explored.sum() == 1
    assert level.recognized[2 - top, 3 - left]
    assert level.recognized.sum() == 1
    assert level.memory.shape == level.tiles.shape
    assert level.memory.sum() == 24


def test_a_level_keeps_its_size_if_the_block_fits():
    state = make_state()
    paint(state, (0, 0), [[0, 1], [KEEP_TILE, 0]])
    level = get_world(state).levels[1]
    assert level.shape == (4, 6)
    assert level.origin == (-1, -2)
    assert [tile_id_at(level, cell) for cell in ((0, 0), (0, 1), (1, 0), (1, 1))] == [
        "t:floor",
        "t:wall",
        "t:rock",
        "t:floor",
    ]


def test_a_grown_level_is_saved_and_loaded():
    state = make_state()
    paint(state, (50, -50), [[1]])
    again = decode_state(encode_snapshot(state), {WORLD_PART: World})
    level = again.parts[WORLD_PART].levels[1]
    assert level.origin == get_world(state).levels[1].origin
    assert tile_id_at(level, (50, -50)) == "t:wall"


def test_a_level_has_no_more_kinds_of_tile_than_its_memory_can_hold():
    state = make_state()
    level = get_world(state).levels[1]
    level.palette += [f"t:{number}" for number in range(1, MAX_TILE_KINDS)]
    SetTile(1, (0, 0), level.palette[-1]).apply(state)
    MarkExplored(1, np.ones(level.shape, np.bool_)).apply(state)
    assert level.memory.min() > 0
    with pytest.raises(ValueError, match="at most 255 kinds of tile"):
        SetTile(1, (0, 0), "t:one-more").apply(state)
    with pytest.raises(ValueError, match="at most 255 kinds of tile"):
        paint(state, (0, 0), [[0]])


@pytest.mark.parametrize(("rows", "message"), [([[2]], "beyond its palette"), ([[]], "shape"), ([1, 2], "shape")])
def test_a_bad_block_writes_nothing(rows, message):
    state = make_state()
    before = copy.deepcopy(get_world(state).levels[1])
    with pytest.raises(ValueError, match=message):
        paint(state, (100, 100), rows)
    level = get_world(state).levels[1]
    assert level.palette == before.palette
    assert level.origin == before.origin
    with pytest.raises(ValueError, match="no level 9"):
        PaintTiles(9, (0, 0), np.zeros((1, 1), np.uint8), ("t:floor",), "t:rock").apply(state)
