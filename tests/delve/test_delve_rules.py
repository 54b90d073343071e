"""Single rules: tables and their chances, geometry, doors, guard, policies, clues."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footfall.plugins.delve import clues
from footfall.plugins.delve.batch import generate
from footfall.plugins.delve.changes import BlockExit, LinkExit, PlaceZone, apply_change
from footfall.plugins.delve.dice import ScriptedDice
from footfall.plugins.delve.explore import ForbiddenError, begin_delve, explore, is_guard_open, open_level, peek
from footfall.plugins.delve.geometry import (
    HEADING_STEPS,
    Heading,
    frame_cell,
    frame_rect,
    list_cells,
    order_slots,
    turn_left,
    turn_right,
)
from footfall.plugins.delve.invariants import check_invariants
from footfall.plugins.delve.model import ExitKind, Fate, ZoneKind
from footfall.plugins.delve.placement import count_pieces_used, list_room_poses
from footfall.plugins.delve.policy import GameMaster, Policy
from footfall.plugins.delve.search import find_next_leader, search_wall
from footfall.plugins.delve.shapes import get_wall, list_wall_names
from footfall.plugins.delve.statistics import count_facts, tally_delves
from footfall.plugins.delve.tables import RollTable, TableRow
from footfall.plugins.delve.way_out import count_sections_to_way_out

HERE = Path(__file__).parent
RULES = [
    "D-MODE",
    "D-MAPPER",
    "D-LEADER",
    "D-START",
    "D-REVEAL",
    "D-ZONE",
    "D-CORR-STEPS",
    "D-CORR-LEN",
    "D-CORR-FEAT",
    "D-CORR-END",
    "D-ROOM-STEPS",
    "D-ROOM-TYPE",
    "D-ROOM-SIZE",
    "D-QUEST-GUARD",
    "D-COMBAT",
    "D-ROOM-PLACE",
    "D-ROOM-DOORS",
    "D-DOORPLACE",
    "D-SECRET",
    *(f"G-{n}" for n in range(1, 17)),
]


def test_every_rule_is_named_by_a_test():
    text = "\n".join(
        re.sub(r"RULES = \[.*?\n\]", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for path in sorted(HERE.glob("test_*.py"))
    )
    named = set(re.findall(r"\b[DG]-[A-Z0-9]+(?:-[A-Z]+)*", text))
    assert [rule for rule in RULES if rule not in named] == []


def laid(tables, *script, policy=None, delve=None):
    """Explores exits: ``(number, faces)`` each; returns the record and the last change."""
    master = GameMaster(policy)
    delve = delve or begin_delve(master.policy, tables)
    change = None
    for number, faces in script:
        dice = ScriptedDice(faces)
        change = explore(delve, number, dice, tables, master)
        assert dice.remaining == []
        apply_change(delve, change)
    return delve, change


K = (1, [4, 5, 5, 2, 2])


# Tables.

LENGTH = {"one": 4, "two": 5, "three": 2, "special": 1}
FEATURES = {"gm-low": 10, "empty-low": 26, "one-door": 53, "two-doors": 34, "empty-high": 15, "gm-high": 6}
END = {"X": 3, "closed": 25, "right": 27, "T": 34, "left": 27, "down": 13, "up": 9, "special": 6}


@pytest.mark.parametrize(
    ("name", "weights"),
    [
        ("length", LENGTH),  # D-CORR-LEN
        ("features", FEATURES),  # D-CORR-FEAT
        ("end", END),  # D-CORR-END
        ("room", {"empty": 5, "special": 3, "lair": 2, "quest": 2}),  # D-ROOM-TYPE
        ("doors", {"none": 5, "one": 4, "two": 3}),  # D-ROOM-DOORS
        ("parity", {"even": 6, "odd": 6}),  # D-ZONE
        ("secret", {"nothing": 9, "found": 3}),  # D-SECRET
    ],
)
def test_exact_chances(tables, name, weights):
    assert tables.by_name[name].count_weights() == weights


def test_special_rooms_have_the_chances_of_two_dice(tables):
    weights = list(tables.special.count_weights().values())
    assert weights == [*range(1, 13), *range(11, 0, -1)]
    assert tables.special.rows[13].id == "fountain"


def test_means_of_the_tables(tables):
    """Exact means: sections, doors, mouths, room doors."""

    def mean(name, value):
        table = tables.by_name[name]
        total = sum(table.count_weights().values())
        rows = {row.id: row for row in table.rows if row.id}
        return Fraction(sum(weight * value(rows[id]) for id, weight in table.count_weights().items()), total)

    assert mean("length", lambda row: row.sections or 2) == Fraction(11, 6)
    assert mean("features", lambda row: row.doors) == Fraction(121, 144)
    assert mean("end", lambda row: len(tables.ends[tables.end_of[row.id]].mouths)) == Fraction(131, 144)
    assert mean("doors", lambda row: row.doors) == Fraction(5, 6)


def test_a_later_row_takes_a_total_over():
    rows = (TableRow("old", tuple(range(1, 13))), TableRow("new", (7,)))
    table = RollTable("t", 1, rows)
    assert table.count_weights() == {"old": 11, "new": 1}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((TableRow("a", (1, 2)),), "no row for the totals 3, 4"),
        ((TableRow("a", (*range(1, 13), 13)),), "names the total 13"),
    ],
)
def test_a_table_with_a_gap_is_refused(rows, said):
    with pytest.raises(ValueError, match=said):
        RollTable("t", 1, rows)


def test_corridors_take_five_faces_and_rooms_two(tables):
    """D-CORR-STEPS, D-ROOM-STEPS: how many faces, in which order of tables."""
    delve, change = laid(tables, K)
    assert [roll.table for roll in change.note.rolls] == ["length", "features", "end"]
    _, change = laid(tables, (3, [6, 7, 6, 1]), delve=delve)
    assert [roll.table for roll in change.note.rolls] == ["room", "special", "doors"]
    delve, change = laid(tables, K, (3, [4, 7]), (4, [3, 6, 7, 6, 1]))
    assert [roll.table for roll in change.note.rolls] == ["parity", "room", "special", "doors"]
    _, change = laid(tables, K, (3, [6, 1, 7, 6]), policy=Policy(special_after_doors=True))
    assert [roll.table for roll in change.note.rolls] == ["room", "doors", "special"]
    assert change.zone.special == "fountain"


# Geometry.


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


def test_g7_the_start(tables):
    """G-7, D-START: stairs, two sections, a T; no doors, no dice; the outline of the rules."""
    delve = begin_delve(Policy(), tables)
    zone = delve.zones[0]
    assert (zone.kind, zone.sections, zone.end, zone.doors) == (ZoneKind.START, 2, "T", 0)
    assert [gate.way for gate in delve.exits] == [ExitKind.MOUTH, ExitKind.MOUTH]
    assert list_wall_names(zone) == ("1L", "2R", "1R", "2L")


def test_g2_walls_are_shared_and_mouths_are_open(tables):
    """G-2, G-3: a door's own cells lie between the floors it joins; a wall is one cell thick."""
    delve, _ = laid(tables, K, (3, [1, 5]))
    room, corridor = delve.zones[2], delve.zones[1]
    assert room.floors[0][1] + room.floors[0][3] + 1 == corridor.floors[0][1]


