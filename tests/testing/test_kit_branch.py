"""A game from a recording: the same state, mods that join, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.testing import ExpectationError, begin, branch, scene

MODS = Path(__file__).parents[2] / "mods"


@pytest.mark.parametrize("game", ["stealth", "king", "delve"])
def test_the_state_is_that_of_the_recording(game: str, tmp_path: Path) -> None:
    recorded = begin(game, seed=5)
    recorded.play_turns(2)
    there = recorded.session.hash()
    recorded.play_turns(12)
    file = recorded.record(tmp_path / "game.replay")
    before = file.read_bytes()
    assert branch(file, 2).session.hash() == there
    assert branch(file, len(recorded.session.commands)).session.hash() == recorded.session.hash()
    assert file.read_bytes() == before


def test_a_mod_joins_at_the_command(tmp_path: Path) -> None:
    recorded = begin("stealth", seed=5)
    recorded.play_turns(10)
    file = recorded.record(tmp_path / "game.replay")
    played = branch(file, 8, mods=[MODS / "loud-doors"])
    assert played.session.commands == recorded.session.commands[:8]
    names = {id for id, _, _ in played.session.rules.lock} - {id for id, _, _ in recorded.session.rules.lock}
    assert len(names) == 1
    played.play_turns(5)
    assert len(played.session.commands) == 13


def test_a_scene_is_not_recorded(tmp_path: Path) -> None:
    with pytest.raises(ExpectationError, match="scene"):
        scene("@..E").record(tmp_path / "game.replay")
    assert not (tmp_path / "game.replay").exists()


def test_what_cannot_be_played_is_said(tmp_path: Path) -> None:
    recorded = begin("stealth", seed=5, mods=[MODS / "loud-doors"])
    recorded.play_turns(3)
    file = recorded.record(tmp_path / "game.replay")
    with pytest.raises(ExpectationError, match="name the folder"):
        branch(file, 1)
    with pytest.raises(ExpectationError, match="has 3 commands"):
        branch(file, 4, mods=[MODS / "loud-doors"])
