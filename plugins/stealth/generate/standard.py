"""The standard dungeon: rooms of several shapes, L-shaped corridors, doors (R-GEN-20 to R-GEN-28)."""

import msgspec
import numpy as np

from footfall.api import Context, Step
from footfall.api.grid import (
    ROOM_SHAPES,
    Cell,
    LevelDraft,
    Room,
    build_spanning_tree,
    carve_room,
    dig_corridor,
    find_door_cells,
    is_box_free,
    is_cut_cell,
    place_columns,
)

from . import connectivity, populate, vaults
from .dungeon_state import get_floor_plan

RECIPE = "core.stealth:standard"
WALL, FLOOR, DOOR, COLUMN = ("core.stealth:wall", "core.stealth:floor", "core.stealth:door", "core.stealth:column")

MIN_ROOMS = 3
"""Rooms that a floor needs: with the stairs up, with those down, and one between them."""


def carve_rooms(ctx: Context, draft: LevelDraft) -> None:
    """Carves one room per attempt: rectangular, shaped or a vault (R-GEN-20, R-GEN-21).

    The chance of a vault is that of at least one success in independent rolls, one per candidate;
    each candidate is equally likely.
    """
    spec = populate.get_digging(ctx)
    draft.tiles[:] = draft.palette_index(WALL)
    occupied = np.zeros(draft.shape, np.bool_)
    room_count = ctx.roll("rooms", *spec.rooms)
    shapes = [shape for shape in ROOM_SHAPES if spec.shapes.get(shape)]
    weights = [spec.shapes[shape] for shape in shapes]
    templates = [] if draft.floor in spec.never_drawn else vaults.list_candidates(ctx, draft, unique=False)
    any_drawn = round((1 - (1 - spec.vault_chance / 100) ** len(templates)) * 1_000_000)
    stairs = draft.arrivals.pop("up", None)
    if stairs is not None:
        _carve_room_around(ctx, draft, stairs, occupied, spec.sides)
    height, width = draft.shape
    for _ in range(spec.attempts):
        if len(draft.rooms) >= room_count:
            break
        if templates and ctx.roll("drawn", 1, 1_000_000) <= any_drawn:
            template = templates[ctx.roll("which", 0, len(templates) - 1)][0]
            corner = vaults.find_corner(ctx, draft, template, occupied)
            if corner is not None:
                room = vaults.stamp_template(ctx, draft, template, *corner)
                occupied[room.box] = True
            continue
        shape = shapes[ctx.choose_weighted("shape", weights)]
        min_side = spec.sides[0] if shape == "rectangle" else spec.shaped_side
        room_height, room_width = (
            ctx.roll("height", min_side, spec.sides[1]),
            ctx.roll("width", min_side, spec.sides[1]),
        )
        top, left = ctx.roll("top", 1, height - room_height - 1), ctx.roll("left", 1, width - room_width - 1)
        # One cell of wall around each room, and the padding between rooms.
        if is_box_free(occupied, top, left, room_height, room_width, spec.padding + 1):
            occupied[carve_room(draft, top, left, room_height, room_width, shape, FLOOR).box] = True


