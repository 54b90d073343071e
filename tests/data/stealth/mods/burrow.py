"""A generator of a mod, composed of the shared functions (R-GEN-4)."""

from footfall.api import Step, hook
from footfall.api.grid import (
    ROOM_SHAPES,
    build_spanning_tree,
    carve_room,
    dig_corridor,
    find_door_cells,
    is_box_free,
    place_columns,
)

MOD = "test.burrow"
RECIPE = "test.burrow:burrow"
FLOOR, WALL, DOOR = "core.stealth:floor", "core.stealth:wall", "core.stealth:door"


def carve_rooms(ctx, draft):
    occupied = draft.find_tiles(FLOOR)
    for shape, top, left in zip(ROOM_SHAPES, (3, 3, 20, 20), (5, 40, 5, 40), strict=True):
        assert is_box_free(occupied, top, left, 7, 9, 1)
        carve_room(draft, top, left, 7, 9, shape, FLOOR)


def dig_ways(ctx, draft):
    rock = draft.find_tiles(WALL)
    centers = [room.center for room in draft.rooms]
    for a, b in build_spanning_tree(centers):
        assert dig_corridor(draft, centers[a], centers[b], rock, FLOOR, ctx.chance("bend", 1, 2))


def place_furniture(ctx, draft):
    walkable = draft.find_tiles_by_property(ctx.records, "walkable")
    inner = walkable & ~draft.corridors
    for cell in find_door_cells(draft.corridors, inner, draft.find_tiles_by_tag(ctx.records, "wall")):
        draft.set_tile(cell, DOOR)
    for room in draft.rooms:
        place_columns(draft, room, walkable, "core.stealth:column")
    draft.arrivals |= {"up": draft.rooms[0].center, "down": draft.rooms[-1].center}


@hook
def provide_generators():
    return [RECIPE]


@hook
def on_generate(event):
    if event.name != RECIPE:
        return ()
    return [
        Step("test.burrow:rooms", carve_rooms),
        Step("test.burrow:ways", dig_ways),
        Step("test.burrow:furniture", place_furniture),
    ]