def test_g5_g6_shapes(tables):
    """G-5: L = 5n and a 2×2 piece; G-6, D-ROOM-SIZE: 5×5, and 10×5 either way."""
    delve, _ = laid(tables, (1, [10, 8, 8, 9, 8]))
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
    delve, _ = laid(tables, (1, [10, 2, 3, 10, 10]))
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
    short = generate(tables, 2, Policy(corridor_short_door=True, stop="exhausted", max_zones=60))
    assert check_invariants(short, tables, Policy(corridor_short_door=True)) == []


def test_g8_bounds_count_as_wall(tables):
    """G-8: nothing out of bounds, walls included."""
    policy = Policy(bounds=(-4, -4, 12, 20))
    delve, change = laid(tables, (1, [4, 5, 5, 2, 2]), policy=policy)
    assert isinstance(change, BlockExit)
    assert delve.get_exit(1).fate is Fate.BLOCKED
    assert change.note.remarks == ("no-space",)


def test_g13_links_blocks_and_spent_faces(tables, acceptance):
    """G-13: cases E29 (link), E34 (dice spent), E35 and E36 (false door) do not move the counters."""
    by_id = {case["id"]: case for case in acceptance["case"]}
    for id, kind in (("E29", LinkExit), ("E34", BlockExit), ("E35", BlockExit), ("E36", BlockExit)):
        case = by_id[id]
        script = [(step["explore"], step["faces"]) for step in case["do"]]
        delve, change = laid(tables, *script)
        assert isinstance(change, kind)
        before, _ = laid(tables, *script[:-1])
        assert (delve.rooms, delve.lairs, len(delve.zones)) == (before.rooms, before.lairs, len(before.zones))


