"""Walls on edges (`wall_thickness = 0`): the shifts of docs/rules/delve.md, derived cases, invariants, play."""

from __future__ import annotations

import json

import delve_cases
import msgspec
import numpy as np
import pytest
from delve_cases import ScriptedDice
from delve_walker import Walker

from footfall.engine.saves import save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.maps.export import MapView, parse_prepared_map, render_text, to_json
from footfall.plugins.delve.maps.geometry import list_cells, order_slots, to_tiles
from footfall.plugins.delve.maps.invariants import check_invariants
from footfall.plugins.delve.maps.rasterize import bitmap_of, bitmaps_of
from footfall.plugins.delve.maps.shapes import door_rect, get_wall, list_wall_names, threshold_rect
from footfall.plugins.delve.model import ExitKind, Fate
from footfall.plugins.delve.policy import GameMaster, Policy
from footfall.plugins.delve.rules.clues import replace_end
from footfall.plugins.delve.rules.explore import begin_delve, explore
from footfall.plugins.delve.rules.sight import build_open_mask, find_triggered_mouths
from footfall.plugins.delve.statistics import generate
from footfall.plugins.delve.tables import tables_of
from footfall.sim.bots import find_bot
from footfall.sim.coverage import CoverageCounter
from footfall.sim.game_batch import BotGame
from footfall.sim.plan import Plan
from footfall.world.state import get_world

THIN = Policy(wall_thickness=0)
POLICIES = {
    "standard": THIN,
    "exhausted": Policy(wall_thickness=0, stop="exhausted", max_zones=40),
    "strict": Policy(wall_thickness=0, fit="strict"),
    "carry": Policy(wall_thickness=0, fit="carry_over"),
    "wide": Policy(wall_thickness=0, room_pose="wide_first", door_site="free"),
    "random": Policy(wall_thickness=0, room_pose="random", door_site="random", door_walls="random", frontier="random"),
    "chambers": Policy(wall_thickness=0, special_end="doorless_room", features="two_doors", frontier="depth"),
    "across": Policy(wall_thickness=0, corridor_from_door="across", double_doors="always_if_fits"),
    "short": Policy(wall_thickness=0, has_short_end_doors=True, may_search_ends=True, may_search_pockets=True),
    "box": Policy(wall_thickness=0, pieces="box", max_zones=30),
    "bounds": Policy(wall_thickness=0, bounds=(-20, -12, 40, 40), quest_max=1, stop="exhausted"),
}
K = (1, [4, 5, 5, 2, 2])


def laid(tables, *steps, policy=THIN):
    delve, master = begin_delve(policy, tables), GameMaster(policy)
    for number, faces in steps:
        dice = ScriptedDice(faces)
        explore(delve, number, dice, tables, master).write(delve)
        assert dice.remaining == []
        delve.fighting.clear()
    return delve


def exits(delve, zone):
    """``"door W@(9,-2)"``, as the acceptance cases write them."""
    return [f"{g.way.value} {'NESW'[g.heading]}@({g.at[1]},{g.at[0]})" for g in delve.list_exits_of(zone)]


def floors(delve, zone):
    return [tuple(delve_cases.to_case_rect(rect)) for rect in delve.zones[zone].floors]


# Cases of section E, shifted.


def test_corridors_and_mouths_stay_and_their_doors_move_by_one(tables):
    """E05, E06, E13 and E14: a door's anchor is one cell nearer; all else is the same."""
    delve = laid(tables, (1, [4, 5, 5, 6, 6]))
    assert floors(delve, 1) == [(10, -5, 2, 5), (10, -7, 2, 2)]
    assert exits(delve, 1) == ["door W@(9,-2)", "mouth W@(9,-6)", "mouth E@(12,-7)"]
    assert exits(laid(tables, (1, [9, 9, 9, 12, 6])), 1) == ["door W@(9,-2)", "door E@(12,-8)"]
    delve = laid(tables, (1, [10, 8, 8, 9, 8]))
    assert exits(delve, 1) == ["door W@(9,-2)", "door E@(12,-8)", "mouth W@(9,-16)"]
    assert exits(laid(tables, (1, [4, 9, 8, 2, 3])), 1) == ["door W@(9,-2)", "door E@(12,-3)"]


