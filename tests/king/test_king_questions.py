"""Rules as data that ask players, draw cards, and change sums of dice and costs of moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from footfall.engine.bots import list_legal_commands
from footfall.engine.model import Answer, Command
from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king import commands as cmd
from footfall.plugins.king.records import records_of
from footfall.plugins.king.rules.allowance import find_base_cost, find_cost
from footfall.plugins.king.state import board_of
from footfall.sim.bots import choose_random_command, play_turns
from footfall.testing import begin

TEXTS = """cards-q = { $seat }, a bargain?
cards-yes = Agreed.
cards-no = Never.
cards-which = Which card?
cards-who = Who?
cards-wind = the wind
cards-gem = Gem
"""


BeginGame = Callable[[str], Session]


@pytest.fixture
def write_mod(write_rules: Callable[..., Path], tmp_path: Path) -> Callable[[str], Path]:
    """Writes a mod of rules for King, with the texts of this file."""
    return lambda rules: write_rules(tmp_path, "king", rules, TEXTS)


@pytest.fixture
def begin_game(write_mod: Callable[[str], Path]) -> BeginGame:
    """Begins a game of three with a mod of rules."""

    def go(rules: str) -> Session:
        loaded = load("king", mods=[write_mod(rules)], only_mods=(), strict=True)
        return Session.begin(loaded.rules, 3, {"players": 3, "profile": "full_game"}, strict=True)

    return go


def go_on(question: Any) -> Command:
    """Ends the turn, or gives the first answer."""
    return cmd.EndTurn(actor=question.actor) if question.kind == "turn" else Answer(actor=question.actor, choice=0)


def end_turn(session: Session) -> None:
    """Ends the turn; the next seat begins its own."""
    session.submit(cmd.EndTurn(actor=session.state.question.actor))


def read_memory(session: Session) -> Mapping[str, Any]:
    return session.state.memory.get("you.rules", {})


ASK = """
[hook.on_turn_start.offer]
when = "memory.asked == 0 and number > 0"
do.ask = { seat = "actor", question = "cards-q", first = "cards-yes", second = "cards-no" }
do.remember = { name = "asked" }

[hook."core.king:on_answer".agreed]
when = "question == 'cards-q' and answer == 'cards-yes'"
do.lose = { seat = "actor", amount = 2, text = "cards-wind" }
do.remember = { name = "agreed", value = "player_count" }

[hook."core.king:on_loss".windy]
when = "manner == 'cards-wind'"
do.remember = { name = "lost", value = "amount" }
"""


def find_choice(session: Session, word: str) -> Answer:
    """The answer whose option is the word."""
    question = session.state.question
    assert question is not None
    return Answer(actor=question.actor, choice=question.options.index(word))


@pytest.mark.parametrize(("word", "lost"), [("cards-yes", 2), ("cards-no", 0)])
def test_a_rule_asks_and_hears_the_answer(begin_game: BeginGame, tmp_path: Path, word: str, lost: int) -> None:
    session = begin_game(ASK)
    if session.state.question.kind == "turn":
        end_turn(session)
    question = session.state.question
    assert (question.kind, question.options) == ("answer", ("cards-yes", "cards-no"))
    scene = session.rules.game.presentation.scene(session.context(), None)
    assert [choice.label.id for choice in scene.answers] == ["cards-yes", "cards-no"]
    before = board_of(session.state).souls[question.actor].sanity
    save(session, tmp_path / "asked.save", "0")
    assert load_save(session.rules, tmp_path / "asked.save").hash() == session.hash()
    session.submit(find_choice(session, word))
    assert before - board_of(session.state).souls[question.actor].sanity == lost
    assert read_memory(session).get("lost", 0) == lost
    assert read_memory(session).get("agreed", 0) == (3 if lost else 0)


CARDS = """
[hook.on_turn_start.offer]
do.ask_card = {{ seat = "actor", question = "cards-which", then = "{then}" }}

[hook."core.king:on_answer".chosen]
when = "question == 'cards-which' and card == 'core.king:VIAL'"
do.gain = {{ seat = "actor", amount = 3 }}
do.remember = {{ name = "held", value = "if(actor.copies('core.king:VIAL') == 2, 1, 2)" }}

