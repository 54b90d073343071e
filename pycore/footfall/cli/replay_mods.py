"""The mods of a recorded game that are not on here, and how to get them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from footfall.diagnostics.files import format_path
from footfall.engine.saves.replay_lines import ReplayHeader


def list_lost_mods(header: ReplayHeader, active: Collection[str]) -> list[tuple[str, str, str]]:
    """Returns id, version and content hash, as recorded, of the mods of a game that are not on."""
    return [row for row in header.lock if row[0] not in active]


def describe_lost_mods(lost: Collection[tuple[str, str, str]], known: Collection[str], path: Path) -> Iterator[str]:
    """Yields lines that name mods of a replay and say how to get them.

    Args:
        lost: id, version and content hash of each.
        known: ids of the mods that are here, on or off.
    """
    yield f"{format_path(path)}: was recorded with mods that are not on:"
    for id, version, content in lost:
        yield f"  {id} {version}, {'off here' if id in known else 'missing here'} (content {content})"
    if any(id in known for id, _, _ in lost):
        yield "  to use one that is here: --mods PATH, or footfall mods on ID; code needs footfall mods approve ID"
    if any(id not in known for id, _, _ in lost):
        yield f"  to get exactly its mods: footfall mods install --from {format_path(path)}, or name them with --mods"
