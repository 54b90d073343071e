"""Connected regions, and tunnels between them."""

from collections import deque

import numpy as np

from .. import checks
from ..checks import DIRECTIONS, Int32Array, Int64Array, Layer, Mask


def regions(
    open: Layer,  # noqa: A002
    connectivity: int = 4,
    *,
    out: Int32Array | None = None,
) -> tuple[Int32Array, Int64Array]:
    """Labels the connected regions of open cells.

    Args:
        open: (height, width) bool or integers.
        connectivity: 4 or 8 neighbors.
        out: Optional (height, width) int32 array for the labels.

    Returns:
        int32 labels of shape (height, width): 0 for closed cells, regions from 1 in row-major order of their
        first cells. int64 sizes: sizes[label] is the number of cells of a label, sizes[0] of the closed cells.
    """
    opens = checks.mask(open, "open")
    labels = _label_regions(opens, checks.connectivity(connectivity))
    sizes = np.bincount(labels.ravel()).astype(np.int64)
    return checks.deliver(labels, out), sizes


def largest_region(
    open: Layer,  # noqa: A002
    connectivity: int = 4,
    *,
    out: Mask | None = None,
) -> Mask:
    """Returns the mask of the largest region, of equal ones the first in row-major order; empty if nothing is open.

    Args:
        open: (height, width) bool or integers.
        connectivity: 4 or 8 neighbors.
        out: Optional (height, width) bool array to overwrite and return; it may be `open`.
    """
    labels, sizes = regions(open, connectivity)
    number = 1 + int(sizes[1:].argmax()) if len(sizes) > 1 else -1
    return checks.deliver(labels == number, out)


def connect(
    open: Layer,  # noqa: A002
    *,
    connectivity: int = 4,
    keep_border: bool = False,
    out: Mask | None = None,
) -> Mask:
    """Joins all regions by orthogonal tunnels through as few walls as possible.

    The tunnels form a minimum spanning tree (J. B. Kruskal, 1956) of the regions. All regions grow through the walls at
    once, breadth first from all open cells in row-major order, neighbors in the order north, west, east, south.
    Where two meet, a tunnel costs the walls that both have grown through. The cheapest tunnels that join two components
    are dug; ties by the row-major order of the meeting cell, east before south.

    Args:
        open: (height, width) bool or integers.
        connectivity: 4 or 8 neighbors, within a region.
        keep_border: If True, the outermost ring is not dug; a region that only the ring could join stays
            separate.
        out: Optional (height, width) bool array to overwrite and return; it may be `open`.

    Returns:
        bool array of shape (height, width): `out` if it is given, else a new one.
    """
    opens = checks.mask(open, "open")
    labels = _label_regions(opens, checks.connectivity(connectivity))
    checks.flag(keep_border, "keep_border")
    height, width = opens.shape
    margin = 1 if keep_border else 0
    owners = labels.copy()
    depths = np.zeros(opens.shape, np.int32)
    parents: dict[tuple[int, int], tuple[int, int]] = {}
    queue = deque((int(y), int(x)) for y, x in np.argwhere(opens))
    while queue:
        y, x = queue.popleft()
        for cell in ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)):
            if not (margin <= cell[0] < height - margin and margin <= cell[1] < width - margin) or owners[cell]:
                continue
            owners[cell], depths[cell], parents[cell] = owners[y, x], depths[y, x] + 1, (y, x)
            queue.append(cell)
    meetings = []
    for y in range(height):
        for x in range(width):
            for side, cell in enumerate(((y, x + 1), (y + 1, x))):
                if cell[0] < height and cell[1] < width and 0 != owners[y, x] != owners[cell] != 0:
                    meetings.append((int(depths[y, x] + depths[cell]), y * width + x, side, (y, x), cell))
    connected = opens.copy()
    roots = list(range(int(labels.max()) + 1))
    for _, _, _, a, b in sorted(meetings):
        root_a, root_b = _find_root(roots, int(owners[a])), _find_root(roots, int(owners[b]))
        if root_a == root_b:
            continue
        roots[max(root_a, root_b)] = min(root_a, root_b)
        for cell in (a, b):
            while not opens[cell]:
                connected[cell] = True
                cell = parents[cell]
    return checks.deliver(connected, out)


def _label_regions(opens: Mask, connectivity: int) -> Int32Array:
    height, width = opens.shape
    labels: Int32Array = np.zeros(opens.shape, np.int32)
    steps = DIRECTIONS if connectivity == 8 else DIRECTIONS[::2]
    count = 0
    for first in map(tuple, np.argwhere(opens).tolist()):
        if labels[first]:
            continue
        count += 1
        labels[first] = count
        stack = [first]
        while stack:
            y, x = stack.pop()
            for dy, dx in steps:
                cell = (y + dy, x + dx)
                if 0 <= cell[0] < height and 0 <= cell[1] < width and opens[cell] and not labels[cell]:
                    labels[cell] = count
                    stack.append(cell)
    return labels


def _find_root(roots: list[int], label: int) -> int:
    while roots[label] != label:
        label = roots[label]
    return label
