"""The -5 rule: what falling costs, sacrifices, and the choices they ask for."""

import pytest
from case_runner import CaseRunner
from king_cases import QUIET_CONFIG, STAIRS, parse_dice, play_case

from footfall.engine.declarations.rules import Rules

KING = "roulette 1, effect 3, "


def test_minus_five_destroys_bound_objects_in_strict_only(rules: Rules) -> None:
    """K-SANITY-5.3, K-OBJ-4, D-20: and a destroyed Crown makes no False King."""
    souls = "P1 F1_R1 -4 k1 [CHAMBERS_BOOK,CROWN,VIAL]; P2 F2_P 3"
    config = {**QUIET_CONFIG, "house_loss": 1, "sacrifice": False}
    fk = {"holder": "P1", "since": 1}
    trial = play_case(
        rules, souls, "END", dice="fk 6, " + STAIRS, config=config, banish=1, false_king=fk, profile="full_game"
    )
    assert trial.read_path("players.P1.objects") == ["CHAMBERS_BOOK", "CROWN"]
    assert trial.board.removed_cards == {"VIAL": 1}
    trial = play_case(rules, souls, "END", dice=STAIRS, config=config, banish=1, false_king=fk, profile="strict_p0")
    assert trial.read_path("players.P1.objects") == []
    assert trial.board.false_king == -1
    assert trial.board.last_cause == "house"


@pytest.mark.parametrize(("profile", "left"), [("strict_p0", 1), ("full_game", 2)])
def test_second_crossing_in_a_round(rules: Rules, profile: str, left: int) -> None:
    """K-SANITY-5.7, K-SANITY-5.9, D-19: strict fires every time, the full game once a round; he plays on."""
    trial = fallen_twice(rules, profile)
    assert trial.read_path("players.P1.sanity") == -5
    assert trial.read_path("players.P2.sanity") == left


def fallen_twice(rules: Rules, profile: str) -> CaseRunner:
    """P1 crosses by a blow, recovers by meditation, and crosses again in the same round."""
    return play_case(
        rules,
        "P1 F1_R1 -4; P2 F2_P 3",
        "SEARCH P1",
        "MEDITATE P1",
        "SEARCH P1",
        dice="event 4, event 4",
        profile=profile,
        config={"sacrifice": False, "base_actions": 3, "minus5_actions": 3},
        boxes={"F1_R1": ["EVENT:YELLOW_BLOW", "EVENT:YELLOW_BLOW"]},
    )


def test_actions_at_minus_five(rules: Rules) -> None:
    """K-SANITY-5.4, K-SANITY-5.5, D-16: falling after 1 action ends a strict turn."""
    boxes = {"F1_R1": ["EVENT:YELLOW_BLOW"]}
    trial = play_case(rules, "P1 F1_R1 -4; P2 F2_P 3", "SEARCH P1", dice="event 4", profile="strict_p0", boxes=boxes)
    assert trial.board.active == 1
    trial = play_case(
        rules,
        "P1 F1_R1 -4; P2 F2_P 3",
        "SEARCH P1",
        dice="event 4",
        profile="strict_p0",
        config={"minus5_action_rule": "turn_start"},
        boxes=boxes,
    )
    assert trial.read_path("players.P1.actions_left") == 1


def test_the_fall_is_not_the_house(rules: Rules) -> None:
    """K-SANITY-5.8, K-END-1: an immune player loses by another's fall; roles can be immune (A-09)."""
    trial = play_case(
        rules,
        "P1 F1_R1 -4; P2 F2_P 3 TANK; P3 F2_P 3",
        "END",
        dice=STAIRS,
        profile="strict_p0",
        config={"house_immune": ["TANK", "P3"]},
        banish=1,
    )
    assert [soul.sanity for soul in trial.board.souls] == [-5, 2, 2]


def test_sacrifice_is_off_in_strict(rules: Rules) -> None:
    """K-SANITY-5.10, K-SAC-1: no question, the rule fires."""
    trial = play_case(rules, "P1 F1_R1 -4; P2 F2_P 3", "END", dice=STAIRS, profile="strict_p0", banish=1)
    assert trial.read_path("players.P1.sanity") == -5