def _carve_room_around(
    ctx: Context, draft: LevelDraft, cell: Cell, occupied: np.ndarray, sides: tuple[int, int]
) -> None:
    """Carves the first room around a cell, so that stairs line up with those above (R-GEN-20, R-GEN-24).

    The cell is the center of the room, except near the edge of the map.
    """
    height, width = draft.shape
    room_height, room_width = ctx.roll("height", *sides), ctx.roll("width", *sides)
    top = max(1, min(cell[0] - room_height // 2, height - 1 - room_height))
    left = max(1, min(cell[1] - room_width // 2, width - 1 - room_width))
    room = carve_room(draft, top, left, room_height, room_width, "rectangle", FLOOR)
    draft.rooms[-1] = msgspec.structs.replace(room, center=cell)
    occupied[room.box] = True


def dig_corridors(ctx: Context, draft: LevelDraft) -> None:
    """Digs a minimum spanning tree of L-shaped corridors, and a few extra links against dead ends (R-GEN-22)."""
    spec = populate.get_digging(ctx)
    nodes: list[Cell] = []
    extra: list[tuple[int, Cell]] = []
    for room in draft.rooms:
        nodes.append(room.gates[0] if room.gates else room.center)
        extra += [(len(nodes) - 1, gate) for gate in room.gates[1:]]
    rock = draft.tiles == draft.palette_index(WALL)
    rock &= ~draft.reserved
    for a, b in build_spanning_tree(nodes):
        if not dig_corridor(draft, nodes[a], nodes[b], rock, FLOOR, ctx.chance("bend", 1, 2)):
            draft.failure = "a room cannot be connected"
    for room_index, gate in extra:
        others = [node for index, node in enumerate(nodes) if index != room_index] or nodes
        nearest = min(others, key=lambda node: (abs(node[0] - gate[0]) + abs(node[1] - gate[1]), node))
        dig_corridor(draft, gate, nearest, rock, FLOOR, ctx.chance("bend", 1, 2))
    tries, chance = spec.extra_corridors
    for _ in range(tries):
        if len(nodes) > 2 and ctx.chance("link", chance, 100):
            a, b = ctx.roll("link-from", 0, len(nodes) - 1), ctx.roll("link-to", 0, len(nodes) - 1)
            if a != b:
                dig_corridor(draft, nodes[a], nodes[b], rock, FLOOR, ctx.chance("bend", 1, 2))


def place_stairs(ctx: Context, draft: LevelDraft) -> None:
    """Places stairs up (or the character) in the first room, stairs down in the last (R-GEN-24)."""
    rooms = [room for room in draft.rooms if not room.template]
    if len(rooms) < MIN_ROOMS:
        draft.failure = "there are too few rooms"
        return
    up = rooms[0].center
    last = rooms[-1].center
    if populate.get_digging(ctx).stairs_far:
        last = max((room.center for room in rooms[1:]), key=lambda c: (abs(c[0] - up[0]) + abs(c[1] - up[1]), c))
    side = None
    if draft.step_data.get("side"):
        between = [room.center for room in rooms[1:] if room.center != last]
        side = between[ctx.roll("side-room", 0, len(between) - 1)]
    connectivity.put_stairs(draft, up, last if connectivity.has_way_down(draft) else None, side)
    connectivity.place_prize(ctx, draft, last)


def place_inhabitants(ctx: Context, draft: LevelDraft) -> None:
    """Places creatures, items and rubble, room by room (R-GEN-23, R-GEN-29)."""
    plan = populate.get_filling(ctx, draft, RECIPE)
    free = draft.find_tiles_by_property(ctx.records, "walkable") & ~draft.reserved
    for room in draft.rooms:
        cells = populate.list_cells(free[room.box], room.top, room.left)
        populate.fill_cells(ctx, draft, plan, cells)


def decorate(ctx: Context, draft: LevelDraft) -> None:
    """Places columns in some rooms (R-GEN-23)."""
    chances = populate.get_digging(ctx).columns
    walkable = draft.find_tiles_by_property(ctx.records, "walkable") & ~connectivity.find_banks(draft)
    for room in draft.rooms:
        if not room.template and ctx.chance("columns", chances.get(room.shape, 0), 100):
            place_columns(draft, room, walkable, COLUMN)


def place_unique_vaults(ctx: Context, draft: LevelDraft) -> None:
    """Stamps vaults that appear once per game into solid ground (R-GEN-21, R-GEN-23)."""
    if draft.branch or draft.step_data.get("last"):
        return
    for template, chance in vaults.list_candidates(ctx, draft, unique=True):
        if not ctx.chance("unique", chance, 100):
            continue
        occupied = draft.tiles != draft.palette_index(WALL)
        occupied |= draft.reserved
        for _ in range(populate.PLACEMENT_TRIES):
            corner = vaults.find_corner(ctx, draft, template, occupied)
            if corner is not None:
                _connect_vault(ctx, draft, vaults.stamp_template(ctx, draft, template, *corner))
                draft.step_data.setdefault("drawn", []).append(template.id)
                break


def _connect_vault(ctx: Context, draft: LevelDraft, room: Room) -> None:
    """Digs a corridor from a vault's first gate to the nearest floor outside of vaults."""
    rock = (draft.tiles == draft.palette_index(WALL)) & ~draft.reserved
    gate = room.gates[0]
    open_ground = (draft.tiles == draft.palette_index(FLOOR)) & ~draft.reserved
    for other in draft.rooms:
        if other.template:
            open_ground[other.box] = False
    ground = np.argwhere(open_ground)
    steps = np.abs(ground - gate).sum(axis=1)
    nearest: Cell = tuple(ground[int(steps.argmin())].tolist())
    if not dig_corridor(draft, gate, nearest, rock, FLOOR, ctx.chance("bend", 1, 2)):
        draft.failure = "a vault cannot be connected"
    populate.promise_way(ctx, draft, gate)


def connect_arrivals(ctx: Context, draft: LevelDraft) -> None:
    """Connects the stairs (R-GEN-25, R-GEN-27)."""
    connectivity.ensure_connected(ctx, draft)


def place_doors(ctx: Context, draft: LevelDraft) -> None:
    """Places doors, locked doors and fragile walls where corridors enter rooms (R-GEN-26, R-GEN-28).

    Neither a locked door nor a fragile wall blocks the only path between the stairs, or to a promised cell.
    """
    spec = populate.get_digging(ctx)
    inner = np.zeros(draft.shape, np.bool_)
    walkable = draft.find_tiles_by_property(ctx.records, "walkable")
    for room in draft.rooms:
        if not room.template:
            inner[room.box] |= walkable[room.box]
    inner &= ~draft.corridors
    walls = draft.find_tiles_by_tag(ctx.records, "wall")
    features = tuple(spec.entries)
    weights = tuple(spec.entries.values())
    places = [cell for cell in find_door_cells(draft.corridors, inner, walls) if _is_vacant(draft, cell)]
    walkable_now = connectivity.find_ways(ctx, draft)
    ends = connectivity.list_ends(draft)
    doors_left, fragile_left = spec.doors, spec.fragile
    barred: set[Cell] = set()
    for cell in ctx.shuffle("entries", places):
        feature = features[ctx.choose_weighted("entry", weights)]
        if feature == "none" or _is_beside(cell, barred):
            continue
        if feature == "door" and doors_left:
            doors_left -= 1
            barred.add(cell)
            draft.set_tile(cell, _choose_door(ctx, draft, cell, walkable_now, ends))
        elif feature == "fragile" and fragile_left and not is_cut_cell(walkable_now, cell, ends):
            fragile_left -= 1
            barred.add(cell)
            walkable_now[cell] = False
            connectivity.place_fragile_wall(ctx, draft, cell)
        draft.reserved[cell] = True


def _is_vacant(draft: LevelDraft, cell: Cell) -> bool:
    return cell not in draft.occupants and not draft.reserved[cell]


def _is_beside(cell: Cell, cells: set[Cell]) -> bool:
    y, x = cell
    return not cells.isdisjoint(((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)))


def _choose_door(ctx: Context, draft: LevelDraft, cell: Cell, walkable: np.ndarray, ends: list[Cell]) -> str:
    """The tile of a plain door, or of a locked one where a lock is allowed and no arrival is cut off."""
    locks = draft.step_data.get("colors", ())
    if locks and ctx.chance("lock", populate.get_digging(ctx).locks, 100):
        lock = locks[ctx.roll("colour", 0, len(locks) - 1)]
        if not is_cut_cell(walkable, cell, ends):
            walkable[cell] = False
            return get_floor_plan(ctx).locks[lock].door
    return DOOR


def furnish(ctx: Context, draft: LevelDraft) -> None:
    """Places containers, owed items, lesser bells and keys (R-GEN-25, R-GEN-28, R-GEN-30, R-GEN-32, P-BELL-2)."""
    populate.place_containers(ctx, draft)
    populate.place_owed_objects(ctx, draft)
    populate.place_bells(ctx, draft)
    populate.place_keys(ctx, draft)


STEPS = (
    Step("core.stealth:rooms", carve_rooms),
    Step("core.stealth:corridors", dig_corridors),
    Step("core.stealth:stairs", place_stairs),
    *connectivity.STEPS,
    Step("core.stealth:inhabitants", place_inhabitants),
    Step("core.stealth:decorate", decorate),
    Step("core.stealth:uniques", place_unique_vaults),
    Step("core.stealth:connect", connect_arrivals),
    Step("core.stealth:doors", place_doors),
    Step("core.stealth:furnish", furnish),
    Step("core.stealth:check", connectivity.check_floor),
)
