"""The index that was accepted last from each address, one file with its signature, so that both change at once."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from footfall.diagnostics.files import read_limited_file
from footfall.engine.saves.atomic_file import replace_file
from footfall.loader.profiles import store_folder

from .index_format import MAX_INDEX_BYTES, IndexFileError, read_index
from .signatures import MAX_SIGNATURE_BYTES

_MAX_BYTES = MAX_INDEX_BYTES + 8 * MAX_SIGNATURE_BYTES


def copy_path(name: str) -> Path:
    """Returns the path of the copy of an index: a line with its signature as JSON, and its bytes."""
    return store_folder() / "indexes" / f"{name}.copy"


def read_copy(name: str) -> tuple[bytes, str | None] | None:
    """Returns the copy of an index with its signature, or None if there is none that can be read."""
    try:
        line, _, data = read_limited_file(copy_path(name), _MAX_BYTES).partition(b"\n")
        return data, msgspec.json.decode(line, type=str) or None
    except (OSError, msgspec.MsgspecError, ValueError):
        return None


def write_copy(name: str, data: bytes, signature: str | None) -> None:
    """Writes the copy of an index, the whole file or nothing.

    Raises:
        OSError: it cannot be written.
    """
    replace_file(copy_path(name), [msgspec.json.encode(signature or ""), b"\n", data], keeps_link=False)


def delete_copy(name: str) -> None:
    """Deletes the copy of an index that is no longer followed; one that stays is replaced by the next of its name."""
    with suppress(OSError):
        copy_path(name).unlink(missing_ok=True)


def list_copied_ids(name: str) -> frozenset[str]:
    """Returns the ids of the mods in the copy of an index."""
    copy = read_copy(name)
    try:
        return frozenset(mod.id for mod in read_index(copy[0]).mods) if copy is not None else frozenset()
    except IndexFileError:
        return frozenset()
