"""Paths on one grid with options that were checked once."""

from typing import Any

from .. import checks
from ..common import Int32Array, Int64Array, Layer, Position, Positions
from .paths import find_path, find_paths, path_cost


class Finder:
    """Finds paths on one Grid with fixed options; `Grid.finder` makes it. It sees the grid's edits.

    Attributes:
        grid: The Grid.
    """

    __slots__ = ("_options", "grid")

    def __init__(self, grid: Layer, options: dict[str, Any]) -> None:
        """Checks the options, as find_path does."""
        self.grid = grid
        weights = checks.weights(options["straight_cost"], options["diagonal_cost"])
        checks.flag(options["corner_cutting"], "corner_cutting")
        for name in ("max_cost", "max_nodes", "within"):
            checks.distance_limit(options[name], name)
        checks.flag(options["canonical"], "canonical")
        self._options = {**options, "straight_cost": weights[0], "diagonal_cost": weights[1] or None}

    def find_path(self, start: Position, goal: Position) -> Int32Array | None:
        """Returns a cheapest path as int32 (n, 2) from start to goal; None if there is none."""
        return find_path(self.grid, start, goal, **self._options)

    def path_cost(self, start: Position, goal: Position) -> int | None:
        """Returns the cost of the path of find_path; None if there is none."""
        options = {name: value for name, value in self._options.items() if name != "canonical"}
        return path_cost(self.grid, start, goal, **options)

    def find_paths(self, starts: Positions, goals: Positions) -> tuple[list[Int32Array | None], Int64Array]:
        """Runs many find_path queries, in parallel if that pays.

        Returns:
            A list of n paths or None, and an int64 array of n costs, -1 where there is no path.
        """
        return find_paths(self.grid, starts, goals, **self._options)

    def __repr__(self) -> str:
        return f"Finder({self.grid!r})"
