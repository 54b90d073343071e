"""Lessons: one short line each, shown once at the right moment, with the player's own keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footfall.api.grid import Item, get_world
from footfall.api.scene import Lesson as Due, Scene
from footfall.api.session_scene import build_session_scene
from footfall.app.game_view import GameView
from footfall.app.lessons import LessonTracker
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.scene.lessons import MOMENTS, LessonRecord
from footfall.sim.bots import find_bot
from footfall.ui.keymap import find_first_key
from footfall.ui.ui_state import UiState

LINE = 76
"""Columns of a log line on the smallest screen, after the lesson sign."""


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def build_scene_with(turn: int, *names: str) -> Scene:
    scene = Scene(Message("title"), turn=turn)
    scene.lessons = tuple(Due(name, Message(name)) for name in names)
    return scene


def test_each_lesson_is_shown_once_and_one_per_turn(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    teacher = LessonTracker(path)
    lines = [teacher.take_due_lesson(build_scene_with(turn, "a", "b"), {}) for turn in (1, 1, 2, 3)]
    assert [line.message.id if line else None for line in lines] == ["a", None, "b", None]
    assert LessonTracker(path).take_due_lesson(build_scene_with(1, "a", "b"), {}) is None
    line = LessonTracker(path).take_due_lesson(build_scene_with(1, "a", "c"), {})
    assert line is not None
    assert (line.message.id, line.kind) == ("c", "lesson")
    path.unlink()  # as play --lessons reset does
    assert LessonTracker(path).take_due_lesson(build_scene_with(1, "a"), {}) is not None
    path.write_text("{broken", encoding="utf-8")
    assert LessonTracker(path).take_due_lesson(build_scene_with(1, "a"), {}) is not None


def test_a_lesson_without_its_key_is_not_shown(tmp_path: Path) -> None:
    scene = build_scene_with(1, "b")
    scene.lessons = (Due("a", Message("a"), ("some-key",)), *scene.lessons)
    line = LessonTracker(tmp_path / "l").take_due_lesson(scene, {})
    assert line is not None
    assert line.message.id == "b"


def test_no_lesson_during_a_question(tmp_path: Path) -> None:
    scene = build_scene_with(1, "a")
    scene.farewell = (Message("dead"),)
    assert LessonTracker(tmp_path / "l").take_due_lesson(scene, {}) is None


def test_every_lesson_has_a_moment_keys_and_one_short_line(loaded: LoadResult) -> None:
    session = Session.begin(loaded.rules, 1, {"floor": 3})
    scene = build_session_scene(session)
    table = loaded.rules.records.table(LessonRecord, "lesson")
    assert {lesson.moment for lesson in table.values()} == set(MOMENTS)
    assert len(table) == len(MOMENTS) > 20
    for lesson in table.values():
        names = [find_first_key(UiState(), scene, name) for name in lesson.keys]
        assert all(names), lesson.id
        arguments = dict(zip(("key", "second"), (f"[{name}]" for name in names), strict=False))
        for language in ("en", "es"):
            loaded.catalog.set_language(language)
            words = loaded.catalog.translate(Message(lesson.text, arguments))
            assert len(words) <= LINE, words
            assert "stealth-" not in words
            assert all(f"[{name}]" in words for name in names), words
    loaded.catalog.set_language("en")


@pytest.mark.proof(0)
def test_a_first_game_teaches_as_it_goes(loaded: LoadResult, tmp_path: Path) -> None:
    session = Session.begin(loaded.rules, 3, {"floor": 2})
    view = GameView(session, loaded.catalog.translate, lesson_tracker=LessonTracker(tmp_path / "lessons.json"))
    bot = find_bot(loaded.rules, "sneak")
    seat = BotContext(session, bot.id, 1)
    for _ in range(150):
        view.build_scene()
        if session.state.outcome is None:
            view.submit(bot.decide(seat, list_legal_commands(session)))
    lines = [line.message.id for line in session.log if line.kind == "lesson"]
    assert len(lines) == len(set(lines)) >= 4
    assert {"stealth-lesson-start", "stealth-lesson-noise"} <= set(lines)
    turns = [line.turn for line in session.log if line.kind == "lesson"]
    assert len(turns) == len(set(turns))


def test_who_takes_a_bell_is_told_the_way_home(loaded: LoadResult, tmp_path: Path) -> None:
    """In a line, and first on the line of keys, where the way down no longer stands."""
    session = Session.begin(loaded.rules, 3, {"course": "first", "floor": 3})
    world = get_world(session.state)
    level = world.levels[world.actors[world.player].level]
    level.explored[:] = True
    level.memory[:] = level.tiles + 1
    view = GameView(session, loaded.catalog.translate, lesson_tracker=LessonTracker(tmp_path / "lessons.json"))
    assert "stealth-key-down" in view.build_scene().hints
    world.items[world.next_id] = Item(world.next_id, "core.stealth:copper_bell", holder=world.player)
    world.actors[1].pack.append(world.next_id)
    world.next_id += 1
    for _ in range(3):
        view.submit(Wait(actor=1))
        hints = view.build_scene().hints
    assert "stealth-lesson-bell" in [line.message.id for line in session.log]
    assert "stealth-key-up" in hints
    assert "stealth-key-down" not in hints


def test_lessons_change_nothing_in_the_game(loaded: LoadResult, tmp_path: Path) -> None:
    taught, plain = (Session.begin(loaded.rules, 3, {"floor": 2}) for _ in range(2))
    views: list[Any] = [
        GameView(taught, loaded.catalog.translate, lesson_tracker=LessonTracker(tmp_path / "lessons.json")),
        GameView(plain, loaded.catalog.translate),
    ]
    for view in views:
        for _ in range(10):
            view.build_scene()
            view.submit(Wait(actor=1))
    assert taught.hash() == plain.hash()
    assert any(line.kind == "lesson" for line in taught.log)
    assert not any(line.kind == "lesson" for line in plain.log)
