"""Items on the ground as the character last saw them (P-MEM)."""

from __future__ import annotations

from footfall.api import Change, Context
from footfall.api.grid import Item, current_level

from ..actors.floor import array_index
from ..model.play_state import RememberItems, SeenItem, play_of
from ..model.records import ItemKind
from ..model.settings import rule_settings
from .sight import visible_cells, visible_mask


def remember_items(ctx: Context) -> list[Change]:
    """Keeps what lies in view now, and what lies elsewhere on the floor as it was last seen."""
    if not rule_settings(ctx).shipped:
        return []
    world, level, _ = current_level(ctx)
    play, mask = play_of(ctx.state), visible_mask(ctx)
    width, (top, left), here = level.tiles.shape[1], level.origin, level.id
    known = play.seen_items.get(here, {})
    items = {id: item for id, item in known.items() if not mask[(item.at[0] - top) * width + item.at[1] - left]}
    for item in [item for item in world.items.values() if item.level == here]:
        at = item.at
        if at is not None and mask[(at[0] - top) * width + at[1] - left] and not item.inside:
            items[item.id] = SeenItem(at, item.kind, item.count, item.known)
    thrown = [id for id in play.thrown if id in world.items and world.items[id].holder != world.player]
    return [] if items == known and thrown == play.thrown else [RememberItems(level.id, items, tuple(thrown))]


def list_remembered_items(ctx: Context) -> list[Item]:
    """The items that the character remembers out of view, as they were, each with its cell; in order of id."""
    _, level, _ = current_level(ctx)
    kinds, seen = ctx.records.table(ItemKind, "item"), visible_cells(ctx)
    return [
        Item(id, item.kind, item.count, level.id, item.at, known=item.known)
        for id, item in sorted(play_of(ctx.state).seen_items.get(level.id, {}).items())
        if item.kind in kinds and not seen[array_index(level, item.at)]
    ]
