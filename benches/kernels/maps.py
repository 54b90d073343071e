"""Maps for benchmarks: generated caves, and the MovingAI maps with their queries."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from footfall import kernels

MAPS_FOLDER = Path(__file__).parent.parent / "data" / "maps"


class PathQuery(NamedTuple):
    """A path query with its optimal length in tiles."""

    start: tuple[int, int]
    goal: tuple[int, int]
    length: float


def list_names() -> list[str]:
    """Names of the twelve maps."""
    return sorted(path.stem for path in MAPS_FOLDER.glob("*/*.map"))


def load_map(name: str) -> tuple[np.ndarray, list[PathQuery]]:
    """The walkable mask of a map and all its queries; for the format see ``benches/data/maps``."""
    path = next(MAPS_FOLDER.glob(f"*/{name}.map"))
    lines = path.read_text().splitlines()
    height = int(lines[1].split()[1])
    opens = np.array([[cell in ".G" for cell in line] for line in lines[4 : 4 + height]])
    queries = []
    for line in path.with_suffix(".map.scen").read_text().splitlines()[1:]:
        if line.strip():
            field = line.split()
            x, y, gx, gy = map(int, field[4:8])
            queries.append(PathQuery((y, x), (gy, gx), float(field[8])))
    return opens, queries


def is_optimal(opens: np.ndarray, query: PathQuery, path: np.ndarray | None) -> bool:
    """Whether a path is walkable, cuts no corners, and has the optimal length."""
    if path is None or tuple(path[0]) != query.start or tuple(path[-1]) != query.goal:
        return False
    steps = np.abs(np.diff(path, axis=0))
    free_corners = opens[path[:-1, 0], path[1:, 1]].all() and opens[path[1:, 0], path[:-1, 1]].all()
    diagonal = int((steps.sum(axis=1) == 2).sum())
    length = diagonal * 2**0.5 + len(steps) - diagonal
    walkable = bool(opens[path[:, 0], path[:, 1]].all()) and int(steps.max(initial=1)) == 1 and bool(free_corners)
    return walkable and abs(length - query.length) <= 0.02 + 0.0001 * query.length


def make_cave(height: int, width: int, seed: int) -> tuple[np.ndarray, list[tuple[int, int]]]:
    """A connected cave and 64 random open cells."""
    opens = kernels.largest_region(kernels.cave((height, width), seed))
    cells = np.argwhere(opens)
    spots = [cells[kernels.draw(seed, 1, i, 0, len(cells))] for i in range(64)]
    return opens, [(int(y), int(x)) for y, x in spots]
