"""Atomic JSON files."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import msgspec


def write_json(path: Path, value: msgspec.Struct) -> None:
    """Writes a value as JSON, the whole file or nothing. Missing folders are created.

    Raises:
        OSError: the file cannot be written; the old one is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(value)))
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