def test_the_flow_stops_for_each_choice(rules: Rules) -> None:
    """K-SAC-1, K-SAC-2, K-SAC-5, K-SANITY-5.6, K-TURN-5: in round order; one who falls by another's fall, too."""
    decide = [
        {"for": "sacrifice", "actor": "P1", "choice": "accept"},
        {"for": "sacrifice", "actor": "P2", "choice": "SANITY_MAX"},
        {"for": "sacrifice", "actor": "P3", "choice": "OBJECT_SLOT"},
    ]
    trial = play_case(rules, "P1 F1_R1 -4; P2 F2_P -4; P3 F3_P -3", "END", dice=STAIRS, banish=1, decisions=decide)
    souls = trial.board.souls
    assert [soul.sanity for soul in souls] == [-5, 0, 0]
    assert (souls[1].top, souls[2].slots_lost) == (4, 1)
    assert trial.board.held_seats == []
    assert trial.board.falling == []


def test_a_lost_slot_costs_an_object(rules: Rules) -> None:
    """K-SAC-3: too many objects after OBJECT_SLOT: one of his choice goes at once."""
    trial = play_case(
        rules,
        "P1 F1_R1 -4 [VIAL,BLUNT]; P2 F2_P 3",
        "SEARCH P1",
        "SACRIFICE P1 OBJECT_SLOT",
        "ANSWER P1 VIAL",
        dice="event 4",
        boxes={"F1_R1": ["EVENT:YELLOW_BLOW"]},
    )
    assert trial.read_path("players.P1.objects") == ["BLUNT"]
    assert trial.read_path("players.P1.slot_penalty") == 1


def test_without_a_mode_there_is_no_choice(rules: Rules) -> None:
    """K-SAC-4: maximum at -1 and no slot left: ACCEPT is automatic."""
    trial = play_case(rules, "P1 F1_R1 -4 max-1; P2 F2_P 3", boxes={"F1_R1": ["EVENT:YELLOW_BLOW"]}, dice="")
    trial.board.souls[0].object_slots = 0
    trial.dice.remaining = parse_dice("event 4")
    trial.act({"type": "SEARCH", "actor": "P1"})
    assert trial.read_path("players.P1.sanity") == -5


def test_before_his_choice_nothing_is_lost(rules: Rules) -> None:
    """K-SAC-1, K-TURN-5: while the question is open sanity stands, and only an answer is taken."""
    trial = play_case(
        rules, "P1 F1_R1 -4 k1; P2 F2_P 3", "SEARCH P1", dice="event 4", boxes={"F1_R1": ["EVENT:YELLOW_BLOW"]}
    )
    assert trial.read_path("players.P1.sanity") == -4
    assert trial.read_path("players.P1.keys") == 1
    trial.act({"type": "END_TURN", "actor": "P1"})
    assert trial.legal is False


def test_poison_can_reach_minus_five(rules: Rules) -> None:
    """K-STATUS-POISONED: the maximum never falls below -5; capped sanity may cross."""
    trial = play_case(
        rules, "P1 F1_R1 -4 max-4 {POISONED 3}; P2 F2_P 3", "END", dice=STAIRS, config=QUIET_CONFIG, banish=1
    )
    assert trial.read_path("players.P1.sanity") == -5
    assert trial.read_path("players.P1.sanity_max") == -5
    assert trial.read_path("players.P2.sanity") == 2


def test_a_batch_comes_first(rules: Rules) -> None:
    """K-END-0e, K-SANITY-5.1: both are clamped at -5 by one batch, so neither pays for the other's fall."""
    trial = play_case(
        rules,
        "P1 F1_R1 -4 k1; P2 F2_P -3 k1; P3 F3_P 5",
        "END",
        dice=STAIRS,
        profile="strict_p0",
        config={"house_loss": 4},
        banish=1,
    )
    assert [soul.sanity for soul in trial.board.souls] == [-5, -5, -1]
    assert trial.board.keys_destroyed == 2