def test_g14_doors_before_mouths(tables):
    """G-14: a zone's doors in order of placement, then left, straight, right."""
    delve, _ = laid(tables, (1, [4, 7, 7, 1, 2]))
    ways = [(g.way.value, g.heading) for g in delve.list_exits_of(1)]
    assert ways == [("door", Heading.W), ("mouth", Heading.W), ("mouth", Heading.N), ("mouth", Heading.E)]


def test_g16_each_level_has_a_grid_of_its_own(tables):
    """G-16 and policy ``stairs``: terminal stairs lead nowhere; a new level is a fresh start."""
    script = (1, [9, 9, 9, 12, 6])  # E06: stairs down
    delve, _ = laid(tables, script)
    with pytest.raises(ForbiddenError, match="stairs-end"):
        open_level(delve, 1, Policy(), tables)
    policy = Policy(stairs="new_level")
    delve, _ = laid(tables, script, policy=policy)
    apply_change(delve, open_level(delve, 1, policy, tables))
    assert (len(delve.levels), delve.levels[1].depth) == (2, 2)
    assert delve.danger_of(delve.zones[2]) == 2
    assert delve.zones[2].floors == delve.zones[0].floors
    assert check_invariants(delve, tables, policy) == []
    laid(tables, (delve.list_exits_of(2)[0].id, [4, 5, 5, 2, 2]), delve=delve, policy=policy)
    assert check_invariants(delve, tables, policy) == []
    with pytest.raises(ForbiddenError, match="stairs-used"):
        open_level(delve, 1, policy, tables)
    with pytest.raises(ForbiddenError, match="no-stairs"):
        open_level(delve, 3, policy, tables)


# The guard (D-QUEST-GUARD).


@pytest.mark.parametrize(
    ("lairs", "rooms", "opens"), [(0, 7, False), (1, 7, False), (2, 2, True), (0, 8, True), (1, 8, True)]
)
def test_d_quest_guard(tables, lairs, rooms, opens):
    delve = begin_delve(Policy(), tables)
    delve.lairs, delve.rooms = lairs, rooms
    assert is_guard_open(delve, 1, Policy()) is opens


def test_guard_policies(tables):
    delve = begin_delve(Policy(), tables)
    delve.rooms = 7
    assert is_guard_open(delve, 1, Policy(guard_count_current=True))
    script = [K, (3, [11, 9]), (4, [5, 12, 7])]
    delve, _ = laid(tables, *script)
    assert is_guard_open(delve, 1, Policy())
    assert not is_guard_open(delve, 1, Policy(guard_count_converted=False))
    assert not is_guard_open(delve, 2, Policy(guard_scope="level"))
    delve, change = laid(tables, *script, (5, [7, 11, 5]), policy=Policy(quest_max=1))
    assert change.zone.type == "quest"
    delve.exits.append(delve.exits[0])
    delve.quests = 1
    _, change = laid(tables, *script, policy=Policy(guard_lairs=0, quest_max=1))
    assert change.zone.type == "lair"
    assert "quest-max" in change.note.remarks


# Policies (A.6).


def test_policy_features(tables):
    faces = [1, 10, 12, 2, 2]  # 22: the master decides
    wanted = {"empty": 0, "one_door": 1, "two_doors": 2, "wandering_monsters": 0}
    for word, doors in wanted.items():
        _, change = laid(tables, (1, faces), policy=Policy(features=word))
        assert change.zone.doors == doors
        assert ("wandering-monsters" in change.zone.tags) is (word == "wandering_monsters")
    _, change = laid(tables, (1, faces), policy=Policy(features="reroll"))
    assert change.zone.tags == ("gm-choice",)


