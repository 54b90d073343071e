"""Bad arguments raise the same errors on both backends; grids; the choice of a backend."""

import os
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from kernel_layouts import generator
from kernel_strategies import masks, positions, property_settings

from footfall import kernels
from footfall.kernels import bench, reference
from footfall.testing.backends import use_backend

native = pytest.importorskip("footfall._native")
OPEN = np.ones((3, 4), bool)
HARD = np.full((3, 4), 10)
FIELD = np.zeros((3, 4), np.int32)

BAD: list[tuple[str, tuple, dict]] = [
    *(
        (name, (bad, (0, 0)), {})
        for name in ("field_of_view",)
        for bad in (
            None,
            3,
            [[1, 0]],
            np.ones(3),
            np.ones((2, 2)),
            np.ones(3, bool),
            np.ones((0, 4), bool),
            np.ones((2, 2, 2), bool),
            np.array([["a"]]),
            np.ones((1, 40_000), bool),
            reference.Grid(OPEN),
            native.Grid(OPEN),
        )
    ),
    *(
        ("field_of_view", (OPEN, bad), {})
        for bad in (
            None,
            1,
            (1,),
            (1, 2, 3),
            (3, 0),
            (0, 4),
            (-1, 0),
            (0.0, 1),
            ("a", 1),
            (2**70, 0),
            (1 << 25, 0),
            "ab",
        )
    ),
    *(("field_of_view", (OPEN, (0, 0), bad), {}) for bad in (-2, 1.5, "8", 2**40)),
    *(("field_of_view", (OPEN, (0, 0), 1, bad), {}) for bad in (None, "round", 3)),
    *(
        ("field_of_view", (OPEN, (0, 0)), {"out": bad})
        for bad in (
            3,
            np.zeros((3, 4), np.uint8),
            np.zeros((3, 5), bool),
            np.zeros((4, 3), bool).T,
            np.zeros(4, bool),
            np.zeros((3, 8), bool)[:, ::2],
            np.broadcast_to(np.zeros(4, bool), (3, 4)),
        )
    ),
    *(
        ("fields_of_view", (OPEN, bad, 3), {})
        for bad in (
            None,
            3,
            [1, 2],
            [(0, 0), (3, 0)],
            [(0, 0), (0,)],
            np.zeros((2, 3), int),
            np.zeros((2, 2)),
            [(0.5, 1)],
            "abc",
            np.array([[0, 9]], np.int32),
            np.array([[0, -1]]),
            [(2**70, 0)],
        )
    ),
    *(
        ("fields_of_view", (OPEN, [(0, 0), (1, 1)], bad), {})
        for bad in (None, -1, 1024, [1], [1, 2, 3], [1, -1], [1.0, 2.0], "a", [[1, 2]])
    ),
    *(("line", (bad, (0, 0)), {}) for bad in (None, (1,), (2**30, 0), (1.0, 2))),
    *(
        ("find_path", (bad, (0, 0), (1, 1)), {})
        for bad in (
            -HARD,
            HARD * 2000,
            np.full((2, 2), 2**63, np.uint64),
            HARD / 2,
            native.Grid(transparent=OPEN),
            reference.Grid(transparent=OPEN),
        )
    ),
    *(
        ("find_path", (OPEN, (0, 0), (1, 1)), bad)
        for bad in (
            {"straight_cost": 0},
            {"straight_cost": 70_000},
            {"straight_cost": None},
            {"diagonal_cost": 0},
            {"diagonal_cost": "x"},
            {"corner_cutting": 1},
            {"canonical": None},
            {"max_cost": -1},
            {"within": -1},
            {"max_nodes": 1.5},
            {"extra": HARD[:2]},
            {"extra": -HARD},
            {"extra": OPEN.tolist()},
            {"extra": HARD * 0.5},
            {"extra": np.full((3, 4), 2**31)},
        )
    ),
    ("find_path", (OPEN, (5, 0), (1, 1)), {}),
    ("find_path", (OPEN, (0, 0), (1, 9)), {}),
    ("find_paths", (OPEN, [(0, 0)], []), {}),
    ("find_paths", (OPEN, [(0, 0)], [(0, 7)]), {}),
    *(
        ("distance_map", (OPEN, [(0, 0)]), bad)
        for bad in (
            {"start_values": -1},
            {"start_values": [1, 2]},
            {"start_values": 0.5},
            {"reverse": 1},
            {"max_cost": 2**31},
            {"out": np.zeros((3, 4), np.int64)},
            {"out": FIELD[:2]},
        )
    ),
    ("reachable_within", (OPEN, (0, 0), None), {}),
    ("reachable_within", (OPEN, (0, 0), -1), {}),
    ("flow", (HARD.astype(float),), {}),
    ("flow", (np.full((2, 2), 2**40),), {}),
    ("flow", (FIELD,), {"diagonal": 8}),
    ("descend", (FIELD, [(9, 9)]), {}),
    ("flight_map", (OPEN, FIELD[:2]), {}),
    ("flight_map", (OPEN, FIELD), {"percent": 99}),
    ("flight_map", (OPEN, FIELD + 2**28), {}),
    *(("sound_field", (bad, [(0, 0)]), {}) for bad in (-HARD, HARD * 2000, HARD / 2, native.Grid(OPEN))),
    ("sound_field", (HARD, [(0, 0)]), {"max_distance": -1}),
    ("sound_arrivals", (HARD, [(0, 4)]), {}),
    *(("hear", (HARD, [(0, 0)], [(1, 1)]), {"max_distance": bad}) for bad in (None, -1, [1, 2], 1.0, 2**31)),
    *(("cave", (bad, 1), {}) for bad in (None, 3, (3,), (0, 3), (3, 40_000), (32_000, 32_000), (3.0, 3))),
    *(("cave", ((3, 3), bad), {}) for bad in (-1, 2**64, None, 1.5)),
    *(
        ("cave", ((3, 3), 1), bad)
        for bad in (
            {"open_probability": float("nan")},
            {"open_probability": 1.1},
            {"open_probability": "x"},
            {"open_probability": True},
            {"birth": 10},
            {"death": -1},
            {"steps": -1},
            {"steps": 1001},
            {"rule": "life"},
        )
    ),
    *(("regions", (OPEN, bad), {}) for bad in (5, 3, None, "4", 4.0)),
    ("connect", (OPEN,), {"keep_border": "yes"}),
    *(("hash_array", (bad,), {}) for bad in (None, [1], np.array(["a"]), np.array([None]))),
    *(("philox", bad, {}) for bad in ((-1, 0, 0, 0), (0, 2**64, 0, 0), (0, 0, None, 0), (0, 0, 0, 1.0))),
    *(("draw", (0, 0, 0, 0, bad), {}) for bad in (0, -1, 2**64, None, 2.0)),
    *(("mix", bad, {}) for bad in ((-1, 0), (0, "a"))),
]