[hook."core.king:on_answer".none]
when = "question == 'cards-which' and card == ''"
do.remember = {{ name = "declined" }}
"""


@pytest.mark.parametrize(
    ("word", "then", "memory"),
    [("VIAL", "keep", {"held": 1}), ("VIAL", "discard", {"held": 2}), ("NOTHING", "discard", {"declined": 1})],
)
def test_a_player_chooses_a_card(begin_game: BeginGame, word: str, then: str, memory: dict[str, int]) -> None:
    session = begin_game(CARDS.format(then=then))
    souls = board_of(session.state).souls
    for soul in souls:
        soul.objects, soul.sanity = ["VIAL", "BLUNT", "VIAL"], -2
    if session.state.question.kind == "card":  # the first turn has asked before the cards were there
        session.submit(find_choice(session, "NOTHING"))
        session.state.memory.clear()
    end_turn(session)
    question = session.state.question
    assert (question.kind, question.options) == ("card", ("VIAL", "BLUNT", "NOTHING"))
    session.submit(find_choice(session, word))
    assert read_memory(session) == memory
    copies = souls[question.actor].objects.count("VIAL")
    assert (copies, souls[question.actor].sanity) == (1 if memory == {"held": 2} else 2, -2 if word == "NOTHING" else 1)


def test_a_player_must_choose_a_card(begin_game: BeginGame) -> None:
    rules = CARDS.format(then="discard").replace('"discard" }', '"discard", must = true }')
    session = begin_game(rules)
    if session.state.question.kind == "card":  # the first turn has asked before the cards were there
        session.submit(Answer(actor=session.state.question.actor, choice=0))
    for soul in board_of(session.state).souls:
        soul.objects = ["VIAL", "BLUNT", "VIAL"]
    end_turn(session)
    question = session.state.question
    assert (question.kind, question.options) == ("card", ("VIAL", "BLUNT"))
    session.submit(find_choice(session, "BLUNT"))
    assert board_of(session.state).souls[question.actor].objects == ["VIAL", "VIAL"]


def test_without_cards_there_is_no_question(begin_game: BeginGame) -> None:
    session = begin_game(CARDS.format(then="keep"))
    for soul in board_of(session.state).souls:
        soul.objects = []
    if session.state.question.kind == "turn":
        end_turn(session)
        assert session.state.question.kind == "turn"


PLAYERS = """
[hook.on_turn_start.offer]
do.ask_player = { seat = "actor", question = "cards-who" }

