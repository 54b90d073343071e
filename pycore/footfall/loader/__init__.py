"""The loader: from folders of mods to the rules of a game.

`load` is the entry point. No other package uses pluggy's plugin manager.
"""

from footfall.diagnostics.findings import Finding, Severity, format_findings
from footfall.loader.hooks.implementations import Implementation
from footfall.loader.hooks.monitor import CallStats, Monitor
from footfall.loader.isolation.trust import Trust

from .discovery import Mod, Source, discover
from .load import LoadError, LoadResult, list_games, load
from .manifest import Manifest, ManifestError, Setting, find_defaults
from .selection import find_game, select_active_mods, select_mods

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
