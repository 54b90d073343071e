"""The mods that a caller names by path: one that is off is a mistake, not a mod less."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from footfall.diagnostics.files import expand_home, format_path

from .load import LoadResult


def describe_named_faults(loaded: LoadResult, paths: Iterable[Path]) -> str:
    """Says why mods that `paths` name were switched off; ``""`` if none was. A folder of mods names none."""
    named = [expand_home(path).absolute() for path in paths]
    named = [path for path in named if not path.is_dir() or (path / "mod.toml").is_file()]
    places = [format_path(path) for path in named]
    real = {path.resolve() for path in named}
    ids = {mod.id for mod in loaded.available.values() if mod.files.path.resolve() in real}
    off = {*places, *ids} - {mod.id for mod in loaded.mods}
    unread = tuple(f"{place}{end}" for place in places for end in (os.sep, ":"))  # its id may be unknown
    faults = [
        f"{finding}, or --trust" if finding.code == "not-approved" else str(finding)
        for finding in loaded.findings
        if finding.mod_disabled and (finding.mod in off or finding.where.startswith(unread))
    ]
    return "\n".join(["a mod of --mods is off:", *faults]) if faults else ""
