"""The invariants of docs/rules/delve.md over many delves, checked after every step."""

from __future__ import annotations

import msgspec
import pytest
from delve_cases import BadFaceError, ScriptedDice
from hypothesis import given, settings, strategies as st

from footfall.plugins.delve.dice import GameMasterRandom, SeededDice
from footfall.plugins.delve.maps.geometry import list_cells
from footfall.plugins.delve.maps.invariants import check_invariants
from footfall.plugins.delve.maps.rasterize import bitmap_of, bitmaps_of, forget_bitmaps
from footfall.plugins.delve.model import Delve, DelveLevel, ExitKind, Fate
from footfall.plugins.delve.policy import GameMaster, Policy
from footfall.plugins.delve.rules.explore import begin_delve, explore
from footfall.plugins.delve.statistics import generate, iterate_changes

POLICIES = {
    "standard": Policy(),
    "stop": Policy(on_exhausted="stop"),
    "exhausted": Policy(stop="exhausted", max_zones=40),
    "strict": Policy(fit="strict"),
    "carry": Policy(fit="carry_over"),
    "wide": Policy(room_pose="wide_first", door_site="free"),
    "random": Policy(room_pose="random", door_site="random", door_walls="random", frontier="random"),
    "reroll": Policy(features="reroll", special_corridor="reroll", special_end="reroll"),
    "chambers": Policy(special_end="doorless_room", features="two_doors", frontier="depth"),
    "across": Policy(corridor_from_door="across", double_doors="always_if_fits"),
    "short": Policy(has_short_end_doors=True, may_search_ends=True, may_search_pockets=True),
    "box": Policy(pieces="box", max_zones=30),
    "bounds": Policy(bounds=(-20, -12, 40, 40), quest_max=1, stop="exhausted"),
    "late-special": Policy(rolls_special_last=True, special_corridor="single_file", special_end="closed"),
}


@pytest.mark.proof(5)
@pytest.mark.parametrize("name", POLICIES)
def test_all_invariants_hold_after_every_step(tables, name):
    policy = POLICIES[name]
    for seed in range(6):
        delve = generate(tables, seed, policy, observer=lambda delve, change: None)
        assert check_invariants(delve, tables, policy) == []
    seen = []
    generate(tables, 77, policy, observer=lambda delve, change: seen.extend(check_invariants(delve, tables, policy)))
    assert seen == []


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**64 - 1))
def test_invariants_of_any_seed(tables, seed):
    delve = generate(tables, seed)
    assert check_invariants(delve, tables) == []


def test_a_broken_record_is_noticed(tables):
    """The checks can fail: each of these breaks one invariant."""
    delve = generate(tables, 3)
    zone = next(z for z in delve.zones if z.type)
    top, left, height, width = zone.floors[0]

    def with_zone(**fields):
        other = msgspec.structs.replace(delve, zones=list(delve.zones))
        other.zones[zone.id] = msgspec.structs.replace(zone, **fields)
        return {line.split(":")[0] for line in check_invariants(other, tables)}

    assert "1" in with_zone(floors=((0, 0, height, width),))
    assert "2" in with_zone(floors=((top - 2, left - 2, height + 4, width + 4),))
    assert "7" in with_zone(depth=7)
    assert "9" in with_zone(doors=zone.doors + 1)
    more = msgspec.structs.replace(delve, rooms=delve.rooms + 1)
    assert any(line.startswith("11") for line in check_invariants(more, tables))

    def with_exit(number, **fields):
        other = msgspec.structs.replace(delve, exits=list(delve.exits))
        other.exits[number - 1] = msgspec.structs.replace(delve.get_exit(number), **fields)
        return {line.split(":")[0] for line in check_invariants(other, tables)}

    door = next(e for e in delve.exits if e.way is ExitKind.DOOR and e.fate is Fate.OPENED)
    assert "3" in with_exit(zone.entry, fate=Fate.BLOCKED, to=-1)
    assert "4" in with_exit(door.id, to=0)
    assert "5" in with_exit(1, at=(5, 5))
    fresh = begin_delve(Policy(), tables)
    fresh.exits[0] = msgspec.structs.replace(fresh.exits[0], fate=Fate.LINKED, to=0)
    assert {"5", "6"} <= {line.split(":")[0] for line in check_invariants(fresh, tables)}
    assert "8" in with_exit(door.id, wall="near")
    assert "12" in with_exit(door.id, way=ExitKind.MOUTH)
    moved = msgspec.structs.replace(delve, leader=(delve.leader + 1) % 4)
    assert any(line.startswith("13") for line in check_invariants(moved, tables))
    quest = next(z.id for z in delve.zones if z.type == "quest")
    alone = [note for note in delve.journal if note.kind == "lay" and note.zone == quest]
    early = msgspec.structs.replace(delve, journal=alone)
    assert any(line.startswith("10") for line in check_invariants(early, tables))


