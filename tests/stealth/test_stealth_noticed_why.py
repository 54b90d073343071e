"""Each creature in view that turns to hunt the character is named, with its cause: a step, an attack, a split."""

from __future__ import annotations

import re
from typing import Any

import pytest

from footfall.api.grid import Noise, get_world
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.fight import Manner
from footfall.plugins.stealth.actors.identification import disguise_of, item_name
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.play_state import Notice, NoticeManner, play_of
from footfall.plugins.stealth.model.state import LastAction, Mood, stealth_of
from footfall.plugins.stealth.scene.pages import describe_end
from footfall.plugins.stealth.senses.sight import player_sees
from footfall.sim.bots import find_bot
from footfall.testing import GameUnderTest, scene
from footfall.testing.backends import list_backends, use_backend

CLASSIC = {"core.stealth.rules": "classic"}
NAMED, PROVOKED, SPLITS = "stealth-edge-named", "stealth-edge-provoked", "stealth-edge-splits"
OVER_PROVOKED, OVER_NOTICED = "stealth-over-provoked", "stealth-over-noticed"
HEARS = "stealth-edge-inquires-why"
MAX_GAMES = 100
"""Maximum number of games until a case has been met; a few are enough."""


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("stealth", mods=[], only_mods=()).rules


def sees(session: Session, id: int) -> bool:
    ctx, world = session.context(), get_world(session.state)
    actor = world.actors.get(id)
    if actor is None or actor.level != world.current:
        return False
    return player_sees(get_phase(ctx), actor.at) and disguise_of(get_phase(ctx), actor) is None


def list_unseen_notices(session: Session) -> list[Notice]:
    notices = play_of(session.state).notices
    return [notice for notice in notices if notice.turn == session.state.turn and not notice.was_in_view]


def play_and_list_names(rules: Rules, seed: int, turns: int) -> tuple[list[str], int]:
    """The lines that name a creature, compared with what is in view after each command; and how many stay unseen."""
    session = Session.begin(rules, seed, {"floor": 2 + seed % 3, "course": "core.stealth:first"}, strict=True)
    bot = find_bot(rules, "newcomer")
    context = BotContext(session, bot.id, 1)
    told, unseen = [], 0
    for _ in range(turns):
        options = list_legal_commands(session)
        if not options:
            break
        known = {one.id for one in session.display.sightings.creatures} if session.display.sightings else set()
        session.submit(bot.decide(context, options))
        if session.state.outcome is not None:
            break
        lines = [line for line in session.log if line.turn == session.state.turn and line.message.id == NAMED]
        notices = list_unseen_notices(session)
        now = [one for one in play_of(session.state).notices if one.turn == session.state.turn]
        seen = {one.actor for one in now if one.was_in_view}
        due = [one for one in notices if sees(session, one.actor) and one.actor not in known | seen]
        sums = [(line.message.args["why"].args["range"], line.message.args["why"].args["roll"]) for line in lines]
        assert sums == [(notice.range, notice.roll) for notice in due]
        told += [repr(line.message) for line in lines]
        unseen += len(notices) - len(due)
    return told, unseen


@pytest.mark.proof(0)
def test_what_comes_into_view_as_it_notices_is_named(rules: Rules) -> None:
    """P-WHY-5: with the whole sum; what stays out of view is not."""
    told = unseen = 0
    for seed in range(1, MAX_GAMES):
        named, hidden = play_and_list_names(rules, seed, 120)
        told, unseen = told + len(named), unseen + hidden
        if min(told, unseen) >= 2:
            break
    assert min(told, unseen) >= 2


def count_examined(rules: Rules, seed: int) -> int:
    """How often a hunter in view was examined that had noticed out of view before; each tells its roll."""
    session = Session.begin(rules, seed, {"floor": 4, "course": "core.stealth:first"}, strict=True)
    bot = find_bot(rules, "newcomer")
    context = BotContext(session, bot.id, 1)
    since = 0
    for _ in range(120):
        session.submit(bot.decide(context, list_legal_commands(session)))
        if session.state.outcome is not None:
            break
        minds, actors = stealth_of(session.state).minds, get_world(session.state).actors
        last = {notice.actor: notice for notice in play_of(session.state).notices}
        hunters = [id for id in last if sees(session, id) and minds[id].mood is Mood.AGGRAVATED]
        notes = build_session_scene(session).notes if hunters else {}
        for id in hunters:
            (line,) = (line for line in notes[actors[id].at] if line.id == "stealth-look-noticed")
            assert line.args["why"].args["roll"] == last[id].roll
            since += last[id].turn < session.state.turn and not last[id].was_in_view
    return since


