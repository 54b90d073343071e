"""After a death: why the killer noticed, the last decisions, and the last turns with the killer's senses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from footfall.app.decisions import COMMANDS_BACK
from footfall.app.game_view import LAST_TURNS_SCREEN, GameView
from footfall.app.last_turns import LastTurns
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.model import Command, Event, LoggedMessage, Message
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.king.events import SoulBroke
from footfall.plugins.stealth.model.state import Mood
from footfall.sim.bots import find_bot
from footfall.testing import scene
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontends.plain_input import describe_input, describe_page
from footfall.ui.interaction import handle_key
from footfall.ui.loop import run_ui_loop
from footfall.ui.ui_state import UiState

from .conftest import TypingScreen


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("stealth", mods=[], only_mods=())


@pytest.fixture(scope="module")
def finished(loaded: LoadResult) -> Session:
    """A game in which a creature that had noticed the character by a roll killed it after many commands."""
    bot = find_bot(loaded.rules, "brawler")
    for seed in range(1, 60):
        session = Session.begin(loaded.rules, seed, {"floor": 5}, strict=True)
        context = BotContext(session, bot.id, 1)
        while len(session.commands) < 400 and (options := list_legal_commands(session)):
            session.submit(bot.decide(context, options))
        play: Any = session.state.parts.get("core.stealth.play")
        if session.state.outcome != "died" or len(session.commands) <= 50 or play is None:
            continue
        if play.killer in {notice.actor for notice in play.notices}:  # a blow gives the character away without a roll
            return session
    pytest.fail("no game ended in a death")


class Player:
    """Presses keys on the view of a finished game and reads the screen."""

    def __init__(self, session: Session, translate: Callable[[Any], str]) -> None:
        screens = {LAST_TURNS_SCREEN: lambda: LastTurns(session, translate, points=self.view.list_turning_points())}
        self.view = GameView(session, translate, screens=screens)
        self.state = UiState()

    def press(self, *keys: str) -> str:
        for key in keys:
            self.state, request = handle_key(self.state, self.view.build_scene(), key)
            if request is not None:
                assert isinstance(request, Command)
                self.view.submit(request)
        return self.read()

    def read(self, rows: int = 48, columns: int = 130) -> str:
        canvas = Canvas(rows, columns)
        draw_screen(canvas, self.view.build_scene(), self.state, self.view.translate)
        return canvas_to_text(canvas)


def test_the_end_says_how_the_killer_noticed(finished: Session, loaded: LoadResult) -> None:
    """P-WHY-3"""
    text = Player(finished, loaded.catalog.translate).read()
    assert "It noticed you on turn" in text
    assert "your stealth" in text


def test_the_last_decisions_are_a_page(finished: Session, loaded: LoadResult) -> None:
    player = Player(finished, loaded.catalog.translate)
    assert "LAST DECISIONS" in player.press("d")
    lines = player.view.build_scene().pages["decisions"].lines
    turns = [str(line.spans[0].text).strip().split("-") for line in lines if str(line.spans[0].text).strip()]
    covered = sum(int(run[-1]) - int(run[0]) + 1 for run in turns)
    assert covered == COMMANDS_BACK
    folded = [run for run in turns if len(run) > 1]
    assert all(int(first) < int(last) for first, last in folded)


def test_the_end_names_three_turning_points(finished: Session, loaded: LoadResult) -> None:
    scene = Player(finished, loaded.catalog.translate).view.build_scene()
    told = {message.id: message for message in scene.farewell}
    safe = told["stealth-over-safe"]
    wounds = [line for line in finished.log if line.message.id.startswith("stealth-us-") and line.kind == "bad"]
    assert int(safe.args["turn"]) < finished.display.count_turns(wounds[-1].turn)
    noticed = [notice.turn for notice in finished.state.parts["core.stealth.play"].notices]
    assert int(safe.args["turn"]) < finished.display.count_turns(max(noticed))
    world = finished.state.parts["world"]
    pack = world.actors[world.player].pack
    assert ("stealth-over-unused" in told) <= bool(pack)


def test_the_hunt_that_is_named_is_one_that_lasts(
    finished: Session, loaded: LoadResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not that of a creature that was slain or has lost the character since."""
    parts: Any = finished.state.parts
    play, world, minds = parts["core.stealth.play"], parts["world"], parts["core.stealth"].minds
    own = next(notice for notice in reversed(play.notices) if notice.actor == play.killer)
    other = min(id for id in minds if id != play.killer and world.actors[id].level == world.current)
    earlier = msgspec.structs.replace(own, actor=other, kind=world.actors[other].kind, turn=own.turn - 1)
    monkeypatch.setattr(play, "notices", [earlier, own])
    for mood in (Mood.CALM, Mood.AGGRAVATED):
        monkeypatch.setitem(minds, other, msgspec.structs.replace(minds[other], mood=mood))
        scene = GameView(finished, loaded.catalog.translate).build_scene()
        is_told = "stealth-over-first" in {message.id for message in scene.farewell}
        assert is_told is (mood is Mood.AGGRAVATED)
    log = list(finished.log)
    for id, sure in (("stealth-edge-notices-unsurely", {}), ("stealth-unseen-sight", {"sure": "no"})):
        unsure = LoggedMessage(Message(id, {"id": other, **sure}), "alarm", earlier.turn)
        monkeypatch.setattr(finished, "log", [unsure, *log])  # it only came to look
        scene = GameView(finished, loaded.catalog.translate).build_scene()
        assert "stealth-over-first" not in {message.id for message in scene.farewell}


