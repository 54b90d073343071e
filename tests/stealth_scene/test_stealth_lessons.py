"""Lessons: one short line each, once to each player, when it is of use; the words name the player's own keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footfall.api.scene import Lesson as Due
from footfall.api.scene import Scene
from footfall.cli.lessons import Teacher, forget
from footfall.cli.view import GameView, scene_of
from footfall.engine.bots import Seat, legal_commands
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.loader import Loaded, load
from footfall.plugins.stealth.commands import Wait
from footfall.plugins.stealth.scene.lessons import MOMENTS, Lesson
from footfall.sim.bots import find_bot
from footfall.ui.interaction import View, key_of

LINE = 76
"""Signs of a line of the log on the smallest screen, after the sign of a lesson."""


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return load("core.stealth", only=())


def due(turn: int, *names: str) -> Scene:
    scene = Scene(Message("title"), turn=turn)
    scene.lessons = tuple(Due(name, Message(name)) for name in names)
    return scene


def test_each_lesson_is_told_once_and_one_a_turn(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    teacher = Teacher(path)
    told = [teacher.due(due(turn, "a", "b")) for turn in (1, 1, 2, 3)]
    assert [line.message.id if line else None for line in told] == ["a", None, "b", None]
    assert Teacher(path).due(due(1, "a", "b")) is None
    line = Teacher(path).due(due(1, "a", "c"))
    assert line is not None
    assert (line.message.id, line.kind) == ("c", "lesson")
    forget(path)
    assert Teacher(path).due(due(1, "a")) is not None
    path.write_text("{broken", encoding="utf-8")
    assert Teacher(path).due(due(1, "a")) is not None


def test_a_lesson_whose_key_is_taken_away_is_not_told(tmp_path: Path) -> None:
    scene = due(1, "b")
    scene.lessons = (Due("a", Message("a"), ("some-key",)), *scene.lessons)
    line = Teacher(tmp_path / "l").due(scene)
    assert line is not None
    assert line.message.id == "b"


def test_a_question_is_not_talked_over(tmp_path: Path) -> None:
    scene = due(1, "a")
    scene.over = (Message("dead"),)
    assert Teacher(tmp_path / "l").due(scene) is None


def test_every_lesson_has_a_moment_keys_and_one_short_line(loaded: Loaded) -> None:
    session = Session.begin(loaded.rules, 1, {"floor": 3})
    scene = scene_of(session)
    table = loaded.rules.records.table(Lesson, "lesson")
    assert {lesson.moment for lesson in table.values()} == set(MOMENTS)
    assert len(table) == len(MOMENTS) > 20
    for lesson in table.values():
        names = [key_of(View(), scene, name) for name in lesson.keys]
        assert all(names), lesson.id
        arguments = dict(zip(("key", "second"), (f"[{name}]" for name in names), strict=False))
        for language in ("en", "es"):
            loaded.catalogue.speak(language)
            words = loaded.catalogue.text(Message(lesson.text, arguments))
            assert len(words) <= LINE, words
            assert "stealth-" not in words
            assert all(f"[{name}]" in words for name in names), words
    loaded.catalogue.speak("en")


def test_a_first_game_teaches_as_it_goes(loaded: Loaded, tmp_path: Path) -> None:
    session = Session.begin(loaded.rules, 3, {"floor": 2})
    view = GameView(session, loaded.catalogue.text, lambda: None, teacher=Teacher(tmp_path / "lessons.json"))
    bot = find_bot(loaded.rules, "sneak")
    seat = Seat(session, bot.id, 1)
    for _ in range(150):
        view.scene()
        if session.state.outcome is None:
            view.step(bot.decide(seat, legal_commands(session)))
    told = [line.message.id for line in session.log if line.kind == "lesson"]
    assert len(told) == len(set(told)) >= 4
    assert {"stealth-lesson-start", "stealth-lesson-noise"} <= set(told)
    turns = [line.turn for line in session.log if line.kind == "lesson"]
    assert len(turns) == len(set(turns))


def test_lessons_change_nothing_in_the_game(loaded: Loaded, tmp_path: Path) -> None:
    taught, plain = (Session.begin(loaded.rules, 3, {"floor": 2}) for _ in range(2))
    views: list[Any] = [
        GameView(taught, loaded.catalogue.text, lambda: None, teacher=Teacher(tmp_path / "lessons.json")),
        GameView(plain, loaded.catalogue.text, lambda: None),
    ]
    for view in views:
        for _ in range(10):
            view.scene()
            view.step(Wait(actor=1))
    assert taught.hash() == plain.hash()
    assert any(line.kind == "lesson" for line in taught.log)
    assert not any(line.kind == "lesson" for line in plain.log)
