"""Files replaced as a whole: after a crash at any point, either the old or the new file is complete."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterable
from itertools import count
from pathlib import Path

_OWNER = stat.S_IRUSR | stat.S_IWUSR


def replace_file(path: Path, parts: Iterable[bytes], *, keeps_link: bool = True) -> None:
    """Writes a temporary file in the same folder, waits until it is on disk, and renames it over `path`.

    It gets the permissions of the file that it replaces, and its user may read and write it; a new file is its user's
    alone.

    Args:
        keeps_link: whether a symbolic link stays, and the file that it points to is replaced; otherwise the link itself
            is replaced, so that no file outside the folder is written.

    Raises:
        OSError: the file cannot be written; the old file is untouched. The error names `path` or its folder.
    """
    if keeps_link:
        path = Path(os.path.realpath(path))
        if path.exists() and not (path.is_file() or path.is_dir()):  # a device must not become a file
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                for part in parts:
                    file.write(part)
                file.flush()
                os.fsync(file.fileno())
            if path.is_file() and not path.is_symlink():
                os.chmod(temporary, stat.S_IMODE(path.stat().st_mode) | _OWNER)
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:  # a write names no file, and the temporary one is of no use to the reader
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    sync_folder(path.parent)


def move_aside(path: Path) -> None:
    """Renames what is at a path to a free name ``NAME.aside``, so that writing there loses nothing.

    Raises:
        OSError: it cannot be renamed.
    """
    names = (path.with_name(f"{path.name}.aside{number or ''}") for number in count())
    path.rename(next(name for name in names if not os.path.lexists(name)))


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
