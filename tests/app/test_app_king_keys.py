"""Keys of the board game that open nothing say why, and a page tells the King's dice before they fall."""

from __future__ import annotations

import re
from typing import Any

import pytest

KING = ("king", "--seed", 1, "--lessons", "off", "--option", "players=3")


@pytest.mark.parametrize(
    ("keys", "rules", "reason"),
    [
        ("g", "strict_p0", "The rules of this game allow no giving."),
        ("v", "strict_p0", "That works only in this special room: Peddler."),
        ("p", "strict_p0", "That works only in this special room: Armory."),
        ("o", "strict_p0", "That works only in this special room: Yellow Doors."),
        ("h", "strict_p0", "Only a Healer with sanity 1 or more can heal others."),
        ("t", "strict_p0", "You need the Book and a tale."),
        ("u", "strict_p0", "Blunt Weapon: There is nothing to strike here."),
    ],
)
def test_a_key_without_choices_says_why(typed: Any, keys: str, rules: str, reason: str) -> None:
    screen = typed(keys, *KING, "--option", "party=BRAWLER,TANK,SCOUT", "--option", f"profile={rules}").screen
    assert reason in screen
    assert "There is nothing to choose from" not in screen


def test_the_help_lists_what_the_soul_may_do(typed: Any) -> None:
    page = typed("?", *KING, "--option", "party=TANK,TANK,TANK").screen
    assert "meditate" in page
    for label in ("give up clarity", "heal the others", "buy the Crown", "attach a tale", "perform the rite"):
        assert label not in page


@pytest.mark.parametrize(("language", "words"), [("en", "The adviser would do this: "), ("es", "El consejero haría")])
def test_the_hint_is_what_the_adviser_would_do(typed: Any, language: str, words: str) -> None:
    screen = typed("H", *KING, "--lang", language).screen
    assert words in screen
    assert ("because" if language == "en" else "porque") in screen


@pytest.mark.proof(6)
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("key", ["m", "u", "h", "t", "g", "v", "p", "a", "o"])
def test_no_key_opens_an_empty_list_in_silence(typed: Any, key: str, language: str) -> None:
    screen = typed(key, *KING, "--lang", language, "--option", "party=TANK,TANK,TANK").screen
    assert "There is nothing to choose" not in screen
    assert "king-" not in screen


@pytest.mark.parametrize(("language", "words"), [("en", "Every soul is called to his"), ("es", "Llama a todas las")])
def test_the_kings_page_tells_his_dice(typed: Any, language: str, words: str) -> None:
    page = typed("K", *KING, "--lang", language).screen
    assert words in page
    assert "king-" not in page
    faces = [face.strip() for face in re.findall(r"^ {4}(\d {4}|\d, \d )", page, re.MULTILINE)]
    assert faces == ["1, 4", "2", "3", "1", "2", "3", "4", "5", "6"]


def test_a_healer_reads_what_healing_costs_and_what_the_blessings_do(typed: Any) -> None:
    played = typed("h DOWN", *KING, "--option", "party=HEALER,TANK,SCOUT")
    assert "heal the others (+2 each, −1 yours)" in played.screens[0]
    assert "Recovers 1 sanity at the end of every turn." in played.screens[1]
    assert "One more action in each turn." in played.screens[2]


@pytest.mark.parametrize(("rules", "step"), [("first_game", "2 from round 7 on."), ("strict_p0", "2 from round 4 on,")])
def test_the_legend_tells_the_dice_and_the_steps_of_the_king(typed: Any, rules: str, step: str) -> None:
    page = " ".join(typed("L", *KING, "--option", f"profile={rules}").screen.split())
    assert "six-sided die plus the sanity" in page
    assert f"1 from round 2 on, {step}" in page
