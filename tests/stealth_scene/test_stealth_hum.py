"""A bell that hangs hums, by direction and distance, wherever it is on the floor (P-BELL-8)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from footfall.api.grid import PutItem
from footfall.api.scene import DIRECTIONS, Percept
from footfall.api.session_scene import build_session_scene
from footfall.audio.mixing import list_new_sounds
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.model.courses import find_bell
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.quest.bells import HUM_PERIOD, hear_hums

FIRST_BELL_FLOOR = 4


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only_mods=()).rules


def begin(rules: Rules, seed: int) -> Session:
    return Session.begin(rules, seed, {"course": "core.stealth:first", "floor": FIRST_BELL_FLOOR})


def hums(session: Session) -> list[Percept]:
    return [one for one in build_session_scene(session).percepts if one.kind.id == "stealth-sound-hum"]


def walk_by_ear(session: Session) -> Iterator[int]:
    """Walks through all walls where the hum comes from; yields the way of the sound that is left."""
    for _ in range(200):
        phase = get_phase(session.context())
        hum = hear_hums(phase)[0]
        yield hum.distance
        if hum.direction < 0:
            return
        dy, dx = DIRECTIONS[hum.direction]
        y, x = phase.player.at
        phase.player.at = (y + dy, x + dx)


def test_a_bell_is_heard_from_the_stairs_and_found_by_ear(rules: Rules) -> None:
    """P-BELL-8"""
    for seed in range(6):
        session = begin(rules, seed)
        assert hums(session)
        ways = list(walk_by_ear(session))
        assert ways[-1] == 0
        assert ways == sorted(ways, reverse=True)


def test_it_swells_every_few_turns_and_stops_when_the_bell_is_taken(rules: Rules) -> None:
    session = begin(rules, 0)
    ages = []
    for _ in range(2 * HUM_PERIOD):
        session.submit(Wait(actor=1))
        (hum,) = hums(session)
        played = [one.kind.id for one in list_new_sounds(build_session_scene(session), None)]
        assert ("stealth-sound-hum" in played) == (hum.age == 0)
        ages.append(hum.age)
    assert ages.count(0) == 2
    world = session.state.parts["world"]
    for item in world.items.values():
        if find_bell(session.context(), item.kind):
            PutItem(item.id, holder=world.player).apply(session.state)
    assert hums(session) == []


def test_the_classic_rules_have_no_hum() -> None:
    rules = load("core.stealth", only_mods=(), settings={"core.stealth.rules": "classic"}).rules
    session = Session.begin(rules, 1, {"floor": 16})
    assert hear_hums(get_phase(session.context())) == []
