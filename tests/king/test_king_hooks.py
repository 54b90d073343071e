"""The hooks of the King's House: the cost of an action, and the arrival of a figure."""

from __future__ import annotations

from pathlib import Path

import pytest
from king_twins import compare_game

from footfall.engine.bots import list_legal_commands
from footfall.engine.codec import decode_state, encode_snapshot
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Command
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king import commands as cmd
from footfall.plugins.king.layout import NODE_BY_NAME
from footfall.plugins.king.state import Board, board_of
from footfall.sim.bots import choose_random_command

HEAD = "from footfall.api import *\nfrom footfall.api import hook\nMOD = 'you.purse'\n\n\n"
FULL = {"profile": "full_game", "players": 4}
COSTS = {
    "one more for all": "return [add('cost', 1)]",
    "all free": "return [set_to('cost', 0)]",
    "one less": "return [add('cost', -1, 'a steady hand')]",
    "more in corridors": "return [mul('cost', 2)] if event.place.endswith('P') else None",
    "moves cost less": "return [add('cost', -1)] if event.action == 'move' else None",
}


def load_mod(folder: Path, text: str) -> Rules:
    """Loads King with a mod of one file."""
    (folder / "purse.py").write_text(HEAD + text, encoding="utf-8")
    loaded = load("king", mods=[folder / "purse.py"], only_mods=())
    assert not loaded.findings
    return loaded.rules


def load_cost_mod(folder: Path, body: str) -> Rules:
    """Loads King with a mod that changes costs."""
    return load_mod(folder, f"@hook.of('core.king', 'on_cost')\ndef on_cost(event):\n    {body}\n")


def find_board(session: Session) -> Board:
    """Returns the board of a session."""
    return board_of(session.state)


def copy_session(session: Session) -> Session:
    """Returns a copy with the same dice."""
    state = decode_state(encode_snapshot(session.state), session.rules.saves.parts)
    return Session(session.rules, state, quiet=True, strict=True)


def play(rules: Rules, seed: int = 7, commands: int = 150) -> Session:
    """Plays random commands; each must be accepted, and one that costs too much must be refused."""
    session = Session.begin(rules, seed, FULL, quiet=True, strict=True)
    probes = [kind(actor=seat) for kind in (cmd.Search, cmd.Meditate, cmd.Escape, cmd.EndTurn) for seat in range(4)]
    for number in range(commands):
        if session.state.question is None:
            break
        if session.state.question.kind == "turn" and number % 5 == 0:
            legal = list_legal_commands(session)
            for probe in probes:
                assert (copy_session(session).submit(probe).refusal is None) == (probe in legal), probe
        assert session.submit(choose_random_command(session)).refusal is None
    return session


@pytest.mark.proof(2)
@pytest.mark.parametrize("body", COSTS.values(), ids=COSTS.keys())
def test_what_is_listed_is_what_can_be_paid(tmp_path: Path, body: str) -> None:
    session = play(load_cost_mod(tmp_path, body))
    assert len(session.commands) >= 60


def begin_turn(rules: Rules, **soul: object) -> Session:
    """Begins a game in which the first player stands in a room and has a turn."""
    session = Session.begin(rules, 3, FULL, quiet=True)
    mine = find_board(session).souls[0]
    values = {"role": "NONE", "node": NODE_BY_NAME["F1_R1"], "objects": [], **soul}
    for name, value in values.items():
        setattr(mine, name, value)
    return session


def cost_of(session: Session, command: Command) -> tuple[int, int]:
    """Returns the actions and the free actions that a command uses."""
    soul = find_board(session).souls[command.actor]
    before = soul.spent_actions, soul.free_actions
    assert session.submit(command).refusal is None
    return soul.spent_actions - before[0], soul.free_actions - before[1]


def test_a_cost_is_paid_as_listeners_set_it(tmp_path: Path) -> None:
    plain = load("king", only_mods=()).rules
    assert cost_of(begin_turn(plain), cmd.Meditate(actor=0)) == (1, 0)
    dearer = load_cost_mod(tmp_path, "return [add('cost', 1)] if event.action == 'meditate' else None")
    assert cost_of(begin_turn(dearer), cmd.Meditate(actor=0)) == (2, 0)
    assert cost_of(begin_turn(dearer), cmd.Move(actor=0, to="F1_P")) == (1, 0)


def test_an_action_without_cost_is_one_of_the_free_actions(tmp_path: Path) -> None:
    rules = load_cost_mod(tmp_path, "return [set_to('cost', 0)]")
    assert cost_of(begin_turn(rules), cmd.Meditate(actor=0)) == (0, 1)
    assert cost_of(begin_turn(rules), cmd.Move(actor=0, to="F1_P")) == (0, 1)
    tired = begin_turn(rules, free_actions=10)
    assert tired.submit(cmd.Meditate(actor=0)).refusal is not None
    assert tired.submit(cmd.Move(actor=0, to="F1_P")).refusal is not None
    assert list_legal_commands(tired) == [cmd.EndTurn(actor=0)]
    scout = begin_turn(rules, free_actions=10, role="SCOUT")
    assert cost_of(scout, cmd.Move(actor=0, to="F1_P")) == (0, 0)


def test_a_free_escape_is_taken_before_the_turn_can_end(tmp_path: Path) -> None:
    dear = load_cost_mod(tmp_path, "return [add('cost', 9)] if event.action == 'escape' else None")
    session = begin_turn(dear, statuses={"TRAPPED": 2})
    assert list_legal_commands(session) == [cmd.EndTurn(actor=0)]
    assert session.submit(cmd.Escape(actor=0)).refusal is not None
    assert session.submit(cmd.EndTurn(actor=0)).refusal is None


def count_arrivals(rules: Rules, games: int = 12) -> list[int]:
    """Returns the figures that arrived in each game."""
    arrivals = []
    for seed in range(games):
        session = Session.begin(rules, seed, FULL, quiet=True)
        while session.state.outcome is None:
            session.submit(choose_random_command(session))
        arrivals.append(find_board(session).arrivals)
    return arrivals


def test_a_mod_forbids_arrivals(tmp_path: Path) -> None:
    text = "@hook.of('core.king', 'can_arrive')\ndef can_arrive(event, ctx):\n"
    assert sum(count_arrivals(load("king", only_mods=()).rules)) > 12
    assert sum(count_arrivals(load_mod(tmp_path, f"{text}    return Deny(Message('you-purse-barred'))\n"))) == 0
    goblins = f"{text}    return Deny(Message('x')) if event.kind != 'GOBLIN' else ALLOW\n"
    rules = load_mod(tmp_path, goblins)
    session = Session.begin(rules, 2, FULL, quiet=True)
    while session.state.outcome is None:
        session.submit(choose_random_command(session))
        assert {monster.kind for monster in find_board(session).monsters} <= {"GOBLIN"}


def test_the_reason_of_a_denied_arrival_is_told(tmp_path: Path) -> None:
    text = "@hook.of('core.king', 'can_arrive')\ndef can_arrive(event):\n    return Deny(Message('you-purse-barred'))\n"
    session = Session.begin(load_mod(tmp_path, text), 2, FULL)
    told = set()
    while session.state.outcome is None:
        session.submit(choose_random_command(session))
        told |= {line.message.id for line in session.log}
    assert "you-purse-barred" in told


@pytest.mark.parametrize("body", COSTS.values(), ids=COSTS.keys())
def test_the_compiled_board_asks_what_an_action_costs(tmp_path: Path, body: str) -> None:
    assert compare_game(load_cost_mod(tmp_path, body), FULL, 3, max_commands=40) == 40
