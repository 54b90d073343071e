"""The guided floor, by the keys of a player (P-GUIDE)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from footfall.api.grid import chebyshev_distance, get_world
from footfall.api.session_scene import build_session_scene
from footfall.app.game_view import GameView
from footfall.app.lessons import LessonTracker
from footfall.app.startup import list_courses
from footfall.engine.bots import RunningMacro
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Command, Message
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.model.play_state import play_of
from footfall.plugins.stealth.model.state import STEALTH_PART, Mood
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only_mods=()).rules


def type_keys(session: Session, keys: str) -> None:
    """Types keys at the real bindings."""
    state = UiState()
    for key in keys.split():
        state, command = handle_key(state, build_session_scene(session), key)
        if state.confirmation is not None and key in "hjklyubn":  # a step that is likely noticed
            state, command = handle_key(state, build_session_scene(session), "y")
        if command is not None:
            refusal = session.submit(command).refusal
            assert refusal is None or refusal.message.id == "stealth-nothing-to-strike", key  # the wall has fallen


def list_panel(session: Session) -> list[str]:
    panel = build_session_scene(session).panels[1]
    return [panel.title.id, panel.lines[0].spans[0].text.id]


LISTEN = "l l l l l . . . ."
MOSS = "l l l k k k" + 9 * " l"
DECOY = "l l l l b j j j j n g n g" + 7 * " l" + " t c ENTER"
SLIP_PAST = ". . . . l l l l l u l"
CREEP = "n" + 10 * " l" + " u l l"
AMBUSH = "l l l l l l"
TO_THE_WALL = "u u l u"
BREACH = " . . . ." + 8 * " F l . ."
TO_THE_HUNTER = "l u u u l l l l l"
LEAVE = 6 * "l " + "SPACE"
TO_THE_BREACH = " ".join((LISTEN, MOSS, DECOY, SLIP_PAST, CREEP, AMBUSH, TO_THE_WALL, BREACH))
AFTER = {"stealth-station-done", "stealth-after-decoy"}


def begin_lessons(rules: Rules, seed: int = 7) -> Session:
    return Session.begin(rules, seed, {"course": "guided"}, strict=True)


def test_the_first_listening_succeeds_in_every_game(rules: Rules) -> None:
    """P-GUIDE-4"""
    for seed in range(20):
        session = begin_lessons(rules, seed)
        type_keys(session, LISTEN)
        assert "stealth-listen-something" in [line.message.id for line in session.log], seed


def test_the_stations_to_the_ambush_are_done_by_keys(rules: Rules) -> None:
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
        assert list_panel(session)[1] in AFTER | {f"stealth-task-{task}"}, task
    type_keys(session, AMBUSH)
    assert list_panel(session) == ["stealth-station", "stealth-after-ambush"]
    praised = [line.message.id for line in session.log if line.message.id.startswith("stealth-praise-")]
    assert praised == [f"stealth-praise-{name}" for name in ("listen", "noise", "decoy", "creep", "ambush")]
    type_keys(session, TO_THE_WALL)
    assert list_panel(session) == ["stealth-station", "stealth-task-secret"]
    type_keys(session, BREACH)
    assert list_panel(session)[1] == "stealth-station-done"
    type_keys(session, "l l")
    assert list_panel(session)[1] == "stealth-task-escape"  # told before the way out, which is in the same row
    type_keys(session, LEAVE)
    assert session.state.outcome == "learned"
    assert session.state.turn < 140
    assert "stealth-over-learned" in [message.id for message in build_session_scene(session).farewell]


@pytest.mark.proof(1)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_hunter_is_lost_behind_a_door(rules: Rules, seed: int, elsewhere: bool) -> None:
    """Who opens the last door is noticed; shut out, the hunter gives up, and the way out is free.

    One that hunts elsewhere on the floor, far from the character, makes no difference.
    """
    session = begin_lessons(rules, seed)
    world = get_world(session.state)
    type_keys(session, f"{TO_THE_BREACH} {TO_THE_HUNTER} l")
    assert list_panel(session)[1] == "stealth-task-escape"
    stealth = session.state.parts[STEALTH_PART]
    hunter = next(id for id, actor in world.actors.items() if "hunter" in actor.kind)
    for _ in range(16):
        if stealth.minds[hunter].mood is Mood.AGGRAVATED:
            break
        type_keys(session, ".")
    assert stealth.minds[hunter].mood is Mood.AGGRAVATED
    type_keys(session, "c")
    guards = [id for id, actor in world.actors.items() if "guard" in actor.kind]
    far = max(guards, key=lambda id: world.actors[id].at[1])
    for _ in range(40):
        if list_panel(session)[1] == "stealth-after-escape":
            break
        if elsewhere and stealth.minds[hunter].lost_turns:
            stealth.minds[far] = msgspec.structs.replace(stealth.minds[far], mood=Mood.AGGRAVATED)
        type_keys(session, ".")
    assert list_panel(session)[1] == "stealth-after-escape"
    assert (stealth.minds[far].mood is Mood.AGGRAVATED) == elsewhere
    assert world.actors[1].hp > 0


def test_a_lesson_whose_creature_is_dead_is_over(rules: Rules) -> None:
    """P-GUIDE-2: it asks for nothing that can no longer be done."""
    session = begin_lessons(rules)
    type_keys(session, f"{TO_THE_BREACH} {TO_THE_HUNTER} l")
    assert list_panel(session)[1] == "stealth-task-escape"
    world = get_world(session.state)
    hunter = next(id for id, actor in world.actors.items() if "hunter" in actor.kind)
    world.actors[hunter].hp = 1
    for _ in range(60):
        if hunter not in world.actors:
            break
        is_near = chebyshev_distance(world.actors[hunter].at, world.actors[1].at) == 1
        type_keys(session, "F l . ." if is_near else ".")
    assert list_panel(session)[1] == "stealth-after-escape"


def test_the_key_of_the_last_lesson_leads_out_as_its_text_says(rules: Rules) -> None:
    """In the dark a fire shows the way out, and ``>`` goes there and leaves."""
    session = begin_lessons(rules)
    type_keys(session, f"{TO_THE_BREACH} {TO_THE_HUNTER}")
    notes: dict[str, Any] = {}
    for _ in range(3):
        _, order = handle_key(UiState(), build_session_scene(session), ">")
        assert isinstance(order, Command)
        macro = RunningMacro(session, order, notes)
        while isinstance(step := macro.next_command(), Command):
            assert session.submit(step).refusal is None
        assert step is None or step.id == "stealth-course-seen"  # the fire
    assert session.state.outcome == "learned"


def test_stations_can_be_walked_past(rules: Rules) -> None:
    """P-GUIDE-2: who walks on gets no praise, reads what was left out, and gets the next station."""
    session = begin_lessons(rules)
    type_keys(session, "l l l l l l l l")
    assert list_panel(session) == ["stealth-station", "stealth-task-noise"]
    assert play_of(session.state).stations == {"core.stealth:listen": True}
    told = [line.message for line in session.log]
    assert "stealth-praise-listen" not in [message.id for message in told]
    passed = [message.args for message in told if message.id == "stealth-station-passed"]
    assert passed == [{"number": 1, "task": Message("stealth-task-listen")}]


def test_nothing_is_said_to_be_left_out_of_a_lesson_done(rules: Rules) -> None:
    session = begin_lessons(rules)
    type_keys(session, LISTEN + " " + MOSS)
    assert "stealth-station-passed" not in [line.message.id for line in session.log]


def test_the_log_tells_of_a_rock_that_draws_no_creature(rules: Rules) -> None:
    session = begin_lessons(rules)
    to_rocks = " l l l l b j j j j n g n g"
    type_keys(session, LISTEN + " " + MOSS + to_rocks + " t c" + 12 * " h" + " ENTER")
    assert "stealth-throw-unheeded" in [line.message.id for line in session.log]
    type_keys(session, ".")
    assert [line.message.id for line in session.log].count("stealth-throw-unheeded") == 1
    heeded = begin_lessons(rules)
    type_keys(heeded, LISTEN + " " + MOSS + " " + DECOY)
    told = [line.message.id for line in heeded.log]
    assert "stealth-praise-decoy" in told
    assert "stealth-throw-unheeded" not in told


def test_the_fires_of_the_lessons_last(rules: Rules) -> None:
    session = begin_lessons(rules)
    world = get_world(session.state)
    fires = [actor.id for actor in world.actors.values() if "fire" in actor.kind]
    lives = [world.actors[id].hp for id in fires]
    assert len(fires) >= 4
    type_keys(session, " ".join("." * 40))
    assert [get_world(session.state).actors[id].hp for id in fires] == lives


def test_the_rat_sleeps_while_one_keeps_to_the_moss_with_the_lamp_lit(rules: Rules) -> None:
    for seed in range(10):
        session = begin_lessons(rules, seed)
        type_keys(session, "q " + LISTEN + " " + MOSS)
        assert "stealth-praise-noise" in [line.message.id for line in session.log], seed


@pytest.mark.proof(1)
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("seed", [3])
def test_the_task_is_on_the_smallest_screen_all_the_time(language: str, seed: int) -> None:
    """P-GUIDE-1: also while the status line has other news."""
    loaded = load("core.stealth", only_mods=())
    loaded.catalog.set_language(language)
    session = begin_lessons(loaded.rules, seed)
    keys = f"q {TO_THE_BREACH} {TO_THE_HUNTER}"
    state = UiState()
    for key in keys.split():
        scene = build_session_scene(session)
        canvas = Canvas(24, 80)
        draw_screen(canvas, scene, UiState(), loaded.catalog.translate)
        task = loaded.catalog.translate(scene.panels[1].lines[0].spans[0].text)
        assert task in canvas_to_text(canvas).splitlines()[1], key
        state, command = handle_key(state, scene, key)
        if command is not None:
            session.submit(command)


@pytest.mark.parametrize(("language", "reach"), [("en", "up to 5 cells"), ("es", "hasta 5 casillas")])
def test_a_throw_starts_at_a_target_in_reach_and_says_how_far_it_goes(language: str, reach: str) -> None:
    """The guard is an enemy, but a cell too far; the first fire is the one that the lesson names."""
    loaded = load("core.stealth", only_mods=())
    loaded.catalog.set_language(language)
    session = begin_lessons(loaded.rules)
    type_keys(session, LISTEN + " " + MOSS + " " + DECOY.removesuffix(" t c ENTER"))
    scene = build_session_scene(session)
    distances = [chebyshev_distance(choice.value, (9, 30)) for choice in scene.choices["targets"]]
    assert distances == [5, 5, 6]
    assert scene.choices["targets"][0].value == (4, 31)
    state, _ = handle_key(UiState(), scene, "t")
    canvas = Canvas(40, 120)
    draw_screen(canvas, scene, state, loaded.catalog.translate)
    assert reach in canvas_to_text(canvas)


def test_a_key_shows_the_text_of_the_station_again(rules: Rules, tmp_path: Path) -> None:
    tracker = LessonTracker(tmp_path / "lessons.json")
    view = GameView(begin_lessons(rules), str, lesson_tracker=tracker)
    for _ in range(3):  # the log has it once
        scene = view.build_scene()
    assert scene.hints[0] == "page:hint"
    state, command = handle_key(UiState(), scene, "H")
    assert (state.page, command) == ("hint", None)
    text = scene.pages["hint"].lines[0].spans[0].text
    assert text == Message("stealth-station-listen", {"key": "[.]", "second": "[q]"})
    assert scene.panels[1].lines[-1].spans[0].text == text  # it also stays next to the map until it is done
    type_keys(view.session, LISTEN)
    assert len(view.build_scene().panels[1].lines) == 1


def test_a_station_tells_its_text_with_keys_once_in_each_game(rules: Rules) -> None:
    first, second = begin_lessons(rules), begin_lessons(rules, 4)
    lessons = [build_session_scene(session).lessons for session in (first, second)]
    assert [[lesson.text.id for lesson in row] for row in lessons] == [["stealth-station-listen"]] * 2
    assert lessons[0][0].keys == ("stealth-key-wait", "stealth-key-lamp")
    assert lessons[0][0].id != lessons[1][0].id


def test_a_hollow_wall_gives_itself_away_to_one_who_waits(rules: Rules) -> None:
    """P-SECRET-1: once for a stay, in the log and on the line of keys; the wall stays unrecognized."""
    session = begin_lessons(rules)
    type_keys(session, " ".join((LISTEN, MOSS, DECOY, SLIP_PAST, CREEP, AMBUSH, TO_THE_WALL, ". . .")))
    told = "stealth-hollow-wall"
    assert told not in [line.message.id for line in session.log]
    assert "stealth-key-strike" not in build_session_scene(session).hints
    before = session.state
    type_keys(session, ".")
    assert session.log[-1].message == Message(told, {"direction": 2})
    assert build_session_scene(session).hints[0] == "stealth-key-strike"
    world = get_world(before)
    assert not world.levels[world.current].recognized.any()
    type_keys(session, ". . . . . . . .")
    assert [line.message.id for line in session.log].count(told) == 1
    type_keys(session, "k . . . .")
    assert [line.message.id for line in session.log].count(told) == 1  # no longer next to it


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
    loaded = load("core.stealth", mods=(folder,), only_mods=())
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
