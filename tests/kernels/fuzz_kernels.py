"""Fuzzes every kernel on both backends: equal results, or the same TypeError or ValueError.

    python tests/kernels/fuzz_kernels.py [CASES] [SEED] [PACKAGE]

PACKAGE: footfall, or footfall_kernels, which needs NumPy alone. Not collected by pytest. A failing case is printed with
its seed.
"""

import sys
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from typing import Any

import numpy as np
from kernel_layouts import (
    DTYPES,
    LIMITS,
    MAP_LAYOUTS,
    MOVES,
    POSITION_LAYOUTS,
    assert_same,
    generator,
    map_array,
    position_array,
)

ODD_VALUES: list[Any] = [
    None,
    -1,
    2**70,
    1.5,
    "x",
    (),
    (1, 2, 3),
    [[1]],
    np.zeros(3),
    np.zeros((0, 4), bool),
    np.zeros((0, 2), ">i4"),
    np.zeros((4, 0), np.int64)[::-1],
    np.float64(2),
    True,
    float("nan"),
]


BIG_POSITIONS = tuple(layout for layout in POSITION_LAYOUTS if layout != "uint8")
"""Layouts for positions that do not fit in a byte."""


class FuzzCase:
    """Random arguments from one seed."""

    def __init__(self, seed: int) -> None:
        self.rng = generator(seed)
        self.shape = (int(self.rng.integers(1, 7)), int(self.rng.integers(1, 7)))
        if self.rng.random() < 0.05:
            self.shape = (int(self.rng.integers(1, 4)), int(self.rng.integers(60, 140)))
            self.shape = self.shape[:: self.pick([1, -1])]

    def pick(self, values: Any) -> Any:
        """Returns one of the options."""
        return values[int(self.rng.integers(len(values)))]

    def maybe_odd(self, value: Any) -> Any:
        """Returns the value, or rarely an odd one."""
        return self.pick(ODD_VALUES) if self.rng.random() < 0.01 else value

    def pick_map(self, values: tuple[int, ...] = (0, 1)) -> Any:
        """Returns a layer of any dtype and layout."""
        dtypes = [name for name in DTYPES if name == "bool" or max(values) <= np.iinfo(name).max]
        array = self.rng.choice(np.array(values), self.shape).astype(self.pick(dtypes))
        return self.maybe_odd(map_array(array, self.pick(MAP_LAYOUTS)))

    def pick_position(self) -> Any:
        """Returns a position, rarely outside the map."""
        edge = 1 if self.rng.random() < 0.02 else 0
        y, x = (int(self.rng.integers(-edge, side + edge)) for side in self.shape)
        return self.maybe_odd((y, x))

    @staticmethod
    def is_small(places: list[tuple[int, int]]) -> bool:
        """Returns whether all coordinates fit in a byte."""
        return all(0 <= part < 256 for place in places for part in place)

    def pick_positions(self) -> Any:
        """Returns up to three positions, as a list or an array."""
        places = [self.pick_position() for _ in range(self.pick([0, 1, 2, 3]))]
        plain = all(isinstance(p, tuple) and len(p) == 2 and all(type(v) is int for v in p) for p in places)
        return self.maybe_odd(
            position_array(places, self.pick(POSITION_LAYOUTS if self.is_small(places) else BIG_POSITIONS))
            if plain
            else places
        )

    def pick_out(self, dtype: str) -> dict[str, Any]:
        """Returns an output array of any layout, or none; those that are not plain are refused."""
        if self.rng.random() < 0.7:
            return {}
        values = self.rng.integers(0, 9, self.shape).astype(dtype)
        return {"out": self.maybe_odd(map_array(values, self.pick(("c", "c", "odd-bytes", *MAP_LAYOUTS))))}

    def pick_number(self, *values: int) -> Any:
        """Returns one of the numbers."""
        return self.maybe_odd(self.pick(values))

    def pick_call(self) -> tuple[str, tuple, dict]:
        """Returns a kernel with arguments."""
        absorb, moves, limits = (10, 10, 20, 50), self.pick(MOVES), self.pick(LIMITS)
        shape = self.maybe_odd(self.pick(["square", "circle"]))
        cost = self.pick([(0, 1), (0, 1, 1, 2, 9)])
        word = self.pick_number(0, 1, 2**63, 2**64 - 1, int(self.rng.integers(2**63)))
        both = self.maybe_odd(self.pick([4, 8]))
        distance = lambda: {"max_distance": self.pick_number(0, 30, 500)}  # noqa: E731
        free = lambda: self.pick_map(cost)  # noqa: E731
        extra = lambda: {"extra": self.pick_map((0, 3, 40))} if self.rng.random() < 0.3 else {}  # noqa: E731
        starts = lambda: {"start_values": self.pick([0, 4, [1, 2], np.array([3, 1], ">i4")])}  # noqa: E731
        calls: dict[str, Callable[[], tuple[tuple, dict]]] = {
            "field_of_view": lambda: (
                (self.pick_map(), self.pick_position(), self.maybe_odd(self.pick([None, -1, 0, 1, 3, 31, 99])), shape),
                self.pick_out("bool"),
            ),
            "fields_of_view": lambda: (
                (self.pick_map(), self.pick_positions(), self.pick_number(0, 1, 5, 33), shape),
                {},
            ),
            "visible_pairs": lambda: (
                (self.pick_map(), self.pick_positions(), self.pick_number(0, 2, 9), self.pick_positions(), shape),
                {},
            ),
            "line_of_sight": lambda: ((self.pick_map(), self.pick_position(), self.pick_position()), {}),
            "line": lambda: ((self.pick_position(), self.pick_position()), {}),
            "find_path": lambda: (
                (free(), self.pick_position(), self.pick_position()),
                moves | limits | {"canonical": True} | extra(),
            ),
            "path_cost": lambda: ((free(), self.pick_position(), self.pick_position()), moves | limits),
            "find_paths": lambda: ((free(), self.pick_positions(), self.pick_positions()), moves | {"canonical": True}),
            "distance_map": lambda: (
                (free(), self.pick_positions()),
                moves | {"max_cost": self.pick_number(0, 5, 50)} | starts() | self.pick_out("int32"),
            ),
            "reachable_within": lambda: ((free(), self.pick_position(), self.pick_number(0, 3, 20)), moves),
            "flow": lambda: ((self.pick_map((-1, 0, 1, 2, 3)),), self.pick_out("int8")),
            "descend": lambda: ((self.pick_map((-1, 0, 1, 2, 3)), self.pick_positions()), {}),
            "flight_map": lambda: (
                (self.pick_map(), self.pick_map((-1, 0, 1, 2, 3))),
                moves | self.pick_out("int32"),
            ),
            "sound_field": lambda: (
                (self.pick_map(absorb), self.pick_positions()),
                distance() | self.pick_out("int32"),
            ),
            "sound_fields": lambda: (
                (self.pick_map(absorb), self.pick_positions(), self.pick_number(0, 1, 7)),
                distance(),
            ),
            "sound_arrivals": lambda: ((self.pick_map(absorb), self.pick_positions()), distance()),
            "hear": lambda: ((self.pick_map(absorb), self.pick_positions(), self.pick_positions()), distance()),
            "cave": lambda: (
                (self.maybe_odd(self.shape), word),
                {"steps": self.pick_number(0, 1, 3)} | self.pick_out("bool"),
            ),
            "cave_step": lambda: (
                (self.pick_map(),),
                {
                    "birth": self.pick_number(0, 4, 9),
                    "death": self.pick_number(0, 3, 9),
                    "steps": self.pick_number(0, 1, 2),
                    "rule": self.maybe_odd(self.pick(["neighbors", "majority"])),
                }
                | self.pick_out("bool"),
            ),
            "regions": lambda: ((self.pick_map(), both), self.pick_out("int32")),
            "largest_region": lambda: ((self.pick_map(), both), self.pick_out("bool")),
            "connect": lambda: ((self.pick_map(),), {"connectivity": both} | self.pick_out("bool")),
            "hash_array": lambda: ((self.pick_map((-1, 0, 5)),), {}),
            "draw": lambda: ((word, word, word, word, self.pick_number(1, 6, 2**63 + 1)), {}),
            "philox": lambda: ((word, word, word, word), {}),
            "mix": lambda: ((word, word), {}),
        }
        name = self.pick(sorted(calls))
        return name, *calls[name]()


