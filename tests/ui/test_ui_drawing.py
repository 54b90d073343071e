"""The screen: golden files, all sizes, contrast, and meaning without color."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path
from unicodedata import bidirectional

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from wcwidth import wcwidth

from footfall.api.scene import Line, Panel, Span, Tint
from footfall.ui.drawing.canvas import Canvas, canvas_to_text, to_single_width
from footfall.ui.drawing.export import render_pixels, write_canvas_gif, write_canvas_png
from footfall.ui.drawing.palette import MIN_CONTRAST, MIN_FAINT_CONTRAST, UiTint, contrast, load_default_palette
from footfall.ui.drawing.panels import draw_compact_panels, draw_panel_columns, draw_sidebar
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.drawing.text_layout import capitalize
from footfall.ui.ui_state import UiState

GOLDEN = Path(__file__).parent.parent / "data" / "ui"


def test_every_character_of_a_text_fills_one_cell() -> None:
    """Against the widths that terminals use, and in one direction: all of the basic plane."""
    for number in range(0x10000):
        for char in to_single_width(chr(number)):
            assert wcwidth(char) == 1, hex(number)
            assert bidirectional(char) not in ("R", "AL", "AN"), hex(number)
    assert to_single_width("a\u3249\u4dc0\u05d0\u1160\u202eb") == "a???b"


VIEWS = {
    "plain": UiState(),
    "help": UiState(page="help"),
    "messages": UiState(page="messages"),
    "inventory": UiState(page="inventory"),
    "combat": UiState(page="combat"),
    "look": UiState(cursor=(11, 16)),
}


def draw(scene, view, text, width=80, height=50):
    canvas = Canvas(height, width)
    draw_screen(canvas, scene, view, text)
    return canvas


def check_golden(name: str, got: str) -> None:
    """Compares with the golden file; FOOTFALL_GOLDEN=write rewrites it."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("FOOTFALL_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(got, encoding="utf-8")
    assert got == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", VIEWS)
def test_golden_screens(samples, name, language):
    canvas = draw(samples.dungeon(), VIEWS[name], samples.Catalog(language))
    check_golden(f"dungeon-{name}-{language}", canvas_to_text(canvas))


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 50), (128, 45)])
def test_golden_sizes(samples, width, height):
    text = samples.Catalog()
    check_golden(f"dungeon-{width}x{height}", canvas_to_text(draw(samples.dungeon(), UiState(), text, width, height)))
    check_golden(f"board-{width}x{height}", canvas_to_text(draw(samples.board(), UiState(), text, width, height)))


@pytest.mark.proof(0)
@settings(max_examples=60, deadline=None)
@given(
    width=st.integers(1, 200),
    height=st.integers(1, 60),
    name=st.sampled_from(sorted(VIEWS)),
    scene=st.sampled_from(["dungeon", "board"]),
)
def test_every_size_can_be_drawn(samples, width, height, name, scene):
    canvas = draw(getattr(samples, scene)(), VIEWS[name], samples.Catalog(), width, height)
    assert canvas.cells.shape == (height, width)
    assert (canvas.cells["ch"] >= 32).all()


def test_a_small_screen_shows_the_required_size(samples):
    shown = canvas_to_text(draw(samples.dungeon(), UiState(), samples.Catalog(), 60, 20))
    assert "60 columns and 20 rows" in shown


def test_no_ui_text_is_missing(samples):
    for language in ("en", "es"):
        text = samples.Catalog(language)
        for view in VIEWS.values():
            for scene in (samples.dungeon(), samples.board()):
                shown = canvas_to_text(draw(scene, view, text, 128, 45))
                assert "footfall-ui-" not in shown


def test_text_is_readable_on_every_background():
    palette = load_default_palette()
    rows = [*Tint, *UiTint]
    for behind in rows:
        for role in rows:
            if role is UiTint.GAUGE:
                continue
            least = MIN_FAINT_CONTRAST if role in (Tint.REMEMBERED, UiTint.FRAME) else MIN_CONTRAST
            ink = tuple(int(c) for c in palette.foreground[role, behind])
            ground = tuple(int(c) for c in palette.background[behind])
            assert contrast(ink, ground) >= least - 0.01, (role, behind)


