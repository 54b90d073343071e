"""Paths on real maps have the lengths given in the benchmark files. FOOTFALL_KERNEL_CASES runs all 41,162 queries."""

import importlib.util
import os
from pathlib import Path

import pytest

from footfall import kernels

SOURCE = Path(__file__).parents[2] / "benches" / "kernels" / "maps.py"
SPEC = importlib.util.spec_from_file_location("footfall_bench_maps", SOURCE)
assert SPEC is not None
assert SPEC.loader is not None
maps = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(maps)

STRIDE = 1 if "FOOTFALL_KERNEL_CASES" in os.environ else 40
OCTILE = {"straight_cost": 5741, "diagonal_cost": 8119, "corner_cutting": False}


@pytest.mark.proof(4)
@pytest.mark.parametrize("name", maps.list_names())
def test_every_path_is_optimal_and_cuts_no_corner(name: str) -> None:
    if kernels.get_backend() == "python":
        pytest.skip("too large for the reference")
    opens, queries = maps.load_map(name)
    grid = kernels.Grid(opens)
    for query in queries[::STRIDE]:
        path = kernels.find_path(grid, query.start, query.goal, **OCTILE)
        assert maps.is_optimal(opens, query, path), query


def test_all_maps_and_queries_are_present() -> None:
    assert sum(len(maps.load_map(name)[1]) for name in maps.list_names()) == 41_162
