"""The standard dungeon: rooms of several shapes, L-shaped corridors, doors (R-GEN-20 to R-GEN-28)."""

from __future__ import annotations

import numpy as np

from footfall.api import Context, Step
from footfall.api.grid import (
    ROOM_SHAPES,
    Cell,
    LevelDraft,
    PlacedItem,
    Room,
    build_spanning_tree,
    carve_room,
    dig_corridor,
    find_door_cells,
    find_walkable_cells,
    is_box_free,
    is_cut_cell,
    place_columns,
)

from . import connectivity, populate, vaults
from .dungeon_state import get_floor_plan
from .tables import draw_loot

RECIPE = "core.stealth:standard"
WALL, FLOOR, DOOR, COLUMN = (
    "core.stealth:wall",
    "core.stealth:floor",
    "core.stealth:door",
    "core.stealth:column",
)


def carve_rooms(ctx: Context, draft: LevelDraft) -> None:
    """Carves rooms, each attempt one: plain, shaped or drawn (R-GEN-20, R-GEN-21).

    The chance that any drawn room wins an attempt is that of at least one of so many
    independent rolls; by symmetry the winner is any of them alike.
    """
    plan = populate.get_digging(ctx)
    draft.tiles[:] = draft.palette_index(WALL)
    occupied = np.zeros(draft.shape, np.bool_)
    wanted = ctx.roll("rooms", *plan.rooms)
    shapes = [shape for shape in ROOM_SHAPES if plan.shapes.get(shape)]
    shares = [plan.shapes[shape] for shape in shapes]
    templates = [] if draft.floor in plan.never_drawn else vaults.list_candidates(ctx, draft, unique=False)
    any_drawn = round((1 - (1 - plan.drawn / 100) ** len(templates)) * 1_000_000)
    given = draft.arrivals.pop("up", None)
    if given is not None:
        _carve_room_around(ctx, draft, given, occupied, plan.sides)
    height, width = draft.shape
    for _ in range(plan.attempts):
        if len(draft.rooms) >= wanted:
            break
        if templates and ctx.roll("drawn", 1, 1_000_000) <= any_drawn:
            template = templates[ctx.roll("which", 0, len(templates) - 1)][0]
            corner = vaults.find_corner(ctx, draft, template, occupied)
            if corner is not None:
                room = vaults.stamp_template(ctx, draft, template, *corner)
                occupied[room.box] = True
            continue
        shape = shapes[ctx.choose_weighted("shape", shares)]
        least = plan.sides[0] if shape == "rectangle" else plan.shaped_side
        high, wide = ctx.roll("height", least, plan.sides[1]), ctx.roll("width", least, plan.sides[1])
        top, left = ctx.roll("top", 1, height - high - 1), ctx.roll("left", 1, width - wide - 1)
        # One cell of wall on either side, and the padding between.
        if is_box_free(occupied, top, left, high, wide, plan.padding + 1):
            occupied[carve_room(draft, top, left, high, wide, shape, FLOOR).box] = True


def _carve_room_around(
    ctx: Context, draft: LevelDraft, cell: Cell, occupied: np.ndarray, sides: tuple[int, int]
) -> None:
    """A first room whose centre is a given cell, so that stairs can stand below those above (R-GEN-24)."""
    height, width = draft.shape
    most_high = 2 * min(cell[0], height - 1 - cell[0]) - 1
    most_wide = 2 * min(cell[1], width - 1 - cell[1]) - 1
    high = min(ctx.roll("height", *sides), max(1, most_high))
    wide = min(ctx.roll("width", *sides), max(1, most_wide))
    top, left = cell[0] - high // 2, cell[1] - wide // 2
    if is_box_free(occupied, top, left, high, wide, 0):
        occupied[carve_room(draft, top, left, high, wide, "rectangle", FLOOR).box] = True


