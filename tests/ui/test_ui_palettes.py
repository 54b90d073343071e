"""Every palette: contrast of text, of signs on lit ground, and of the map's parts."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from footfall.api.scene import Tint
from footfall.content.screens.palettes import GLOWS, TINTS
from footfall.ui.drawing.palette import TINT_NUMBERS, Glow, UiTint, build_palette, contrast, list_bundled_palettes
from footfall.ui.frontends.terminal import find_basic_color
from footfall.ui.map.square_tiles import create_pixel_canvas
from footfall.ui.settings import UiSettings

NAMES = tuple(list_bundled_palettes())
LEAST = {"contrast": (7.0, 4.5)}
"""Minimum contrast of text, and of frames and memories; elsewhere those of WCAG 2, level AA."""


@pytest.fixture(scope="session")
def look(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("tests/ui/test_ui_map_look.py")


def convert(color: np.ndarray) -> tuple[int, int, int]:
    red, green, blue = color.tolist()
    return red, green, blue


def test_records_of_palettes_know_every_color() -> None:
    assert {*TINTS} == {*TINT_NUMBERS}
    assert {*GLOWS} == {glow.value for glow in Glow}


@pytest.mark.parametrize("name", NAMES)
def test_text_has_the_contrast_that_its_palette_states(name: str) -> None:
    palette = build_palette(list_bundled_palettes()[name])
    text, faint = LEAST.get(name, (4.5, 3.0))
    for behind in (*Tint, *UiTint):
        for tint in (*Tint, *UiTint):
            if tint is not UiTint.GAUGE:
                least = faint if tint in (Tint.REMEMBERED, UiTint.FRAME) else text
                ratio = contrast(convert(palette.foreground[tint, behind]), convert(palette.background[behind]))
                assert ratio >= least - 0.01, (tint, behind, ratio)


@pytest.mark.parametrize("name", NAMES)
def test_signs_can_be_read_at_every_light(look: ModuleType, samples: ModuleType, name: str) -> None:
    palette = build_palette(list_bundled_palettes()[name])
    light = np.tile(np.linspace(8, 255, look.HALL).astype(np.uint8), (look.HALL, 1))
    for tint in (Tint.FLOOR, Tint.FOE, Tint.ITEM, Tint.PLAYER, Tint.STAIRS, Tint.GOOD):
        scene = look.build_hall(light=light, flame=light.T, visible=np.ones((look.HALL, look.HALL), np.bool_))
        scene.cells.fg[1:-1, 1:-1] = tint
        canvas = create_pixel_canvas(*look.SIZE, settings=UiSettings(palette=palette))
        cells = look.draw(scene, samples, canvas=canvas).squares.cells
        pairs = {(convert(cell["fg"]), convert(cell["bg"])) for cell in cells[cells["ch"] == ord("·")].ravel()}
        on_ground, faint = LEAST.get(name, (3.0, 3.0))
        least = faint if tint in (Tint.FLOOR, Tint.GOOD) else on_ground  # moss is ground, too
        assert len(pairs) > 100
        assert min(contrast(*pair) for pair in pairs) >= least, tint


@pytest.mark.parametrize("name", NAMES)
def test_floor_wall_and_memory_differ_in_brightness(look: ModuleType, samples: ModuleType, name: str) -> None:
    canvas = create_pixel_canvas(*look.SIZE, settings=UiSettings(palette=build_palette(list_bundled_palettes()[name])))
    cells = look.draw(look.build_hall(ask_ripples=None), samples, canvas=canvas).squares.cells
    places = ((10, 12), (20, 12), (5, 3), (5, 0))
    floor, wall, old_floor, old_wall = (look.measure_brightness(cells["bg"][place]) for place in places)
    assert abs(floor - wall) > 8
    assert abs(old_floor - old_wall) > 8
    assert abs(floor - old_floor) > 8


@pytest.mark.parametrize("name", NAMES)
def test_few_colors_hide_no_sign_of_a_palette(name: str) -> None:
    palette = build_palette(list_bundled_palettes()[name])
    shown = {find_basic_color(*convert(palette.foreground[tint, 0])) for tint in (Tint.FOE, Tint.ALLY, Tint.ITEM)}
    ground = find_basic_color(*convert(palette.background[0]))
    assert len(shown) == 3
    assert ground not in shown
