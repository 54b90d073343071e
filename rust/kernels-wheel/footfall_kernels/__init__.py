"""Grid kernels for games: sight, paths, distance and sound fields, caves, regions, random words.

They need NumPy and nothing else. The functions are those of `footfall.kernels`; this package is for programs that do
not use the framework. `footfall_kernels.kernels` describes the backends, `reference` the arguments of each kernel.
"""

from typing import TYPE_CHECKING

from .kernels import *  # noqa: F403
from .kernels import __all__ as __all__, reference as reference

if TYPE_CHECKING:  # checkers do not follow the list of kernels
    from .kernels.reference import *  # noqa: F403
