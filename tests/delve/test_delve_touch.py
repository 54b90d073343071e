"""C-TOUCH, words that explain themselves, and the map to keep."""

from __future__ import annotations

import msgspec
import pytest
from delve_walker import DIRECTIONS, Walker
from test_delve_clues import Faces, begin, submit

from footfall.app.game_view import GameView
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.delve.maps.export import to_json
from footfall.plugins.delve.maps.geometry import list_cells
from footfall.plugins.delve.model import Delve, JournalEntry, TableRoll
from footfall.plugins.delve.rules.touch import TouchThing
from footfall.plugins.delve.tables import DiceTable, RoomType, SpecialRoom, tables_of
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState
from footfall.world.state import Actor, get_world

DOOR = [1, 5, 5, 2, 2]
"""A corridor of one section with a door, e3, and a dead end."""

STATUE, FOUNTAIN = [6, 5, 6, 1], [6, 6, 7, 1]
"""A special room without doors: type, two dice, doors."""


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("delve", only_mods=())


def find_statue(loaded: LoadResult, room: list[int] = STATUE) -> tuple[Session, int]:
    session = begin(loaded, (1, DOOR), (3, room))
    delve = session.state.parts["core.delve"].delve
    return session, delve.zones[-1].id


@pytest.mark.parametrize(
    ("face", "row", "clues"), [(2, "plain", 0), (8, "riddle", 1), (10, "guardian", 0), (11, "collapse", 0)]
)
def test_a_statue_is_touched_once(loaded: LoadResult, face: int, row: str, clues: int) -> None:
    """C-TOUCH: the die says what it is; the leader's faces are left alone."""
    session, zone = find_statue(loaded)
    delve = session.state.parts["core.delve"].delve
    session.dice_source = Faces(face)
    submit(session, TouchThing(actor=session.state.question.actor, zone=zone))
    session.dice_source = None
    assert [note.rolls[0].row for note in delve.journal if note.kind == "touch"] == [row]
    assert delve.count_clues() == clues
    told = loaded.catalog.translate(session.log[-1 if not clues else -2].message)
    assert "touches the thing in statue room" in told
    refusal = session.submit(TouchThing(actor=session.state.question.actor, zone=zone)).refusal
    assert refusal is not None
    assert refusal.rule == "C-TOUCH"


@pytest.mark.parametrize(("row", "why"), [(4, "The golem strikes you once"), (11, "Stones fall on you")])
def test_a_touch_tells_its_roll_before_the_life_it_costs(loaded: LoadResult, row: int, why: str) -> None:
    """D-SOLO, by the key: who touches, the row, then why life is lost."""
    session: Session = begin(loaded, (1, DOOR), (3, STATUE), party="alone")
    before = len(session.log)
    view = GameView(session, loaded.catalog.translate)
    session.dice_source = Faces(row, 1, 1)
    view.submit(handle_key(UiState(), view.build_scene(), "T")[1])
    session.dice_source = None
    told = [loaded.catalog.translate(line.message) for line in session.log[before:]]
    order = [next(n for n, line in enumerate(told) if part in line) for part in ("rolls for", "touches", why)]
    assert order == sorted(order), told


def test_a_second_room_of_a_kind_is_said_in_short(loaded: LoadResult) -> None:
    """D-LOOK: no special room is revealed without a word."""
    session, zone = find_statue(loaded)
    delve = session.state.parts["core.delve"].delve
    book, room = tables_of(loaded.rules.records), delve.zones[zone]
    again = msgspec.structs.replace(room, id=zone + 1)
    assert book.find_description(delve, room) == "delve-special-statue-about"
    assert book.find_description(delve, again) == "delve-special-again"


def test_the_key_touches_the_only_object_without_a_question(loaded: LoadResult) -> None:
    session, zone = find_statue(loaded)
    view = GameView(session, loaded.catalog.translate)
    view.submit(handle_key(UiState(), view.build_scene(), "T")[1])
    delve = session.state.parts["core.delve"].delve
    assert [note.zone for note in delve.journal if note.kind == "touch"] == [zone]


