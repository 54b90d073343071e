"""Items on the ground as the character last saw them (P-MEM)."""

from __future__ import annotations

from footfall.api import Change
from footfall.api.grid import Item

from ..model.phase import Phase
from ..model.play_state import RememberItems, SeenItem
from ..model.records import ItemKind
from .sight import visible_cells, visible_mask


def remember_items(phase: Phase) -> list[Change]:
    """Keeps what lies in view now, and what lies elsewhere on the floor as it was last seen."""
    if not phase.settings.shipped:
        return []
    world, level = phase.world, phase.level
    play, mask = phase.play, visible_mask(phase)
    width, (top, left), here = level.tiles.shape[1], level.origin, level.id
    known = play.seen_items.get(here, {})
    items = {id: item for id, item in known.items() if not mask[(item.at[0] - top) * width + item.at[1] - left]}
    for item in [item for item in world.items.values() if item.level == here]:
        at = item.at
        if at is not None and mask[(at[0] - top) * width + at[1] - left] and not item.inside:
            items[item.id] = SeenItem(at, item.kind, item.count, item.known)
    thrown = [id for id in play.thrown if id in world.items and world.items[id].holder != world.player]
    return [] if items == known and thrown == play.thrown else [RememberItems(level.id, items, tuple(thrown))]


def list_remembered_items(phase: Phase) -> list[Item]:
    """The items that the character remembers out of view, as they were, each with its cell; in order of id."""
    kinds, seen = phase.records.table(ItemKind, "item"), visible_cells(phase)
    return [
        Item(id, item.kind, item.count, phase.level.id, item.at, known=item.known)
        for id, item in sorted(phase.play.seen_items.get(phase.level.id, {}).items())
        if item.kind in kinds and not seen[phase.array_index(item.at)]
    ]
