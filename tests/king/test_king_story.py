"""The story of a finished game adds up, and tells it in both languages."""

from __future__ import annotations

import pytest

from footfall.api.session_scene import build_session_scene
from footfall.app.decisions import DECISIONS_PAGE, add_decisions_page, build_story
from footfall.app.files.finished_games import render_morgue
from footfall.app.game_view import GameView
from footfall.app.last_turns import LastTurns
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.king.commands import EndTurn
from footfall.plugins.king.events import SanityLost, SoulBroke, SoulsFell
from footfall.plugins.king.screen.story import GameTally, RoundRow
from footfall.plugins.king.state import board_of
from footfall.sim.bots import find_bot
from footfall.ui.frontends.plain_text import format_panel_lines
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("king", only_mods=())


SACRIFICED = "king-story-sacrificed"


def play(
    loaded: LoadResult, seed: int = 3, players: int = 3, profile: str = "full_game"
) -> tuple[Session, int, int, tuple[int, int]]:
    """A finished game, the sanity lost in it, the falls, and the most keys in hands with their first round."""
    session = Session.begin(loaded.rules, seed, {"players": players, "profile": profile})
    bot, lost, falls, most = find_bot(loaded.rules, "goal"), 0, 0, (0, 0)
    while (question := session.state.question) is not None:
        command = bot.decide(BotContext(session, bot.id, question.actor), list_legal_commands(session))
        for event in session.submit(command).events:
            falls += isinstance(event, SoulBroke)
            if isinstance(event, SanityLost | SoulsFell):
                lost += sum(amount for _, amount in event.amounts)
        board = board_of(session.state)
        most = max(most, (board.keys_in_hands(), board.round), key=lambda found: found[0])
    return session, lost, falls, most


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_story_adds_up(loaded: LoadResult, language: str) -> None:
    session, lost, falls, most = play(loaded)
    loaded.catalog.set_language(language)
    translate = loaded.catalog.translate
    story = build_story(session)
    assert story.page is not None
    worst = next(point for point in story.points if point.id == "king-story-worst")
    assert worst.args["total"] == lost
    keys = next(point for point in story.points if point.id == "king-story-most-keys")
    assert (keys.args["keys"], keys.args["round"]) == most
    texts = [line.spans[0].text for line in story.page.lines if line.spans]
    souls = [text for text in texts if getattr(text, "id", "") == "king-story-soul"]
    assert sum(text.args["amount"] for text in souls) == lost
    assert sum(text.args["falls"] for text in souls) == falls
    told = [span.text for line in story.page.lines for span in line.spans if getattr(span.text, "id", "") == SACRIFICED]
    given_up = sum(line.message.id.startswith("king-log-sacrificed") for line in session.log)
    assert len(told) == given_up > 0
    words = "\n".join("".join(translate(span.text) for span in line.spans) for line in story.page.lines)
    assert "king-" not in words
    scene = GameView(session, translate).build_scene()
    assert all(point in scene.farewell for point in story.points)
    state, command = handle_key(UiState(), scene, "t")
    assert (state.page, command) == ("story", None)


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", ("the King calls the souls to his corridor", "all souls stand on the Threshold with 3 keys")),
        ("es", ("el Rey llama a las almas a su pasillo", "todas las almas están en el Umbral con 3 llaves")),
    ],
)
def test_the_rows_tell_the_kings_call_great_losses_and_the_win(
    loaded: LoadResult, language: str, rows: tuple[str, ...]
) -> None:
    session, *_ = play(loaded, 6, players=4, profile="first_game")
    scene = GameView(session, loaded.catalog.translate).build_scene()
    state, _ = handle_key(UiState(), scene, "t")
    loaded.catalog.set_language(language)
    try:
        page = "\n".join(format_panel_lines(scene.pages[state.page], loaded.catalog.translate))
    finally:
        loaded.catalog.set_language("en")
    for row in (*rows, "goes through the Yellow Doors" if language == "en" else "cruza las Puertas de Amarillo"):
        assert row in page, page


@pytest.mark.parametrize(
    ("language", "decided"),
    [
        ("en", "Round 13 decided: P2 Brawler gained key 3 of 3, and the way out was open."),
        ("es", "Decidió la ronda 13: P2 Peleadora consiguió la llave 3 de 3, y quedó abierta la salida."),
    ],
)
def test_a_won_game_has_turning_points_and_its_last_turns_begin_at_one(
    loaded: LoadResult, language: str, decided: str
) -> None:
    session, *_ = play(loaded, 1, profile="first_game")
    given_up = sum(line.message.id.startswith("king-log-sacrificed") for line in session.log)
    loaded.catalog.set_language(language)
    translate = loaded.catalog.translate
    try:
        view = GameView(session, translate, screens={"last-turns": lambda: LastTurns(session, translate, None, points)})
        points = view.build_scene().farewell
        told = [translate(point) for point in points]
        view.submit(handle_key(UiState(), view.build_scene(), "w")[1])
        begins = [translate(line.message) for line in view.build_scene().log]
    finally:
        loaded.catalog.set_language("en")
    assert decided in told
    assert any(text.startswith(f"{given_up} ") for text in told), told
    assert any(decided in line for line in begins)
    _, _, saved, opened, _ = points
    assert view.overlay.at == opened.args["command"] > saved.args["command"] > 0


