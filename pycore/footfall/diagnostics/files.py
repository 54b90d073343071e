"""The interface to a mod's files, and paths as messages show them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol


class ModFilesError(ValueError):
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


def format_path(path: Path | str) -> str:
    """Returns a path as messages show it: relative to the current folder if it is inside."""
    text = str(path)
    prefix = os.getcwd() + os.sep
    return text[len(prefix) :] if text.startswith(prefix) else text


def format_mod_path(files: ModFiles, name: str) -> str:
    """Returns the path of a mod's file as messages and tracebacks show it."""
    path = files.path
    return format_path(path if path.suffix == ".py" and path.name == name else path / name)


def list_files(files: ModFiles, folder: str, suffix: str) -> list[str]:
    """Returns the names of the files below a folder that end in `suffix`, sorted."""
    return [name for name in files.names if name.startswith(folder + "/") and name.endswith(suffix)]
