"""A place to aim at is chosen with the cursor or the mouse; a question for a cell is drawn on the map (R-ITEM-4)."""

from __future__ import annotations

import msgspec
import pytest

from footfall.api import Answer
from footfall.api.grid import Item, chebyshev_distance, current_level, get_world
from footfall.api.scene import PromptKind, Scene
from footfall.api.session_scene import build_session_scene
from footfall.engine.plain import copy_state
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.actions.commands import Shoot, Throw
from footfall.plugins.stealth.actors.identification import is_identified
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.play_state import Inquiry, play_of
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.testing import GameUnderTest
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.panels import draw_paragraphs
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.interaction import find_cursor, handle_key, preview_pending
from footfall.ui.pointing import handle_pointer
from footfall.ui.ui_state import UiState

CORE = "core.stealth:"


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def begin(loaded: LoadResult, kind: str, is_known: bool = True) -> Session:
    """A game on floor 5 in which the player has one more item, identified by default."""
    session = Session.begin(loaded.rules, 3, {"floor": 5}, strict=True)
    world, _, _ = current_level(session.context())
    id = world.next_id
    world.next_id += 1
    world.items[id] = Item(id, CORE + kind, 1, holder=world.player, is_known=is_known)
    world.actors[world.player].pack = [*world.actors[world.player].pack, id]
    return session


def press(session: Session, *keys: str) -> tuple[UiState, Scene, object]:
    """The UI after keys; commands are submitted."""
    state, scene, result = UiState(), build_session_scene(session), None
    for key in keys:
        state, result = handle_key(state, scene, key)
        if result is not None:
            assert session.submit(result).refusal is None, result
            scene = build_session_scene(session)
    return state, scene, result


def letter_of(session: Session, kind: str, choices: str) -> str:
    scene = build_session_scene(session)
    world, _, _ = current_level(session.context())
    return next(c.letter for c in scene.choices[choices] if world.items[c.value].kind == CORE + kind)


def open_question(session: Session) -> tuple[UiState, Scene]:
    state, scene, _ = press(session, "a", letter_of(session, "fireball_scroll", "use"))
    assert scene.answer_kind is PromptKind.CELL
    return state, scene


@pytest.mark.parametrize("is_known", [True, False])
def test_the_cursor_begins_far_from_oneself_and_an_unknown_scroll_warns(loaded: LoadResult, is_known: bool) -> None:
    session = begin(loaded, "fireball_scroll", is_known)
    press(session, "q")  # the lamp
    world, _, _ = current_level(session.context())
    if not is_known:
        assert not is_identified(get_phase(session.context()), world.items[world.actors[world.player].pack[-1]])
    state, scene = open_question(session)
    cells = [answer.value for answer in scene.answers if isinstance(answer.value, tuple)]
    at = world.actors[world.player].at
    farthest = max(chebyshev_distance(cell, at) for cell in cells)
    start = find_cursor(state, scene)
    assert start is not None
    assert chebyshev_distance(start, at) == farthest > 1
    assert ("unknown" in loaded.catalog.translate(scene.prompt)) is not is_known
    assert handle_key(state, scene, "ENTER")[1] == Answer(actor=scene.actor, choice=cells.index(start))


@pytest.mark.parametrize("is_known", [True, False])
def test_the_cursor_begins_at_a_creature_only_for_a_known_scroll(loaded: LoadResult, is_known: bool) -> None:
    session = begin(loaded, "fireball_scroll", is_known)
    _, scene = open_question(session)
    session = Session(session.rules, copy_state(session.state))
    world = get_world(session.state)
    foe = next(actor for actor in world.actors.values() if actor.level == world.current and actor.id != world.player)
    foe.at = next(answer.value for answer in scene.answers if isinstance(answer.value, tuple))
    start = find_cursor(UiState(), build_session_scene(session))
    assert (start == foe.at) is is_known