def test_only_an_object_with_a_table_can_be_touched(loaded: LoadResult) -> None:
    session, zone = find_statue(loaded, FOUNTAIN)
    assert session.submit(TouchThing(actor=session.state.question.actor, zone=zone)).refusal is not None


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_room_is_described_as_it_is_revealed_and_its_words_on_a_page(loaded: LoadResult, language: str) -> None:
    loaded.catalog.set_language(language)
    translate = loaded.catalog.translate
    session, _ = find_statue(loaded, FOUNTAIN)
    assert Message("delve-special-fountain-about") in [line.message for line in session.log]
    scene = GameView(session, translate).build_scene()
    assert Message("delve-special-fountain-about") in [note for notes in scene.notes.values() for note in notes]
    page = "\n".join(translate(span.text) for line in scene.pages["names"].lines for span in line.spans)
    assert translate(Message("delve-end-closed-about")) in page
    assert "delve-" not in page
    loaded.catalog.set_language("en")


@pytest.mark.parametrize(
    ("room", "look"), [([5, 4], "draft"), ([2, 12], "echo"), ([9, 1], "barrel"), ([10, 8], "hands")]
)
def test_a_room_looks_as_its_dice_say(loaded: LoadResult, room: list[int], look: str) -> None:
    """Two dice of their own name a row of the table of its type; the seed of the game is not among their keys."""
    session, _ = find_statue(loaded, room)
    told = Message(f"delve-look-{look}")
    assert [line.message for line in session.log].count(told) == 1
    scene = GameView(session, loaded.catalog.translate).build_scene()
    assert told in [note for notes in scene.notes.values() for note in notes]


def test_every_room_has_words_in_both_languages(loaded: LoadResult) -> None:
    records = loaded.rules.records
    rooms = [*records.table(SpecialRoom, "special_room").values(), *records.table(RoomType, "room_type").values()]
    described = [room.description for room in rooms if room.id != "core.delve:special"]
    tables = [
        records.table(DiceTable, "dice_table")[room.look] for room in rooms if isinstance(room, RoomType) and room.look
    ]
    assert len(tables) == len(("empty", "lair", "quest"))
    described += [row.text for table in tables for row in table.rows]
    for language in ("en", "es"):
        loaded.catalog.set_language(language)
        assert all(loaded.catalog.has_message(text) for text in described)
    loaded.catalog.set_language("en")


@pytest.mark.parametrize(("faces", "wounds", "comers"), [((4,), 0, 1), ((11, 2, 3), 5, 0), ((1,), 0, 0)])
def test_on_foot_a_golem_comes_and_a_ceiling_falls(
    loaded: LoadResult, faces: tuple[int, ...], wounds: int, comers: int
) -> None:
    """C-TOUCH on foot: the golem comes to life in the room, the ceiling costs 2d6; a turn passes."""
    session = Session.begin(loaded.rules, 1, {"mode": "walk"}, strict=True)
    delve = session.state.parts["core.delve"].delve
    delve.zones[0] = msgspec.structs.replace(delve.zones[0], special="statue")
    world = get_world(session.state)
    hero, before = world.actors[world.player], len(world.actors)
    life = hero.hp
    forced = list(faces)

    class First(Faces):
        def take(self, purpose: str, low: int, high: int) -> int | None:
            return forced.pop(0) if purpose in ("touch", "collapse") else None

    session.dice_source = First()
    submit(session, TouchThing(actor=hero.id))
    assert not forced
    assert life - world.actors[world.player].hp == wounds
    assert [actor.kind for actor in world.actors.values()].count("core.stealth:sentinel") == comers
    assert len(world.actors) == before + comers


ROOMS = {
    "statue": [6, 5, 6, 1], "fountain": [6, 6, 7, 1], "shrine": [6, 4, 4, 1], "tomb": [6, 5, 5, 1],
    "challenge": [6, 2, 2, 1], "pedlar": [6, 10, 10, 1], "stranger": [6, 11, 12, 1],
}  # fmt: skip
"""The faces of special rooms without doors whose figure has a table."""