def test_a_room_touches_its_corridor_and_the_start(tables):
    """E15: the first offset, 1, is legal: the room ends in row -1, the start corridor begins in row 0."""
    delve = laid(tables, K, (3, [1, 5]))
    assert exits(delve, 1)[0] == "door W@(9,-2)"
    assert floors(delve, 2) == [(5, -5, 5, 5)]
    assert delve.zones[2].offset == 1


def test_chains_of_lairs_abut(tables):
    """E22: ten cells for each lair, none for walls."""
    delve = laid(tables, K, (3, [9, 6]), (4, [1, 10, 6]), (5, [3, 11, 1]))
    assert [floors(delve, zone) for zone in (2, 3, 4)] == [[(0, -5, 10, 5)], [(-10, -5, 10, 5)], [(-20, -5, 10, 5)]]
    assert delve.zones[4].type == "quest"


def test_a_corridor_behind_the_door_of_a_room(tables):
    """E20: the middle slot of the far wall is in row -2 as the room's offset is 1; the corridor starts at the edge."""
    delve = laid(tables, K, (3, [4, 7]), (4, [8, 5, 5, 5, 9, 9]))
    assert exits(delve, 2) == ["door W@(4,-2)"]
    assert floors(delve, 3) == [(-5, -3, 10, 2), (-7, -3, 2, 2)]


def test_a_mouth_that_faces_a_wall_is_walled_up(tables):
    """E35: the room behind the door covers the mouth's threshold cells; no dice, and no link (invariant 5)."""
    found = None
    for seed in range(300):
        delve = generate(tables, seed, THIN)
        for gate in delve.exits:
            sheet = bitmap_of(delve, 1)
            if (
                gate.way is ExitKind.MOUTH
                and gate.fate is Fate.BLOCKED
                and sheet.is_all_floor(threshold_rect(gate.at, gate.heading))
            ):
                found = next(note for note in delve.journal if note.kind == "block" and note.exit == gate.id)
        if found is not None:
            break
    assert found is not None
    assert found.rolls == ()


def test_sight_of_mouths(tables):
    """E39 on edges: both mouths of the start corridor, from its stairs to its T piece."""
    delve = begin_delve(THIN, tables)
    origin, opens = build_open_mask(delve, 1)
    seen = {}
    for y in (0, 1):
        for x in range(-2, 12):
            seen[x, y] = find_triggered_mouths(delve, 1, (2 * y, 2 * x), opens, origin)
    assert seen[11, 0] == seen[11, 1] == [1, 2]
    assert seen[-2, 0] == seen[-2, 1] == []
    mirror = {1: 2, 2: 1}
    assert all(sorted(mirror[e] for e in seen[x, 0]) == seen[x, 1] for x in range(-2, 12))


# Invariants.


@pytest.mark.proof(5)
@pytest.mark.parametrize("name", POLICIES)
def test_all_invariants_hold_after_every_step(tables, name):
    policy = POLICIES[name]
    for seed in range(4):
        assert check_invariants(generate(tables, seed, policy), tables, policy) == []
    seen = []
    generate(tables, 77, policy, observer=lambda delve, change: seen.extend(check_invariants(delve, tables, policy)))
    assert seen == []


@pytest.mark.parametrize("thickness", [0, 1])
def test_invariants_of_many_delves(tables, thickness):
    policy = Policy(wall_thickness=thickness)
    assert [s for s in range(1000, 1040) if check_invariants(generate(tables, s, policy), tables, policy)] == []


def test_the_same_dice_until_space_decides(tables):
    """The stream of dice is the same: the first zone of each delve shows the same faces and rows."""
    for seed in range(40):
        thin, thick = generate(tables, seed, THIN), generate(tables, seed)
        assert thin.journal[1].rolls == thick.journal[1].rolls
        faces = [[f for note in d.journal for roll in note.rolls for f in roll.faces] for d in (thin, thick)]
        count = min(map(len, faces))
        assert faces[0][:count] == faces[1][:count]


