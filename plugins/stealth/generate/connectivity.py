"""Stairs, and the guarantee that they are connected (R-GEN-24, 25, 27); pools, which close no way (P-WAY-6)."""

import numpy as np
import numpy.typing as npt

from footfall.api import Context, Step
from footfall.api.grid import (
    Cell,
    LevelDraft,
    PlacedActor,
    PlacedFixture,
    PlacedItem,
    are_connected,
    chebyshev_distance,
    find_walkable_cells,
    kernels,
)

from ..model.phase import get_phase
from . import populate
from .dungeon_state import get_floor_plan
from .populate import draw_loot, find_cells_in_reach, get_digging, list_open_cells, list_promised_cells, promise_way

UP, DOWN, SIDE = "core.stealth:stairs_up", "core.stealth:stairs_down", "core.stealth:side_stairs"
DESERT_DOWN = "core.stealth:desert_stairs"
STAIRS = (UP, DOWN, SIDE, DESERT_DOWN)
"""Tiles of stairs."""

BOSS_KIND = "core.stealth:silent_regent"

OPEN_COST, WALL_COST = 1, 1000
"""Costs of an open cell and of a wall to break: fewest walls first, then the shortest path."""


def put_stairs(draft: LevelDraft, up: Cell | None, down: Cell | None, side: Cell | None = None) -> None:
    """Places the stairs and reserves their cells. The first floor has the start instead of stairs up."""
    if up is not None:
        if draft.step_data.get("player"):
            draft.arrivals["start"] = up
            draft.reserved[up] = True
        else:
            place_staircase(draft, "up", up, UP)
    if down is not None:
        tile = DESERT_DOWN if draft.step_data.get("daylight") else DOWN
        place_staircase(draft, "down", down, tile)
    if side is not None:
        place_staircase(draft, "side", side, SIDE)


def place_staircase(draft: LevelDraft, name: str, cell: Cell, tile: str) -> None:
    """Places one staircase."""
    draft.arrivals[name] = cell
    draft.set_tile(cell, tile)
    draft.reserved[cell] = True
    draft.occupants[cell] = tile


def has_way_down(draft: LevelDraft) -> bool:
    """Whether a floor has stairs down."""
    return not draft.step_data.get("last")


def place_prize(ctx: Context, draft: LevelDraft, at: Cell) -> None:
    """Places the prize and its guardian on the last floor of the main branch."""
    plan = get_floor_plan(ctx)
    if not draft.step_data.get("goal") or not plan.goal:
        return
    draft.place_item(PlacedItem(plan.goal, at))
    draft.reserved[at] = True
    promise_way(ctx, draft, at)
    neighbors = [
        cell
        for cell in list_open_cells(ctx, draft)
        if chebyshev_distance(cell, at) == 1 and cell not in draft.occupants
    ]
    if not neighbors:
        draft.failure = "there is no room for the guardian of the prize"
        return
    draft.place_actor(PlacedActor(BOSS_KIND, neighbors[ctx.roll("boss-at", 0, len(neighbors) - 1)]))


def list_ends(draft: LevelDraft) -> list[Cell]:
    """The cells that no door and no fragile wall may part: all arrivals, and the promised cells (P-REACH-1)."""
    return [*draft.arrivals.values(), *list_promised_cells(draft)]


def find_ways(ctx: Context, draft: LevelDraft) -> npt.NDArray[np.bool_]:
    """The cells that may join the arrivals: of the fragile walls only those that are shown (P-REACH-2).

    The classic rules count all fragile walls (R-GEN-27).
    """
    if not get_phase(ctx).settings.shipped:
        return find_walkable_cells(draft, ctx.records, break_fragile_walls=True)
    walkable = find_walkable_cells(draft, ctx.records)
    for y, x in draft.step_data.get("shown", ()):
        walkable[y, x] = True
    return walkable


def ensure_connected(ctx: Context, draft: LevelDraft) -> None:
    """Connects the arrivals, turning as few walls as possible into fragile ones (R-GEN-27, P-REACH-2)."""
    phase = get_phase(ctx)
    cells = list(draft.arrivals.values())
    if are_connected(find_ways(ctx, draft), cells):
        return
    walkable = find_walkable_cells(draft, ctx.records, break_fragile_walls=True)
    for cell in cells[1:]:
        cost = np.where(walkable, OPEN_COST, WALL_COST).astype(np.int32)
        cost[[0, -1]] = 0
        cost[:, [0, -1]] = 0
        path = kernels.find_path(cost, cells[0], cell, diagonal_cost=None, canonical=True)
        if path is None:
            draft.failure = f"no path leads from {cells[0]} to {cell}"
            return
        for y, x in path.tolist():
            if not walkable[y, x]:
                is_rock = draft.tile_at((y, x)).endswith("rock")
                place_fragile_wall(ctx, draft, (y, x), is_rock)
                walkable[y, x] = True
        if phase.settings.shipped:
            fragile = {fixture.at for fixture in draft.fixtures}
            draft.step_data.setdefault("shown", []).extend((y, x) for y, x in path.tolist() if (y, x) in fragile)


