"""The replay viewer plays by itself, and jumps to notices and wounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.app.replay_events import ReplayEvent, find_replay_events
from footfall.app.replay_viewer import ChangePace, JumpToEvent, PlayReplay, ReplayViewer
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.saves.replay import Recorder, read_replay
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import find_bot


@pytest.fixture
def recorded(home: Path) -> Path:
    """A replay of a bot that is noticed and hurt."""
    loaded = load("stealth", only=())
    session = Session.begin(loaded.rules, 1, {"floor": 5})
    bot = find_bot(loaded.rules, "brawler")
    context = BotContext(session, bot.id, 1)
    path = home / "one.replay"
    with path.open("w", encoding="utf-8") as file:
        recorder = Recorder(file, session, "1")
        while len(session.commands) < 150 and (options := list_legal_commands(session)):
            command = bot.decide(context, options)
            recorder.write_command(command)
            session.submit(command)
        recorder.write_hash_mark(force=True)
    return path


def view(path: Path) -> ReplayViewer:
    loaded = load("stealth", only=())
    return ReplayViewer(loaded.rules, read_replay(path, lambda header: loaded.rules), loaded.catalog.translate)


def find_position(screen: str) -> int:
    found = re.search(r"REPLAY (\d+) of", screen)
    assert found is not None, screen
    return int(found[1])


def test_keys_jump_to_wounds_and_back(recorded: Path, watched: Callable[..., Any]) -> None:
    loaded = load("stealth", only=())
    events = find_replay_events(loaded.rules, read_replay(recorded, lambda header: loaded.rules))
    wounds = events[ReplayEvent.HURT]
    assert len(wounds) > 2
    played = watched("t F9 t F9 T F9", recorded)
    assert [find_position(screen) for screen in played.screens[2::2]] == [wounds[0], wounds[1], wounds[0]]


@pytest.mark.parametrize("event", ReplayEvent)
def test_every_jump_stops_at_its_event(recorded: Path, event: ReplayEvent) -> None:
    viewer = view(recorded)
    kind = {"alarm": "alarm", "hurt": "bad"}[event.value]
    stops = []
    while viewer.submit(JumpToEvent(actor=0, event=event.value)) is None:
        stops.append(viewer.at)
        turn = viewer.session.state.turn
        assert any(line.kind == kind and line.turn == turn for line in viewer.session.log), viewer.at
    assert stops == sorted(set(stops))
    back = []
    while viewer.submit(JumpToEvent(actor=0, event=event.value, back=True)) is None:
        back.append(viewer.at)
    assert back == stops[-2::-1]


def test_it_plays_by_itself_to_the_end(recorded: Path) -> None:
    viewer = view(recorded)
    viewer.submit(PlayReplay(actor=0))
    assert viewer.has_running_macro
    pace = viewer.turn_seconds
    viewer.submit(ChangePace(actor=0, by=1))
    assert viewer.turn_seconds < pace
    while viewer.has_running_macro:
        viewer.advance_macro()
    assert viewer.at == viewer.count
    assert viewer.submit(PlayReplay(actor=0)) is not None


def test_its_pace_changes_while_it_plays(recorded: Path, watched: Callable[..., Any]) -> None:
    played = watched("p . .", recorded)
    assert "Pace 4 of 5." in played.screens[2]
    assert "Pace 5 of 5." in played.screens[-1]
    stopped = watched("p F9 .", recorded)
    assert "Pace 4 of 5." in stopped.screens[-1]  # it no longer plays


def test_the_page_of_the_last_command_says_how_it_ended(home: Path, watched: Callable[..., Any]) -> None:
    loaded = load("stealth", only=())
    session = Session.begin(loaded.rules, 1, {"floor": 9})
    path = home / "death.replay"
    bot = find_bot(loaded.rules, "brawler")
    context = BotContext(session, bot.id, 1)
    with path.open("w", encoding="utf-8") as file:
        recorder = Recorder(file, session, "1")
        while session.state.outcome is None:
            command = bot.decide(context, list_legal_commands(session))
            recorder.write_command(command)
            session.submit(command)
    played = watched("END c", path)
    assert "THE END" in played.screens[-1]
    assert "You have died." in played.screens[-1]
    assert "Cause: " in played.screens[-1]


def test_a_key_stops_it(recorded: Path, watched: Callable[..., Any]) -> None:
    played = watched("p RIGHT F9", recorded)
    assert find_position(played.screens[-1]) < 150