def test_no_cell_is_lost_to_walls(tables):
    """Zones touch somewhere in most delves, and every tile between two of them is wall, door or opened mouth."""
    touching = 0
    for seed in range(20):
        delve = generate(tables, seed, THIN)
        owner = {at: zone.id for zone in delve.zones for rect in zone.floors for at in list_cells(rect)}
        sheet = bitmap_of(delve, 1)
        walls, doors = sheet.list_wall_cells(), sheet.list_door_cells()
        for (y, x), zone in owner.items():
            for dy, dx in ((0, 1), (1, 0)):
                other = owner.get((y + dy, x + dx))
                if other is None or other == zone:
                    continue
                touching += 1
                between = (2 * y + dy, 2 * x + dx)
                opened = any(
                    {gate.zone, gate.to} == {zone, other} and gate.way is ExitKind.MOUTH and gate.fate is Fate.OPENED
                    for gate in delve.exits
                )
                assert between in walls or between in doors or opened
    assert touching > 500


def test_16_turning_the_start_turns_the_map(tables):
    for seed in range(8):
        straight = generate(tables, seed, THIN)
        other = generate(tables, seed, msgspec.structs.replace(THIN, start_heading=2))
        for a, b in zip(straight.zones, other.zones, strict=True):
            turned = {(x, -y) for rect in a.floors for y, x in list_cells(rect)}
            assert turned == {at for rect in b.floors for at in list_cells(rect)}


def test_slots_are_those_of_the_definition(tables):
    """G-12 on edges, slot by slot: viable, facing and pocket, from the cells alone."""
    from footfall.plugins.delve.maps import doors as door_slots

    for seed in range(6):
        delve = generate(tables, seed, Policy(wall_thickness=0, max_zones=14))
        sheet = bitmap_of(delve, 1)
        floor = {at for zone in delve.zones for rect in zone.floors for at in list_cells(rect)}
        for zone in delve.zones:
            for name in list_wall_names(zone, True):
                wall = get_wall(zone, name, 2, 0)
                pockets = set(door_slots.list_anchors(wall, 2, door_slots.find_pocket_slots(sheet, wall, 2, None)))
                viable = set(door_slots.list_anchors(wall, 2, door_slots.find_viable_slots(sheet, wall, 2, None)))
                for slot in order_slots(wall.length):
                    at = wall.anchor_at(slot)
                    ahead = set(list_cells(threshold_rect(at, wall.heading)))
                    assert (at in pockets) == (not ahead & floor)
                    assert at in pockets or at not in viable


def test_a_bitmap_does_not_depend_on_the_order_of_laying(tables):
    for seed in range(20):
        delve = generate(tables, seed, THIN)
        kept = bitmaps_of(delve)[0]
        del delve.__dict__["sheets"]
        again = bitmaps_of(delve)[0]
        assert kept.list_floor_cells() == again.list_floor_cells()
        assert kept.list_door_cells() == again.list_door_cells()
        assert kept.list_wall_cells() == again.list_wall_cells()


def test_a_clue_ends_a_corridor_on_edges(tables):
    delve = laid(tables, (1, [1, 3, 3, 2, 2]))
    replace_end(delve, 1, "out", tables, THIN).write(delve)
    assert floors(delve, 1) == [(10, -5, 2, 5), (10, -7, 2, 2)]
    assert check_invariants(delve, tables, THIN) == []
    delve = laid(tables, (1, [5, 4, 5, 5, 4]))
    replace_end(delve, 1, "up", tables, THIN).write(delve)
    assert check_invariants(delve, tables, THIN) == []


# Maps.


def test_the_map_draws_edges_between_zones(tables):
    delve = laid(tables, K, (3, [1, 5]))
    assert render_text(delve, tables, 1, MapView.PLAYERS).splitlines()[:4] == [
        "              ###############",
        "              #.........#...#",
        "              #.........#...#",
        "              #.........#...#",
    ]


def test_a_map_says_how_thick_its_walls_are(tables):
    """The map of an expedition with edge walls can be prepared again; the default's map has no word about it."""
    delve = generate(tables, 5, Policy(wall_thickness=0, max_zones=10))
    prepared = parse_prepared_map(to_json(delve), tables)
    assert prepared.wall_thickness == 0
    assert "edge_walls" not in json.loads(to_json(generate(tables, 5)))


# Play.


@pytest.fixture(scope="module")
def loaded():
    return load("delve", only_mods=())


