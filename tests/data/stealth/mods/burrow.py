"""A generator of a mod, put together from the shared pieces alone (R-GEN-4)."""

from footfall.api import Step, hook
from footfall.api.grid import SHAPES, box_free, carve_room, columns, dig, door_places, spanning_tree

MOD = "test.burrow"
RECIPE = "test.burrow:burrow"
FLOOR, WALL, DOOR = "core.stealth:floor", "core.stealth:wall", "core.stealth:door"


def rooms(play, draft):
    occupied = draft.where(FLOOR)
    for shape, top, left in zip(SHAPES, (3, 3, 20, 20), (5, 40, 5, 40), strict=True):
        assert box_free(occupied, top, left, 7, 9, 1)
        carve_room(draft, top, left, 7, 9, shape, FLOOR)


def ways(play, draft):
    rock = draft.where(WALL)
    centres = [room.centre for room in draft.rooms]
    for a, b in spanning_tree(centres):
        assert dig(draft, centres[a], centres[b], rock, FLOOR, play.chance("bend", 1, 2))


def furniture(play, draft):
    walkable = draft.layer(play.records, "walkable")
    inner = walkable & ~draft.halls
    for cell in door_places(draft.halls, inner, draft.tagged(play.records, "wall")):
        draft.set(cell, DOOR)
    for room in draft.rooms:
        columns(draft, room, walkable, "core.stealth:column")
    draft.arrivals |= {"up": draft.rooms[0].centre, "down": draft.rooms[-1].centre}


@hook
def provide_generators():
    return [RECIPE]


@hook
def on_generate(event):
    if event.name != RECIPE:
        return ()
    return [
        Step("test.burrow:rooms", rooms),
        Step("test.burrow:ways", ways),
        Step("test.burrow:furniture", furniture),
    ]
