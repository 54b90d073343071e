"""What an object can be aimed at: creatures, places, walls, other objects (R-ITEM-4, table C.6)."""

from __future__ import annotations

from footfall.api import Play
from footfall.api.grid import Actor, Cell, Item, Tile, chebyshev, here, inside, pack_of

from ..disguise import disguised
from ..lore import held_fast, known
from ..melee import AROUND, hostile
from ..records import ItemKind
from ..roster import present
from ..sight import index, sees, visible
from ..totals import creature, item_kind

WOODEN = "wooden"
"""Tag of what burns: closed doors."""


def targets(play: Play, actor: Actor, item: Item) -> tuple[Cell | int, ...]:
    """What an object can be aimed at, as a question offers it: cells, or objects of the pack.

    Enemies come first, then others, each by distance. What is aimed at a place also offers wooden
    doors in view, and the farthest open cell of each of the eight directions.
    """
    world, _, _ = here(play)
    kind = item_kind(play, item.kind)
    if kind.aim == "item":
        return tuple(
            other.id for other in pack_of(world, actor) if other is not item and _wants(play, other, kind)
        )
    if kind.aim == "wall":
        return _walls(play, actor, kind.reaches)
    found = _creatures(play, actor, kind.reaches)
    if kind.aim == "cell":
        found += [cell for cell in _places(play, actor, kind.reaches) if cell not in found]
    return tuple(found)


def aimable(play: Play, actor: Actor, kind: ItemKind, cell: Cell) -> bool:
    """Whether an object may be aimed at a cell: at a place it is any in view that is not solid."""
    cell = (cell[0], cell[1])
    if kind.aim == "wall":
        return cell in _walls(play, actor, kind.reaches)
    if kind.aim == "creature":
        return cell in _creatures(play, actor, kind.reaches)
    _, level, ground = here(play)
    if not inside(level, cell) or chebyshev(cell, actor.at) > kind.reaches or not sees(play, cell):
        return False
    tile: Tile = ground.kinds[level.tiles[index(level, cell)]]
    return tile.transparent or WOODEN in tile.tags


def _creatures(play: Play, actor: Actor, reach: int) -> list[Cell]:
    world, _, ground = here(play)
    seen = [
        other
        for other in present(play, world, ground)
        if other is not actor
        and chebyshev(other.at, actor.at) <= reach
        and sees(play, other.at)
        and "thing" not in creature(play, other.kind).tags
        and disguised(play, other) is None
    ]
    seen.sort(key=lambda other: (not hostile(play, actor, other), chebyshev(other.at, actor.at), other.at))
    return [other.at for other in seen]


def _places(play: Play, actor: Actor, reach: int) -> list[Cell]:
    """Wooden doors in view by distance, then the end of the view in each direction."""
    _, level, ground = here(play)
    mask = visible(play)
    y, x = actor.at
    doors = [
        (cy, cx)
        for cy in range(y - reach, y + reach + 1)
        for cx in range(x - reach, x + reach + 1)
        if inside(level, (cy, cx))
        and mask[index(level, (cy, cx))]
        and WOODEN in ground.kinds[level.tiles[index(level, (cy, cx))]].tags
    ]
    doors.sort(key=lambda cell: (chebyshev(cell, actor.at), cell))
    ends = []
    for dy, dx in AROUND:
        end = None
        for step in range(1, reach + 1):
            cell = (y + step * dy, x + step * dx)
            if not inside(level, cell) or not mask[index(level, cell)]:
                break
            if not ground.kinds[level.tiles[index(level, cell)]].walkable or cell in ground.occupied:
                break
            end = cell
        if end is not None:
            ends.append(end)
    return [*doors, *ends]


def _wants(play: Play, item: Item, kind: ItemKind) -> bool:
    """Whether an object is in need of what another does to objects."""
    if any(use.do == "uncurse" for use in kind.uses):
        return held_fast(play, item)
    return not known(play, item)


def _walls(play: Play, actor: Actor, reach: int) -> tuple[Cell, ...]:
    """The first wall in each of the eight directions that is in view."""
    _, level, ground = here(play)
    mask = visible(play)
    found = []
    for dy, dx in AROUND:
        for step in range(1, reach + 1):
            cell = (actor.at[0] + step * dy, actor.at[1] + step * dx)
            if not inside(level, cell) or not mask[index(level, cell)]:
                break
            kind: Tile = ground.kinds[level.tiles[index(level, cell)]]
            if "wall" in kind.tags:
                found.append(cell)
            if not kind.walkable:
                break
    return tuple(found)