@pytest.mark.parametrize("value", [2, -1, "0", True])
def test_other_thicknesses_are_refused(loaded, value):
    for mode in ("walk", "table", "whole"):
        with pytest.raises(ValueError, match="option wall_thickness"):
            Session.begin(loaded.rules, 1, {"mode": mode, "wall_thickness": value})


def test_the_signs_of_exits_are_on_the_table(loaded):
    """Each pending exit shows its sign in its opening."""
    session = Session.begin(loaded.rules, 1, {"mode": "table", "wall_thickness": 0}, strict=True)
    cells = loaded.rules.game.presentation.scene(session.context()).cells
    for sign, at in (("a", (-1, 20)), ("b", (3, 21))):
        assert chr(cells.glyph[at[0] - cells.origin[0], at[1] - cells.origin[1]]) == sign


def test_table_and_batch_lay_the_same_delve(loaded):
    tables = tables_of(loaded.rules.records)
    for seed in range(4):
        whole = Session.begin(loaded.rules, seed, {"mode": "whole", "wall_thickness": 0}, strict=True)
        batch = generate(tables, seed, THIN)
        assert msgspec.msgpack.encode(whole.state.parts["core.delve"].delve) == msgspec.msgpack.encode(batch)
        table = Session.begin(loaded.rules, seed, {"mode": "table", "wall_thickness": 0}, strict=True)
        for _ in range(5):
            shown = loaded.rules.game.presentation.scene(table.context())
            assert shown.cells is not None
            table.submit(loaded.rules.game.list_legal(table.context())[0])
        played = table.state.parts["core.delve"].delve
        assert played.wall_thickness == 0
        assert played.zones == batch.zones[: len(played.zones)]


@pytest.mark.proof(0)
def test_the_party_walks_between_edge_walls(loaded):
    """The bot explores, fights, searches walls and comes to an end."""
    outcomes = set()
    for seed in range(7, 10):
        options = {"mode": "walk", "wall_thickness": 0}
        plan = Plan(game="core.delve", games=1, options=options, is_strict=True, max_commands=4000)
        table = BotGame(loaded.rules, [find_bot(loaded.rules, "party")], plan, 0)
        table.seed = seed
        table.play(CoverageCounter())
        outcomes.add(table.session.state.outcome)
        delve = table.session.state.parts["core.delve"].delve
        assert len(delve.zones) > 3
        assert check_invariants(delve, tables_of(loaded.rules.records), THIN) == []
    assert outcomes & {"quest", "left"}


@pytest.mark.parametrize("seed", range(6))
def test_a_delve_with_edge_walls_is_walked(loaded, seed, tmp_path):
    """On foot every edge is a row of tiles: the level shows exactly the tiles of the bitmap; saves go on alike."""
    tables = tables_of(loaded.rules.records)
    options = {"mode": "walk", "wall_thickness": 0}
    walker = Walker(Session.begin(loaded.rules, seed, options, strict=True))
    for _ in range(8):
        pending = walker.delve.list_pending_exits()
        if not pending or walker.session.state.outcome is not None:
            break
        walker.explore_exit(pending[0].id)
        assert check_invariants(walker.delve, tables, THIN) == []
        assert_tiles(walker)
    assert len(walker.delve.zones) >= 4 or walker.session.state.outcome is not None
    save.save(walker.session, tmp_path / "a.save", "0")
    again = save.load(loaded.rules, tmp_path / "a.save")
    assert again.hash() == walker.session.hash()


def assert_tiles(walker):
    level = get_world(walker.session.state).levels[1]
    sheet = bitmap_of(walker.delve, 1)
    names = np.array(level.palette)[level.tiles]
    floor, doors = set(), set()
    for (y, x), name in np.ndenumerate(names):
        at = (y + level.origin[0], x + level.origin[1])
        if name.rpartition(":")[2] in ("door", "door_open", "false_door"):
            doors.add(at)
        elif name.rpartition(":")[2] not in ("wall", "rock"):
            floor.add(at)
    assert floor == sheet.list_floor_cells()
    unfound = [gate for gate in walker.delve.exits if gate.fate is Fate.UNFOUND]
    hidden = {at for gate in unfound for at in list_cells(door_rect(gate.at, gate.heading, gate.width, 0))}
    assert doors == sheet.list_door_cells() - hidden
    assert all(len(to_tiles(rect, 0)) == 4 for zone in walker.delve.zones for rect in zone.floors)
