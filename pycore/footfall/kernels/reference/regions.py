"""Connected regions, and the tunnels that join them."""

from collections import deque

import numpy as np

from footfall.kernels import checks
from footfall.kernels.common import DIRECTIONS, Int32Array, Int64Array, Layer, Mask


def regions(open: Layer, connectivity: int = 4) -> tuple[Int32Array, Int64Array]:  # noqa: A002
    """Labels the connected regions of open cells.

    Args:
        open: (height, width) bool or integers.
        connectivity: 4 or 8 neighbours.

    Returns:
        int32 labels of shape (height, width): 0 for closed cells, regions from 1 in row-major order of their
        first cells. int64 sizes: sizes[label] is a label's number of cells, sizes[0] that of the closed ones.
    """
    opens = checks.mask(open, "open")
    labels = _label_regions(opens, checks.connectivity(connectivity))
    return labels, np.bincount(labels.ravel()).astype(np.int64)


def largest_region(open: Layer, connectivity: int = 4) -> Mask:  # noqa: A002
    """The mask of the largest region; of equal ones the first in row-major order; empty if nothing is open.

    Args:
        open: (height, width) bool or integers.
        connectivity: 4 or 8 neighbours.
    """
    labels, sizes = regions(open, connectivity)
    if len(sizes) == 1:
        return np.zeros(labels.shape, np.bool_)
    largest: Mask = labels == 1 + int(sizes[1:].argmax())
    return largest


def connect(open: Layer, *, connectivity: int = 4, keep_border: bool = False) -> Mask:  # noqa: A002
    """Joins all regions by orthogonal tunnels that dig through as few walls as possible.

    The tunnels are a minimum spanning tree of the regions: all regions grow at once through the walls,
    orthogonally (breadth first from all open cells in row-major order, neighbours in the order north, west,
    east, south); where two of them meet, the walls behind both sides are the price of joining them there; the
    cheapest meetings that join something new are dug, ties by the row-major order of the meeting cell, east
    before south.

    Args:
        open: (height, width) bool or integers.
        connectivity: 4 or 8: which cells count as joined already.
        keep_border: If True the outermost ring is not dug, and a region that only the ring could join stays
            apart.

    Returns:
        New bool array of shape (height, width).
    """
    opens = checks.mask(open, "open")
    labels = _label_regions(opens, checks.connectivity(connectivity))
    checks.flag(keep_border, "keep_border")
    height, width = opens.shape
    rim = 1 if keep_border else 0
    owner = labels.copy()
    depth = np.zeros(opens.shape, np.int32)
    behind: dict[tuple[int, int], tuple[int, int]] = {}
    queue = deque((int(y), int(x)) for y, x in np.argwhere(opens))
    while queue:
        y, x = queue.popleft()
        for cell in ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)):
            if not (rim <= cell[0] < height - rim and rim <= cell[1] < width - rim) or owner[cell]:
                continue
            owner[cell], depth[cell], behind[cell] = owner[y, x], depth[y, x] + 1, (y, x)
            queue.append(cell)
    meetings = []
    for y in range(height):
        for x in range(width):
            for side, cell in enumerate(((y, x + 1), (y + 1, x))):
                if cell[0] < height and cell[1] < width and 0 != owner[y, x] != owner[cell] != 0:
                    meetings.append((int(depth[y, x] + depth[cell]), y * width + x, side, (y, x), cell))
    joined = opens.copy()
    root = list(range(int(labels.max()) + 1))
    for _, _, _, a, b in sorted(meetings):
        one, two = _find_root(root, int(owner[a])), _find_root(root, int(owner[b]))
        if one == two:
            continue
        root[max(one, two)] = min(one, two)
        for cell in (a, b):
            while not opens[cell]:
                joined[cell] = True
                cell = behind[cell]
    return joined


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


def _find_root(root: list[int], label: int) -> int:
    while root[label] != label:
        label = root[label]
    return label
