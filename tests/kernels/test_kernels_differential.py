"""Rust against the Python reference: the same results, bit for bit."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from kernel_layouts import LIMITS, MOVES, assert_same, generator
from kernel_strategies import layers, masks, positions, property_settings

from footfall.kernels import reference

native = pytest.importorskip("footfall._native")


def call_both(name: str, *args: Any, **options: Any) -> Any:
    """Calls a kernel on both backends and returns the common result."""
    expected = getattr(reference, name)(*args, **options)
    assert_same(getattr(native, name)(*args, **options), expected)
    return expected


@st.composite
def maps_with(draw: Any, count: int, values: tuple[int, ...] | None = None) -> tuple[np.ndarray, list]:
    """A map and some positions on it."""
    array = draw(masks() if values is None else layers(values))
    return array, draw(st.lists(positions(array.shape), min_size=count, max_size=count))


radii = st.sampled_from([None, -1, 0, 1, 2, 3, 5, 8, 20, 31, 32, 40, 70, 1000])
bounded = st.sampled_from([0, 1, 2, 5, 8, 20, 31, 32, 40])
shapes_of_view = st.sampled_from(["square", "circle"])


@property_settings
@given(maps_with(2), radii, shapes_of_view)
def test_sight(case: Any, radius: Any, shape: str) -> None:
    array, (a, b) = case
    call_both("line", a, b)
    call_both("line_of_sight", array, a, b)
    seen = call_both("field_of_view", array, a, radius, shape)
    out = np.ones(array.shape, np.bool_)
    assert native.field_of_view(array, a, radius, shape, out) is out
    assert_same(out, seen)


@property_settings
@given(masks(), st.data(), shapes_of_view)
def test_many_viewers(array: np.ndarray, data: Any, shape: str) -> None:
    origins = data.draw(st.lists(positions(array.shape), max_size=5))
    targets = data.draw(st.lists(positions(array.shape), max_size=5))
    radii_each = data.draw(st.one_of(bounded, st.lists(bounded, min_size=len(origins), max_size=len(origins))))
    call_both("fields_of_view", array, origins, radii_each, shape)
    call_both("visible_pairs", array, origins, radii_each, targets, shape)
    call_both("visible_pairs", array, origins, None, np.array(targets, np.int32).reshape(-1, 2))


@property_settings
@given(maps_with(2), st.sampled_from(MOVES), st.sampled_from(LIMITS))
def test_paths_on_plain_maps(case: Any, moves: Any, limits: Any) -> None:
    array, (a, b) = case
    assert_paths_agree(array, a, b, moves | limits)


@property_settings
@given(maps_with(2, (0, 1, 1, 1, 2, 3, 9, 100)), st.sampled_from(MOVES), st.sampled_from(LIMITS), st.data())
def test_weighted_paths(case: Any, moves: Any, limits: Any, data: Any) -> None:
    array, (a, b) = case
    seed = data.draw(st.integers(0, 1000))
    extra = generator(seed).choice(data.draw(st.sampled_from(([0, 0, 0, 15, 1000], [3, 15, 15, 40]))), array.shape)
    assert_paths_agree(array, a, b, moves | limits | ({"extra": extra} if seed % 2 else {}))


def assert_paths_agree(array: np.ndarray, a: Any, b: Any, options: dict[str, Any]) -> None:
    """Asserts equal costs and canonical paths; other paths must be walkable at that cost."""
    cost = call_both("path_cost", array, a, b, **options)
    canonical = call_both("find_path", array, a, b, canonical=True, **options)
    path = native.find_path(array, a, b, **options)
    assert (path is None) == (cost is None) == (canonical is None)
    if path is not None:
        assert path.dtype == np.int32
        assert measure_walk(array, path, options) == cost
        assert (path[0].tolist(), path[-1].tolist()) == (list(a), list(b))
    paths, costs = native.find_paths(array, [a, a, b], [b, b, b], canonical=True, **options)
    assert_same(paths[:2], [canonical, canonical])
    assert costs.tolist() == [-1 if cost is None else cost] * 2 + [0]


def measure_walk(array: np.ndarray, path: np.ndarray, options: dict[str, Any]) -> int:
    """Returns the cost of a path by the movement rules."""
    total = 0
    extra = options.get("extra")
    for (y, x), (ny, nx) in zip(path[:-1].tolist(), path[1:].tolist(), strict=True):
        assert max(abs(ny - y), abs(nx - x)) == 1
        assert array[ny, nx] != 0
        if ny != y and nx != x:
            weight = options.get("diagonal_cost", 1)
            assert weight is not None
            assert options.get("corner_cutting", True) or (array[y, nx] and array[ny, x])
        else:
            weight = options.get("straight_cost", 1)
        total += weight * int(array[ny, nx]) + (0 if extra is None else int(extra[ny, nx]))
    return total


@property_settings
@given(maps_with(3, (0, 1, 1, 1, 2, 3, 9, 100)), st.sampled_from(MOVES), st.booleans(), st.data())
def test_fields(case: Any, moves: Any, reverse: bool, data: Any) -> None:
    array, places = case
    sources = places[: data.draw(st.integers(0, 3))]
    values = data.draw(st.lists(st.integers(0, 50), min_size=len(sources), max_size=len(sources)))
    extra = generator(len(values)).choice(np.array([0, 0, 15]), array.shape)
    most = data.draw(st.sampled_from([None, 0, 3, 40, 100_000]))
    options = moves | {"max_cost": most, "reverse": reverse, "start_values": values}
    call_both("distance_map", array, sources, extra=extra, **options)
    field = call_both("distance_map", array, sources, **options)
    out = np.zeros(array.shape, np.int32)
    assert native.distance_map(array, sources, **options, out=out) is out
    assert_same(out, field)
    call_both("reachable_within", array, places[0], data.draw(st.sampled_from([0, 1, 7, 50])), **moves)
    downhill = {"diagonal": data.draw(st.booleans()), "corner_cutting": data.draw(st.booleans())}
    call_both("flow", field, **downhill)
    call_both("descend", field, places, **downhill)
    call_both("flight_map", array, field, **moves)


@property_settings
@given(masks(), st.sampled_from(MOVES), st.data())
def test_fields_on_plain_maps(array: np.ndarray, moves: Any, data: Any) -> None:
    sources = data.draw(st.lists(positions(array.shape), max_size=3))
    field = call_both("distance_map", array != 0, sources, **moves)
    call_both("distance_map", array != 0, sources, max_cost=data.draw(st.integers(0, 20)), **moves)
    call_both("flight_map", array != 0, field, percent=data.draw(st.sampled_from([100, 120, 1000])))


@property_settings
@given(maps_with(4, (10, 10, 20, 50)), st.sampled_from([None, 0, 9, 10, 45, 200]), st.data())
def test_sound(case: Any, most: Any, data: Any) -> None:
    assert_sound_agrees(*case, most, data)


@property_settings
@given(maps_with(4, (0, 1, 7, 10, 100)), st.sampled_from([None, 0, 9, 10, 45, 200]), st.data())
def test_sound_in_odd_tiles(case: Any, most: Any, data: Any) -> None:
    assert_sound_agrees(*case, most, data)


@pytest.mark.proof(8)
@pytest.mark.parametrize("width", [63, 64, 65, 127, 128, 129])
@pytest.mark.parametrize("tiles", [(10, 20, 50), (10, 0, 50, 30), (3, 7, 1, 2), (10, 20, 30, 40, 50)])
def test_sound_on_maps_of_whole_words_and_others(width: int, tiles: tuple[int, ...]) -> None:
    """A row of up to 128 tiles of up to four kinds is one or two words."""
    rng = generator(width)
    shape = (int(rng.integers(2, 40)), width)
    array = rng.choice(np.array((tiles[0], *tiles)), shape).astype(np.uint16)
    sources = [(int(rng.integers(shape[0])), int(rng.integers(width))) for _ in range(2)]
    for most in (None, 200):
        field = call_both("sound_field", array, sources, max_distance=most)
        assert_same(call_both("sound_arrivals", array, sources, max_distance=most)[0], field)
        call_both("sound_fields", array, sources, 30, max_distance=most)


@pytest.mark.parametrize("radius", [None, 32, 45, 500])
@pytest.mark.parametrize("shape", ["square", "circle"])
@pytest.mark.parametrize("density", [2, 20, 50])
def test_long_views_on_a_grid(radius: int | None, shape: str, density: int) -> None:
    """A grid has its walls as words, an array has not."""
    rng = generator(density)
    opens = rng.integers(0, 100, (90, 140)) >= density
    grid = native.Grid(transparent=opens)
    for origin in ((45, 70), (0, 139), (89, 3)):
        seen = call_both("field_of_view", opens, origin, radius, shape)
        np.testing.assert_array_equal(native.field_of_view(grid, origin, radius, shape), seen)


def assert_sound_agrees(array: np.ndarray, places: list, most: Any, data: Any) -> None:
    """Asserts equal fields, arrivals and audible pairs."""
    sources = places[: data.draw(st.integers(0, 3))]
    field = call_both("sound_field", array, sources, max_distance=most)
    assert_same(call_both("sound_arrivals", array, sources, max_distance=most)[0], field)
    call_both("sound_fields", array, sources, data.draw(st.integers(0, 9)), max_distance=most)
    ranges = data.draw(
        st.one_of(st.integers(0, 300), st.lists(st.integers(0, 300), min_size=len(places), max_size=len(places)))
    )
    call_both("hear", array, sources, places, max_distance=ranges)


@property_settings
@given(
    st.tuples(st.integers(1, 9), st.sampled_from([1, 2, 9, 63, 64, 65, 128, 130])),
    st.integers(0, 2**64 - 1),
    st.one_of(st.floats(0, 1), st.sampled_from([0, 1, 0.5, 0.6])),
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 3),
    st.sampled_from(["neighbors", "majority"]),
)
def test_cave(shape: Any, seed: int, chance: float, birth: int, death: int, steps: int, rule: str) -> None:
    options = {"birth": birth, "death": death, "rule": rule}
    opens = call_both("cave", shape, seed, open_probability=chance, steps=steps, **options)
    call_both("cave_step", opens, steps=steps, **options)


@property_settings
@given(masks(), st.sampled_from([4, 8]), st.booleans())
def test_regions(array: np.ndarray, connectivity: int, keep_border: bool) -> None:
    call_both("regions", array, connectivity)
    call_both("largest_region", array, connectivity)
    call_both("connect", array, connectivity=connectivity, keep_border=keep_border)
    call_both("cave_step", array)
    call_both("hash_array", array)


words = st.one_of(st.integers(0, 2**64 - 1), st.sampled_from([0, 1, 2**63, 2**64 - 1]))


@property_settings
@given(words, words, words, words, words)
def test_numbers(a: int, b: int, c: int, d: int, n: int) -> None:
    call_both("philox", a, b, c, d)
    call_both("draw", a, b, c, d, max(1, n))
    call_both("draw", a, b, c, d, 2**63 + 1)  # nearly half of the words are rejected
    call_both("draw", a, b, c, d, 6)
    call_both("mix", a, b)
    for dtype in ("float64", "<f4", ">f8", "complex64"):
        call_both("hash_array", np.array([a, b, c, d], np.float64).astype(dtype).reshape(2, 2).T)
    call_both("hash_array", np.array(a % 1000))
    call_both("hash_array", np.zeros((0, 3), np.int8))