def test_a_scroll_is_aimed_with_the_cursor(loaded: LoadResult) -> None:
    session = begin(loaded, "fireball_scroll")
    state, scene = open_question(session)
    start = find_cursor(state, scene)
    assert start in [answer.value for answer in scene.answers]
    canvas = Canvas(50, 80)
    draw_screen(canvas, scene, state, loaded.catalog.translate)
    assert loaded.catalog.translate(scene.prompt) in canvas_to_text(canvas)
    cells = [answer.value for answer in scene.answers if isinstance(answer.value, tuple)]
    y, x = start
    goal = next((y, x + step) for step in (1, -1) if (y, x + step) in cells)
    state, result = handle_key(state, scene, "l" if goal[1] > x else "h")
    assert (find_cursor(state, scene), result) == (goal, None)
    state, _ = handle_key(state, scene, "ENTER")
    state, result = handle_key(state, scene, "y")  # so near that it would burn oneself
    assert isinstance(result, Answer)
    assert scene.answers[result.choice].value == goal


@pytest.mark.parametrize(("away", "damage"), [(2, 12), (3, 0)])
def test_a_fire_that_would_burn_oneself_asks_and_tells_its_damage(loaded: LoadResult, away: int, damage: int) -> None:
    session = begin(loaded, "fireball_scroll")
    world = get_world(session.state)
    player = world.actors[world.player]
    player.hp = player.hp_max = 99
    for id in [*world.actors.keys() - {player.id}]:
        del world.actors[id]
        stealth_of(session.state).minds.pop(id, None)
    y, x = player.at
    level = current_level(session.context())[1]
    level.tiles[y - 4 : y + 5, x - 4 : x + 5] = level.palette.index(CORE + "floor")
    level.__dict__.pop("level_index", None)
    player.effects["core.stealth:lamp"] = -1
    state, scene = open_question(session)
    assert "Burns 2 cells around" in loaded.catalog.translate(scene.prompt)
    state, result = handle_key(msgspec.structs.replace(state, cursor=(y, x + away)), scene, "ENTER")
    if damage:
        assert state.confirmation is not None
        assert result is None
        canvas = Canvas(50, 80)
        draw_screen(canvas, scene, state, loaded.catalog.translate)
        assert "You stand in its fire. Go on?" in canvas_to_text(canvas)
        assert handle_key(state, scene, "n")[1] is None
        state, result = handle_key(state, scene, "y")
    assert isinstance(result, Answer)
    GameUnderTest(session, loaded.catalog.translate).do(result, dice=["stray=36"])
    told = [loaded.catalog.translate(line.message) for line in session.log if line.message.id == "stealth-fire-you"]
    assert told == [f"The fire burns you: {damage} damage, and you are on fire for 3 turns."] * bool(damage)


def test_a_cell_that_is_no_target_is_refused_and_escape_is_free(loaded: LoadResult) -> None:
    session = begin(loaded, "fireball_scroll")
    state, scene = open_question(session)
    cells = [answer.value for answer in scene.answers if isinstance(answer.value, tuple)]
    while find_cursor(state, scene) in cells:
        state, result = handle_key(state, scene, "y")
        assert result is None
    state, result = handle_key(state, scene, "ENTER")
    assert result is None
    assert state.notice is not None
    state, result = handle_key(state, scene, "ESC")
    assert isinstance(result, Answer)
    before = stealth_of(session.state).turn
    assert session.submit(result).refusal is None
    assert stealth_of(session.state).turn == before


def test_the_mouse_moves_the_cursor_and_confirms(loaded: LoadResult) -> None:
    session = begin(loaded, "fireball_scroll")
    state, scene = open_question(session)
    cell = next(answer.value for answer in scene.answers if isinstance(answer.value, tuple))
    state, result = handle_pointer(state, scene, cell, click=True)
    assert (find_cursor(state, scene), result) == (cell, None)
    state, _ = handle_pointer(state, scene, cell, click=True)
    state, result = handle_key(state, scene, "y")  # so near that it would burn oneself
    assert isinstance(result, Answer)
    assert scene.answers[result.choice].value == cell