[hook."core.king:on_answer".chosen]
when = "question == 'cards-who' and partner != -1"
do.swap = { seat = "actor", other = "partner" }
"""


def test_a_player_chooses_another(begin_game: BeginGame) -> None:
    session = begin_game(PLAYERS)
    for seat, soul in enumerate(board_of(session.state).souls):
        soul.node = 5 * seat
    if session.state.question.kind == "turn":
        end_turn(session)
    question = session.state.question
    other = int(question.options[0])
    expected = board_of(session.state).souls[other].node
    session.submit(find_choice(session, str(other)))
    assert board_of(session.state).souls[question.actor].node == expected


DRAW = """
[hook.on_turn_start.find]
when = "memory.drawn == 0"
do.draw = "actor"
do.remember = { name = "drawn" }
"""


def test_a_rule_draws_a_card(begin_game: BeginGame) -> None:
    session = begin_game(DRAW)
    board = board_of(session.state)
    for soul in board.souls:
        soul.node, soul.objects = 1, []
    board.boxes[1] = ["CORPSE", "RING"]
    session.state.memory.clear()
    end_turn(session)
    assert board.boxes[1] == ["CORPSE"]
    assert [soul.objects for soul in board.souls].count(["RING"]) == 1


LOSSES = """
[hook."core.king:on_card_loss".back]
do.return_card = { card = "card", node = "F1_R1", on_top = %s }
do.bestow = { seat = "actor", card = "card" }
"""


@pytest.mark.parametrize("is_on_top", [True, False])
def test_a_lost_card_goes_back_to_a_box_and_to_the_hand(begin_game: BeginGame, tmp_path: Path, is_on_top: bool) -> None:
    session = begin_game(LOSSES % str(is_on_top).lower() + OFFER)
    board = board_of(session.state)
    for soul in board.souls:
        soul.objects = ["VIAL"]
    board.boxes[1], board.known_counts[1] = ["RING", "CORPSE"], 0
    session.state.memory.clear()
    end_turn(session)
    seat = session.state.question.actor
    assert board.boxes[1] == (["RING", "CORPSE", "VIAL"] if is_on_top else ["VIAL", "RING", "CORPSE"])
    assert (board.known_counts[1], board.discard_pile) == (int(is_on_top), {})
    assert board.souls[seat].objects == ["VIAL"]
    places = {line.message.args["place"] for line in session.log if line.message.id == "king-log-returned"}
    assert places == {"top" if is_on_top else "under"}
    save(session, tmp_path / "back.save", "0")
    assert load_save(session.rules, tmp_path / "back.save").hash() == session.hash()


OFFER = """
[hook.on_turn_start.loses]
when = "memory.lost == 0 and actor.holds('core.king:VIAL')"
do.discard = { seat = "actor", card = "core.king:VIAL" }
do.remember = { name = "lost" }
"""


FIRST = """
[hook."core.king:on_round".fewest]
choose = "p in players"
by = "p.object_count"
do.start_with = "p"
"""


def test_the_player_with_the_fewest_cards_begins_the_round(begin_game: BeginGame) -> None:
    session = begin_game(FIRST)
    board = board_of(session.state)
    begun = []
    while board.round < 6:
        for seat, soul in enumerate(board.souls):
            soul.objects = ["VIAL"] * (board.round + seat) if (board.round + seat) % 3 else []
        fewest = min(range(3), key=lambda seat: len(board.souls[seat].objects))
        number = board.round
        while board.round == number:
            question = session.state.question
            session.submit(go_on(question))
        if [len(soul.objects) for soul in board.souls].count(0) == 1 and not board.souls[fewest].objects:
            begun.append(fewest)
            assert (board.starter, board.active) == (fewest, fewest)
    assert len(set(begun)) >= 2


LEFT = """
[hook.on_turn_start.left]
when = "actor.loses_next_turn"
do.remember = { name = "left", value = "actor.actions_left + 100" }
"""


def test_a_turn_that_is_lost_begins_without_actions(begin_game: BeginGame) -> None:
    """Rules that ask what a player may pay saw the two actions of a turn that it does not have."""
    session = begin_game(LEFT)
    question = session.state.question
    assert question is not None
    board_of(session.state).souls[(question.actor + 1) % 3].skip = 1
    session.submit(go_on(question))
    assert session.state.memory["you.rules"] == {"left": 100}


NOTHING_DONE = """
[hook.on_turn_end.late]
do.start_with = "actor"
do.return_card = [{ card = "core.king:KEY", node = "F1_R1" }, { card = "core.king:VIAL", node = "F1_P" }]
"""


def test_deeds_of_the_board_that_do_nothing_say_why(write_mod: Callable[[str], Path]) -> None:
    mod = write_mod(NOTHING_DONE)
    game = begin("king", mods=[mod], seed=3, options={"players": 3, "profile": "full_game"})
    while not game.unchanged:
        question = game.session.state.question
        game.do(go_on(question))
    assert any("start_with: the first turn of the round has already begun" in text for text in game.unchanged)
    assert any("return_card: no such card has been discarded" in text for text in game.unchanged)
    assert any("return_card: a corridor has no box" in text for text in game.unchanged)


@pytest.mark.parametrize(
    ("rule", "finding"),
    [
        ('[hook.on_turn_start.a]\ndo.discard = { seat = "actor", card = "VIAL" }', "did you mean 'core.king:VIAL'"),
        (
            '[hook.on_turn_start.a]\ndo.discard = { seat = "actor", card = "actor.role" }',
            "card takes no word of 'actor.role'",
        ),
        ('[hook.on_turn_start.a]\ndo.discard = { seat = "actor", card = "card" }', "which does not exist"),
    ],
)
def test_a_text_that_is_no_card_is_no_card(write_mod: Callable[[str], Path], rule: str, finding: str) -> None:
    loaded = load("king", mods=[write_mod(rule)], only_mods=())
    assert any(finding in found.text for found in loaded.findings), loaded.findings


TOTAL = """
[hook."core.king:on_total".second_try]
when = "purpose == 'escape' and total < threshold and dice < 3 and actor.holds('core.king:VIAL')"
set.total = "roll(6, 6) + bonus"
do.discard = { seat = "actor", card = "core.king:VIAL" }
"""


def test_a_card_is_discarded_to_roll_again(begin_game: BeginGame) -> None:
    session = begin_game(TOTAL)
    board, used = board_of(session.state), 0
    for _ in range(30):
        seat = session.state.question.actor
        soul = board.souls[seat]
        soul.sanity, soul.objects, soul.statuses, soul.trapper = 0, ["VIAL"], {"TRAPPED": 3}, 0
        session.submit(cmd.Escape(actor=seat))
        is_used = "VIAL" not in soul.objects
        used += is_used
        assert "TRAPPED" not in soul.statuses  # 3 or more passes by itself
        end_turn(session)
        while session.state.question.kind != "turn":
            session.submit(Answer(actor=session.state.question.actor, choice=0))
    assert 3 <= used <= 20


COST = """
[hook."core.king:on_cost".stairs]
when = "action == 'move' and destination.floor != place.floor"
add.cost = 1

