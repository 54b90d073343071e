"""The screen: golden pictures, every size, contrast, and that colour never stands alone."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footfall.api.scene import Tint
from footfall.ui.canvas import Canvas
from footfall.ui.headless import pixels, to_gif, to_json, to_png, to_text
from footfall.ui.interaction import View
from footfall.ui.palette import FAINT, READABLE, Role, contrast, standard
from footfall.ui.screen import draw
from footfall.ui.words import sentence

GOLDEN = Path(__file__).parent.parent / "data" / "ui"

VIEWS = {
    "plain": View(),
    "help": View(page="help"),
    "messages": View(page="messages"),
    "inventory": View(page="inventory"),
    "combat": View(page="combat"),
    "look": View(cursor=(11, 16)),
}


def picture(scene, view, text, width=80, height=50):
    canvas = Canvas(height, width)
    draw(canvas, scene, view, text)
    return canvas


def golden(name: str, got: str) -> None:
    """Compares with the kept picture; FOOTFALL_GOLDEN=write renews it."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("FOOTFALL_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(got, encoding="utf-8")
    assert got == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", VIEWS)
def test_golden_screens(samples, name, language):
    canvas = picture(samples.dungeon(), VIEWS[name], samples.Catalogue(language))
    golden(f"dungeon-{name}-{language}", to_text(canvas))


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 50), (128, 45)])
def test_golden_sizes(samples, width, height):
    text = samples.Catalogue()
    golden(f"dungeon-{width}x{height}", to_text(picture(samples.dungeon(), View(), text, width, height)))
    golden(f"board-{width}x{height}", to_text(picture(samples.board(), View(), text, width, height)))


@settings(max_examples=60, deadline=None)
@given(
    width=st.integers(1, 200),
    height=st.integers(1, 60),
    name=st.sampled_from(sorted(VIEWS)),
    scene=st.sampled_from(["dungeon", "board"]),
)
def test_every_size_can_be_drawn(samples, width, height, name, scene):
    canvas = picture(getattr(samples, scene)(), VIEWS[name], samples.Catalogue(), width, height)
    assert canvas.cells.shape == (height, width)
    assert (canvas.cells["ch"] >= 32).all()


def test_too_small_a_screen_says_so(samples):
    said = to_text(picture(samples.dungeon(), View(), samples.Catalogue(), 60, 20))
    assert "60 columns and 20 rows" in said


def test_no_word_of_the_front_end_is_missing(samples):
    for language in ("en", "es"):
        text = samples.Catalogue(language)
        for view in VIEWS.values():
            for scene in (samples.dungeon(), samples.board()):
                said = to_text(picture(scene, view, text, 128, 45))
                assert "footfall-ui-" not in said


def test_text_can_be_read_on_every_ground():
    palette = standard()
    rows = [*Tint, *Role]
    for behind in rows:
        for role in rows:
            if role is Role.GAUGE:
                continue
            least = FAINT if role in (Tint.REMEMBERED, Role.FRAME) else READABLE
            ink = tuple(int(c) for c in palette.ink[role, behind])
            ground = tuple(int(c) for c in palette.ground[behind])
            assert contrast(ink, ground) >= least - 0.01, (role, behind)


def test_moods_differ_without_colour(samples):
    """Asleep, wary and hunting creatures are told apart by signs alone."""
    rows = to_text(picture(samples.dungeon(), View(), samples.Catalogue())).splitlines()
    for creature, sign in (("g", "!"), ("t", "?"), ("h", "z")):
        at = next(
            (y, row.index(f"·{creature}·")) for y, row in enumerate(rows[:30]) if f"·{creature}·" in row[:55]
        )
        assert rows[at[0] - 1][at[1] + 2] == sign


def test_percepts_are_marked_on_unseen_cells_only(samples):
    scene = samples.dungeon()
    text = samples.Catalogue()
    before = to_text(picture(scene, View(), text, 128, 45)).count("♪")
    seen = msgspec.structs.replace(scene.percepts[0], estimate=scene.cells.focus)
    scene.percepts = (seen,)
    after = to_text(picture(scene, View(), text, 128, 45)).count("♪")
    assert before > after == 0


def test_pictures(samples, tmp_path):
    canvas = picture(samples.dungeon(), View(), samples.Catalogue())
    image = pixels(canvas)
    assert image.ndim == 3
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 50
    to_png(canvas, tmp_path / "a.png")
    to_png(canvas, tmp_path / "b.png")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    to_gif([canvas, canvas], tmp_path / "a.gif")
    assert (tmp_path / "a.gif").read_bytes()[:3] == b"GIF"
    assert to_json(canvas) == to_json(picture(samples.dungeon(), View(), samples.Catalogue()))
    with pytest.raises(ValueError, match="at least one"):
        to_gif([], tmp_path / "none.gif")


def test_a_line_begins_with_a_capital_but_a_sign_stays_what_it_is():
    assert sentence("poison wears off.") == "Poison wears off."
    assert sentence("z sleeps.") == "z sleeps."
    assert sentence("é") == "é"
    assert sentence("") == ""
