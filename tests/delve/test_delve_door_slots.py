"""Slots of a wall all at once, against their definitions cell by cell (G-8, G-11, G-12); and the same maps as ever."""

from __future__ import annotations

import hashlib

import msgspec

from footfall.plugins.delve.maps import doors as door_slots
from footfall.plugins.delve.maps.geometry import is_within, list_cells, order_slots
from footfall.plugins.delve.maps.rasterize import bitmaps_of
from footfall.plugins.delve.maps.shapes import door_rect, get_wall, list_wall_names, room_shape, threshold_rect
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.statistics import generate

BOUNDS = (-14, -18, 40, 44)


def test_slots_are_what_their_definitions_say(tables):
    seen = {"hangable": 0, "viable": 0, "opposite": 0, "pocket": 0}
    for seed in range(8):
        delve = generate(tables, seed, Policy(frontier="depth", features="two_doors"))
        sheet = bitmaps_of(delve)[0]
        floor, walls, doors = sheet.list_floor_cells(), sheet.list_wall_cells(), sheet.list_door_cells()
        taken = floor | walls | doors

        def legal(shape, taken=taken, floor=floor):
            inner, ring = shape.floors[0], shape.walls[0]
            return is_within(ring, BOUNDS) and not (set(list_cells(inner)) & taken or set(list_cells(ring)) & floor)

        for zone in delve.zones:
            for name in list_wall_names(zone, True):
                for width in (2, 4) if zone.type else (2,):
                    wall = get_wall(zone, name, width, 1)
                    bare = not set(list_cells(wall.rect)) & doors
                    found = {"hangable": [], "viable": [], "opposite": [], "pocket": []}
                    for at in (wall.anchor_at(slot) for slot in order_slots(wall.length, width)):
                        ahead = threshold_rect(at, wall.heading, width)
                        if bare and set(list_cells(door_rect(at, wall.heading, width, 1))) <= walls:
                            found["hangable"].append(at)
                        poses = [room_shape(at, wall.heading, 5, 5, o) for o in order_slots(5, width)]
                        if any(legal(shape) for shape in poses):
                            found["viable"].append(at)
                        if set(list_cells(ahead)) <= floor:
                            found["opposite"].append(at)
                        if is_within(ahead, BOUNDS) and not set(list_cells(ahead)) & taken:
                            found["pocket"].append(at)
                    got = {
                        "hangable": door_slots.find_hangable_slots(sheet, wall, width),
                        "viable": door_slots.find_viable_slots(sheet, wall, width, BOUNDS),
                        "opposite": door_slots.find_facing_slots(sheet, wall, width),
                        "pocket": door_slots.find_pocket_slots(sheet, wall, width, BOUNDS),
                    }
                    for what, bits in got.items():
                        assert list(door_slots.list_anchors(wall, width, bits)) == found[what], (
                            what,
                            seed,
                            zone.id,
                            name,
                        )
                        seen[what] += len(found[what])
    assert min(seen.values()) > 20, seen


def test_the_same_seeds_give_the_same_delves_as_ever(tables):
    """A change of these numbers is a change of every player's map: it belongs in the changelog."""
    for policy, wanted in ((Policy(on_exhausted="stop"), "88f49aab4e7f1772"), (Policy(), "33285fd7e002b363")):
        digest = hashlib.sha256()
        for seed in range(100):
            delve = generate(tables, seed, policy)
            zones = [(zone.floors, zone.end, zone.type, zone.special) for zone in delve.zones]
            exits = [(gate.at, gate.heading, gate.way, gate.fate, gate.to) for gate in delve.exits]
            digest.update(msgspec.msgpack.encode((zones, exits)))
        assert digest.hexdigest()[:16] == wanted
