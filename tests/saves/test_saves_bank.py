"""Saves and replays of earlier versions open, and continue the same games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import write_bank
from click.testing import CliRunner

from footfall.cli import main
from footfall.engine.bots import list_legal_commands
from footfall.engine.saves.save import load, read_header

FILES = sorted(write_bank.BANK.glob("*/*"))

CHANGED = {"0.1.0/delve.replay", "0.1.0/stealth.replay"}
"""Replays of games whose rules have changed since: they say where, and are watched up to there."""


def name_file(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def test_each_game_has_a_save_and_a_replay_of_each_version() -> None:
    assert {path.stem for path in FILES} == set(write_bank.GAMES)
    assert len(FILES) == 2 * len(write_bank.GAMES) * len({path.parent for path in FILES})


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".save"], ids=name_file)
def test_a_save_opens(path: Path) -> None:
    session = load(write_bank.load_rules(path.stem), path, strict=True)
    assert session.hash() == read_header(path).hash
    if session.state.outcome is None:
        session.submit(list_legal_commands(session)[0])
    assert not session.problems


@pytest.mark.proof(2)
@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".replay"], ids=name_file)
def test_a_replay_is_verified(path: Path) -> None:
    done = CliRunner().invoke(main, ["replay", str(path), "--json"])
    if name_file(path) in CHANGED:
        assert done.exit_code == 1
        assert "the rules have changed since" in done.output
        assert f"replay {path} --watch" in done.output
        return
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["hash"] == read_header(path.with_suffix(".save")).hash
