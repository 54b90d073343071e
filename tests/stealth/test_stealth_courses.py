"""Courses, bells that are carried home, and the first turns of a shipped game (P-COURSE, P-BELL, P-START, P-HUNGER)."""

from __future__ import annotations

from collections import Counter

import pytest
from click.testing import CliRunner

from footfall.api import Message
from footfall.api.grid import Item, current_level, get_world
from footfall.api.session_scene import build_session_scene
from footfall.cli import main
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.items import Activate, PickUp
from footfall.plugins.stealth.model.courses import Bell, CourseSpec
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.play_state import play_of
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.plugins.stealth.quest.stairs import TakeStairs
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

CORE = "core.stealth:"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only_mods=()).rules


def begin(rules: Rules, course: str, seed: int = 4, floor: int = 1) -> Session:
    return Session.begin(rules, seed, {"course": course, "floor": floor}, strict=True)


def give(session: Session, kind: str) -> Item:
    world = get_world(session.state)
    item = Item(world.next_id, CORE + kind, holder=world.player)
    world.next_id += 1
    world.items[item.id] = item
    world.actors[world.player].pack.append(item.id)
    return item


def put_player(session: Session, cell: tuple[int, int]) -> None:
    world, _, ground = current_level(session.context())
    hero = world.actors[world.player]
    ground.remove_actor(hero.at)
    hero.at = cell
    ground.place_actor(hero.id, cell)


def keep_alive(session: Session) -> None:
    get_world(session.state).actors[1].hp = 32


# Courses.


@pytest.mark.parametrize(("course", "last", "bells"), [("first", 8, {4}), ("whole", 16, {4, 8, 12}), ("daily", 8, {4})])
def test_a_course_has_its_floors_and_bells(rules: Rules, course: str, last: int, bells: set[int]) -> None:
    """P-COURSE-1, P-BELL-2: each bell is on its floor, once, and the great one on the last."""
    session = begin(rules, course, 11)
    world, floors = get_world(session.state), {}
    kinds = {bell.item for bell in rules.records.table(Bell, "bell").values()}
    while True:
        level = current_level(session.context())[1]
        found = [item.kind for item in world.items.values() if item.level == level.id and item.kind in kinds]
        if found:
            floors[level.floor] = found
        if "down" not in level.arrivals:
            break
        put_player(session, level.arrivals["down"])
        assert session.submit(TakeStairs(actor=world.player)).refusal is None
        keep_alive(session)
    assert level.floor == last
    assert floors.pop(last) == [CORE + "unrung_bell"]
    assert set(floors) == bells, floors
    assert all(len(found) == 1 for found in floors.values())


def test_each_course_names_what_exists(rules: Rules) -> None:
    bells = rules.records.table(Bell, "bell")
    for course in rules.records.table(CourseSpec, "course").values():
        assert set(course.bells) <= set(bells), course.id


def test_an_unknown_course_is_refused_with_the_known_ones() -> None:
    done = CliRunner().invoke(main, ["simulate", "stealth", "--games", "1", "--course", "nowhere"])
    assert done.exit_code == 1
    assert "core.stealth:first" in done.output
    assert "'nowhere'" in done.output


def test_the_option_course_reaches_simulations() -> None:
    words = ["simulate", "stealth", "--games", "1", "--workers", "0", "--max-commands", "3", "--json"]
    done = CliRunner().invoke(main, [*words, "--course", "first"])
    assert done.exit_code == 0, done.output
    assert '"course": "first"' in done.output


def test_classic_games_have_no_course() -> None:
    """P-COURSE-2: the classic rules play the whole undercroft, without a part for the course."""
    classic = load("core.stealth", only_mods=(), settings={"core.stealth.rules": "classic"}).rules
    session = begin(classic, "whole")
    assert "core.stealth.play" not in session.state.parts
    with pytest.raises(ValueError, match=r"the classic rules have the course core\.stealth:whole only"):
        begin(classic, "first")


# Bells.


@pytest.mark.parametrize(
    ("carried", "outcome"),
    [
        (["copper_bell"], "won-copper"),
        (["copper_bell", "silver_bell"], "won-silver"),
        (["golden_bell", "copper_bell"], "won-gold"),
        (["copper_bell", "unrung_bell"], "won"),
    ],
)
def test_the_best_bell_that_comes_home_grades_the_victory(rules: Rules, carried: list[str], outcome: str) -> None:
    """P-BELL-1"""
    session = begin(rules, "whole")
    for kind in carried:
        give(session, kind)
    put_player(session, (0, 7))
    assert session.submit(TakeStairs(actor=1)).refusal is None
    assert session.state.outcome == outcome
    assert outcome in rules.game.statistics.winning_outcomes


def test_without_a_bell_nobody_goes_home(rules: Rules) -> None:
    session = begin(rules, "first")
    put_player(session, (0, 7))
    assert session.submit(TakeStairs(actor=1)).refusal is not None


def find_own_noises(session: Session) -> list[int]:
    return [noise.loudness for noise in get_world(session.state).noises if noise.kind == "bell" and noise.source == 1]


def test_a_bell_sounds_when_it_is_taken(rules: Rules) -> None:
    """P-BELL-3"""
    session = begin(rules, "first", floor=4)
    bell = next(item for item in get_world(session.state).items.values() if item.kind == CORE + "copper_bell")
    put_player(session, bell.at)
    assert session.submit(PickUp(actor=1, item=bell.id)).refusal is None
    assert find_own_noises(session) == [5]


