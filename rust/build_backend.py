"""The build backend: maturin, without the folders of the machine that builds.

Rust keeps the path of every source file for its panic messages, those of the dependencies with the builder's home.
"""

import os
from pathlib import Path

from maturin import *  # noqa: F403

FOLDERS = {
    Path.home(): "home",
    Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo"): "cargo",
    Path(__file__).resolve().parents[1]: "footfall",
}
"""Names for folders. The last one that contains a path counts."""

flags = os.environ.get("CARGO_ENCODED_RUSTFLAGS", "\x1f".join(os.environ.get("RUSTFLAGS", "").split()))
remaps = [f"--remap-path-prefix={folder}={name}" for folder, name in FOLDERS.items()]
os.environ["CARGO_ENCODED_RUSTFLAGS"] = "\x1f".join([*filter(None, [flags]), *remaps])
