"""Colors of the map: light that falls off and warms, walls with mass, cool memories, sounds that spread, flashes.

Colors tell the player nothing that signs and words do not tell: with `Shading.FLAT` the map has the colors of its
tints alone.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api import Message
from footfall.api.scene import Cells, Flash, FlashKind, Ripple, Stir, Tint

from ..drawing.palette import Glow, Palette, UiTint
from ..ui_state import MapPosition

RIPPLE_STEPS, FLASH_STEPS = 12, 3
"""Steps that ripples and flashes last after a new scene."""

RIPPLE_SPEED, RIPPLE_WIDTH = 14, 12
"""How far a ripple comes in a step, and the width of its front, in tenths of a cell."""

RING_GAP, RING_WIDTH = 40, 10
"""Distance and width of the rings that stand for a ripple on a screen without motion, in tenths of a cell."""

OLD_FADE = 0.75
"""Share of the ground of the oldest memories that sinks into the dark; their signs stay readable."""

GRAIN, GROUND_SHARE = 0.07, 0.06
"""How much lit cells differ in brightness, like stone; the share of the sign's color in the ground of a lit cell."""

RIPPLE_STRENGTH, FLICKER = 0.75, 0.08
"""Share of its own color in the front of the loudest ripple; maximum share of its light that a flame loses."""

_WAVE = np.sin(np.arange(16) * np.pi / 8).astype(np.float32)
_FLICKER_BEATS = (0, 3, 1, 5, 2, 6, 0, 4, 1, 2, 7, 1, 3, 0, 5, 2)
"""Sevenths of `FLICKER` by beat."""

_STIR_GLOWS = {Stir.WATER: Glow.WATER, Stir.PLANT: Glow.PLANT, Stir.FIRE: Glow.FIRE}
_STIR_SHARES = {Stir.WATER: 0.45, Stir.PLANT: 0.16, Stir.FIRE: 0.5}
_FLASH_GLOWS = {
    FlashKind.HIT: Glow.HIT,
    FlashKind.HURT: Glow.HURT,
    FlashKind.NOTICE: Glow.NOTICE,
    FlashKind.LOST: Glow.HEARD_SOUND,
}

BLANK = 32
"""Code of a cell that nothing is known of."""

WALL_TOP, WALL_FACE = 0xE000, 0xE001
"""Codes of square cells of wall: its top, and its top with the face below it."""

DIGIT_BEFORE, DIGIT_AFTER = 0xE010, 0xE020
"""Codes of the digit 0 in square cells next to another digit: before it, or after it."""

WALL_LIGHT, WALL_INK = 1.35, 0.62
"""Brightness of the top of a wall without a sign on it, in dark palettes and in light ones."""

ColorMap = npt.NDArray[np.floating[Any]]
Part = tuple[slice, slice]


class Motion(NamedTuple):
    """The moment of the motion on the screen.

    Attributes:
        beat: counts the steps of slow motion: light, water, plants, fire.
        step: counts the steps since the scene came, for ripples and flashes.
        alarm: shown in the title bar in place of the alert; None after a moment.
    """

    beat: int = 0
    step: int = 0
    alarm: Message | None = None


class MapEffects(NamedTuple):
    """The events and the motion on the map.

    Attributes:
        flashes: sudden events of the scene, shown only in motion.
        motion: the moment of the motion; None for a screen without any.
    """

    flashes: tuple[Flash, ...] = ()
    motion: Motion | None = None


_OBJECT_TINTS = (
    Tint.PLAYER, Tint.ITEM, Tint.ALLY, Tint.NEUTRAL, Tint.FOE, Tint.ASLEEP, Tint.WARY, Tint.HUNTING,
    Tint.STAIRS, Tint.DOOR,
)  # fmt: skip
_IS_OBJECT_TINT = np.zeros(256, bool)
_IS_OBJECT_TINT[list(_OBJECT_TINTS)] = True


