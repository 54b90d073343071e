"""The note on a creature under the cursor is whole and agrees with the legend."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from footfall.api.grid import get_world
from footfall.api.scene import Scene
from footfall.api.session_scene import build_session_scene
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.play_state import LOST, Inquiry, play_of
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.plugins.stealth.odds.chances import count_actions
from footfall.plugins.stealth.scene.pages import describe_end
from footfall.testing import GameUnderTest, scene
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

WATCHFUL = {"foh": 0, "fov": 9, "perception": 9}


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("stealth", mods=[], only_mods=())


def set_watch(mood: str = "calm", **mind: Any) -> GameUnderTest:
    """A cultist under an effect that sees the character from afar, in a hall."""
    cultist = {
        "kind": "core.stealth:cultist",
        "mind": {"ai": "guard", "mood": mood, **mind},
        "stats": WATCHFUL,
        "effects": {"core.stealth:power": 9},
    }
    return scene("@......E..\n" + "\n".join([".........."] * 20), actors={"@": {"stats": {"fov": 9}}, "E": cultist})


def examine(game: GameUnderTest) -> tuple[UiState, Scene]:
    """The screen after `x` and TAB to the creature."""
    shown = build_session_scene(game.session)
    state, _ = handle_key(UiState(), shown, "x")
    at = get_world(game.session.state).actors[game.find_id("E")].at
    for _ in range(9):
        if state.cursor == at:
            break
        state, _ = handle_key(state, shown, "TAB")
    assert state.cursor == at
    return state, shown


def read_screen(state: UiState, shown: Scene, loaded: LoadResult, size: tuple[int, int]) -> str:
    """All words of the screen, those of the inspector in their order."""
    canvas = Canvas(*size)
    draw_screen(canvas, shown, state, loaded.catalog.translate)
    rows = canvas_to_text(canvas).splitlines()
    wide = [row.rpartition("│")[2] for row in rows] if size[1] >= 110 else rows
    return " ".join(" ".join(wide).split())


@pytest.mark.parametrize("size", [(40, 120), (24, 120), (24, 80), (36, 80), (50, 160)])
@pytest.mark.parametrize("language", ["en", "es"])
def test_all_that_is_known_of_a_creature_is_on_the_screen(
    loaded: LoadResult, language: str, size: tuple[int, int]
) -> None:
    game = set_watch()
    game.do(".")
    state, shown = examine(game)
    loaded.catalog.set_language(language)
    try:
        words = read_screen(state, shown, loaded, size)
        notes = [" ".join(loaded.catalog.translate(note).split()) for note in shown.notes[state.cursor]]
    finally:
        loaded.catalog.set_language("en")
    assert any("= 11" in note or "= 1" in note for note in notes)
    assert [note for note in notes if note not in words] == []


def test_the_cursor_stays_on_the_map_that_a_note_covers(loaded: LoadResult) -> None:
    game = set_watch()
    game.do(".")
    state, shown = examine(game)
    cells, y = shown.cells, shown.cells.origin[0] + shown.cells.glyph.shape[0] - 1
    low = UiState(cursor=(y, cells.focus[1]))
    shown.notes[y, cells.focus[1]] = shown.notes[state.cursor]
    canvas = Canvas(24, 80)
    frame = draw_screen(canvas, shown, low, loaded.catalog.translate)
    rows = canvas_to_text(canvas).splitlines()
    top = next(number for number, row in enumerate(rows) if "EXAMINE" in row)
    assert frame.viewport is not None
    assert frame.viewport.find_cell(low.cursor).bottom <= top


@pytest.mark.parametrize(
    ("mood", "sure"), [("calm", "Not sure of you since turn 1."), ("hunts", "Noticed you on turn 1.")]
)
def test_what_only_comes_to_look_has_not_noticed(mood: str, sure: str) -> None:
    """The words of the legend."""
    game = set_watch()
    game.do(".")
    mind = stealth_of(game.session.state).minds[game.find_id("E")]
    if mood == "hunts":
        mind.mood = Mood.AGGRAVATED
        play_of(game.session.state).inquiries.clear()
    state, shown = examine(game)
    told = [game.translate(note) for note in shown.notes[state.cursor]]
    assert any(note.startswith(sure) for note in told)


@pytest.mark.parametrize(("marked", "words"), [(True, "searching for you"), (False, ", searching")])
def test_only_what_noticed_the_character_searches_for_it(marked: bool, words: str) -> None:
    """One that lost an adventurer, or hunted by its nature, is open to a backstab."""
    game = set_watch(marked=marked)
    play_of(game.session.state).inquiries[game.find_id("E")] = Inquiry((0, 7), LOST, 5)
    state, shown = examine(game)
    assert game.translate(shown.notes[state.cursor][0]).endswith(words)


def test_the_odds_of_others_are_no_part_of_a_note() -> None:
    """An elder's note is on the elder."""
    elder = {"at": [3, 0], "kind": "core.stealth:elder", "side": "neutral"}
    sleeper = {"mind": {"ai": "guard", "mood": "asleep"}}
    game = scene("@......E..", actors={"@": {"stats": {"fov": 9}}, "E": sleeper, "A": elder})
    shown = build_session_scene(game.session)
    world = get_world(game.session.state)
    assert "asleep" in game.translate(shown.notes[world.actors[game.find_id("E")].at][0])
    assert shown.foretell(world.actors[game.find_id("E")].at)
    assert shown.foretell((0, 2))
    assert shown.foretell(world.actors[game.find_id("A")].at) == ()