@pytest.mark.parametrize(
    ("seed", "players", "told"),
    [
        (
            11,
            4,
            [
                "The closest call: P1 Brawler at −1 in round 8.",
                "Round 4 decided: P3 Psychic gained key 3 of 3, and the way out was open.",
                "The most sanity was lost to the House: 40 of 62.",
            ],
        ),
        (
            2,
            2,
            [
                "Closest to the way out in round 9, with 2 of 3 keys in hand.",
                "The first fall: P1 Scout in round 19 (the House).",
                "The last fall: P2 Tank in round 37 (the House).",
                "The most sanity was lost to the House: 56 of 135.",
            ],
        ),
    ],
    ids=["won", "lost"],
)
def test_the_turning_points_of_a_game(loaded: LoadResult, seed: int, players: int, told: list[str]) -> None:
    session, *_ = play(loaded, seed, players, "first_game")
    assert [loaded.catalog.translate(point) for point in build_story(session).points] == told


def test_a_fall_names_what_took_the_most_in_its_round() -> None:
    """A great loss tells the sanity before and after it; a soul that fell before falls again."""
    tally = GameTally([RoundRow(1)], sanity=[5, 4])
    for event in (
        SanityLost(((0, 9), (1, 8)), "YELLOW_MIRROR"),
        SoulsFell((1,), ((0, 1), (1, 1)), "house"),
        SoulBroke(1, "TANK", 0, (), "house"),
        SoulBroke(1, "TANK", 0, (), "house"),
    ):
        tally.add(event)
    heavy, fell, again = tally.rounds[0].incidents[1:]
    assert (heavy.args["before"], heavy.args["after"]) == ("4", "−4")
    assert [fell.args["times"], again.args["times"]] == [1, 2]
    assert [fall[:3] for fall in tally.falls] == [(1, 1, "YELLOW_MIRROR")] * 2
    assert tally.rounds[0].incidents[-1].args["source"].id == "king-name-yellow-mirror"


def test_of_equal_losses_the_last_one_felled_the_soul() -> None:
    tally = GameTally([RoundRow(1)], sanity=[-3])
    events = (SanityLost(((0, 1),), "house"), SoulsFell((0,), ((0, 1),), "king"), SoulBroke(0, "TANK", 0, (), "king"))
    for event in events:
        tally.add(event)
    assert tally.falls == [(1, 0, "king", 0)]
    assert tally.rounds[0].incidents[-1].args["source"].id == "king-name-king"


def test_every_set_of_rules_has_a_name_in_statistics(loaded: LoadResult) -> None:
    for name in ("first-game", "full-game", "strict-p0"):
        assert "king-score" not in loaded.catalog.translate(Message(f"king-score-{name}"))


def test_last_decisions_name_the_soul(loaded: LoadResult) -> None:
    session = Session.begin(loaded.rules, 3, {"players": 2})
    for actor in (0, 1):
        session.submit(EndTurn(actor=actor))
    scene = build_session_scene(session)
    add_decisions_page(session, scene, {}, {})
    lines = scene.pages[DECISIONS_PAGE].lines
    texts = ["".join(map(loaded.catalog.translate, (span.text for span in line.spans))) for line in lines]
    assert all(any(text.startswith(f"        {turn}  P{turn}, ") for text in texts) for turn in (1, 2)), texts


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_file_of_a_game_begins_with_its_story(loaded: LoadResult, language: str) -> None:
    """No rules of the game, and nothing twice."""
    session, *_ = play(loaded)
    session.options = {**session.options, "bots": "me,core.king:goal,core.king:goal"}
    loaded.catalog.set_language(language)
    translate = loaded.catalog.translate
    try:
        told = render_morgue(session, translate)
        point = translate(build_story(session).points[0])
    finally:
        loaded.catalog.set_language("en")
    assert point in told
    assert ("P1: you; P2: Key seeker;" if language == "en" else "P1: tú; P2: Buscallaves;") in " ".join(told.split())
    head, report = ("What happened", "End of round ") if language == "en" else ("Lo que pasó", "Final de la ronda ")
    assert told.index(head) < told.index(report)
    assert told.count(report) == 1
    assert all(name not in told for name in ("Legend", "Leyenda", "(d4)", "The King in Yellow", "El Rey de Amarillo"))


def test_a_game_that_cannot_be_played_again_has_its_log_as_story(loaded: LoadResult) -> None:
    """As one whose mods have changed on the way: the commands lead to another game, which ends sooner or later."""
    session, *_ = play(loaded)
    other, *_ = play(loaded, seed=4)
    log, story = Message("footfall-story-title"), Message("king-story")
    after_end = [*session.commands, *session.commands[-3:]]
    for commands, title in ((other.commands, log), (session.commands[:9], log), (after_end, story)):
        finished = Session(loaded.rules, session.state)
        finished.options, finished.commands = session.options, list(commands)
        finished.log.extend(session.log)
        page = build_story(finished).page
        assert page is not None
        assert page.title == title
