"""Files replaced as a whole: after a crash at any point, either the old or the new file is complete."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def replace_file(path: Path, parts: Iterable[bytes]) -> None:
    """Writes a temporary file in the same folder, waits until it is on disk, and renames it over `path`.

    If `path` is a symbolic link, the file that it points to is replaced.

    Raises:
        OSError: the file cannot be written; the old file is untouched.
    """
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def remove_stale_files(path: Path) -> None:
    """Removes temporary files that a crash left. No other program may be writing `path`."""
    path = Path(os.path.realpath(path))
    for stale in path.parent.glob(f".{path.name}.*"):
        stale.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on disk.

    Raises:
        OSError: the folder cannot be flushed.
    """
    if os.name == "nt":  # Windows cannot flush a folder and does not need to
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
