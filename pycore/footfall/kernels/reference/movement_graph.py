"""The movement rules that paths and fields share."""

from typing import NamedTuple, Self

from .. import checks
from ..common import DIRECTIONS, Layer, Position


class MovementGraph(NamedTuple):
    """A map with its movement rules.

    A step into a cell costs `weight * cost[cell] + extra[cell]`, with the weight of a straight or a diagonal
    step. Cost 0 is a wall. The first cell of a walk is not entered, so it may be a wall.
    """

    cost: list[list[int]]
    extra: list[list[int]] | None
    straight: int
    diagonal: int  # 0: no diagonal steps
    cuts_corners: bool  # False: a diagonal step needs both adjacent cells to be open
    shape: tuple[int, int]

    @classmethod
    def from_arguments(
        cls, cost: Layer, extra: Layer | None, straight_cost: object, diagonal_cost: object, corner_cutting: object
    ) -> Self:
        """Checks the arguments that paths and fields share."""
        array = checks.costs(cost)
        extra_array = checks.extras(extra, array.shape)
        weights = checks.weights(straight_cost, diagonal_cost)
        cut_corners = checks.flag(corner_cutting, "corner_cutting")
        extras = None if extra_array is None else extra_array.tolist()
        return cls(array.tolist(), extras, *weights, cut_corners, array.shape)

    def is_inside(self, y: int, x: int) -> bool:
        """Returns whether (y, x) lies on the map."""
        return 0 <= y < self.shape[0] and 0 <= x < self.shape[1]

    def list_neighbors(self, y: int, x: int) -> list[tuple[int, int, int]]:
        """Returns (y, x, weight) of the cells one step away, including walls, in the order of DIRECTIONS."""
        neighbors = []
        for dy, dx in DIRECTIONS:
            ny, nx = y + dy, x + dx
            if not self.is_inside(ny, nx):
                continue
            if not (dy and dx):
                neighbors.append((ny, nx, self.straight))
            elif self.diagonal and (self.cuts_corners or (self.cost[ny][x] and self.cost[y][nx])):
                neighbors.append((ny, nx, self.diagonal))
        return neighbors

    def entry_cost(self, y: int, x: int, weight: int) -> int:
        """Returns the cost of a step into (y, x)."""
        return weight * self.cost[y][x] + (self.extra[y][x] if self.extra else 0)

    def estimate_cost(self, a: Position, b: Position) -> int:
        """Returns the octile (or Manhattan) distance: a lower bound of the cost from a to b if costs are at least 1."""
        dy, dx = abs(a[0] - b[0]), abs(a[1] - b[1])
        short, long = min(dy, dx), max(dy, dx)
        if not self.diagonal or self.diagonal >= 2 * self.straight:
            return self.straight * (short + long)
        if self.diagonal <= self.straight:
            return self.diagonal * long
        return self.diagonal * short + self.straight * (long - short)
