"""The replay viewer plays by itself, and jumps to notices and wounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from footfall.app.replay_keys import ChangePace, JumpInReplay, JumpToEvent
from footfall.app.replay_viewer import ReplayEvent, ReplayViewer, find_replay_events
from footfall.app.screens.lists import PressKey
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.saves.replay import Recorder, read_replay
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import ToggleLamp, Wait
from footfall.sim.bots import find_bot


@pytest.fixture
def recorded(home: Path) -> Path:
    """A replay of a bot that is noticed and hurt."""
    return record_game(home, "brawler", {"floor": 5})


def record_game(home: Path, bot_name: str, options: dict[str, Any]) -> Path:
    loaded = load("stealth", only_mods=())
    session = Session.begin(loaded.rules, 1, options)
    bot = find_bot(loaded.rules, bot_name)
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
    loaded = load("stealth", only_mods=())
    return ReplayViewer(loaded.rules, read_replay(path, lambda header: loaded.rules), loaded.catalog.translate)


def find_position(screen: str) -> int:
    found = re.search(r"REPLAY (\d+) of", screen)
    assert found is not None, screen
    return int(found[1])


def test_keys_jump_to_wounds_and_back(recorded: Path, watched: Callable[..., Any]) -> None:
    loaded = load("stealth", only_mods=())
    events = find_replay_events(loaded.rules, read_replay(recorded, lambda header: loaded.rules))
    wounds = events[ReplayEvent.HURT]
    assert len(wounds) > 2
    played = watched("t F9 t F9 T F9", recorded)
    assert [find_position(screen) for screen in played.screens[2::2]] == [wounds[0], wounds[1], wounds[0]]


@pytest.mark.proof(1)
@pytest.mark.parametrize("event", ReplayEvent)
def test_every_jump_stops_at_its_event(home: Path, recorded: Path, event: ReplayEvent) -> None:
    is_arrival = event is ReplayEvent.ARRIVAL
    viewer = view(record_game(home, "newcomer", {"course": "first"}) if is_arrival else recorded)
    kind = {"alarm": "alarm", "hurt": "bad", "arrival": "arrival"}[event.value]
    stops = []
    while viewer.submit(JumpToEvent(actor=0, event=event.value)) is None:
        stops.append(viewer.at)
        turn = viewer.session.state.turn
        assert any(line.kind == kind and line.turn == turn for line in viewer.session.log), viewer.at
    assert stops
    assert stops == sorted(set(stops))
    back = []
    while viewer.submit(JumpToEvent(actor=0, event=event.value, is_backward=True)) is None:
        back.append(viewer.at)
    assert back == stops[-2::-1]


def test_it_plays_by_itself_to_the_end(recorded: Path) -> None:
    viewer = view(recorded)
    viewer.submit(PressKey(actor=0, action="play"))
    assert viewer.is_busy
    pace = viewer.turn_seconds
    viewer.submit(ChangePace(actor=0, by=1))
    assert viewer.turn_seconds < pace
    while viewer.is_busy:
        viewer.advance()
    assert viewer.at == viewer.count
    assert viewer.submit(PressKey(actor=0, action="play")) is not None


def test_its_pace_changes_while_it_plays(recorded: Path, watched: Callable[..., Any]) -> None:
    played = watched("p . .", recorded)
    assert "Speed 4 of 5." in played.screens[2]
    assert "Speed 5 of 5." in played.screens[-1]
    stopped = watched("p F9 .", recorded)
    assert "Speed 4 of 5." in stopped.screens[-1]  # it no longer plays


def test_the_page_of_the_last_command_says_how_it_ended(home: Path, watched: Callable[..., Any]) -> None:
    loaded = load("stealth", only_mods=())
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


CHANGED = 30
"""The turn in which another command is carried out than the one recorded."""


@pytest.fixture
def old(home: Path) -> Path:
    """A replay under other rules: from turn `CHANGED` on its marks are those of another game."""
    loaded = load("stealth", only_mods=())
    path = home / "old.replay"
    lock = (("core.stealth", "0.0.9", "0" * 32),)
    session = Session.begin(msgspec.structs.replace(loaded.rules, lock=lock), 1, {"course": "guided"})
    with path.open("w", encoding="utf-8") as file:
        recorder = Recorder(file, session, "0.0.9")
        for turn in range(1, 61):
            actor = session.state.question.actor
            recorder.write_command(Wait(actor=actor))
            session.submit(ToggleLamp(actor=actor) if turn == CHANGED else Wait(actor=actor))
            recorder.write_hash_mark()
    return path


def test_a_replay_of_other_rules_ends_where_it_is_left(old: Path, watched: Callable[..., Any]) -> None:
    """In the viewer, and in the title list, which opens it."""
    screen = watched("END F9 RIGHT F9 HOME F9", old).screens
    told = "Footfall 0.0.9 recorded this under other rules: from turn 30 on, the game departs from the recording."
    assert told in screen[1]
    assert told in screen[3]
    assert find_position(screen[3]) == 30
    assert find_position(screen[-1]) == 0


@pytest.mark.proof(0)
def test_replay_and_why_tell_of_other_rules(old: Path, footfall: Callable[..., Any]) -> None:
    for words in (("replay", old), ("why", old), ("why", old, "--turn", 45)):
        run = footfall(*words)
        assert run.exit_code == 1
        told = "the rules have changed since Footfall 0.0.9 recorded this game, and from turn 30 on"
        assert told in run.stderr, words
        assert f"footfall replay {old} --watch" in run.stderr
        assert "mods install" not in run.stderr  # no index has the rules of the program
    assert footfall("why", old, "--turn", 25).exit_code == 0
    run = footfall("replay", old, "--at", 50)
    assert run.exit_code == 0
    assert "departs from the recording" in run.stderr


def test_why_of_a_turn_that_is_not_there(recorded: Path, footfall: Callable[..., Any]) -> None:
    run = footfall("why", recorded, "--turn", 9999)
    assert run.exit_code == 1
    assert "there is no turn 9999" in run.stderr
    last = view(recorded)
    last.submit(JumpInReplay(by=last.count))
    assert f"ends with turn {last.build_scene().shown_turn}" in run.stderr


@pytest.mark.proof(0)
def test_from_the_end_one_goes_back_to_the_last_notice(recorded: Path, watched: Callable[..., Any]) -> None:
    loaded = load("stealth", only_mods=())
    events = find_replay_events(loaded.rules, read_replay(recorded, lambda header: loaded.rules))
    count = view(recorded).count
    last = [at for at in events[ReplayEvent.ALARM] if at < count]
    screens = watched("END F9 N F9 N F9", recorded).screens
    assert [find_position(screen) for screen in screens[2::2]] == [count, last[-1], last[-2]]
