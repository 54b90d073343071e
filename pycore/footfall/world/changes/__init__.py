"""The changes of tile games and their appliers. An applier checks first, then writes."""

from footfall.engine.changes import ChangeSpec, collect_changes

from . import actors, items, levels, noises, painting

WORLD_CHANGES: tuple[ChangeSpec, ...] = (*collect_changes(levels, actors, items, noises, painting),)
"""The changes that a tile game lists in `provide_changes`."""