def test_policy_special_corridor(tables):
    faces = [12, 6, 1, 2, 2]
    for word, sections in (("plain", 2), ("bridge", 2), ("single_file", 2)):
        _, change = laid(tables, (1, faces), policy=Policy(special_corridor=word))
        assert (change.zone.sections, change.zone.tags) == (sections, ("special-corridor",))
        assert change.zone.special == ("" if word == "plain" else word)
    _, change = laid(tables, (1, faces), policy=Policy(special_corridor="reroll"))
    assert change.zone.sections in (1, 2, 3)
    with pytest.raises(ValueError, match="tunnel"):
        laid(tables, (1, faces), policy=Policy(special_corridor="tunnel"))


def test_policy_special_end(tables):
    faces = [1, 3, 4, 12, 12]
    ends = {"alcove": "special", "closed": "closed", "doorless_room": "chamber"}
    for word, end in ends.items():
        policy = Policy(special_end=word)
        delve, change = laid(tables, (1, faces), policy=policy)
        assert change.zone.end == end
        assert check_invariants(delve, tables, policy) == []
    _, change = laid(tables, (1, faces), policy=Policy(special_end="reroll"))
    assert change.zone.end not in ("special", "chamber")


def test_policy_room_pose_and_double_doors(tables):
    lair = (3, [9, 5])
    _, change = laid(tables, K, lair, policy=Policy(room_pose="wide_first"))
    assert (change.zone.depth, change.zone.width) in ((5, 10), (10, 5))
    policy = Policy(double_doors="always_if_fits")
    delve, change = laid(tables, K, (3, [1, 10]), policy=policy)
    assert [gate.width for gate in change.exits] == [4, 4]
    wide = change.exits[0]
    laid(tables, (wide.id, [1, 1, 5]), delve=delve, policy=policy)
    assert check_invariants(delve, tables, policy) == []
    delve, _ = laid(tables, K, (3, [1, 10]), (wide.id, [2, 5, 5, 4, 2, 2]), policy=policy)
    corridor = delve.zones[3]
    assert corridor.at == frame_cell(wide.at, wide.heading, 0, 1)
    assert check_invariants(delve, tables, policy) == []


def test_policy_corridor_from_door_across(tables):
    policy = Policy(corridor_from_door="across")
    delve, change = laid(tables, K, (3, [4, 7]), (4, [8, 5, 5, 5, 9, 9]), policy=policy)
    assert change.zone.entry_wall != "near"
    assert change.zone.heading % 2 != delve.get_exit(4).heading % 2
    assert check_invariants(delve, tables, policy) == []


def test_policy_fit(tables, acceptance):
    """Strict: no shortening; carry over: the rolled room waits for the next door."""
    case = next(c for c in acceptance["case"] if c["id"] == "E32")
    script = [(step["explore"], step["faces"]) for step in case["do"]]
    _, change = laid(tables, *script, policy=Policy(fit="strict"))
    assert isinstance(change, BlockExit)
    case = next(c for c in acceptance["case"] if c["id"] == "E36")
    script = [(step["explore"], step["faces"]) for step in case["do"]]
    policy = Policy(fit="carry_over")
    delve, change = laid(tables, *script, policy=policy)
    assert delve.carried is not None
    assert (delve.carried.type, delve.carried.doors) == ("empty", 2)
    _, change = laid(tables, (5, []), delve=delve, policy=policy)
    assert isinstance(change, PlaceZone)
    assert change.note.remarks[0] == "carried"
    assert delve.carried is None


def test_policy_pieces(tables):
    """AHQ's box: nothing is laid that is not in it."""
    policy = Policy(pieces="box", stop="exhausted", max_zones=60)
    box = tables.boxes["box"]
    for seed in range(5):
        used = count_pieces_used(generate(tables, seed, policy), tables)
        assert all(count <= getattr(box, piece) for piece, count in used.items())
    with pytest.raises(ValueError, match="no tile_box 'crate'"):
        generate(tables, 1, Policy(pieces="crate"))


