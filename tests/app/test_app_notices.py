"""Notices in the last row: they take rows from the oldest lines of the log, and are said once."""

from __future__ import annotations

import pytest

from footfall.app.game_view import GameView
from footfall.loader import load
from footfall.testing import scene
from footfall.ui.loop import run_ui_loop

from .conftest import TypingScreen

DOOR = "##########\n#@+......#\n#.#......#\n##########"


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [("en", " ! Noise ", "your lamp will shine through it."), ("es", " ! Ruido ", "tu farol se verá al otro lado.")],
)
def test_a_long_notice_leaves_the_newest_line_in_view(language: str, first: str, last: str) -> None:
    """It says what opening a door costs, in more words than a row has."""
    before, after = show(language, ["q", "o"])[1:]
    rows = after.splitlines()
    begins = [y for y, row in enumerate(rows) if row.startswith(first)]
    assert len(begins) == 1
    assert last in " ".join(" ".join(rows[begins[0] :]).split())
    assert "┌" not in after
    newest = next(row for row in reversed(before.splitlines()[:-1]) if row.strip())
    assert newest in rows[: begins[0]]


def show(language: str, keys: list[str]) -> list[str]:
    screen, catalog = TypingScreen(keys, (24, 80)), load("stealth", mods=[], only_mods=()).catalog
    catalog.set_language(language)
    run_ui_loop(screen, GameView(scene(DOOR).session, catalog.translate))
    return screen.screens
