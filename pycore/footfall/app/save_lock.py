"""The lock of a save: one program plays it at a time. Reading needs no lock.

The operating system holds the lock and releases it however the program ends, so that it never is stale. The
lock file stays: deleting it would let two programs lock two files of one name.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

_IN_USE = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""Errors of a file that another program has locked."""


class SaveInUseError(Exception):
    """Another program plays this save. Its message is for the player."""


@contextmanager
def lock_save(path: Path) -> Iterator[None]:
    """Holds the lock of a save.

    A file system without locks (some network drives) gives none; the save can be played all the same.

    Raises:
        SaveInUseError: another program holds it.
        OSError: the lock file cannot be written.
    """
    lock = path.with_suffix(".lock")
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a+b", buffering=0) as file:
        try:
            _lock_file(file)
        except OSError as error:
            if error.errno in _IN_USE:
                raise SaveInUseError(_describe_owner(path, lock)) from None
        _write_owner(file)
        yield


def _describe_owner(path: Path, lock: Path) -> str:
    try:
        owner = lock.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        owner = ""
    process = f" (process {owner})" if owner.isdigit() else ""
    return (
        f"{path} is being played by another footfall{process}\nclose that game first; "
        f"to look on without playing: footfall replay {path.with_suffix('.replay')} --watch"
    )


def _write_owner(file: FileIO) -> None:
    try:
        file.truncate(0)
        file.write(b"%d\n" % os.getpid())
    except OSError:
        pass  # a full disk: the lock holds, only its owner stays unnamed


if sys.platform == "win32":
    import msvcrt

    def _lock_file(file: FileIO) -> None:
        file.seek(1 << 30)  # behind the text, which others read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock_file(file: FileIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
