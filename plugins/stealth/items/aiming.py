"""Targets of aimed items: creatures, cells, walls, other items (R-ITEM-4)."""

from __future__ import annotations

import numpy as np

from footfall.api import Context
from footfall.api.grid import Actor, Cell, Item, Tile, chebyshev_distance, current_level, is_inside, list_carried_items

from ..actors.actor_index import list_actors
from ..actors.enemies import NEIGHBOR_OFFSETS, are_enemies
from ..actors.floor import array_index
from ..actors.identification import disguise_of, is_held_by_curse, is_identified
from ..actors.stats import is_thing, item_kind
from ..model.courses import find_bell
from ..model.records import ItemKind
from ..senses.sight import player_sees, visible_cells

WOODEN_TAG = "wooden"
"""Tag of tiles that burn: closed doors."""


def list_aim_targets(ctx: Context, actor: Actor, item: Item) -> tuple[Cell | int, ...]:
    """The targets that a question offers: cells, or ids of carried items.

    Enemies come first, then other creatures, each by distance. Items aimed at a cell also offer all other cells in
    view, wooden doors first.
    """
    world, _, _ = current_level(ctx)
    kind = item_kind(ctx, item.kind)
    if kind.aim == "item":
        return tuple(
            other.id
            for other in list_carried_items(world, actor)
            if other is not item and _needs_treatment(ctx, other, kind)
        )
    if kind.aim == "wall":
        return _wall_cells(ctx, actor, kind.reaches)
    targets = _creature_cells(ctx, actor, kind.reaches)
    if kind.aim == "cell":
        targets += [cell for cell in _place_cells(ctx, actor, kind) if cell not in targets]
    return tuple(targets)


def can_aim_at(ctx: Context, actor: Actor, kind: ItemKind, cell: Cell) -> bool:
    """Whether an item can be aimed at a cell; for cell targets any visible one that is not solid."""
    cell = (cell[0], cell[1])
    if kind.aim == "wall":
        return cell in _wall_cells(ctx, actor, kind.reaches)
    if kind.aim == "creature":
        return cell in _creature_cells(ctx, actor, kind.reaches)
    _, level, ground = current_level(ctx)
    if not is_inside(level, cell) or chebyshev_distance(cell, actor.at) > kind.reaches or not player_sees(ctx, cell):
        return False
    tile: Tile = ground.tile_kinds[level.tiles[array_index(level, cell)]]
    return tile.transparent or WOODEN_TAG in tile.tags


def _creature_cells(ctx: Context, actor: Actor, reach: int) -> list[Cell]:
    world, _, ground = current_level(ctx)
    creatures = [
        other
        for other in list_actors(ctx, world, ground)
        if other is not actor
        and chebyshev_distance(other.at, actor.at) <= reach
        and player_sees(ctx, other.at)
        and not is_thing(ctx, other)
        and disguise_of(ctx, other) is None
    ]
    creatures.sort(
        key=lambda other: (not are_enemies(ctx, actor, other), chebyshev_distance(other.at, actor.at), other.at)
    )
    return [other.at for other in creatures]


def _place_cells(ctx: Context, actor: Actor, kind: ItemKind) -> list[Cell]:
    """The cells in view that an item can be aimed at: wooden doors first, each group by distance."""
    _, level, ground = current_level(ctx)
    y, x = array_index(level, actor.at)
    top, left = max(0, y - kind.reaches), max(0, x - kind.reaches)
    box = slice(top, y + kind.reaches + 1), slice(left, x + kind.reaches + 1)
    wooden = np.array([WOODEN_TAG in tile.tags for tile in ground.tile_kinds])
    transparent = np.array([tile.transparent for tile in ground.tile_kinds])
    tiles = level.tiles[box]
    aimable = np.argwhere(visible_cells(ctx)[box] & (transparent | wooden)[tiles]).tolist()
    origin = top + level.origin[0], left + level.origin[1]
    cells = [(not wooden[tiles[cy, cx]], (cy + origin[0], cx + origin[1])) for cy, cx in aimable]
    ranked = sorted((late, chebyshev_distance(cell, actor.at), cell) for late, cell in cells)
    return [cell for _, distance, cell in ranked if distance]


def _needs_treatment(ctx: Context, item: Item, kind: ItemKind) -> bool:
    """Whether an item is cursed (for an item that lifts curses), a bell (for one that muffles it), or unidentified."""
    if any(use.do == "muffle" for use in kind.uses):
        return find_bell(ctx, item.kind) is not None
    if any(use.do == "uncurse" for use in kind.uses):
        return is_held_by_curse(ctx, item)
    return not is_identified(ctx, item)


def _wall_cells(ctx: Context, actor: Actor, reach: int) -> tuple[Cell, ...]:
    """The first visible wall in each of the eight directions."""
    _, level, ground = current_level(ctx)
    visible = visible_cells(ctx)
    walls = []
    for dy, dx in NEIGHBOR_OFFSETS:
        for step in range(1, reach + 1):
            cell = (actor.at[0] + step * dy, actor.at[1] + step * dx)
            if not is_inside(level, cell) or not visible[array_index(level, cell)]:
                break
            kind: Tile = ground.tile_kinds[level.tiles[array_index(level, cell)]]
            if "wall" in kind.tags:
                walls.append(cell)
            if not kind.walkable:
                break
    return tuple(walls)
