"""The changes of tile games. Each checks first, then writes."""

from footfall.engine.declarations.rules import collect_changes
from footfall.engine.model import Change

from . import actors, items, levels

WORLD_CHANGES: tuple[type[Change], ...] = (*collect_changes(levels, actors, items),)
"""The changes that a tile game lists in `provide_changes`."""