[hook."core.king:on_cost".home]
when = "destination == 'F3_R2'"
set.cost = 0
"""


def test_a_move_costs_by_where_it_leads(begin_game: BeginGame) -> None:
    session = begin_game(COST)
    ctx, board = session.context("core.king"), board_of(session.state)
    records = records_of(ctx)
    board.souls[0].node = 10  # the corridor of floor 3
    rooms = {to: cmd.Move(actor=0, to=to) for to in ("F3_R1", "F2_P", "F3_R2")}
    more = {
        to: find_cost(ctx, records, board, move) - find_base_cost(records, board, move) for to, move in rooms.items()
    }
    assert (more["F3_R1"], more["F2_P"], find_cost(ctx, records, board, rooms["F3_R2"])) == (0, 1, 0)
    assert find_cost(ctx, records, board, cmd.Search(actor=0)) == 1


def test_games_with_questions_end(begin_game: BeginGame) -> None:
    """Bots answer, nothing fails, and a state with a question is saved and read."""
    rules = ASK + CARDS.format(then="discard").replace("offer]", "cards]").replace("none]", "no_card]")
    rules += PLAYERS.replace("offer]", "players]").replace("chosen]", "player]") + DRAW + TOTAL + COST
    session = begin_game(rules)
    turns = sum(1 for _ in play_turns(session, choose_random_command, 400))
    assert turns > 20
    assert session.problems == []


GIFTS = """
[patch.profile."core.king:*"]
set.trade = true

[hook.can_act.to_the_left]
when = "command.name == 'core.king:give' and command.target != actor.next_seat"
deny = "cards-no"

[hook.can_act.keeps_the_vial]
when = "command.item == 'core.king:VIAL'"
deny = "cards-no"

[hook."core.king:on_card_loss".giver]
when = "how == 'given' and card == 'core.king:BLUNT' and partner == actor.next_seat"
do.remember = { name = "lost", value = "memory.lost + 1" }

[hook."core.king:on_card_gain".taker]
when = "how == 'given' and card_group(card) == 'object' and partner == active"
do.remember = { name = "gained", value = "memory.gained + actor.copies('core.king:BLUNT')" }
"""


def test_a_card_is_given_to_the_next_seat_alone(begin_game: BeginGame) -> None:
    session = begin_game(GIFTS)
    board = board_of(session.state)
    giver = session.state.question.actor
    taker, other = (giver + 1) % 3, (giver + 2) % 3
    for soul in board.souls:
        soul.node = 0
    board.souls[giver].objects[:] = ["BLUNT", "VIAL"]
    board.souls[taker].objects.clear()
    given = [(target, item) for target in (taker, other) for item in ("BLUNT", "VIAL")]
    commands = [cmd.Give(actor=giver, target=target, item=item) for target, item in given]
    legal = list_legal_commands(session)
    assert [command in legal for command in commands] == [True, False, False, False]
    assert session.submit(commands[1]).refusal is not None
    assert session.submit(commands[0]).refusal is None
    assert read_memory(session) == {"lost": 1, "gained": 1}


OATH = """
[hook."core.king:on_threat".offer]
when = "manner == 'house' and amount > 0 and actor.holds('core.king:VIAL')"
do.ask = { seat = "actor", question = "cards-q", first = "cards-no", second = "cards-yes" }

