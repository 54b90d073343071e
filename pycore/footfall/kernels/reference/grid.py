"""The layers of a map, prepared for the kernels."""

from typing import Final

import numpy as np

from .. import checks
from ..checks import MAX_COST, A, IntArray, Layer, Mask
from .paths import Finder


class Grid:
    """The layers of one map, prepared for the kernels and edited cell by cell.

    A Grid owns its arrays: arguments are copied, and its views are read-only. Every kernel that takes a map also
    takes a Grid and uses the layer that it needs.

    Attributes:
        shape: (height, width).
        generation: Number of edits; equal generations mean equal content.
        walkable: Read-only bool view, or None.
        transparent: Read-only bool view, or None.
        absorption: Read-only uint16 view, in tenths, or None.
    """

    __slots__ = ("_absorption", "_transparent", "_walkable", "generation", "shape")

    shape: Final[tuple[int, int]]

    def __init__(
        self, walkable: Layer | None = None, transparent: Layer | None = None, absorption: Layer | None = None
    ) -> None:
        """Copies the layers: at least one, all of one shape (height, width)."""
        self._walkable: Mask | None = None
        self._transparent: Mask | None = None
        self._absorption: IntArray | None = None
        if walkable is not None:
            self._walkable = checks.mask(walkable, "walkable").copy()
        if transparent is not None:
            self._transparent = checks.mask(transparent, "transparent").copy()
        if absorption is not None:
            self._absorption = checks.numbers(absorption, "absorption", 0, MAX_COST).astype(np.uint16)
        layers = (self._walkable, self._transparent, self._absorption)
        self.shape = checks.one_shape([layer.shape for layer in layers if layer is not None])
        self.generation = 0

    @property
    def walkable(self) -> Mask | None:
        """Cells that can be walked on."""
        return _read_only_view(self._walkable)

    @property
    def transparent(self) -> Mask | None:
        """Cells that light passes through."""
        return _read_only_view(self._transparent)

    @property
    def absorption(self) -> IntArray | None:
        """Sound cost of each cell, in tenths."""
        return _read_only_view(self._absorption)

    def set(
        self,
        y: int,
        x: int,
        *,
        walkable: bool | None = None,
        transparent: bool | None = None,
        absorption: int | None = None,
    ) -> None:
        """Changes one cell of the given layers, as one edit.

        Raises:
            ValueError: the cell is outside the map, or the grid has no such layer.
        """
        cell = checks.position((y, x), "y, x", self.shape)
        values = (walkable, transparent, absorption)
        layers = (self._walkable, self._transparent, self._absorption)
        edits = []
        for name, value, layer in zip(checks.LAYER_NAMES, values, layers, strict=True):
            if value is None:
                continue
            if layer is None:
                raise ValueError(f"{name}: expected a Grid with a {name} layer, got one without")
            is_number = name == "absorption"
            number = checks.integer(value, name, 0, MAX_COST) if is_number else checks.flag(value, name)
            edits.append((layer, number))
        for layer, number in edits:
            layer[cell] = number
        self.generation += 1

    def prepare(self) -> None:
        """Precomputes the regions of walkable cells, so that queries for unreachable goals return at once.

        Without this, the native grid does so after the first query that fails. An edit of a walkable cell discards
        the regions. Results are the same; the reference does nothing.

        Raises:
            ValueError: the grid has no walkable layer.
        """
        if self._walkable is None:
            raise ValueError("prepare: expected a Grid with a walkable layer, got one without")

    def finder(
        self,
        *,
        straight_cost: int = 1,
        diagonal_cost: int | None = 1,
        corner_cutting: bool = True,
        max_cost: int | None = None,
        max_nodes: int | None = None,
        within: int | None = None,
        canonical: bool = False,
    ) -> Finder:
        """Returns a finder of paths on this grid, with options that are checked once instead of with every call.

        Its methods `find_path`, `path_cost` and `find_paths` take positions only; the options are those of the kernels
        of these names.

        Raises:
            TypeError: an option of another type.
            ValueError: an option out of range, or the grid has no walkable layer.
        """
        if self._walkable is None:
            raise ValueError("finder: expected a Grid with a walkable layer, got one without")
        options = {
            "straight_cost": straight_cost,
            "diagonal_cost": diagonal_cost,
            "corner_cutting": corner_cutting,
            "max_cost": max_cost,
            "max_nodes": max_nodes,
            "within": within,
            "canonical": canonical,
        }
        return Finder(self, options)

    def __repr__(self) -> str:
        layers = [name for name in checks.LAYER_NAMES if getattr(self, name) is not None]
        return f"Grid({self.shape[0]} x {self.shape[1]}, {', '.join(layers)}, generation {self.generation})"


def _read_only_view(array: A | None) -> A | None:
    if array is None:
        return None
    view = array.view()
    view.flags.writeable = False
    return view
