"""Slots of a wall all at once, against their definitions cell by cell (G-8, G-11, G-12); and the same maps as ever."""

from __future__ import annotations

import hashlib

import msgspec

from footfall.plugins.delve import places
from footfall.plugins.delve.batch import generate
from footfall.plugins.delve.drawing import sheets_of
from footfall.plugins.delve.geometry import cells, slots, within
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.shape import door_cells, room, thresholds, wall_names, wall_of

BOUNDS = (-14, -18, 40, 44)


def test_slots_are_what_their_definitions_say(tables):
    seen = {"hangable": 0, "viable": 0, "opposite": 0, "pocket": 0}
    for seed in range(8):
        delve = generate(tables, seed, Policy(frontier="depth", features="two_doors"))
        sheet = sheets_of(delve)[0]
        floor, walls, doors = sheet.floor_cells(), sheet.wall_cells(), sheet.door_cells()
        taken = floor | walls | doors

        def legal(shape, taken=taken, floor=floor):
            inner, ring = shape.floors[0], shape.walls[0]
            return within(ring, BOUNDS) and not (set(cells(inner)) & taken or set(cells(ring)) & floor)

        for zone in delve.zones:
            for name in wall_names(zone, True):
                for width in (2, 4) if zone.type else (2,):
                    wall = wall_of(zone, name, width)
                    bare = not set(cells(wall.rect)) & doors
                    found = {"hangable": [], "viable": [], "opposite": [], "pocket": []}
                    for at in (wall.anchor(slot) for slot in slots(wall.length, width)):
                        ahead = thresholds(at, wall.heading, width)
                        if bare and set(cells(door_cells(at, wall.heading, width))) <= walls:
                            found["hangable"].append(at)
                        poses = [room(at, wall.heading, 5, 5, o) for o in slots(5, width)]
                        if any(legal(shape) for shape in poses):
                            found["viable"].append(at)
                        if set(cells(ahead)) <= floor:
                            found["opposite"].append(at)
                        if within(ahead, BOUNDS) and not set(cells(ahead)) & taken:
                            found["pocket"].append(at)
                    got = {
                        "hangable": places.hangable(sheet, wall, width),
                        "viable": places.viable(sheet, wall, width, BOUNDS),
                        "opposite": places.opposite(sheet, wall, width),
                        "pocket": places.pocket(sheet, wall, width, BOUNDS),
                    }
                    for what, bits in got.items():
                        assert list(places.anchors(wall, width, bits)) == found[what], (
                            what,
                            seed,
                            zone.id,
                            name,
                        )
                        seen[what] += len(found[what])
    assert min(seen.values()) > 20, seen


def test_the_same_seeds_give_the_same_delves_as_ever(tables):
    """A change of these numbers is a change of every player's map: to be told in the changelog."""
    for policy, wanted in ((Policy(on_exhausted="stop"), "88f49aab4e7f1772"), (Policy(), "33285fd7e002b363")):
        digest = hashlib.sha256()
        for seed in range(100):
            delve = generate(tables, seed, policy)
            zones = [(zone.floors, zone.end, zone.type, zone.special) for zone in delve.zones]
            exits = [(gate.at, gate.heading, gate.way, gate.fate, gate.to) for gate in delve.exits]
            digest.update(msgspec.msgpack.encode((zones, exits)))
        assert digest.hexdigest()[:16] == wanted