def place_fragile_wall(ctx: Context, draft: LevelDraft, cell: Cell, is_rock: bool = False) -> None:
    """Places a fragile wall: a tile and a fixture in the same cell (R-GEN-12)."""
    tile = "core.stealth:secret_rock" if is_rock else "core.stealth:secret_wall"
    draft.set_tile(cell, tile)
    add_fragile_fixture(ctx, draft, cell, tile, get_digging(ctx).fragile_hp)
    draft.reserved[cell] = True
    draft.occupants[cell] = tile


def add_fragile_fixture(ctx: Context, draft: LevelDraft, cell: Cell, tile: str, hp: tuple[int, int]) -> None:
    """Makes a tile breakable; sometimes an item is hidden inside (C.9)."""
    spec = get_digging(ctx)
    draft.fixtures.append(PlacedFixture(tile, cell, ctx.roll("fragile-hp", *hp)))
    hides, survives = spec.hiding_chances
    if ctx.chance("hides", hides, 100) and ctx.chance("survives", survives, 100):
        loot = draw_loot(ctx, spec.hidden_loot, draft)
        if loot is not None:
            draft.place_item(PlacedItem(loot[0], cell, loot[1], is_contained=True))


def check_floor(ctx: Context, draft: LevelDraft) -> None:
    """The last step of every recipe: checks fragile walls and ways (R-GEN-5, 14, 25, P-REACH-1)."""
    tiles = {(y, x) for y, x in np.argwhere(draft.find_tiles_by_tag(ctx.records, "fragile")).tolist()}
    if tiles != {fixture.at for fixture in draft.fixtures}:
        draft.failure = draft.failure or "fragile walls and their fixtures differ"
    draft.failure = draft.failure or find_barred_way(ctx, draft)


def find_barred_way(ctx: Context, draft: LevelDraft) -> str:
    """Says which way is missing, between the stairs or to a promised cell; empty if none is."""
    if not are_connected(find_ways(ctx, draft), draft.arrivals.values()):
        return "the stairs do not connect"
    in_reach = find_cells_in_reach(ctx, draft)
    return next((f"no way leads to {cell}" for cell in list_promised_cells(draft) if not in_reach[cell]), "")


WATER = "core.stealth:water"

SIDES = (3, 5)
"""Bounds of the sides of a pool in cells; the smallest has one cell that cannot be reached from the bank."""


def place_pools(ctx: Context, draft: LevelDraft) -> None:
    """Places pools with dry ground all around them."""
    for _ in range(ctx.roll("pools", *populate.get_digging(ctx).pools)):
        height, width = ctx.roll("pool-height", *SIDES), ctx.roll("pool-width", *SIDES)
        ground = draft.find_tiles_by_property(ctx.records, "walkable")
        vacant = ground & ~draft.reserved & ~draft.corridors
        taken: list[Cell] = [*draft.occupants, *draft.arrivals.values(), *(room.center for room in draft.rooms)]
        for cell in taken:
            vacant[cell] = False
        fits = np.zeros(draft.shape, np.bool_)
        rows, columns = draft.shape[0] - height - 1, draft.shape[1] - width - 1
        if rows > 1 and columns > 1:
            dry, free = _find_boxes(ground, height + 2, width + 2), _find_boxes(vacant, height, width)
            fits[1 : 1 + rows, 1 : 1 + columns] = dry[:rows, :columns] & free[1 : 1 + rows, 1 : 1 + columns]
        corners = populate.list_cells(fits)
        if corners:
            y, x = corners[ctx.roll("pool-at", 0, len(corners) - 1)]
            draft.tiles[y : y + height, x : x + width] = draft.palette_index(WATER)


def _find_boxes(mask: npt.NDArray[np.bool_], height: int, width: int) -> npt.NDArray[np.bool_]:
    """The upper left corners of the boxes that a mask covers."""
    for side in (height, width):  # first the columns of a box, then its rows
        mask = np.logical_and.reduce([mask[at : len(mask) - side + 1 + at] for at in range(side)]).T
    return mask


def find_banks(draft: LevelDraft) -> npt.NDArray[np.bool_]:
    """The cells next to water, which stay open."""
    banks = np.zeros(draft.shape, np.bool_)
    for y, x in np.argwhere(draft.find_tiles(WATER)).tolist():
        banks[y - 1 : y + 2, x - 1 : x + 2] = True
    return banks


STEPS = (Step("core.stealth:pools", place_pools),)
