"""News of plain mode: what of a scene follows another."""

from __future__ import annotations

import msgspec

from footfall.api import Message
from footfall.api.scene import Line, LogLine, Panel, SceneThing, Span
from footfall.api.session_scene import build_session_scene
from footfall.testing import scene as stage_scene
from footfall.ui.frontends.plain_input import describe_page
from footfall.ui.frontends.plain_text import (
    describe_sound,
    join_notes,
    list_events,
    list_new_log_lines,
    list_new_things,
    list_news,
)
from footfall.ui.frontends.scene_reader import SceneReader
from footfall.ui.ui_state import MESSAGES_PAGE, UiState


def test_only_creatures_that_are_awake_are_news_when_they_move():
    def list_labels(things, before):
        return [(thing.label, thing.position) for thing in list_new_things(things, before, str)]

    goblin, rat, door = (
        SceneThing(name, (1, 1), mood) for name, mood in (("goblin", "hunting"), ("rat", "asleep"), ("door", ""))
    )
    before = [goblin, rat, door]
    assert list_labels(before, []) == [(name, (1, 1)) for name in ("goblin", "rat", "door")]
    assert list_labels(before, before) == []
    moved = [msgspec.structs.replace(thing, position=(2, 2)) for thing in before]
    assert list_labels(moved, before) == [("goblin", (2, 2))]
    second = msgspec.structs.replace(rat, position=(3, 3))
    assert list_labels([rat, second], [rat]) == [("rat", (3, 3))]


def test_a_step_tells_where_a_neighbor_is_now_and_what_lies_here():
    """Also of a creature that sleeps, or that did not move itself."""
    sleeper = {"mind": {"ai": "still", "mood": "asleep"}, "stats": {"foh": 0, "fov": 0}}
    game = stage_scene(
        "#######\n#.....#\n#@.E..#\n#.....#\n#######",
        actors={"@": {"stats": {"fov": 9, "stealth": 30}}, "E": sleeper},
        items=[{"name": "rock", "kind": "core.stealth:rocks", "at": [2, 2]}],
    )
    reader, told = SceneReader(), []
    for key in (".", "l", "u", "n", "."):
        game.do(key)
        words = reader.read(build_session_scene(game.session), UiState(), game.translate)
        told.append([line.replace("\xa0", " ") for line in words.news if line.startswith(("Goblin", "Here"))])
    goblin = "Goblin, asleep, wakes 0 % if you stay,"
    near = [f"{goblin} 1 east", "Here: rock"]
    assert told == [[f"{goblin} 2 east"], near, [f"{goblin} 1 south"], [f"{goblin} 1 west"], []]


def test_new_lines_of_a_log():
    a, b = LogLine(Message("a")), LogLine(Message("b"))
    assert list_new_log_lines([a, b], []) == [a, b]
    assert list_new_log_lines([a, b], [a]) == [b]
    assert list_new_log_lines([a, b], [a, b]) == []
    twice = LogLine(Message("b"), count=2)
    assert list_new_log_lines([a, twice], [a, b]) == [b]  # as many as were added
    assert list_new_log_lines([a, msgspec.structs.replace(b, count=4)], [a, twice]) == [twice]
    later = [msgspec.structs.replace(line, turn=1) for line in (a, b)]
    assert list_new_log_lines([a, b, *later], [a, b]) == later  # the same words, told once more
    assert list_new_log_lines([b, *later], [a, b, *later]) == []  # the log shows only its end
    merged = msgspec.structs.replace(b, turn=1, count=2)
    assert list_new_log_lines([a, merged, later[0]], [a, b]) == [later[1], later[0]]
    assert list_new_log_lines([a], [b]) == [a]
    c = LogLine(Message("c"))
    assert list_new_log_lines([c, a], [a]) == [c]  # a line before those of its turn
    assert list_new_log_lines([c, a, b], [a]) == [c, b]
    assert list_new_log_lines([c, a, b], [a, b]) == [c]


def test_what_leaves_the_view_is_no_news(samples):
    def build(label, seen):
        scene = samples.dungeon()
        cells = msgspec.structs.replace(scene.cells, visible=scene.cells.visible & False | seen)
        return msgspec.structs.replace(scene, cells=cells, things=(SceneThing(label, (11, 16)),), log=(), percepts=())

    def list_all(scene, before):
        return list_news(scene, before, samples.Catalog())

    seen = build("Rock", True)
    assert "Rock, 6 west" in list_all(seen, None)
    assert list_all(build("Rock, remembered", False), seen) == []
    assert list_all(build("Open door", True), seen) == ["Open door, 6 west"]


