"""A sleeper in view that wakes tells its roll: in the log, on the why page and when it is examined (P-WHY-9)."""

from __future__ import annotations

from typing import Any

import pytest

from footfall.api.grid import get_world
from footfall.api.session_scene import build_session_scene
from footfall.app.why_page import build_why_page
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.model import LoggedMessage
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import find_bot
from footfall.testing import GameUnderTest, scene
from footfall.testing.backends import list_backends, use_backend

WHY = "stealth-edge-wakes-why"
MAX_GAMES = 60
"""Maximum number of games until a sleeper has woken; a few are enough."""


def set_sleeper(stealth: int = 1, **arguments: Any) -> GameUnderTest:
    """A lit character three cells from a sleeping guard."""
    stats = {"stealth": stealth, "fov": 6, "luck": 0}
    guard = {"mind": {"ai": "guard", "mood": "asleep"}, "stats": {"foh": 9, "fov": 5}}
    return scene("@..E...", actors={"@": {"stats": stats}, "E": guard}, **arguments)


def list_reasons(game: GameUnderTest) -> list[dict[str, Any]]:
    return [line.message.args["why"].args for line in game.session.log if line.message.id == WHY]


@pytest.mark.parametrize(
    ("dice", "cause", "total", "words"),
    [
        (("wake=6", "wake=5"), "restless", 11, "roll 11 of 2 to 12 - your luck 0 = 11, over 10"),
        (("wake=1", "wake=1", "notice=6"), "sees", 5, "You woke it, within its sight, 3 cells away: roll 6 of 1 to 6"),
    ],
)
def test_a_sleeper_that_wakes_tells_the_sum_of_its_roll(
    dice: tuple[str, ...], cause: str, total: int, words: str
) -> None:
    """P-WHY-9"""
    game = set_sleeper()
    game.do(".", dice=dice)
    (reason,) = list_reasons(game)
    assert (reason["cause"], reason["sum"]) == (cause, total)
    assert words in " ".join(game.screen().split())
    sleeper = get_world(game.session.state).actors[game.find_id("E")]
    (note,) = (n for n in build_session_scene(game.session).notes[sleeper.at] if n.id == "stealth-look-woke")
    assert words in game.translate(note)
    _, choices = build_why_page(game.session, 1, raw=False)
    (choice,) = (choice for choice in choices if getattr(choice.label, "id", "") == WHY)
    assert [line.id for line in choice.detail] == ["stealth-waking-rule"]


def test_a_noise_that_stirs_a_sleeper_tells_its_loudness() -> None:
    """P-INQ-2: the character's own noise."""
    game = set_sleeper(stealth=30)
    game.do({"type": "core.stealth:whistle"}, dice=("wake=1", "wake=1", "notice=1", "stir=3"))
    (reason,) = list_reasons(game)
    assert (reason["cause"], reason["roll"], reason["stealth"]) == ("noise", 3, 4)
    assert "its roll 3 is below noise 4" in " ".join(game.screen().split())


def test_classic_sleepers_only_stir() -> None:
    game = set_sleeper(settings={"core.stealth.rules": "classic"})
    game.do(".", dice=("wake=6", "wake=5"))
    assert [line.message.id for line in game.session.log if "wakes" in line.message.id] == ["stealth-edge-wakes"]


def play_and_list_wakings(seed: int, turns: int) -> tuple[list[LoggedMessage], str]:
    session = Session.begin(
        load("stealth", mods=[], only_mods=()).rules, seed, {"floor": 2}, strict=True, tracer=Tracer()
    )
    bot = find_bot(session.rules, "newcomer")
    context = BotContext(session, bot.id, 1)
    for _ in range(turns):
        session.submit(bot.decide(context, list_legal_commands(session)))
        if session.state.outcome is not None:
            break
    return [line for line in session.log if line.message.id == WHY], session.hash()


@pytest.mark.skipif("rust" not in list_backends(), reason="the native module is missing")
def test_compiled_turns_tell_the_same_wakings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOOTFALL_COMPILED", raising=False)
    for seed in range(1, MAX_GAMES):
        with use_backend("rust"):
            compiled = play_and_list_wakings(seed, 40)
        with use_backend("python"):
            assert play_and_list_wakings(seed, 40) == compiled
        if compiled[0]:
            break
    assert compiled[0]
