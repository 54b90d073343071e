"""Mood changes of creatures in view are logged once."""

from __future__ import annotations

from typing import Any

import pytest

from footfall.api.grid import current_level
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.ai.context import TurnContext
from footfall.plugins.stealth.ai.reasons import describe_mood_change
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.state import Mood, stealth_of

CORE = "core.stealth:"


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def begin_encounter(loaded: LoadResult, mood: Mood, away: int, **keywords: Any) -> tuple[Session, Any]:
    """The character on open floor and a goblin some cells to the east."""
    session = Session.begin(loaded.rules, 5, {"floor": 4}, strict=True, **keywords)
    world, level, _ = current_level(session.context())
    player = world.actors[world.player]
    player.stats["fov"] = 8
    y, x = player.at
    level.tiles[max(1, y - 6) : y + 7, max(1, x - 6) : x + 9] = level.palette.index(CORE + "floor")
    foes = [a for a in world.actors.values() if a.level == level.id and a.side == "hostile"]
    for actor in foes[1:]:
        del world.actors[actor.id]
        stealth_of(session.state).minds.pop(actor.id, None)
    foes[0].kind, foes[0].at = CORE + "goblin", (y, x + away)
    stealth_of(session.state).minds[foes[0].id].mood = mood
    level.__dict__.pop("level_index", None)
    return session, foes[0]


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (Mood.ASLEEP, Mood.CALM, "stealth-edge-wakes"),
        (Mood.CALM, Mood.AGGRAVATED, "stealth-edge-notices"),
        (Mood.AGGRAVATED, Mood.CALM, "stealth-edge-loses"),
        (Mood.CALM, Mood.CALM, None),
    ],
)
def test_a_mood_change_is_logged_if_it_is_seen(loaded: LoadResult, before: Mood, now: Mood, said: str | None) -> None:
    for away, seen in ((4, True), (12, False)):
        session, foe = begin_encounter(loaded, before, away)
        turn = TurnContext(get_phase(session.context()), foe, False)
        turn.mind.mood = now
        lines = [change.message.id for change in describe_mood_change(turn)]  # type: ignore[attr-defined]
        assert lines == ([said] if said and seen else [])


def test_noticing_is_logged_once_before_its_consequences(loaded: LoadResult) -> None:
    session, foe = begin_encounter(loaded, Mood.CALM, 2)
    quiet, other = begin_encounter(loaded, Mood.CALM, 2, quiet=True)
    for game, creature in ((session, foe), (quiet, other)):
        creature.stats["perception"] = 20
        creature.stats["fov"] = 20
        for _ in range(3):
            game.submit(Wait(actor=1))
    message_ids = [line.message.id for line in session.log]
    assert message_ids.count("stealth-edge-notices-why") == 1
    fights = [i for i, id in enumerate(message_ids) if id.startswith("stealth-us-")]
    assert not fights or message_ids.index("stealth-edge-notices-why") < fights[0]
    assert session.hash() == quiet.hash()
    assert not quiet.log
