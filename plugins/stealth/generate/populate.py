"""Populates a draft: creatures, items, rubble, containers, keys, owed items (R-GEN-23, 29 to 32)."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from footfall.api import Context
from footfall.api.grid import (
    Cell,
    LevelDraft,
    PlacedActor,
    PlacedItem,
    Room,
    can_be_blocked,
    chebyshev_distance,
    find_walkable_cells,
    kernels,
)

from ..model.courses import Bell
from ..model.floor_records import ContainerKind, CountByFloor, DungeonSpec, FloorFilling, LootTable, SpawnTable, Weight
from ..model.phase import get_phase
from ..model.records import CreatureKind, item_kind
from .dungeon_state import get_floor_plan

PLACEMENT_TRIES = 20
"""Attempts to find a cell for one creature or item (R-GEN-29)."""

FIRESIDE_CHANCE = 10
"""Percent chance that an item lies next to a campfire."""

BELL_DISTANCE = 12
"""Smallest distance of a lesser bell from the stairs."""

KEY_CARRIED_CHANCE, KEY_CHEST_CHANCE = 35, 50
"""Percent chances that a creature carries a key, and that it lies in a chest."""


def get_digging(ctx: Context) -> DungeonSpec:
    """The record with the parameters of level generation."""
    return ctx.records.get(DungeonSpec, "digging", "core.stealth:usual")


def get_filling(ctx: Context, draft: LevelDraft, name: str) -> FloorFilling:
    """The filling record of this draft: its step data ``filling``, else `name`."""
    return ctx.records.get(FloorFilling, "filling", draft.step_data.get("filling") or name)


def find_open_ground(ctx: Context, draft: LevelDraft) -> npt.NDArray[np.bool_]:
    """Walkable, unreserved cells."""
    return draft.find_tiles_by_property(ctx.records, "walkable") & ~draft.reserved


def list_open_cells(ctx: Context, draft: LevelDraft, room: Room | None = None) -> list[Cell]:
    """Walkable, unreserved cells of a room or of the whole floor, in row-major order."""
    mask = find_open_ground(ctx, draft)
    return list_cells(mask) if room is None else list_cells(mask[room.box], room.top, room.left)


def list_cells(mask: npt.NDArray[np.bool_], top: int = 0, left: int = 0) -> list[Cell]:
    """The cells of a mask, in row-major order; its first cell is ``(top, left)``."""
    rows, columns = mask.nonzero()
    return list(zip((rows + top).tolist(), (columns + left).tolist(), strict=True))


def draw_free_cell(
    ctx: Context, draft: LevelDraft, purpose: str, cells: Sequence[Cell], away: int = 0, tries: int = PLACEMENT_TRIES
) -> Cell | None:
    """Draws a free cell at least `away` from the arrivals; None after `tries` failures."""
    if not cells:
        return None
    for _ in range(tries):
        cell = cells[ctx.roll(purpose, 0, len(cells) - 1)]
        if cell in draft.occupants:
            continue
        if away and any(chebyshev_distance(cell, arrival) < away for arrival in draft.arrivals.values()):
            continue
        return cell
    return None


def place_creatures(
    ctx: Context, draft: LevelDraft, table: str, count: int, cells: Sequence[Cell], tries: int = PLACEMENT_TRIES
) -> None:
    """Places creatures of a spawn table."""
    spawn = ctx.records.get(SpawnTable, "spawn", table)
    away = get_digging(ctx).keep_off
    for _ in range(count):
        kind = draw_kind(ctx, f"creature:{table.rpartition(':')[2]}", spawn.rows, draft)
        cell = draw_free_cell(ctx, draft, "creature-at", cells, away, tries)
        if kind is None or cell is None:
            continue
        draft.place_actor(PlacedActor(kind, cell, spawn.ai_by_creature.get(kind, spawn.ai)))
        if "campfire" in ctx.records.get(CreatureKind, "creature", kind).tags:
            place_fireside_object(ctx, draft, cell, cells)


def place_fireside_object(ctx: Context, draft: LevelDraft, fire: Cell, cells: Sequence[Cell]) -> None:
    """Sometimes places an item next to a fire."""
    if ctx.chance("by-the-fire", FIRESIDE_CHANCE, 100):
        near = [cell for cell in cells if chebyshev_distance(cell, fire) == 1]
        place_objects(ctx, draft, "core.stealth:floor", 1, near)


def place_objects(
    ctx: Context, draft: LevelDraft, table: str, count: int, cells: Sequence[Cell], tries: int = PLACEMENT_TRIES
) -> None:
    """Places items of a loot table on the ground."""
    name = table.rpartition(":")[2]
    for _ in range(count):
        loot = draw_loot(ctx, table, draft)
        cell = draw_free_cell(ctx, draft, f"{name}-at", cells, tries=tries)
        if loot is not None and cell is not None:
            draft.place_item(PlacedItem(loot[0], cell, loot[1]))


def fill_cells(ctx: Context, draft: LevelDraft, plan: FloorFilling, cells: Sequence[Cell]) -> None:
    """Places creatures, items and rubble on `cells`, as `plan` says."""
    floor, tries = draft.floor, plan.tries
    place_creatures(ctx, draft, plan.spawn, roll_amount(ctx, "creatures", plan.creatures, floor), cells, tries)
    place_objects(ctx, draft, plan.loot, roll_amount(ctx, "objects", plan.objects, floor), cells, tries)
    place_objects(ctx, draft, plan.litter, roll_amount(ctx, "rubble", plan.rubble, floor), cells, tries)


def place_container(ctx: Context, draft: LevelDraft, holder: ContainerKind, cell: Cell) -> None:
    """Places a container and fills it, or a mimic instead (R-GEN-32)."""
    count = min(holder.capacity, roll_amount(ctx, "loot", holder.objects, draft.floor))
    if holder.mimic and holder.mimics and ctx.chance("mimic", holder.mimics, 100):
        pack = tuple(loot for _ in range(count) if (loot := draw_loot(ctx, holder.loot, draft)) is not None)
        draft.place_actor(PlacedActor(holder.mimic, cell, carried_items=pack))
        return
    draft.set_tile(cell, holder.tile)
    draft.reserved[cell] = True
    draft.occupants[cell] = holder.tile
    for _ in range(count):
        loot = draw_loot(ctx, holder.loot, draft)
        if loot is not None:
            draft.place_item(PlacedItem(loot[0], cell, loot[1], is_contained=True))


def place_containers(ctx: Context, draft: LevelDraft) -> None:
    """Places a chest, a table and a bookshelf by chance, along walls and where they block no passage."""
    cells: list[Cell] | None = None
    for name in ("chest", "table", "bookshelf"):
        holder = ctx.records.get(ContainerKind, "holder", f"core.stealth:{name}")
        chance = chance_on_floor(holder.chance, draft.floor)
        if not chance or not ctx.chance(name, chance, 100):
            continue
        if cells is None:
            cells = cells_beside_walls(ctx, draft) or list_open_cells(ctx, draft)
        cell = draw_alcove(ctx, draft, f"{name}-at", cells)
        if cell is not None:
            place_container(ctx, draft, holder, cell)


def cells_beside_walls(ctx: Context, draft: LevelDraft) -> list[Cell]:
    """Free cells outside of corridors that have an orthogonal wall neighbor."""
    walkable = draft.find_tiles_by_property(ctx.records, "walkable")
    free = walkable & ~draft.reserved & ~draft.corridors
    walls = draft.find_tiles_by_tag(ctx.records, "wall")
    near = np.zeros_like(walls)
    near[1:-1, 1:-1] = walls[:-2, 1:-1] | walls[2:, 1:-1] | walls[1:-1, :-2] | walls[1:-1, 2:]
    return list_cells(free & near)


def draw_alcove(ctx: Context, draft: LevelDraft, purpose: str, cells: Sequence[Cell]) -> Cell | None:
    """Draws a free cell that can be blocked without disconnecting its neighbors, away from doors and stairs."""
    # Neither the ways that are open now nor those behind locks and fragile walls.
    masks = [
        find_walkable_cells(draft, ctx.records),
        find_walkable_cells(draft, ctx.records, open_locked_doors=True, break_fragile_walls=True),
    ]
    doors = draft.find_tiles_by_tag(ctx.records, "door") | draft.find_tiles_by_tag(ctx.records, "stairs")
    for _ in range(PLACEMENT_TRIES):
        cell = draw_free_cell(ctx, draft, purpose, cells)
        if cell is None:
            return None
        y, x = cell
        if all(can_be_blocked(walkable, cell) for walkable in masks) and not doors[y - 1 : y + 2, x - 1 : x + 2].any():
            return cell
    return None


def place_keys(ctx: Context, draft: LevelDraft) -> None:
    """Places the keys of this floor (R-GEN-28)."""
    plan = get_floor_plan(ctx)
    for name in draft.step_data.get("keys", ()):
        place_key(ctx, draft, plan.locks[name].key)


def place_owed_objects(ctx: Context, draft: LevelDraft) -> None:
    """Places the items owed to this floor (R-GEN-30); a floor without open ground has what its author drew."""
    cells = list_reachable_cells(ctx, draft)
    if not find_open_ground(ctx, draft).any():
        return
    for kind in draft.step_data.get("owed", ()):
        cell = draw_free_cell(ctx, draft, "owed-at", cells)
        if cell is None:
            draft.failure = f"there is no free cell for {kind}"
            return
        draft.place_item(PlacedItem(kind, cell))
        promise_way(ctx, draft, cell)


def find_cells_in_reach(ctx: Context, draft: LevelDraft) -> npt.NDArray[np.bool_]:
    """The cells reached from the first arrival by walking and opening doors, and their neighbors (P-REACH-1).

    The classic rules promise nothing: all cells.
    """
    sources = list(draft.arrivals.values())[:1]
    if not get_phase(ctx).settings.shipped or not sources:
        return np.ones(draft.shape, np.bool_)
    reached = kernels.distance_map(find_walkable_cells(draft, ctx.records), sources, diagonal_cost=None) >= 0
    in_reach = reached.copy()
    in_reach[1:] |= reached[:-1]
    in_reach[:-1] |= reached[1:]
    in_reach[:, 1:] |= reached[:, :-1]
    in_reach[:, :-1] |= reached[:, 1:]
    return in_reach


def list_reachable_cells(ctx: Context, draft: LevelDraft) -> list[Cell]:
    """The open cells that may hold what the rules promise (P-REACH-1), in row-major order."""
    return list_cells(find_open_ground(ctx, draft) & find_cells_in_reach(ctx, draft))


def promise_way(ctx: Context, draft: LevelDraft, cell: Cell) -> None:
    """Notes that a way without a key or a broken wall must lead to a cell, or next to it (P-REACH-1)."""
    if get_phase(ctx).settings.shipped:
        draft.step_data.setdefault("promised", []).append(cell)


def list_promised_cells(draft: LevelDraft) -> list[Cell]:
    """The cells noted by `promise_way`."""
    return [(y, x) for y, x in draft.step_data.get("promised", ())]


def place_bells(ctx: Context, draft: LevelDraft) -> None:
    """Places the lesser bells of this floor away from the stairs, each with its keeper (P-BELL-2)."""
    for id in draft.step_data.get("bells", ()):
        bell = ctx.records.get(Bell, "bell", id)
        cells = list_reachable_cells(ctx, draft)
        cell = draw_free_cell(ctx, draft, "bell-at", cells, BELL_DISTANCE, len(cells))
        if cell is None:
            draft.failure = f"there is no free cell for {bell.item}"
            return
        draft.place_item(PlacedItem(bell.item, cell))
        draft.reserved[cell] = True
        promise_way(ctx, draft, cell)
        beside = [other for other in cells if chebyshev_distance(other, cell) == 1 and other not in draft.occupants]
        if bell.keeper and beside:
            draft.place_actor(PlacedActor(bell.keeper, beside[ctx.roll("keeper-at", 0, len(beside) - 1)]))


def place_key(ctx: Context, draft: LevelDraft, kind: str) -> None:
    """Places a key within reach: carried by a creature, in a chest, or on the ground outside of vaults."""
    roll = ctx.roll("key-where", 1, 100)
    in_reach = find_cells_in_reach(ctx, draft)
    bearers = [
        index
        for index, placed in enumerate(draft.actors)
        if in_reach[placed.at]
        and not draft.reserved[placed.at]
        and ctx.records.get(CreatureKind, "creature", placed.kind).slots
    ]
    if roll <= KEY_CARRIED_CHANCE and bearers:
        bearer = bearers[ctx.roll("key-bearer", 0, len(bearers) - 1)]
        draft.give_item(bearer, kind)
        promise_way(ctx, draft, draft.actors[bearer].at)
        return
    chest = draft.find_tiles_by_tag(ctx.records, "chest")
    filled_chests = {item.at for item in draft.items if item.is_contained and chest[item.at]}
    chests = sorted(at for at in filled_chests if in_reach[at] and not is_in_vault(draft, at))
    if roll <= KEY_CARRIED_CHANCE + KEY_CHEST_CHANCE and chests:
        chest_at = chests[ctx.roll("key-chest", 0, len(chests) - 1)]
        draft.place_item(PlacedItem(kind, chest_at, is_contained=True))
        promise_way(ctx, draft, chest_at)
        return
    open_ground = find_open_ground(ctx, draft) & in_reach
    for room in draft.rooms:
        if room.template:
            open_ground[room.box] = False
    cell = draw_free_cell(ctx, draft, "key-at", list_cells(open_ground))
    if cell is not None:
        draft.place_item(PlacedItem(kind, cell))
        promise_way(ctx, draft, cell)
    else:
        draft.failure = f"there is no free cell for {kind}"


def is_in_vault(draft: LevelDraft, cell: Cell) -> bool:
    """Whether a cell lies in a vault, which may be locked."""
    return any(
        room.template and room.top <= cell[0] < room.top + room.height and room.left <= cell[1] < room.left + room.width
        for room in draft.rooms
    )


def roll_amount(ctx: Context, purpose: str, spans: Sequence[CountByFloor], floor: int) -> int:
    """Rolls an amount from the last span that starts at or before this floor; 0 without one."""
    current = None
    for span in spans:
        if span.floor <= floor:
            current = span
    return 0 if current is None else ctx.roll(purpose, current.low, max(current.low, current.high))


def chance_on_floor(steps: Sequence[tuple[int, int]], floor: int) -> int:
    """The percent chance on a floor, from pairs of a starting floor and a chance, in rising order."""
    current = 0
    for first_floor, chance in steps:
        if first_floor <= floor:
            current = chance
    return current


def is_used_up(row: Weight, kind: str, draft: LevelDraft) -> bool:
    """Whether a row has reached its limit, counting copies still owed (R-GEN-30)."""
    if not row.max_copies:
        return False
    owed: Sequence[str] = draft.step_data.get("still_owed", ())
    return draft.counts.get(kind, 0) + owed.count(kind) >= row.max_copies


def draw_kind(ctx: Context, purpose: str, rows: Mapping[str, Weight], draft: LevelDraft) -> str | None:
    """Draws a kind by weight; None if no row applies.

    A drawn kind that has reached its limit is removed, and the draw repeated.

    Args:
        purpose: purpose of the roll; also the key under which the draft caches the table's weights.
    """
    cache: dict[str, tuple[list[str], list[int]]] = draft.step_data.setdefault("weights", {})
    entry = cache.get(purpose)
    if entry is None:
        weights_by_kind = ((kind, row.weight_on(draft.floor), row.when) for kind, row in rows.items())
        pairs = [(k, weight) for k, weight, when in weights_by_kind if weight and ctx.holds(when, draft=draft)]
        entry = cache[purpose] = [kind for kind, _ in pairs], [weight for _, weight in pairs]
    kinds, weights = entry
    while kinds:
        index = ctx.choose_weighted(purpose, weights)
        kind = kinds[index]
        row = rows[kind]
        if is_used_up(row, kind, draft):
            del kinds[index], weights[index]
            continue
        return kind if row.chance >= 100 or ctx.chance(f"{purpose}-chance", row.chance, 100) else None
    return None


def draw_loot(ctx: Context, table: str, draft: LevelDraft) -> tuple[str, int] | None:
    """Draws an item kind of a loot table and its count; None if no row applies."""
    rows = ctx.records.get(LootTable, "loot", table).rows
    kind = draw_kind(ctx, table.rpartition(":")[2], rows, draft)
    if kind is None:
        return None
    low, high = item_kind(ctx, kind).bundle
    return kind, low if low == high else ctx.roll("bundle", low, high)
