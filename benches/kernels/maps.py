"""Maps for benchmarks: generated caves, and the MovingAI maps with their queries."""

from pathlib import Path

import numpy as np

from footfall import kernels
from footfall.kernels.movingai import PathQuery, is_optimal, list_scenarios, read_scenario

__all__ = ["MAPS_FOLDER", "PathQuery", "is_optimal", "list_names", "load_map", "make_cave"]

MAPS_FOLDER = Path(__file__).parent.parent / "data" / "maps"


def list_names() -> list[str]:
    """Names of the twelve maps."""
    return sorted(path.name.removesuffix(".map.scen") for path in list_scenarios(MAPS_FOLDER))


def load_map(name: str) -> tuple[np.ndarray, list[PathQuery]]:
    """The walkable mask of a map and all its queries; for the format see ``benches/data/maps``."""
    return read_scenario(next(MAPS_FOLDER.glob(f"*/{name}.map.scen")))


def make_cave(height: int, width: int, seed: int) -> tuple[np.ndarray, list[tuple[int, int]]]:
    """A connected cave and 64 random open cells."""
    opens = kernels.largest_region(kernels.cave((height, width), seed))
    cells = np.argwhere(opens)
    spots = [cells[kernels.draw(seed, 1, i, 0, len(cells))] for i in range(64)]
    return opens, [(int(y), int(x)) for y, x in spots]