[hook."core.king:on_answer".sworn]
when = "question == 'cards-q' and answer == 'cards-yes'"
do.mark = { actor = "actor", name = "sworn" }
do.discard = { seat = "actor", card = "core.king:VIAL" }

[hook.on_damage.less]
when = "manner == 'house' and target.mark('sworn') == 1"
add.damage = -1
"""


@pytest.mark.parametrize(("word", "spared"), [("cards-yes", 1), ("cards-no", 0)])
def test_a_player_chooses_before_a_loss(begin_game: BeginGame, tmp_path: Path, word: str, spared: int) -> None:
    session = begin_game(OATH)
    board = board_of(session.state)
    for soul in board.souls:
        soul.objects = []
    board.souls[1].objects, board.profile = ["VIAL"], msgspec.structs.replace(board.profile, house_loss=2)
    while session.state.question.kind == "turn":
        end_turn(session)
    question = session.state.question
    before = [soul.sanity for soul in board.souls]
    assert (question.actor, question.options) == (1, ("cards-no", "cards-yes"))
    save(session, tmp_path / "threat.save", "0")
    again = load_save(session.rules, tmp_path / "threat.save")
    again.submit(find_choice(again, word))
    session.submit(find_choice(session, word))
    lost = [line.message for line in session.log if line.message.id == "king-log-lost"]
    assert lost, before
    assert session.hash() == again.hash()
    assert (board.souls[1].objects == []) is bool(spared)
    for seat in range(3):
        assert before[seat] - board.souls[seat].sanity >= 2 - (spared if seat == 1 else 0)
    assert ("mark 1 sworn" in read_memory(session)) is bool(spared)


KING_DIE = """
[hook."core.king:on_total".calm]
when = "purpose == 'king_effect'"
set.total = {total}

[hook."core.king:on_king_effect".heard]
do.remember = {{ name = "heard", value = "number + 1" }}
"""


@pytest.mark.parametrize(("total", "heard"), [("0", 1), ("6", 7), ("60", 7)])
def test_a_rule_changes_the_result_of_the_king(begin_game: BeginGame, total: str, heard: int) -> None:
    session = begin_game(KING_DIE.format(total=total))
    board = board_of(session.state)
    for soul in board.souls:
        soul.objects = ["VIAL", "RING"]
    while not read_memory(session):
        end_turn(session)
    assert read_memory(session)["heard"] == heard
    is_asked = session.state.question.kind == "discard"
    assert is_asked is (heard == 7)


PACT = """
[hook.on_turn_start.company]
do.ask_player = { seat = "actor", question = "cards-who", group = "company" }

[hook.on_turn_start.pact.do.ask]
seat = "actor"
question = "cards-q"
first = "cards-no"
second = "cards-yes"
second_when = "actor.sanity > 2"
third = "cards-wind"
third_when = "actor.keys > 0"
"""


def test_an_answer_has_a_condition(begin_game: BeginGame) -> None:
    session = begin_game(PACT)
    board = board_of(session.state)
    for seat, soul in enumerate(board.souls):
        soul.sanity, soul.keys, soul.node = seat + 2, int(seat == 1), 0 if seat < 2 else 4
    offered = {}
    while len(offered) < 3:
        question = session.state.question
        if question.kind in ("answer", "player"):
            offered.setdefault(question.actor, []).append(question.options)
        session.submit(go_on(question))
    found = {seat: asked[-2:] for seat, asked in offered.items()}
    assert found[1] == [("0", "NOTHING"), ("cards-no", "cards-yes", "cards-wind")]
    assert found[2][-1] == ("cards-no", "cards-yes")
