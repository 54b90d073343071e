"""Mods return the changes of the House and react to its events; a change that does not fit is refused whole."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from king_twins import compile_board

from footfall.api.compiled import NotCompiledError
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king.commands import EndTurn
from footfall.plugins.king.layout import NODE_BY_NAME
from footfall.plugins.king.state import Soul, board_of
from footfall.sim.bots import choose_random_command

HEAD = "from footfall.api import *\nfrom footfall.api import hook\nfrom footfall.plugins.king import api\n\n\n"
MANIFEST = """
[mod]
id = "you.guest"
version = "1.0"
api = "1"
games = ["king"]
entry = "guest"

[requires]
"core.king" = ">=0.1"
"""
TURN_END = "@hook\ndef on_turn_end(event, ctx):\n    return {changes}\n"


def load_mod(folder: Path, text: str) -> Rules:
    """Loads King with a mod that requires it."""
    (folder / "guest").mkdir(parents=True)
    (folder / "mod.toml").write_text(MANIFEST, encoding="utf-8")
    (folder / "guest" / "__init__.py").write_text(HEAD + text, encoding="utf-8")
    loaded = load("king", mods=[folder], only_mods=())
    assert "you.guest" in loaded.rules.mods, loaded.findings
    return loaded.rules


def end_turn(rules: Rules) -> Session:
    """Plays a game of two players until the first turn has ended."""
    session = Session.begin(rules, 4, {"players": 2})
    while not board_of(session.state).turns:
        session.submit(choose_random_command(session))
    return session


def list_souls(session: Session) -> list[Soul]:
    """Returns the players."""
    return board_of(session.state).souls


@pytest.mark.parametrize(
    "change",
    [
        "Lose(((0, 1), (2, 1)), 'x')",
        "Lose(((0, 1), (-1, 1)), 'x')",
        "Lose(((0, -4),), 'x')",
        "Gain(((0, -9),), 'x')",
        "Gain(((0, 1), (3, 1)), 'x')",
        "Afflict((0, 3), 'VANITY', 2)",
        "Mark((0, 2))",
        "PlaceSouls((0, 1), 15)",
        "PlaceSouls((0, 3), 4)",
        "PlaceSouls((0,), -1)",
        "LoseTurn(2)",
        "MoveKing(3, 'x')",
        "SpawnMonster('GOBLIN', 99)",
    ],
)
def test_a_change_that_does_not_fit_is_refused_whole(tmp_path: Path, change: str) -> None:
    session = end_turn(load_mod(tmp_path, TURN_END.format(changes=f"[api.changes.{change}]")))
    assert {(problem.mod, problem.via) for problem in session.problems} == {("you.guest", "on_turn_end")}
    plain = Session.begin(load("king", only_mods=()).rules, 4, {"players": 2})
    for command in session.commands:
        plain.submit(command)
    assert session.state.parts == plain.state.parts


HAND_DEEDS = {
    "discard": """{ seat = "actor", card = "core.king:RING" }""",
    "remove_card": """{ seat = "actor", card = "core.king:RING" }""",
    "pass_card": """{ seat = "actor", other = "actor.next_seat", card = "core.king:RING" }""",
    "destroy_key": """{ seat = "actor" }""",
    "pass_key": """{ seat = "actor", other = "actor.next_seat" }""",
}


def test_rules_that_take_the_same_card_or_key_take_it_once(tmp_path: Path) -> None:
    """Two mods may answer a hook in the same way: the second finds nothing left, and is not to blame."""
    (tmp_path / "content").mkdir()
    (tmp_path / "mod.toml").write_text(MANIFEST.replace('entry = "guest"', ""), encoding="utf-8")
    rules = [
        f'[hook.on_turn_end.{which}_{name}]\nwhen = "memory.{which} == {number}"\ndo.{name} = {columns}\n'
        for which in ("first", "second")
        for number, (name, columns) in enumerate(HAND_DEEDS.items())
    ]
    (tmp_path / "content" / "rules.toml").write_text("".join(rules), encoding="utf-8")
    loaded = load("king", mods=[tmp_path], only_mods=()).rules
    for pair in product(range(len(HAND_DEEDS)), repeat=2):
        session = Session.begin(loaded, 4, {"players": 2})
        session.state.memory["you.guest"] = dict(zip(("first", "second"), pair, strict=True))
        for soul in list_souls(session):
            soul.objects, soul.keys = ["RING"], 1
        board = board_of(session.state)
        while not board.turns:
            session.submit(EndTurn(actor=session.state.question.actor))
        assert not session.problems, [list(HAND_DEEDS)[index] for index in pair]
        keys = sum(soul.keys for soul in board.souls) + board.keys_destroyed
        rings = sum(soul.objects.count("RING") for soul in board.souls)
        rings += board.discard_pile.get("RING", 0) + board.removed_cards.get("RING", 0)
        assert (keys, rings) == (2, 2)


def test_changes_of_a_mod_are_applied(tmp_path: Path) -> None:
    changes = "[api.changes.PlaceSouls((0, 1), 7), api.changes.Afflict((1,), 'VANITY', 3)]"
    session = end_turn(load_mod(tmp_path, TURN_END.format(changes=changes)))
    assert not session.problems
    assert [soul.node for soul in list_souls(session)] == [7, 7]
    assert list_souls(session)[1].statuses == {"VANITY": 3}


@pytest.mark.parametrize(
    "deed",
    ["lose_turn(ctx, {})", "place(ctx, {}, 'F1_R1')", "bestow(ctx, {}, 'VIAL')", "bring(ctx, {}, 'GOBLIN')"],
)
@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_a_deed_knows_no_seat_that_nobody_has(tmp_path: Path, deed: str, seat: int) -> None:
    text = TURN_END.format(changes=f"api.deeds.{deed.format(seat)}")
    session = end_turn(load_mod(tmp_path, text))
    assert not session.problems


def test_deeds_let_the_rules_follow(tmp_path: Path) -> None:
    deeds = ["bestow(ctx, 0, 'core.king:VIAL')"] * 4 + ["bring(ctx, 0, 'core.king:GOBLIN')", "place(ctx, 1, 'F3_R4')"]
    deeds += ["banish(ctx, 2)", "lose_turn(ctx, 1)", "bestow(ctx, 0, 'x.y:NONE')", "bring(ctx, 0, 'NONE')"]
    changes = "[" + ", ".join(f"*api.deeds.{deed}" for deed in deeds) + "]"
    text = TURN_END.format(changes=f"{changes} if event.actor == 0 and event.number == 1 else None")
    session = end_turn(load_mod(tmp_path, text))
    assert not session.problems
    board = board_of(session.state)
    assert session.state.question is not None
    assert session.state.question.kind == "overflow"  # the hand is full
    assert [monster.kind for monster in board.monsters] == ["GOBLIN"]
    assert board.souls[1].node == NODE_BY_NAME["F3_R4"]
    assert (board.banish, bool(board.souls[1].skip)) == (2, True)


REACTION = """
def comfort(ctx, seats, lost, source):
    return [change for seat in seats for change in api.deeds.gain(ctx, seat, 2)]


