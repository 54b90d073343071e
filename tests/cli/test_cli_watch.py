"""Watching a replay: on and back lead to the same states as playing does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footfall.cli.watch import ALL, Go, Watch
from footfall.engine.replay import read
from footfall.engine.session import Session
from footfall.loader import load


@pytest.fixture
def recorded(footfall: Any, tmp_path: Path) -> Path:
    path = tmp_path / "game.replay"
    words = ("simulate", "king", "--replay", 3, "--option", "profile=full_game", "--out", path)
    assert footfall(*words).exit_code == 0
    return path


def test_every_step_is_the_state_of_that_turn(recorded: Path) -> None:
    loaded = load("king", only=())
    replay = read(recorded, lambda header: loaded.rules)
    session = Session.begin(loaded.rules, replay.header.seed, replay.header.options)
    hashes = [session.hash()]
    for command in replay.commands:
        session.step(command)
        hashes.append(session.hash())
    watch = Watch(loaded.rules, replay, loaded.catalogue.text)
    for by in (1, 1, 5, -2, 10, -1, ALL, -3, -ALL, 20):
        before = watch.at
        watch.step(Go(by=by))
        assert watch.at == min(max(before + by, 0), len(replay.commands))
        assert watch.session.hash() == hashes[watch.at]
        assert watch.scene().bindings
    watch.step(Go(by=-ALL))
    refused = watch.step(Go(by=-1))
    assert refused is not None
    assert refused.id == "footfall-watch-first"


@pytest.mark.parametrize(("language", "words"), [("en", "REPLAY 9 of"), ("es", "REPETICIÓN 9 de")])
def test_a_screen_of_it_is_printed(footfall: Any, recorded: Path, language: str, words: str) -> None:
    run = footfall("replay", recorded, "--at", 9, "--lang", language)
    assert run.exit_code == 0, run.output
    assert words in run.stdout
    assert "footfall-watch" not in run.stdout
    assert "king-" not in run.stdout
