"""Rules whose violation would stay unnoticed in most games."""

from __future__ import annotations

import pytest
from case_runner import CaseRunner
from king_cases import STAIRS, parse_dice, play_case

from footfall.engine.declarations.rules import Rules
from footfall.plugins.king.changes import SpawnMonster

BLOW = {"F1_R1": ["EVENT:YELLOW_BLOW"]}


def asked(trial: CaseRunner) -> tuple[str, int]:
    """Returns the kind and the seat of the open question."""
    question = trial.session.state.question
    assert question is not None
    return question.kind, question.actor


@pytest.mark.parametrize("starter", [1, 2, 3])
def test_who_falls_together_is_taken_from_the_starter_on(rules: Rules, starter: int) -> None:
    """K-SANITY-5.6, K-SAC-1: the House fells all three; the starter of the round is asked first."""
    trial = play_case(
        rules, "P1 F1_R1 -4; P2 F2_R1 -4; P3 F3_R1 -4", banish=1, starter=f"P{starter}", active=f"P{starter}"
    )
    for step in range(3):
        trial.act({"type": "END_TURN", "actor": f"P{(starter - 1 + step) % 3 + 1}"})
    order = []
    while asked(trial)[0] == "sacrifice":
        order.append(asked(trial)[1])
        trial.dice.remaining = parse_dice(STAIRS)
        trial.act({"type": "SACRIFICE", "actor": f"P{order[-1] + 1}", "mode": "SANITY_MAX"})
    assert order == [(starter - 1 + step) % 3 for step in range(3)]


def test_ice_waits_a_round_and_ends_with_a_stun(rules: Rules) -> None:
    """K-MON-ICE_QUEEN, K-TURN-2: her cap begins the round after her arrival, and stops while she is stunned."""
    trial = play_case(rules, "P1 F1_R1 3; P2 F2_R1 3", monsters="ICE_QUEEN F2_P")
    assert trial.read_path("players.P2.actions_left") == 1
    trial.board.monsters[0].arrival_round = trial.board.round
    assert trial.read_path("players.P2.actions_left") == 2
    trial = play_case(rules, "P1 F1_R1 3; P2 F2_R1 3", monsters="ICE_QUEEN F2_P 1")
    assert trial.read_path("players.P2.actions_left") == 2


def test_clarity_helps_at_the_end_of_others_turns(rules: Rules) -> None:
    """K-STATUS-CLARITY, D-38: every soul that has it gains 1 at the end of every turn, up to its maximum."""
    trial = play_case(rules, "P1 F1_P 0; P2 F2_P 3 {CLARITY 2}; P3 F3_P 5 {CLARITY 2}")
    trial.act({"type": "END_TURN", "actor": "P1"})
    assert [soul.sanity for soul in trial.board.souls] == [0, 4, 5]


@pytest.mark.parametrize("profile", ["strict_p0", "full_game"])
def test_all_others_pay_for_a_fall_and_the_fallen_does_not(rules: Rules, profile: str) -> None:
    """K-SANITY-5.3, K-SANITY-5.8: every other seat loses 1."""
    for fallen in range(3):
        at = [("F1_R1 -4" if seat == fallen else "F3_P 3") for seat in range(3)]
        trial = play_case(
            rules,
            "; ".join(f"P{seat + 1} {where}" for seat, where in enumerate(at)),
            f"SEARCH P{fallen + 1}",
            dice="event 4",
            profile=profile,
            boxes=BLOW,
            config={"sacrifice": False},
            starter=f"P{fallen + 1}",
            active=f"P{fallen + 1}",
        )
        assert [soul.sanity for soul in trial.board.souls] == [-5 if seat == fallen else 2 for seat in range(3)]


def test_a_maximum_of_zero_can_still_be_given_up(rules: Rules) -> None:
    """K-SAC-2, K-SAC-4: down to -1, and sanity is then the new maximum; at -1 that way is closed."""
    for top, open_ways in ((0, ("SANITY_MAX", "OBJECT_SLOT", "ACCEPT")), (-1, ("OBJECT_SLOT", "ACCEPT"))):
        trial = play_case(rules, f"P1 F1_R1 -4 max{top}; P2 F2_P 3", "SEARCH P1", dice="event 4", boxes=BLOW)
        question = trial.session.state.question
        assert question is not None
        assert question.options == open_ways
        if top == 0:
            trial.act({"type": "SACRIFICE", "actor": "P1", "mode": "SANITY_MAX"})
            assert (trial.read_path("players.P1.sanity"), trial.read_path("players.P1.sanity_max")) == (-1, -1)


def test_the_eighth_figure_comes_and_the_ninth_does_not(rules: Rules) -> None:
    """K-MON-1: at most 8 figures."""
    for before, after in ((7, 8), (8, 8)):
        trial = play_case(
            rules,
            "P1 F1_R1 3; P2 F2_P 3",
            "SEARCH P1",
            monsters="; ".join(["BABY_SPIDER F3_R1"] * before),
            boxes={"F1_R1": ["MONSTER:GOBLIN"]},
        )
        assert len(trial.board.monsters) == after


def test_a_mod_cannot_crowd_the_board_either(rules: Rules) -> None:
    """K-MON-1: the change has no effect on a full board."""
    trial = play_case(rules, "P1 F1_R1 3; P2 F2_P 3", monsters="; ".join(["BABY_SPIDER F3_R1"] * 8))
    assert SpawnMonster("GOBLIN", 1).write(trial.board) is None
    assert len(trial.board.monsters) == 8


@pytest.mark.parametrize(("at", "kind"), [("F2_P", "turn"), ("F1_P", "peek")])
def test_a_corridor_of_another_floor_gives_no_peek(rules: Rules, at: str, kind: str) -> None:
    """K-ENTER, K-ROOM-YELLOW_DOORS: the doors lead into a corridor; only the own floor's gives a peek."""
    trial = play_case(
        rules,
        f"P1 F1_R1 3; P2 {at} 3",
        "YELLOW_DOORS P1 P2",
        boxes={"F1_R2": ["KEY"], "F2_R2": ["KEY"]},
        specials={"F1_R1": {"type": "YELLOW_DOORS", "revealed": True}},
    )
    assert trial.read_path("players.P1.at") == at
    assert asked(trial) == (kind, 0)


def test_a_tank_carries_three(rules: Rules) -> None:
    """K-ROLE-TANK, D-44: a third object is kept, a fourth one is discarded."""
    for held, question in (("VIAL,BLUNT", "turn"), ("VIAL,BLUNT,COMPASS", "overflow")):
        trial = play_case(rules, f"P1 F1_R1 3 TANK [{held}]; P2 F2_P 3", "SEARCH P1", boxes={"F1_R1": ["OBJECT:VIAL"]})
        assert asked(trial) == (question, 0)