@hook
def provide_steps():
    return [Step("you.guest:comfort", comfort)]


@hook
def provide_reactions():
    return [Reaction(api.events.SoulsFell, "you.guest:comfort")]


@hook
def on_turn_end(event, ctx):
    return api.take_sanity(ctx, event.actor, 99, "test")
"""


def test_a_mod_reacts_to_an_event_of_the_house(tmp_path: Path) -> None:
    session = end_turn(load_mod(tmp_path, REACTION))
    assert not session.problems
    assert list_souls(session)[0].sanity == -3  # all lost, and then comforted


RULE = """
[hook.on_turn_end.gift]
when = "round == 1"
do.bestow = { seat = "actor", card = "core.king:COMPASS" }
do.place = { seat = 1, node = "F3_R4" }
do.bring = { seat = "actor", figure = "core.king:SPIDER" }
do.lose_turn = { seat = "actor" }
do.banish = 3
"""


def test_rules_as_data_do_the_same_in_python(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "rules.toml").write_text(RULE, encoding="utf-8")
    text = MANIFEST.replace('entry = "guest"\n', "")
    (tmp_path / "mod.toml").write_text(text, encoding="utf-8")
    loaded = load("king", mods=[tmp_path], only_mods=())
    assert not loaded.findings
    session = end_turn(loaded.rules)
    board = board_of(session.state)
    assert not session.problems
    assert board.souls[0].objects == ["COMPASS"]
    assert ([monster.kind for monster in board.monsters], board.banish) == (["SPIDER"], 3)
    assert board.souls[1].node == NODE_BY_NAME["F3_R4"]
    with pytest.raises(NotCompiledError, match="a rule does bestow"):
        compile_board(loaded.rules, {})
