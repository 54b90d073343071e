"""The bots: legal, reproducible, better than random, without knowledge of hidden cards."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from king_cases import play_case

from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import choose_random_command
from footfall.sim.plan import Plan, resolve_plan
from footfall.sim.run import simulate

BOTS = ("cautious", "greedy", "goal", "montecarlo")


@pytest.fixture(scope="module")
def rules() -> Any:
    return load("king", only_mods=()).rules


def begun(rules: Any, seed: int, profile: str = "full_game", players: int = 4) -> Session:
    return Session.begin(rules, seed, {"profile": profile, "players": players}, quiet=True)


def played(session: Session, name: str, most: int = 2000) -> list[Any]:
    bot = session.rules.bots[f"core.king:{name}"]
    seats: dict[int, BotContext] = {}
    while session.state.outcome is None and len(session.commands) < most:
        actor = session.state.question.actor
        seat = seats.setdefault(actor, BotContext(session, bot.id, actor))
        options = list_legal_commands(session)
        command = bot.decide(seat, options)
        assert command in options
        assert session.submit(command).refusal is None
    return session.commands


@pytest.mark.proof(6)
@pytest.mark.parametrize("profile", ["full_game", "strict_p0"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", BOTS[:3])
def test_a_game_comes_to_its_end_by_legal_commands(rules: Any, name: str, players: int, profile: str) -> None:
    for seed in range(3):
        session = begun(rules, seed, profile, players)
        played(session, name)
        assert session.state.outcome is not None


@pytest.mark.proof(2)
@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_gives_the_same_game(rules: Any, name: str) -> None:
    most = 8 if name == "montecarlo" else 2000
    assert played(begun(rules, 5), name, most) == played(begun(rules, 5), name, most)


@pytest.mark.proof(2)
@pytest.mark.parametrize("name", BOTS)
def test_nobody_reads_hidden_cards(rules: Any, name: str) -> None:
    """Unknown cards in another order do not change a bot's decisions."""
    session = begun(rules, 11)
    bot = rules.bots[f"core.king:{name}"]
    looked = 0
    while session.state.outcome is None and looked < (5 if name == "montecarlo" else 120):
        other = Session(rules, copy.deepcopy(session.state), quiet=True)
        board = other.state.parts["core.king"]
        hidden = [box[: len(box) - known] for box, known in zip(board.boxes, board.known_counts, strict=True)]
        cards = sorted(card for box in hidden for card in box)
        for box, part in zip(board.boxes, hidden, strict=True):
            box[: len(part)] = [cards.pop() for _ in part]
        actor = session.state.question.actor
        mine, theirs = (
            bot.decide(BotContext(game, bot.id, actor), list_legal_commands(game)) for game in (session, other)
        )
        looked += 1
        if name != "montecarlo":  # it reshuffles the unknown cards, from another order
            assert mine == theirs
        session.submit(choose_random_command(session))


CHAPEL, CHAMBER, PEDLAR = ({"specials": {"F1_R1": {"type": kind}}} for kind in ("CHAPEL", "LETHAL_CHAMBER", "PEDLAR"))
CHAMBER_ABOVE = {"specials": {"F2_R1": {"type": "LETHAL_CHAMBER"}}}
DOORS, DOORS_ABOVE = ({"specials": {room: {"type": "YELLOW_DOORS"}}} for room in ("F1_R1", "F2_R1"))
SAME = {"F1_R1": ["VIAL"] * 6, "F1_R2": ["VIAL"] * 6}


