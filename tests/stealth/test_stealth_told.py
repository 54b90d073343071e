"""What the log tells of a creature and what the panels say of it agree."""

from __future__ import annotations

import pytest
from panel_lines import list_unseen

from footfall.api.grid import get_world
from footfall.app.why_page import build_why_page
from footfall.loader import load
from footfall.plugins.stealth.model.state import HeardSound, stealth_of
from footfall.testing import GameUnderTest, scene

LANGUAGES = pytest.mark.parametrize("language", ["en", "es"])


def read_log(game: GameUnderTest, name: str, language: str) -> list[str]:
    translate = load("core.stealth", only_mods=(), language=language).catalog.translate
    lines = [translate(line.message) for line in game.session.log if line.message.id == name]
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def look_through_bars(**stats: int) -> GameUnderTest:
    """A guard that sees the character through bars, and leaves the view as it comes to look."""
    guard = {"mind": {"ai": "guard", "mood": "calm"}, "stats": {"perception": 20, "fov": 9, "foh": 0}}
    game = scene(
        "#########\n#@..B.E.#\n#.####.##\n#......##\n#########",
        actors={"@": {"stats": {"stealth": 30, "fov": 9, "foh": 9}}, "E": guard},
        legend={"B": {"tile": "core.stealth:bars"}},
    )
    game.do(".")
    get_world(game.session.state).actors[game.find_id("@")].stats.update(stealth=0, **stats)
    game.do(".")
    return game


def test_who_comes_to_look_and_leaves_the_view_has_its_sign() -> None:
    """P-INQ-7: not that of one that knows nothing."""
    game = look_through_bars()
    assert "stealth-edge-notices-unsurely" in game.messages
    assert list_unseen(game).startswith("… goblin")


@LANGUAGES
@pytest.mark.parametrize("luck", [0, 5])
def test_the_luck_in_a_reason_is_a_roll(language: str, luck: int) -> None:
    """R-AI-8: the detail tells of how much, if there is any."""
    game = look_through_bars(luck=luck)
    (told,) = read_log(game, "stealth-edge-notices-unsurely", language)
    assert {"en": "your luck's roll", "es": "tirada de suerte"}[language] in told
    _, choices = build_why_page(game.session, 2, raw=False)
    name = "stealth-edge-notices-unsurely"
    (choice,) = (choice for choice in choices if getattr(choice.label, "id", "") == name)
    rolled = [("stealth-notice-rule", luck)] if luck else []
    assert [(line.id, line.args["luck"]) for line in choice.detail] == rolled


@LANGUAGES
def test_the_halves_of_a_slime_hunt_who_is_nearest(language: str) -> None:
    """P-WHY-7, R-AI-1: the adventurer that kills it."""
    slime = {"kind": "core.stealth:slime", "mind": {"ai": "wander", "mood": "aggravated"}, "hp": 1, "hp_max": 6}
    other = {"kind": "core.stealth:adventurer", "side": "adventurer", "mind": {"ai": "adventurer", "mood": "calm"}}
    foes = {"E": slime | {"stats": {"defense": -20}}, "A": other | {"stats": {"to_hit": 20, "strength": 20}}}
    game = scene("##########\n#@....EA.#\n##########", actors={"@": {"stats": {"fov": 12, "stealth": 30}}, **foes})
    told: list[str] = []
    while not told and game.session.state.turn < 9:
        game.do(".")
        told = read_log(game, "stealth-edge-splits", language)
    hunted = {"en": "hunt the adventurer at once", "es": "persiguen al aventurero al momento"}
    assert [hunted[language] in line for line in told] == [True]


@LANGUAGES
@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("#@E.A#", {"en": "one half hunts you, the other half another,", "es": "una mitad te persigue y la otra"}),
        ("#@E..A#", {"en": "both halves hunt you", "es": "las dos mitades te persiguen"}),
        ("#@EA#", {"en": "its remaining half hunts you", "es": "lo que queda te persigue"}),
        ("#@...KE.A#", {"en": "its halves each hunt another", "es": "cada mitad persigue a otro"}),
    ],
)
def test_each_half_of_a_slime_hunts_who_is_nearest_to_it(language: str, row: str, words: dict[str, str]) -> None:
    """P-WHY-7, R-AI-1: not only who kills it."""
    slime = {"kind": "core.stealth:slime", "mind": {"ai": "still", "mood": "asleep"}, "hp": 1, "hp_max": 6}
    other = {"kind": "core.stealth:adventurer", "side": "adventurer", "mind": {"ai": "still", "mood": "calm"}}
    killer = other | {"mind": {"ai": "adventurer", "mood": "calm"}, "stats": {"to_hit": 20, "strength": 20}}
    strong = {"stats": {"stealth": 30, "fov": 12, "to_hit": 20, "strength": 20}}
    all_actors = {"@": strong, "E": slime | {"stats": {"defense": -20}}, "A": other, "K": killer}
    actors = {name: actor for name, actor in all_actors.items() if name in row}
    game = scene(f"{'#' * len(row)}\n{row}\n{'#' * len(row)}", actors=actors)
    told: list[str] = []
    while not told and game.session.state.turn < 9:
        game.do("." if "K" in row else "l")
        told = read_log(game, "stealth-edge-splits", language)
    assert [words[language] in line for line in told] == [True]


def test_the_dead_make_no_steps() -> None:
    """P-ODDS-8: steps heard before do not count as those of a stranger."""
    sleeper = {"mind": {"ai": "still", "mood": "asleep"}, "hp": 1, "stats": {"defense": -20}}
    game = scene(
        "####.##\n#@E...#\n#######", actors={"@": {"stats": {"stealth": 30, "to_hit": 9, "fov": 9}}, "E": sleeper}
    )
    game.do(".")
    part, foe = stealth_of(game.session.state), game.find_id("E")
    part.heard_sounds = [HeardSound("step", 2, 20, 2, (1, 2), part.turn, foe)]
    game.do("l")
    assert foe not in get_world(game.session.state).actors
    assert any(sound.source == foe for sound in stealth_of(game.session.state).heard_sounds)
    assert "%" not in list_unseen(game, "stealth-heard-chances")