def test_a_hunt_that_had_ended_long_before_the_wounds_leaves_the_turns_between_safe(
    finished: Session, loaded: LoadResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    play: Any = finished.state.parts["core.stealth.play"]
    monkeypatch.setattr(play, "notices", [msgspec.structs.replace(play.notices[0], turn=3)])
    wounds = [line for line in finished.log if line.message.id.startswith("stealth-us-") and line.turn > 43]
    monkeypatch.setattr(finished, "log", wounds)
    first_wound = min(line.turn for line in wounds if line.kind == "bad")
    told = {message.id: message for message in GameView(finished, loaded.catalog.translate).build_scene().farewell}
    assert int(told["stealth-over-safe"].args["turn"]) >= finished.display.count_turns(first_wound - 1)


@pytest.mark.parametrize("mood", [Mood.CALM, Mood.AGGRAVATED])
def test_only_a_hunter_at_the_end_makes_a_turn_unsafe(
    finished: Session, loaded: LoadResult, monkeypatch: pytest.MonkeyPatch, mood: Mood
) -> None:
    """One that noticed the character before the first wound and lost it leaves the turns until then safe."""
    parts: Any = finished.state.parts
    play, world, minds = parts["core.stealth.play"], parts["world"], parts["core.stealth"].minds
    other = min(id for id in minds if id != play.killer and world.actors[id].level == world.current)
    monkeypatch.setitem(minds, other, msgspec.structs.replace(minds[other], mood=mood))
    wounds = [line for line in finished.log if line.message.id.startswith("stealth-us-") and line.kind == "bad"][-1:]
    monkeypatch.setattr(finished, "log", wounds)
    noticed = msgspec.structs.replace(play.notices[0], actor=other, turn=wounds[0].turn - 20)
    monkeypatch.setattr(play, "notices", [noticed])
    told = {message.id: message for message in GameView(finished, loaded.catalog.translate).build_scene().farewell}
    first = noticed.turn if mood is Mood.AGGRAVATED else wounds[0].turn
    assert told["stealth-over-safe"].args["command"] == first - 1


def test_the_last_turns_are_shown_with_the_killers_senses(finished: Session, loaded: LoadResult) -> None:
    """P-WHY-4"""
    player = Player(finished, loaded.catalog.translate)
    at = len(finished.commands) - COMMANDS_BACK
    opened = LastTurns(finished, loaded.catalog.translate, points=[Message("none")])
    assert opened.at == at
    player.view.open_over(opened)
    assert f"REPLAY {at} of {len(finished.commands)}" in player.read()
    seen = ["KILLED YOU LATER" in player.press("RIGHT") for _ in range(COMMANDS_BACK - 1)]
    assert any(seen)
    assert "REPLAY" not in player.press("ESC")
    assert "It noticed you on turn" in player.read()


@pytest.mark.parametrize(
    ("language", "keys", "words"),
    [
        ("en", " b play on  e adviser  ESC close  → next  ← back  ", "It begins here: "),
        ("es", " b jugar  e consejero  ESC cerrar  → siguiente  ← atrás  ", "Empieza aquí: "),
    ],
)
def test_the_last_turns_open_with_their_keys_and_say_once_what_begins_there(
    finished: Session, loaded: LoadResult, language: str, keys: str, words: str
) -> None:
    loaded.catalog.set_language(language)
    screen = TypingScreen(["w", "RIGHT", "ESC"], (24, 80))
    run_ui_loop(screen, Player(finished, loaded.catalog.translate).view)
    loaded.catalog.set_language("en")
    over, opened, after, again = screen.screens
    assert opened.splitlines()[-1].startswith(keys)
    assert (opened.count(words), after.count(words)) == (1, 0)
    assert over == again


@pytest.mark.parametrize("game", ["stealth", "king"])
@pytest.mark.parametrize(("language", "words"), [("en", "It begins here: "), ("es", "Empieza aquí: ")])
def test_they_open_at_the_turning_point_that_the_end_names_last(
    finished: Session, loaded: LoadResult, game: str, language: str, words: str
) -> None:
    """The last safe turn; in the King's House the command before the last soul fell."""
    session = finished
    if game == "king":
        loaded = load("king", mods=[], only_mods=())
        session, bot = Session.begin(loaded.rules, 3, {}), find_bot(loaded.rules, "greedy")
        while options := list_legal_commands(session):
            context = BotContext(session, bot.id, session.state.question.actor)
            session.submit(bot.decide(context, options))
    player = Player(session, loaded.catalog.translate)
    told = player.view.build_scene().farewell
    point = next(line for line in reversed(told) if line.id in ("stealth-over-safe", "king-story-last-fall"))
    loaded.catalog.set_language(language)
    screen = player.press("w")
    opened = player.view.overlay
    assert words + loaded.catalog.translate(point) in " ".join(screen.split())
    loaded.catalog.set_language("en")
    assert isinstance(opened, LastTurns)
    at, turn = opened.at, opened.session.display.count_turns(opened.at)
    assert f" {at} " in screen.splitlines()[0]
    if game == "stealth":
        assert str(turn) == point.args["turn"]
        return
    fallen = [e.seat for e in play_on(opened, 1) if isinstance(e, SoulBroke)]
    assert fallen
    assert not [e for e in play_on(opened, len(session.commands)) if isinstance(e, SoulBroke)]


def play_on(opened: LastTurns, commands: int) -> list[Event]:
    """Plays recorded commands in the game that is shown, and returns their events."""
    rest = opened.replay.commands[len(opened.session.commands) :][:commands]
    return [event for command in rest for event in opened.session.submit(command).events]


def test_a_game_that_goes_on_has_neither(loaded: LoadResult) -> None:
    session = Session.begin(loaded.rules, 1, {"floor": 1})
    player = Player(session, loaded.catalog.translate)
    assert "REPLAY" not in player.press("w")
    assert "decisions" not in player.view.build_scene().pages


def test_the_story_of_the_game_is_read_turn_by_turn(finished: Session, loaded: LoadResult) -> None:
    """Without vain blows and sounds, and with its end last; plain lines name its key."""
    player = Player(finished, loaded.catalog.translate)
    scene = player.view.build_scene()
    told = describe_page(scene, UiState(page="story"), loaded.catalog.translate)
    assert told[0] == "story"
    assert [line for line in told[1:] if not re.match(r"Turn \d+: [A-Z“]", line)] == []
    assert re.search(r"The .* kills you\.$", told[-1])
    assert not [line for line in told if " misses you" in line]
    assert "t the story" in describe_input(scene, UiState(), loaded.catalog.translate)[0]


def test_the_last_turns_show_who_noticed(finished: Session, loaded: LoadResult) -> None:
    player = Player(finished, loaded.catalog.translate)
    player.press("w")
    screens = [player.press("RIGHT") for _ in range(COMMANDS_BACK - 1)]
    shown = [screen for screen in screens if "WHO NOTICES YOU" in screen]
    assert shown
    notices = finished.state.parts["core.stealth.play"].notices
    turns = {f"(turn {finished.display.count_turns(notice.turn)})" for notice in notices}
    assert any(turn in screen for turn in turns for screen in shown)


def test_a_decision_names_the_cell_as_it_was_seen_then() -> None:
    """It was counted from the place where the game ended."""
    hall = "#" * 12 + "\n#@........E#\n" + "#" * 12
    rocks = {"kind": "core.stealth:rocks", "holder": "@"}
    game = scene(hall, actors={"@": {"hp": 1}, "E": {"mind": {"ai": "still", "mood": "asleep"}}}, items=[rocks])
    player = Player(game.session, game.translate)
    player.press("t", "a", "l", "l", "l", "ENTER", "l", "l", "l")
    game.put("E.mood", "aggravated")
    game.put("E.at", [5, 1])
    for _ in range(40):
        if game.session.state.outcome is None:
            player.press(".")
    assert "throw, rock" in (page := player.press("d")), page
    assert "3 east" in page
