"""Installed contents that their publisher has retracted, as the indexes said when they were last read.

The loader reads no index, so what an index says about installed mods is kept in a small file of the store.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from footfall.diagnostics.findings import Finding, Severity

from ..discovery import Mod, Source
from ..json_file import read_json_or, write_json
from .pointer import store_folder


class Retractions(msgspec.Struct, frozen=True):
    """The file of retractions.

    Attributes:
        indexes: the time of the last change of each index file in a folder, in nanoseconds, by path.
    """

    reasons: dict[str, str] = {}
    indexes: dict[str, int] = {}


def retractions_path() -> Path:
    """Returns the file of retractions."""
    return store_folder() / "retracted.json"


def load_retractions() -> Retractions:
    """Reads the file; an empty one if it is damaged, until an index is read."""
    return read_json_or(retractions_path(), Retractions())


def save_retractions(reasons: Mapping[str, str], indexes: Iterable[Path]) -> None:
    """Replaces the file if it differs.

    Args:
        indexes: the files of the indexes in folders that were read.

    Raises:
        OSError: it cannot be written.
    """
    new = Retractions(dict(sorted(reasons.items())), {str(path): _read_change_time(path) for path in indexes})
    if load_retractions() != new:
        write_json(retractions_path(), new, keeps_link=False)


def has_index_changed() -> bool:
    """Whether an index in a folder was changed since it was read."""
    return any(_read_change_time(Path(path)) != time for path, time in load_retractions().indexes.items())


def _read_change_time(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def iter_retracted(mods: Iterable[Mod]) -> Iterator[tuple[Mod, str]]:
    """Yields the installed mods that are retracted, with the reasons."""
    installed = [mod for mod in mods if mod.source is Source.STORE]
    reasons = load_retractions().reasons if installed else {}
    for mod in installed:
        if reason := reasons.get(mod.files.path.stem, ""):  # the store names contents by their hash
            yield mod, reason


def find_retracted(mods: Iterable[Mod]) -> Iterator[Finding]:
    """Yields a finding for each installed mod that is retracted."""
    for mod, reason in iter_retracted(mods):
        text = f"version {mod.version} is retracted by its publisher: {reason}"
        yield Finding("retracted", mod.id, text, "", f"footfall mods update {mod.id}", Severity.WARNING)
