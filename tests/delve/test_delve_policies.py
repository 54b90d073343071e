"""What a policy or a game master decides, and what happens where a ruling is impossible."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from delve_cases import K, ScriptedDice, lay_zones

from footfall.loader import load
from footfall.plugins.delve.changes import BlockExit, PlaceZone
from footfall.plugins.delve.maps.geometry import frame_cell
from footfall.plugins.delve.maps.invariants import check_invariants
from footfall.plugins.delve.maps.placement import count_pieces_used
from footfall.plugins.delve.model import Fate
from footfall.plugins.delve.policy import GameMaster, Policy
from footfall.plugins.delve.rules.explore import ForbiddenError, begin_delve, explore
from footfall.plugins.delve.rules.search import find_next_leader, search_wall
from footfall.plugins.delve.statistics import generate
from footfall.plugins.delve.tables import tables_of

PLANKS = """
[special_corridor.plank]
name = "rules-plank"

[special_corridor.long]
name = "rules-plank"
sections = 3
"""


def test_policy_features(tables):
    faces = [1, 10, 12, 2, 2]  # 22: the master decides
    wanted = {"empty": 0, "one_door": 1, "two_doors": 2, "wandering_monsters": 0}
    for word, doors in wanted.items():
        _, change = lay_zones(tables, (1, faces), policy=Policy(features=word))
        assert change.zone.doors == doors
        assert ("wandering-monsters" in change.zone.tags) is (word == "wandering_monsters")
    _, change = lay_zones(tables, (1, faces), policy=Policy(features="reroll"))
    assert change.zone.tags == ("gm-choice",)


def test_policy_special_corridor(tables):
    faces = [12, 6, 1, 2, 2]
    for word, sections in (("plain", 2), ("bridge", 2), ("single_file", 2)):
        _, change = lay_zones(tables, (1, faces), policy=Policy(special_corridor=word))
        assert (change.zone.sections, change.zone.tags) == (sections, ("special-corridor",))
        assert change.zone.special == ("" if word == "plain" else word)
    _, change = lay_zones(tables, (1, faces), policy=Policy(special_corridor="reroll"))
    assert change.zone.sections in (1, 2, 3)
    with pytest.raises(ValueError, match="tunnel"):
        lay_zones(tables, (1, faces), policy=Policy(special_corridor="tunnel"))


def test_a_special_corridor_of_a_mod_has_two_sections_unless_it_says_another_number(
    write_rules: Callable[..., Path], tmp_path: Path
) -> None:
    mod = write_rules(tmp_path, "delve", PLANKS, "rules-plank = Plank\n")
    tables = tables_of(load("delve", mods=[mod], only_mods=(), strict=True).rules.records)
    for word, sections in (("you.rules:plank", 2), ("you.rules:long", 3)):
        _, change = lay_zones(tables, (1, [12, 6, 1, 2, 2]), policy=Policy(special_corridor=word))
        assert (change.zone.special, change.zone.sections) == (word, sections)


def test_policy_special_end(tables):
    faces = [1, 3, 4, 12, 12]
    ends = {"alcove": "special", "closed": "closed", "doorless_room": "chamber"}
    for word, end in ends.items():
        policy = Policy(special_end=word)
        delve, change = lay_zones(tables, (1, faces), policy=policy)
        assert change.zone.end == end
        assert check_invariants(delve, tables, policy) == []
    _, change = lay_zones(tables, (1, faces), policy=Policy(special_end="reroll"))
    assert change.zone.end not in ("special", "chamber")


def test_policy_room_pose_and_double_doors(tables):
    lair = (3, [9, 5])
    _, change = lay_zones(tables, K, lair, policy=Policy(room_pose="wide_first"))
    assert (change.zone.depth, change.zone.width) in ((5, 10), (10, 5))
    policy = Policy(double_doors="always_if_fits")
    delve, change = lay_zones(tables, K, (3, [1, 10]), policy=policy)
    assert [gate.width for gate in change.exits] == [4, 4]
    wide = change.exits[0]
    lay_zones(tables, (wide.id, [1, 1, 5]), delve=delve, policy=policy)
    assert check_invariants(delve, tables, policy) == []
    delve, _ = lay_zones(tables, K, (3, [1, 10]), (wide.id, [2, 5, 5, 4, 2, 2]), policy=policy)
    corridor = delve.zones[3]
    assert corridor.at == frame_cell(wide.at, wide.heading, 0, 1)
    assert check_invariants(delve, tables, policy) == []


def test_policy_corridor_from_door_across(tables):
    policy = Policy(corridor_from_door="across")
    delve, change = lay_zones(tables, K, (3, [4, 7]), (4, [8, 5, 5, 5, 9, 9]), policy=policy)
    assert change.zone.entry_wall != "near"
    assert change.zone.heading % 2 != delve.get_exit(4).heading % 2
    assert check_invariants(delve, tables, policy) == []


def test_policy_fit(tables, acceptance):
    """Strict: no shortening; carry over: the rolled room waits for the next door."""
    case = next(c for c in acceptance["case"] if c["id"] == "E32")
    script = [(step["explore"], step["faces"]) for step in case["do"]]
    _, change = lay_zones(tables, *script, policy=Policy(fit="strict"))
    assert isinstance(change, BlockExit)
    case = next(c for c in acceptance["case"] if c["id"] == "E36")
    script = [(step["explore"], step["faces"]) for step in case["do"]]
    policy = Policy(fit="carry_over")
    delve, change = lay_zones(tables, *script, policy=policy)
    assert delve.carried_room is not None
    assert (delve.carried_room.type, delve.carried_room.doors) == ("empty", 2)
    _, change = lay_zones(tables, (5, []), delve=delve, policy=policy)
    assert isinstance(change, PlaceZone)
    assert change.note.remarks[0] == "carried"
    assert delve.carried_room is None


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
    delve, _ = lay_zones(tables, K)
    with pytest.raises(ForbiddenError, match="still-exits"):
        search_wall(delve, 1, "1R", 0, ScriptedDice([12]), tables, GameMaster())
    assert search_wall(delve, 1, "1R", 0, ScriptedDice([12]), tables, GameMaster(Policy(secret_where="anywhere"))).door
    with pytest.raises(ForbiddenError, match="still-exits"):
        search_wall(delve, 1, "1R", 0, ScriptedDice([12]), tables, GameMaster(Policy(secret_where="delve_exhausted")))
    delve, _ = lay_zones(tables, (1, [1, 3, 3, 2, 2]))
    with pytest.raises(ForbiddenError, match="wall-refused"):
        search_wall(delve, 1, "end", 0, ScriptedDice([12]), tables, GameMaster())
    once = GameMaster(Policy(secret_tries=1, may_search_ends=True))
    found = search_wall(delve, 1, "end", 0, ScriptedDice([10]), tables, once)
    assert found.door is not None
    assert found.door.wall == "end"
    search_wall(delve, 1, "1L", 0, ScriptedDice([1]), tables, once).write(delve)
    with pytest.raises(ForbiddenError, match="searched"):
        search_wall(delve, 1, "1L", 3, ScriptedDice([12]), tables, once)
    with pytest.raises(ForbiddenError, match="no-hero"):
        search_wall(delve, 1, "1L", 9, ScriptedDice([12]), tables, once)


@pytest.mark.parametrize(
    ("kin", "face", "found"), [("", 9, False), ("", 10, True), ("elf", 9, True), ("elf", 8, False)]
)
def test_elves_search_better(tables, kin, face, found):
    delve, _ = lay_zones(tables, (1, [1, 3, 3, 2, 2]))
    delve.heroes[2].kin = kin
    change = search_wall(delve, 1, "1L", 2, ScriptedDice([face]), tables, GameMaster())
    assert (change.door is not None) is found
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
    delve.heroes[0].is_alive = False
    assert find_next_leader(delve) == 1
    for hero in delve.heroes[:3]:
        hero.is_alive = False
    assert find_next_leader(delve) == 3


def test_rulings_replace_the_defaults(tables):
    asked = []

    def ask(about, default, options, place):
        asked.append((about, place))
        return {"special_end": "doorless_room", "features": "two_doors", "door_walls": ["1R"]}.get(about)

    delve = begin_delve(Policy(), tables)
    change = explore(delve, 1, ScriptedDice([1, 12, 12, 12, 12]), tables, GameMaster(ask_ruling=ask))
    assert change.zone.end == "chamber"
    assert [gate.wall for gate in change.exits] == ["1R"]
    assert change.zone.dropped_doors == 1
    assert {"ruling-special_end", "ruling-features", "ruling-door_walls"} <= set(change.note.remarks)
    assert ("special_end", 1) in asked


def test_an_impossible_ruling_is_left_out(tables):
    delve = begin_delve(Policy(), tables)
    master = GameMaster(ask_ruling=lambda about, default, options, place: "nonsense")
    change = explore(delve, 1, ScriptedDice([1, 12, 12, 12, 12]), tables, master)
    assert change.zone.end == "special"
    assert "ruling-ignored-special_end" in change.note.remarks


def test_room_poses_can_be_ruled(tables):
    delve, _ = lay_zones(tables, K)

    def ask(about, default, options, place):
        if about == "room_pose":
            assert "10x5+1" in options
            return ["5x5+0"]
        return None

    change = explore(delve, 3, ScriptedDice([9, 5]), tables, GameMaster(ask_ruling=ask))
    assert (change.zone.depth, change.zone.width, change.zone.offset) == (5, 5, 0)


def test_large_rooms_are_tried_first_in_any_order(tables):
    orders = []

    def ask(about, default, options, place):
        if about == "room_pose":
            orders.append(options)

    for seed in (1, 2):
        policy = Policy(room_pose="random")
        delve, _ = lay_zones(tables, K, policy=policy)
        explore(delve, 3, ScriptedDice([9, 5]), tables, GameMaster(policy, seed, ask))
    are_small = [[option.startswith("5x5") for option in order] for order in orders]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])
    assert all(each == sorted(each) and True in each for each in are_small)
