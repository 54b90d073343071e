"""What players read: words instead of codes, the goal, useful keys, lessons, and the map at the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from footfall.api.grid import MarkExplored
from footfall.api.scene import Pitch, Scene, Tint
from footfall.api.session_scene import build_session_scene
from footfall.app.game_view import GameView
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.delve.maps.geometry import list_cells, to_tiles
from footfall.plugins.delve.maps.shapes import door_rect
from footfall.plugins.delve.maps.tiles import OPEN_DOOR
from footfall.plugins.delve.model import ExitKind, Fate, JournalEntry, TableRoll, ZoneKind
from footfall.plugins.delve.screen.scene import list_room_tones
from footfall.plugins.delve.screen.table_map import (
    UNSPOKEN,
    draw_kept_map,
    draw_table_map,
    find_exit_at,
    find_opening,
)
from footfall.plugins.delve.tables import tables_of
from footfall.sim.bots import find_bot
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.interaction import handle_key
from footfall.ui.pointing import handle_pointer
from footfall.ui.ui_state import UiState
from footfall.world.level import tile_id_at
from footfall.world.state import get_world

CODES = re.compile(r"delve-|core\.|\{|\?\?|\[[A-Z]-|\b[Ze]\d|\b[a-z]+_[a-z]+\b")
"""Ids of messages, records, rules, zones, exits and rows."""


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("delve", mods=[], only_mods=())


def begin(loaded: LoadResult, seed: int, **options: Any) -> GameView:
    session = Session.begin(loaded.rules, seed, options)
    return GameView(session, loaded.catalog.translate)


def press(view: GameView, *keys: str) -> Any:
    """Presses keys; returns what the game answers."""
    state, answer = UiState(), None
    for key in keys:
        state, result = handle_key(state, view.build_scene(), key)
        answer = state.notice if result is None else view.submit(result)
        while view.is_busy:
            answer = view.advance() or answer
    return answer


def first_exit(view: GameView) -> str:
    """The key of the lowest unexplored exit, which is its sign on the map."""
    return next((choice.letter for choice in view.build_scene().choices["exits"]), "a")


def list_texts(scene: Scene) -> Iterator[Any]:
    """Every text of a scene but the drawing of the map."""
    yield from (scene.title, scene.alert or "", scene.prompt or "", *(span.text for span in scene.status))
    for panel in (*scene.panels, *scene.pages.values()):
        yield panel.title or ""
        yield from (span.text for line in panel.lines for span in line.spans)
    for notes in scene.notes.values():
        yield from notes
    for choices in (*scene.choices.values(), scene.answers):
        yield from (text for choice in choices for text in (choice.label, *choice.detail))
    yield from (line.message for line in scene.log)
    yield from (lesson.text for lesson in scene.lessons)
    yield from (binding.label for binding in scene.bindings)
    yield from scene.farewell


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("mode", ["walk", "table"])
def test_no_text_shows_a_code(loaded: LoadResult, mode: str, language: str) -> None:
    loaded.catalog.set_language(language)
    for seed in (3, 11):
        session = Session.begin(loaded.rules, seed, {"mode": mode})
        bot = find_bot(loaded.rules, "party")
        for _ in range(40):
            commands = list_legal_commands(session)
            if not commands:
                break
            session.submit(bot.decide(BotContext(session, bot.id, session.state.question.actor), commands))
        texts = {loaded.catalog.translate(text) for text in list_texts(build_session_scene(session))}
        assert len(texts) > 20
        drawing = re.compile(r"^[#.+<>?!*$xS\d\s]*$")
        assert not [text for text in texts if CODES.search(text) and not drawing.match(text)]
    loaded.catalog.set_language("en")


def test_the_goal_tells_what_is_left_and_what_is_now(loaded: LoadResult) -> None:
    view = begin(loaded, 9, mode="table")

    def read_goal() -> str:
        return " ".join(view.translate(line.spans[0].text) for line in view.build_scene().panels[0].lines)

    assert read_goal().startswith(
        "Find the quest room and beat its monsters: that ends the expedition. Exits left to explore: 2."
    )
    assert "So far: 0 and 0." in read_goal()
    for _ in range(3):
        press(view, "e", first_exit(view))
    assert read_goal().startswith("Now: a combat in lair 3.")
    assert view.build_scene().hints[0] == "delve-key-combat-over"
    assert press(view, "c") is None, "a lone combat needs no choice"
    assert "Now" not in read_goal()
    assert "So far: 1 and 1." in read_goal()


def test_the_goal_on_foot_is_the_nearest_of_several_combats(loaded: LoadResult) -> None:
    """One goal, and the others in a line; the quest room is not cut."""
    view = begin(loaded, 7)
    delve = view.session.state.parts["core.delve"].delve
    zone = delve.zones[0]
    at = [(40, 0), (20, 0), (60, 0)]
    floors = [((y, x, 5, 5),) for y, x in at]
    delve.zones += [
        msgspec.structs.replace(zone, id=n, kind=ZoneKind.ROOM, type=kind, floors=floor)
        for n, (kind, floor) in enumerate(zip(("lair", "lair", "quest"), floors, strict=True), 1)
    ]
    delve.fighting[:] = [1, 2, 3]
    [panel] = [panel for panel in view.build_scene().panels if panel.title == Message("delve-goal")]
    told = [view.translate(line.spans[0].text) for line in panel.lines]
    assert told == ["Now: lair 2: beat its monsters.", "Open, too: lair 1, quest room 3."]


def play_on_foot(loaded: LoadResult, seed: int, until: Callable[[Session], bool]) -> GameView:
    """Returns a view of the game that the bot has played until a state."""
    session = Session.begin(loaded.rules, seed)
    bot = find_bot(loaded.rules, "party")
    context = BotContext(session, bot.id, session.state.question.actor)
    while not until(session):
        session.submit(bot.decide(context, list_legal_commands(session)))
    return GameView(session, loaded.catalog.translate)


@pytest.mark.parametrize(("height", "width"), [(24, 80), (40, 120)])
@pytest.mark.parametrize(
    ("language", "odds"), [("en", ("you hit 83%", "hits you 67%")), ("es", ("le das 83\u00a0%", "te da 67\u00a0%"))]
)
def test_a_combat_shows_its_odds_on_a_small_screen(
    loaded: LoadResult, height: int, width: int, language: str, odds: tuple[str, str]
) -> None:
    """Not the goal, which the player knows by then."""
    view = play_on_foot(loaded, 4, lambda session: len(session.commands) >= 90)
    loaded.catalog.set_language(language)
    canvas = Canvas(height, width)
    draw_screen(canvas, view.build_scene(), UiState(), view.translate)
    shown = canvas_to_text(canvas)
    loaded.catalog.set_language("en")
    assert all(words in shown for words in odds), shown
    assert "……" not in shown, shown
    assert "…" not in shown or width == 80, shown


def test_the_death_of_a_hero_has_a_cause(loaded: LoadResult) -> None:
    """The story tells, turn by turn, what was seen, who lost life to whom, and the end."""
    games = (play_on_foot(loaded, seed, lambda session: session.state.outcome is not None) for seed in range(1, 20))
    view, delve = next(
        (view, delve)
        for view in games
        for delve in [view.session.state.parts["core.delve"].delve]
        if view.session.state.outcome == "died" and any(note.kind == "combat-over" for note in delve.journal)
    )
    told = [view.translate(line) for line in view.build_scene().farewell]
    assert told[0] == "You did not come back."
    assert re.fullmatch(r"Cause: [a-z ]+\.", told[1])
    assert any(line.startswith("It noticed you on turn") for line in told)
    assert any(
        line.startswith(f"Rooms seen: {delve.rooms}, of these lairs: {delve.lairs}. Corridors: ") for line in told
    )
    assert any(re.match(r"Dice rolled: \d+\. Secret doors found: \d+\.", line) for line in told)
    scene = view.build_scene()
    assert scene.page_keys["t"] == "story"
    story = [span.text for line in scene.pages["story"].lines for span in line.spans]
    told = [text.id for text in story if isinstance(text, Message)]
    assert any(id.startswith("delve-look-") for id in told)
    assert {"delve-walk-lay-room", "delve-treasure", "stealth-us-hit", "stealth-dies"} <= set(told), told
    assert told[-1] == "stealth-you-die"


def test_what_a_dead_explorer_left_lies_at_the_entrance(loaded: LoadResult) -> None:
    """The setup option `pack`, which the title screen proposes."""
    for is_there in (False, True):
        view = begin(loaded, 4, pack=is_there)
        world = get_world(view.session.state)
        kinds = {item.kind for item in world.items.values() if item.holder != world.player}
        lying = {"core.stealth:leather_armor", "core.stealth:short_sword", "core.stealth:health_potion"} & kinds
        assert len(lying) == (3 if is_there else 0)
        told = view.translate(view.session.log[-1].message)
        assert ("put them on" in told) is is_there


def test_a_hero_is_not_told_lessons_that_are_wrong_here(loaded: LoadResult) -> None:
    """That kills earn nothing, and that listening at a door tells what is behind it: it is not rolled yet."""
    view = begin(loaded, 7)
    assert "closed door, northeast" in view.translate(press(view, "o"))
    press(view, "k")
    ids = {lesson.id for lesson in view.build_scene().lessons}
    assert ids
    assert ids.isdisjoint({"core.stealth:unnoticed", "core.stealth:door"})


@pytest.mark.parametrize("mode", ["walk", "table"])
def test_the_beginning_says_the_goal_as_the_panel_does(loaded: LoadResult, mode: str) -> None:
    view = begin(loaded, 5, mode=mode)
    scene = view.build_scene()
    panel = next(panel for panel in scene.panels if panel.title == Message("delve-goal"))
    goal = view.translate(panel.lines[0].spans[0].text)
    assert any(goal in view.translate(line.message) for line in scene.log)


def test_a_special_room_is_the_louder_the_nearer_it_is(loaded: LoadResult) -> None:
    session = begin(loaded, 9).session
    delve, world = session.state.parts["core.delve"].delve, get_world(session.state)
    delve.zones[0] = msgspec.structs.replace(delve.zones[0], special="quicksand")
    top, left, height, width = to_tiles(delve.zones[0].floors[0], delve.wall_thickness)
    for away, heard in ((0, [5]), (2, [5]), (3, [4]), (11, [1]), (12, [])):
        world.actors[world.player].at = (top + height // 2, left + width // 2 + away)
        tones = list_room_tones(session.context(), delve, tables_of(loaded.rules.records))
        assert [tone.loudness for tone in tones] == heard


def test_the_cursor_names_the_zone_on_foot_beside_the_ground(loaded: LoadResult) -> None:
    view = begin(loaded, 9)
    delve = view.session.state.parts["core.delve"].delve
    top, left, _, _ = to_tiles(delve.zones[0].floors[0], delve.wall_thickness)
    notes = view.build_scene().notes[top, left]
    assert len(notes) > 1
    assert view.translate(notes[-1]) == "the entrance"


def test_a_room_sounds_as_its_dice_say(loaded: LoadResult) -> None:
    session = begin(loaded, 9).session
    delve, tables = session.state.parts["core.delve"].delve, tables_of(loaded.rules.records)
    delve.zones[0] = msgspec.structs.replace(delve.zones[0], type="empty")
    for doors, heard in ((11, ["core.stealth:tone-fire"]), (12, [])):
        rolls = (TableRoll("room", (5,), "empty"), TableRoll("doors", (doors,), "none"))
        delve.journal[:] = [JournalEntry("lay", 0, zone=0, rolls=rolls)]
        assert [tone.recipe.id for tone in list_room_tones(session.context(), delve, tables)] == heard


def test_a_death_on_foot_knows_who_was_seen(loaded: LoadResult) -> None:
    """The hero remembers what has been in view, as in the base game."""
    is_over = lambda session: session.state.outcome is not None  # noqa: E731
    ends = (play_on_foot(loaded, seed, is_over).session for seed in range(3, 20))
    session = next(session for session in ends if session.state.outcome == "died")
    told = [text.id for text in build_session_scene(session).farewell]
    assert "stealth-over-worst" in told or "stealth-over-safe" in told
    assert "stealth-over-unseen" not in told


def test_nothing_left_to_explore_promises_no_way_down(loaded: LoadResult) -> None:
    """Stairs lead nowhere unless a setting says so; the panel says what to do."""
    view = begin(loaded, 5)
    state = view.session.state
    delve, level = state.parts["core.delve"].delve, get_world(state).levels[get_world(state).current]
    delve.exits[:] = [msgspec.structs.replace(gate, fate=Fate.BLOCKED) for gate in delve.exits]
    MarkExplored(level.id, np.ones(level.shape, np.bool_)).apply(state)
    answer = press(view, "o")
    assert (answer.id, answer.args["stairs"]) == ("stealth-course-explored", "none")
    goal = next(panel for panel in view.build_scene().panels if panel.title == Message("delve-goal"))
    page = view.build_scene().pages["guide"]
    assert all(line in page.lines for line in goal.lines), "the page says the goal as the panel does"


def test_the_map_is_told_in_words(loaded: LoadResult) -> None:
    """In plain mode the drawing is left out; the lines below it name each zone, its exits and where they lead."""
    view = begin(loaded, 21, mode="table")
    press(view, "e", "ENTER")
    page = view.build_scene().pages["map"]
    spans = [span for line in page.lines for span in line.spans]
    drawn = [span for span in spans if isinstance(span.text, str) and "##" in span.text]
    assert drawn
    assert all(span.words == UNSPOKEN for span in drawn)
    told = [view.translate(span.text) for span in spans if getattr(span.text, "id", "") == "delve-map-ways"]
    delve = view.session.state.parts["core.delve"].delve
    assert len(told) == len(delve.zones)
    assert any("leads to" in line for line in told)
    assert any("unexplored" in line for line in told)


def test_the_combat_of_a_quest_room_asks_before_the_end(loaded: LoadResult) -> None:
    view = begin(loaded, 9, mode="table")
    delve = view.session.state.parts["core.delve"].delve
    for kind, asked in (("lair", None), ("quest", Message("delve-combat-won"))):
        delve.zones[0] = msgspec.structs.replace(delve.zones[0], type=kind)
        delve.fighting[:] = [0]
        keys = [binding for binding in view.build_scene().bindings if binding.keys == ("c",)]
        assert [binding.confirmation for binding in keys] == [asked]


def test_lessons_come_when_they_are_useful(loaded: LoadResult) -> None:
    view = begin(loaded, 9, mode="table")

    def list_lessons() -> list[str]:
        return [lesson.id.partition(":")[2] for lesson in view.build_scene().lessons]

    assert list_lessons() == ["table"]
    for _ in range(3):
        press(view, "e", first_exit(view))
    assert list_lessons() == ["table-fight"]
    press(view, "c")
    assert "table-search" in list_lessons(), "the lair has no other door"
    walk = begin(loaded, 9)
    assert walk.build_scene().lessons[0].id == "core.delve:walk"


def test_the_way_out_is_no_first_hint(loaded: LoadResult) -> None:
    view = begin(loaded, 9)
    hints = view.build_scene().hints
    assert hints.index("delve-key-climb") > hints.index("stealth-key-explore")


def test_a_click_on_the_map_explores_an_exit(loaded: LoadResult) -> None:
    view = begin(loaded, 9, mode="table")
    scene = view.build_scene()
    delve = view.session.state.parts["core.delve"].delve
    top, left, height, width = find_opening(delve, delve.get_exit(1))
    cells = [(y, x) for y in range(top - 2, top + height + 2) for x in range(left - 2, left + width + 2)]
    near = [(y, x) for y in range(top - 1, top + height + 1) for x in range(left - 1, left + width + 1)]
    assert [cell for cell in cells if find_exit_at(delve, 1, cell) == delve.get_exit(1)] == near
    mouth = next(at for at, notes in scene.notes.items() if "opening a" in view.translate(notes[0]))
    view.submit(handle_pointer(UiState(), scene, mouth, click=True)[1])
    assert [type(command).__name__ for command in view.session.commands] == ["ExploreExit"]
    refused = view.submit(handle_pointer(UiState(), scene, (200, 200), click=True)[1])
    assert refused.id == "delve-no-exit-there"


def test_a_click_on_an_exit_of_the_panel_explores_it(loaded: LoadResult) -> None:
    view = begin(loaded, 9, mode="table")
    line = view.build_scene().panels[1].lines[1]
    assert view.translate(line.spans[0].text) == "opening b (south) of the entrance"
    view.submit(line.click)
    assert view.session.commands[-1].exit == 2


def test_leaving_the_table_asks_on_the_screen(loaded: LoadResult) -> None:
    view = begin(loaded, 9, mode="table")
    press(view, "E", "a")
    scene = view.build_scene()
    assert view.translate(scene.prompt) == "Leave the dungeon? The expedition ends."
    assert [choice.letter for choice in scene.answers] == ["n", "y"]
    press(view, "n")
    assert view.session.state.outcome is None
    press(view, "E", "a", "y")
    assert view.session.state.outcome == "left"
    words = [view.translate(choice.label) for choice in view.build_scene().choices["exits"]]
    assert words, "the story after the end names the exits"


def test_the_map_at_the_table_is_lit_around_the_newest_zone(loaded: LoadResult) -> None:
    view = begin(loaded, 9, mode="table")
    for _ in range(4):
        press(view, "e", first_exit(view), "c")
    cells = view.build_scene().cells
    assert cells.pitch is Pitch.SQUARE
    assert (cells.glyph[cells.solid] == ord("#")).any()
    delve = view.session.state.parts["core.delve"].delve
    top, left, height, width = to_tiles(delve.zones[-1].floors[-1], delve.wall_thickness)
    assert cells.focus == (top + height // 2, left + width // 2)
    floors = [at for rect in delve.zones[-1].floors for at in list_cells(to_tiles(rect, delve.wall_thickness))]
    lit = [(y - cells.origin[0], x - cells.origin[1]) for y, x in floors]
    for (y, x), light in np.ndenumerate(cells.light):
        away = min(max(abs(y - row), abs(x - column)) for row, column in lit)
        assert light == max(255 - 9 * away, 70)
    assert all(cells.visible[at] for at in lit)
    signs = [line.spans[-1].text for line in view.build_scene().pages["map"].lines if line.spans]
    assert Message("delve-sign-open-door") not in signs


@pytest.mark.parametrize(
    ("options", "walking"),
    [
        ({}, True),
        ({"course": "walk"}, True),
        ({"course": "table"}, False),
        ({"course": "walk", "mode": "table"}, False),
    ],
)
def test_the_title_screen_offers_both_ways_to_play(loaded: LoadResult, options: Any, walking: bool) -> None:
    assert [course.id for course in loaded.rules.game.courses(loaded.rules.records, {})] == ["walk", "table"]
    session = Session.begin(loaded.rules, 9, options)
    assert session.state.parts["core.delve"].is_walking is walking


def test_the_players_at_the_table_are_none_on_foot(loaded: LoadResult) -> None:
    """The title screen keeps their number while a walk is chosen; who names them means them."""
    for party, count in ((3, 1), ("Ana,Bo", 2)):
        session = Session.begin(loaded.rules, 9, {"course": "walk", "party": party})
        assert len(session.state.parts["core.delve"].delve.heroes) == count


@pytest.mark.parametrize("mode", ["walk", "table"])
def test_one_key_shows_the_dice_in_both_ways_to_play(loaded: LoadResult, mode: str) -> None:
    view = begin(loaded, 9, mode=mode)
    scene = view.build_scene()
    assert handle_key(UiState(), scene, "r")[0].page == "dice"


def test_a_mark_covers_no_number(loaded: LoadResult) -> None:
    """The hero stands on the number of the entrance: the map to keep shows both."""
    view = begin(loaded, 9, mode="walk")
    world = get_world(view.session.state)
    page = draw_table_map(delve := view.session.state.parts["core.delve"].delve, tables_of(loaded.rules.records), 1)
    numbers = np.argwhere(page.glyph == ord("0")) + page.origin
    world.actors[world.player].at = tuple(numbers[0].tolist())
    kept = draw_kept_map(view.session.context(), [(view.session.context(), ())]).cells
    assert len(delve.zones) == 1
    assert (kept.glyph == ord("0")).sum() == len(numbers) == 1
    assert (kept.glyph == ord("@")).sum() == 1


def test_an_unknown_course_is_refused(loaded: LoadResult) -> None:
    with pytest.raises(ValueError, match="walk or table"):
        Session.begin(loaded.rules, 9, {"course": "ride"})


def test_on_foot_the_log_tells_what_is_seen(loaded: LoadResult) -> None:
    """The dice stay on their page, and exits have no numbers, which the map on foot does not show."""
    view = begin(loaded, 7)
    assert view.translate(view.build_scene().title) == "Delve"
    for _ in range(6):
        press(view, "o")
    told = [view.translate(line.message) for line in view.session.log]
    assert any(line.startswith("You see corridor 1: ") for line in told)
    assert not [line for line in told if re.search(r"Player|rolls|(door|opening) \d", line)]
    dice = [view.translate(line.spans[0].text) for line in view.build_scene().pages["dice"].lines]
    assert any(re.search(r"rolls for .*: \d+ \+ \d+ = \d+: ", line) for line in dice)


@pytest.mark.proof(1)
@pytest.mark.parametrize("thickness", [1, 0])
def test_every_unexplored_exit_has_its_number_on_the_map(loaded: LoadResult, thickness: int) -> None:
    for seed in range(6):
        view = begin(loaded, seed, mode="table", wall_thickness=thickness)
        for _ in range(9):
            press(view, "e", first_exit(view), "c")
        scene = view.build_scene()
        cells = scene.cells
        signs = ["".join(map(chr, line)) for line in (*cells.glyph.tolist(), *cells.glyph.T.tolist())]
        for choice in scene.choices["exits"]:
            assert any(choice.letter in line for line in signs), (seed, choice.value)


def test_every_zone_has_its_number_in_its_middle(loaded: LoadResult) -> None:
    view = begin(loaded, 3, mode="table")
    for _ in range(9):
        press(view, "e", first_exit(view), "c")
    cells, delve = view.build_scene().cells, view.session.state.parts["core.delve"].delve
    numbered = 0
    for zone in (zone for zone in delve.zones if not zone.is_hidden and len(zone.floors) == 1):
        y, x, height, width = to_tiles(zone.floors[0], delve.wall_thickness)
        y, x = y - cells.origin[0], x - cells.origin[1]
        rows = ["".join(map(chr, row)) for row in cells.glyph[y : y + height, x : x + width].tolist()]
        if len(str(zone.id)) <= width:
            assert str(zone.id) in rows[(height - 1) // 2], zone
            numbered += 1
    assert numbered >= 3
    assert min(cells.origin) < 0, "the map must reach beyond its start for this test to fail"


def test_an_exit_has_one_sign_on_the_map_in_the_list_and_as_its_key(loaded: LoadResult) -> None:
    view = begin(loaded, 3, mode="table")
    for _ in range(9):
        press(view, "e", first_exit(view), "c")
    scene = view.build_scene()
    signs = [choice.letter for choice in scene.choices["exits"]]
    assert any(sign.isalpha() for sign in signs), "the tenth exit must be open for this test to fail"
    drawn = {chr(cell) for cell in scene.cells.glyph[scene.cells.fg == Tint.CURSOR].ravel()}
    assert set(signs) <= drawn
    assert all(f" {choice.letter} (" in loaded.catalog.translate(choice.label) for choice in scene.choices["exits"])


def test_a_journey_stops_at_a_special_room(loaded: LoadResult) -> None:
    """The journey that reveals one ends in the same turn, or a turn later where a door had to be opened first."""
    turns = []
    for seed in range(12):
        view = begin(loaded, seed)
        for _ in range(15):
            press(view, "o")
            places = [line for line in view.session.log if line.kind == "place"]
            if places or view.session.state.outcome is not None:
                turns += [view.session.state.turn - line.turn for line in places[-1:]]
                break
    assert len(turns) > 4
    assert max(turns) <= 1, turns


def test_the_doors_that_were_explored_stand_open(loaded: LoadResult) -> None:
    view = begin(loaded, 7)
    for _ in range(12):
        press(view, "o")
    state = view.session.state
    world, delve = get_world(state), state.parts["core.delve"].delve
    entries = [(delve.get_exit(zone.entry), zone.level) for zone in delve.zones if zone.entry and not zone.is_hidden]
    doors = [(gate, level) for gate, level in entries if gate.way is not ExitKind.MOUTH]
    assert doors
    for gate, level in doors:
        for at in list_cells(door_rect(gate.at, gate.heading, gate.width, delve.wall_thickness)):
            assert tile_id_at(world.levels[level], at) == OPEN_DOOR, (gate, at)
