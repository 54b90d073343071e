"""Where zones lie: headings, areas, slots, walls, doors, links and levels."""

from __future__ import annotations

import pytest
from delve_cases import K, lay_zones
from hypothesis import given, strategies as st

from footfall.plugins.delve.changes import BlockExit, LinkExit
from footfall.plugins.delve.maps.geometry import (
    HEADING_STEPS,
    Heading,
    frame_cell,
    frame_rect,
    list_cells,
    order_slots,
    turn_left,
    turn_right,
)
from footfall.plugins.delve.maps.invariants import check_invariants
from footfall.plugins.delve.maps.placement import list_room_poses
from footfall.plugins.delve.maps.shapes import corridor_shape, get_wall, list_wall_names
from footfall.plugins.delve.model import ExitKind, Fate, ZoneKind
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.rules.explore import ForbiddenError, begin_delve, open_level
from footfall.plugins.delve.statistics import generate


def test_g1_headings():
    """G-1: north is up, right of north is east."""
    assert HEADING_STEPS == ((-1, 0), (0, 1), (1, 0), (0, -1))
    for heading in Heading:
        assert turn_left(turn_right(heading)) is heading
        assert frame_cell((0, 0), heading, 1, 0) == HEADING_STEPS[heading]
        assert frame_cell((0, 0), heading, 0, 1) == HEADING_STEPS[turn_right(heading)]


@given(st.integers(0, 3), st.integers(-3, 3), st.integers(0, 4), st.integers(-3, 3), st.integers(0, 4))
def test_g4_areas_are_the_cells_of_the_frame(heading, u, du, v, dv):
    """G-4: a rectangle of an entry frame holds exactly its cells."""
    found = set(list_cells(frame_rect((7, -5), heading, u, u + du, v, v + dv)))
    assert found == {frame_cell((7, -5), heading, u + i, v + j) for i in range(du + 1) for j in range(dv + 1)}


def test_g9_slot_order():
    """G-9: the middle first."""
    assert order_slots(5) == (1, 2, 0, 3)
    assert order_slots(10) == (4, 5, 3, 6, 2, 7, 1, 8, 0)
    assert order_slots(2) == (0,)
    assert order_slots(10, 4) == (3, 4, 2, 5, 1, 6, 0)


@pytest.mark.parametrize("end", ["closed", "chamber"])
def test_g2_a_corridor_has_a_wall_behind_its_first_row_unless_a_mouth_leads_there(tables, end):
    """G-2, G-5: walls of one cell around the floor; a corridor of one section goes north."""
    for from_mouth in (False, True):
        shape = corridor_shape((0, 0), Heading.N, 1, tables.ends[end], from_mouth)
        walls = {cell for rect in shape.walls for cell in list_cells(rect)}
        assert {(1, x) in walls for x in range(-1, 3)} == {not from_mouth}
        assert all((0, x) in walls for x in range(-1, 3))


def test_g7_the_start(tables):
    """G-7, D-START: stairs, two sections, a T; no doors, no dice; the outline of the rules."""
    delve = begin_delve(Policy(), tables)
    zone = delve.zones[0]
    assert (zone.kind, zone.sections, zone.end, zone.doors) == (ZoneKind.START, 2, "T", 0)
    assert [gate.way for gate in delve.exits] == [ExitKind.MOUTH, ExitKind.MOUTH]
    assert list_wall_names(zone) == ("1L", "2R", "1R", "2L")


def test_g2_walls_are_shared_and_mouths_are_open(tables):
    """G-2, G-3: a door's own cells lie between the floors it joins; a wall is one cell thick."""
    delve, _ = lay_zones(tables, K, (3, [1, 5]))
    room, corridor = delve.zones[2], delve.zones[1]
    assert room.floors[0][1] + room.floors[0][3] + 1 == corridor.floors[0][1]


def test_g5_g6_shapes(tables):
    """G-5: L = 5n and a 2×2 piece; G-6, D-ROOM-SIZE: 5×5, and 10×5 either way."""
    delve, _ = lay_zones(tables, (1, [10, 8, 8, 9, 8]))
    assert [rect[2:] for rect in delve.zones[1].floors] == [(15, 2), (2, 2)]
    deep, wide = (list_room_poses(True, 2, "deep_first", False)[0], list_room_poses(True, 2, "wide_first", False)[0])
    assert (deep[:2], wide[:2]) == ((10, 5), (5, 10))
    assert all(0 <= offset <= width - 2 for _, width, offset in list_room_poses(True, 2, "deep_first", False))
    assert list_room_poses(False, 2, "deep_first", False) == tuple((5, 5, o) for o in (1, 2, 0, 3))


