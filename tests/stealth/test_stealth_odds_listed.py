"""The chances in the lists: of what is only heard, of steps, of the noise and the lamp."""

from __future__ import annotations

import msgspec
import pytest
from panel_lines import list_unseen

from footfall.api.grid import current_level
from footfall.api.session_scene import build_session_scene
from footfall.loader import load
from footfall.plugins.stealth.model.state import HeardSound, Mood, stealth_of
from footfall.plugins.stealth.odds.screen import describe_mean
from footfall.testing import scene
from footfall.ui.frontends.plain_facts import list_odds
from footfall.ui.frontends.plain_text import describe_sound, describe_thing
from footfall.ui.ui_state import UiState


def test_what_is_only_heard_has_odds_of_all_that_it_may_be() -> None:
    """P-ODDS-8: the mean and the highest in the list of sounds, the range under the cursor; none once it knows."""
    game = scene("#########\n@.......#\n#####.###\n#####..E#", actors={"@": {"stats": {"fov": 2, "stealth": 3}}})
    part, asked = stealth_of(game.session.state), build_session_scene(game.session)
    assert not any(odds.chances for odds in asked.odds)
    steps = HeardSound("step", 1, 39, 2, (1, 7), part.turn, game.find_id("E"))
    lines = {
        "step": "→ steps ~7 %, step ~19 %",
        "snore": "→ snoring ~2 %, step ~6 %",
        "alert": "→ a growl meant for you",
    }
    for kind, told in lines.items():
        part.heard_sounds = [msgspec.structs.replace(steps, kind=kind)]
        title = "stealth-heard-title" if kind == "alert" else "stealth-heard-chances"
        assert list_unseen(game, title) == told
    part.heard_sounds = [steps]
    seen = build_session_scene(game.session)
    (news,) = [describe_sound(one, seen, game.translate) for one in seen.percepts]
    assert news.replace("\xa0", " ").endswith(", about 7 % if you stay, about 19 % if you step.")
    ways = {odds.direction: odds.chances for odds in seen.odds if odds.action == "step"}
    assert [(game.translate(one.label), one.permille) for one in ways[2]] == [("steps, unseen", (0, 1000))]
    assert game.translate(ways[2][0].text).replace("\xa0", " ") == "about 19 %"
    assert "comes to look 0 to 100" in "".join(map(game.translate, seen.ask_outlook((1, 7))))


def test_what_is_heard_and_hunts_has_no_odds() -> None:
    """P-ODDS-8: it knows already; once it has lost the character, its odds are those of one that searches."""
    deaf = {"mind": {"ai": "guard", "mood": "calm"}, "stats": {"fov": 1, "foh": 12, "perception": 0}}
    me = {"stats": {"fov": 1, "stealth": -30, "foh": 12}}
    moss = {"@": {"tile": "core.stealth:moss", "actor": "@"}}
    hall = scene("@" + 9 * "." + "E", actors={"E": deaf, "@": me}, legend=moss)
    hall.do({"type": "core.stealth:whistle"})
    hall.do(".")
    assert list_unseen(hall, "stealth-heard-title").splitlines()[0] == "→ steps hunting you"
    seen = build_session_scene(hall.session)
    assert not any(odds.chances for odds in seen.odds)
    assert hall.translate(describe_sound(seen.percepts[0], seen, hall.translate)).endswith(", hunting you.")
    hall.do(".", times=4)
    assert list_unseen(hall, "stealth-heard-chances").splitlines()[0] == "→ steps ~18 %, step ~53 %"


def test_the_odds_of_a_sound_stay_while_it_is_listed() -> None:
    """P-ODDS-8: four turns; its maker may have walked on since, but a sleeper has not."""
    game = scene("#########\n@.......#\n#####.###\n#####..E#", actors={"@": {"stats": {"fov": 2, "stealth": 3}}})
    game.do(".", times=6)
    part = stealth_of(game.session.state)
    for kind, told in (
        ("step", "→ steps, 4 turns ago ~10 %, step ~37 %"),
        ("snore", "→ snoring, 4 turns ago ~2 %, step ~6 %"),
    ):
        part.heard_sounds = [HeardSound(kind, 1, 39, 2, (1, 7), part.turn - 4, game.find_id("E"))]
        assert list_unseen(game, "stealth-heard-chances").startswith(told)