def test_moods_differ_without_color(samples):
    """Asleep, wary and hunting creatures differ by their characters."""
    rows = canvas_to_text(draw(samples.dungeon(), UiState(), samples.Catalog())).splitlines()
    for creature, sign in (("g", "!"), ("t", "?"), ("h", "z")):
        at = next((y, row.index(f"·{creature}·")) for y, row in enumerate(rows[:30]) if f"·{creature}·" in row[:55])
        assert rows[at[0] - 1][at[1] + 2] == sign


def test_percepts_are_marked_on_unseen_cells_only(samples):
    scene = samples.dungeon()
    text = samples.Catalog()
    before = canvas_to_text(draw(scene, UiState(), text, 128, 45)).count("♪")
    seen = msgspec.structs.replace(scene.percepts[0], estimate=scene.cells.focus)
    scene.percepts = (seen,)
    after = canvas_to_text(draw(scene, UiState(), text, 128, 45)).count("♪")
    assert before > after == 0


@pytest.mark.proof(0)
def test_pictures(samples, tmp_path):
    canvas = draw(samples.dungeon(), UiState(), samples.Catalog())
    image = render_pixels(canvas)
    assert image.ndim == 3
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 50
    write_canvas_png(canvas, tmp_path / "a.png")
    write_canvas_png(canvas, tmp_path / "b.png")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    write_canvas_gif([canvas, canvas], tmp_path / "a.gif")
    assert (tmp_path / "a.gif").read_bytes()[:3] == b"GIF"
    assert (canvas.cells == draw(samples.dungeon(), UiState(), samples.Catalog()).cells).all()
    with pytest.raises(ValueError, match="at least one"):
        write_canvas_gif([], tmp_path / "none.gif")


def test_capitalize_leaves_glyphs_unchanged():
    assert capitalize("poison wears off.") == "Poison wears off."
    assert capitalize("z sleeps.") == "z sleeps."
    assert capitalize("é") == "é"
    assert capitalize("") == ""


def test_the_columns_beside_a_wide_table_share_the_whole_width(samples):
    """A table across the screen takes no column from the panels below it."""
    table = Panel(None, (Line((Span("wide " * 12), Span("wider " * 6))),), is_table=True)
    words = "one two three four five six seven eight nine"
    told = Panel("told", (Line((Span(words),)),))
    canvas = Canvas(10, 120)
    draw_panel_columns(canvas.pane(), (table, Panel("king", (Line((Span("floor 1"),)),)), told), samples.Catalog())
    assert words in canvas_to_text(canvas)


def test_drawing_takes_little_more_memory_than_the_picture() -> None:
    canvas = Canvas(100, 200)
    tracemalloc.start()
    try:
        size = render_pixels(canvas).nbytes
        assert tracemalloc.get_traced_memory()[1] < 4 * size
    finally:
        tracemalloc.stop()


def test_the_first_two_panels_are_shortened_last(samples):
    """The fight stays whole while a lesson and lists below it are left out, the last ones first."""
    sizes = (4, 4, 9, 3)
    blocks = [
        Panel(f"P{n}", tuple(Line((Span(f"{n} line {line}"),)) for line in range(size))) for n, size in enumerate(sizes)
    ]
    for height, shown in ((27, (4, 4, 9, 3)), (20, (4, 4, 2, 1)), (15, (4, 4, 1, 0)), (12, (4, 4, 0, 0))):
        canvas = Canvas(height, 20)
        draw_sidebar(canvas.pane(), blocks, samples.Catalog())
        text = canvas_to_text(canvas)
        assert tuple(text.count(f"{n} line") for n in range(len(sizes))) == shown


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("after a long rest, then a fight", "Task after a long rest…"),
        ("~7 %, step ~19 %, ≤38 %", "Task…step ~19 %, ≤38 %"),
    ],
)
def test_of_prose_the_head_is_kept_and_of_chances_the_tail(words, told):
    canvas = Canvas(1, 26)
    draw_compact_panels(canvas.pane(), [Panel(None, (Line((Span("Task "), Span(words))),))], str)
    assert canvas_to_text(canvas).strip() == told