def test_g10_candidates_in_order(tables):
    """G-10, D-ROOM-PLACE: deep at each offset, wide at each offset, then 5×5; strict leaves the last out."""
    line = list_room_poses(True, 2, "deep_first", False)
    assert list(dict.fromkeys(pose[:2] for pose in line)) == [(10, 5), (5, 10), (5, 5)]
    assert all(depth != width for depth, width, _ in list_room_poses(True, 2, "deep_first", True))


def test_g11_walls_zigzag(tables):
    """G-11: section 1 left, 2 right, 3 left, then 1 right, 2 left, 3 right; rooms far, left, right."""
    delve, _ = lay_zones(tables, (1, [10, 2, 3, 10, 10]))
    zone = delve.zones[1]
    assert list_wall_names(zone) == ("1L", "2R", "3L", "1R", "2L", "3R")
    wall = get_wall(zone, "1L", 2, 1)
    assert (wall.heading, wall.anchor_at(0)) == (Heading.W, frame_cell(zone.at, zone.heading, 0, -2))
    assert get_wall(zone, "2R", 2, 1).anchor_at(1) == frame_cell(zone.at, zone.heading, 7, 3)


def test_d_doorplace_one_door_per_wall_none_on_short_ends(tables):
    """D-DOORPLACE: long walls only, one door on each, entry wall excepted; G-12: the passes."""
    for seed in range(25):
        delve = generate(tables, seed)
        for zone in delve.zones:
            names = [g.wall for g in delve.list_exits_of(zone.id) if g.way is ExitKind.DOOR]
            assert len(names) == len(set(names))
            assert "end" not in names
            assert "near" not in names
    short = generate(tables, 2, Policy(has_short_end_doors=True, stop="exhausted", max_zones=60))
    assert check_invariants(short, tables, Policy(has_short_end_doors=True)) == []


def test_g8_bounds_count_as_wall(tables):
    """G-8: nothing out of bounds, walls included."""
    policy = Policy(bounds=(-4, -4, 12, 20))
    delve, change = lay_zones(tables, (1, [4, 5, 5, 2, 2]), policy=policy)
    assert isinstance(change, BlockExit)
    assert delve.get_exit(1).fate is Fate.BLOCKED
    assert change.note.remarks == ("no-space",)


def test_g13_links_blocks_and_spent_faces(tables, acceptance):
    """G-13: cases E29 (link), E34 (dice spent), E35 and E36 (false door) do not move the counters."""
    by_id = {case["id"]: case for case in acceptance["case"]}
    for id, kind in (("E29", LinkExit), ("E34", BlockExit), ("E35", BlockExit), ("E36", BlockExit)):
        case = by_id[id]
        script = [(step["explore"], step["faces"]) for step in case["do"]]
        delve, change = lay_zones(tables, *script)
        assert isinstance(change, kind)
        before, _ = lay_zones(tables, *script[:-1])
        assert (delve.rooms, delve.lairs, len(delve.zones)) == (before.rooms, before.lairs, len(before.zones))


def test_g13_doors_link_where_walls_are_edges(tables):
    delve = generate(tables, 6, Policy(wall_thickness=0))
    assert Fate.LINKED in {gate.fate for zone in delve.zones for gate in delve.list_exits_of(zone.id)}


def test_g14_doors_before_mouths(tables):
    """G-14: a zone's doors in order of placement, then left, straight, right."""
    delve, _ = lay_zones(tables, (1, [4, 7, 7, 1, 2]))
    ways = [(g.way.value, g.heading) for g in delve.list_exits_of(1)]
    assert ways == [("door", Heading.W), ("mouth", Heading.W), ("mouth", Heading.N), ("mouth", Heading.E)]


def test_g16_each_level_has_a_grid_of_its_own(tables):
    """G-16 and policy ``stairs``: terminal stairs lead nowhere; a new level is a fresh start."""
    script = (1, [9, 9, 9, 12, 6])  # E06: stairs down
    delve, _ = lay_zones(tables, script)
    with pytest.raises(ForbiddenError, match="stairs-end"):
        open_level(delve, 1, Policy(), tables)
    policy = Policy(stairs="new_level")
    delve, _ = lay_zones(tables, script, policy=policy)
    open_level(delve, 1, policy, tables).write(delve)
    assert (len(delve.levels), delve.levels[1].depth) == (2, 2)
    assert delve.danger_of(delve.zones[2]) == 2
    assert delve.zones[2].floors == delve.zones[0].floors
    assert check_invariants(delve, tables, policy) == []
    lay_zones(tables, (delve.list_exits_of(2)[0].id, [4, 5, 5, 2, 2]), delve=delve, policy=policy)
    assert check_invariants(delve, tables, policy) == []
    with pytest.raises(ForbiddenError, match="stairs-used"):
        open_level(delve, 1, policy, tables)
    with pytest.raises(ForbiddenError, match="no-stairs"):
        open_level(delve, 3, policy, tables)