def walk_into(loaded: LoadResult, faces: list[int]) -> Walker:
    """A hero on foot in a special room, which lay hidden on a prepared map."""
    table, _ = find_statue(loaded, faces)
    drawn = to_json(table.state.parts["core.delve"].delve)
    walker = Walker(Session.begin(loaded.rules, 1, {"mode": "walk", "map": drawn}, strict=True))
    walker.explore_exit(1)
    walker.explore_exit(3)
    floor = list_cells(walker.delve.zones[-1].floors[0])
    assert walker.walk_until(floor, lambda: walker.hero.at in floor, fells=False)
    return walker


def list_figures(walker: Walker) -> list[Actor]:
    world = get_world(walker.session.state)
    return [actor for actor in world.actors.values() if actor.id != world.player]


@pytest.mark.parametrize(("special", "faces"), ROOMS.items())
def test_on_foot_a_figure_is_there_and_a_step_into_it_touches_it(
    loaded: LoadResult, special: str, faces: list[int]
) -> None:
    """C-FOOT: what the room speaks of stands in it; walked into by a key, it does once what its table says."""
    walker = walk_into(loaded, faces)
    session, (figure,) = walker.session, list_figures(walker)
    room = loaded.rules.records.table(SpecialRoom, "special_room")[f"core.delve:{special}"]
    assert room.figures == (figure.kind,)
    beside = [at for at in list_cells((figure.at[0] - 1, figure.at[1] - 1, 3, 3)) if at != figure.at]
    assert walker.walk_until(beside, lambda: walker.hero.at in beside, fells=False)
    view = GameView(session, loaded.catalog.translate)
    step = figure.at[0] - walker.hero.at[0], figure.at[1] - walker.hero.at[1]
    key = "kulnjbhy"[DIRECTIONS.index(step)]
    for _ in range(2):
        view.submit(handle_key(UiState(), view.build_scene(), key)[1])
    rolls = [note.rolls[0] for note in walker.delve.journal if note.kind == "touch"]
    assert len(rolls) == 1
    rows = tables_of(loaded.rules.records).by_name[rolls[0].table].rows
    text = next(row.text for row in rows if row.id == rolls[0].row)
    told = "\n".join(loaded.catalog.translate(line.message) for line in session.log)
    assert f"{loaded.catalog.translate(Message(text))}." in told
    assert told.endswith("Nothing more comes of it: it works only once.")
    healed = "You have no wound that it could heal." in told
    assert healed is bool(next(row for row in rows if row.id == rolls[0].row).life)
    page = view.build_scene().pages["dice"]
    assert not [line for line in page.lines if ".." in view.translate(line.spans[0].text)]
    assert "delve-" not in told


def test_on_foot_ground_and_foes_of_special_rooms_are_there(loaded: LoadResult) -> None:
    """C-FOOT: a circle is drawn on the floor, a chasm bars the way, bats come as a swarm; a fire burns in a refuge."""
    for faces, tile, kinds in (
        ([6, 4, 5, 1], "circle", []),
        ([6, 7, 8, 1], "chasm", []),
        ([6, 7, 7, 1], "", ["core.stealth:cave_bat"] * 2),
        ([6, 12, 12, 1], "", ["core.stealth:campfire"]),
    ):
        walker = walk_into(loaded, faces)
        world = get_world(walker.session.state)
        assert (f"core.delve:{tile}" in world.levels[world.current].palette) is bool(tile)
        assert [actor.kind for actor in list_figures(walker)] == kinds