@pytest.mark.proof(0)
def test_a_hunter_that_is_examined_tells_how_it_noticed(rules: Rules) -> None:
    """P-WHY-5: also one that has come into view since."""
    assert any(count_examined(rules, seed) for seed in range(1, MAX_GAMES))


@pytest.mark.proof(0)
@pytest.mark.skipif("rust" not in list_backends(), reason="the native module is missing")
def test_compiled_turns_name_the_same(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOOTFALL_COMPILED", raising=False)
    for seed in range(1, MAX_GAMES):
        with use_backend("rust"):
            compiled = play_and_list_names(rules, seed, 120)
        with use_backend("python"):
            assert play_and_list_names(rules, seed, 120) == compiled
        if compiled[0]:
            break
    assert compiled[0]


def set_duel(item: str, mood: str = "asleep", **arguments: Any) -> GameUnderTest:
    """A lit character with an item, and a creature three cells away."""
    return scene(
        arguments.pop("picture", "@..E..."),
        actors={
            "@": {"stats": {"stealth": 30, "fov": 6, "strength": 3}},
            "E": {"hp": 30, "hp_max": 30, "mind": {"ai": "guard", "mood": mood}, "stats": {"foh": 0, "fov": 0}},
        }
        | arguments.pop("actors", {}),
        items=[{"name": "thing", "kind": f"core.stealth:{item}", "holder": "@"}],
        **arguments,
    )


def throw(game: GameUnderTest) -> None:
    game.do({"type": "core.stealth:throw", "item": "thing", "target": [3, 0]})


def list_lines(game: GameUnderTest, id: str) -> list[LoggedMessage]:
    return [line for line in game.session.log if line.message.id == id]


def mood_of(game: GameUnderTest) -> Mood:
    return stealth_of(game.session.state).minds[game.find_id("E")].mood


@pytest.mark.parametrize("mood", ["asleep", "calm"])
@pytest.mark.parametrize(("item", "how"), [("rocks", "thrown"), ("confusion_potion", "item")])
def test_what_is_thrown_at_the_unaware_tells_that_it_gave_the_thrower_away(item: str, how: str, mood: str) -> None:
    """P-WHY-6: a rock that hits or misses, a potion that harms."""
    game = set_duel(item, mood)
    throw(game)
    assert mood_of(game) is Mood.AGGRAVATED
    (line,) = list_lines(game, PROVOKED)
    assert line.message.args["how"] == how
    game.do(".")
    assert list_lines(game, PROVOKED) == [line]


def test_a_scroll_at_the_unaware_tells_that_it_gave_the_reader_away() -> None:
    """P-WHY-6"""
    game = set_duel("confusion_scroll", "calm")
    game.do({"type": "core.stealth:activate", "item": "thing", "target": [3, 0]})
    assert mood_of(game) is Mood.AGGRAVATED
    assert len(list_lines(game, PROVOKED)) == 1
    assert "gave you away" in game.screen()


def test_neither_hunters_nor_the_dead_are_told_of() -> None:
    """P-WHY-6"""
    hunter = set_duel("rocks", "aggravated")
    throw(hunter)
    assert not list_lines(hunter, PROVOKED)
    frail = {"E": {"hp": 1, "hp_max": 1, "mind": {"ai": "guard", "mood": "asleep"}, "stats": {"defense": -20}}}
    dead = set_duel("dagger", actors=frail)
    throw(dead)
    assert dead.find_id("E") not in get_world(dead.session.state).actors
    assert not list_lines(dead, PROVOKED)


@pytest.mark.parametrize(
    ("turns_after", "told"), [(None, "provoked"), (-1, "provoked"), (0, "provoked"), (1, "noticed")]
)
def test_the_end_says_that_the_character_struck_first(turns_after: int | None, told: str) -> None:
    """P-WHY-3: unless the killer has noticed the character later."""
    fierce = {"hp": 30, "hp_max": 30, "mind": {"ai": "guard", "mood": "asleep"}, "stats": {"strength": 60}}
    game = set_duel("rocks", actors={"@": {"hp": 1}, "E": fierce})
    throw(game)
    (line,) = list_lines(game, PROVOKED)
    while game.session.state.outcome is None:
        game.do(".")
    play = play_of(game.session.state)
    assert play.killer == line.message.args["id"]
    assert not play.notices
    if turns_after is not None:
        turn = line.turn + turns_after
        numbers = dict.fromkeys(("distance", "range", "roll", "stealth", "own", "luck", "added_range"), 1)
        sight = {"manner": NoticeManner.SIGHT, "act": LastAction.STEP, "was_in_view": True}
        play.notices.append(Notice(turn=turn, actor=play.killer, kind="", **sight, **numbers))
    ways = {message.id for message in describe_end(get_phase(game.session.context()))} & {OVER_PROVOKED, OVER_NOTICED}
    assert ways == {f"stealth-over-{told}"}
    if turns_after is None:
        assert "You struck first: on turn" in game.screen()
    play.killer += 1  # another one, which it has not struck
    assert OVER_PROVOKED not in {message.id for message in describe_end(get_phase(game.session.context()))}


HEARING = {"fov": 0, "foh": 9}
STIRS = ("wake=1", "wake=1", "notice=1", "stir=1")


@pytest.mark.parametrize(("mood", "dice"), [("calm", None), ("asleep", STIRS)])
def test_who_goes_to_look_at_a_whistle_says_what_it_heard(mood: str, dice: tuple[str, ...] | None) -> None:
    """P-WHY-8: a sleeper that stirs too."""
    game = set_duel("rocks", actors={"E": {"mind": {"ai": "guard", "mood": mood}, "stats": HEARING}})
    game.do({"type": "core.stealth:whistle"}, dice=dice)
    (line,) = list_lines(game, HEARS)
    assert (line.message.args["noise"], line.message.args["distance"]) == (4, 3)
    assert line.message.args["sound"].id == "stealth-sound-whistle"


def throw_past(game: GameUnderTest, dice: tuple[str, ...] | None = None) -> None:
    game.do({"type": "core.stealth:throw", "item": "thing", "target": [2, 0]}, dice=dice)


@pytest.mark.parametrize(("item", "sound"), [("rocks", "landing"), ("confusion_potion", "shatter")])
def test_who_goes_to_look_at_a_thrown_thing_says_that_it_was_the_throw(item: str, sound: str) -> None:
    """P-WHY-8: with sound, loudness and distance."""
    game = set_duel(item, actors={"E": {"at": [5, 0], "mind": {"ai": "guard", "mood": "calm"}, "stats": HEARING}})
    throw_past(game)
    (line,) = list_lines(game, HEARS)
    facts = line.message.args
    assert (facts["by"], facts["sound"].id, facts["distance"]) == ("throw", f"stealth-sound-{sound}", 3)
    assert "has heard your throw and goes to look" in game.translate(line.message)


def test_a_sleeper_that_a_thrown_thing_wakes_tells_its_roll() -> None:
    """P-WHY-9"""
    game = set_duel("rocks", actors={"E": {"mind": {"ai": "guard", "mood": "asleep"}, "stats": HEARING}})
    throw_past(game, STIRS)
    (line,) = list_lines(game, "stealth-edge-wakes-why")
    assert line.message.args["why"].args["cause"] == "noise"


def test_who_heard_a_throw_out_of_view_says_so_as_it_comes_into_view() -> None:
    """P-WHY-10"""
    listener = {"at": [6, 2], "mind": {"ai": "guard", "mood": "calm"}, "stats": {"foh": 12, "fov": 1}}
    game = set_duel("rocks", actors={"E": listener}, picture="@......\n######.\n##.....")
    game.do({"type": "core.stealth:throw", "item": "thing", "target": [4, 0]})
    assert not list_lines(game, HEARS)
    game.do(".", times=4)
    (line,) = list_lines(game, "stealth-edge-comes-noise")
    assert line.message.args["by"] == "throw"
    assert re.search(
        r"it heard your throw, something landing, noise \d, (right where|\d cells? from where) it is now",
        (game.translate(line.message)),
    )


def sound_behind(game: GameUnderTest, cell: tuple[int, int]) -> None:
    """Lets something else sound."""
    world = get_world(game.session.state)
    noise = Noise("fight", world.current, cell, 3, 9, 99, stealth_of(game.session.state).turn)
    world.noises = [*world.noises, noise]
    world.unreported = [*world.unreported, noise]


@pytest.mark.parametrize(("cell", "by"), [((0, 1), "other"), ((2, 6), None)])
def test_the_noise_of_another_is_told_only_if_its_place_is_in_view(cell: tuple[int, int], by: str | None) -> None:
    """P-WHY-8"""
    listener = {"at": [4, 0], "mind": {"ai": "guard", "mood": "calm"}, "stats": {"foh": 12, "fov": 0}}
    game = set_duel("rocks", actors={"E": listener}, picture="@......\n######.\n##.....")
    sound_behind(game, cell)
    game.do(".")
    told = [line.message.args["by"] for line in list_lines(game, HEARS)]
    assert told == ([by] if by else [])
    assert len(list_lines(game, "stealth-edge-inquires")) == (by is None)


def test_classic_games_tell_no_causes() -> None:
    game = set_duel("rocks", settings=CLASSIC)
    throw(game)
    assert mood_of(game) is Mood.AGGRAVATED
    assert not list_lines(game, PROVOKED)


def test_the_halves_of_a_slime_say_why_they_hunt() -> None:
    """P-WHY-7, P-BORN-1"""
    slime = {"kind": "core.stealth:slime", "hp": 1, "hp_max": 6, "stats": {"defense": -20}}
    game = set_duel("dagger", actors={"E": slime | {"mind": {"ai": "wander", "mood": "calm"}}})
    throw(game)
    (line,) = list_lines(game, SPLITS)
    assert (line.message.args["count"], line.message.args["prey"]) == (2, "you")
    halves = [actor for actor in get_world(game.session.state).actors.values() if actor.kind == "core.stealth:slime"]
    minds = stealth_of(game.session.state).minds
    assert [minds[half.id].mood for half in halves] == [Mood.AGGRAVATED] * 2


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_way_to_give_oneself_away_has_words_of_its_own(language: str) -> None:
    catalog = load("stealth", mods=[], only_mods=()).catalog
    catalog.set_language(language)
    ways = [manner.value for manner in Manner if manner is not Manner.REACH] + ["item"]
    facts = {"creature": Message("stealth-creature-snake")}
    assert len({catalog.translate(Message(PROVOKED, {**facts, "how": how})) for how in ways}) == len(ways)


@pytest.mark.parametrize(("satiety", "room", "unused"), [(0, "@..", "ration"), (20, "@E.", "smoke_pot")])
def test_the_end_names_what_would_have_helped(satiety: int, room: str, unused: str) -> None:
    """After a death by hunger the food, but none that is spoiled; after a blow the things for the hunted."""
    kinds = ("ration", "rotten_ration", "smoke_pot")
    game = scene(
        room,
        actors={
            "@": {"hp": 1, "stats": {"satiety": satiety}},
            **({"E": {"mind": {"ai": "guard", "mood": "aggravated"}, "stats": {"th": 30}}} if "E" in room else {}),
        },
        items=[{"name": kind, "kind": f"core.stealth:{kind}", "holder": "@", "is_known": True} for kind in kinds],
    )
    while game.session.state.outcome is None:
        game.do({"type": "core.stealth:wait"})
    assert game.session.state.outcome == "died"
    told = {message.id: message for message in describe_end(get_phase(game.session.context()))}
    assert told["stealth-over-unused"].args["items"] == item_name(
        get_phase(game.session.context()), get_world(game.session.state).items[game.find_id(unused)]
    )
