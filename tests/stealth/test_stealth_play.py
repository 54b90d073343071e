"""Random games: no errors, and no dependence on the backend or on idle listeners."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall import kernels
from footfall.api import Answer
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Message, Question
from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.engine.state import Entry
from footfall.loader import load
from footfall.plugins.stealth.player.handlers import CONFIRM_STEP
from footfall.testing.backends import list_backends, use_backend

MODS = Path(__file__).parents[1] / "data" / "stealth" / "mods"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only_mods=()).rules


def wander(rules: Rules, seed: int, turns: int, floor: int = 2) -> Session:
    """Plays random legal commands."""
    session = Session.begin(rules, seed, {"floor": floor}, strict=True)
    for turn in range(turns):
        question = session.state.question
        if question is None:
            break
        number = kernels.mix(seed, turn)
        if question.kind == "turn":
            commands = rules.game.list_legal(session.context())
            result = session.submit(commands[number % len(commands)])
        else:
            result = session.submit(Answer(actor=question.actor, choice=number % len(question.options)))
        assert result.refusal is None, result.refusal
    return session


@pytest.mark.parametrize("seed", range(4))
def test_legal_commands_are_never_refused_and_nothing_breaks(rules: Rules, seed: int) -> None:
    assert not wander(rules, seed, 150, floor=2 + seed).problems


def test_both_backends_play_the_same_game(rules: Rules) -> None:
    hashes = set()
    if "rust" not in list_backends():
        pytest.skip("the native kernels are not built")
    for backend in ("rust", "python"):
        with use_backend(backend):
            hashes.add(wander(rules, 11, 60).hash())
    assert len(hashes) == 1


def test_an_idle_listener_on_every_hook_changes_nothing(rules: Rules) -> None:
    listened = load("core.stealth", only_mods=(), mods=[MODS / "idle.py"], strict=True).rules
    assert len(listened.hooks.dispatch) >= 11
    assert wander(rules, 5, 120).hash() == wander(listened, 5, 120).hash()


def test_a_loaded_game_continues_identically(rules: Rules, tmp_path: Path) -> None:
    session = wander(rules, 9, 80)
    save(session, tmp_path / "game", "test")
    again = load_save(rules, tmp_path / "game", strict=True)
    assert again.hash() == session.hash()
    assert again.log == session.log
    assert any(isinstance(arg, Message) for line in again.log for arg in line.message.args.values())
    for turn in range(40):
        commands = rules.game.list_legal(session.context())
        assert commands == rules.game.list_legal(again.context())
        command = commands[kernels.mix(3, turn) % len(commands)]
        session.submit(command)
        again.submit(command)
        if session.state.question is None or session.state.question.kind != "turn":
            break
    assert again.hash() == session.hash()


def test_a_question_and_its_prompt_are_saved(rules: Rules, tmp_path: Path) -> None:
    session = wander(rules, 9, 5)
    prompt = Message("stealth-attack-peaceful", {"target": Message("stealth-creature-elder")})
    session.state.question = Question(1, "confirm", (False, True), prompt)
    session.state.then = Entry(CONFIRM_STEP, (1,))
    save(session, tmp_path / "game", "test")
    question = load_save(rules, tmp_path / "game").state.question
    assert question is not None
    assert question.prompt == prompt
