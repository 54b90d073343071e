"""The chain of a command is shown line by line, with the board of each moment, until a key is pressed."""

from __future__ import annotations

import pytest

from footfall.app.game_view import GameView
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.model import Command
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import find_bot
from footfall.ui.frontend import InputEvent
from footfall.ui.loop import run_ui_loop

from .conftest import TypingScreen


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("king", only_mods=())


def open_view(loaded: LoadResult) -> GameView:
    session = Session.begin(loaded.rules, 3, {"players": 2, "profile": "full_game"})
    return GameView(session, loaded.catalog.translate, bots={1: find_bot(loaded.rules, "goal")})


def find_command(view: GameView, name: str) -> Command:
    return next(command for command in list_legal_commands(view.session) if type(command).__name__ == name)


def end_round(view: GameView) -> None:
    while view.session.state.outcome is None and view.session.log[-1].turn < 400:
        view.submit(find_command(view, "EndTurn"))
        if any(line.message.id == "king-log-round-ended" for line in view.session.log):
            return


def test_each_line_has_the_board_of_its_moment(loaded: LoadResult) -> None:
    view, still = open_view(loaded), open_view(loaded)
    view.shows_motion = True
    end_round(view)
    end_round(still)
    assert view.is_busy
    assert not still.is_busy
    lines, sanities = [], []
    while view.is_busy:
        scene = view.build_scene()
        assert all(place.click is None for place in scene.places)
        lines.append(loaded.catalog.translate(scene.log[-1].message))
        sanities.append(scene.panels[0].lines[1].spans[1].text)
        view.advance()
    house = next(index for index, line in enumerate(lines) if "(the House)" in line)
    assert len(lines) > 6
    assert sanities[house] != sanities[house - 1], "the loss is shown when it happens, not before"
    assert view.session.hash() == still.session.hash()
    assert view.build_scene().log[-1] == still.build_scene().log[-1]


class PatientScreen(TypingScreen):
    """Waits as often as its keys say (``.``) before the next key."""

    has_motion = True

    def read(self, timeout: float = 0.1) -> InputEvent | None:
        if self.keys and self.keys[0] == ".":
            super().read(timeout)
            return None
        return super().read(timeout)


def test_a_key_shows_the_end_and_is_carried_out(loaded: LoadResult) -> None:
    view = open_view(loaded)
    screen = PatientScreen(["n", "y", ".", ".", "?"])
    run_ui_loop(screen, view)
    first, second, shown = screen.screens[2], screen.screens[3], screen.screens[-1]
    assert "show the end at once" in first
    assert first != second
    assert not view.is_busy
    assert "show the end at once" not in shown


def test_a_key_in_the_moments_before_the_end_begins_no_other_game(loaded: LoadResult) -> None:
    restarts = []

    class Restartable(GameView):
        can_restart = True

        def restart(self, same_seed: bool) -> None:
            restarts.append(same_seed)

    bot = find_bot(loaded.rules, "random")
    for seed in range(1, 40):
        view = Restartable(Session.begin(loaded.rules, seed, {"players": 2}), loaded.catalog.translate)
        players = {n: BotContext(view.session, bot.id, n) for n in range(2)}
        while (question := view.session.state.question) is not None:
            view.submit(bot.decide(players[question.actor], list_legal_commands(view.session)))
        if type(view.session.commands[-1]).__name__ == "EndTurn":
            break
    session = Session.begin(loaded.rules, seed, {"players": 2})
    for command in view.session.commands[:-1]:
        session.submit(command)
    last = Restartable(session, loaded.catalog.translate)
    screen = PatientScreen(["n", ".", "R", "n", "."])
    run_ui_loop(screen, last)
    assert "show the end at once" in screen.screens[1]
    assert "R another game" in screen.screens[-1]
    assert restarts == []
