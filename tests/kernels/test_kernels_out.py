"""Output arrays of the caller: both backends fill and return them, also where they share memory with inputs."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from kernel_layouts import assert_same, generator

from footfall.kernels import reference

native = pytest.importorskip("footfall._native")

OPEN = generator(3).random((14, 23)) < 0.7
COST = np.where(OPEN, 10, 30).astype(np.int32)
FIELD = np.arange(OPEN.size, dtype=np.int32).reshape(OPEN.shape) % 17 - 1
PLACES = [(2, 3), (5, 11), (9, 13), (13, 2), (0, 12)]

CALLS: dict[str, Callable[..., Any]] = {
    "field_of_view": lambda kernels, **out: kernels.field_of_view(OPEN, (5, 11), 6, **out),
    "fields_of_view": lambda kernels, **out: kernels.fields_of_view(OPEN, PLACES, 6, **out),
    "visible_pairs": lambda kernels, **out: kernels.visible_pairs(OPEN, PLACES, None, PLACES, **out),
    "visible_pairs without viewers": lambda kernels, **out: kernels.visible_pairs(OPEN, [], None, PLACES, **out),
    "line": lambda kernels, **out: kernels.line((2, 3), (-4, 20), **out),
    "distance_map": lambda kernels, **out: kernels.distance_map(OPEN, PLACES, max_cost=9, **out),
    "flow": lambda kernels, **out: kernels.flow(FIELD, **out),
    "descend": lambda kernels, **out: kernels.descend(FIELD, PLACES, **out),
    "flight_map": lambda kernels, **out: kernels.flight_map(OPEN, FIELD, **out),
    "sound_fields": lambda kernels, **out: kernels.sound_fields(COST, PLACES, 4, max_distance=70, **out),
    "sound_field": lambda kernels, **out: kernels.sound_field(COST, PLACES[:1], max_distance=70, **out),
    "sound_arrivals": lambda kernels, **out: kernels.sound_arrivals(COST, PLACES[:2], max_distance=70, **out),
    "cave": lambda kernels, **out: kernels.cave((14, 23), 7, **out),
    "cave_step": lambda kernels, **out: kernels.cave_step(OPEN, steps=2, **out),
    "regions": lambda kernels, **out: kernels.regions(OPEN, **out)[0],
    "largest_region": lambda kernels, **out: kernels.largest_region(OPEN, **out),
    "connect": lambda kernels, **out: kernels.connect(OPEN, **out),
}


def soil(result: Any) -> Any:
    """Returns arrays like those of a result, full of other values; bytes of bools are neither 0 nor 1."""
    if isinstance(result, tuple):
        return tuple(map(soil, result))
    return np.full(result.shape, 165, np.uint8).view(bool) if result.dtype == bool else np.full_like(result, 9)


@pytest.mark.parametrize("name", CALLS)
def test_the_result_is_in_the_callers_array(name: str) -> None:
    expected = CALLS[name](reference)
    for backend in (reference, native):
        out = soil(expected)
        result = CALLS[name](backend, out=out)
        pairs = zip(result, out, strict=True) if isinstance(out, tuple) else [(result, out)]
        assert all(one is other for one, other in pairs)
        assert_same(result, expected)
        assert_same(CALLS[name](backend, out=None), expected)


@pytest.mark.parametrize("name", CALLS)
def test_a_bad_array_is_the_same_error(name: str) -> None:
    good = soil(CALLS[name](reference))
    one = good[0] if isinstance(good, tuple) else good
    frozen = one.copy()
    frozen.flags.writeable = False
    swapped = one.astype(one.dtype.newbyteorder()) if one.dtype.itemsize > 1 else one.view(np.uint8)
    bad = [
        3,
        [1],
        one.astype(np.float32),
        one[..., :-1].copy(),
        one[None],
        frozen,
        swapped,
        np.asfortranarray(np.ones((5, 7), one.dtype)),
    ]
    if isinstance(good, tuple):
        bad = (
            [(each, good[1]) for each in bad] + [(good[0], each) for each in bad] + [3, good[0], (good[0],), list(good)]
        )
    for out in bad:
        errors = []
        for backend in (reference, native):
            with pytest.raises((TypeError, ValueError), match=r"^out") as caught:
                CALLS[name](backend, out=out)
            errors.append((caught.type, str(caught.value)))
        assert errors[0] == errors[1]


def test_a_step_of_a_cave_may_overwrite_the_cave() -> None:
    for call in ("cave_step", "largest_region", "connect"):
        expected = getattr(reference, call)(OPEN)
        for backend in (reference, native):
            cells = OPEN.copy()
            assert getattr(backend, call)(cells, out=cells) is cells
            assert_same(cells, expected)


@pytest.mark.parametrize("side", [20, 140, 1100])
def test_outputs_may_lie_over_inputs(side: int) -> None:
    """Small maps are read in place, larger ones without the interpreter lock, the largest from a copy."""
    opens = generator(side).random((side, side)) < 0.9
    at = [(1, 1), (side // 2, side // 3)]
    for call, size in (
        (lambda cells, out: native.field_of_view(cells, at[0], 9, out=out), side * side),
        (lambda cells, out: native.fields_of_view(cells, at, 4, out=out), 2 * 81),
        (lambda cells, out: native.visible_pairs(cells, at, None, at, out=out), 4),
        (lambda cells, out: native.largest_region(cells, out=out), side * side),
        (lambda cells, out: native.connect(cells, out=out), side * side),
        (lambda cells, out: native.cave_step(cells, out=out), side * side),
    ):
        expected = call(opens, None)
        memory = opens.copy()
        out = memory.reshape(-1)[:size].reshape(expected.shape)
        assert_same(call(memory, out), expected)


def test_the_two_outputs_of_arrivals_may_share_memory() -> None:
    """The later one keeps its values, on both backends."""
    for side in (9, 140):
        cost = np.full((side, side), 10, np.int32)
        results = []
        for backend in (reference, native):
            memory = np.zeros((side, side), np.int32)
            arrivals = memory.view(np.int8).reshape(-1)[: side * side].reshape(side, side)
            backend.sound_arrivals(cost, [(0, 0)], max_distance=90, out=(memory, arrivals))
            results.append(memory)
        assert_same(*results)