@pytest.mark.parametrize(
    ("name", "players", "given", "decision"),
    [
        ("greedy", "P1 F1_R1 -3; P2 F3_R1 3", {}, "Search search"),
        ("greedy", "P1 F1_R1 -4; P2 F3_R1 3", {}, "Move F1_P retreat"),
        ("greedy", "P1 F1_R1 -2 k1; P2 F3_R1 3", {}, "Search search"),
        ("greedy", "P1 F1_R1 -3 k1; P2 F3_R1 3", {}, "Move F1_P retreat"),
        ("goal", "P1 F1_R1 -2; P2 F3_R1 3", {}, "Search search"),
        ("goal", "P1 F1_R1 -3; P2 F3_R1 3", {}, "Move F1_P retreat"),
        ("goal", "P1 F1_R1 1 k1; P2 F3_R1 3", {}, "Move F2_R1 keep-key"),
        ("goal", "P1 F2_P 1 k1; P2 F3_R1 3", {}, "Meditate spare"),
        ("goal", "P1 F1_R1 0 [VIAL]; P2 F3_R1 3", {}, "Use VIAL spend"),
        ("goal", "P1 F1_R1 1 [VIAL]; P2 F3_R1 3", {}, "Search search"),
        ("goal", "P1 F1_R1 3 [BLUNT]; P2 F3_R1 3", {"monsters": "GOBLIN F1_R1"}, "Use BLUNT reaction"),
        ("goal", "P1 F1_R1 3 {TRAPPED 2}; P2 F3_R1 3", {}, "Escape trapped"),
        ("goal", "P1 F1_R1 2; P2 F3_R1 3", CHAPEL, "Chapel spend"),
        ("goal", "P1 F1_R1 3; P2 F3_R1 3", CHAPEL, "Search search"),
        ("goal", "P1 F1_R1 -2; P2 F1_R1 3", CHAMBER, "Ritual spend"),
        ("goal", "P1 F1_R1 2 HEALER; P2 F3_R1 3; P3 F3_R1 3", {}, "HealOthers CLARITY spend"),
        ("goal", "P1 F1_R1 1 HEALER; P2 F3_R1 3; P3 F3_R1 4", {}, "HealOthers CLARITY spend"),
        ("goal", "P1 F1_R1 2 HEALER; P2 F3_R1 3 {CLARITY 1}; P3 F3_R1 4", {}, "Search search"),
        ("goal", "P1 F1_P 3; P2 F1_R1 3", {"boxes": SAME}, "Move F1_R2 seek"),
        (
            "goal",
            "P1 F1_R1 3; P2 F3_R1 3",
            {"boxes": {"F1_R1": ["VIAL"] * 3, "F1_R2": ["VIAL"] * 6}},
            "Move F1_R2 seek",
        ),
        ("goal", "P1 F1_R1 3; P2 F2_R1 3", CHAMBER_ABOVE, "Move F2_R1 rite"),
        ("goal", "P1 F1_R1 3; P2 F2_R1 -3", CHAMBER_ABOVE, "Search search"),
        ("goal", "P1 F1_R2 3; P2 F2_R1 3; P3 F2_P 3", CHAMBER_ABOVE, "Move F1_R1 seek"),
        ("goal", "P1 F1_R1 2; P2 F3_R1 3", {**PEDLAR, "pedlar_deck": ["VIAL", "RING"]}, "PedlarBuy spend"),
        ("goal", "P1 F1_R1 2 [RING]; P2 F3_R1 3", PEDLAR, "PedlarSell RING spend"),
        ("goal", "P1 F1_R1 2 k1; P2 F3_R1 3", PEDLAR, "Move F2_R1 keep-key"),
        ("goal", "P1 F1_R1 -3 k1; P2 F1_R1 3", {"config": {"trade": True}}, "Give 1 KEY spend"),
        (
            "goal",
            "P1 F1_R1 3 [TALE_MASK]; P2 F1_R1 3 [CHAMBERS_BOOK]",
            {"config": {"trade": True}},
            "Give 1 TALE_MASK spend",
        ),
        ("goal", "P1 F1_P 0 k1; P2 F3_R1 3", {"king": 2}, "Meditate rest"),
        ("goal", "P1 F1_R1 -3 {CLARITY 1}; P2 F3_R1 3", {}, "Search search"),
        ("goal", "P1 F1_P 3; P2 F2_P 3", {"boxes": {}, "king": 1}, "EndTurn no-rest"),
        ("cautious", "P1 F1_R1 4; P2 F3_R1 3", {}, "Meditate rest"),
        ("cautious", "P1 F1_R1 3; P2 F3_R1 3", {}, "Move F1_P retreat"),
        ("cautious", "P1 F1_R1 5; P2 F3_R1 3", {"boxes": {"F2_R1": ["VIAL"]}, "king": 2}, "EndTurn nothing"),
        ("greedy", "P1 F1_R1 5; P2 F3_R1 3", {"boxes": {"F2_R1": ["VIAL"]}, "king": 2}, "Move F2_R1 seek"),
        ("greedy", "P1 F1_R1 5; P2 F3_R1 3", {"boxes": {"F1_R2": ["VIAL"], "F1_R3": ["VIAL"] * 4}}, "Move F1_P seek"),
        *[
            ("greedy", "P1 F1_R1 5; P2 F3_R1 3", {"boxes": {"F1_R1": [card], "F1_R2": ["VIAL"]}, "known": 1}, decision)
            for card, decision in (
                *[(card, "Search search-seen") for card in ("KEY", "VIAL", "CLARITY")],
                *[(card, "Move F1_R2 seek") for card in ("EVENT:CORPSE", "MONSTER:GOBLIN")],
            )
        ],
        *[
            ("goal", "P1 F1_R1 5; P2 F3_R1 3", {"boxes": {"F1_R1": [card]}, "known": 1}, decision)
            for card, decision in (
                ("EVENT:CORPSE", "Search search-last"),
                *[(card, "EndTurn nothing") for card in ("OMEN:GOBLIN", "MONSTER:GOBLIN")],
            )
        ],
        (
            "goal",
            "P1 F1_P 3 k1; P2 F2_P 3",
            {"config": {"threshold_node": "F1_R1", "keys_to_win": 1}, "known": 1},
            "Move F1_R1 with-card",
        ),
        ("goal", "P1 F1_R1 -3; P2 F2_P 3 k4", DOORS, "YellowDoors 1 doors"),
        ("goal", "P1 F1_R1 3; P2 F2_P -4 k4", DOORS, "Move F2_R1 way-out"),
        ("goal", "P1 F1_R1 3; P2 F2_R1 3 k4", DOORS, "Move F2_R1 way-out"),
        ("goal", "P1 F2_R1 3; P2 F2_P 3 k4", DOORS_ABOVE, "Move F2_P way-out"),
    ],
)
def test_what_a_bot_decides(rules: Any, name: str, players: str, given: Any, decision: str) -> None:
    given = {"boxes": {"F1_R1": ["VIAL"]}, "king": 3, "known": 0, **given}
    known = given.pop("known")
    trial = play_case(rules, players, **given)
    trial.board.known_counts[1] = known
    context = BotContext(trial.session, f"core.king:{name}", 0)
    command = rules.bots[context.mod].decide(context, list_legal_commands(trial.session))
    words = [
        type(command).__name__,
        *(str(getattr(command, field)) for field in command.__struct_fields__ if field != "actor"),
    ]
    assert context.reason is not None
    assert f"{' '.join(words)} {context.reason.id.removeprefix('king-reason-')}" == decision


def test_monte_carlo_says_what_it_tried(rules: Any) -> None:
    """Eight games for each of the six best options; these end with the round."""
    boxes = {room: ["VIAL"] for room in ("F1_R1", "F2_R1")}
    trial = play_case(rules, "P1 F1_P 3 [VIAL]; P2 F2_P 3", boxes=boxes, king=3, config={"max_rounds": 2})
    context = BotContext(trial.session, "core.king:montecarlo", 0)
    rules.bots[context.mod].decide(context, list_legal_commands(trial.session))
    assert context.reason is not None
    assert (context.reason.args["trials"], context.reason.args["options"]) == (8, 6)


@pytest.mark.parametrize("name", ["cautious", "goal"])
def test_thinking_helps(name: str) -> None:
    """On the same 120 seeds it wins more often than random commands (0.3 %)."""
    won = {}
    for bot in ("random", name):
        wanted = Plan(game="core.king", games=120, seed=2, options={"profile": "full_game"}, bots=(bot,))
        run = simulate(resolve_plan(wanted)[0], workers=0)
        won[bot] = sum(outcome == "WIN" for outcome in run.columns["outcome"])
    assert won["random"] <= 3
    assert won[name] >= won["random"] + 4
