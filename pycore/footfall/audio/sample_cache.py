"""Keeps samples that were computed, up to a number of bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, ParamSpec

import numpy as np
import numpy.typing as npt

P = ParamSpec("P")
Samples = npt.NDArray[np.float32]

MAX_BYTES = 32 << 20
"""Bytes that one cache keeps: some minutes of sound."""


class SampleCache(Generic[P]):
    """A function whose latest results are kept, read-only."""

    def __init__(self, compute: Callable[P, Samples]) -> None:
        """Keeps nothing yet; the arguments of `compute` must be hashable."""
        self._compute = compute
        self._kept: OrderedDict[Hashable, Samples] = OrderedDict()
        self.size = 0

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Samples:
        """Returns the samples, computed or kept; those that were not asked for longest make room."""
        key: Any = (args, tuple(kwargs.items()))
        samples = self._kept.pop(key, None)
        if samples is None:
            samples = self._compute(*args, **kwargs)
            samples.setflags(write=False)
            self.size += samples.nbytes
        self._kept[key] = samples
        while self.size > MAX_BYTES:
            self.size -= self._kept.popitem(last=False)[1].nbytes
        return samples

    def clear(self) -> None:
        """Forgets all samples."""
        self._kept.clear()
        self.size = 0
