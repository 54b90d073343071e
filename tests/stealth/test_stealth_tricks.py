"""Tricks of the shipped game: thrown things that sound, whistles, quiet doors, smoke, light, the score of floors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall.api import Message
from footfall.api.grid import SetTile
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import BotContext, RunningMacro, list_legal_commands
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Throw
from footfall.plugins.stealth.actions.movement import can_pass
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.play_state import (
    PLAY_PART,
    FloorScore,
    PlayState,
    ScoreFloor,
    play_of,
    run_stats_of,
)
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.plugins.stealth.player.travel import Travel
from footfall.plugins.stealth.scene.chances import preview_command
from footfall.sim.bots import find_bot
from footfall.testing import GameUnderTest, scene

THROW = {"type": "core.stealth:throw", "item": "thing", "target": [4, 0]}
WHISTLE = {"type": "core.stealth:whistle"}
EASE = {"type": "core.stealth:ease", "direction": 2}
CLASSIC = {"core.stealth.rules": "classic"}
GUARD = {
    "@": {"stats": {"stealth": 30}},
    "E": {"mind": {"ai": "guard", "mood": "calm"}, "stats": {"perception": 0, "fov": 0, "foh": 16}},
}


def throw(item: str, at: str = "", **arguments: Any) -> GameUnderTest:
    """A room with the character and a guard behind a wall; the character carries the item."""
    return scene(
        "@......\n.......\n####.##\n.E.....",
        actors=GUARD,
        items=[{"name": "thing", "kind": f"core.stealth:{item}", "holder": "@"}],
        **arguments,
    )


def list_noises(game: GameUnderTest) -> list[tuple[str, int, tuple[int, int], int]]:
    world: Any = game.session.state.parts["world"]
    return [(noise.kind, noise.loudness, noise.at, noise.source) for noise in world.noises if noise.kind != "mutter"]


@pytest.mark.parametrize(
    ("item", "kind", "loudness"), [("rocks", "landing", 3), ("stones", "landing", 2), ("antidote", "shatter", 3)]
)
def test_a_thrown_thing_sounds_where_it_lands(item: str, kind: str, loudness: int) -> None:
    """P-TRICK-1: the noise has no source, and a calm guard goes to look."""
    game = throw(item)
    game.do(THROW)
    assert (kind, loudness, (0, 4), 0) in list_noises(game)
    guard = game.find_id("E")
    assert play_of(game.session.state).inquiries[guard].at == (0, 4)


def test_a_thing_thrown_into_water_sounds_there_and_rests_before_it() -> None:
    """P-TRICK-1: the prompt says both, and the log where it comes to rest."""
    game = scene(
        "@.~~~..",
        legend={"~": {"tile": "core.stealth:water"}},
        items=[{"name": "thing", "kind": "core.stealth:rocks", "holder": "@"}],
    )
    throw = Throw(actor=1, item=game.find_id("thing"), target=(0, 4))
    told = [message.id for message in preview_command(get_phase(game.session.context()), throw)]
    assert told == ["stealth-aim-distance", "stealth-aim-sound", "stealth-throw-rests"]
    game.do(THROW)
    assert ("landing", 4, (0, 4), 0) in list_noises(game)
    rested = [line.message for line in game.session.context().log if line.message.id == "stealth-throw-rested"]
    assert [message.args["distance"] for message in rested] == [1]


def test_a_fire_is_nothing_to_hit() -> None:
    """P-TRICK-1"""
    fire = {"kind": "core.stealth:campfire", "side": "neutral", "hp": 30, "hp_max": 30, "mind": "none"}
    game = scene(
        "@...F..",
        legend={"F": {"actor": "F"}},
        actors={"F": fire},
        items=[{"name": "thing", "kind": "core.stealth:rocks", "holder": "@"}],
    )
    game.do(THROW)
    assert ("landing", 3, (0, 4), 0) in list_noises(game)
    assert "stealth-you-hit" not in game.messages


@pytest.mark.parametrize("marked", [False, True])
def test_an_ambush_on_who_knew_of_the_character_is_told_as_one(marked: bool) -> None:
    """P-TRICK-9"""
    mind = {"ai": "passive", "mood": "asleep", "marked": marked}
    game = scene("@E.", actors={"@": {"stats": {"stealth": 30}}, "E": {"mind": mind}})
    game.do("l")
    (told,) = [line.message for line in game.session.log if line.message.id == "stealth-backstab"]
    assert told.args["knew"] == ("yes" if marked else "no")


@pytest.mark.parametrize(("settings", "asked"), [({}, "stealth-beat-out"), (CLASSIC, "stealth-attack-peaceful")])
def test_who_walks_into_a_fire_is_asked_about_a_fire(settings: dict[str, Any], asked: str) -> None:
    """R-MOVE-4"""
    fire = {"kind": "core.stealth:campfire", "side": "neutral", "hp": 30, "hp_max": 30, "mind": "none"}
    game = scene("@F.", legend={"F": {"actor": "F"}}, actors={"F": fire}, settings=settings)
    game.do("l")
    question = game.session.state.question
    assert question is not None
    assert question.prompt.id == asked


ADVENTURER = {"kind": "core.stealth:adventurer", "side": "adventurer", "mind": {"ai": "passive"}}


def list_places(game: GameUnderTest) -> tuple[Any, Any]:
    """The cells of the character and of E."""
    actors = game.session.state.parts["world"].actors
    return actors[game.find_id("@")].at, actors[game.find_id("E")].at


def test_the_character_changes_places_with_an_adventurer() -> None:
    """P-PASS-1"""
    game = scene("@E.", actors={"E": ADVENTURER})
    assert "stealth-look-passes" in [line.id for line in build_session_scene(game.session).notes[0, 1]]
    entries = game.spy("on_enter")
    game.do("l")
    assert list_places(game) == ((0, 1), (0, 0))
    assert game.session.state.turn == 1
    assert "stealth-pass" in game.messages
    assert [(call.event.actor, call.event.place) for call in entries.calls] == [
        (game.find_id("@"), (0, 1)),
        (game.find_id("E"), (0, 0)),
    ]


def test_by_the_design_nobody_changes_places() -> None:
    """R-MOVE-4"""
    game = scene("@E.", actors={"E": ADVENTURER}, settings=CLASSIC)
    game.do("l")
    assert list_places(game) == ((0, 0), (0, 1))
    question = game.session.state.question
    assert question is not None
    assert question.prompt.id == "stealth-attack-peaceful"


@pytest.mark.parametrize("obstacle", ["feud", "water"])
def test_the_character_does_not_pass_one_that_fights_it_or_from_water(obstacle: str) -> None:
    """P-PASS-1"""
    game = scene("@E.", actors={"E": ADVENTURER})
    if obstacle == "feud":
        mind = stealth_of(game.session.state).minds[game.find_id("E")]
        mind.foe, mind.mood = game.find_id("@"), Mood.AGGRAVATED
    else:
        game = scene("~E.", legend={"~": {"tile": "core.stealth:water"}}, actors={"@": {"at": [0, 0]}, "E": ADVENTURER})
    actors = game.session.state.parts["world"].actors
    assert not can_pass(get_phase(game.session.context()), actors[game.find_id("@")], actors[game.find_id("E")])
    game.do("l")
    assert "stealth-pass" not in game.messages


def test_travel_passes_an_adventurer_in_a_corridor() -> None:
    """P-PASS-1"""
    game = scene("@.E...", actors={"@": {"stats": {"fov": 9}}, "E": ADVENTURER})
    game.do(".")
    run = RunningMacro(game.session, Travel(actor=game.find_id("@"), target=(0, 5)), {})
    while (command := run.next_command()) is not None and not isinstance(command, Message):
        game.do(command)
    assert list_places(game) == ((0, 5), (0, 1))


def test_a_thrown_thing_is_silent_where_it_lands_by_the_design() -> None:
    """P-TRICK-1"""
    game = throw("rocks", settings=CLASSIC)
    game.do(THROW)
    assert "landing" not in [kind for kind, *_ in list_noises(game)]


def throw_in_the_dark(room: str = "@......", **arguments: Any) -> GameUnderTest:
    """A dark corridor that the character remembers up to its fifth cell, without creatures."""
    items = [{"name": "thing", "kind": "core.stealth:stones", "holder": "@"}]
    listener = {"mind": {"ai": "passive"}, "stats": {"fov": 0, "foh": 0}}
    actors: dict[str, Any] = {"@": {"stats": {"fov": 1}}, **({"E": listener} if "E" in room else {})}
    game = scene(room, actors=actors, items=items, **arguments)
    level = game.session.state.parts["world"].levels[1]
    level.memory = np.zeros_like(level.tiles)
    level.memory[0, :5] = level.tiles[0, :5] + 1
    return game


def test_a_thing_thrown_at_a_remembered_cell_lands_there() -> None:
    """P-TRICK-10"""
    game = throw_in_the_dark()
    game.do(THROW)
    assert ("landing", 2, (0, 4), 0) in list_noises(game)
    assert game.session.state.parts["world"].items[game.find_id("thing")].at == (0, 4)


def test_a_thing_thrown_in_the_dark_strikes_who_is_in_its_way() -> None:
    """P-TRICK-10"""
    game = throw_in_the_dark("@.E....")
    game.do(THROW)
    assert game.session.state.parts["world"].items[game.find_id("thing")].at == (0, 2)
    assert "landing" not in [kind for kind, *_ in list_noises(game)]


def test_a_thing_thrown_at_a_door_that_has_been_shut_lands_before_it() -> None:
    """P-TRICK-10"""
    game = throw_in_the_dark("@..D...", legend={"D": {"tile": "core.stealth:door_open"}})
    state = game.session.state
    SetTile(1, (0, 3), "core.stealth:door").apply(state)
    game.do(THROW)
    assert game.session.state.parts["world"].items[game.find_id("thing")].at == (0, 2)


@pytest.mark.parametrize(("settings", "cell", "rule"), [
    ({}, [5, 0], "R-RANGED-4"), ({}, [6, 0], "R-RANGED-4"), (CLASSIC, [4, 0], "R-RANGED-4"),
])  # fmt: skip
def test_a_throw_at_what_is_unknown_or_too_far_is_refused(settings: dict[str, Any], cell: list[int], rule: str) -> None:
    """P-TRICK-10"""
    assert throw_in_the_dark(settings=settings).expect_refusal({**THROW, "target": cell}) == rule


def test_a_whistle_draws_a_guard() -> None:
    """P-TRICK-2"""
    game = throw("rocks")
    game.do(WHISTLE)
    assert ("whistle", 4, (0, 0), 1) in list_noises(game)
    guard = game.find_id("E")
    assert play_of(game.session.state).inquiries[guard].at == (0, 0)
    classic = throw("rocks", settings=CLASSIC)
    assert classic.expect_refusal(WHISTLE) == "P-TRICK-2"


def test_a_door_is_eased_open_and_shut_without_noise() -> None:
    """P-TRICK-3, 4: ajar it is seen through, and opening it the rest of the way is quieter."""
    game = scene("@+..E", actors={"E": {"mind": {"mood": "asleep", "ai": "still"}, "stats": {"foh": 0, "fov": 0}}})
    assert "IN SIGHT" not in game.screen()
    game.do(EASE)
    assert game.look("tile 1,0") == "core.stealth:door_ajar"
    assert list_noises(game) == []
    assert "IN SIGHT" in game.screen()
    game.do(EASE)
    assert game.look("tile 1,0") == "core.stealth:door"
    assert list_noises(game) == []
    game.do(EASE)
    game.do("l")
    assert game.look("tile 1,0") == "core.stealth:door_open"
    assert [(kind, loudness) for kind, loudness, *_ in list_noises(game)] == [("door", 1)]


def test_a_throw_off_the_map_is_refused() -> None:
    """R-RANGED-4"""
    assert throw("rocks").expect_refusal({**THROW, "target": [0, 4]}) == "R-RANGED-4"
    assert throw("rocks").expect_refusal({**THROW, "target": [-1, 0]}) == "R-RANGED-4"


def test_smoke_puts_to_sleep_whoever_is_near() -> None:
    """P-TRICK-5"""
    actors = {name: {"mind": {"ai": "hostile", "mood": "aggravated"}} for name in ("E", "F")}
    game = scene(
        "@...E.\n......\n....F.\n......",
        legend={"F": {"actor": "F"}},
        actors={**actors, "F": {**actors["F"], "kind": "core.stealth:goblin"}},
        items=[{"name": "thing", "kind": "core.stealth:smoke_pot", "holder": "@"}],
    )
    game.do(THROW)
    minds = stealth_of(game.session.state).minds
    assert minds[game.find_id("E")].mood is Mood.ASLEEP
    assert minds[game.find_id("F")].mood is Mood.AGGRAVATED
    assert "stealth-smoke-other" in game.messages


def test_smoke_does_nothing_to_skeletons_and_wardens() -> None:
    """P-TRICK-5"""
    for kind in ("skeleton", "warden"):
        game = scene(
            "@...E.\n......",
            actors={"E": {"kind": f"core.stealth:{kind}", "mind": {"ai": "hostile", "mood": "aggravated"}}},
            items=[{"name": "thing", "kind": "core.stealth:smoke_pot", "holder": "@"}],
        )
        game.do(THROW)
        assert stealth_of(game.session.state).minds[game.find_id("E")].mood is Mood.AGGRAVATED


def test_smoke_takes_the_breath_of_its_user() -> None:
    """P-TRICK-5"""
    game = scene("@.....", items=[{"name": "thing", "kind": "core.stealth:smoke_pot", "holder": "@"}])
    turn = game.session.state.turn
    game.do({"type": "core.stealth:activate", "item": "thing"})
    assert stealth_of(game.session.state).turn >= turn + 3


def test_a_light_draws_whoever_sees_it() -> None:
    """P-TRICK-6"""
    game = scene(
        "@......#.\n.......#.\n....E..#F",
        legend={"F": {"actor": "F"}},
        actors={**GUARD, "F": {**GUARD["E"], "kind": "core.stealth:goblin"}},
        items=[{"name": "thing", "kind": "core.stealth:glow_moss", "holder": "@"}],
    )
    game.do(THROW)
    inquiries = play_of(game.session.state).inquiries
    assert inquiries[game.find_id("E")].at == (0, 4)
    assert game.find_id("F") not in inquiries
    glow = [actor for actor in game.session.state.parts["world"].actors.values() if actor.kind.endswith("glow")]
    assert [actor.at for actor in glow] == [(0, 4)]
    game.do(".", times=26)
    assert not any(actor.kind.endswith("glow") for actor in game.session.state.parts["world"].actors.values())


def count_since_arrival(session: Session) -> int:
    """Notices of this turn by creatures of the floor that the character has just come to."""
    world: Any = session.state.parts["world"]
    notices = [notice for notice in play_of(session.state).notices if notice.turn == session.state.turn]
    return sum(notice.actor in world.actors and world.actors[notice.actor].level == world.current for notice in notices)


def play_and_list_floors(rules: Rules, seed: int) -> tuple[dict[int, bool], FloorScore]:
    """Whether each level was left without a notice or a kill, as counted from outside, and the score of the game."""
    session = Session.begin(rules, seed, {"floor": 4}, strict=True)
    bot = find_bot(rules, "expert")
    context = BotContext(session, bot.id, 1)
    before, expected = (0, 0), {}
    while len(session.commands) < 500 and (options := list_legal_commands(session)):
        floor = session.state.parts["world"].current
        session.submit(bot.decide(context, options))
        if session.state.parts["world"].current != floor:
            noticed = play_of(session.state).notice_count - count_since_arrival(session)
            now = noticed, sum(run_stats_of(session.state).slain.values())
            expected[floor] = now == before and expected.get(floor, True)
            before = now
    return expected, play_of(session.state).floors


@pytest.mark.proof(0)
def test_floors_left_unseen_are_counted() -> None:
    """P-TRICK-7"""
    rules = load("stealth", mods=[], only_mods=()).rules
    left: list[bool] = []
    for seed in range(1, 40):
        expected, score = play_and_list_floors(rules, seed)
        assert (len(score.left), score.unseen) == (len(expected), sum(expected.values()))
        left += expected.values()
        if min(left.count(True), left.count(False)) > 2:
            break
    assert min(left.count(True), left.count(False)) > 2


@pytest.mark.parametrize(("noticed", "slain", "unseen"), [(0, 0, 1), (1, 0, 0), (0, 1, 0)])
def test_a_notice_or_a_kill_spoils_the_score_of_a_floor(noticed: int, slain: int, unseen: int) -> None:
    """P-TRICK-7"""
    session = Session.begin(load("stealth", mods=[], only_mods=()).rules, 5, {"floor": 4})
    session.state.parts[PLAY_PART] = PlayState(notice_count=noticed)
    ScoreFloor(2, slain).apply(session.state)
    assert play_of(session.state).floors.unseen == unseen


def test_a_floor_counts_once_and_is_spoiled_for_good() -> None:
    """P-TRICK-7"""
    session = Session.begin(load("stealth", mods=[], only_mods=()).rules, 5, {"floor": 4})
    for level, slain in ((2, 0), (3, 0), (2, 0), (3, 1), (3, 1)):
        ScoreFloor(level, slain).apply(session.state)
    floors = play_of(session.state).floors
    assert (len(floors.left), floors.unseen) == (2, 1)


@pytest.mark.parametrize(("room", "told"), [("@.E....", "stealth-line-creature"), ("@.#....", "stealth-aim-unseen")])
def test_what_is_in_the_way_of_a_throw_is_named(room: str, told: str) -> None:
    """R-RANGED-4"""
    items = [{"name": "thing", "kind": "core.stealth:stones", "holder": "@"}]
    game = scene(room, actors={"@": {"stats": {"fov": 9}}}, items=items)
    throw = Throw(actor=game.find_id("@"), item=game.find_id("thing"), target=(0, 4))
    refusal = game.session.submit(throw).refusal
    assert refusal is not None
    assert refusal.message.id == told
