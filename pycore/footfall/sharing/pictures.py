"""The picture of a mod in an index."""

from __future__ import annotations

from pathlib import PurePosixPath

from footfall.loader import Mod

MAX_PICTURE_BYTES = 1 << 20
"""Bytes of a picture; a larger one is not shown."""

_SIGNATURES = {
    ".png": b"\x89PNG\r\n\x1a\n",
    ".jpg": b"\xff\xd8\xff",
    ".gif": b"GIF8",
    ".webp": b"RIFF",
}
"""First bytes by suffix. SVG is not one of them, because it may contain scripts."""


def find_picture(mod: Mod) -> tuple[str, bytes] | None:
    """Returns suffix and bytes of a mod's first picture by name, those at the top level first; None without one.

    Raises:
        ModFilesError: a file cannot be read.
    """
    names = [name for name in mod.files.names if PurePosixPath(name).suffix in _SIGNATURES]
    for name in sorted(names, key=lambda name: (name.count("/"), name)):
        suffix, data = PurePosixPath(name).suffix, mod.files.read(name)
        if data.startswith(_SIGNATURES[suffix]) and len(data) <= MAX_PICTURE_BYTES:
            return suffix, data
    return None
