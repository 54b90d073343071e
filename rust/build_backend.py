"""The build backend: maturin, without the folders of the machine that builds, and with notices of the linked crates.

Rust keeps the path of every source file for its panic messages, those of the dependencies with the builder's home.
"""

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import maturin
from maturin import *  # noqa: F403
from notices import add_notices

FOLDERS = {
    Path.home(): "home",
    Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo"): "cargo",
    Path(__file__).resolve().parents[1]: "footfall",
}
"""Names for folders. The last one that contains a path counts."""

flags = os.environ.get("CARGO_ENCODED_RUSTFLAGS", "\x1f".join(os.environ.get("RUSTFLAGS", "").split()))
remaps = [f"--remap-path-prefix={folder}={name}" for folder, name in FOLDERS.items()]
os.environ["CARGO_ENCODED_RUSTFLAGS"] = "\x1f".join([*filter(None, [flags]), *remaps])

Settings = Mapping[str, Any] | None


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    """Writes the metadata of the wheel, with the notices; maturin packs what is there."""
    if not shutil.which("cargo") and not os.environ.get("MATURIN_NO_INSTALL_RUST"):
        from puccinialin import setup_rust  # as maturin does, which asks for this package then

        os.environ.update(setup_rust())
    name: str = maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)
    add_notices(Path.cwd(), Path(metadata_directory, name))
    return name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Builds a wheel."""
    return _build(maturin.build_wheel, wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Builds a wheel that refers to this folder."""
    return _build(maturin.build_editable, wheel_directory, config_settings, metadata_directory)


def _build(build: Callable[..., str], folder: str, settings: Settings, metadata: str | None) -> str:
    with TemporaryDirectory() as scratch:
        metadata = metadata or os.path.join(scratch, prepare_metadata_for_build_wheel(scratch, settings))
        return build(folder, settings, metadata)