def test_a_throw_takes_any_cell_in_view(loaded: LoadResult) -> None:
    session = begin(loaded, "dagger")
    state, scene, result = press(session, "t", letter_of(session, "dagger", "throw"))
    assert (state.cursor is not None, result) == (True, None)
    for key in ("l", "k", "ENTER"):
        state, result = handle_key(state, scene, key)
    assert isinstance(result, Throw)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_prompt_of_a_throw_fits_a_small_screen(loaded: LoadResult, language: str) -> None:
    """What the throw would do, and the keys that answer and cancel, at any cell."""
    session = begin(loaded, "dagger")
    state, scene, _ = press(session, "t", letter_of(session, "dagger", "throw"))
    loaded.catalog.set_language(language)
    told = set()
    try:
        for key in "llllkkkkhhhhhhhh":
            state, _ = handle_key(state, scene, key)
            canvas = Canvas(24, 80)
            draw_screen(canvas, scene, state, loaded.catalog.translate)
            last = canvas_to_text(canvas).splitlines()[-1]
            facts = ", ".join(map(loaded.catalog.translate, preview_pending(state, scene)))
            assert facts in last
            assert ("INTRO" if language == "es" else "ENTER") in last
            assert {"en": "ESC cancels", "es": "ESC cancela"}[language] in last
            told.add(facts)
    finally:
        loaded.catalog.set_language("en")
    assert len(told) > 2


def test_what_a_step_would_risk_is_told_whole_on_a_small_screen() -> None:
    """Paragraphs that do not fit in rows of their own follow each other."""
    canvas = Canvas(3, 80)
    risk = "Riesgo: 0 % si te quedas, viene a mirar cerca del 17 % si das un paso hacia allí."
    draw_paragraphs(canvas.pane(), "EXAMINAR  2 N 5 O", ["suelo", risk])
    assert "suelo  Riesgo" in (text := canvas_to_text(canvas))
    assert "allí." in text


def test_a_shot_can_be_aimed_at_the_cell_under_the_cursor(loaded: LoadResult) -> None:
    session = begin(loaded, "dagger")
    state, scene, _ = press(session, "x")
    cursor = state.cursor
    state, result = handle_key(state, scene, "f")
    assert isinstance(result, Shoot)
    assert result.target == cursor


def test_a_smoke_pot_is_broken_at_ones_feet_only_after_a_question(loaded: LoadResult) -> None:
    session = begin(loaded, "smoke_pot")
    state, scene, result = press(session, "a", letter_of(session, "smoke_pot", "use"))
    assert result is None
    loaded.catalog.set_language("en")
    asked = [loaded.catalog.translate(choice.confirmation) for choice in scene.choices["use"] if choice.confirmation]
    assert any("on yourself? Puts every creature within one cell to sleep, even you" in text for text in asked)
    assert handle_key(state, scene, "y")[1] is not None


def test_the_list_says_what_an_effect_is(loaded: LoadResult) -> None:
    session = begin(loaded, "paralysis_scroll")
    letter = letter_of(session, "paralysis_scroll", "use")
    (choice,) = (each for each in build_session_scene(session).choices["use"] if each.letter == letter)
    assert "Effect: paralysis, 10 turns." in map(loaded.catalog.translate, choice.detail)


@pytest.mark.parametrize("mood", [Mood.AGGRAVATED, Mood.CALM])
@pytest.mark.parametrize("kind", ["dagger", "fireball_scroll", "confusion_scroll"])
def test_the_cursor_begins_at_the_creature_that_comes(loaded: LoadResult, kind: str, mood: Mood) -> None:
    """One that hunts or comes to look, though a sleeper is nearer."""
    session = begin(loaded, kind)
    world, level, _ = current_level(session.context())
    player = world.actors[world.player]
    player.stats["fov"] = 8
    y, x = player.at
    level.tiles[max(1, y - 6) : y + 7, max(1, x - 6) : x + 7] = level.palette.index(CORE + "floor")
    level.__dict__.pop("level_index", None)
    foes = [each for each in world.actors.values() if each.level == level.id and each.side == "hostile"]
    minds = stealth_of(session.state).minds
    for foe in foes[2:]:
        del world.actors[foe.id]
        minds.pop(foe.id, None)
    sleeper, comer = foes[:2]
    for foe, cell in ((sleeper, (y, x + 2)), (comer, (y + 3, x))):
        foe.kind, foe.at, foe.effects = CORE + "goblin", cell, {}
    minds[sleeper.id].mood, minds[comer.id].mood = Mood.ASLEEP, mood
    if mood is Mood.CALM:
        play_of(session.state).inquiries[comer.id] = Inquiry(player.at, "step", 4)
    keys = ("t", letter_of(session, kind, "throw")) if kind == "dagger" else ("a", letter_of(session, kind, "use"))
    state, scene, _ = press(session, *keys)
    assert find_cursor(state, scene) == comer.at