def dig_corridors(ctx: Context, draft: LevelDraft) -> None:
    """A minimum spanning tree of L-shaped corridors, and a few more against dead ends (R-GEN-22)."""
    plan = populate.get_digging(ctx)
    nodes: list[Cell] = []
    extra: list[tuple[int, Cell]] = []
    for room in draft.rooms:
        nodes.append(room.gates[0] if room.gates else room.center)
        extra += [(len(nodes) - 1, gate) for gate in room.gates[1:]]
    rock = draft.tiles == draft.palette_index(WALL)
    rock &= ~draft.reserved
    for a, b in build_spanning_tree(nodes):
        if not dig_corridor(draft, nodes[a], nodes[b], rock, FLOOR, ctx.chance("bend", 1, 2)):
            draft.failure = "a room cannot be joined"
    for own, gate in extra:
        others = [node for index, node in enumerate(nodes) if index != own] or nodes
        near = min(others, key=lambda node: (abs(node[0] - gate[0]) + abs(node[1] - gate[1]), node))
        dig_corridor(draft, gate, near, rock, FLOOR, ctx.chance("bend", 1, 2))
    tries, chance = plan.links
    for _ in range(tries):
        if len(nodes) > 2 and ctx.chance("link", chance, 100):
            a, b = ctx.roll("link-from", 0, len(nodes) - 1), ctx.roll("link-to", 0, len(nodes) - 1)
            if a != b:
                dig_corridor(draft, nodes[a], nodes[b], rock, FLOOR, ctx.chance("bend", 1, 2))


def place_stairs(ctx: Context, draft: LevelDraft) -> None:
    """The way up (or the character) in the first room, the way down in the last (R-GEN-24)."""
    halls = [room for room in draft.rooms if not room.template]
    if len(halls) < 3:
        draft.failure = "there are too few rooms"
        return
    up = halls[0].center
    last = halls[-1].center
    if populate.get_digging(ctx).stairs_far:
        last = max(
            (room.center for room in halls[1:]), key=lambda c: (abs(c[0] - up[0]) + abs(c[1] - up[1]), c)
        )
    side = None
    if draft.step_data.get("side"):
        between = [room.center for room in halls[1:] if room.center != last]
        side = between[ctx.roll("side-room", 0, len(between) - 1)]
    connectivity.put_stairs(draft, up, last if connectivity.has_way_down(draft) else None, side)
    connectivity.place_prize(ctx, draft, last)


def place_inhabitants(ctx: Context, draft: LevelDraft) -> None:
    """Creatures, objects and rubble, room by room (R-GEN-23, R-GEN-29)."""
    plan = populate.get_filling(ctx, draft, RECIPE)
    free = draft.find_tiles_by_property(ctx.records, "walkable") & ~draft.reserved
    for room in draft.rooms:
        part = free[room.box]
        cells = [(y + room.top, x + room.left) for y, x in np.argwhere(part).tolist()]
        populate.fill_cells(ctx, draft, plan, cells)


def decorate(ctx: Context, draft: LevelDraft) -> None:
    """Columns in some rooms (R-GEN-23)."""
    chances = populate.get_digging(ctx).columns
    walkable = draft.find_tiles_by_property(ctx.records, "walkable")
    for room in draft.rooms:
        if not room.template and ctx.chance("columns", chances.get(room.shape, 0), 100):
            place_columns(draft, room, walkable, COLUMN)


def place_unique_vaults(ctx: Context, draft: LevelDraft) -> None:
    """Vaults that come once a game, dug onto what is there (R-GEN-21, R-GEN-23); their key lies elsewhere."""
    if draft.branch or draft.step_data.get("last"):
        return
    for template, chance in vaults.list_candidates(ctx, draft, unique=True):
        if not ctx.chance("unique", chance, 100):
            continue
        solid = draft.tiles != draft.palette_index(WALL)
        solid |= draft.reserved
        for _ in range(populate.PLACEMENT_TRIES):
            corner = vaults.find_corner(ctx, draft, template, solid)
            if corner is not None:
                _connect_vault(ctx, draft, vaults.stamp_template(ctx, draft, template, *corner))
                draft.step_data.setdefault("drawn", []).append(template.id)
                break


def _connect_vault(ctx: Context, draft: LevelDraft, room: Room) -> None:
    """Joins a vault to the nearest ground."""
    rock = (draft.tiles == draft.palette_index(WALL)) & ~draft.reserved
    gate = room.gates[0]
    open_ground = (draft.tiles == draft.palette_index(FLOOR)) & ~draft.reserved
    for other in draft.rooms:
        if other.template:
            open_ground[other.box] = False
    ground = np.argwhere(open_ground)
    steps = np.abs(ground - gate).sum(axis=1)
    near: Cell = tuple(ground[int(steps.argmin())].tolist())
    if not dig_corridor(draft, gate, near, rock, FLOOR, ctx.chance("bend", 1, 2)):
        draft.failure = "a vault cannot be joined"


