"""Constants and types that both backends share."""

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

UNREACHED: Final = -1
"""Value of a cell that no source reaches."""

DIRECTIONS: Final = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""(dy, dx) of the eight neighbors: north first, then clockwise. Arrays of directions hold indices into it."""

MAX_SIDE: Final = 32_767
"""Maximum side of a map in cells: slopes and squared distances fit in 32-bit integers."""

MAX_CELLS: Final = 1 << 28
"""Maximum number of cells of a map."""

MAX_WEIGHT: Final = 65_535
"""Maximum weight of a straight or diagonal step."""

MAX_COST: Final = 16_383
"""Maximum cost multiplier or absorption of a cell; times MAX_WEIGHT, a step stays under 2**30."""

MAX_EXTRA: Final = (1 << 30) - 1
"""Maximum additive entry cost of a cell."""

MAX_DISTANCE: Final = (1 << 31) - 2
"""Maximum distance of a field or path; cells beyond it are unreached."""

MAX_UINT64: Final = (1 << 64) - 1

Position: TypeAlias = tuple[int, int]
Positions: TypeAlias = Any  # a sequence of (y, x) pairs, or an integer array of shape (n, 2)
Layer: TypeAlias = Any  # a bool or integer array of shape (height, width), or a Grid
Mask: TypeAlias = npt.NDArray[np.bool_]
Int8Array: TypeAlias = npt.NDArray[np.int8]
Int32Array: TypeAlias = npt.NDArray[np.int32]
Int64Array: TypeAlias = npt.NDArray[np.int64]
IntArray: TypeAlias = npt.NDArray[np.integer[Any]]
