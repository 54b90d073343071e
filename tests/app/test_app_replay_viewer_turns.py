"""The replay viewer shows every turn of every game, in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from footfall.api import Answer, Message
from footfall.api.scene import Choice, Scene
from footfall.app.decisions import list_command_words
from footfall.app.replay_keys import MAX_JUMP, JumpInReplay
from footfall.app.replay_viewer import ReplayViewer
from footfall.engine.saves.replay import play_back, read_replay
from footfall.engine.session import Session
from footfall.loader import load

GAMES = ("stealth", "delve", "king")
KEYS = "RIGHT RIGHT LEFT PGDN PGUP l SPACE h j k END LEFT HOME RIGHT ? ESC"
RAW = re.compile(r"array\(|dtype|\w+\(\w+=|[{}]|'\w+':|<\w+\.\w+")
"""Python structures instead of words."""


def _record(footfall: Callable[..., Result], game: str, seed: int, turns: int) -> Path:
    path = Path(f"{game}-{seed}.replay")
    run = footfall("run", game, "--seed", seed, "--turns", turns, "--record", path)
    assert run.exit_code == 0, run.output
    return path.absolute()


def _view(path: Path, game: str) -> tuple[ReplayViewer, int]:
    loaded = load(game, only_mods=())
    replay = read_replay(path, lambda header: loaded.rules)
    return ReplayViewer(loaded.rules, replay, loaded.catalog.translate), len(replay.commands)


def _read_panels(viewer: ReplayViewer) -> list[str]:
    """Returns the lines of the viewer's own panels."""
    return [
        "".join(viewer.translate(span.text) for span in line.spans)
        for panel in viewer.build_scene().panels
        if panel.title is not None and getattr(panel.title, "id", "").startswith("footfall-watch")
        for line in panel.lines
    ]


@pytest.mark.proof(3)
@pytest.mark.parametrize("seed", [5, 6, 7])
@pytest.mark.parametrize("game", GAMES)
def test_every_turn_is_shown_in_words(footfall: Any, game: str, seed: int) -> None:
    viewer, count = _view(_record(footfall, game, seed, 60), game)
    assert count > 10
    assert viewer.build_scene().panels
    while viewer.submit(JumpInReplay(by=1)) is None:
        lines = _read_panels(viewer)
        assert lines
        for line in lines:
            assert not RAW.search(line), line
            assert len(line) < 200, line
    assert viewer.at == count
    viewer.submit(JumpInReplay(by=-MAX_JUMP))
    assert viewer.at == 0


@pytest.mark.proof(0)
def test_a_turn_that_changes_arrays_is_printed(footfall: Any) -> None:
    demo = Path(__file__).parents[2] / "docs/demo.txt"
    assert footfall("run", "stealth", "--seed", 7, "--commands", demo, "--record", "f.replay").exit_code == 0
    for at in (0, 1, 6, 100_000):
        run = footfall("replay", "f.replay", "--at", at)
        assert run.exit_code == 0, run.output
        assert "REPLAY" in run.stdout


@pytest.mark.proof(1)
@pytest.mark.parametrize("game", GAMES)
def test_its_keys_step_through_the_replay(footfall: Any, watched: Any, game: str) -> None:
    run = watched(KEYS, _record(footfall, game, 7, 15))
    assert run.result.exit_code == 0, run.result.output
    found = [re.search(r"REPLAY (\d+) of (\d+)", text) for text in run.screens]
    places = [int(match[1]) for match in found if match]
    assert places[:6] == [0, 1, 2, 1, 11, 1]
    assert any(match[1] == match[2] for match in found if match)
    assert places[-1] == 1


@pytest.mark.proof(0)
@pytest.mark.parametrize("game", GAMES)
def test_why_explains_every_kind_of_turn(footfall: Any, game: str) -> None:
    path = _record(footfall, game, 1, 20)
    loaded = load(game, only_mods=())
    session = play_back(loaded.rules, read_replay(path, lambda header: loaded.rules))
    count = session.display.count_turns(session.state.turn)
    for turn in sorted({min(turn, count) for turn in (1, 2, 5, 20)}):
        for words in ((), ("--json",)):
            run = footfall("why", path, "--turn", turn, *words)
            assert run.exit_code == 0, run.output
            assert "array(" not in run.stdout
            assert "Mind(" not in run.stdout


SHOWN_WORDS = {
    "stealth": {"en": ("step northeast", "drop: dagger"), "es": ("paso al nordeste", "dejar: daga")},
    "king": {"en": ("meditate", "sell: Vial"), "es": ("meditar", "vender: Vial")},
    "delve": {"en": ("step ",), "es": ("paso al ",)},
}
FIELDS = re.compile(r"^\w[\w-]*: \w[\w-]* (seat|question|actor)\b|\b(seat P?\d|direction \d|actions \d|free \d)")
"""A structure with its field names."""


@pytest.mark.proof(3)
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_commands_and_changes_have_words_in_both_languages(footfall: Any, game: str, language: str) -> None:
    loaded = load(game, only_mods=())
    loaded.catalog.set_language(language)
    replay = read_replay(_record(footfall, game, 1, 60), lambda header: loaded.rules)
    viewer = ReplayViewer(loaded.rules, replay, loaded.catalog.translate)
    lines = []
    while viewer.submit(JumpInReplay(by=1)) is None:
        lines += _read_panels(viewer)
    assert not [line for line in lines if FIELDS.search(line)]
    for words in SHOWN_WORDS[game][language]:
        assert [line for line in lines if line.startswith(words)], words


@pytest.mark.proof(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_small_terminal_has_a_page_of_the_command_and_the_why_page(footfall: Any, watched: Any, game: str) -> None:
    path = _record(footfall, game, 1, 15)
    run = watched("RIGHT RIGHT RIGHT c ESC W ESC Q", path, shape=(24, 80))
    assert run.result.exit_code == 0, run.result.output
    hints = run.screens[3].splitlines()[-1]
    for hint in ("→ next", "← back", "b play on", "e adviser", "W why", "ESC close", "? help"):
        assert hint in hints
    page, why = run.screens[4], run.screens[6]
    for title in ("COMMAND, CHANGES AND WHY", "COMMAND\n"):
        assert title in page
    assert "WHY: press a letter" in why
    assert "Current numbers" in why


def test_king_names_players_as_on_the_screen(footfall: Any) -> None:
    viewer, _ = _view(_record(footfall, "king", 1, 60), "king")
    lines = []
    while viewer.submit(JumpInReplay(by=1)) is None:
        lines += _read_panels(viewer)
    assert any("[P2]" in line for line in lines)
    assert not [line for line in lines if re.search(r"\b(seat|actor|target) \d|\[\d\]", line)]


def test_an_answer_is_named_with_its_question() -> None:
    loaded = load("stealth", only_mods=(), language="en")
    scene = Scene(Message("stealth-title"), prompt=Message("stealth-ask-travel"), answers=(Choice(0, "goblin"),))
    session = Session.begin(loaded.rules, 1)
    name, *details = list_command_words(session, scene, Answer(actor=0, choice=0))
    question = loaded.catalog.translate(Message("stealth-ask-travel"))
    assert loaded.catalog.translate(name) == f"answer to “{question}”"
    assert details == ["goblin"]