def test_a_noise_that_rules_let_a_creature_make_has_its_odds() -> None:
    """P-ODDS-8, P-SENSE-7: a mockfoot that repeats steps was left out."""
    game = scene("#########\n@.......#\n#####.###\n#####..E#", actors={"@": {"stats": {"fov": 2, "stealth": 3}}})
    part = stealth_of(game.session.state)
    for kind in ("mock", "blink", "flutter", "yelp"):
        part.heard_sounds = [HeardSound(kind, 1, 39, 2, (1, 7), part.turn, game.find_id("E"))]
        assert "~" in list_unseen(game, "stealth-heard-chances"), kind


def test_a_kind_that_was_seen_counts_among_those_that_sound_so() -> None:
    """P-ODDS-8: wings are those of bats, until the character has seen a lamp moth, which no spawn table has."""
    game = scene("#########\n@.......#\n#####.###\n#####..E#", actors={"@": {"stats": {"fov": 2, "stealth": 3}}})
    part, level = stealth_of(game.session.state), current_level(game.session.context())[1]
    level.floor = 3
    part.heard_sounds = [HeardSound("wings", 1, 39, 2, (1, 7), part.turn, game.find_id("E"))]
    assert list_unseen(game, "stealth-heard-chances") == "→ wings ~0 %, step ~39 %"
    part.known_kinds.append("core.stealth:lamp_moth")
    assert list_unseen(game, "stealth-heard-chances") == "→ wings ~0 %, step ~20 %"


def test_the_status_tells_how_far_a_noise_may_be_noticed() -> None:
    """P-ODDS-7"""
    game = scene("@.....\n......", actors={"@": {"stats": {"stealth": 6}}})
    assert "≤" not in game.screen()
    game.do("j")
    assert "noise ■···· 1 ≤4" in game.screen()
    for stealth, reach in ((6, "4 cells away"), (4, "6 cells away, 2 for sure"), (0, "6 cells away for sure")):
        game = scene("@.....\n......", actors={"@": {"stats": {"stealth": stealth}}})
        game.do("j")
        words = build_session_scene(game.session).status[0].words
        assert words is not None
        assert game.translate(words) == f"noise 1, noticed up to {reach}"


def test_the_list_tells_a_step_that_walks_leave_to_the_player() -> None:
    """P-ODDS-2: at the edge of the map, too."""
    guard = {"mind": {"ai": "guard", "mood": "calm"}, "stats": {"foh": 0, "fov": 5, "perception": 3}}
    game = scene("@...E", actors={"@": {"stats": {"stealth": 6, "fov": 9}}, "E": guard})
    assert list_unseen(game, "stealth-in-sight-chances") == "° goblin 4→ 0 %, step 63 % unaware"
    seen = build_session_scene(game.session)
    told = describe_thing(seen.things[0], seen, game.translate).replace("\xa0", " ")
    assert told == "goblin, unaware of you, 0 % if you stay, up to 63 % if you step, 4 east"


def test_the_riskiest_step_is_not_the_blow() -> None:
    """P-ODDS-2: a step into a creature strikes it, which tells nothing of the ways past it."""
    blind = {"mind": {"ai": "guard", "mood": "calm"}, "stats": {"foh": 0, "fov": 0, "perception": 0}}
    game = scene("...\n@E.\n...", actors={"@": {"stats": {"stealth": 30}}, "E": blind})
    assert list_unseen(game, "stealth-in-sight-chances") == "° goblin 1→ 0 % ↯ backstab unaware"
    ways = {odds.direction: odds.chances[0].permille[1] for odds in build_session_scene(game.session).odds}
    assert ways[2] == 1000


