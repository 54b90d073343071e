"""The lock of a save: one program plays it at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from footfall.engine.saves.file_lock import FileInUseError, hold_lock


class SaveInUseError(Exception):
    """Another program plays this save. Its message is for the player."""


@contextmanager
def lock_save(path: Path) -> Iterator[None]:
    """Holds the lock of a save.

    Raises:
        SaveInUseError: another program holds it.
        OSError: the lock file cannot be written.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(hold_lock(path.with_suffix(".lock")))
        except FileInUseError as error:
            raise SaveInUseError(_describe_owner(path, error.owner)) from None
        yield


def _describe_owner(path: Path, owner: str) -> str:
    process = f" (process {owner})" if owner else ""
    return (
        f"{path} is being played by another footfall{process}\nclose that game first; "
        f"to look on without playing: footfall replay {path.with_suffix('.replay')} --watch"
    )
