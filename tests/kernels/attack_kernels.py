"""Attacks the kernels' arrays while they are arguments: from `__index__`, and from other threads.

    python tests/kernels/attack_kernels.py index|threads [SECONDS] [SEED]

Not collected by pytest, which runs it in a process of its own (`test_kernels_hostile.py`): success is that the process
lives, and that kernels return or raise ordinary errors. Results of arrays that change meanwhile are arbitrary.
"""

import contextlib
import faulthandler
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from footfall import _native as native

ERRORS = (TypeError, ValueError, OverflowError, MemoryError)
BIG = 90
LARGE = 400


def build_layer(rng: Any, side: int, dtype: str) -> np.ndarray:
    """Returns an array that owns its memory, as in-place changes need."""
    layer = np.empty((side, side), dtype)
    layer[...] = rng.random((side, side)) < 0.8
    return layer


def free_and_shrink(array: np.ndarray) -> None:
    array.resize((1, 1), refcheck=False)


def free_and_grow(array: np.ndarray) -> None:
    if array.size < 500_000:
        array.resize((array.shape[0] * 2, array.shape[-1] * 2), refcheck=False)


def flatten(array: np.ndarray) -> None:
    array.shape = (array.size,)


def stretch(array: np.ndarray) -> None:
    array.shape = (1, array.size)


def retype(array: np.ndarray) -> None:
    array.dtype = np.uint8 if array.dtype.itemsize == 8 else np.dtype(f"V{array.shape[-1]}")


def scribble(array: np.ndarray) -> None:
    array.view(np.uint8)[...] = 0xC3


def restore(array: np.ndarray) -> None:
    array.__setstate__((1, (2, 2), np.dtype(bool), False, b"\1\0\1\0"))


CHANGES: list[Callable[[np.ndarray], None]] = [
    free_and_shrink,
    free_and_grow,
    flatten,
    stretch,
    retype,
    scribble,
    restore,
]
"""Everything that Python code can do to an array in place."""

CHANGING = threading.Lock()
"""One change at a time: NumPy itself does not survive two."""


class Evil:
    """An integer whose conversion changes arrays."""

    def __init__(self, value: int, attack: Callable[[], None]) -> None:
        self.value = value
        self.attack = attack

    def __index__(self) -> int:
        self.attack()
        return self.value


def change_all(arrays: list[np.ndarray], change: Callable[[np.ndarray], None]) -> None:
    """Applies a change to all arrays that still allow it."""
    for array in arrays:
        with CHANGING, contextlib.suppress(ValueError, TypeError, AttributeError, MemoryError):
            change(array)


def list_calls(layer: Any, cost: Any, out: Any, field: Any, at: Any, integer: Callable[[int], Any]) -> list:
    """Returns calls of all kernels that take arrays, with integers made by `integer`."""
    place = lambda: (integer(1), integer(2))  # noqa: E731
    seen = out.view(bool) if out.dtype.itemsize == 1 else out
    movement = lambda: {"straight_cost": integer(1), "diagonal_cost": integer(1)}  # noqa: E731
    return [
        lambda: native.field_of_view(layer, place(), integer(40)),
        lambda: native.field_of_view(layer, place(), integer(9), "circle", seen),
        lambda: native.fields_of_view(layer, at, integer(12)),
        lambda: native.fields_of_view(layer, [place()] * 40, integer(12)),
        lambda: native.visible_pairs(layer, at, integer(50), [place()] * 3),
        lambda: native.line_of_sight(layer, place(), place()),
        lambda: native.find_path(cost, place(), (3, 3), **movement()),
        lambda: native.find_path(cost, place(), (3, 3), extra=field, max_cost=integer(500)),
        lambda: native.find_paths(cost, at, at, canonical=True, **movement()),
        lambda: native.path_cost(cost, place(), (3, 3), within=integer(80)),
        lambda: native.distance_map(cost, at, max_cost=integer(900), out=out, **movement()),
        lambda: native.distance_map(cost, at, start_values=[integer(3)] * len(at), **movement()),
        lambda: native.reachable_within(cost, place(), integer(300), **movement()),
        lambda: native.flow(field),
        lambda: native.descend(field, [place()]),
        lambda: native.flight_map(cost, field, percent=integer(130)),
        lambda: native.sound_field(cost, at, max_distance=integer(900), out=out),
        lambda: native.sound_arrivals(cost, at, max_distance=integer(900)),
        lambda: native.hear(cost, at, [place()], max_distance=integer(900)),
        lambda: native.cave_step(layer, birth=integer(4), death=integer(3), steps=integer(2)),
        lambda: native.regions(layer, integer(8)),
        lambda: native.largest_region(layer, integer(8)),
        lambda: native.connect(layer, connectivity=integer(4)),
        lambda: native.Grid(layer, layer, cost).set(integer(1), integer(1), absorption=integer(7)),
        lambda: native.hash_array(field),
        lambda: native.flight_map(cost, field, percent=integer(130), out=out),
        lambda: native.sound_arrivals(cost, at, max_distance=integer(900), out=(out, seen.view(np.int8))),
        lambda: native.cave_step(layer, steps=integer(2), out=seen),
        lambda: native.regions(layer, integer(8), out=out),
        lambda: native.largest_region(layer, integer(8), out=seen),
        lambda: native.connect(layer, connectivity=integer(4), out=seen),
    ]


