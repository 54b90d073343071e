"""Rounds that can be learned, talk on the way, and the noises that tell what is near (P-RND, P-AMB)."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from footfall.api.grid import World
from footfall.api.session_scene import build_session_scene
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.records import OTHER_SOUND, CreatureKind, find_sound_recipe
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.plugins.stealth.odds.exposure import LAMP_TOGGLE, STAY
from footfall.plugins.stealth.odds.screen import forecast_round
from footfall.plugins.stealth.senses.ambience import Ambience, weigh_sources
from footfall.testing import GameUnderTest, scene

ROOMS = """
@#.....#.....
.#.....#.....
.#...........
.#.....#.....
##.....#.....
"""
STOPS = ((2, 3), (1, 10), (4, 11))


def build_rooms(**actors: Any) -> GameUnderTest:
    """A walker at (4, 2), in rooms with three centers."""
    walker = {"mind": {"ai": "rounds", "mood": "calm", "post": (4, 2), "rounds": STOPS}, "stats": {"foh": 0}}
    rows = ROOMS.strip().split("\n")
    rows[4] = "##E" + rows[4][3:]
    if "D" in actors:
        rows[2] = rows[2][:10] + "D" + rows[2][11:]
    legend = {"D": {"tile": "core.stealth:floor", "actor": "D"}}
    return scene("\n".join(rows), actors={"E": walker, **actors}, legend=legend if "D" in actors else None)


def test_a_round_is_a_loop_with_pauses_and_without_dice() -> None:
    """P-RND-2: the same loop again and again, three turns of looking around at each stop."""
    visits = []
    for seed in (1, 2):
        game = build_rooms()
        game.session.state.seed = seed
        cells = []
        for _ in range(90):
            game.do(".")
            cells.append(game.session.state.parts["world"].actors[game.find_id("E")].at)
        visits.append(cells)
        stays = Counter(cells)
        assert all(stays[stop] >= 6 for stop in STOPS)
        lap = next(n for n in range(10, 45) if cells[45:90] == cells[45 - n : 90 - n])
        assert lap >= 20
    assert visits[0] == visits[1]


def test_two_that_meet_talk() -> None:
    """P-RND-3: a walker that reaches a stop next to a calm companion mutters, and the character hears it."""
    companion = {"mind": {"ai": "passive", "mood": "calm"}, "kind": "core.stealth:orc", "hp": 10, "hp_max": 10}
    game = build_rooms(D=companion, **{"@": {"stats": {"foh": 40}}})
    lines = [game.do(".") and "muttering" in game.screen() for _ in range(40)]
    assert any(lines)
    alone = build_rooms(**{"@": {"stats": {"foh": 40}}})
    assert not any(alone.do(".") and "muttering" in alone.screen() for _ in range(40))


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def begin(loaded: LoadResult, seed: int, floor: int, rules: str = "shipped") -> Session:
    result = (
        loaded if rules == "shipped" else load("core.stealth", only_mods=(), settings={"core.stealth.rules": rules})
    )
    return Session.begin(result.rules, seed, {"floor": floor}, quiet=True)


@pytest.mark.proof(0)
def test_the_awake_walk_rounds_as_often_as_their_records_say(loaded: LoadResult) -> None:
    """P-RND-1: no other kinds, and not under the classic rules."""
    kinds = loaded.rules.records.table(CreatureKind, "creature")
    chances, walkers = [], 0
    for seed in range(150):
        session = begin(loaded, seed, 2 + seed % 7)
        world: World = session.state.parts["world"]
        for id, mind in stealth_of(session.state).minds.items():
            chance = kinds[world.actors[id].kind].rounds / 100
            assert chance or mind.ai != "rounds"
            if chance and mind.mood is Mood.CALM:
                chances.append(chance)
                walkers += mind.ai == "rounds"
    assert len(chances) > 60
    spread = math.sqrt(sum(chance * (1 - chance) for chance in chances))
    assert abs(walkers - sum(chances)) < 3 * spread
    minds = stealth_of(begin(loaded, 3, 5, "classic").state).minds
    assert all(mind.ai != "rounds" for mind in minds.values())


def test_creatures_and_places_sound_now_and_then(loaded: LoadResult) -> None:
    """P-AMB-1: rare, named, and made by those whose state fits."""
    heard: Counter[str] = Counter()
    for seed in range(6):
        session = begin(loaded, seed, 2 + seed)
        minds = stealth_of(session.state).minds
        for _ in range(120):
            if session.state.outcome is not None:
                break
            session.submit(Wait(actor=1))
            world: World = session.state.parts["world"]
            for noise in world.unreported:
                heard[noise.kind] += 1
                if noise.kind == "snore":
                    assert minds[noise.source].mood is Mood.ASLEEP
                if noise.kind == "drip":
                    assert noise.source == 0
    assert heard["snore"] >= 2
    assert sum(heard.values()) < 200


NEAR, FAR = "@.#.....\n.##.....\n......E.", "@.#........\n.##........\n..........E"


@pytest.mark.parametrize(
    ("picture", "ai", "mood", "rules", "turns"),
    [
        (NEAR, "hostile", "calm", "shipped", [1, 6, 11]),
        (NEAR, "hostile", "asleep", "shipped", []),
        (NEAR, "ambush", "calm", "shipped", []),
        (NEAR, "hostile", "calm", "classic", []),
        (FAR, "hostile", "calm", "shipped", []),
        ("@.....E.", "hostile", "calm", "shipped", []),
    ],
)
def test_who_stands_near_shifts(picture: str, ai: str, mood: str, rules: str, turns: list[int]) -> None:
    """P-AMB-3: every fifth turn, if the character could hear it and does not see it."""
    stats = {"foh": 8, "fov": 9, "stealth": 60, "luck": 9}
    actors = {"@": {"stats": stats}, "E": {"mind": {"ai": ai, "mood": mood}}}
    game = scene(picture, actors=actors, settings={"core.stealth.rules": rules})
    heard = []
    for _ in range(12):
        game.do(".")
        part = stealth_of(game.session.state)
        heard += [sound.turn for sound in part.heard_sounds if (sound.kind, sound.turn) == ("step", part.turn)]
    assert heard == turns


@pytest.mark.parametrize(
    ("picture", "rules", "keys", "turns"),
    [
        ("@.....", "shipped", "............", [5, 10]),
        ("@.....", "classic", "............", []),
        ("@.....", "shipped", "....l.h....", [10]),
        ("@.....", "shipped", ".....q......", [5, 10]),
        ("@+....", "shipped", "............", []),
        ("m.....", "shipped", "............", []),
    ],
)
def test_who_waits_on_shifts(picture: str, rules: str, keys: str, turns: list[int]) -> None:
    """P-WAIT-1: the line of keys and the odds of staying say so before."""
    moss = {"tile": "core.stealth:moss", "actor": "@"}
    game = scene(
        picture.replace("m", "@"),
        legend={"@": moss} if "m" in picture else None,
        settings={"core.stealth.rules": rules},
    )
    shifted = []
    for key in keys:
        turn, said = stealth_of(game.session.state).turn, build_session_scene(game.session).hint_texts
        foreseen = "stealth-wait-shifts" in [text.id for text in said.values()]
        forecast = forecast_round(get_phase(game.session.context()))
        loudness = forecast.expose(LAMP_TOGGLE if key == "q" else STAY)[0].exposures[0].noise.loudness
        assert loudness or not foreseen
        game.do(key)
        if key in ".q":
            world: World = game.session.state.parts["world"]
            has_sounded = any((noise.source, noise.turn) == (1, turn) for noise in world.noises)
            assert has_sounded is foreseen
            words = build_session_scene(game.session).status[0].words
            assert words is not None
            assert (words.args.get("shifted") == "yes") is foreseen
            shifted += [turn] * has_sounded
    assert shifted == turns


def test_each_has_a_text_and_a_sound_of_its_own(loaded: LoadResult) -> None:
    """P-AMB-1: six kinds."""
    session = begin(loaded, 1, 2)
    rows = loaded.rules.records.table(Ambience, "ambience")
    assert {row.noise for row in rows.values()} >= {"snore", "chew", "chain", "mutter", "wings", "drip"}
    other = find_sound_recipe(session.context(), OTHER_SOUND)
    for row in rows.values():
        assert find_sound_recipe(session.context(), row.noise) is not other


def test_classic_games_roll_no_die_for_them() -> None:
    """P-AMB-1: the design knows none of them."""
    rules = load("core.stealth", only_mods=(), settings={"core.stealth.rules": "classic"}).rules
    session = Session.begin(rules, 2, {"floor": 4}, quiet=True)
    assert weigh_sources(get_phase(session.context())) == 0
    for _ in range(60):
        if session.state.outcome is not None:
            break
        session.submit(Wait(actor=1))
        world: World = session.state.parts["world"]
        assert not {noise.kind for noise in world.noises} & {"snore", "chew", "chain", "mutter", "wings", "drip"}