def test_policy_secret(tables):
    """D-SECRET: where, how often, and what lies behind."""
    delve, _ = laid(tables, K)
    with pytest.raises(ForbiddenError, match="still-exits"):
        search_wall(delve, 1, "1R", 0, ScriptedDice([12]), tables, GameMaster())
    assert search_wall(delve, 1, "1R", 0, ScriptedDice([12]), tables, GameMaster(Policy(secret_where="anywhere"))).found
    with pytest.raises(ForbiddenError, match="still-exits"):
        search_wall(delve, 1, "1R", 0, ScriptedDice([12]), tables, GameMaster(Policy(secret_where="delve_exhausted")))
    delve, _ = laid(tables, (1, [1, 3, 3, 2, 2]))
    with pytest.raises(ForbiddenError, match="wall-refused"):
        search_wall(delve, 1, "end", 0, ScriptedDice([12]), tables, GameMaster())
    once = GameMaster(Policy(secret_tries=1, secret_end=True))
    found = search_wall(delve, 1, "end", 0, ScriptedDice([10]), tables, once)
    assert found.found is not None
    assert found.found.wall == "end"
    apply_change(delve, search_wall(delve, 1, "1L", 0, ScriptedDice([1]), tables, once))
    with pytest.raises(ForbiddenError, match="searched"):
        search_wall(delve, 1, "1L", 3, ScriptedDice([12]), tables, once)
    with pytest.raises(ForbiddenError, match="no-hero"):
        search_wall(delve, 1, "1L", 9, ScriptedDice([12]), tables, once)


@pytest.mark.parametrize(
    ("kin", "face", "found"), [("", 9, False), ("", 10, True), ("elf", 9, True), ("elf", 8, False)]
)
def test_elves_search_better(tables, kin, face, found):
    delve, _ = laid(tables, (1, [1, 3, 3, 2, 2]))
    delve.heroes[2].kin = kin
    change = search_wall(delve, 1, "1L", 2, ScriptedDice([face]), tables, GameMaster())
    assert (change.found is not None) is found
    assert change.note.roller == 2


def test_policy_frontier_stop_and_exhausted(tables):
    for frontier in ("lowest", "depth", "random"):
        delve = generate(tables, 3, Policy(frontier=frontier, stop="exhausted", max_zones=15))
        assert len(delve.zones) == 15
    assert generate(tables, 3, Policy(stop="exhausted", max_zones=1)).get_exit(1).fate is Fate.PENDING
    closed = Policy(on_exhausted="restart", bounds=(-20, -20, 40, 40))
    assert any(generate(tables, seed, closed).quests for seed in range(3))
    stopped = generate(tables, 3, Policy(on_exhausted="stop", stop="exhausted", bounds=(-20, -20, 40, 40)))
    assert stopped.list_pending_exits() == []
    assert stopped.searches == []


def test_next_leader_passes_the_dead_over(tables):
    """D-LEADER: one seat to the left, wrapping, the dead left out; never the game master."""
    delve = begin_delve(Policy(), tables)
    delve.leader = 3
    assert find_next_leader(delve) == 0
    delve.heroes[0].alive = False
    assert find_next_leader(delve) == 1
    for hero in delve.heroes[:3]:
        hero.alive = False
    assert find_next_leader(delve) == 3


def test_peek_places_nothing(tables):
    """Section C: listening at doors shows the type and leaves map and dice where they are."""
    delve, _ = laid(tables, K)
    before = len(delve.zones), len(delve.exits), len(delve.journal)
    assert peek(delve, 3, ScriptedDice([9, 5]), tables, GameMaster()) == ("room", "lair")
    assert (len(delve.zones), len(delve.exits), len(delve.journal)) == before


# Rulings by a listener.


def test_rulings_replace_the_defaults(tables):
    asked = []

    def ask(about, default, options, place):
        asked.append((about, place))
        return {"special_end": "doorless_room", "features": "two_doors", "door_walls": ["1R"]}.get(about)

    delve = begin_delve(Policy(), tables)
    change = explore(delve, 1, ScriptedDice([1, 12, 12, 12, 12]), tables, GameMaster(ask_ruling=ask))
    assert change.zone.end == "chamber"
    assert [gate.wall for gate in change.exits] == ["1R"]
    assert change.zone.dropped == 1
    assert {"ruling-special_end", "ruling-features", "ruling-door_walls"} <= set(change.note.remarks)
    assert ("special_end", 1) in asked