class MapPicture:
    """A part of the map while it is drawn: signs and tints.

    Attributes:
        part: the rows and columns of the map that are drawn.
        map_origin: the map position of its first cell.
        ch: uint32 code points.
        mark: uint32 small signs in the corner of cells.
        ink, ground: uint8 tints.
        occupied: bool, cells with something on them.
        visible: bool, the cells in view.
        terrain: bool, cells whose sign is only ground.
    """

    def __init__(self, cells: Cells, part: tuple[slice, slice]) -> None:
        self.cells, self.part = cells, part
        self.map_origin = cells.origin[0] + part[0].start, cells.origin[1] + part[1].start
        self.glyph = cells.glyph[part]
        self.ch = np.where(self.glyph < BLANK, BLANK, self.glyph)
        self.mark = cells.mark[part].copy()
        self.ink, self.ground = cells.fg[part].copy(), cells.bg[part].copy()
        self.occupied = (_IS_OBJECT_TINT[self.ink] & (self.glyph != BLANK)) | (self.mark != 0)
        if cells.landmark is not None:
            self.occupied |= cells.landmark[part]
        visible = (cells.glyph != BLANK) & (cells.fg != Tint.REMEMBERED) if cells.visible is None else cells.visible
        self.visible: npt.NDArray[np.bool_] = visible[part]
        self.terrain = ~self.occupied

    @property
    def built(self) -> npt.NDArray[np.bool_]:
        """The cells that show a block of wall."""
        built: npt.NDArray[np.bool_] = self.terrain & np.isin(self.ch, (WALL_TOP, WALL_FACE))
        return built

    @property
    def is_alive(self) -> bool:
        """Whether something in it moves slowly."""
        return any(moving is not None and moving[self.part].any() for moving in (self.cells.flame, self.cells.stir))

    def contains(self, y: int, x: int) -> bool:
        """Returns whether an array cell is in the part."""
        height, width = self.ink.shape
        return 0 <= y < int(height) and 0 <= x < int(width)

    def find_index(self, position: MapPosition) -> tuple[int, int]:
        """Returns the array cell of a map position."""
        return position[0] - self.map_origin[0], position[1] - self.map_origin[1]

    def list_flashes(self, effects: MapEffects) -> list[tuple[tuple[int, int], FlashKind]]:
        """Returns array cell and kind of the flashes that are seen at this moment."""
        if effects.motion is None or effects.motion.step >= FLASH_STEPS:
            return []
        flashes = ((self.find_index(flash.position), flash.kind) for flash in effects.flashes)
        return [(index, kind) for index, kind in flashes if self.contains(*index)]

    def put(self, y: int, x: int, code: int, ink: int, ground: int) -> None:
        """Draws a sign."""
        self.ch[y, x], self.ink[y, x], self.ground[y, x] = code, ink, ground
        self.terrain[y, x] = False


def find_wall_light(palette: Palette) -> float:
    """Returns the brightness of the tops of walls."""
    return WALL_INK if palette.is_light else WALL_LIGHT


def color_map(picture: MapPicture, palette: Palette, effects: MapEffects) -> tuple[ColorMap, ColorMap]:
    """Returns the colors of signs and backgrounds, float32 ``(rows, columns, 3)`` from 0 to 255.

    Args:
        picture: a part of the map; without light it has the colors of its tints.
    """
    cells, part, motion = picture.cells, picture.part, effects.motion
    if cells.light is None or cells.flame is None or cells.visible is None:
        return color_flat(picture.ink, picture.ground, palette)
    solid = cells.solid[part] if cells.solid is not None else np.zeros(picture.ink.shape, np.bool_)
    seen, known = cells.visible[part], cells.glyph[part] != BLANK
    free = picture.ground == Tint.NONE
    base = np.where(solid, int(UiTint.LIT_WALL), int(UiTint.LIT_FLOOR))
    old = np.where(known, np.where(solid, int(UiTint.OLD_WALL), int(UiTint.OLD_FLOOR)), int(Tint.NONE))
    base = np.where(free, np.where(seen, base, old), picture.ground)
    fg = palette.foreground[picture.ink, base].astype(np.float32)
    bg = palette.background[base].astype(np.float32)
    lit = np.nonzero(free & seen)
    level, hue = _mix_light(cells.light[part][lit], cells.flame[part][lit], palette, motion)
    night = palette.glow[Glow.NIGHT]
    dull = picture.terrain[lit][:, None]
    stone = bg[lit] + (fg[lit] - bg[lit]) * GROUND_SHARE * dull
    rows, columns = lit[0] + (part[0].start or 0), lit[1] + (part[1].start or 0)
    mixed = (rows * 73 + columns * 151 + rows * columns * 7) * 2654435761 % 4294967296
    grain = 1 - GRAIN * ((mixed >> 24).astype(np.float32) / 255)[:, None]
    bg[lit] = night + (stone - night) * level * hue * grain
    fg[lit] = np.where(dull, fg[lit] * (0.66 + 0.34 * level) * (0.7 + 0.3 * hue), fg[lit])
    if cells.age is not None:
        faded = np.nonzero(free & known & ~seen)
        share = (OLD_FADE / 255 * cells.age[part][faded])[:, None]
        bg[faded] += (palette.background[Tint.NONE] - bg[faded]) * share
    if cells.stir is not None:
        _stir_cells(fg, bg, cells.stir[part], part, palette, 0 if motion is None else motion.beat)
    _draw_ripples(bg, free & known & ~solid, picture, palette, motion)
    for index, kind in picture.list_flashes(effects):
        bg[index], fg[index] = palette.glow[_FLASH_GLOWS[kind]], 255 if kind is FlashKind.HURT else 0
    return fg, bg


