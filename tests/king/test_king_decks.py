"""Rules as data that order boxes, cancel cards before their effects, price them, and end the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from footfall.engine.model import Answer
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king import commands as cmd
from footfall.plugins.king.records import records_of
from footfall.plugins.king.rules.allowance import find_cost
from footfall.plugins.king.screen.labels import label_for
from footfall.plugins.king.screen.scene import describe_end
from footfall.plugins.king.state import LOST, Board, board_of

TEXTS = """decks-q = Not today?
decks-yes = Not today.
decks-no = So be it.
rules-CANDLE = Candle
decks-end = The house is yours.
"""

BeginGame = Callable[[str], Session]


@pytest.fixture
def begin_game(write_rules: Callable[..., Path], tmp_path: Path) -> BeginGame:
    """Begins a game of two in which seat 0 is in room F1_R1, whose box the test fills."""

    def go(rules: str) -> Session:
        loaded = load("king", mods=[write_rules(tmp_path, "king", rules, TEXTS)], only_mods=(), strict=True)
        assert [f for f in loaded.findings if f.code != "untranslated"] == []
        session = Session.begin(loaded.rules, 3, {"players": 2, "profile": "full_game"}, strict=True)
        session.submit(cmd.EndTurn(actor=0))
        board_of(session.state).souls[1].node = 1
        return session

    return go


def fill_box(session: Session, *cards: str) -> Board:
    """Puts cards into the box of F1_R1, the top card first, none of them known."""
    board = board_of(session.state)
    board.boxes[1], board.known_counts[1] = [*cards[::-1]], 0
    return board


def search(session: Session, *answers: str) -> None:
    """Draws the top card of the room, and answers the questions that follow."""
    assert session.submit(cmd.Search(actor=1)).refusal is None
    for answer in answers:
        question = session.state.question
        assert question is not None
        assert question.kind != "turn"
        session.submit(Answer(actor=question.actor, choice=question.options.index(answer)))


ARRANGE = """
[hook."core.king:on_draw".scry]
when = "card == 'core.king:COMPASS'"
do.arrange = { seat = "actor", node = "F1_R1", count = 4 }
"""


def test_a_player_puts_the_top_cards_back_in_any_order(begin_game: BeginGame) -> None:
    session = begin_game(ARRANGE)
    board = fill_box(session, "COMPASS", "VIAL", "RING", "BLUNT", "SCROLL")
    search(session, "RING", "BLUNT", "VIAL")
    assert session.state.question is not None
    assert session.state.question.kind == "turn"
    assert board_of(session.state).souls[1].objects == ["RING"]
    assert board_of(session.state).boxes[1][::-1] == ["BLUNT", "VIAL", "COMPASS", "SCROLL"]
    assert board.known_counts[1] == 3


SHUFFLE = """
[hook.on_turn_end.mix]
do.shuffle = "F1_R1"
"""


def test_a_shuffled_box_has_the_same_cards_and_none_is_known(begin_game: BeginGame) -> None:
    orders = set()
    for rules in (SHUFFLE, ""):
        session = begin_game(rules)
        board = fill_box(session, "VIAL", "RING", "BLUNT", "SCROLL", "COMPASS")
        board.known_counts[1] = 5
        session.submit(cmd.EndTurn(actor=1))
        while session.state.question is not None and session.state.question.kind != "turn":
            session.submit(Answer(actor=session.state.question.actor, choice=0))
        boxes = [(tuple(box), known) for box, known in zip(board.boxes, board.known_counts, strict=True)]
        (found,) = [box for box in boxes if sorted(box[0]) == ["BLUNT", "COMPASS", "RING", "SCROLL", "VIAL"]]
        orders.add(found)
    assert {known for _, known in orders} == {0, 5}
    assert len({cards for cards, _ in orders}) == 2


NOT_TODAY = """
[hook."core.king:on_draw".offer]
when = "card_group(card) == 'event' and actor.holds('core.king:VIAL')"
do.ask = { seat = "actor", question = "decks-q", first = "decks-no", second = "decks-yes" }

