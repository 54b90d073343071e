"""News of weight are shown whole on the smallest screen: notices, lessons."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.api.session_scene import build_session_scene, merge_log_lines
from footfall.app.lessons import LESSON_KIND, LessonTracker
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import find_bot
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.loop import find_new_alarm
from footfall.ui.ui_state import UiState

NOTICES = ("stealth-edge-notices", "stealth-unseen")
NUMBERS = {"distance": 3, "range": 5, "roll": 2, "stealth": -1, "own": 1, "luck": 0, "other": 0, "reach": 8}


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


@pytest.fixture
def session(loaded: LoadResult) -> Session:
    return Session.begin(loaded.rules, 1, {"course": "core.stealth:guided"})


@pytest.fixture(params=["en", "es"])
def translate(loaded: LoadResult, request: pytest.FixtureRequest) -> Callable[[Any], str]:
    loaded.catalog.set_language(request.param)
    return loaded.catalog.translate


def tell(session: Session, *lines: tuple[Message, str]) -> None:
    session.log += [LoggedMessage(message, kind, session.state.turn) for message, kind in lines]


def read_screen(session: Session, translate: Callable[[Any], str]) -> str:
    """The text of a screen of 80 x 24 cells, with all rows joined."""
    canvas = Canvas(24, 80)
    draw_screen(canvas, build_session_scene(session), UiState(), translate)
    return " ".join(canvas_to_text(canvas).split())


@pytest.mark.parametrize("station", ["listen", "noise", "decoy", "creep", "ambush"])
def test_a_lesson_is_never_cut(session: Session, translate: Callable[[Any], str], station: str) -> None:
    text = Message(f"stealth-station-{station}", {"key": "[SPACE]", "second": "[SPACE]"})
    tell(session, (text, LESSON_KIND))
    assert translate(text) in read_screen(session, translate)


def test_why_something_noticed_is_never_cut(session: Session, translate: Callable[[Any], str]) -> None:
    why = Message("stealth-notice-sight", NUMBERS)
    notice = Message("stealth-edge-notices-why", {"creature": Message("stealth-creature-giant-rat"), "why": why})
    hit = Message("stealth-us-hit", {"seen": "no", "manner": "melee", "damage": 3, "attacker": ""})
    tell(session, (notice, "alarm"), (hit, "fight"), (Message("stealth-pack-full"), ""))
    screen = read_screen(session, translate)
    assert translate(why) in screen
    assert translate(Message("stealth-pack-full")) in screen


def test_a_lesson_waits_while_something_is_urgent(session: Session, tmp_path: Path) -> None:
    calm = build_session_scene(session)
    tell(session, (Message("stealth-edge-notices"), "alarm"))
    tracker = LessonTracker(tmp_path / "lessons.json")
    assert tracker.take_due_lesson(build_session_scene(session), {}) is None
    assert tracker.take_due_lesson(calm, {}) is not None


def test_each_notice_of_whole_games_is_on_the_screen(loaded: LoadResult, translate: Callable[[Any], str]) -> None:
    """P-WHY-1: with its reason, on the screen that follows it."""
    told = 0
    for seed in range(4):
        session = Session.begin(loaded.rules, seed, {"floor": 2 + seed, "course": "core.stealth:first"})
        bot = find_bot(loaded.rules, "newcomer")
        context = BotContext(session, bot.id, 1)
        for _ in range(150):
            options = list_legal_commands(session)
            if not options:
                break
            known = len(session.log)
            session.submit(bot.decide(context, options))
            notices = [line for line in session.log[known:] if line.message.id.startswith(NOTICES)]
            screen = read_screen(session, translate) if notices else ""
            assert all(" ".join(translate(line.message).split())[1:] in screen for line in notices)
            told += len(notices)
    assert told >= 5


def test_the_end_of_a_game_keeps_its_keys(session: Session, translate: Callable[[Any], str]) -> None:
    scene = build_session_scene(session)
    scene.farewell = tuple(Message("stealth-over-facts", {"floor": n, "turns": n}) for n in range(12))
    scene.can_restart = True
    canvas = Canvas(24, 80)
    draw_screen(canvas, scene, UiState(), translate)
    text = " ".join(canvas_to_text(canvas).replace("│", " ").split())
    hint = translate(Message("footfall-ui-over-again-hint")).replace("[", "").replace("]", "")
    assert all(part in text for part in hint.split(", "))


UNSEEN = {"from": "", "sure": "yes", "noise": 2, "stealth": 1, "lit": "no", "known": "no", "creature": ""}


@pytest.mark.parametrize("width", [80, 120])
def test_an_alarm_in_the_title_leaves_the_status_whole(
    session: Session, translate: Callable[[Any], str], width: int
) -> None:
    """Its first sentence where there is room, else a word; the rest is in the log."""
    scene = build_session_scene(session)
    scene.alert = Message("stealth-unseen-hearing", UNSEEN)
    scene.log = merge_log_lines([LoggedMessage(scene.alert, "alarm", 4321)])
    scene.turn = scene.clock = 4321
    canvas = Canvas(24, width)
    draw_screen(canvas, scene, UiState(), translate)
    first = canvas_to_text(canvas).splitlines()[0]
    alert = translate(scene.alert).split(":")[0] if width == 120 else translate(Message("footfall-ui-alert"))
    assert f" {alert} " in first
    for span in scene.status:
        assert translate(span.text) in first
    assert "4321" in first
    assert "1." not in first


def test_an_alert_leaves_the_floor_in_the_title(session: Session, translate: Callable[[Any], str]) -> None:
    scene = build_session_scene(session)
    scene.title, scene.alert = Message("stealth-title-depth", {"floor": 2}), Message("stealth-melee")
    scene.turn = scene.clock = 1018
    starts = set()
    for width in range(80, 110):
        canvas = Canvas(24, width)
        draw_screen(canvas, scene, UiState(), translate)
        starts.add(canvas_to_text(canvas).split(f" {translate(scene.alert)} ")[0].strip())
    title = translate(scene.title)
    assert {title, title.rpartition("  ")[2]} <= starts


def test_an_alarm_of_an_earlier_turn_is_no_news(session: Session) -> None:
    """A jump to the end of a replay shows the news of its last turn."""
    begin = build_session_scene(session)
    later = build_session_scene(session)
    later.log = [LoggedMessage(Message("a"), "alarm", 5), LoggedMessage(Message("b"), "", 9)]
    assert find_new_alarm(later, begin) is None
    later.log = [LoggedMessage(Message("b"), "", 8), LoggedMessage(Message("a"), "alarm", 9)]
    assert find_new_alarm(later, begin) == Message("a")