def build_arrays(rng: Any, side: int) -> tuple[np.ndarray, ...]:
    """Returns fresh arguments: a layer, costs, an output, a field and positions."""
    layer = build_layer(rng, side, str(rng.choice(["bool", "uint8"])))
    cost = build_layer(rng, side, str(rng.choice(["bool", "uint8", "int16", "int64"])))
    field = build_layer(rng, side, "int32")
    out = np.zeros((side, side), str(rng.choice(["bool", "int32"])))
    at = np.zeros((20, 2), np.int64)
    at[...] = rng.integers(0, side, (20, 2))
    return layer, cost, out, field, at


def attack_by_index(seconds: float, seed: int) -> int:
    """Changes arrays while later arguments are converted; returns the number of calls."""
    rng = np.random.default_rng(seed)
    stop = time.monotonic() + seconds
    count = 0
    while time.monotonic() < stop:
        for change in CHANGES:
            for number in range(31):
                owners = build_arrays(rng, int(rng.choice([20, BIG, 150])))
                arrays = [a[:] if a.ndim == 2 and rng.random() < 0.2 else a for a in owners]
                evil = lambda value, owners=owners, change=change: Evil(  # noqa: E731
                    value, lambda: change_all(owners, change)
                )
                with contextlib.suppress(*ERRORS):
                    list_calls(*arrays, evil)[number]()
                count += 1
    return count


def attack_by_threads(seconds: float, seed: int) -> int:
    """Changes arrays in two threads while kernels run in two others; returns the number of calls."""
    stop = time.monotonic() + seconds
    shared: list[tuple[np.ndarray, ...]] = [build_arrays(np.random.default_rng(seed), LARGE)]
    counts = [0, 0]
    failures: list[BaseException] = []

    def change(number: int) -> None:
        rng = np.random.default_rng([seed, number])
        while time.monotonic() < stop:
            change_all(list(shared[0]), CHANGES[int(rng.integers(len(CHANGES)))])
            if rng.random() < 0.5:
                shared[0] = build_arrays(rng, int(rng.choice([BIG, LARGE])))

    def call(number: int) -> None:
        rng = np.random.default_rng([seed, 10 + number])
        try:
            while time.monotonic() < stop:
                calls = list_calls(*shared[0], int)
                with contextlib.suppress(*ERRORS):
                    calls[int(rng.integers(len(calls)))]()
                counts[number] += 1
        except BaseException as error:
            failures.append(error)

    sys.setswitchinterval(1e-5)
    threads = [threading.Thread(target=work, args=(n,)) for work in (change, call) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return sum(counts)


def main() -> None:
    """Runs the attack."""
    faulthandler.enable()
    way, seconds, seed = (sys.argv[1:] + ["index", "3", "0"][len(sys.argv) - 1 :])[:3]
    attack = {"index": attack_by_index, "threads": attack_by_threads}[way]
    print(f"{attack(float(seconds), int(seed))} calls from seed {seed} by {way}: alive")


if __name__ == "__main__":
    main()
