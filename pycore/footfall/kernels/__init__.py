"""Grid kernels: sight, paths, distance and sound fields, caves, regions, hashes, random words.

Every kernel exists twice, with one signature: in Rust (`footfall._native`) and in plain Python
(`footfall.kernels.reference`), bit for bit the same. The names below are those of the backend in use, so look
them up on the module each time::

    from footfall import kernels
    kernels.field_of_view(transparent, (y, x), 8)

and not `from footfall.kernels import field_of_view`, which keeps the backend of that moment.

Arrays have shape (height, width) and are indexed [y, x]; positions are (y, x). A map is a bool or integer
array of any layout, or a Grid. Bad arguments are a TypeError or a ValueError that names the argument and what
was expected.

The environment variable FOOTFALL_BACKEND ("rust" or "python") chooses the backend at import. Without it the
native module is used if there is one.
"""

import os
import sys
from types import ModuleType
from typing import Any

from footfall.kernels import reference
from footfall.kernels.common import DIRECTIONS, UNREACHED
from footfall.kernels.reference import (
    Grid,
    cave,
    cave_step,
    connect,
    descend,
    distance_map,
    draw,
    field_of_view,
    fields_of_view,
    find_path,
    find_paths,
    flight_map,
    flow,
    hash_array,
    hear,
    largest_region,
    line,
    line_of_sight,
    mix,
    path_cost,
    philox,
    reachable_within,
    regions,
    sound_arrivals,
    sound_field,
    visible_pairs,
)

__all__ = [
    "DIRECTIONS",
    "UNREACHED",
    "Grid",
    "build_info",
    "cave",
    "cave_step",
    "connect",
    "descend",
    "distance_map",
    "draw",
    "field_of_view",
    "fields_of_view",
    "find_path",
    "find_paths",
    "flight_map",
    "flow",
    "get_backend",
    "hash_array",
    "hear",
    "largest_region",
    "line",
    "line_of_sight",
    "mix",
    "path_cost",
    "philox",
    "reachable_within",
    "regions",
    "sound_arrivals",
    "sound_field",
    "use_backend",
    "visible_pairs",
]

_native: ModuleType | None
try:
    from footfall import _native
except ImportError as error:
    _native = None
    _missing = str(error)

_backend = "python"


def use_backend(name: str) -> None:
    """Chooses the backend for the whole process: "rust" or "python".

    Raises:
        ValueError: another name.
        ImportError: "rust", and the native module is missing.
    """
    global _backend
    if name not in ("rust", "python"):
        raise ValueError(f"backend: expected 'rust' or 'python', got {name!r}")
    if name == "rust" and _native is None:
        raise ImportError(f"footfall._native is missing ({_missing}); build it with: python -m pip install .")
    source = _native if name == "rust" else reference
    globals().update({kernel: getattr(source, kernel) for kernel in reference.__all__})
    _backend = name


def get_backend() -> str:
    """The backend in use: "rust" or "python"."""
    return _backend


def build_info() -> dict[str, Any]:
    """What runs: backend ("rust" or "python"), and of the native module its version, profile ("release" or
    "debug") and the vector instructions it uses here; these are None without it.
    """
    native = _native.build_info() if _native else {"version": None, "profile": None, "simd": None}
    return {"backend": _backend, **native}


def _select_backend() -> None:
    wanted = os.environ.get("FOOTFALL_BACKEND")
    if wanted:
        use_backend(wanted)
    elif _native:
        use_backend("rust")
    else:
        print(
            f"footfall: no native kernels ({_missing}), using the slower Python ones; "
            "build them with: python -m pip install .",
            file=sys.stderr,
        )


_select_backend()