GRID_LAYERS = {
    **dict.fromkeys(("field_of_view", "fields_of_view", "visible_pairs", "line_of_sight"), "transparent"),
    **dict.fromkeys(("find_path", "path_cost", "find_paths", "distance_map", "reachable_within"), "walkable"),
    **dict.fromkeys(("sound_field", "sound_fields", "sound_arrivals", "hear"), "absorption"),
}
"""The layer that each kernel takes from a Grid."""


def call_on_grid(module: Any, name: str, args: tuple, options: dict, prepared: bool) -> Any:
    """Calls the kernel with a Grid of its backend, or a finder of it; the Grid rejects invalid layers."""
    grid = module.Grid(**{GRID_LAYERS[name]: args[0]})
    if prepared:
        grid.prepare()
    if prepared and "path" in name and "extra" not in options:
        return getattr(grid.finder(**options), name)(*args[1:])
    return getattr(module, name)(grid, *args[1:], **options)


def call_or_error(call: Any, args: tuple, options: dict) -> Any:
    """Returns a copy of the result, which may be the array that the other backend fills too; or the error."""
    try:
        return deepcopy(call(*args, **options))
    except (TypeError, ValueError) as error:
        return type(error).__name__, str(error)


def main() -> None:
    """Runs the cases."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    package = sys.argv[3] if len(sys.argv) > 3 else "footfall"
    native, reference = import_module(f"{package}._native"), import_module(f"{package}.kernels.reference")
    for seed in range(first, first + count):
        case = FuzzCase(seed)
        name, args, options = case.pick_call()
        try:
            if name in GRID_LAYERS and case.rng.random() < 0.3:
                prepared = GRID_LAYERS[name] == "walkable" and case.rng.random() < 0.5
                ours, theirs = (
                    call_or_error(call_on_grid, (each, name, args, options, prepared), {})
                    for each in (native, reference)
                )
                assert_same(ours, theirs)
                continue
            assert_same(
                call_or_error(getattr(native, name), args, options),
                call_or_error(getattr(reference, name), args, options),
            )
        except BaseException:
            print(f"seed {seed}: {name}{args} {options}")
            raise
    print(f"{package}: {count} cases from seed {first}: no differences, no panics")


if __name__ == "__main__":
    main()