def color_flat(
    ink: npt.NDArray[np.uint8], ground: npt.NDArray[np.uint8], palette: Palette
) -> tuple[ColorMap, ColorMap]:
    """Returns the colors of the tints alone."""
    return palette.foreground[ink, ground].astype(np.float32), palette.background[ground].astype(np.float32)


def _mix_light(
    light: npt.NDArray[np.uint8], flame: npt.NDArray[np.uint8], palette: Palette, motion: Motion | None
) -> tuple[ColorMap, ColorMap]:
    """Returns brightness and hue of lit cells, 0 to 1: ``(cells, 1)`` and ``(cells, 3)``."""
    level = (light.astype(np.float32) / 255)[:, None]
    share = (flame.astype(np.float32) / 255)[:, None]
    if motion is not None:
        level = level * (1 - FLICKER * _FLICKER_BEATS[motion.beat % len(_FLICKER_BEATS)] / 7 * share)
    near, far, eyes = (palette.glow[kind] / 255 for kind in (Glow.FLAME_NEAR, Glow.FLAME_FAR, Glow.EYES))
    day = np.float32(1)
    warm = far + (near - far) * level
    cold = np.where(level > 0.9, day, eyes)
    return level, cold + (warm - cold) * share


def _stir_cells(
    fg: ColorMap, bg: ColorMap, stir: npt.NDArray[np.uint8], part: Part, palette: Palette, beat: int
) -> None:
    """Lets water, plants and fire change their colors slowly, each cell at its own time."""
    for kind, glow in _STIR_GLOWS.items():
        rows, columns = np.nonzero(stir == kind)
        if len(rows):
            place = (rows + (part[0].start or 0)) * 5 + (columns + (part[1].start or 0)) * 3
            wave = _WAVE[(place + 2 * beat) % len(_WAVE)][:, None]
            color, behind = palette.glow[glow], bg[rows, columns]
            share = _STIR_SHARES[kind] * (0.7 + 0.3 * wave)
            bg[rows, columns] = behind + (color - behind) * share
            if kind is not Stir.FIRE:
                fg[rows, columns] *= 0.9 + 0.1 * wave


def _draw_ripples(
    bg: ColorMap, free: npt.NDArray[np.bool_], picture: MapPicture, palette: Palette, motion: Motion | None
) -> None:
    """Tints the fronts of sounds; on a screen without motion, rings at equal distances."""
    for ripple in picture.cells.ripples:
        field = ripple.field[picture.part]
        places = np.nonzero(find_front(ripple, picture.part, motion) & free)
        if len(places[0]):
            farthest = max(int(ripple.field.max()), 1)
            fade = (1 - 0.7 * field[places] / farthest) * (0.4 + 0.12 * min(ripple.loudness, 5))
            share = (RIPPLE_STRENGTH * fade).astype(np.float32)[:, None] * (0.5 if motion is None else 1)
            color = palette.glow[Glow.OWN_SOUND if ripple.is_own else Glow.HEARD_SOUND]
            bg[places] += (color - bg[places]) * share


def find_front(ripple: Ripple, part: Part, motion: Motion | None) -> npt.NDArray[np.bool_]:
    """Returns the cells that the front of a sound has come to; without motion, those of its rings."""
    field = ripple.field[part]
    if motion is None:
        return (field > 0) & (field % RING_GAP < RING_WIDTH)
    return (abs(field - RIPPLE_SPEED * (motion.step + 1)) <= RIPPLE_WIDTH // 2) & (field >= 0)


def find_flat_ink(picture: MapPicture) -> npt.NDArray[np.uint8]:
    """Returns the tints of signs for a screen of few colors, on which floor in view differs from remembered floor."""
    cells = picture.cells
    if cells.light is None or cells.flame is None:
        return picture.ink
    floor = picture.terrain & (picture.ink == Tint.FLOOR)
    seen = np.where(cells.flame[picture.part] > 0, UiTint.LAMPLIT, Tint.NEUTRAL)
    return np.where(floor, seen, picture.ink).astype(np.uint8)