def connect_arrivals(ctx: Context, draft: LevelDraft) -> None:
    """Guarantees the way between the stairs (R-GEN-25, R-GEN-27)."""
    connectivity.ensure_connected(ctx, draft)


def place_doors(ctx: Context, draft: LevelDraft) -> None:
    """Doors, locked doors and fragile walls where corridors enter rooms (R-GEN-26, R-GEN-28).

    Neither a locked door nor a fragile wall ever bars the only way between the stairs.
    """
    plan = populate.get_digging(ctx)
    inner = np.zeros(draft.shape, np.bool_)
    walkable = draft.find_tiles_by_property(ctx.records, "walkable")
    for room in draft.rooms:
        if not room.template:
            inner[room.box] |= walkable[room.box]
    inner &= ~draft.corridors
    walls = draft.find_tiles_by_tag(ctx.records, "wall")
    names = tuple(plan.entries)
    shares = tuple(plan.entries.values())
    places = [cell for cell in find_door_cells(draft.corridors, inner, walls) if _is_vacant(draft, cell)]
    open_ways = find_walkable_cells(draft, ctx.records, open_locked_doors=False)
    ends = connectivity.list_arrivals(draft)
    doors_left, fragile_left = plan.doors, plan.fragile
    barred: set[Cell] = set()
    for cell in ctx.shuffle("entries", places):
        feature = names[ctx.choose_weighted("entry", shares)]
        if feature == "none" or _is_beside(cell, barred):
            continue
        if feature == "door" and doors_left:
            doors_left -= 1
            barred.add(cell)
            draft.set_tile(cell, _choose_door(ctx, draft, cell, open_ways, ends))
        elif feature == "fragile" and fragile_left and not is_cut_cell(open_ways, cell, ends):
            fragile_left -= 1
            barred.add(cell)
            open_ways[cell] = False
            connectivity.place_fragile_wall(draft, cell, ctx.roll("fragile-hp", *plan.fragile_hp))
            _hide_object(ctx, draft, cell, plan.hides, plan.hidden)
        draft.reserved[cell] = True


def _is_vacant(draft: LevelDraft, cell: Cell) -> bool:
    return cell not in draft.occupants and not draft.reserved[cell]


def _is_beside(cell: Cell, others: set[Cell]) -> bool:
    y, x = cell
    return not others.isdisjoint(((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)))


def _choose_door(ctx: Context, draft: LevelDraft, cell: Cell, open_ways: np.ndarray, ends: list[Cell]) -> str:
    """A plain door, or a locked one where a colour is allowed and nobody needs it open."""
    colours = draft.step_data.get("colours", ())
    if colours and ctx.chance("lock", populate.get_digging(ctx).locks, 100):
        colour = colours[ctx.roll("colour", 0, len(colours) - 1)]
        if not is_cut_cell(open_ways, cell, ends):
            open_ways[cell] = False
            return get_floor_plan(ctx).locks[colour].door
    return DOOR


def _hide_object(ctx: Context, draft: LevelDraft, cell: Cell, chances: tuple[int, int], table: str) -> None:
    """Something may be walled in, and survive the blow that frees it (table C.9)."""
    if ctx.chance("hides", chances[0], 100) and ctx.chance("survives", chances[1], 100):
        found = draw_loot(ctx, table, draft)
        if found is not None:
            draft.place_item(PlacedItem(found[0], cell, found[1], inside=True))


def furnish(ctx: Context, draft: LevelDraft) -> None:
    """Containers, keys, and what is owed to the player (R-GEN-25, R-GEN-28, R-GEN-32)."""
    populate.place_containers(ctx, draft)
    populate.place_owed_objects(ctx, draft)
    populate.place_keys(ctx, draft)


STEPS = (
    Step("core.stealth:rooms", carve_rooms),
    Step("core.stealth:corridors", dig_corridors),
    Step("core.stealth:stairs", place_stairs),
    Step("core.stealth:inhabitants", place_inhabitants),
    Step("core.stealth:decorate", decorate),
    Step("core.stealth:uniques", place_unique_vaults),
    Step("core.stealth:connect", connect_arrivals),
    Step("core.stealth:doors", place_doors),
    Step("core.stealth:furnish", furnish),
    Step("core.stealth:check", connectivity.check_floor),
)
