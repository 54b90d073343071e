"""Targets of aimed items: creatures, cells, walls, other items (R-ITEM-4)."""

from __future__ import annotations

import numpy as np

from footfall.api.grid import Actor, Cell, Item, Tile, chebyshev_distance, is_inside, list_carried_items

from ..actors.enemies import NEIGHBOR_OFFSETS, are_enemies
from ..actors.identification import disguise_of, is_held_by_curse, is_identified
from ..model.courses import find_bell
from ..model.phase import Phase
from ..model.records import ItemKind, is_thing, item_kind
from ..senses.sight import player_sees, visible_cells

WOODEN_TAG = "wooden"
"""Tag of tiles that burn: closed doors."""


def list_aim_targets(phase: Phase, item: Item) -> tuple[Cell | int, ...]:
    """The targets that a question offers: cells, or ids of carried items.

    Enemies come first, then other creatures, each by distance. Items aimed at a cell also offer all other cells in
    view, wooden doors first.
    """
    actor = phase.player
    kind = item_kind(phase, item.kind)
    if kind.aim == "item":
        return tuple(
            other.id
            for other in list_carried_items(phase.world, actor)
            if other is not item and _needs_treatment(phase, other, kind)
        )
    if kind.aim == "wall":
        return _wall_cells(phase, kind.reaches)
    targets = _creature_cells(phase, actor, kind.reaches)
    if kind.aim == "cell":
        targets += [cell for cell in _place_cells(phase, kind) if cell not in targets]
    return tuple(targets)


def can_aim_at(phase: Phase, kind: ItemKind, cell: Cell) -> bool:
    """Whether an item can be aimed at a cell; for cell targets any visible one that is not solid."""
    cell = (cell[0], cell[1])
    if kind.aim == "wall":
        return cell in _wall_cells(phase, kind.reaches)
    if kind.aim == "creature":
        return cell in _creature_cells(phase, phase.player, kind.reaches)
    if (
        not is_inside(phase.level, cell)
        or chebyshev_distance(cell, phase.player.at) > kind.reaches
        or not player_sees(phase, cell)
    ):
        return False
    tile: Tile = phase.tile(cell)
    return tile.transparent or WOODEN_TAG in tile.tags


def _creature_cells(phase: Phase, actor: Actor, reach: int) -> list[Cell]:
    creatures = [
        other
        for other in phase.actors
        if other is not actor
        and chebyshev_distance(other.at, actor.at) <= reach
        and player_sees(phase, other.at)
        and not is_thing(phase, other)
        and disguise_of(phase, other) is None
    ]
    creatures.sort(
        key=lambda other: (not are_enemies(phase, actor, other), chebyshev_distance(other.at, actor.at), other.at)
    )
    return [other.at for other in creatures]


def _place_cells(phase: Phase, kind: ItemKind) -> list[Cell]:
    """The cells in view that an item can be aimed at: wooden doors first, each group by distance."""
    actor = phase.player
    level = phase.level
    y, x = phase.array_index(actor.at)
    top, left = max(0, y - kind.reaches), max(0, x - kind.reaches)
    box = slice(top, y + kind.reaches + 1), slice(left, x + kind.reaches + 1)
    wooden = np.array([WOODEN_TAG in tile.tags for tile in phase.ground.tile_kinds])
    transparent = np.array([tile.transparent for tile in phase.ground.tile_kinds])
    tiles = level.tiles[box]
    aimable = np.argwhere(visible_cells(phase)[box] & (transparent | wooden)[tiles]).tolist()
    origin = top + level.origin[0], left + level.origin[1]
    cells = [(not wooden[tiles[cy, cx]], (cy + origin[0], cx + origin[1])) for cy, cx in aimable]
    ranked = sorted((late, chebyshev_distance(cell, actor.at), cell) for late, cell in cells)
    return [cell for _, distance, cell in ranked if distance]


def _needs_treatment(phase: Phase, item: Item, kind: ItemKind) -> bool:
    """Whether an item is cursed (for an item that lifts curses), a bell (for one that muffles it), or unidentified."""
    if any(use.do == "muffle" for use in kind.uses):
        return find_bell(phase, item.kind) is not None
    if any(use.do == "uncurse" for use in kind.uses):
        return is_held_by_curse(phase, item)
    return not is_identified(phase, item)


def _wall_cells(phase: Phase, reach: int) -> tuple[Cell, ...]:
    """The first visible wall in each of the eight directions."""
    actor = phase.player
    visible = visible_cells(phase)
    walls = []
    for dy, dx in NEIGHBOR_OFFSETS:
        for step in range(1, reach + 1):
            cell = (actor.at[0] + step * dy, actor.at[1] + step * dx)
            if not is_inside(phase.level, cell) or not visible[phase.array_index(cell)]:
                break
            kind: Tile = phase.tile(cell)
            if "wall" in kind.tags:
                walls.append(cell)
            if not kind.walkable:
                break
    return tuple(walls)
