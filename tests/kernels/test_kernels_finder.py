"""Finders: the results of the path kernels with fixed options, on both backends."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from kernel_layouts import LIMITS, MOVES, POSITION_LAYOUTS, assert_same, position_array
from kernel_strategies import masks, positions, property_settings

from footfall.kernels import reference

native = pytest.importorskip("footfall._native")
OPEN = np.ones((3, 4), bool)


@property_settings
@given(masks(plain=True), st.sampled_from(MOVES), st.sampled_from(LIMITS), st.data())
def test_a_finder_finds_what_the_kernels_find(cells: np.ndarray, moves: Any, limits: Any, data: Any) -> None:
    a, b = (data.draw(positions(cells.shape)) for _ in "ab")
    options = {**moves, **limits}
    expected = reference.find_path(cells, a, b, canonical=True, **options)
    cost = reference.path_cost(cells, a, b, **options)
    for backend in (reference, native):
        finder = backend.Grid(cells).finder(canonical=True, **options)
        assert_same(finder.find_path(a, b), expected)
        assert finder.path_cost(a, b) == cost
        assert_same(
            finder.find_paths([a, b], np.array([b, b])),
            backend.find_paths(cells, [a, b], [b, b], canonical=True, **options),
        )
        assert backend.Grid(cells).finder(**options).path_cost(a, b) == cost


@pytest.mark.parametrize("layout", POSITION_LAYOUTS)
def test_a_finder_takes_positions_in_every_layout(layout: str) -> None:
    places = [(0, 0), (2, 3), (1, 1)]
    for backend in (reference, native):
        finder = backend.Grid(OPEN).finder(diagonal_cost=None)
        _, costs = finder.find_paths(position_array(places, layout), position_array(places[::-1], layout))
        assert costs.tolist() == [2, 0, 2]


@pytest.mark.parametrize("backend", [reference, native])
def test_a_finder_sees_edits_and_keeps_its_grid(backend: Any) -> None:
    grid = backend.Grid(np.ones((1, 3), bool))
    finder = grid.finder()
    assert finder.path_cost((0, 0), (0, 2)) == 2
    grid.set(0, 1, walkable=False)
    assert finder.path_cost((0, 0), (0, 2)) is None
    assert finder.grid is grid
    del grid
    finder.grid.set(0, 1, walkable=True)
    assert finder.find_path((0, 0), (0, 2)).tolist() == [[0, 0], [0, 1], [0, 2]]
    assert repr(finder) == "Finder(Grid(1 x 3, walkable, generation 2))"


@pytest.mark.parametrize(
    "options",
    [
        {"straight_cost": 0},
        {"straight_cost": None},
        {"diagonal_cost": "x"},
        {"diagonal_cost": 70_000},
        {"corner_cutting": 1},
        {"max_cost": -1},
        {"max_nodes": 1.5},
        {"within": -1},
        {"canonical": None},
        {"extra": OPEN},
        {"max_cost": -1, "straight_cost": 0, "canonical": 3},
    ],
)
def test_bad_options_raise_the_same_errors(options: dict[str, Any]) -> None:
    errors = []
    for backend in (reference, native):
        with pytest.raises((TypeError, ValueError)) as caught:
            backend.Grid(OPEN).finder(**options)
        errors.append((caught.type, str(caught.value)))
    assert errors[0][0] is errors[1][0]
    if "extra" not in options:
        assert errors[0] == errors[1]
        assert next(iter(options)) in errors[0][1] or len(options) > 1


@pytest.mark.parametrize("ends", [((0, 0), (3, 0)), ((0,), (1, 1)), (None, (1, 1)), ((0, 0), "ab")])
def test_bad_positions_raise_the_same_errors(ends: Any) -> None:
    messages = set()
    for backend in (reference, native):
        finder = backend.Grid(OPEN).finder()
        for call in (finder.find_path, finder.path_cost):
            with pytest.raises((TypeError, ValueError), match=r"start|goal") as caught:
                call(*ends)
            messages.add((caught.type, str(caught.value)))
    assert len(messages) == 1


def test_only_walkable_grids_have_finders() -> None:
    for backend in (reference, native):
        with pytest.raises(ValueError, match="finder: expected a Grid with a walkable layer"):
            backend.Grid(transparent=OPEN).finder()
    with pytest.raises(TypeError):
        native.Finder()
