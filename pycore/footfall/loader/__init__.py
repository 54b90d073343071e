"""The loader: from folders of mods to the rules of a game.

`load` is the entry point. No other package uses pluggy's plugin manager.
"""

from footfall.diagnostics.findings import Finding, Severity, format_findings

from .discovery import Mod, Source, discover
from .hooks import Implementation
from .load import LoadError, LoadResult, list_games, load
from .manifest import Manifest, ManifestError, Setting, find_defaults
from .monitor import CallStats, Monitor
from .selection import find_game, select_active_mods, select_mods
from .trust import Trust

__all__ = [
    "CallStats",
    "Finding",
    "Implementation",
    "LoadError",
    "LoadResult",
    "Manifest",
    "ManifestError",
    "Mod",
    "Monitor",
    "Setting",
    "Severity",
    "Source",
    "Trust",
    "discover",
    "find_defaults",
    "find_game",
    "format_findings",
    "list_games",
    "load",
    "select_active_mods",
    "select_mods",
]