@pytest.mark.parametrize(("name", "args", "options"), BAD)
def test_bad_arguments_raise_the_same_errors(name: str, args: tuple, options: dict) -> None:
    errors = []
    for backend in (reference, native):
        with pytest.raises((TypeError, ValueError)) as caught:
            getattr(backend, name)(*args, **options)
        errors.append((caught.type, str(caught.value)))
    assert errors[0] == errors[1]
    assert ": expected " in errors[0][1]


@pytest.mark.proof(0)
@property_settings
@given(masks(), st.data())
def test_grids_stay_in_step(array: np.ndarray, data: Any) -> None:
    values = generator(3).choice(np.array([10, 20, 50]), array.shape)
    grids = [backend.Grid(array, array, values) for backend in (reference, native)]
    edits = data.draw(st.lists(st.tuples(positions(array.shape), st.booleans(), st.booleans()), max_size=8))
    walkable, transparent, absorption = array != 0, array != 0, values.copy()
    for cell, walk, see in edits:
        walkable[cell], transparent[cell], absorption[cell] = walk, see, 10 if see else 50
        for grid in grids:
            grid.set(*cell, walkable=walk, transparent=see)
            grid.set(*cell, absorption=10 if see else 50)
    a, b = data.draw(positions(array.shape)), data.draw(positions(array.shape))
    octile = {"straight_cost": 5741, "diagonal_cost": 8119, "corner_cutting": False}
    radius = data.draw(st.sampled_from([None, 3, 8]))
    for grid in grids:
        assert grid.generation == 2 * len(edits)
        assert grid.shape == array.shape
        assert repr(grid) == repr(grids[0])
        for view, expected in (
            (grid.walkable, walkable),
            (grid.transparent, transparent),
            (grid.absorption, absorption),
        ):
            np.testing.assert_array_equal(view, expected)
            with pytest.raises(ValueError, match="read-only"):
                view[0, 0] = 0
        for backend in (reference, native):
            seen = backend.field_of_view(grid, a, radius)
            np.testing.assert_array_equal(seen, reference.field_of_view(transparent, a, radius))
            for options in ({}, octile):
                cost = reference.path_cost(walkable, a, b, **options)
                assert backend.path_cost(grid, a, b, **options) == cost
            np.testing.assert_array_equal(backend.distance_map(grid, [a]), reference.distance_map(walkable, [a]))
            np.testing.assert_array_equal(backend.sound_field(grid, [a]), reference.sound_field(absorption, [a]))