def test_no_two_rooms_look_alike(loaded: LoadResult) -> None:
    """A row of looks is used once, and none once all are used; games with other dice have others, in another order."""
    tables = tables_of(loaded.rules.records)
    zone = msgspec.structs.replace(
        find_statue(loaded)[0].state.parts["core.delve"].delve.zones[-1], special="", type="lair"
    )
    delve, told = Delve(zones=[msgspec.structs.replace(zone, id=n) for n in range(17)]), list[tuple[str, ...]]()
    for face in (9, 10):
        rolls = (TableRoll("room", (face,), "lair"),)
        delve.journal = [JournalEntry("lay", 0, zone=n, rolls=rolls) for n in range(17)]
        told.append(tuple(row.id for row in tables.list_looks(delve).values()))
    assert [len(set(looks)) for looks in told] == [len(looks) for looks in told] == [15, 15]
    assert told[0][:2] != told[1][:2]


@pytest.mark.parametrize(
    ("language", "words", "known"),
    [
        ("en", "it is lost. The goal stays the same: another room", "The goal stays the same: the quest room that you"),
        ("es", "se ha perdido. El objetivo es el mismo: otra sala", "El objetivo es el mismo: la sala de la gesta que"),
    ],
)
def test_a_quest_room_without_space_is_said_to_be_lost(language: str, words: str, known: str) -> None:
    """G-13: behind a false door, and what the goal is now; a room of another type is just a false door."""
    loaded = load("delve", only_mods=(), settings={"core.delve.guard_rooms": 0})
    loaded.catalog.set_language(language)
    for face, is_lost in ((11, True), (1, False)):
        session = begin(loaded, (1, DOOR), (3, [face, 1]), bounds="5,-20,12,40")
        delve = session.state.parts["core.delve"].delve
        assert delve.journal[-1].kind == "block"
        told = [loaded.catalog.translate(line.message) for line in session.log]
        assert any(words in line for line in told) is is_lost
        delve.zones[1] = msgspec.structs.replace(delve.zones[1], type="quest")
        page = GameView(session, loaded.catalog.translate).build_scene().pages["dice"]
        told = [loaded.catalog.translate(span.text) for line in page.lines for span in line.spans]
        assert any(known in line for line in told) is is_lost


@pytest.mark.parametrize("language", ["en", "es"])
def test_openings_and_false_doors_explain_themselves(language: str) -> None:
    """At the cursor, and on the page of the names in the log."""
    loaded = load("delve", only_mods=())
    loaded.catalog.set_language(language)
    translate = loaded.catalog.translate
    session = begin(loaded, (1, DOOR), (3, [1, 1]), bounds="5,-20,12,40")
    scene = GameView(session, translate).build_scene()
    at_cursor = [note for notes in scene.notes.values() for note in notes]
    page = "\n".join(translate(span.text) for line in scene.pages["names"].lines for span in line.spans)
    for name in ("delve-tile-false-door", "delve-way-mouth"):
        assert Message(f"{name}-about") in at_cursor
    for name in ("delve-tile-false-door", "delve-way-door"):
        assert translate(Message(name)) in page
        assert translate(Message(f"{name}-about")) in page
    assert "delve-" not in page


def test_a_champion_fights_only_who_challenges_him(loaded: LoadResult) -> None:
    """C-FOOT: he waits; walked into, the game asks first; then he strikes back."""
    walker = walk_into(loaded, [6, 1, 2, 1])
    session, (champion,) = walker.session, list_figures(walker)
    beside = [at for at in list_cells((champion.at[0] - 1, champion.at[1] - 1, 3, 3)) if at != champion.at]
    assert walker.walk_until(beside, lambda: walker.hero.at in beside, fells=False)
    view = GameView(session, loaded.catalog.translate)

    def press(key: str) -> None:
        view.submit(handle_key(UiState(), view.build_scene(), key)[1])

    for _ in range(10):
        press(".")
    assert walker.hero.hp == walker.hero.hp_max
    step = champion.at[0] - walker.hero.at[0], champion.at[1] - walker.hero.at[1]
    press("kulnjbhy"[DIRECTIONS.index(step)])
    assert session.state.question.kind == "confirm"
    press("y")
    while walker.hero.hp == walker.hero.hp_max and len(session.commands) < 200:
        press(".")
    assert walker.hero.hp < walker.hero.hp_max
