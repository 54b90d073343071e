"""The guided floor, by the keys of a player (P-GUIDE)."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.app.game_view import build_session_scene
from footfall.app.new_game import list_courses
from footfall.engine.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.play_state import play_of
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only=()).rules


def type_keys(session: Session, keys: str) -> None:
    """Types keys at the real bindings."""
    state = UiState()
    for key in keys.split():
        state, command = handle_key(state, build_session_scene(session), key)
        if command is not None:
            assert session.submit(command).refusal is None, key


def list_panel(session: Session) -> list[str]:
    panel = build_session_scene(session).panels[1]
    return [panel.title.id, panel.lines[0].spans[0].text.id]


LISTEN = "l l l l l . . . ."
MOSS = "l l l k k k" + 9 * " l"
DECOY = "l l l l b j j j j n g n g" + 7 * " l" + " t c TAB TAB j ENTER"
SLIP_PAST = ". . . . l l l l l u l"
CREEP = "n" + 10 * " l" + " u l l"
AMBUSH = "l l l l l l"
LEAVE = "u u u l SPACE"


def begin_lessons(rules: Rules, seed: int = 3) -> Session:
    return Session.begin(rules, seed, {"course": "guided"}, strict=True)


def test_the_five_stations_are_done_by_keys(rules: Rules) -> None:
    """P-GUIDE-1, 2, 3: the way of the texts completes each station; the way out ends the game."""
    session = begin_lessons(rules)
    assert list_panel(session) == ["stealth-station", "stealth-task-listen"]
    for keys, task in (
        (LISTEN, "noise"),
        (MOSS, "decoy"),
        (DECOY + " " + SLIP_PAST, "creep"),
        (CREEP, "ambush"),
    ):
        *before, last = keys.split()
        type_keys(session, " ".join(before))
        type_keys(session, last)
        assert list_panel(session)[1] in ("stealth-station-done", f"stealth-task-{task}"), task
    type_keys(session, AMBUSH)
    assert list_panel(session) == ["stealth-station", "stealth-station-done"]
    praised = [line.message.id for line in session.log if line.message.id.startswith("stealth-praise-")]
    assert praised == [f"stealth-praise-{name}" for name in ("listen", "noise", "decoy", "creep", "ambush")]
    type_keys(session, LEAVE)
    assert session.state.outcome == "learned"
    assert session.state.turn < 120
    assert "stealth-over-learned" in [message.id for message in build_session_scene(session).farewell]


def test_stations_can_be_walked_past(rules: Rules) -> None:
    """P-GUIDE-2: who walks on gets no praise, and the next station."""
    session = begin_lessons(rules)
    type_keys(session, "l l l l l l l l")
    assert list_panel(session) == ["stealth-station", "stealth-task-noise"]
    assert play_of(session.state).stations == {"core.stealth:listen": True}
    assert "stealth-praise-listen" not in [line.message.id for line in session.log]


def test_a_station_tells_its_text_with_keys_once_in_each_game(rules: Rules) -> None:
    first, second = begin_lessons(rules), begin_lessons(rules, 4)
    lessons = [build_session_scene(session).lessons for session in (first, second)]
    assert [[lesson.text.id for lesson in row] for row in lessons] == [["stealth-station-listen"]] * 2
    assert lessons[0][0].keys == ("stealth-key-wait", "stealth-key-lamp")
    assert lessons[0][0].id != lessons[1][0].id


def test_a_lesson_counts_as_no_victory(rules: Rules) -> None:
    assert "learned" not in rules.game.statistics.winning_outcomes


def test_a_mod_adds_a_station_and_a_course(tmp_path: Path) -> None:
    """Stations and courses are records: a mod without code teaches something of its own."""
    folder = tmp_path / "drill"
    (folder / "content").mkdir(parents=True)
    (folder / "locale" / "en").mkdir(parents=True)
    (folder / "mod.toml").write_text(MANIFEST)
    (folder / "content" / "drill.toml").write_text(DRILL)
    (folder / "locale" / "en" / "drill.ftl").write_text("drill-text = Stand still.\n")
    loaded = load("core.stealth", mods=(folder,), only=())
    assert [str(finding) for finding in loaded.findings if finding.mod == "you.drill"] == []
    session = Session.begin(loaded.rules, 1, {"course": "drill"}, strict=True)
    assert list_panel(session) == ["stealth-station", "drill-text"]
    assert {course.id for course in list_courses(loaded.rules)} > {"you.drill:drill", "core.stealth:first"}


MANIFEST = """
[mod]
id = "you.drill"
version = "1.0.0"
api = "1"
name = "Drill"
summary = "One more lesson."
authors = ["You"]
license = "MIT"
games = ["stealth"]
"""

DRILL = """
[course.drill]
title = "drill-text"
about = "drill-text"
welcome = "drill-text"
plan = "core.stealth:guided"
stations = ["stand"]

[station.stand]
task = "drill-text"
text = "drill-text"
deed = "silent"
praise = "drill-text"
until = 20
"""
