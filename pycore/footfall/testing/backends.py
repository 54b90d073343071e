"""Switches the kernels between Rust and Python within one process, for tests and benchmarks."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

from footfall import kernels
from footfall.kernels import reference


def list_backends() -> tuple[str, ...]:
    """Returns the backends that can run here: ("rust", "python"), or ("python",) without the native module."""
    return ("python",) if kernels.build_info()["version"] is None else ("rust", "python")


@contextmanager
def use_backend(name: str) -> Iterator[None]:
    """Runs a block with the kernels of one backend.

    The attributes of `footfall.kernels` are replaced for the length of the block. Names taken out of the
    module before (``from footfall.kernels import draw``) keep their backend.

    Args:
        name: "rust" or "python".

    Raises:
        ValueError: another name.
        ImportError: "rust", and the native module is missing.
    """
    if name not in ("rust", "python"):
        raise ValueError(f"backend: expected 'rust' or 'python', got {name!r}")
    module: ModuleType = import_module("footfall._native") if name == "rust" else reference
    active: dict[str, Any] = {kernel: getattr(module, kernel) for kernel in reference.__all__}
    active["_backend"] = name
    before = {attribute: getattr(kernels, attribute) for attribute in active}
    for attribute, value in active.items():
        setattr(kernels, attribute, value)
    try:
        yield
    finally:
        for attribute, value in before.items():
            setattr(kernels, attribute, value)