[hook."core.king:on_answer".agreed]
when = "question == 'decks-q' and answer == 'decks-yes'"
do.mark = { actor = "actor", name = "spared" }
do.discard = { seat = "actor", card = "core.king:VIAL" }

[hook."core.king:can_resolve".spared]
when = "actor.mark('spared') == 1"
deny = "decks-yes"

[hook."core.king:on_card".over]
do.mark = { actor = "actor", name = "spared", value = 0 }
"""


@pytest.mark.parametrize("answer", ["decks-yes", "decks-no"])
def test_a_card_is_cancelled_before_its_effects(begin_game: BeginGame, answer: str) -> None:
    session = begin_game(NOT_TODAY)
    board = fill_box(session, "YELLOW_BLOW", "RING")
    soul = board.souls[1]
    soul.objects, before = ["VIAL"], soul.sanity
    search(session, answer)
    is_spared = answer == "decks-yes"
    lost = [line.message.id for line in session.log if line.message.id == "king-log-lost"]
    assert (soul.objects == []) is is_spared
    assert (not lost) is is_spared
    assert board.boxes[1][::-1] == ["RING", "YELLOW_BLOW"]
    if is_spared:
        assert soul.sanity == before
        fill_box(session, "YELLOW_BLOW", "RING")
        search(session)  # no second answer
        assert session.state.memory["you.rules"] == {}


TUTOR = """
[card.CANDLE]
group = "object"
tags = ["light"]

[hook."core.king:on_draw".study]
when = "card == 'core.king:YELLOW_BLOW'"
%s
do.shuffle = "F1_R1"
"""

CHOICE = """
choose = "held in place.cards"
where = "card_has_tag(held, 'light')"
do.fetch = { seat = "actor", node = "place.node", card = "held" }
"""

QUESTION = """
do.ask_box = { seat = "actor", node = "place.node", question = "decks-q", tag = "light" }

[hook."core.king:on_answer".found]
when = "card != ''"
do.fetch = { seat = "actor", node = "F1_R1", card = "card" }
"""


@pytest.mark.parametrize(("words", "answers"), [(CHOICE, ()), (QUESTION, ("you.rules:CANDLE",))])
def test_a_player_takes_a_card_with_a_tag_from_a_box(begin_game: BeginGame, words: str, answers: tuple[str]) -> None:
    session = begin_game(TUTOR % words)
    board = fill_box(session, "YELLOW_BLOW", "VIAL", "you.rules:CANDLE", "YELLOW_BLOW", "RING")
    board.souls[1].objects = []
    search(session, *answers)
    assert board.souls[1].objects[0] == "you.rules:CANDLE"  # the search itself draws after it
    assert sorted((*board.boxes[1], *board.souls[1].objects[1:])) == ["RING", "VIAL", "YELLOW_BLOW", "YELLOW_BLOW"]


def test_a_box_without_the_card_gives_none(begin_game: BeginGame) -> None:
    session = begin_game(TUTOR % QUESTION)
    board = fill_box(session, "YELLOW_BLOW", "VIAL", "RING")
    search(session)
    assert board.known_counts[1] == 0
    assert "you.rules:CANDLE" not in board.souls[1].objects


PRICE = """
[hook."core.king:on_cost".light_hand]
when = "card == 'core.king:BLUNT' and action == 'use'"
add.cost = -1
"""


@pytest.mark.parametrize(("rules", "cost"), [("", 1), (PRICE, 0)])
def test_a_rule_prices_one_card(begin_game: BeginGame, rules: str, cost: int) -> None:
    session = begin_game(rules)
    ctx = session.context("core.king")
    board = board_of(session.state)
    board.souls[1].role = "PSYCHIC"
    assert find_cost(ctx, records_of(ctx), board, cmd.Use(actor=1, item="BLUNT")) == cost
    assert find_cost(ctx, records_of(ctx), board, cmd.Search(actor=1)) == 1


@pytest.mark.parametrize(("won", "outcome"), [("true", "WIN"), ("false", LOST)])
def test_a_rule_ends_the_game(begin_game: BeginGame, won: str, outcome: str) -> None:
    rule = f"when = \"count(p in places, p.box_size == 0) > 3\"\ndo.end = {{ text = 'decks-end', won = {won} }}"
    session = begin_game(f'[hook."core.king:on_card".over]\n{rule}\n')
    fill_box(session, "RING")
    search(session)
    assert session.state.outcome == outcome
    assert "decks-end" in [line.message.id for line in session.log]
    (ending, _) = describe_end(outcome, board_of(session.state))
    assert load("king", only_mods=()).catalog.has_message(ending.id)


DRAWS = """
[hook."core.king:on_card".again]
when = "card == 'core.king:RING'"
do.draw = { seat = "actor", node = "F2_R1" }
"""


def test_a_rule_draws_from_another_room(begin_game: BeginGame) -> None:
    session = begin_game(DRAWS)
    board = fill_box(session, "RING", "BLUNT")
    board.boxes[6] = ["SCROLL", "VIAL"]
    search(session)
    assert board.souls[1].objects == ["RING", "VIAL"]
    assert board.boxes[6] == ["SCROLL"]


def test_the_text_of_a_card_may_be_written_as_its_id(write_rules: Callable[..., Path], tmp_path: Path) -> None:
    mod = write_rules(tmp_path, "king", '[card.BIG_GEM]\ngroup = "object"\n', "rules-BIG_GEM = Big gem\n")
    loaded = load("king", mods=[mod], only_mods=(), strict=True)
    assert loaded.catalog.translate(label_for("you.rules:BIG_GEM")) == "Big gem"


DOUBT = """
[card.DOUBT]
group = "event"