@pytest.mark.parametrize(
    ("args", "options"),
    [((), {}), ((OPEN, OPEN[:2]), {}), ((3,), {}), ((OPEN, None, -HARD), {}), ((None, HARD / 2), {})],
)
def test_bad_layers_raise_the_same_errors(args: tuple, options: dict) -> None:
    errors = []
    for backend in (reference, native):
        with pytest.raises((TypeError, ValueError)) as caught:
            backend.Grid(*args, **options)
        errors.append((caught.type, str(caught.value)))
    assert errors[0] == errors[1]


@pytest.mark.parametrize(
    ("cell", "options"),
    [
        ((3, 0), {"walkable": True}),
        ((0, -1), {"walkable": True}),
        ((0, "x"), {"walkable": True}),
        ((0, 0), {"walkable": 1}),
        ((0, 0), {"transparent": True}),
        ((0, 0), {"absorption": 70_000}),
        ((0, 0), {"absorption": None, "walkable": "a"}),
    ],
)
def test_bad_edits_raise_the_same_errors(cell: tuple, options: dict) -> None:
    errors = []
    for backend in (reference, native):
        grid = backend.Grid(OPEN, absorption=HARD)
        with pytest.raises((TypeError, ValueError)) as caught:
            grid.set(*cell, **options)
        assert grid.generation == 0
        errors.append((caught.type, str(caught.value)))
    assert errors[0] == errors[1]


@property_settings
@given(masks(plain=True), st.data())
def test_cached_regions_change_no_path(opens: np.ndarray, data: Any) -> None:
    grid = native.Grid(opens)
    if data.draw(st.booleans()):
        grid.prepare()
    moves = st.sampled_from([{}, {"corner_cutting": False}, {"diagonal_cost": None}, {"max_cost": 4}])
    for _ in range(6):
        a, b, options = data.draw(positions(opens.shape)), data.draw(positions(opens.shape)), data.draw(moves)
        found = native.find_path(grid, a, b, canonical=True, **options)
        expected = reference.find_path(opens, a, b, canonical=True, **options)
        assert (found is None) == (expected is None)
        assert found is None or found.tolist() == expected.tolist()
        assert native.path_cost(grid, a, b, **options) == reference.path_cost(opens, a, b, **options)
        door = data.draw(positions(opens.shape))
        opens[door] = not opens[door]
        grid.set(*door, walkable=bool(opens[door]))


