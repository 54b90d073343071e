"""Board, stairs, movement, entering."""

from pathlib import Path
from typing import Any

import pytest
from king_cases import QUIET_CONFIG, STAIRS, play_case

from footfall.engine.declarations.rules import Rules
from footfall.engine.saves.save import SaveError, load as load_save, save
from footfall.engine.session import Session
from footfall.plugins.king.layout import (
    FLOOR_CYCLES,
    NEIGHBORS,
    NODE_BY_NAME,
    NODE_NAMES,
    RING,
    ROOMS,
    find_nearest_room,
    stair_moves,
)
from footfall.plugins.king.state import Monster, SpecialRoom, board_of


def test_the_house() -> None:
    """K-BOARD-1, K-BOARD-2, K-BOARD-3, K-BOARD-4, K-BOARD-6: 15 nodes, 18 edges both ways."""
    assert len(NODE_NAMES) == 15
    assert [NODE_NAMES[node] for node in NEIGHBORS[NODE_BY_NAME["F2_P"]]] == ["F2_R1", "F2_R2", "F2_R3", "F2_R4"]
    edges = {(a, b) for a in range(15) for b in NEIGHBORS[a]}
    assert len(edges) == 36
    assert all((b, a) in edges and a // 5 == b // 5 for a, b in edges)
    assert (NODE_BY_NAME["F1_R1"], NODE_BY_NAME["F1_R2"]) in edges
    assert (NODE_BY_NAME["F3_R3"], NODE_BY_NAME["F3_R4"]) in edges
    for pair in ("R1 R3", "R1 R4", "R2 R3", "R2 R4"):
        a, b = pair.split()
        assert (NODE_BY_NAME[f"F2_{a}"], NODE_BY_NAME[f"F2_{b}"]) not in edges


def test_the_ring_is_one_cycle_of_all_boxes() -> None:
    """K-END-8a: period 12; and each floor's turn is a cycle of its four rooms (K-KING-D6-1)."""
    assert sorted(NODE_BY_NAME[name] for name in RING) == list(ROOMS)
    assert {node for cycle in FLOOR_CYCLES for node in cycle} == set(ROOMS)


@pytest.mark.parametrize("stairs", [[1, 2, 3], [4, 4, 4]])
def test_stairs_lead_one_floor(stairs: list[int]) -> None:
    """K-STAIRS-1, K-STAIRS-3, K-STAIRS-4: stair room to stair room, never two floors, never out of the house."""
    for node in range(15):
        moves = stair_moves(stairs, node)
        if node % 5 != stairs[node // 5]:
            assert moves == ()
        assert all(abs(goal // 5 - node // 5) == 1 and goal % 5 == stairs[goal // 5] for goal in moves)
    assert len(stair_moves(stairs, 5 + stairs[1])) == 2


def test_a_refusal_is_free(rules: Rules) -> None:
    """K-STAIRS-2, K-STAIRS-4, K-BOARD-5: refused with the rule id; state and dice unchanged."""
    trial = play_case(rules, "P1 F1_R1 3", stairs={"1": 2, "2": 2, "3": 2})
    before = trial.session.hash()
    for target, rule in (("F2_R2", "K-STAIRS-4"), ("F1_R3", "K-BOARD-4"), ("F9_R9", "K-BOARD-4")):
        result = trial.session.submit(trial.parse_command({"type": "MOVE", "actor": "P1", "to": target}))
        assert result.refusal is not None
        assert result.refusal.rule == rule
    assert trial.session.hash() == before


def test_stairs_stand_still_in_turns(rules: Rules) -> None:
    """K-STAIRS-5, K-STAIRS-6, K-D4-2: moved by block 7 only; the King's own d4 counts by the wheel."""
    trial = play_case(rules, "P1 F1_R1 3; P2 F2_P 3", "MOVE P1 F2_R1", "MOVE P1 F2_P")
    assert trial.board.stairs == [1, 1, 1]
    assert trial.read_path("players.P1.at") == "F2_P"


def test_entering_a_room_turns_it_up_and_draws(rules: Rules) -> None:
    """K-ENTER: the special room opens, the top card is drawn and resolved; the move costs 1."""
    trial = play_case(
        rules,
        "P1 F1_P 3; P2 F2_P 3",
        "MOVE P1 F1_R3",
        boxes={"F1_R3": ["OBJECT:VIAL", "KEY"]},
        specials={"F1_R3": {"type": "CHAPEL", "revealed": False}},
    )
    assert trial.read_path("players.P1.objects") == ["VIAL"]
    assert trial.read_path("specials.F1_R3.revealed") is True
    assert trial.read_path("boxes.F1_R3") == ["KEY"]
    assert trial.read_path("players.P1.actions_left") == 1


def test_a_corridor_gives_a_peek_from_its_floor_only(rules: Rules) -> None:
    """K-ENTER, K-ACT-PEEK: one top card of this floor, or none; COMPASS gives none (K-ACT-USE-COMPASS)."""
    boxes = {"F1_R1": ["KEY"], "F1_R4": ["EVENT:LIFT"], "F2_R1": ["KEY"]}
    trial = play_case(rules, "P1 F1_R1 3; P2 F2_P 3", "MOVE P1 F1_P", boxes=boxes)
    question = trial.session.state.question
    assert question is not None
    assert question.options == ("F1_R1", "F1_R4", "SKIP")
    trial.act({"type": "ANSWER", "actor": "P1", "option": "F1_R4"})
    assert trial.board.known_counts[NODE_BY_NAME["F1_R4"]] == 1
    assert trial.board.known_counts[NODE_BY_NAME["F1_R1"]] == 0
    assert trial.read_path("boxes.F1_R4") == ["EVENT:LIFT"]
    trial = play_case(rules, "P1 F1_R1 3 [COMPASS]; P2 F2_P 3", "USE P1 COMPASS", boxes=boxes)
    question = trial.session.state.question
    assert question is not None
    assert question.kind == "turn"
    assert trial.read_path("players.P1.at") == "F1_P"
    assert trial.read_path("players.P1.actions_left") == 2


def test_a_psychic_looks_and_may_swap(rules: Rules) -> None:
    """K-ROLE-PSYCHIC, K-ENTER (1): top 2 cards seen before the draw."""
    boxes = {"F1_R1": ["EVENT:LIFT", "KEY"]}
    trial = play_case(rules, "P1 F1_P 3 PSYCHIC; P2 F2_P 3", "MOVE P1 F1_R1", "ANSWER P1 SWAP", boxes=boxes)
    assert trial.read_path("players.P1.keys") == 1
    assert trial.read_path("boxes.F1_R1") == ["EVENT:LIFT"]
    assert trial.board.known_counts[NODE_BY_NAME["F1_R1"]] == 1


def test_a_scout_moves_free_once_and_may_be_stunned_on_stairs(rules: Rules) -> None:
    """K-ROLE-SCOUT, K-STATUS-STUNNED: first MOVE free; below 3 on a floor change: next turn lost (D-36)."""
    trial = play_case(rules, "P1 F1_R1 -1 SCOUT; P2 F2_P 3", "MOVE P1 F2_R1", dice="scout 3")
    assert trial.read_path("players.P1.actions_left") == 2
    assert trial.read_path("players.P1.statuses") == {"STUNNED"}
    assert trial.read_path("players.P1.skip_next_turn") is True
    trial = play_case(rules, "P1 F1_R1 0 SCOUT; P2 F2_P 3", "MOVE P1 F2_R1", "MOVE P1 F2_R2", dice="scout 3")
    assert trial.read_path("players.P1.actions_left") == 1
    assert trial.read_path("players.P1.statuses") == set()


def test_nearest_room(rules: Rules) -> None:
    """K-MON-NEAREST: fewest moves by stairs, too; own floor first, then the lower room; corridors do not count."""
    stairs = [1, 1, 1]
    taken = {NODE_BY_NAME["F1_R1"], NODE_BY_NAME["F1_R2"]}
    start = NODE_BY_NAME["F1_R1"]
    assert find_nearest_room(stairs, start, lambda node: node not in taken) == NODE_BY_NAME["F2_R1"]
    everything = {node for node in ROOMS if node // 5 == 0}
    assert find_nearest_room(stairs, NODE_BY_NAME["F1_P"], lambda node: node not in everything) == NODE_BY_NAME["F2_R1"]
    assert find_nearest_room(stairs, NODE_BY_NAME["F1_P"], lambda node: True) == NODE_BY_NAME["F1_R1"]


def test_the_treasure_climbs_to_the_same_room(rules: Rules) -> None:
    """K-ACT-USE-STAIRS_TREASURE, K-OBJ-1: until the turn ends, from any room; three uses, then spent."""
    trial = play_case(rules, "P1 F1_R3 3 [STAIRS_TREASURE]; P2 F2_P 3", "USE P1 STAIRS_TREASURE")
    assert "F2_R3" in trial.read_path("players.P1.legal_moves")
    trial.act({"type": "MOVE", "actor": "P1", "to": "F2_R3"})
    assert trial.read_path("players.P1.at") == "F2_R3"
    assert trial.board.charges == 2
    for _ in range(2):
        trial = play_case(rules, "P1 F1_R3 3 [STAIRS_TREASURE]; P2 F2_P 3")
        trial.board.charges = 1
        trial.act({"type": "USE", "actor": "P1", "object": "STAIRS_TREASURE"})
        assert trial.read_path("players.P1.objects") == []
        assert trial.board.discard_pile == {"STAIRS_TREASURE": 1}


def test_paranoia_keeps_apart_both_ways(rules: Rules) -> None:
    """K-STATUS-PARANOIA (D-39), K-ACT-MOVE."""
    trial = play_case(rules, "P1 F1_R1 3 {PARANOIA 2}; P2 F1_P 3")
    assert trial.read_path("players.P1.legal_moves") == {"F1_R2", "F2_R1"}
    trial = play_case(rules, "P1 F1_R1 3; P2 F1_P 3 {PARANOIA 2}")
    assert trial.read_path("players.P1.legal_moves") == {"F1_R2", "F2_R1"}


def test_trapped_souls_can_only_escape(rules: Rules) -> None:
    """K-STATUS-TRAPPED, K-ACT-ESCAPE, K-ACT-END_TURN: the only action; END_TURN waits."""
    trial = play_case(rules, "P1 F1_R1 3 [VIAL] {TRAPPED 3}; P2 F2_P 3")
    legal = [type(command).__name__ for command in trial.session.rules.game.list_legal(trial.session.context())]
    assert legal == ["Escape"]
    for kind in ("SEARCH", "MEDITATE", "END_TURN"):
        trial.act({"type": kind, "actor": "P1"})
        assert trial.legal is False
    trial = play_case(rules, "P1 F1_R1 0 {TRAPPED 3}; P2 F2_P 3", "ESCAPE P1", dice="escape 3")
    assert trial.read_path("players.P1.statuses") == set()
    assert trial.read_path("players.P1.actions_left") == 1


def test_decks_move_and_people_stay(rules: Rules) -> None:
    """K-END-8, K-END-8b: boxes keep their card order; players, stairs, special rooms stay."""
    trial = play_case(
        rules,
        "P1 F1_R1 3; P2 F2_P 3",
        "END",
        dice=STAIRS,
        config=QUIET_CONFIG,
        banish=1,
        boxes={"F1_R1": ["A1", "A2"]},
        specials={"F1_R1": {"type": "CHAPEL", "revealed": True}},
    )
    assert trial.read_path("boxes.F1_R4") == ["A1", "A2"]
    assert trial.read_path("players.P1.at") == "F1_R1"
    assert trial.read_path("specials.F1_R1.revealed") is True


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("active", 2, "there are 2 seats, and another one is named"),
        ("falling", [(2, "x")], "there are 2 seats, and another one is named"),
        ("held_seats", [2], "there are 2 seats, and another one is named"),
        ("false_king", 2, "there are 2 seats, and another one is named"),
        ("souls", [], "there are 0 seats, and another one is named"),
        ("souls/1/role", "NOTHING", "a player has the role 'NOTHING' and the sanity 3 of 3"),
        ("souls/1/sanity", 6, "a player has the role .* and the sanity 6 of 3"),
        ("souls/1/sanity", -6, "a player has the role .* and the sanity -6 of 3"),
        ("souls/1/key_slots", -1, "a player has given up more slots than there are"),
        ("souls/1/slots_lost", 4, "a player has given up more slots than there are"),
        ("monsters", [Monster(1, "NOTHING", 1)], "there is no figure 'NOTHING'"),
        ("monsters", [Monster(1, "GOBLIN", 1), Monster(1, "GOBLIN", 1)], "two figures have one number"),
        ("monsters", [Monster(3, "GOBLIN", 1)], "or a number that no figure has"),
        ("specials/0/kind", "NOTHING", "there is no room 'NOTHING'"),
        ("specials/0/node", 5, "there is no room 'PEDLAR', or it is a corridor"),
        ("specials", [SpecialRoom(1, "CHAPEL"), SpecialRoom(1, "TAVERN")], "two special rooms are at one node"),
        ("boxes", [[]], "the board has other rooms than this game"),
        ("known_counts/1", 40, "more cards of a box are known than it has"),
        ("boxes/5", ["VIAL"], "a corridor has a box"),
        *[(pile, ["NOTHING"], "there is no card 'NOTHING'") for pile in ("boxes/1", "armory", "souls/0/objects")],
        ("removed_cards", {"NOTHING": 1}, "there is no card 'NOTHING'"),
        ("pedlar", ["VIAL"] * 1000, "there are more cards than any deck has"),
    ],
)
def test_a_save_of_a_board_that_no_game_has_is_refused(
    rules: Rules, tmp_path: Path, path: str, value: Any, fault: str
) -> None:
    session = Session.begin(rules, 1, {"players": 2})
    owner: Any = board_of(session.state)
    owner.arrivals = 2
    *way, last = path.split("/")
    for part in way:
        owner = owner[int(part)] if isinstance(owner, list) else getattr(owner, part)
    if isinstance(owner, list):
        owner[int(last)] = value
    else:
        setattr(owner, last, value)
    save(session, tmp_path / "forged.save", "1")
    with pytest.raises(SaveError, match=fault):
        load_save(rules, tmp_path / "forged.save")


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"ring": "F1_R1,F1_R2"}, "ring: it must name each of the 12 rooms once"),
        ({"start_nodes": ""}, "start_nodes: at least one must be named"),
        ({"start_nodes": "F1_P,F9_P"}, "start_nodes: no node is called 'F9_P'"),
        ({"threshold_node": "F9_R1"}, "threshold_node: no node is called 'F9_R1'"),
        ({"presence_table": ""}, "presence_table: it must begin with round 1"),
        ({"presence_table": "2:1"}, "presence_table: it must begin with round 1"),
        ({"presence_table": "1:1,9:2,4:3"}, "presence_table: it must list its rounds in ascending order"),
        ({"anti_loop": True}, "anti_loop: it cannot be switched on"),
        ({"keys_to_win": -4}, "keys_to_win: Expected whole number >= 0"),
    ],
)
def test_a_setting_that_no_game_can_have_is_refused(rules: Rules, options: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=f"^profile core.king:strict_p0: {fault}"):
        Session.begin(rules, 1, options)