def test_an_impossible_ruling_is_left_out(tables):
    delve = begin_delve(Policy(), tables)
    master = GameMaster(ask_ruling=lambda about, default, options, place: "nonsense")
    change = explore(delve, 1, ScriptedDice([1, 12, 12, 12, 12]), tables, master)
    assert change.zone.end == "special"
    assert "ruling-ignored-special_end" in change.note.remarks


def test_room_poses_can_be_ruled(tables):
    delve, _ = laid(tables, K)

    def ask(about, default, options, place):
        if about == "room_pose":
            assert "10x5+1" in options
            return ["5x5+0"]
        return None

    change = explore(delve, 3, ScriptedDice([9, 5]), tables, GameMaster(ask_ruling=ask))
    assert (change.zone.depth, change.zone.width, change.zone.offset) == (5, 5, 0)


# Clues (C-CLUE).


def test_a_clue_replaces_an_end(tables):
    delve, _ = laid(tables, (1, [5, 4, 5, 5, 4]))  # E03: a right turn
    apply_change(delve, clues.replace_end(delve, 1, "up", tables))
    assert delve.zones[1].end == "up"
    assert delve.get_exit(3).fate is Fate.BLOCKED
    assert check_invariants(delve, tables) == []
    delve, _ = laid(tables, (1, [1, 3, 3, 2, 2]))  # E02: closed
    apply_change(delve, clues.replace_end(delve, 1, "down", tables))
    assert len(delve.zones[1].floors) == 2
    assert check_invariants(delve, tables) == []
    with pytest.raises(ForbiddenError, match="no-such-end"):
        clues.replace_end(delve, 1, "T", tables)
    with pytest.raises(ForbiddenError, match="no-such-end"):
        clues.replace_end(delve, 0, "up", tables)


def test_a_clue_does_not_close_a_way_that_was_taken(tables):
    delve, _ = laid(tables, (1, [5, 4, 5, 5, 4]), (3, [1, 3, 3, 2, 2]))
    with pytest.raises(ForbiddenError, match="end-explored"):
        clues.replace_end(delve, 1, "up", tables)


def test_a_clue_makes_an_empty_room_special(tables):
    delve, _ = laid(tables, K, (3, [1, 5]))
    apply_change(delve, clues.replace_type(delve, 2, "fountain", tables))
    assert (delve.zones[2].type, delve.zones[2].special) == ("special", "fountain")
    assert check_invariants(delve, tables) == []
    with pytest.raises(ForbiddenError, match="no-such-room"):
        clues.replace_type(delve, 2, "fountain", tables)


def test_the_way_out_in_sections(tables):
    delve, _ = laid(tables, K, (3, [1, 5]))
    assert count_sections_to_way_out(delve, 0, tables, Policy()) == 0
    assert count_sections_to_way_out(delve, 1, tables, Policy()) == 2
    assert count_sections_to_way_out(delve, 2, tables, Policy()) == 3


# Distributions, in a small run; the large one is benches/delve/distributions.py.


def test_frequencies_of_a_small_run(tables):
    """Within 5 standard deviations of the exact chance for each row; statistics near the reference values."""
    tally = tally_delves(tables, range(250))
    for name, seen in tally.rows.items():
        weights = tables.by_name[name].count_weights()
        total, of = sum(weights.values()), sum(seen.values())
        for row, weight in weights.items():
            chance = weight / total
            assert abs(seen[row] - of * chance) <= 5 * (of * chance * (1 - chance)) ** 0.5 + 1, (name, row)
    figures = tally.compute_figures()
    assert figures["quest_reached"] > 0.93
    assert 19 < figures["zones"] < 29


def test_facts_of_a_delve(tables):
    delve = generate(tables, 8)
    found = count_facts(delve)
    assert found["rooms"] == sum(zone.kind is ZoneKind.ROOM for zone in delve.zones)
    assert found["zones"] == len(delve.zones)
    assert found["faces"] == sum(len(roll.faces) for note in delve.journal for roll in note.rolls)
