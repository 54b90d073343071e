"""Rules as data that leave no command to the player: they are named and suspended, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import choose_random_command, list_legal_commands

MANIFEST = '[mod]\nid = "you.{name}"\nversion = "1.0.0"\nname = "No"\nsummary = "No."\ngames = ["{game}"]\n'

NEVER = '[hook.can_act.never]\ndeny = "no"\n'
TOGETHER = (
    '[hook.can_act.waits]\nwhen = "command.name == \'core.stealth:wait\'"\ndeny = "no"\n'
    '[hook.can_act.others]\nwhen = "command.name != \'core.stealth:wait\'"\ndeny = "no"\n'
)
ANYWHERE = (
    '[hook.can_act.others]\nwhen = "command.name != \'core.stealth:step\'"\ndeny = "no"\n'
    '[hook.can_enter.anywhere]\ndeny = "no"\n'
)
SOME = '[hook.can_act.others]\nwhen = "command.name != \'core.stealth:wait\'"\ndeny = "no"\n'


def load_with(folder: Path, game: str, *rules: str) -> LoadResult:
    mods = []
    for number, text in enumerate(rules):
        mod = folder / f"mod{number}"
        (mod / "content").mkdir(parents=True)
        (mod / "locale" / "en").mkdir(parents=True)
        (mod / "mod.toml").write_text(MANIFEST.format(name=f"no{number}", game=game), encoding="utf-8")
        (mod / "content" / "rules.toml").write_text(text, encoding="utf-8")
        (mod / "locale" / "en" / "no.ftl").write_text("no = No.\n", encoding="utf-8")
        mods.append(mod)
    loaded = load(game, mods=mods, only_mods=())
    assert not loaded.findings
    return loaded


def play(session: Session, commands: int) -> None:
    for _ in range(commands):
        assert session.submit(choose_random_command(session)).refusal is None


@pytest.mark.parametrize(
    ("game", "rules", "named"),
    [
        ("stealth", (NEVER,), {"can_act.never"}),
        ("stealth", (SOME, NEVER), {"can_act.never"}),
        ("stealth", (TOGETHER,), {"can_act.waits", "can_act.others"}),
        ("stealth", (ANYWHERE,), {"can_act.others", "can_enter.anywhere"}),
        ("king", (NEVER,), {"can_act.never"}),
    ],
    ids=["one", "one of two", "together", "commands and cells", "king"],
)
def test_rules_that_deny_every_command_are_named_and_suspended(
    tmp_path: Path, game: str, rules: tuple[str, ...], named: set[str]
) -> None:
    loaded = load_with(tmp_path, game, *rules)
    session = Session.begin(loaded.rules, 7)
    while session.state.question is not None and session.state.question.kind != "turn":
        play(session, 1)
    assert session.submit(choose_random_command(session)).refusal is None
    assert {problem.via for problem in session.problems} == named
    for problem in session.problems:
        assert problem.is_suspended
        assert "rules.toml:" in problem.location
        assert "denies every command" in problem.error
    if len(rules) == 1:
        plain = Session.begin(loaded.rules, 7)
        for command in session.commands:
            plain.submit(command)
        assert plain.hash() == session.hash()  # a replay goes the same way
        play(session, 20)
        save(session, tmp_path / "x.save", "1")
        again = load_save(loaded.rules, tmp_path / "x.save")
        play(again, 5)
        assert not again.problems  # the save knows of the suspension


def test_a_rule_that_leaves_a_command_stays(tmp_path: Path) -> None:
    session = Session.begin(load_with(tmp_path, "stealth", SOME).rules, 7)
    step = next(c for c in session.rules.game.list_legal(session.context()) if type(c).__name__ != "Wait")
    refusal = session.submit(step).refusal
    assert refusal is not None
    assert refusal.rule == "can_act"
    assert not session.problems


def test_dice_that_deny_every_command_stop_no_game(tmp_path: Path) -> None:
    """A refused command is free, so that a die which denies it shows the same face at the next try."""
    loaded = load_with(tmp_path, "king", '[hook.can_act.luck]\nwhen = "roll(1, 3) > 1"\ndeny = "no"\n')
    named = 0
    for seed in range(8):
        session = Session.begin(loaded.rules, seed)
        assert any(session.submit(command).refusal is None for command in list_legal_commands(session))
        named += len(session.problems)
    assert named


@pytest.mark.parametrize("type", ["Walk", "Wait"])
def test_votes_about_commands_and_cells_are_seen_together(tmp_path: Path, type: str) -> None:
    session = Session.begin(load_with(tmp_path, "stealth", ANYWHERE).rules, 7)
    command = next(command for command in list_legal_commands(session) if command.__class__.__name__ == type)
    assert session.submit(command).refusal is None
    assert {problem.via for problem in session.problems} == {"can_act.others", "can_enter.anywhere"}
