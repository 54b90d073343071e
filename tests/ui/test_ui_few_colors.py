"""A terminal with 16 colors or none shows what moves: fronts of sounds, flashes, and the hatching of odds."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pyte
import pytest

from footfall.api import Message
from footfall.api.scene import Cells, Flash, FlashKind, Ripple, Scene, Tint
from footfall.ui.drawing.canvas import Canvas, Shading
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontends.terminal import AnsiEncoder
from footfall.ui.map.map_colors import FLASH_STEPS, RIPPLE_STEPS, Motion
from footfall.ui.map.map_pane import RIPPLE_CHAR, RISK_HATCHES
from footfall.ui.settings import ColorMode
from footfall.ui.ui_state import UiState

ROWS, COLUMNS, SIDE = 40, 110, 15
MODES = (ColorMode.BASIC, ColorMode.NONE)


def build_room(**changes: Any) -> Scene:
    """A lit room; the player stands in the middle, a rat in a corner."""
    glyph = np.full((SIDE, SIDE), ord("·"), np.uint32)
    fg = np.full((SIDE, SIDE), Tint.FLOOR, np.uint8)
    glyph[[0, -1]] = glyph[:, [0, -1]] = ord("#")
    fg[[0, -1]] = fg[:, [0, -1]] = Tint.WALL
    middle = SIDE // 2
    glyph[middle, middle], fg[middle, middle] = ord("@"), Tint.PLAYER
    glyph[2, 2], fg[2, 2] = ord("r"), Tint.FOE
    bright = np.full((SIDE, SIDE), 200, np.uint8)
    none = np.zeros((SIDE, SIDE), np.uint8)
    seen = np.ones((SIDE, SIDE), np.bool_)
    cells = Cells(glyph, fg, none, none.astype(np.uint32), (middle, middle), visible=seen, light=bright, flame=bright)
    cells.solid = glyph == ord("#")
    for name, value in changes.items():
        setattr(cells, name, value)
    return Scene(title=Message("room"), cells=cells)


class Terminal:
    """A terminal that receives frames."""

    def __init__(self, mode: ColorMode, words: ModuleType) -> None:
        self.screen, self.encoder = pyte.Screen(COLUMNS, ROWS), AnsiEncoder(mode)
        self.stream, self.catalog = pyte.Stream(self.screen), words.Catalog()

    def show(self, scene: Scene, motion: Motion | None, state: UiState | None = None) -> Any:
        """Returns how long something spreads."""
        canvas = Canvas(ROWS, COLUMNS, shading=Shading.FLAT)
        frame = draw_screen(canvas, scene, state or UiState(), self.catalog, motion)
        self.stream.feed(self.encoder.encode_frame(canvas))
        assert frame.viewport is not None
        self.top, self.left = frame.viewport.screen_rect[:2]
        return frame.spreads

    def read(self, y: int, x: int) -> Any:
        return self.screen.buffer[self.top + y][self.left + x]

    def find(self, sign: str) -> set[tuple[int, int]]:
        return {(y, x) for y in range(SIDE) for x in range(SIDE) if self.read(y, x).data == sign}


def spread_from(y: int, x: int, is_own: bool = True) -> Ripple:
    rows, columns = np.indices((SIDE, SIDE))
    return Ripple((10 * np.maximum(abs(rows - y), abs(columns - x))).astype(np.int32), 3, is_own)


@pytest.mark.parametrize("mode", MODES)
def test_the_front_of_a_sound_moves_outward(samples: ModuleType, mode: ColorMode) -> None:
    scene, terminal = build_room(ask_ripples=lambda: (spread_from(7, 7),)), Terminal(mode, samples)
    reaches = []
    for step in range(4):
        assert terminal.show(scene, Motion(step=step)) == RIPPLE_STEPS
        front = terminal.find(RIPPLE_CHAR)
        assert terminal.read(7, 7).data == "@"
        assert terminal.read(2, 2).data == "r"
        reaches.append(max(max(abs(y - 7), abs(x - 7)) for y, x in front))
    assert reaches == [2, 3, 4, 6]
    terminal.show(scene, Motion(step=RIPPLE_STEPS))
    assert not terminal.find(RIPPLE_CHAR)


@pytest.mark.parametrize("mode", MODES)
def test_rings_stand_for_a_sound_without_motion(samples: ModuleType, mode: ColorMode) -> None:
    terminal, scene = Terminal(mode, samples), build_room(ask_ripples=lambda: (spread_from(7, 7),))
    assert scene.cells is not None
    scene.cells.glyph[3, 5:8] = ord(":")
    terminal.show(scene, None)
    assert {max(abs(y - 7), abs(x - 7)) for y, x in terminal.find(RIPPLE_CHAR)} == {4}
    assert terminal.find(":") == {(3, 5), (3, 6), (3, 7)}, "a ring hides nothing but bare floor"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", FlashKind)
def test_a_flash_stands_out_and_ends(samples: ModuleType, mode: ColorMode, kind: FlashKind) -> None:
    scene, terminal = build_room(), Terminal(mode, samples)
    scene.flashes = (Flash((2, 2), kind),)
    terminal.show(scene, Motion(step=FLASH_STEPS))
    usual = terminal.read(2, 2)
    assert terminal.show(scene, Motion()) == FLASH_STEPS
    flashing = terminal.read(2, 2)
    assert flashing.data == usual.data == "r"
    assert (flashing.bg, flashing.reverse) != (usual.bg, usual.reverse)
    if mode is ColorMode.NONE:
        assert flashing.reverse


@pytest.mark.parametrize("mode", MODES)
def test_odds_are_told_by_their_hatching(samples: ModuleType, mode: ColorMode) -> None:
    risk = np.zeros((SIDE, SIDE), np.uint8)
    for column, (least, _, _) in enumerate(RISK_HATCHES, 4):
        risk[3:6, column] = least
    terminal = Terminal(mode, samples)
    ripples = (spread_from(4, 4, False),)
    terminal.show(
        build_room(ask_risk=lambda: (risk, np.zeros_like(risk)), ask_ripples=lambda: ripples),
        Motion(),
        UiState(shows_risk=True),
    )
    for column, (_, sign, _) in enumerate(RISK_HATCHES, 4):
        assert {(y, column) for y in range(3, 6)} <= terminal.find(sign)
