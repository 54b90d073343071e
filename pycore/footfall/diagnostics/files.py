"""How content is read: a mod's files by name, wherever they are kept."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol


class ModFilesError(ValueError):
    """A mod's files cannot be read or are not safe; the message says which and why."""


class ModFiles(Protocol):
    """Read-only files by POSIX name relative to the mod's folder."""

    @property
    def path(self) -> Path:
        """The folder, the zip or the file on disk."""

    @property
    def names(self) -> Iterable[str]:
        """All file names, sorted."""

    def read(self, name: str) -> bytes:
        """The bytes of a file; raises `ModFilesError`."""


def format_path(path: Path | str) -> str:
    """A path as messages show it: relative to the current folder where it is inside."""
    text = str(path)
    here = os.getcwd() + os.sep
    return text[len(here) :] if text.startswith(here) else text


def format_mod_path(files: ModFiles, name: str) -> str:
    """A file of a mod as messages and tracebacks show it."""
    path = files.path
    return format_path(path if path.suffix == ".py" and path.name == name else path / name)


def list_files(files: ModFiles, folder: str, suffix: str) -> list[str]:
    """Names below a folder that end in `suffix`, sorted."""
    return [name for name in files.names if name.startswith(folder + "/") and name.endswith(suffix)]
