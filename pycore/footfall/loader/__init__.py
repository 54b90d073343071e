"""The loader: from folders of mods to the rules of a game.

`load` is the door; pluggy's manager lives behind it and nowhere else.
"""

from footfall.content.findings import Finding, Level, report

from .discovery import Mod, Source, discover
from .hooks import Implementation
from .load import Loaded, LoadError, active_in, chosen, find_game, games, load
from .manifest import BadManifest, Manifest, Setting
from .monitor import Count, Monitor
from .trust import Trust

__all__ = [
    "BadManifest",
    "Count",
    "Finding",
    "Implementation",
    "Level",
    "LoadError",
    "Loaded",
    "Manifest",
    "Mod",
    "Monitor",
    "Setting",
    "Source",
    "Trust",
    "active_in",
    "chosen",
    "discover",
    "find_game",
    "games",
    "load",
    "report",
]
