"""Locks on files: one program holds one at a time. Reading the file that it protects needs no lock.

The operating system holds the lock and releases it however the program ends, so that it never is stale. The
lock file stays: deleting it would let two programs lock two files of one name.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

_IN_USE = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""Errors of a file that another program has locked."""


class FileInUseError(Exception):
    """Another program holds the lock.

    Attributes:
        owner: the number of its process, or ``""``.
    """

    def __init__(self, owner: str) -> None:
        super().__init__(f"another program holds the lock (process {owner or 'unknown'})")
        self.owner = owner


@contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """Holds the lock file at `path`. A file system without locks (some network drives) gives none.

    Raises:
        FileInUseError: another program holds it.
        OSError: the lock file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a+b", buffering=0, opener=_open_own) as file:
        try:
            _lock_file(file)
        except OSError as error:
            if error.errno in _IN_USE:
                owner = ""
                with suppress(OSError, UnicodeDecodeError):
                    owner = path.read_text("ascii").strip()
                raise FileInUseError(owner if owner.isdigit() else "") from None
        with suppress(OSError):  # a full disk: the lock holds, only its owner stays unnamed
            file.truncate(0)
            file.write(b"%d\n" % os.getpid())
        yield


def _open_own(path: str, flags: int) -> int:
    """Opens a file of this name, never one that a link points to: it would be emptied."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


if sys.platform == "win32":
    import msvcrt

    def _lock_file(file: FileIO) -> None:
        file.seek(1 << 30)  # behind the text, which others read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock_file(file: FileIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