def test_14_reloading_changes_nothing(tables):
    """Saving and reading a record at any step changes nothing that follows."""
    whole = generate(tables, 11)
    dice, master = SeededDice(11), GameMaster(Policy(), 11)
    delve = begin_delve(Policy(), tables)
    for _ in range(1000):
        change = next(iterate_changes(delve, dice, tables, master), None)
        if change is None or delve.quests:
            break
        change.write(delve)
        delve = msgspec.msgpack.decode(msgspec.msgpack.encode(delve), type=Delve)
        if delve.quests:
            break
    for gone in list(delve.fighting):
        whole.fighting.append(gone)  # the batch ended its last combat
    assert delve.zones == whole.zones
    assert delve.exits == whole.exits


def test_a_sheet_does_not_depend_on_the_order_of_laying(tables):
    for seed in range(20):
        delve = generate(tables, seed)
        kept = bitmaps_of(delve)[0]
        del delve.__dict__["sheets"]
        again = bitmaps_of(delve)[0]
        assert kept.list_floor_cells() == again.list_floor_cells()
        assert kept.list_door_cells() == again.list_door_cells()
        assert kept.list_wall_cells() == again.list_wall_cells()


def test_15_rulings_by_chance_take_no_face(tables):
    chance = Policy(features="reroll", room_pose="random", door_site="random", door_walls="random")
    for seed in range(10):
        for policy in (Policy(), chance):
            dice = SeededDice(seed)
            delve = generate(tables, seed, policy, dice=dice)
            logged = sum(len(roll.faces) for note in delve.journal for roll in note.rolls)
            assert dice.index == logged
        assert all(
            note.rolls == ()
            for note in delve.journal
            if note.kind == "link" or (note.kind == "block" and not note.remarks)
        )


def turned(at, quarters):
    y, x = at
    for _ in range(quarters):
        y, x = x, -y
    return y, x


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_16_turning_the_start_turns_the_map(tables, quarters):
    """A quarter turn to the right takes (y, x) to (x, -y)."""
    for seed in range(12):
        straight = generate(tables, seed)
        other = generate(tables, seed, Policy(start_heading=(1 + quarters) % 4))
        assert len(other.zones) == len(straight.zones)
        for a, b in zip(straight.zones, other.zones, strict=True):
            assert (a.heading + quarters) % 4 == b.heading
            for one, two in zip(a.floors, b.floors, strict=True):
                assert {turned(at, quarters) for at in list_cells(one)} == set(list_cells(two))
        for a, b in zip(straight.exits, other.exits, strict=True):
            assert (turned(a.at, quarters), (a.heading + quarters) % 4, a.fate) == (b.at, b.heading, b.fate)
        walls = {turned(at, quarters) for at in bitmaps_of(straight)[0].list_wall_cells()}
        assert walls == bitmaps_of(other)[0].list_wall_cells()


def test_17_no_face_left_leaves_the_state_alone(tables):
    delve = begin_delve(Policy(), tables)
    before = msgspec.msgpack.encode(delve)
    for faces, said in (([1, 3, 3, 2], "'end'"), ([1, 3, 3, 2, 13], "13"), ([0], "'length' got 0")):
        with pytest.raises(BadFaceError, match=said):
            explore(delve, 1, ScriptedDice(faces), tables, GameMaster())
        assert msgspec.msgpack.encode(delve) == before


def test_18_revealed_zones_never_change(tables):
    seen: dict[int, object] = {}

    def watch(delve, change):
        for zone in delve.zones:
            assert seen.setdefault(zone.id, zone) == zone

    for seed in range(10):
        seen.clear()
        generate(tables, seed, observer=watch)


def test_another_walking_order_obeys_the_same_rules(tables):
    """The same seed explored in other orders: other maps, the same rules."""
    maps = set()
    for order in ("lowest", "depth", "random"):
        policy = Policy(frontier=order)
        delve = generate(tables, 5, policy)
        assert check_invariants(delve, tables, policy) == []
        maps.add(msgspec.msgpack.encode(delve.zones))
        faces = [face for note in delve.journal for roll in note.rolls for face in roll.faces]
        assert faces == [SeededDice(5, index).roll_face("") for index in range(len(faces))]
    assert len(maps) > 1


def test_chance_is_counted_by_step():
    one, two = GameMasterRandom(9), GameMasterRandom(9)
    one.begin_step(4)
    first = [one.draw_below(100) for _ in range(5)]
    two.begin_step(3)
    two.draw_below(100)
    two.begin_step(4)
    assert [two.draw_below(100) for _ in range(5)] == first


def test_a_level_without_zones_has_an_empty_bitmap(tables):
    delve = generate(tables, 3)
    delve.levels.append(DelveLevel())
    forget_bitmaps(delve)
    assert check_invariants(delve, tables) == []
    assert not bitmap_of(delve, len(delve.levels)).list_floor_cells()
