"""Seats of one game: each view has the knowledge and the keys of its seat alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from footfall.api import Command
from footfall.api.scene import Scene
from footfall.app.files.paths import save_path
from footfall.app.seats import ONLOOKER, SeatView, SharedGame
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king.commands import EndTurn
from footfall.sim.bots import find_bot
from footfall.ui.drawing.screen import DrawnFrame
from footfall.ui.frontend import Closed, Frontend, InputEvent, KeyPress
from footfall.ui.loop import run_ui_loop
from footfall.ui.ui_state import UiState


@pytest.fixture
def game(home: Path) -> Iterator[SharedGame]:
    loaded = load("king", language="en")
    session = Session.begin(loaded.rules, 5, {"players": 3})
    game = SharedGame(session, loaded, save_path("core.king"), is_new=True)
    yield game
    game.files.close()


def open_views(game: SharedGame) -> list[SeatView]:
    return [SeatView(game, seat, game.loaded.catalog.translate) for seat in (0, 1, 2, ONLOOKER)]


def list_game_commands(game: SharedGame, scene: Scene) -> list[type[Command]]:
    return [binding.command for binding in scene.bindings if binding.command in game.session.rules.commands]


def test_only_the_seat_that_is_asked_has_keys(game: SharedGame) -> None:
    views = open_views(game)
    for seat in range(3):
        game.record_arrival(seat, "Ana")
    for turn in range(3):
        scenes = [view.build_scene() for view in views]
        assert [bool(list_game_commands(game, scene)) for scene in scenes] == [seat == turn for seat in (0, 1, 2, 3)]
        for seat, scene in enumerate(scenes):
            if seat != turn:
                assert scene.prompt is not None
                assert game.loaded.catalog.translate(scene.prompt) == f"Waiting for P{turn + 1} (Ana)."
                assert not any(place.click for place in scene.places)
        assert all(view.submit(EndTurn(actor=turn)) for view in views if view.seat != turn)
        assert views[turn].submit(EndTurn(actor=turn)) is None
        assert all(view.is_outdated for view in views)


def test_questions_and_answers_of_a_round_reach_one_seat(game: SharedGame) -> None:
    views, asked = open_views(game), 0
    bot = find_bot(game.session.rules, "goal")
    while game.session.state.turn < 60 and game.session.state.question is not None:
        question = game.session.state.question
        scenes = [view.build_scene() for view in views]
        if question.kind != "turn":
            asked += 1
            assert [bool(scene.answers) for scene in scenes] == [view.seat == question.actor for view in views]
        command = bot.decide(BotContext(game.session, bot.id, question.actor), list_legal_commands(game.session))
        for view in views:
            if view.seat != question.actor:
                assert view.submit(command) is not None
        assert views[question.actor].submit(command) is None
    assert asked


def test_a_bot_plays_the_seats_without_a_person(game: SharedGame) -> None:
    view = open_views(game)[0]
    bot = find_bot(game.session.rules, "goal")
    game.bots.update({1: bot, 2: bot})
    round_before = game.session.state.turn
    assert view.submit(EndTurn(actor=0)) is None
    question = game.session.state.question
    assert question is not None
    assert question.actor == 0
    assert game.session.state.turn > round_before + 2


class Interrupted(Frontend):
    """A screen whose reader presses keys at the moment that another seat ends its turn."""

    def __init__(self, game: SharedGame, other: SeatView, keys: list[str]) -> None:
        self.game, self.other, self.keys, self.pages = game, other, keys, list[str]()

    def size(self) -> tuple[int, int]:
        return 36, 100

    def present(self, scene: Scene, state: UiState, *others: Any) -> DrawnFrame:
        self.pages.append(state.page)
        return super().present(scene, state, *others)

    def read(self, timeout: float = 0.1) -> InputEvent:
        if not self.keys:
            return Closed()
        if self.keys[0] == "ESC":
            self.other.build_scene()
            assert self.other.submit(EndTurn(actor=self.other.seat)) is None
        return KeyPress(self.keys.pop(0))


def test_no_key_is_lost_to_the_turn_of_another_seat(game: SharedGame) -> None:
    first, second, *_ = open_views(game)
    screen = Interrupted(game, first, ["?", "ESC"])
    run_ui_loop(screen, second)
    assert screen.pages[:2] == ["", "help"]
    assert screen.pages[-1] == ""
