"""The replay viewer: steps forward and back lead to the states of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footfall.app.replay_keys import MAX_JUMP, JumpInReplay
from footfall.app.replay_page import list_options
from footfall.app.replay_viewer import ReplayViewer
from footfall.engine.saves.replay import read_replay
from footfall.engine.session import Session
from footfall.loader import load
from footfall.ui.interaction import handle_key
from footfall.ui.keymap import list_action_keys
from footfall.ui.ui_state import AppRequest, UiState


@pytest.fixture
def recorded(footfall: Any, tmp_path: Path) -> Path:
    path = tmp_path / "game.replay"
    words = ("simulate", "king", "--record", 3, "--option", "profile=full_game", "--out", path)
    assert footfall(*words).exit_code == 0
    return path


def test_every_step_is_the_state_of_that_turn(recorded: Path) -> None:
    loaded = load("king", only_mods=())
    replay = read_replay(recorded, lambda header: loaded.rules)
    session = Session.begin(loaded.rules, replay.header.seed, replay.header.options)
    hashes = [session.hash()]
    for command in replay.commands:
        session.submit(command)
        hashes.append(session.hash())
    viewer = ReplayViewer(loaded.rules, replay, loaded.catalog.translate)
    for by in (1, 1, 5, -2, 10, -1, MAX_JUMP, -3, -MAX_JUMP, 20):
        before = viewer.at
        viewer.submit(JumpInReplay(by=by))
        assert viewer.at == min(max(before + by, 0), len(replay.commands))
        assert viewer.session.hash() == hashes[viewer.at]
        assert viewer.build_scene().bindings
    viewer.submit(JumpInReplay(by=-MAX_JUMP))
    refusal = viewer.submit(JumpInReplay(by=-1))
    assert refusal is not None
    assert refusal.id == "footfall-watch-first"


@pytest.mark.parametrize(("language", "words"), [("en", "REPLAY 9 of"), ("es", "REPETICIÓN 9 de")])
def test_a_screen_of_it_is_printed(footfall: Any, recorded: Path, language: str, words: str) -> None:
    run = footfall("replay", recorded, "--at", 9, "--lang", language)
    assert run.exit_code == 0, run.output
    assert words in run.stdout
    assert "footfall-watch" not in run.stdout
    assert "king-" not in run.stdout
    plain = footfall("replay", recorded, "--at", 9, "--lang", language, "--screen", "plain").stdout
    assert words in plain
    assert not set(plain) & set("─│█▪")
    assert max(map(len, plain.splitlines())) <= 80


def test_a_place_behind_the_end_is_told(footfall: Any, recorded: Path) -> None:
    count = len(read_replay(recorded, lambda header: load("king", only_mods=()).rules).commands)
    run = footfall("replay", recorded, "--at", count + 1)
    assert run.exit_code == 0
    assert f"REPLAY {count} of {count}" in run.stdout
    assert run.stderr == f"The replay has {count} commands; this is the last one.\n"
    assert not footfall("replay", recorded, "--at", count).stderr


def test_a_replay_has_no_game_to_save(recorded: Path) -> None:
    loaded = load("king", only_mods=())
    replay = read_replay(recorded, lambda header: loaded.rules)
    scene = ReplayViewer(loaded.rules, replay, loaded.catalog.translate).build_scene()
    assert handle_key(UiState(), scene, "S")[1] is None
    assert handle_key(UiState(), scene, "C-q")[1] is AppRequest.QUIT
    assert [list_action_keys(UiState(), scene, action) for action in ("save", "restart")] == [(), ()]


@pytest.mark.parametrize(("language", "words"), [("en", "ESC close"), ("es", "ESC cerrar")])
@pytest.mark.parametrize("key", ["ESC", "q", "Q"])
def test_a_key_closes_it(watched: Any, recorded: Path, language: str, words: str, key: str) -> None:
    first, second = watched(f"RIGHT {key} RIGHT RIGHT", recorded, "--lang", language).screens
    assert words in first.splitlines()[-1]
    assert first != second


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("king", {}, []),
        (
            "king",
            {"profile": "first_game", "players": 3, "bots": "me,core.king:goal", "party": ",HEALER", "max_rounds": 12},
            ["P2: Key seeker", "Rules: First game", "Players: 3", "P2: Healer", "max rounds: 12"],
        ),
        ("stealth", {"course": "first", "floor": 3}, ["First descent", "floor: 3"]),
    ],
)
def test_only_options_that_are_set_are_listed_in_words(game: str, options: dict[str, Any], told: list[str]) -> None:
    loaded = load(game, only_mods=())
    found = list_options(loaded.rules, {**loaded.rules.game.options, **options})
    assert [*map(loaded.catalog.translate, found)] == told
