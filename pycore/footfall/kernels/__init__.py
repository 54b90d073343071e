"""Grid kernels: sight, paths, distance and sound fields, caves, regions, hashes, random words.

Every kernel exists twice with one signature: in Rust (the extension module `_native` next to this package) and in
plain Python (`reference`). Both return the same bits. `reference.__all__` is the list of kernels; this package exports
them from one of the two backends::

    from footfall import kernels  # or, of the wheel with the kernels alone: import footfall_kernels as kernels
    kernels.field_of_view(transparent, (y, x), 8)

Arrays have shape (height, width) and are indexed [y, x]; positions are (y, x). A map is a bool or integer
array of any layout, or a Grid. Bad arguments raise a TypeError or a ValueError that names the argument and
the expected value.

The backend is chosen once, at import: the environment variable FOOTFALL_BACKEND ("rust" or "python")
decides, and without it the native module is used if it can be imported.
"""

import os
import warnings
from types import ModuleType
from typing import TYPE_CHECKING, Any

from . import reference
from .checks import DIRECTIONS, UNREACHED
from .reference import *  # noqa: F403

__all__ = ["DIRECTIONS", "UNREACHED", "build_info", "get_backend"]
__all__ += reference.__all__

_native: ModuleType | None
try:
    from .. import _native
except ImportError as error:
    _native = None
    _import_error = str(error)


def _choose_backend() -> str:
    """Returns the backend of this process: "rust" or "python".

    Raises:
        ValueError: FOOTFALL_BACKEND holds another name.
        ImportError: FOOTFALL_BACKEND is "rust", and the native module is missing.
    """
    requested = os.environ.get("FOOTFALL_BACKEND", "")
    if requested not in ("", "rust", "python"):
        raise ValueError(f"FOOTFALL_BACKEND: expected 'rust' or 'python', got {requested!r}")
    if _native is not None or requested == "python":
        return requested or "rust"
    if requested == "rust":
        native = __name__.removesuffix("kernels") + "_native"
        raise ImportError(f"{native} is missing ({_import_error}); build it with: python -m pip install .")
    warnings.warn(
        f"no native kernels ({_import_error}), using the slower Python ones; build them with: python -m pip install .",
        RuntimeWarning,
        stacklevel=3,
    )
    return "python"


_backend = _choose_backend()
if not TYPE_CHECKING and _backend == "rust":
    from .._native import *  # noqa: F403


def get_backend() -> str:
    """Returns the backend in use: "rust" or "python"."""
    return _backend


def build_info() -> dict[str, Any]:
    """Describes the build.

    Returns:
        backend ("rust" or "python"), and of the native module: version, profile ("release" or "debug") and
        simd, the vector instructions in use. These three are None without the native module.
    """
    native = _native.build_info() if _native else {"version": None, "profile": None, "simd": None}
    return {"backend": _backend, **native}
