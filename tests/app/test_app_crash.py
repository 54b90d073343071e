"""Crashes and mod failures under `footfall play`: the save, the repro, the messages, safe mode."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from footfall.app import launcher
from footfall.cli import main
from footfall.sim.bots import choose_random_command
from footfall.ui.frontend import Frontend
from footfall.ui.settings import UiSettings

Screen = Callable[[Any], None]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Result]:
    """Runs ``footfall play`` with a function of the view in place of the UI loop."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(import_module("footfall.cli.play"), "choose_frontend", lambda *words, **more: Frontend())

    def go(screen: Screen, *words: str) -> Result:
        monkeypatch.setattr(launcher, "run_ui_loop", lambda frontend, view, *rest: screen(view))
        return CliRunner().invoke(main, ["play", "king", "--bots", "me", "--lang", "en", *words])

    return go


def turns(count: int) -> Screen:
    def screen(view: Any) -> None:
        for _ in range(count):
            view.submit(choose_random_command(view.session))

    return screen


def crash(after: int) -> Screen:
    def screen(view: Any) -> None:
        turns(after)(view)
        raise ZeroDivisionError("a crash of the screen")

    return screen


def crash_inside(after: int) -> Screen:
    def screen(view: Any) -> None:
        turns(after)(view)
        view.session.state.parts["core.king"].souls = None
        view.submit(choose_random_command(view.session))

    return screen


def turn_of(view: Any) -> int:
    turn: int = view.session.state.turn
    return turn


def test_a_crash_keeps_the_game_and_a_repro(started: Callable[..., Result], tmp_path: Path) -> None:
    run = started(crash(5), "--seed", "3")
    assert run.exit_code == 1
    assert "the game crashed at turn 5: ZeroDivisionError: a crash of the screen" in run.stderr
    assert "Traceback" not in run.output
    (repro,) = (tmp_path / "data" / "footfall" / "repros").iterdir()
    assert f"footfall bisect {repro}" in run.stderr
    seen: list[int] = []
    run = started(lambda view: seen.append(turn_of(view)))
    assert run.exit_code == 0, run.output
    assert seen == [5]


def test_a_game_that_fails_by_itself_needs_no_mod(started: Callable[..., Result]) -> None:
    run = started(crash_inside(2), "--seed", "3")
    assert run.exit_code == 1
    assert "AttributeError" in run.stderr or "TypeError" in run.stderr


def test_three_failed_starts_lead_to_safe_mode(started: Callable[..., Result], tmp_path: Path) -> None:
    mod = tmp_path / "mods" / "loud"
    mod.mkdir(parents=True)
    (mod / "mod.toml").write_text('[mod]\nid = "you.loud"\nversion = "1.0"\n', encoding="utf-8")
    seen: list[bool] = []

    def look(view: Any) -> None:
        seen.append("you.loud" in view.session.rules.mods)
        raise ZeroDivisionError("again")

    for _ in range(3):
        assert started(look, "--new", "--seed", "1").exit_code == 1
        for path in (tmp_path / "data" / "footfall" / "saves").iterdir():
            path.unlink()
    assert "safe mode" in started(look, "--seed", "1").stderr
    assert seen == [True, True, True, False]


@pytest.mark.proof(0)
def test_mistakes_and_played_games_are_no_failed_starts(started: Callable[..., Result]) -> None:
    for _ in range(4):
        assert started(turns(0), "--option", "players=many", "--seed", "1").exit_code != 0
    for _ in range(4):
        assert started(crash(1), "--new").exit_code == 1
        assert started(turns(1)).exit_code == 0
    assert "safe mode" not in started(turns(1)).stderr


def test_a_contained_failure_is_reported_at_the_end(started: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from footfall.api import hook\nMOD = 'you.bad'\n\n\n@hook\ndef on_turn_start(event):\n"
        "    raise RuntimeError('oops')\n",
        encoding="utf-8",
    )
    run = started(turns(12), "--seed", "3", "--mods", "bad.py")
    assert run.exit_code == 0, run.output
    assert "you.bad" in run.stderr
    path = run.stderr.rpartition("footfall bisect ")[2].strip()
    found = CliRunner().invoke(main, ["bisect", path])
    assert found.exit_code == 0, found.output
    assert "culprit: you.bad (1 of 1 mods" in found.stdout
    assert "1 of 12 commands are needed" in found.stdout or "0 of 12 commands are needed" in found.stdout


def test_bots_play_the_other_seats(started: Callable[..., Result]) -> None:
    asked: list[int] = []

    def screen(view: Any) -> None:
        view.ui_settings = UiSettings(waits_for_bots=False)
        for _ in range(20):
            question = view.session.state.question
            if question is None:
                break
            asked.append(question.actor)
            view.submit(choose_random_command(view.session))
        assert len(view.session.commands) > 40

    run = started(screen, "--seed", "5", "--option", "players=4", "--bots", "me,goal,cautious,goal")
    assert run.exit_code == 0, run.output
    assert set(asked) == {0}
    run = started(screen, "--new", "--seed", "5", "--bots", "me,missing")
    assert run.exit_code == 1
    assert "there is no bot 'missing'" in run.stderr