def test_unreachable_goals_need_no_search() -> None:
    opens = np.ones((400, 400), bool)
    opens[:, 200] = False
    grid = native.Grid(opens)
    assert native.find_path(grid, (0, 0), (0, 399)) is None
    times = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(100):
            native.find_path(grid, (0, 0), (0, 399))
            native.find_path(grid, (0, 0), (0, 399), canonical=True)
        times.append((time.perf_counter() - start) / 200)
    assert min(times) < 20e-6  # a search takes milliseconds
    grid.set(7, 200, walkable=True)
    assert native.path_cost(grid, (0, 0), (0, 399)) == 399


def test_only_walkable_grids_are_prepared() -> None:
    for backend in (reference, native):
        assert backend.Grid(OPEN).prepare() is None
        with pytest.raises(ValueError, match="prepare: expected a Grid with a walkable layer"):
            backend.Grid(transparent=OPEN).prepare()


def test_a_grid_tells_its_memory() -> None:
    """Its layers, and the labels of regions, which an edit drops."""
    cells = np.ones((100, 200), bool)
    grid = native.Grid(cells)
    plain = sys.getsizeof(grid)
    assert 100 * 200 * (1 + 2) < plain < 100 * 200 * 5
    grid.prepare()
    assert sys.getsizeof(grid) == plain + 2 * 4 * 100 * 200
    grid.set(3, 4, walkable=False)
    assert sys.getsizeof(grid) == plain
    assert sys.getsizeof(native.Grid(cells, cells, cells)) > plain + 100 * 200 * (1 + 2)


def test_an_array_outlives_its_grid() -> None:
    view = native.Grid(OPEN).walkable
    np.testing.assert_array_equal(view, OPEN)


def test_the_lists_of_kernels_agree() -> None:
    names = set(reference.__all__)
    assert set(native.__all__) == names
    assert set(kernels.__all__) == names | {"DIRECTIONS", "UNREACHED", "build_info", "get_backend"}
    assert {name for name, _, _ in bench.build_cases()} == names - {"Finder", "Grid"}


def test_use_backend_switches_every_kernel() -> None:
    before = kernels.get_backend()
    for name, source in (("python", reference), ("rust", native)):
        with use_backend(name):
            assert kernels.get_backend() == kernels.build_info()["backend"] == name
            assert all(getattr(kernels, kernel) is getattr(source, kernel) for kernel in reference.__all__)
    assert kernels.get_backend() == before
    with pytest.raises(ValueError, match="expected 'rust' or 'python'"), use_backend("c"):
        pass


def import_kernels(backend: str, *, with_native: bool) -> subprocess.CompletedProcess[str]:
    """Imports the kernels in a new process; `backend` is FOOTFALL_BACKEND."""
    code = (
        "" if with_native else "import sys; sys.modules['footfall._native'] = None\n"
    ) + "from footfall.kernels import get_backend, mix\nprint(get_backend(), mix(0, 0))\n"
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "FOOTFALL_BACKEND": backend}
    )


@pytest.mark.parametrize(("backend", "chosen"), [("", "rust"), ("rust", "rust"), ("python", "python")])
def test_the_environment_chooses_the_backend(backend: str, chosen: str) -> None:
    assert import_kernels(backend, with_native=True).stdout == f"{chosen} 5197578548964807871\n"


def test_without_the_native_module_one_warning_explains_it() -> None:
    done = import_kernels("", with_native=False)
    assert done.stdout == "python 5197578548964807871\n"
    assert done.stderr.count("RuntimeWarning") == 1
    assert "pip install" in done.stderr
    assert import_kernels("python", with_native=False).stderr == ""


def test_an_unavailable_backend_is_an_error() -> None:
    assert "footfall._native is missing" in import_kernels("rust", with_native=False).stderr
    assert "expected 'rust' or 'python', got 'c'" in import_kernels("c", with_native=True).stderr
