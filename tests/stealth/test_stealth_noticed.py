"""Why creatures noticed the player's character: recorded with the numbers of the roll, and told."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from footfall.api.grid import get_world
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.state import LastAction
from footfall.plugins.stealth.player.tricks import Whistle
from footfall.plugins.stealth.scene.pages import describe_end
from footfall.sim.bots import find_bot

TURNS = 250
MACROS = {"go-to", "go-to-stairs", "rest", "explore"}
"""Commands that give way to others, which are what is recorded."""


def play(seed: int, floor: int, rules: str = "shipped", quiet: bool = False) -> Session:
    loaded = load("stealth", mods=[], only_mods=(), settings={"core.stealth.rules": rules})
    session = Session.begin(loaded.rules, seed, {"floor": floor}, strict=True, quiet=quiet)
    bot = find_bot(loaded.rules, "sneak")
    context = BotContext(session, bot.id, 1)
    for _ in range(TURNS):
        options = list_legal_commands(session)
        if not options:
            break
        session.submit(bot.decide(context, options))
    return session


@pytest.fixture(scope="module")
def sessions() -> list[Session]:
    return [play(seed, floor) for seed, floor in ((1, 2), (2, 4), (3, 7))]


def play_part(session: Session) -> Any:
    return session.state.parts["core.stealth.play"]


@pytest.mark.proof(0)
def test_the_numbers_of_each_notice_add_up(sessions: list[Session]) -> None:
    """P-WHY-1"""
    notices = [notice for session in sessions for notice in play_part(session).notices]
    assert len(notices) > 5
    for notice in notices:
        if notice.manner.value == "adjacent":
            assert notice.own + notice.stealth + notice.luck <= notice.roll + notice.range
        else:
            assert notice.distance <= notice.range + notice.roll - notice.stealth - notice.luck + notice.added_range
    assert {notice.manner.value for notice in notices} >= {"sight", "hearing"}


def test_each_notice_is_told(sessions: list[Session]) -> None:
    for session in sessions:
        told = [
            line.message for line in session.log if line.message.id.startswith(("stealth-edge-not", "stealth-unseen"))
        ]
        seen = [line for line in told if line.id in ("stealth-edge-notices-why", "stealth-edge-notices-unsurely")]
        assert len(told) == play_part(session).notice_count
        assert len(seen) <= sum(notice.was_in_view for notice in play_part(session).notices)
        for line in seen:
            assert line.args["why"].args["range"] > 0


def test_what_is_out_of_view_has_no_name_and_no_numbers_of_its_own(sessions: list[Session]) -> None:
    lines = [
        line.message for session in sessions for line in session.log if line.message.id.startswith("stealth-unseen")
    ]
    assert lines
    for line in lines:
        assert set(line.args) == {"from", "stealth", "noise", "lit", "sure", "known", "creature", "chance", "id"}
        assert 0 < line.args["chance"] <= 100
        assert (line.args["known"] == "yes") is bool(line.args["creature"])


def test_one_cell_is_in_the_singular() -> None:
    catalog = load("stealth", mods=[], only_mods=()).catalog
    facts = dict.fromkeys(("distance", "range", "roll", "stealth", "own", "luck", "other", "reach", "fov", "foh"), 1)
    for language, words in (("en", r"1 cells\b"), ("es", r"1 casillas\b")):
        catalog.set_language(language)
        for id in ("stealth-notice-sight", "stealth-notice-hearing", "stealth-look-senses"):
            assert not re.search(words, catalog.translate(Message(id, facts))), id


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_end_has_a_word_for_each_command(language: str) -> None:
    loaded = load("stealth", mods=[], only_mods=())
    loaded.catalog.set_language(language)
    tags = {str(command.__struct_config__.tag) for command in loaded.rules.commands}
    assert "core.stealth:whistle" in tags
    acts = {tag.rpartition(":")[2] for tag in tags if tag.startswith("core.stealth:")} | {"answer", "open", "pass"}
    unnamed = {"en": "something else", "es": "otra cosa"}[language]
    for act in acts - MACROS:
        told = loaded.catalog.translate(Message("stealth-over-noticed", {"turn": 3, "act": act, "why": ""}))
        assert unnamed not in told, act


def test_the_end_tells_that_the_character_whistled(sessions: list[Session]) -> None:
    session = sessions[0].fork(0)
    turn = session.state.turn + 1
    player = get_world(session.state).player
    notice = msgspec.structs.replace(play_part(session).notices[-1], turn=turn, act=LastAction.OTHER)
    assert session.submit(Whistle(actor=player)).refusal is None
    part = play_part(session)
    part.notices, part.killer = [notice], notice.actor
    session.state.outcome = "died"
    (told,) = (line for line in describe_end(get_phase(session.context())) if line.id == "stealth-over-noticed")
    assert told.args["act"] == "whistle"


def test_the_end_names_who_was_never_seen_and_no_turn_before_does(sessions: list[Session]) -> None:
    session = sessions[0].fork(0)
    part = play_part(session)
    unseen = [msgspec.structs.replace(part.notices[-1], actor=id, turn=turn) for id, turn in ((9001, 5), (9002, 7))]
    part.notices = unseen
    assert describe_end(get_phase(session.context())) == ()
    session.state.outcome = "won"
    (told,) = (line for line in describe_end(get_phase(session.context())) if line.id == "stealth-over-unseen")
    words = load("stealth", mods=[], only_mods=()).catalog.translate(told)
    assert re.fullmatch(r"Noticed you and were never seen: [\w ]+ \(turn 5\), [\w ]+ \(turn 7\)\.", words)


@pytest.mark.parametrize(("outcome", "count", "is_told"), [("won", 2, True), ("won", 30, False), ("died", 2, False)])
def test_a_victory_names_the_first_notice(sessions: list[Session], outcome: str, count: int, is_told: bool) -> None:
    """Of many notices only the last are kept."""
    session = sessions[0].fork(0)
    part = play_part(session)
    part.notices = [msgspec.structs.replace(part.notices[-1], turn=turn) for turn in (5, 7)]
    part.notice_count, session.state.outcome = count, outcome
    lines = [line for line in describe_end(get_phase(session.context())) if line.id == "stealth-over-earliest"]
    said = [load("stealth", mods=[], only_mods=()).catalog.translate(line) for line in lines]
    assert [line.startswith("You were first noticed on turn 5, by the ") for line in said] == [True] * is_told


def test_the_count_of_notices_says_what_it_counts() -> None:
    """A blow or a stone that rouses a creature does not count."""
    catalog = load("stealth", mods=[], only_mods=()).catalog
    for language, words in (("en", "seen, heard or sensed nearby: 3"), ("es", "vieron, oyeron o notaron cerca: 3")):
        catalog.set_language(language)
        assert words in catalog.translate(Message("stealth-noticed-times", {"count": 3}))


def test_a_quiet_game_is_the_same_game() -> None:
    assert play(2, 4, quiet=True).hash() == play(2, 4).hash()


@pytest.mark.proof(0)
def test_classic_games_record_nothing() -> None:
    session = play(2, 4, rules="classic")
    assert "core.stealth.play" not in session.state.parts
    assert any(line.message.id == "stealth-edge-notices" for line in session.log)
