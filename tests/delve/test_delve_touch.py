"""C-TOUCH, words that explain themselves, and the map to keep."""

from __future__ import annotations

import msgspec
import pytest
from test_delve_clues import Faces, begin, submit

from footfall.app.game_view import GameView
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.delve.rules.touch import TouchThing
from footfall.plugins.delve.tables import DiceTable, RoomType, SpecialRoom
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState
from footfall.world.state import get_world

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
    ("room", "look"), [([5, 4], "drip"), ([2, 12], "embers"), ([9, 1], "bones"), ([10, 8], "smoke")]
)
def test_a_room_looks_as_its_dice_say(loaded: LoadResult, room: list[int], look: str) -> None:
    """The faces for type and doors, added, name a row of the table of its type."""
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
