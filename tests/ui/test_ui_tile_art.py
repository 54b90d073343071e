"""Pictures of tile packs on the map: what they replace, what stays a sign, in pictures and in a window."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from PIL import Image

from footfall.api import Message
from footfall.api.scene import Flash, FlashKind, Percept, Picture, Scene, TileSheet, Tint
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.export import render_pixels
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.map.map_colors import FLASH_STEPS, Motion
from footfall.ui.map.square_tiles import create_pixel_canvas
from footfall.ui.map.tile_art import FIRST_PICTURE, TileArt
from footfall.ui.settings import UiSettings
from footfall.ui.ui_state import UiState

CELL = 8
COLORS = {
    "floor 1": (0, 0), "floor 2": (0, 1), "wall": (0, 2), "face": (0, 3),
    "goblin": (1, 0), "by sign": (1, 1), "by tint": (1, 2), "gray": (1, 3),
}  # fmt: skip
"""Pictures of one color each, by row and column: 40 times the row plus 60 times the column, in each part."""


def make_art(**tables: dict[str, Picture]) -> TileArt:
    pixels = np.zeros((2, 4, CELL, CELL, 4), np.uint8)
    for number, (row, column) in enumerate(COLORS.values()):
        pixels[row, column] = (30 * number + 20, 250 - 30 * number, 200, 255)
    return TileArt(((TileSheet(id="t:s", pack="t:p", file="", cell=CELL, **tables), pixels),))


def show(*names: str, face: str = "", color: Any = "own") -> Picture:
    return Picture(tuple(COLORS[name] for name in names), (COLORS[face],) if face else (), color)


FULL = {
    "looks": {"floor": show("floor 1", "floor 2"), "wall": show("wall", face="face"), "goblin": show("goblin")},
    "signs": {"!": show("by sign")},
    "tints": {"FOE": show("by tint", color="tint")},
}


@pytest.fixture(scope="session")
def look(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("tests/ui/test_ui_map_look.py")


@pytest.fixture
def scene(look: ModuleType) -> Scene:
    """A hall of floor and walls with a goblin that has taken notice, a potion, a stranger and an unknown thing."""
    hall: Scene = look.build_hall(ask_ripples=None)
    cells = hall.cells
    assert cells is not None
    cells.records = ("floor", "wall", "goblin", "potion", "stranger", "adept")
    cells.ground = np.where(cells.glyph == ord("#"), 2, 1).astype(np.uint16)
    cells.thing = np.zeros(cells.glyph.shape, np.uint16)
    things = {(8, 12): ("g", Tint.HUNTING, 3), (8, 14): ("!", Tint.ITEM, 4), (8, 16): ("x", Tint.FOE, 5)}
    for place, (sign, tint, number) in {**things, (10, 10): ("@", Tint.PLAYER, 6)}.items():
        cells.glyph[place], cells.fg[place], cells.thing[place] = ord(sign), tint, number
    cells.bg[8, 12], cells.mark[8, 12] = Tint.HUNTING, ord("!")
    return hall


def draw(scene: Scene, samples: ModuleType, art: TileArt | None, state: UiState | None = None, **more: Any) -> Canvas:
    canvas = create_pixel_canvas(45, 128, settings=UiSettings(art=art))
    draw_screen(canvas, scene, state or UiState(), samples.Catalog(), more.get("motion"))
    assert canvas.squares is not None
    return canvas


def find_color(canvas: Canvas, y: int, x: int) -> tuple[int, ...]:
    """Returns the color in the lower left of a cell, away from its mark."""
    squares, sizes = canvas.squares, canvas.sizes
    assert squares is not None
    assert sizes is not None
    top, left = squares.top + (y + 1) * sizes.square - 3, squares.left + x * sizes.square + 2
    return tuple(render_pixels(canvas)[top, left].tolist())


def test_looks_come_before_signs_and_signs_before_tints(scene: Scene, samples: ModuleType) -> None:
    canvas = draw(scene, samples, make_art(**FULL))
    over = canvas.squares.overlay
    codes = {name: int(over["ch"][place]) for name, place in (("g", (8, 12)), ("!", (8, 14)), ("x", (8, 16)))}
    assert len({*codes.values()}) == 3
    assert all(code >= FIRST_PICTURE for code in codes.values())
    pixels = {name: make_art(**FULL).render(code, CELL)[0, 0, 0] for name, code in codes.items()}
    assert pixels == {"g": 30 * 4 + 20, "!": 30 * 5 + 20, "x": 30 * 6 + 20}
    assert over["ch"][10, 10] == ord("@"), "what has no picture keeps its sign, over the picture of the ground"
    assert canvas.squares.cells["ch"][10, 10] >= FIRST_PICTURE


def test_ground_varies_by_position_and_walls_show_their_face(scene: Scene, samples: ModuleType) -> None:
    cells = draw(scene, samples, make_art(**FULL)).squares.cells["ch"]
    floor = cells[1:-1, 1:-1]
    kinds, counts = np.unique(floor[floor >= FIRST_PICTURE], return_counts=True)
    assert len(kinds) == 2
    assert min(counts) > 100
    assert cells[0, 10] != cells[-1, 10]
    assert (cells == draw(scene, samples, make_art(**FULL)).squares.cells["ch"]).all()
    scene.cells.origin = (5, 9)
    scene.cells.focus = (15, 19)
    moved = draw(scene, samples, make_art(**FULL)).squares.cells["ch"]
    assert (cells != moved).any(), "variants belong to positions of the map"


def test_pictures_are_darker_with_less_light_and_cool_in_memory(scene: Scene, samples: ModuleType) -> None:
    canvas = draw(scene, samples, make_art(looks={"floor": show("gray"), "wall": show("wall")}))
    near, far, old = (sum(find_color(canvas, *place)) for place in ((10, 11), (10, 18), (10, 4)))
    assert near > far > old > 0


def test_marks_and_moods_stay(scene: Scene, samples: ModuleType) -> None:
    canvas = draw(scene, samples, make_art(**FULL))
    assert canvas.squares.overlay["mark"][8, 12] == ord("!")
    assert not canvas.squares.cells["mark"].any()
    assert canvas.squares.cells["ch"][8, 12] == 32, "its mood is the color behind it"
    assert canvas.squares.cells["bg"][8, 12].tolist() == canvas.palette.background[Tint.HUNTING].tolist()
    size = canvas.sizes.square
    with_mark, without = (make_tile(canvas, 8, 12, mark) for mark in (ord("!"), 0))
    assert (with_mark[size // 2 :, : size // 2] == without[size // 2 :, : size // 2]).all()
    assert (with_mark != without).any()


def make_tile(canvas: Canvas, y: int, x: int, mark: int) -> Any:
    canvas.squares.overlay["mark"][y, x] = mark
    top, left = canvas.squares.top + y * canvas.sizes.square, canvas.squares.left + x * canvas.sizes.square
    return render_pixels(canvas)[top : top + canvas.sizes.square, left : left + canvas.sizes.square]


def test_what_is_drawn_over_the_ground_stays_a_sign(scene: Scene, samples: ModuleType) -> None:
    risk = np.zeros(scene.cells.glyph.shape, np.uint8)
    risk[12, 12] = 80
    scene.cells.ask_risk = lambda: (risk, np.zeros_like(risk))
    scene.percepts = (Percept(Message("steps"), 3, 0, (15, 3)),)
    canvas = draw(scene, samples, make_art(**FULL), UiState(shows_risk=True, cursor=(14, 14)))
    cells = canvas.squares.cells
    assert cells["ch"][12, 12] == ord("█")
    assert cells["ch"][15, 3] == ord("♪")
    assert cells["bg"][14, 14].tolist() == canvas.palette.background[Tint.CURSOR].tolist()
    assert cells["ch"][14, 14] < FIRST_PICTURE


def test_a_flash_shows_the_sign(scene: Scene, samples: ModuleType) -> None:
    scene.flashes = (Flash((8, 12), FlashKind.HIT),)
    flashing = draw(scene, samples, make_art(**FULL), motion=Motion()).squares
    assert flashing.overlay["ch"][8, 12] == 0
    assert flashing.cells["ch"][8, 12] == ord("g")
    after = draw(scene, samples, make_art(**FULL), motion=Motion(step=FLASH_STEPS)).squares
    assert after.overlay["ch"][8, 12] >= FIRST_PICTURE


def test_the_front_of_a_sound_tints_the_pictures(look: ModuleType, samples: ModuleType) -> None:
    hall = look.build_hall()
    hall.cells.records, hall.cells.ground = ("floor",), np.ones(hall.cells.glyph.shape, np.uint16)
    art = make_art(looks={"floor": show("gray")})
    before, during = (draw(hall, samples, art, motion=Motion(step=step)).squares.cells for step in (9, 2))
    assert before["ch"][10, 14] == during["ch"][10, 14] >= FIRST_PICTURE
    changed = abs(before["fg"].astype(int) - during["fg"]).sum(axis=-1)
    assert changed[10, 14] > 40
    assert changed[10, 11] == 0


def test_nothing_is_drawn_where_nothing_is_known(scene: Scene, samples: ModuleType) -> None:
    scene.cells.glyph[1:4, 1:4] = 32
    scene.cells.ground[1:4, 1:4] = 0
    canvas = draw(
        scene,
        samples,
        make_art(
            **FULL,
        ),
    )
    assert (canvas.squares.cells["ch"][1:4, 1:4] == 32).all()


def test_a_pack_changes_no_text(scene: Scene, samples: ModuleType) -> None:
    plain, pictured = draw(scene, samples, None), draw(scene, samples, make_art(**FULL))
    assert canvas_to_text(plain) == canvas_to_text(pictured)
    terminal = Canvas(45, 128, art=make_art(**FULL))
    draw_screen(terminal, scene, UiState(), samples.Catalog())
    assert terminal.squares is None


@pytest.mark.parametrize("size", [9, 16, 20, 33])
def test_pictures_keep_their_color_at_every_size(size: int) -> None:
    art = make_art(looks={"floor": show("goblin")})
    pixels = art.render(FIRST_PICTURE, size)
    assert pixels.shape == (size, size, 4)
    assert (abs(pixels.astype(int) - art.render(FIRST_PICTURE, CELL)[0, 0]) <= 1).all()


def test_the_example_sheet_is_the_drawing(load_script: Callable[[str], ModuleType]) -> None:
    script = load_script("tests/ui/draw_sheet.py")
    drawn = script.draw_sheet((script.FOLDER / "woodcut.txt").read_text("utf-8"))
    assert (np.asarray(Image.open(script.FOLDER / "woodcut.png")) == drawn).all()


PLAY = """
import sys
from pathlib import Path
from footfall.app.appearance import load_look
from footfall.api.session_scene import build_session_scene
from footfall.engine.session import Session
from footfall.loader import load
from footfall.ui.drawing.export import render_pixels
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.settings import UiSettings
from footfall.ui.ui_state import UiState
from footfall.ui.frontends.window import WindowFrontend
loaded = load("stealth", only_mods=())
scene = build_session_scene(Session.begin(loaded.rules, 4, {"floor": 2}))
looks = [("default", "core.stealth:woodcut", 18), ("paper", "core.stealth:woodcut", 22), ("ember", "", 14)]
with WindowFrontend(UiSettings()) as window:
    for palette, tiles, cell in looks:
        settings = load_look(UiSettings(palette_name=palette, tiles=tiles, cell_height=cell), loaded)
        window.take_settings(settings)
        for risk in (False, True):
            canvas = window.create_canvas()
            assert canvas.sizes.text_height == cell
            draw_screen(canvas, scene, UiState(shows_risk=risk), loaded.catalog.translate)
            window.show(canvas)
            window._painter.paint(canvas)
            seen, wanted = window._renderer.read_pixels()[..., :3].astype(int), render_pixels(canvas)
            top, left = window._painter.find_corner(*window.size())
            seen = seen[top : top + wanted.shape[0], left : left + wanted.shape[1]]
            assert abs(seen - wanted).max() <= 3, (palette, tiles, abs(seen - wanted).max())
            assert (canvas.squares.overlay is not None) == bool(tiles)
print("equal")
"""


@pytest.mark.proof(0)
def test_a_window_shows_pictures_and_palettes_as_exports_do(run_window: Any) -> None:
    """What SDL draws without a display equals the exported image, after each change of the settings."""
    assert run_window(PLAY).endswith("equal\n")
