"""The loader: from folders of mods to the rules of a game.

`load` is the entry point. No other package uses pluggy's plugin manager.
"""

from footfall.diagnostics.findings import Finding as Finding, Severity as Severity, format_findings as format_findings
from footfall.loader.hooks.implementations import Implementation as Implementation
from footfall.loader.hooks.monitor import CallStats as CallStats, Monitor as Monitor
from footfall.loader.isolation.trust import Trust as Trust

from .discovery import Mod as Mod, Source as Source, discover as discover
from .load import LoadError as LoadError, LoadResult as LoadResult, list_games as list_games, load as load
from .manifest import (
    Manifest as Manifest,
    ManifestError as ManifestError,
    Setting as Setting,
    find_defaults as find_defaults,
)
from .selection import find_game as find_game, select_active_mods as select_active_mods, select_mods as select_mods
