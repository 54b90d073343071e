"""How the map looks: light, walls, sound and flashes on the screen, in square cells and in text, and without color."""

from __future__ import annotations

import math
import os
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
import pytest

from footfall.api import Message
from footfall.api.scene import Cells, Flash, FlashKind, Pitch, Ripple, Scene, Stir, Tint
from footfall.ui.drawing.canvas import THROUGH, Canvas, Shading, canvas_to_text
from footfall.ui.drawing.export import render_pixels
from footfall.ui.drawing.palette import MIN_FAINT_CONTRAST, UiTint, contrast
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontend import Closed, Frontend, KeyPress
from footfall.ui.frontends.terminal import find_basic_color
from footfall.ui.loop import BEAT_WAITS, Screen, run_ui_loop
from footfall.ui.map.map_colors import RIPPLE_STEPS, WALL_FACE, WALL_TOP, Motion
from footfall.ui.map.square_tiles import create_pixel_canvas, load_square_atlas
from footfall.ui.settings import UiSettings
from footfall.ui.ui_state import UiState

SIZE = (45, 128)
HALL = 21


def build_hall(**changes: Any) -> Scene:
    """A hall with the player in the middle, a lamp that lights it, and memories of its western third."""
    size = (HALL, HALL)
    glyph = np.full(size, ord("·"), np.uint32)
    fg = np.full(size, Tint.FLOOR, np.uint8)
    glyph[[0, -1]] = glyph[:, [0, -1]] = ord("#")
    fg[[0, -1]] = fg[:, [0, -1]] = Tint.WALL
    solid = glyph == ord("#")
    visible = np.ones(size, np.bool_)
    visible[:, : HALL // 3] = False
    fg[~visible] = Tint.REMEMBERED
    middle = HALL // 2
    glyph[middle, middle], fg[middle, middle] = ord("@"), Tint.PLAYER
    rows, columns = np.indices(size)
    distance = np.hypot(rows - middle, columns - middle)
    light = np.where(visible, 255 * np.clip(1 - distance / 14, 0.1, 1), 0).astype(np.uint8)
    cells = Cells(
        glyph=glyph,
        fg=fg,
        bg=np.zeros(size, np.uint8),
        mark=np.zeros(size, np.uint32),
        focus=(middle, middle),
        visible=visible,
        pitch=Pitch.SQUARE,
        light=light,
        flame=np.where(visible, 255, 0).astype(np.uint8),
        solid=solid,
        stir=np.zeros(size, np.uint8),
    )
    field = (10 * np.maximum(abs(rows - middle), abs(columns - middle))).astype(np.int32)
    cells.ask_ripples = lambda: (Ripple(field, 3, True),)
    for name, value in changes.items():
        setattr(cells, name, value)
    return Scene(title=Message("hall"), cells=cells)


def draw(scene: Scene, samples: ModuleType, motion: Motion | None = None, canvas: Canvas | None = None) -> Canvas:
    canvas = canvas or create_pixel_canvas(*SIZE)
    draw_screen(canvas, scene, UiState(), samples.Catalog(), motion)
    return canvas


def measure_brightness(color: np.ndarray) -> np.ndarray:
    return color.astype(np.float64) @ (0.2126, 0.7152, 0.0722)


def test_light_falls_off_and_warms_on_the_screen(samples: ModuleType) -> None:
    """The mean of each ring of floor around the lamp is darker and redder than that of the ring inside it."""
    canvas = draw(build_hall(ask_ripples=None), samples)
    assert canvas.squares is not None
    ground = canvas.squares.cells["bg"]
    middle = HALL // 2
    rings = []
    for radius in range(1, 9):
        ring = [ground[middle + dy, middle + radius] for dy in range(-3, 4)]
        rings.append(np.mean(ring, axis=0))
    brightness = [float(measure_brightness(ring)) for ring in rings]
    assert brightness == sorted(brightness, reverse=True)
    night = np.array([20, 22, 26])
    warmth = [(ring[0] - night[0]) / max(ring[2] - night[2], 1) for ring in rings[:5]]
    assert warmth == sorted(warmth)


@pytest.mark.parametrize(("known", "factor"), [(2, 2), (6, 1.5), (10, 1)])
def test_square_cells_are_larger_while_little_is_known(samples: ModuleType, known: int, factor: float) -> None:
    """All that is known stays in view, and the pointer finds the player; a cursor in the dark sees far."""
    size = (60, 90)
    scene = build_hall(
        glyph=np.full(size, ord(" "), np.uint32), fg=np.zeros(size, np.uint8), bg=np.zeros(size, np.uint8),
        mark=np.zeros(size, np.uint32), solid=np.zeros(size, np.bool_), visible=np.zeros(size, np.bool_),
        light=None, flame=None, stir=None, focus=(30, 40), ask_ripples=None,
    )  # fmt: skip
    assert scene.cells is not None
    scene.cells.glyph[30 - known : 30 + known, 40 - known : 41 + known] = ord("#")
    canvas, usual = create_pixel_canvas(*SIZE), create_pixel_canvas(*SIZE).sizes
    frame = draw_screen(canvas, scene, UiState(), samples.Catalog())
    assert canvas.sizes is not None
    assert usual is not None
    assert canvas.squares is not None
    assert canvas.sizes.square == int(usual.square * factor)
    assert (canvas.squares.cells["ch"] > 32).sum() == 2 * known * (2 * known + 1)
    cell = frame.viewport.find_cell((30, 40))
    assert frame.viewport.find_position(cell.top + cell.height / 2, cell.left + cell.width / 2) == (30, 40)
    draw_screen(canvas, scene, UiState(cursor=(5, 5)), samples.Catalog())
    assert canvas.sizes == usual


def test_memories_are_cool_and_walls_have_mass(samples: ModuleType) -> None:
    canvas = draw(build_hall(ask_ripples=None), samples)
    assert canvas.squares is not None
    cells = canvas.squares.cells
    floor, wall = cells["bg"][5, 3].astype(int), cells["bg"][5, 0].astype(int)
    assert floor[2] > floor[0]
    assert wall[2] > wall[0]
    assert measure_brightness(wall) > 1.4 * measure_brightness(floor)
    lit_floor, lit_wall = cells["bg"][10, 12], cells["bg"][0, 10]
    assert lit_floor[0] > lit_floor[2]
    assert measure_brightness(lit_wall) > measure_brightness(cells["bg"][1, 10])
    assert cells["ch"][0, 10] == WALL_FACE
    assert cells["ch"][-1, 10] == WALL_TOP


def test_the_digits_of_a_number_stand_together(samples: ModuleType) -> None:
    scene = build_hall()
    assert scene.cells is not None
    scene.cells.glyph[5, 12:14] = ord("1"), ord("8")
    scene.cells.fg[5, 12:14] = Tint.STRONG
    canvas = draw(scene, samples)
    assert canvas.squares is not None
    codes, atlas = canvas.squares.cells["ch"][5, 12:14], load_square_atlas(20)
    inked = [np.flatnonzero(atlas.render(int(code)).max(axis=0) > 64) for code in codes]
    assert 20 - inked[0].max() + inked[1].min() < 6
    assert [len(columns) for columns in inked] == [
        len(np.flatnonzero(atlas.render(ord(digit)).max(axis=0) > 64)) for digit in "18"
    ]


@pytest.mark.parametrize("is_square", [True, False])
def test_signs_on_lit_ground_can_be_read(samples: ModuleType, is_square: bool) -> None:
    """At every light, from flames or not, the sign of the floor and what lies on it differ enough from the ground."""
    light = np.tile(np.linspace(8, 255, HALL).astype(np.uint8), (HALL, 1))
    flame = np.tile(np.linspace(0, 255, HALL).astype(np.uint8)[:, None], HALL)
    for tint in (Tint.FLOOR, Tint.FOE, Tint.ITEM, Tint.DOOR, Tint.STAIRS, Tint.GOOD):
        scene = build_hall(light=light, flame=flame, visible=np.ones((HALL, HALL), np.bool_))
        assert scene.cells is not None
        scene.cells.fg[1:-1, 1:-1] = tint
        canvas = draw(scene, samples, canvas=None if is_square else Canvas(*SIZE))
        cells = canvas.squares.cells if canvas.squares is not None else canvas.cells[canvas.cells["ch"] == ord("·")]
        cells = cells[cells["ch"] == ord("·")]
        assert len(cells) > 300
        for cell in cells.ravel():
            ink, ground = (tuple(int(part) for part in cell[name]) for name in ("fg", "bg"))
            assert contrast(ink, ground) >= MIN_FAINT_CONTRAST, (tint, ink, ground)


def test_marks_are_inside_the_cell_of_their_creature(samples: ModuleType) -> None:
    scene = build_hall()
    assert scene.cells is not None
    scene.cells.glyph[8, 12], scene.cells.fg[8, 12] = ord("g"), Tint.HUNTING
    scene.cells.bg[8, 12], scene.cells.mark[8, 12] = Tint.HUNTING, ord("!")
    squares = draw(scene, samples).squares
    assert squares is not None
    assert (chr(squares.cells["ch"][8, 12]), chr(squares.cells["mark"][8, 12])) == ("g", "!")
    assert (squares.cells["mark"] != 0).sum() == 1
    picture = render_pixels(draw(scene, samples))
    scene.cells.mark[8, 12] = 0
    bare = render_pixels(draw(scene, samples))
    size = 20
    changed = np.argwhere((picture != bare).any(axis=2)) - (squares.top, squares.left)
    assert len(changed)
    assert set(map(tuple, (changed // size).tolist())) == {(8, 12)}
    assert (changed[:, 0] % size).max() < size - 2
    assert (changed[:, 1] % size).min() >= size // 3
    # in text the mark is on the next cell
    words = canvas_to_text(draw(scene, samples, canvas=Canvas(*SIZE)))
    assert "!" not in words
    scene.cells.mark[8, 12] = ord("!")
    assert "!" in canvas_to_text(draw(scene, samples, canvas=Canvas(*SIZE)))


def test_every_square_cell_is_found_by_the_mouse(samples: ModuleType) -> None:
    canvas = create_pixel_canvas(*SIZE)
    frame = draw_screen(canvas, build_hall(), UiState(), samples.Catalog())
    squares, sizes = canvas.squares, canvas.sizes
    assert squares is not None
    assert sizes is not None
    for row in range(HALL):
        for column in range(HALL):
            y = (squares.top + (row + 0.5) * sizes.square) / sizes.text_height
            x = (squares.left + (column + 0.5) * sizes.square) / sizes.text_width
            assert frame.find_position(y, x) == (row, column)
    assert frame.find_position(squares.top / sizes.text_height - 0.1, 50.0) is None


def test_boxes_cover_the_square_cells(samples: ModuleType) -> None:
    scene = build_hall()
    scene = msgspec.structs.replace(scene, farewell=(Message("out"),))
    open_cells = (draw(build_hall(), samples).cells["ch"] == THROUGH).sum()
    canvas = draw(scene, samples)
    assert (canvas.cells["ch"] == THROUGH).sum() < open_cells
    plain = draw(build_hall(), samples)
    assert (render_pixels(canvas) != render_pixels(plain)).any()


def test_without_motion_every_frame_is_the_same(samples: ModuleType) -> None:
    scene = build_hall(stir=np.full((HALL, HALL), Stir.WATER, np.uint8))
    scene.flashes = (Flash((9, 9), FlashKind.HIT),)
    still = [render_pixels(draw(scene, samples)) for _ in range(2)]
    assert (still[0] == still[1]).all()
    moving = [render_pixels(draw(scene, samples, Motion(beat, 99))) for beat in range(3)]
    assert (moving[0] != moving[1]).any()
    steps = [render_pixels(draw(scene, samples, Motion(0, step))) for step in (0, 1, 4)]
    assert (steps[0] != steps[1]).any()
    assert (steps[1] != steps[2]).any()


class Watcher(Frontend):
    """A front end that counts its frames: it waits some times for a key, then closes."""

    def __init__(self, waits: int, *keys: str) -> None:
        self.waits, self.keys = waits, list(keys)
        self.frames: list[bytes] = []
        self.timeouts: list[float] = []

    def size(self) -> tuple[int, int]:
        return SIZE

    def show(self, canvas: Canvas) -> None:
        self.frames.append(canvas.cells.tobytes())

    def read(self, timeout: float = 0.1) -> KeyPress | Closed | None:
        self.timeouts.append(timeout)
        if self.keys:
            return KeyPress(self.keys.pop(0))
        self.waits -= 1
        return None if self.waits >= 0 else Closed()


class StillGame(Screen):
    """A game whose scene never changes."""

    def __init__(self, samples: ModuleType, scene: Scene) -> None:
        self.scene, self._catalog = scene, samples.Catalog()

    def build_scene(self) -> Scene:
        return self.scene

    def translate(self, message: Message | str, /) -> str:
        return str(self._catalog(message))

    def submit(self, command: object) -> None:
        pass


@pytest.mark.parametrize("motion", [True, False])
def test_the_screen_moves_only_with_motion(samples: ModuleType, motion: bool) -> None:
    waits = RIPPLE_STEPS + 4 * BEAT_WAITS
    front = Watcher(waits)
    run_ui_loop(front, StillGame(samples, build_hall()), UiSettings(has_motion=motion))
    if not motion:
        assert len(front.frames) == 1
        assert set(front.timeouts) == {math.inf}  # nothing moves until the next input
        return
    assert len(front.frames) == 1 + RIPPLE_STEPS + 4
    assert len(set(front.frames)) > RIPPLE_STEPS // 2
    assert front.timeouts[:RIPPLE_STEPS] == [0.03] * RIPPLE_STEPS
    assert set(front.timeouts[RIPPLE_STEPS:]) == {0.1}


def test_a_terminal_of_few_colors_says_the_same(samples: ModuleType) -> None:
    """Flat shading has the same signs; floor in view, remembered floor and walls have different colors of sixteen."""
    scene = build_hall(ask_ripples=None)
    flat = draw(scene, samples, Motion(), Canvas(*SIZE, shading=Shading.FLAT))
    full = draw(scene, samples, Motion(), Canvas(*SIZE))
    assert canvas_to_text(flat) == canvas_to_text(full)
    assert (flat.cells["fg"] != full.cells["fg"]).any()
    colors = [
        tuple(map(int, flat.palette.foreground[tint, 0])) for tint in (UiTint.LAMPLIT, Tint.REMEMBERED, Tint.WALL)
    ]
    assert len({find_basic_color(*color) for color in colors}) == 3
    shown = {tuple(map(int, cell["fg"])) for cell in flat.cells[flat.cells["ch"] == ord("·")]}
    assert {colors[0], colors[1]} <= shown


PAINT = """
import msgspec
import numpy as np
from footfall.ui.drawing.export import render_pixels
from footfall.ui.frontend import Resized
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.settings import UiSettings
from tcod.cffi import ffi, lib
from footfall.ui.ui_state import UiState
from footfall.ui.frontends.window import WindowFrontend
from load import build_hall, samples
with WindowFrontend(UiSettings(cell_height=18)) as window:
    box = ("You are out of here at last, and the light of the day hurts your eyes.",) * 3
    plain, helped, risky = UiState(), UiState(page="help"), UiState(shows_risk=True)
    for state, farewell in ((plain, ()), (plain, box), (helped, ()), (risky, ())):
        canvas = window.create_canvas()
        frame = draw_screen(canvas, msgspec.structs.replace(build_hall(), farewell=farewell), state, samples.Catalog())
        window.show(canvas)
        window._painter.paint(canvas)
        seen = window._renderer.read_pixels()[..., :3].astype(int)
        wanted = render_pixels(canvas)
        top, left = window._painter.find_corner(*window.size())
        seen = seen[top : top + wanted.shape[0], left : left + wanted.shape[1]]
        assert abs(seen - wanted).max() <= 3, abs(seen - wanted).max()
        if not state.page:
            squares, size = canvas.squares, canvas.sizes.square
            at = window._find_point(left + squares.left + 4.5 * size, top + squares.top + 2.5 * size, True)
            assert frame.find_position(at.y, at.x) == (2, 4), at
    painter, event = window._painter, ffi.new("SDL_Event*")
    event.type = lib.SDL_EVENT_RENDER_TARGETS_RESET
    lib.SDL_PushEvent(event)
    assert any(isinstance(window.read(0.1), Resized) for _ in range(20))
    assert window._painter is not painter
    window.zoom(2)
    assert window.create_canvas().sizes.square > size
print("painted")
"""


@pytest.mark.proof(0)
def test_a_window_paints_what_the_picture_shows(run_window: Any, tmp_path: Any) -> None:
    """Text and square cells in one window, pixel by pixel, with SDL's driver that needs no display."""
    tests = os.path.dirname(__file__)
    (tmp_path / "load.py").write_text(
        f"import sys; sys.path.insert(0, {tests!r}); import samples; from test_ui_map_look import build_hall\n"
    )
    assert run_window(PAINT, folder=tmp_path).endswith("painted\n")
