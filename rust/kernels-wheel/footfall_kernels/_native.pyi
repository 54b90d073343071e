"""The Rust kernels, with the signatures of footfall_kernels.kernels.reference."""

from .kernels.reference import *  # noqa: F403

def build_info() -> dict[str, str]:
    """version, profile ("release" or "debug") and simd, the vector instructions in use."""