def test_the_key_of_the_lamp_tells_its_risk() -> None:
    """P-ODDS-2"""
    guard = {"mind": {"ai": "guard", "mood": "calm"}, "stats": {"foh": 0, "fov": 3, "perception": 3}}
    game = scene("@..E", actors={"@": {"stats": {"stealth": 5, "fov": 6}}, "E": guard})
    screen = game.screen().replace("\xa0", " ")
    assert "goblin 3→ 0 %" in screen
    assert "q lamp (25-63 %)" in screen
    alone = scene("@...", actors={"@": {"stats": {"fov": 6}}})
    assert "q lamp  " in alone.screen()


def test_furniture_where_a_creature_stood_ends_its_memory() -> None:
    """P-MEM-3: a mimic that fell asleep out of view was listed as a hunter next to the chest that it looks like."""
    mimic = {"kind": "core.stealth:mimic", "mind": {"ai": "still", "mood": "aggravated", "marked": True}}
    game = scene("#########\n#@..E...#\n#########", actors={"@": {"stats": {"stealth": 30, "fov": 9}}, "E": mimic})
    game.put("E.stats", {"cost": 999, "fov": 1, "foh": 0})
    game.do(".")
    game.put("@.stats", {"stealth": 30, "fov": 1})
    game.do(".")
    assert list_unseen(game).startswith("! mimic")
    stealth_of(game.session.state).minds[game.find_id("E")].mood = Mood.ASLEEP
    game.do(".")
    assert list_unseen(game).startswith("! mimic")
    game.put("@.stats", {"stealth": 30, "fov": 9})
    game.do(".")
    assert list_unseen(game) == ""


@pytest.mark.parametrize(("mean", "most", "told"), [(50, 380, "about 5 %, at most 38 %"), (50, 1000, "about 5 %")])
def test_a_mean_has_the_highest_chance_beside_it(mean: int, most: int, told: str) -> None:
    """P-ODDS-8: if it is much higher, and less than sure."""
    assert scene("@").translate(describe_mean(mean, most)).replace("\xa0", " ") == told


@pytest.mark.parametrize(
    ("language", "words"), [("en", "without odds: A growl of one that searches"), ("es", "sin pronóstico: ")]
)
def test_what_is_heard_to_search_is_named_where_nothing_has_odds(language: str, words: str) -> None:
    game = scene("#########\n@.......#\n#####.###\n#####..E#", actors={"@": {"stats": {"fov": 2, "stealth": 3}}})
    part = stealth_of(game.session.state)
    part.heard_sounds = [HeardSound("search", 1, 39, 2, (1, 7), part.turn, game.find_id("E"))]
    seen = build_session_scene(game.session)
    catalog = load("core.stealth").catalog
    catalog.set_language(language)
    (line,) = list_odds(msgspec.structs.replace(seen, ask_odds=lambda: ()), UiState(), catalog.translate)
    assert words in line


def test_what_is_only_heard_and_has_odds_of_zero_is_not_told_to_have_none() -> None:
    game = scene("#########\n@.......#\n#####.###\n#####..E#", actors={"@": {"stats": {"fov": 2, "stealth": 30}}})
    part = stealth_of(game.session.state)
    part.heard_sounds = [HeardSound("step", 1, 39, 2, (1, 7), part.turn, game.find_id("E"))]
    assert list_unseen(game, "stealth-heard-chances") == "→ steps ~0 %"
    seen = msgspec.structs.replace(build_session_scene(game.session), ask_odds=lambda: ())
    assert list_odds(seen, UiState(), game.translate) == ["No creature in view could notice you."]


def test_one_that_searches_and_is_remembered_with_odds_is_not_told_to_have_none() -> None:
    seeker = {"mind": {"ai": "still", "mood": "calm"}, "stats": {"fov": 9, "foh": 0, "cost": 999}}
    game = scene("#########\n#@..E...#\n#########", actors={"@": {"stats": {"stealth": 5, "fov": 9}}, "E": seeker})
    game.do(".")
    game.put("@.stats", {"stealth": 5, "fov": 1})
    game.do(".")
    part = stealth_of(game.session.state)
    part.heard_sounds = [HeardSound("search", 1, 30, 2, (1, 4), part.turn, game.find_id("E"))]
    assert "%" in list_unseen(game)
    assert list_unseen(game, "stealth-heard-title") == "→ a growl of one that searches"