[hook."core.king:on_card".doubt]
when = "card == 'core.king:YELLOW_BLOW'"
do.add_card = { card = "you.rules:DOUBT", node = "F1_R1"%s }
"""


@pytest.mark.parametrize("on_top", [", on_top = true", ""])
def test_a_card_from_outside_comes_into_a_box(begin_game: BeginGame, on_top: str) -> None:
    session = begin_game(DOUBT % on_top)
    board = fill_box(session, "YELLOW_BLOW", "RING")
    search(session)
    box = [card for card in board.boxes[1][::-1] if card != "YELLOW_BLOW"]
    assert box == (["you.rules:DOUBT", "RING"] if on_top else ["RING", "you.rules:DOUBT"])
    assert board.supplied_cards["you.rules:DOUBT"] == 1
    assert board.known_counts[1] == bool(on_top)


EXHAUST = """
[hook."core.king:on_card_loss".exhaust]
when = "card == 'core.king:VIAL' and how == 'used'"
do.remove_card = { card = "card" }

[hook.on_turn_end.burns]
do.remove_card = { card = "core.king:RING", seat = "actor" }
"""


def test_a_used_card_leaves_the_game(begin_game: BeginGame) -> None:
    session = begin_game(EXHAUST)
    board = board_of(session.state)
    board.souls[1].objects, board.souls[1].sanity = ["VIAL", "RING"], 0
    assert session.submit(cmd.Use(actor=1, item="VIAL")).refusal is None
    assert (board.discard_pile, board.removed_cards) == ({}, {"VIAL": 1})
    session.submit(cmd.EndTurn(actor=1))
    assert (board.souls[1].objects, board.removed_cards) == ([], {"VIAL": 1, "RING": 1})
    assert "king-log-object-removed" in [line.message.id for line in session.log]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ('[hook.on_turn_end.more]\ndo.add_card = { card = "core.king:KEY", node = "F1_R1" }\n', "group is 'key'"),
        ('[profile.mine]\nring = ["F1_R1"]\n', "'you.rules:mine': ring: it must name each of the 12 rooms once"),
    ],
    ids=["a-key-in-a-box", "ring"],
)
def test_content_that_no_game_can_have_is_a_finding(
    write_rules: Callable[..., Path], tmp_path: Path, content: str, fault: str
) -> None:
    loaded = load("king", mods=[write_rules(tmp_path, "king", content, "")], only_mods=())
    assert any(fault in finding.text for finding in loaded.findings), loaded.findings