@pytest.mark.parametrize(("marked", "age", "others"), [(True, 0, 1), (False, 0, 0), (True, 40, 0)])
def test_the_end_counts_each_living_creature_once_that_had_noticed(marked: bool, age: int, others: int) -> None:
    """Those that were never sure of the character, and those of long ago, are not among them."""
    game = set_watch(marked=marked)
    game.do(".")
    play = play_of(game.session.state)
    (notice,) = play.notices
    play.notices = [notice, msgspec.structs.replace(notice, actor=99), notice]
    play.killer, game.session.state.outcome = 99, "died"
    game.session.state.turn += age
    counts = [
        line.args["count"]
        for line in describe_end(get_phase(game.session.context()))
        if line.id == "stealth-over-others"
    ]
    assert counts == [others] * (others > 0)


def test_turns_are_written_as_in_the_title() -> None:
    """Without a mark of thousands."""
    game = set_watch()
    game.do(".")
    play, state = play_of(game.session.state), game.session.state
    play.notices = [msgspec.structs.replace(play.notices[-1], turn=1234)]
    state.turn, state.outcome = 1234, "died"
    at = get_world(state).actors[game.find_id("E")].at
    told = [*describe_end(get_phase(game.session.context())), *build_session_scene(game.session).notes[at]]
    words = [game.translate(line) for line in told if line.id in ("stealth-over-facts", "stealth-look-noticed")]
    assert len(words) == 2
    assert all("turn 1234" in line for line in words)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_small_screen_shows_the_chances_of_a_creature_in_view(loaded: LoadResult, language: str) -> None:
    """All of them, before the satiety."""
    game = set_watch()
    player = get_world(game.session.state).actors[game.find_id("@")]
    player.hp = player.hp_max = 1000
    player.stats |= {"satiety": 1000, "satiety_max": 1000}
    shown = build_session_scene(game.session)
    (risk,) = (span for panel in shown.panels for line in panel.lines for span in line.spans if span.words is not None)
    loaded.catalog.set_language(language)
    try:
        rows = read_screen(UiState(), shown, loaded, (24, 80))
        chances = loaded.catalog.translate(risk.text)
    finally:
        loaded.catalog.set_language("en")
    assert "100" in chances
    assert chances.replace("\N{NO-BREAK SPACE}", " ") in rows


@pytest.mark.parametrize(("language", "word"), [("en", "every sixth turn"), ("es", "cada seis turnos")])
def test_a_mimic_is_said_to_be_slow(loaded: LoadResult, language: str, word: str) -> None:
    mimic = {"kind": "core.stealth:mimic", "mind": {"ai": "passive", "mood": "aggravated"}, "stats": {"cost": 12}}
    game = scene("@..E\n....", actors={"@": {"stats": {"fov": 9}}, "E": mimic})
    loaded.catalog.set_language(language)
    try:
        assert word in read_screen(*examine(game), loaded, (40, 120))
    finally:
        loaded.catalog.set_language("en")
    pool, turns = 0, []
    for _ in range(12):
        count, pool, *_ = count_actions(pool, 12, 10, True, 10)
        turns.append(count)
    assert turns == [0, 1, 1, 1, 1, 1] * 2
