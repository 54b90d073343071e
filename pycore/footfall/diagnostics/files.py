"""The interface to a mod's files, files of limited size, and paths as messages show them."""

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from . import UserError


class ModFilesError(UserError, ValueError):
    """Files of a mod that are unreadable or unsafe; the message names the file and the reason."""


class ModFiles(Protocol):
    """Read-only files, by POSIX name relative to the mod's folder."""

    @property
    def path(self) -> Path:
        """The folder, the zip or the file on disk."""

    @property
    def names(self) -> Iterable[str]:
        """All file names, sorted."""

    def read(self, name: str) -> bytes:
        """Returns the bytes of a file.

        Raises:
            ModFilesError: the file cannot be read.
        """


def read_limited_file(path: Path, limit: int) -> bytes:
    """Returns the bytes of a regular file; never waits for a pipe, and never reads a device or more than the limit.

    Args:
        limit: maximum size in bytes.

    Raises:
        OSError: the file cannot be read, is not a regular file, or is larger.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as error:  # a null character
        raise OSError(errno.EINVAL, str(error), str(path)) from None
    with open(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        size = min(status.st_size, limit)
        data = file.read(size + 1)  # not more: this much memory is allocated at once
        if len(data) > size:  # it grew meanwhile, or is too large
            data += file.read(limit + 1 - len(data))
    if len(data) > limit:
        raise OSError(errno.EFBIG, f"it is larger than {limit >> 10:,} KiB", str(path))
    return data


def expand_home(path: Path | str) -> Path:
    """Replaces a leading ``~``; that of a user who does not exist, or has no home folder, is kept."""
    return Path(os.path.expanduser(path))


def format_path(path: Path | str) -> str:
    """Returns a path as messages show it: relative to the current folder if it is inside."""
    text = str(path)
    try:
        prefix = os.getcwd() + os.sep
    except OSError:  # the folder was removed
        return text
    return text[len(prefix) :] if text.startswith(prefix) else text


def format_mod_path(files: ModFiles, name: str) -> str:
    """Returns the path of a mod's file as messages and tracebacks show it."""
    path = str(files.path)
    is_single_file = name.endswith(".py") and os.path.basename(path) == name
    return format_path(path if is_single_file else os.path.join(path, *name.split("/")))


def list_files(files: ModFiles, folder: str, suffix: str) -> list[str]:
    """Returns the names of the files below a folder that end in `suffix`, sorted."""
    return [name for name in files.names if name.startswith(folder + "/") and name.endswith(suffix)]
