"""D-SOLO: one player at the table, whose combats are decided by dice."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from test_delve_clues import Faces, begin

from footfall.app.decisions import build_story
from footfall.app.game_view import GameView
from footfall.app.last_turns import LastTurns
from footfall.engine.bots import BotContext
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.delve.commands import DeclareCombatOver, ExploreExit
from footfall.plugins.delve.environment import build_layout
from footfall.plugins.delve.model import JournalEntry, Solo
from footfall.plugins.delve.rules.clue_commands import DeclareClue, UseClue
from footfall.plugins.delve.rules.legal_commands import list_legal_commands
from footfall.plugins.delve.rules.solo import compute_chance, compute_strike_chance, grade_foes, strike, to_percent
from footfall.plugins.delve.screen.story import tell_story
from footfall.plugins.delve.screen.table_map import draw_kept_map
from footfall.sim.bots import find_bot
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

CORRIDOR = [1, 5, 5, 2, 2]
"""A corridor with a door, e3; behind it comes a lair without doors."""


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("delve", only_mods=())


def play(session: Session, *keys: str) -> None:
    """Presses keys, each on the scene of the moment."""
    view, memory = GameView(session, lambda message: message.id), UiState()
    for key in keys:
        memory, command = handle_key(memory, view.build_scene(), key)
        if command is not None:
            view.submit(command)


def begin_fight(loaded: LoadResult, foes: int) -> Session:
    """A lone hero in a lair whose monsters have a strength."""
    session: Session = begin(loaded, (1, CORRIDOR), (3, [9, 1, foes]), party="alone")
    return session


def read_told(loaded: LoadResult, session: Session) -> str:
    return " ".join(loaded.catalog.translate(line.message) for line in session.log)


def test_the_higher_die_wins_and_a_beaten_lair_holds_a_potion(loaded: LoadResult) -> None:
    session = begin_fight(loaded, 6)
    delve = session.state.parts["core.delve"].delve
    assert "The monsters have strength 6: a normal combat, won in" in read_told(loaded, session)
    refusal = session.submit(DeclareCombatOver(actor=0)).refusal
    assert refusal is not None
    assert refusal.rule == "D-SOLO"
    session.dice_source = Faces(7, 7, 3, 4, 9, 2, 8)
    play(session, "f", "f", "F")
    assert (delve.solo.life, delve.solo.foes, delve.solo.potions, delve.fighting) == (10, 0, 2, [])
    play(session, "u")
    assert (delve.solo.life, delve.solo.potions) == (12, 1)


def test_a_hero_without_life_does_not_come_back(loaded: LoadResult) -> None:
    session = begin_fight(loaded, 12)
    session.dice_source = Faces(1, 12, 1, 12, 1, 12)
    play(session, "F", "F", "F")
    assert session.state.outcome == "died"


def test_a_rest_heals_and_makes_later_monsters_stronger(loaded: LoadResult) -> None:
    session = begin_fight(loaded, 2)
    session.dice_source = Faces(1, 2, 9, 1, 12, 3)
    play(session, "f", "f", "Z", "Z")
    delve = session.state.parts["core.delve"].delve
    assert (delve.solo.life, delve.solo.edge, delve.solo.alarm) == (12, 1, 2)  # without a wound, no rest
    session.dice_source = None
    for _ in range(30):
        delve.solo = msgspec.structs.replace(delve.solo, life=1)
        play(session, "Z")
    assert delve.solo.alarm == 24


def test_each_strike_is_the_best_one_in_some_combats() -> None:
    last = Solo(life=2, foes=2, potions=0)
    for stake, edge in ((2, 0), (4, 2)):
        wins = sum(ours + edge >= theirs for ours in range(1, 13) for theirs in range(1, 13))
        assert compute_strike_chance(strike, last, stake) == pytest.approx(wins / 144)
    states = [Solo(life=life, foes=foes, potions=0) for life in range(1, 13) for foes in range(1, 13)]
    gains = [compute_strike_chance(strike, solo, 4) - compute_strike_chance(strike, solo, 2) for solo in states]
    assert sum(gain > 0.03 for gain in gains) > len(states) / 5
    assert sum(gain < -0.03 for gain in gains) > len(states) / 5
    edges = [(8, 8, 1), (6, 5, 1), (11, 20, 1), (10, 17, 1), (4, 20, 0), (5, 21, 0)]
    grades = [grade_foes(compute_chance(strike, Solo(life=row[0], foes=row[1], potions=row[2]))) for row in edges]
    assert grades == ["hard", "normal", "lethal", "hard", "suicide", "lethal"]


def test_each_key_tells_the_chance_that_it_leaves(loaded: LoadResult) -> None:
    session = begin_fight(loaded, 7)
    solo = session.state.parts["core.delve"].delve.solo
    keys = GameView(session, loaded.catalog.translate).build_scene().bindings
    labels = {key.keys[0]: loaded.catalog.translate(key.label) for key in keys}
    chances = [to_percent(compute_strike_chance(strike, solo, stake)) for stake in (2, 4)]
    assert [labels["f"][-5:], labels["F"][-5:]] == [f" {chance} %" for chance in chances]
    assert f"a normal combat, won in {max(chances)} %" in read_told(loaded, session)


def test_a_lone_hero_is_given_no_free_clues(loaded: LoadResult) -> None:
    session = begin_fight(loaded, 2)
    refusal = session.submit(DeclareClue(actor=0)).refusal
    assert refusal is not None
    assert (refusal.rule, refusal.message.id) == ("D-SOLO", "delve-solo-clues")
    delve = session.state.parts["core.delve"].delve
    delve.journal.append(JournalEntry("award", 0))
    commands = list_legal_commands(session.context())
    assert not [each for each in commands if isinstance(each, UseClue) and each.use == "flight"]
    play(session, "A", "p")
    assert delve.count_clues() == 1


def test_an_environment_without_strikes_refuses_a_lone_hero(loaded: LoadResult) -> None:
    with pytest.raises(ValueError, match="party=alone"):
        build_layout(loaded.rules, {"mode": "table", "party": "alone"}, {})


def test_a_lone_hero_without_an_exit_is_told_what_can_be_done(loaded: LoadResult) -> None:
    closed = [1, 3, 3, 2, 2]
    session = begin(loaded, (1, closed), (2, closed), party="alone")
    view, memory = GameView(session, loaded.catalog.translate), UiState()
    shown = view.build_scene()
    goal = " ".join(loaded.catalog.translate(span.text) for line in shown.panels[0].lines for span in line.spans)
    assert "search walls for secret doors, 25 % each" in goal
    asked = handle_key(memory, shown, "e")[0]
    assert asked.notice is not None
    assert asked.notice.id == "delve-goal-none-left"
    session.dice_source = Faces(9, 10)
    play(session, "s", "ENTER", "s", "ENTER")  # one question: only one hero can search
    assert "finds secret door c (south)." in read_told(loaded, session)
    assert not [each for each in shown.choices["walls"] if each.detail]


@pytest.mark.parametrize(("party", "is_shown"), [("alone", False), ("3", True)])
def test_only_a_party_has_a_panel(loaded: LoadResult, party: str, is_shown: bool) -> None:
    scene = GameView(begin(loaded, party=party), loaded.catalog.translate).build_scene()
    assert ("PARTY" in [loaded.catalog.translate(panel.title) for panel in scene.panels if panel.title]) is is_shown


@pytest.mark.parametrize(
    ("number", "name"),
    [(1, "opening a (north)"), (3, "door c (west)"), (0, "exit 0"), (-1, "exit -1"), (99, "exit 99")],
)
def test_a_refusal_names_the_exits_that_are_known(loaded: LoadResult, number: int, name: str) -> None:
    session = begin(loaded, (1, CORRIDOR), (3, [1, 5]), party="alone")
    refusal = session.submit(ExploreExit(actor=0, exit=number)).refusal
    assert loaded.catalog.translate(refusal.message) == f"There is nothing new behind {name}."


def test_walls_that_lead_nowhere_new_come_last_and_say_so(loaded: LoadResult) -> None:
    session = begin(loaded, (1, CORRIDOR), (3, [1, 5]), party="alone")  # E38
    walls = GameView(session, loaded.catalog.translate).build_scene().choices["walls"]
    told = [loaded.catalog.translate(each.detail[0]) if each.detail else "" for each in walls]
    assert told == sorted(told)
    assert dict(zip((each.value for each in walls), told, strict=True))["2/left"] == (
        "Behind it can only be the entrance: nothing new."
    )
    session.dice_source = Faces(10)
    play(session, "s", "UP", "ENTER")
    assert "finds secret door d (south), which leads to the entrance." in read_told(loaded, session)


def test_a_mod_changes_the_strikes_and_the_chances_at_the_keys(loaded: LoadResult, tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "mod.toml").write_text(
        '[mod]\nid = "you.blade"\nversion = "1.0.0"\napi = "1"\nname = "Blade"\ngames = ["delve"]\n', "utf-8"
    )
    (tmp_path / "content" / "rules.toml").write_text('[hook."core.delve:strike".sharp]\nadd.edge = 11\n', "utf-8")
    sharp = load("delve", mods=[tmp_path], only_mods=())
    session = begin_fight(sharp, 7)
    keys = GameView(session, sharp.catalog.translate).build_scene().bindings
    labels = {key.keys[0]: sharp.catalog.translate(key.label) for key in keys}
    assert labels["f"].endswith(" 99 %")
    session.dice_source = Faces(1, 12)
    play(session, "f")
    assert session.state.parts["core.delve"].delve.solo.foes == 5
    assert "You roll 1 + 11 = 12, the monsters 12" in read_told(sharp, session)


def test_the_last_turns_begin_where_the_last_combat_did(loaded: LoadResult) -> None:
    session = Session.begin(loaded.rules, 4, {"mode": "table", "party": "alone"})
    bot = find_bot(loaded.rules, "party")
    while (question := session.state.question) is not None and len(session.commands) < 400:
        session.submit(bot.decide(BotContext(session, bot.id, question.actor), list_legal_commands(session.context())))
    point = build_story(session).points[-1]
    assert point.id == "delve-story-fight"
    opened = LastTurns(session, loaded.catalog.translate, points=(point,))
    assert not opened.session.state.parts["core.delve"].delve.fighting
    opened.session.submit(session.commands[opened.at])
    assert opened.session.state.parts["core.delve"].delve.fighting


@pytest.mark.parametrize(
    ("language", "cause"),
    [
        ("en", "Cause: the monsters of lair 2, which had strength 12 left."),
        ("es", "Causa: los monstruos de la guarida 2, a los que les quedaba fuerza 12."),
    ],
)
def test_a_death_at_the_table_has_a_cause_a_story_and_a_mark(loaded: LoadResult, language: str, cause: str) -> None:
    """The end names it, the story (`t`) has each strike, and the map to keep marks the place."""
    session = begin_fight(loaded, 12)
    session.dice_source = Faces(*[1, 12] * 6)
    loaded.catalog.set_language(language)
    play(session, *"FFF")
    scene = GameView(session, loaded.catalog.translate).build_scene()
    assert loaded.catalog.translate(scene.farewell[1]) == cause
    drawn = draw_kept_map(session.context(), ())
    loaded.catalog.set_language("en")
    story = [getattr(span.text, "id", "") for line in scene.pages[scene.page_keys["t"]].lines for span in line.spans]
    assert story.count("delve-solo-strike") == 3
    rows = ["".join(map(chr, row)) for row in drawn.cells.glyph.tolist()]
    assert ["!2†" in row for row in rows if "†" in row] == [True], "next to the number of the lair"
    assert "delve-sign-fall" in repr(drawn.lines)


@pytest.mark.parametrize(("stairs", "ways"), [("terminal", [0]), ("new_level", [0, 1])])
def test_stairs_that_lead_nowhere_say_so(stairs: str, ways: list[int]) -> None:
    """G-16: as they are revealed, at the cursor and in the words of the map, which name them; the key offers others."""
    loaded = load("delve", only_mods=(), settings={"core.delve.stairs": stairs})
    session: Session = begin(loaded, (1, [1, 3, 3, 9, 9]), party="alone")
    scene = GameView(session, loaded.catalog.translate).build_scene()
    told = [read_told(loaded, session), *(loaded.catalog.translate(note) for at in scene.notes.values() for note in at)]
    assert [("choked with rubble" in text) for text in (told[0], " ".join(told[1:]))] == [stairs == "terminal"] * 2
    page = [loaded.catalog.translate(span.text) for line in scene.pages["map"].lines for span in line.spans]
    assert "corridor 1: stairs down" in page
    assert [choice.value for choice in scene.choices["stairs"]] == ways


@pytest.mark.parametrize(
    ("language", "words"), [("en", "heals, but you have no wound."), ("es", "cura, pero no tienes ninguna herida.")]
)
def test_a_fountain_says_what_it_gives(loaded: LoadResult, language: str, words: str) -> None:
    """The life gained: nothing at full life, 1 of its 2 to whom lacks 1."""
    loaded.catalog.set_language(language)
    for life, said in ((12, words), (11, " 1 ")):
        session: Session = begin(loaded, (1, CORRIDOR), party="alone")
        delve = session.state.parts["core.delve"].delve
        delve.solo = msgspec.structs.replace(delve.solo, life=life)
        session.dice_source = Faces(6, 6, 7, 1)
        play(session, "e", "c")
        assert said in loaded.catalog.translate(session.log[-1].message)
        assert delve.solo.life == 12
    loaded.catalog.set_language("en")


def test_the_story_tells_the_last_of_combats_that_overlap(loaded: LoadResult) -> None:
    session = Session.begin(loaded.rules, 5, {"mode": "table"})
    delve = session.state.parts["core.delve"].delve
    while len(delve.fighting) < 2 and delve.list_pending_exits():
        play(session, "e", "ENTER")
    assert len(delve.fighting) == 2
    story = [loaded.catalog.translate(point) for point in build_story(session).points]
    assert any(line.startswith("The last combat") and f" {delve.fighting[-1]}." in line for line in story), story


def test_the_story_counts_the_rooms_up_to_that_of_the_quest(loaded: LoadResult) -> None:
    session = begin_fight(loaded, 6)
    zones = session.state.parts["core.delve"].delve.zones
    zones[2] = msgspec.structs.replace(zones[2], type="quest")
    told = [loaded.catalog.translate(point) for point in tell_story([(session.context(), ())]).points]
    assert "The quest room was room 1. Half of all delves have found it by room 10." in told


def test_a_place_that_kills_at_the_table_is_the_cause(loaded: LoadResult) -> None:
    session: Session = begin(loaded, (1, CORRIDOR), party="alone")
    delve = session.state.parts["core.delve"].delve
    delve.solo = msgspec.structs.replace(delve.solo, life=1)
    session.dice_source = Faces(6, 12, 5, 1)
    play(session, "e", "c")
    assert session.state.outcome == "died"
    told = [loaded.catalog.translate(line) for line in GameView(session, repr).build_scene().farewell]
    assert told[1].startswith("You breathe in the spores: it costs")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_small_screen_has_all_keys_of_a_combat(loaded: LoadResult, language: str) -> None:
    """A wounded hero sees that a potion can be drunk, and what it is worth."""
    session = begin_fight(loaded, 12)
    delve = session.state.parts["core.delve"].delve
    delve.solo = msgspec.structs.replace(delve.solo, life=4)
    loaded.catalog.set_language(language)
    canvas = Canvas(24, 80)
    draw_screen(canvas, GameView(session, loaded.catalog.translate).build_scene(), UiState(), loaded.catalog.translate)
    keys = canvas_to_text(canvas).splitlines()[-1]
    loaded.catalog.set_language("en")
    assert [word for word in ("f ", "F ", "u ", "?") if f" {word}" not in keys] == [], keys
    assert keys.count("%") == len("fFu")
