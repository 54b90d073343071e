"""``footfall why`` explains a turn of a game by its name, in progress or ended."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from footfall import __version__
from footfall.app.files.paths import replay_archive_path
from footfall.cli import main
from footfall.cli.options import GameOptions
from footfall.engine.saves.replay import Recorder
from footfall.plugins.stealth.actions.commands import Walk


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


@pytest.mark.usefixtures("home")
def test_a_turn_of_the_last_game_that_ended_is_explained():
    loaded = GameOptions(is_strict=True, lang="en").load("stealth", quiet=True)
    session = GameOptions(is_strict=True).begin(loaded, 3)
    path = replay_archive_path(session.state.game, 3, 4)
    path.parent.mkdir(parents=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        recorder = Recorder(file, session, __version__)
        for direction in (2, 6, 2, 6):
            command = Walk(actor=1, direction=direction)
            recorder.write_command(command)
            session.submit(command)
    result = CliRunner().invoke(main, ["why", "stealth", "--turn", "2"])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("turn 2 of core.stealth, seed 3")


@pytest.mark.usefixtures("home")
def test_without_any_game_it_says_so():
    result = CliRunner().invoke(main, ["why", "stealth"])
    assert result.exit_code != 0
    assert "neither a replay file nor a game that was played here" in result.output