def test_the_key_asks_before_a_bell_is_taken_and_no_other_thing(rules: Rules) -> None:
    session = begin(rules, "first", floor=4)
    items = [item for item in get_world(session.state).items.values() if item.at is not None and not item.holder]
    bell = next(item for item in items if item.kind == CORE + "copper_bell")
    put_player(session, next(item.at for item in items if item.at != bell.at and not item.is_contained))
    assert isinstance(handle_key(UiState(), build_session_scene(session), "g")[1], PickUp)
    put_player(session, bell.at)
    scene = build_session_scene(session)
    state, result = handle_key(UiState(), scene, "g")
    assert (state.confirmation is not None, result) == (True, None)
    question = state.confirmation.question
    asked = {"noise": 5, "cells": 0, "rings": 2, "period": 12, "range": None}
    assert {**question.args, "cells": 0, "range": None} == asked
    assert isinstance(handle_key(state, scene, "y")[1], PickUp)


def ring(session: Session, turns: int) -> Counter[int]:
    """Waits; returns the loudness of the sounds of the carried bell by number of turns."""
    heard: Counter[int] = Counter()
    made = {noise.turn for noise in get_world(session.state).noises}
    for _ in range(turns):
        keep_alive(session)
        assert session.submit(Wait(actor=1)).refusal is None
        for noise in get_world(session.state).noises:
            if noise.kind == "bell" and noise.turn not in made:
                made.add(noise.turn)
                heard[noise.loudness] += 1
    return heard


def test_a_carried_bell_sounds_at_its_period_and_cloth_and_wax_muffle_it(rules: Rules) -> None:
    """P-BELL-3, 5: a turn of wrapping makes it quieter for good."""
    session = begin(rules, "first", floor=3)
    bell = give(session, "unrung_bell")
    told = [span.text for panel in build_session_scene(session).panels for line in panel.lines for span in line.spans]
    turns = next(t.args["turns"] for t in told if isinstance(t, Message) and t.id == "stealth-heard-bell")
    assert (ring(session, turns - 1), ring(session, 1)) == ({}, {5: 1})  # as the screen foretells
    assert ring(session, 20) == {5: 2}
    cloth = give(session, "cloth")
    turn = session.state.turn
    assert session.submit(Activate(actor=1, item=cloth.id, other_item=bell.id)).refusal is None
    assert (session.state.turn, cloth.id in get_world(session.state).items) == (turn + 1, False)
    assert ring(session, 20) == {3: 2}
    wax = give(session, "beeswax")
    assert session.submit(Activate(actor=1, item=wax.id, other_item=bell.id)).refusal is None
    assert ring(session, 20) == {1: 2}


def test_creatures_come_by_the_stairs_for_a_bell(rules: Rules) -> None:
    """P-BELL-4: no more than the course allows on a floor; none without a bell."""
    calm, hunted = begin(rules, "first", floor=3), begin(rules, "first", floor=3)
    give(hunted, "copper_bell")
    for session in (calm, hunted):
        ring(session, 200)
    assert play_of(calm.state).pursuers == {}
    pursuit = rules.records.get(CourseSpec, "course", CORE + "first").pursuit
    assert pursuit is not None
    assert 1 <= sum(play_of(hunted.state).pursuers.values()) <= pursuit.max_creatures


def test_fewer_come_for_a_muffled_bell(rules: Rules) -> None:
    """P-BELL-4, 5"""
    came = Counter[str]()
    for seed in range(6):
        for wrapping in ("", "beeswax"):
            session = begin(rules, "first", seed, floor=3)
            bell = give(session, "unrung_bell")
            if wrapping:
                session.submit(Activate(actor=1, item=give(session, wrapping).id, other_item=bell.id))
            ring(session, 25)
            came[wrapping] += sum(play_of(session.state).pursuers.values())
    assert came[""] > 2 * came["beeswax"]


# The first turns.


def test_the_game_begins_next_to_the_elder(rules: Rules) -> None:
    """P-START-1"""
    for seed in range(8):
        session = begin(rules, "first", seed)
        actors = get_world(session.state).actors
        elder = next(actor for actor in actors.values() if actor.kind == CORE + "elder")
        y, x = get_phase(session.context()).player.at
        assert max(abs(elder.at[0] - y), abs(elder.at[1] - x)) == 1


def test_no_orc_is_awake_on_floors_entered_early(rules: Rules) -> None:
    """P-START-2: of 40 floors entered before turn 150, none has an awake orc; without the rule, some have."""
    awake = Counter[str]()
    for seed in range(20):
        for floor in (4, 5):
            session = begin(rules, "whole", seed, floor)
            minds = stealth_of(session.state).minds
            for id, actor in get_world(session.state).actors.items():
                if "orc" in actor.kind and id in minds:
                    awake[str(minds[id].mood is not Mood.ASLEEP)] += 1
    assert awake["False"] > 10
    assert awake["True"] == 0


def test_each_floor_below_the_desert_holds_a_ration(rules: Rules) -> None:
    """P-HUNGER-1"""
    session = begin(rules, "first", floor=5)
    world, level, _ = current_level(session.context())
    assert CORE + "ration" in [item.kind for item in world.items.values() if item.level == level.id]


def test_the_character_sets_out_half_hungry(rules: Rules) -> None:
    """P-HUNGER-2"""
    session = begin(rules, "first")
    me = get_phase(session.context()).player
    assert me.stats["satiety"] == 14 < me.stats["satiety_max"] == 32
    assert CORE + "ration" in [get_world(session.state).items[id].kind for id in me.pack]
