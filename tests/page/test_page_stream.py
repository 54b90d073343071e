"""Frames rebuild canvases cell by cell: any canvases in a row, and the screens of all games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, strategies as st
from page_decoder import PageDecoder

from footfall.api.scene import TileSheet
from footfall.app.replay_keys import JumpInReplay
from footfall.app.replay_viewer import ReplayViewer
from footfall.cli.options import GameOptions
from footfall.cli.recordings import read_replay_with_mods
from footfall.ui.drawing.canvas import CELL_DTYPE, SQUARE_DTYPE, Canvas, PixelSizes, SquareCells
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontends import page_stream
from footfall.ui.frontends.page_stream import FrameEncoder, find_focus, find_part
from footfall.ui.map.square_tiles import create_pixel_canvas
from footfall.ui.map.tile_art import FIRST_PICTURE, TileArt
from footfall.ui.ui_state import UiState

SIZES = PixelSizes(18, 9, 20)
CODES = (0, 32, 35, 64, 0xE000, 0x2588, 0xD800, 0x110000, 0xFFFFFFFF, FIRST_PICTURE, FIRST_PICTURE + 3)


def make_art(shade: int) -> TileArt:
    sheet = TileSheet(id="t:s", pack="t:p", file="", cell=2, signs={})
    art = TileArt(((sheet, np.zeros((1, 1, 2, 2, 4), np.uint8)),))
    pixels = np.arange(64, dtype=np.uint8).reshape(4, 2, 2, 4) + np.uint8(shade)
    art._pixels[:] = list(pixels)
    return art


ARTS = (None, make_art(0), make_art(9))


def fill_cells(random: np.random.Generator, shape: tuple[int, int], dtype: Any, colors: int) -> npt.NDArray[np.void]:
    cells: npt.NDArray[np.void] = np.zeros(shape, dtype)
    for name in cells.dtype.names or ():
        chosen = random.integers(0, colors, (*shape, 3)) if name in ("fg", "bg") else random.choice(CODES, shape)
        cells[name] = chosen
    return cells


def change_canvas(random: np.random.Generator, before: Canvas | None, colors: int) -> Canvas:
    """Returns a canvas that differs from the one before in some cells, or also in its size, squares and pictures."""
    rows, columns = random.integers(1, 9, 2).tolist()
    if before is None or random.random() < 0.2:
        canvas = Canvas(rows, columns, sizes=SIZES, art=ARTS[random.integers(3)])
        canvas.cells = fill_cells(random, (rows, columns), CELL_DTYPE, colors)
    else:
        canvas = Canvas(before.height, before.width, sizes=SIZES, art=before.art)
        few = random.random(before.cells.shape) < 0.2
        canvas.cells = np.where(few, fill_cells(random, before.cells.shape, CELL_DTYPE, colors), before.cells)
    if random.random() < 0.8:
        old = before.squares if before is not None else None
        shape = old.cells.shape if old is not None and random.random() < 0.7 else (rows, columns)
        cells = fill_cells(random, shape, SQUARE_DTYPE, colors)
        over = fill_cells(random, shape, SQUARE_DTYPE, colors) if random.random() < 0.5 else None
        canvas.squares = SquareCells(int(random.integers(2)), 3, cells, over)
    return canvas


def clean(cells: npt.NDArray[np.void], layer: str) -> npt.NDArray[np.void]:
    """Returns cells with U+FFFD for numbers that are not characters, and black for unseen colors of an overlay."""
    shown = cells.copy()
    for name in {"ch", "mark"} & {*(cells.dtype.names or ())}:
        wrong = (cells[name] >= 0x110000) | ((cells[name] >= 0xD800) & (cells[name] < 0xE000))
        shown[name][wrong] = 0xFFFD
    if layer == "overlay":
        shown["fg"][(shown["ch"] == 0) & (shown["mark"] == 0)] = 0
        shown["bg"][shown["mark"] == 0] = 0
    return shown


def check_screen(canvas: Canvas, page: Any) -> None:
    """Compares a canvas with the screen of a page."""
    assert page.text.tobytes() == clean(canvas.cells, "text").tobytes()
    assert page.size == (canvas.height, canvas.width, *(canvas.sizes or page.size[2:]))
    if canvas.squares is None:
        assert page.corner == ()
        return
    top, left, cells, overlay = canvas.squares
    assert page.corner == (top, left, *cells.shape)
    wanted = overlay if overlay is not None else np.zeros_like(cells)
    assert page.map.tobytes() == clean(cells, "map").tobytes()
    assert page.over.tobytes() == clean(wanted, "overlay").tobytes()
    if canvas.art is not None:
        codes = np.concatenate([cells["ch"].ravel(), page.over["ch"].ravel()])
        for code in {*codes[(codes >= FIRST_PICTURE) & (codes < FIRST_PICTURE + 4)].tolist()}:
            assert (page.pictures[code] == canvas.art.find_pixels(code)).all()


@given(seed=st.integers(0, 2**32), colors=st.sampled_from((2, 256)), limit=st.sampled_from((3, 1 << 14)))
def test_frames_rebuild_any_canvases(seed: int, colors: int, limit: int) -> None:
    random, encoder, page = np.random.default_rng(seed), FrameEncoder(), PageDecoder()
    canvas = None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_stream, "MAX_STYLES", limit)
        for _ in range(6):
            canvas = change_canvas(random, canvas, colors)
            if random.random() < 0.1:
                encoder.restart()
            page.apply(msgspec.json.encode(encoder.encode(canvas)))
            check_screen(canvas, page)


def test_an_equal_canvas_gives_an_empty_frame() -> None:
    encoder = FrameEncoder()
    canvas = change_canvas(np.random.default_rng(1), None, 9)
    assert encoder.encode(canvas).size is not None
    assert msgspec.json.encode(encoder.encode(canvas)) == b"{}"


@pytest.mark.proof(3)
@pytest.mark.parametrize("in_pixels", [False, True])
@pytest.mark.parametrize("game", ["stealth", "king", "delve"])
def test_frames_rebuild_the_screens_of_games(game: str, in_pixels: bool, replays: Path) -> None:
    recording, loaded = read_replay_with_mods(replays / f"{game}.replay", GameOptions())
    viewer = ReplayViewer(loaded.rules, recording, loaded.catalog.translate)
    encoder, page = FrameEncoder(), PageDecoder()
    sizes = []
    for _ in range(20):
        canvas = create_pixel_canvas(45, 128) if in_pixels else Canvas(24, 80)
        scene = viewer.build_scene()
        drawn = draw_screen(canvas, scene, UiState(), viewer.translate)
        frame = encoder.encode(canvas)
        frame.focus, frame.part = find_focus(scene, drawn), find_part(drawn)
        assert frame.focus is not None
        top, left, height, width = frame.part or (0, 0, canvas.height, canvas.width)
        assert top <= frame.focus[0] < top + height
        assert left <= frame.focus[1] < left + width
        data = msgspec.json.encode(frame)
        sizes.append(len(data))
        page.apply(data)
        check_screen(canvas, page)
        viewer.submit(JumpInReplay(by=1))
    assert sum(sizes[1:]) < 19 * sizes[0] / 2  # most of a screen stays as it is
