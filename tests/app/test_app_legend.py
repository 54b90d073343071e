"""The legend explains each sign of awareness and the words of the log, a line each, and the help names its key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from footfall.plugins.stealth.scene.chances import AWARENESS_SIGNS


@pytest.mark.parametrize(
    ("language", "label", "words"),
    [
        ("en", "signs and words", ("Not sure", "Has noticed you")),
        ("es", "signos y palabras", ("No sabe bien", "Te ha descubierto")),
    ],
)
def test_the_legend_has_a_line_for_each_sign(
    typed: Callable[..., Any], language: str, label: str, words: tuple[str, ...]
) -> None:
    played = typed("? ESC L", "stealth", "--seed", 3, "--lang", language)
    assert label in played.screens[1]
    rows = [row.strip() for row in played.screens[3].splitlines()]
    for sign in filter(None, AWARENESS_SIGNS.values()):
        assert [row[:3] for row in rows].count(f"{sign}  ") == 1, sign
    for word in words:
        (row,) = (row for row in rows if word in row)
        assert row.endswith(".")
