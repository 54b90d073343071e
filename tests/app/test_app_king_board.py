"""King's board on the smallest screen: what the keyboard reaches, what stays, what a key without use says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

SMALL = (24, 80)
KING = ("king", "--seed", 41, "--lessons", "off")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Rolls two dice for the first event of a turn."),
        ("es", "Tira dos dados para el primer evento de un turno."),
    ],
)
@pytest.mark.parametrize("keys", ["DOWN DOWN DOWN", "x TAB TAB TAB TAB TAB TAB"])
def test_the_cursor_reaches_the_table_of_souls(typed: Any, keys: str, language: str, told: str) -> None:
    played = typed(f"{keys} UP UP", *KING, "--lang", language, shape=SMALL)
    assert told in played.screens[-3]
    assert told not in played.screens[-2]
    assert "┏" in played.screen, "above the first soul is the board"


@pytest.mark.parametrize(("language", "left"), [("en", "more lines: PGDN"), ("es", "líneas más: AV PÁG")])
def test_a_long_note_scrolls(typed: Any, language: str, left: str) -> None:
    """The corridor with two souls: the doors, at the end of its note, come after PGDN."""
    played = typed("x PGDN PGDN PGUP PGUP", *KING, "--lang", language, shape=SMALL)
    first, middle, last, _, again = played.screens[1:]
    doors = "Kitchen, Pantry" if language == "en" else "Cocina, Despensa"
    assert left in first
    assert doors not in first
    assert doors in last
    assert left not in last
    assert again == first
    assert middle != first


@pytest.mark.parametrize("keys", ["n y SPACE SPACE SPACE SPACE", "n y TAB n y SPACE SPACE"])
def test_the_table_stays_while_bots_play(typed: Any, keys: str) -> None:
    played = typed(keys, *KING, shape=SMALL)
    for screen in played.screens:
        if "End the turn?" not in screen:
            assert all(name in screen for name in (" P1 Psychic", " P2 High Roller", " P3 Healer", " P4 Tank")), screen


@pytest.mark.parametrize("width", range(80, 104, 4))
@pytest.mark.parametrize(("language", "keys"), [("en", "Keys 0 of 3"), ("es", "Llaves 0 de 3")])
def test_the_header_keeps_the_keys(typed: Any, width: int, language: str, keys: str) -> None:
    assert keys in typed("", *KING, "--lang", language, shape=(24, width)).screen.splitlines()[0]


@pytest.mark.parametrize(
    ("language", "elsewhere", "lowest", "nothing"),
    [
        (
            "en",
            "! Only the stair room leads to another floor.",
            "! There is no floor below.",
            "! This key does nothing here.",
        ),
        (
            "es",
            "! Solo la sala de las escaleras lleva a otro piso.",
            "! No hay ningún piso más abajo.",
            "! Esta tecla no hace nada aquí.",
        ),
    ],
)
def test_every_key_says_why_it_does_nothing(
    typed: Any, language: str, elsewhere: str, lowest: str, nothing: str
) -> None:
    played = typed("< > z", *KING, "--lang", language, shape=SMALL)
    assert elsewhere in played.screens[1]
    assert lowest in played.screens[2]
    assert nothing in played.screens[3]


@pytest.mark.parametrize(("language", "word"), [("en", "fallen"), ("es", "alma caída")])
def test_the_table_says_who_has_fallen(typed: Any, language: str, word: str) -> None:
    end = typed(
        "TAB x DOWN DOWN", "king", "--seed", 3, "--bots", "goal,goal,goal,goal", "--lang", language, shape=SMALL
    ).screen
    rows = [row for row in end.splitlines() if "−5/" in row]
    assert rows
    assert all(word in row for row in rows)


@pytest.mark.parametrize(
    ("language", "practice", "keys"), [("en", "PRACTICE 10", "Keys"), ("es", "PRÁCTICA 10", "Llaves")]
)
def test_the_header_of_practice_has_short_words(
    watched: Any, footfall: Any, home: Path, language: str, practice: str, keys: str
) -> None:
    path = home / "game.replay"
    assert footfall("simulate", "king", "--bot", "goal", "--record", 1, "--seed", 3, "--out", path).exit_code == 0
    screen = watched("PGDN b", path, "--lang", language, shape=SMALL).screen
    header, active = screen.splitlines()[0], re.findall(r"▸(P\d) \w+", screen)[-1]
    assert practice in header
    assert f"{active}: " in header
    assert f"{keys} 0/4" in header
