"""The fight panel states what blows do, and the hint of waiting what waiting does."""

from __future__ import annotations

import pytest

from footfall.api import Message
from footfall.api.grid import current_level, get_world
from footfall.api.scene import Panel
from footfall.api.session_scene import build_session_scene
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.actions.fight import forecast_blow
from footfall.plugins.stealth.game import GAME
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontends.plain_facts import list_hints
from footfall.ui.ui_state import UiState

from .test_stealth_mood_changes import begin_encounter


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def find_panel(session: Session, title: str) -> Panel | None:
    panels = GAME.presentation.scene(session.context()).panels
    return next((panel for panel in panels if getattr(panel.title, "id", "") == title), None)


def test_the_panel_shows_both_sides_while_an_enemy_is_adjacent(loaded: LoadResult) -> None:
    session, foe = begin_encounter(loaded, Mood.AGGRAVATED, 1)
    panel = find_panel(session, "stealth-fight")
    assert panel is not None
    ids = [span.text.id for line in panel.lines for span in line.spans if not isinstance(span.text, str)]
    assert ids == ["stealth-creature-goblin", "stealth-fight-you", "stealth-fight-it", "stealth-fight-stamina"]
    foe.effects["core.stealth:envenomed"] = 5
    panel = find_panel(session, "stealth-fight")
    assert panel is not None
    assert [span.text.id for span in panel.lines[2].spans if span.text != "  "] == ["stealth-fight-venom"]
    away, _ = begin_encounter(loaded, Mood.AGGRAVATED, 2)
    assert find_panel(away, "stealth-fight") is None


def test_the_panel_says_that_a_helpless_enemy_cannot_act(loaded: LoadResult) -> None:
    session, foe = begin_encounter(loaded, Mood.AGGRAVATED, 1)
    foe.effects["core.stealth:paralysed"] = 5
    panel = find_panel(session, "stealth-fight")
    assert panel is not None
    ids = [span.text.id for line in panel.lines for span in line.spans if not isinstance(span.text, str)]
    assert "stealth-fight-helpless" in ids
    assert "stealth-fight-it" not in ids


@pytest.mark.parametrize(("away", "stamina"), [(1, 2), (1, 0), (5, 0), (5, 2)])
def test_the_hint_of_waiting_says_what_waiting_does(loaded: LoadResult, away: int, stamina: int) -> None:
    session, foe = begin_encounter(loaded, Mood.ASLEEP, away)
    foe.stats["perception"] = foe.stats["fov"] = foe.stats["foh"] = 0
    player = get_world(session.state).player
    stealth_of(session.state).fighters[player].stamina = stamina
    texts = GAME.presentation.scene(session.context()).hint_texts
    session.submit(Wait(actor=player))
    gained = stealth_of(session.state).fighters[player].stamina - stamina
    assert texts["stealth-key-wait"].args["change"] == gained


def test_a_small_screen_shows_satiety_and_light(loaded: LoadResult) -> None:
    session, _ = begin_encounter(loaded, Mood.ASLEEP, 5)
    canvas = Canvas(24, 80)
    draw_screen(canvas, build_session_scene(session), UiState(), loaded.catalog.translate)
    top = "\n".join(canvas_to_text(canvas).splitlines()[:2])
    for words in ("life", "stamina", "satiety", "sight"):
        assert words in top


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_step_onto_a_sleeper_is_told_as_the_blow_it_is(loaded: LoadResult, language: str) -> None:
    """With the figures of the fight panel, not as a certain notice."""
    session, foe = begin_encounter(loaded, Mood.ASLEEP, 1)
    world = get_world(session.state)
    blow = forecast_blow(get_phase(session.context()), world.actors[world.player], foe)
    assert blow.is_surprise
    loaded.catalog.set_language(language)
    told = " ".join(map(loaded.catalog.translate, build_session_scene(session).foretell(foe.at)))
    loaded.catalog.set_language("en")
    word = {"en": "surprise blow", "es": "golpe por sorpresa"}[language]
    damage = {"en": "{} to {} damage", "es": "daño de {} a {}"}[language].format(blow.low, blow.high)
    assert word in told
    assert f"{blow.percent} %" in told
    assert damage in told
    assert "100 %" not in told.partition(word)[0]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_lesson_of_melee_tells_what_waiting_costs(loaded: LoadResult, language: str) -> None:
    loaded.catalog.set_language(language)
    words = loaded.catalog.translate(Message("stealth-lesson-melee", {"key": "[.]"}))
    loaded.catalog.set_language("en")
    assert {"en": "for 1 stamina", "es": "por 1 aguante"}[language] in words


def test_the_keys_of_one_who_is_hunted_begin_with_what_helps(loaded: LoadResult) -> None:
    """Exploring and resting, which a hunter in view prevents, are not among them; nor is what would be refused."""

    def list_keys(mood: Mood, has_door: bool) -> list[str]:
        session, _ = begin_encounter(loaded, mood, 3)
        world, level, _ = current_level(session.context())
        y, x = world.actors[world.player].at
        if has_door:
            level.palette.append("core.stealth:door_open")
            level.tiles[y, x - 1] = len(level.palette) - 1
            level.__dict__.pop("level_index", None)
        lines = list_hints(build_session_scene(session), UiState(), loaded.catalog.translate)
        return [line.partition(":")[0] for line in lines]

    calm, hunted = list_keys(Mood.ASLEEP, False), list_keys(Mood.AGGRAVATED, False)
    assert {"o", "Z"} <= set(calm)
    assert not {"o", "Z"} & set(hunted)
    assert hunted[:2] == ["t", "q"]
    assert not {"TAB", "c", "greater-than (>)", ">"} & {*calm, *hunted}
    assert list_keys(Mood.AGGRAVATED, True)[:2] == ["c", "t"]
