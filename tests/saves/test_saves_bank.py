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


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".replay"], ids=name_file)
def test_a_replay_is_verified(path: Path) -> None:
    done = CliRunner().invoke(main, ["replay", str(path), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["hash"] == read_header(path.with_suffix(".save")).hash
