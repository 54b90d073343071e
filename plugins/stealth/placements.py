"""Placements of rules as data: deeds and readings of a mod without Python for a level that is being built."""

from typing import Annotated

import numpy as np

from footfall.api import AnyText, Context, Ref, Thing, Words, deed, grid, reading

from .generate import connectivity, populate, vaults
from .model.floor_records import Template
from .model.records import THING_TAG, CreatureKind

TOGETHER = 2
"""Cells between the first creature of a group and the others."""

BARE_FLOORS = frozenset(("core.stealth:floor", "core.stealth:cave_floor"))
"""The tiles that `pave` replaces."""

MAX_PAVED = 9
"""The widest surroundings that a rule paves, in cells."""

MAX_PLACED = 20
"""The most creatures or items that a rule places at once."""

DRAWING_TRIES = 40
"""Corners that are tried for a drawing."""

Draft = Annotated[grid.LevelDraft, Thing("draft")]


@reading(unit="floor", cost="O(1)")
def floor_of(ctx: Context, draft: Draft) -> int:
    """The number of the floor, from 1."""
    return draft.floor


@reading(cost="O(1)")
def recipe_of(ctx: Context, draft: Draft) -> Annotated[str, Words("recipe")]:
    """The generator (``"core.stealth:cavern"``)."""
    return draft.recipe


@reading(cost="O(1)")
def branch_of(ctx: Context, draft: Draft) -> Annotated[str, AnyText()]:
    """The side branch; empty for the main one."""
    return draft.branch


@reading(unit="rooms", cost="O(1)")
def room_count(ctx: Context, draft: Draft) -> int:
    """The number of rooms so far."""
    return len(draft.rooms)


@reading(unit="copies", cost="O(1)")
def copies(ctx: Context, draft: Draft, kind: Annotated[str, Ref("creature"), Ref("item")]) -> int:
    """Copies of a creature or item so far in the game, by its record id."""
    return draft.counts.get(kind, 0)


@deed
def spawn(
    ctx: Context, draft: Draft, creature: Annotated[str, Ref("creature")], count: int = 1, is_together: bool = False
) -> None:
    """Places creatures on free cells, away from the stairs; together: within two cells of the first.

    A thing, such as a fire, is placed next to a wall where it blocks no way.
    """
    is_thing = THING_TAG in ctx.records.get(CreatureKind, "creature", creature).tags
    cells = populate.cells_beside_walls(ctx, draft) if is_thing else populate.list_open_cells(ctx, draft)
    away = populate.get_digging(ctx).keep_off
    for _ in range(min(count, MAX_PLACED)):
        if is_thing:
            cell = populate.draw_alcove(ctx, draft, "creature-at", cells)
        else:
            cell = populate.draw_free_cell(ctx, draft, "creature-at", cells, away)
        if cell is None:
            continue
        draft.place_actor(grid.PlacedActor(creature, cell))
        if is_together:
            cells = [other for other in cells if grid.chebyshev_distance(other, cell) <= TOGETHER]
            is_together = False


@deed
def pave(ctx: Context, draft: Draft, tile: Annotated[str, Ref("tile")], radius: int = 2) -> None:
    """Replaces bare floor within some cells, at most 9, of a drawn cell, within the room of that cell."""
    center = populate.draw_free_cell(ctx, draft, "pave-at", populate.list_open_cells(ctx, draft))
    if center is None:
        return
    is_bare = populate.find_open_ground(ctx, draft)
    is_bare &= np.isin(draft.tiles, [n for n, name in enumerate(draft.palette) if name in BARE_FLOORS])
    for room in draft.rooms:
        if room.top <= center[0] < room.top + room.height and room.left <= center[1] < room.left + room.width:
            outside = np.ones(draft.shape, np.bool_)
            outside[room.box] = False
            is_bare &= ~outside
    for cell in populate.list_cells(is_bare):
        if grid.chebyshev_distance(cell, center) <= min(radius, MAX_PAVED):
            draft.set_tile(cell, tile)


@deed
def lay(ctx: Context, draft: Draft, item: Annotated[str, Ref("item")], count: int = 1) -> None:
    """Lays items on free cells."""
    cells = populate.list_open_cells(ctx, draft)
    for _ in range(min(count, MAX_PLACED)):
        cell = populate.draw_free_cell(ctx, draft, "item-at", cells)
        if cell is not None:
            draft.place_item(grid.PlacedItem(item, cell))


@deed
def draw(ctx: Context, draft: Draft, template: Annotated[str, Ref("template")]) -> None:
    """Puts a drawing, a template record, where it covers nothing and keeps the stairs connected, if there is room."""
    drawing = ctx.records.get(Template, "template", template)
    (height, width), (map_height, map_width) = vaults.get_stamp(ctx, drawing).vault.shape, draft.shape
    if height + 4 > map_height or width + 4 > map_width:
        return
    occupied = draft.reserved.copy()
    for cell in (*draft.occupants, *connectivity.list_ends(draft)):
        occupied[cell] = True
    before = draft.copy()
    for _ in range(DRAWING_TRIES):
        corner = vaults.find_corner(ctx, draft, drawing, occupied)
        if corner is None:
            continue
        vaults.stamp_template(ctx, draft, drawing, *corner)
        cells = [*draft.arrivals.values(), draft.rooms[-1].center]
        walkable = grid.find_walkable_cells(draft, ctx.records, break_fragile_walls=True)
        if grid.are_connected(walkable, cells) and not connectivity.find_barred_way(ctx, draft):
            return
        draft.restore(before.copy())