def test_of_equal_things_the_nearest_is_news_and_lessons_come_last(samples):
    scene = samples.dungeon()
    things = tuple(
        SceneThing(label, (11, x)) for label, x in (("Bones", 5), ("Bones", 20), ("Door", 10), ("Bones", 15))
    )
    log = (LogLine(Message("learn"), "lesson", 7), LogLine(Message("happened"), "", 7))
    scene = msgspec.structs.replace(scene, things=things, log=log, percepts=(), turn=7)
    before = msgspec.structs.replace(scene, things=(), log=(LogLine(Message("old"), "", 6),))
    lines = list_events(scene, before, samples.Catalog())
    assert lines[0] == "Happened"
    assert [line.partition(",")[0] for line in lines[1:3]] == ["Bones", "Door"]
    assert lines[1] == "Bones, 2 west"
    assert lines[-1] == "Learn"
    assert len(lines) == 5  # the fourth counts the other bones
    kept = Panel(Message("lesson"), (Line((Span(Message("Learn")),)),), is_told=True)
    panels = (*scene.panels[:1], kept)
    assert list_news(msgspec.structs.replace(scene, panels=panels), before, samples.Catalog()).count("Learn") == 1


def test_a_screen_without_a_map_tells_its_panels_and_what_is_selected(samples):
    def build(selected, value):
        names = ("sound", value), ("motion", "off")
        rows = [
            Line((Span("› " if name == selected else "  "), Span(f"{name} "), Span(state))) for name, state in names
        ]
        table = Panel(Message("KEYS"), (Line((Span("step"), Span("k"))),), is_table=True)
        return msgspec.structs.replace(samples.board(), panels=(Panel(Message("SETTINGS"), tuple(rows)), table), log=())

    def list_all(scene, before):
        return list_news(scene, before, samples.Catalog())

    first, second, third = build("sound", "on"), build("motion", "on"), build("sound", "off")
    assert list_all(first, None)[-5:] == ["SETTINGS", "selected sound on", "motion off", "KEYS", "step, k"]
    assert list_all(second, first) == ["selected motion off"]
    assert list_all(third, first) == ["selected sound off"]
    assert list_all(first, first) == []


def test_messages_are_listed_by_turn_the_newest_first(samples):
    log = tuple(LogLine(Message(name), "", turn) for name, turn in (("a", 1), ("b", 2), ("c", 2)))
    scene = msgspec.structs.replace(samples.dungeon(), log=log)
    lines = describe_page(scene, UiState(page=MESSAGES_PAGE), samples.Catalog())
    assert lines == ["Messages", "turn 2", "b", "c", "turn 1", "a"]


def test_a_jump_in_a_replay_tells_no_things_but_creatures(samples):
    translate = samples.Catalog()
    things = (SceneThing(Message("stairs"), (11, 16)), SceneThing(Message("rat"), (11, 17), "asleep"))
    scene = msgspec.structs.replace(samples.dungeon(), is_recorded=True, things=things, log=(), percepts=())
    told = []
    for turns in (1, 2, -1, -2):
        before = msgspec.structs.replace(scene, things=(), turn=scene.turn - turns)
        told.append(len(list_events(scene, before, translate)))
    assert told == [2, 1, 2, 1]


def test_another_screen_over_a_game_does_not_repeat_its_log(samples):
    """Also a game that is opened with a long log tells its end only."""
    translate, state = samples.Catalog(), UiState()
    log = tuple(LogLine(Message(f"line-{n}"), turn=n) for n in range(40))
    game = msgspec.structs.replace(samples.dungeon(), log=log)
    reader = SceneReader()
    first = reader.read(game, state, translate).news
    assert [line for line in first if line.startswith("Line-")] == [f"Line-{n}" for n in range(32, 40)]
    settings = msgspec.structs.replace(game, cells=None, places=(), log=(), things=(), percepts=())
    reader.read(settings, state, translate)
    assert reader.read(game, state, translate).news == [translate(game.title)]
    still = reader.read(game, state, translate)
    assert (still.news, still.is_quiet) == ([], False)
    again = msgspec.structs.replace(game, seed=game.seed + 1, log=log[:1])
    assert {translate(game.title), "Line-0"} <= set(reader.read(again, state, translate).news)


def test_notes_part_what_belongs_to_one_thing_from_the_next() -> None:
    notes = ("smoky potion", "short sword", "Defense +1, To-hit +1.", "leather armor", "Armor +1.")
    said = join_notes(notes, str)
    assert said == "smoky potion, short sword. Defense +1, To-hit +1; leather armor. Armor +1"


def test_of_many_new_things_those_of_most_weight_are_told(samples):
    """In the order of the game, stairs before what lies nearer."""
    text, seen = samples.Catalog(), samples.dungeon()
    y, x = seen.cells.focus
    things = [SceneThing(Message("core-stairs"), (y, x + 9))]
    things += [SceneThing(Message(f"litter-{n}"), (y, x + 1)) for n in range(8)]
    told = list_events(
        msgspec.structs.replace(seen, things=tuple(things)), msgspec.structs.replace(seen, things=()), text
    )
    assert [line for line in told if "9 east" in line]


def test_a_place_from_another_side_than_its_sound_is_left_out(samples):
    text, seen = samples.Catalog(), samples.dungeon()
    (y, x), sound = seen.cells.focus, seen.percepts[0]
    told = [
        describe_sound(msgspec.structs.replace(sound, direction=2, estimate=(y + dy, x + dx)), seen, text)
        for dy, dx in ((0, 4), (3, 3), (8, 2), (0, -4))
    ]
    assert ["source about" in line for line in told] == [True, True, False, False]
