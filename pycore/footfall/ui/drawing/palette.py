"""Tints and their colors, which are data: ``palette.toml``, ``palettes.toml`` and the palettes of mods."""

import tomllib
from collections.abc import Mapping
from enum import Enum, IntEnum
from functools import cache, lru_cache
from importlib import resources
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.api.scene import PaletteColors, Tint

Rgb: TypeAlias = tuple[int, int, int]

MIN_CONTRAST = 4.5
"""Minimum contrast of text (WCAG 2, level AA)."""

MIN_FAINT_CONTRAST = 3.0
"""Minimum contrast of remembered cells and of frames (WCAG 2, level AA for graphics)."""


class UiTint(IntEnum):
    """Tints of the UI itself, numbered after those of `Tint`."""

    TITLE_BAR = 64
    ALERT = 65
    FRAME = 66
    KEY = 67
    HEADING = 68
    OVERLAY = 69
    GAUGE = 70
    LIT_FLOOR = 71
    LIT_WALL = 72
    OLD_FLOOR = 73
    OLD_WALL = 74
    LAMPLIT = 75


TINT_NUMBERS: dict[str, int] = {role.name.lower(): int(role) for role in (*Tint, *UiTint)}
_TINT_COUNT = max(TINT_NUMBERS.values()) + 1
_FAINT_TINTS = {TINT_NUMBERS["remembered"], TINT_NUMBERS["frame"]}
_DECORATIVE_TINTS = {TINT_NUMBERS["gauge"]}


@cache
def luminance(color: Rgb) -> float:
    """Returns the relative luminance of an sRGB color, 0 to 1 (WCAG 2)."""
    parts = [c / 255 for c in color]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Rgb, b: Rgb) -> float:
    """Returns the contrast ratio of two colors, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


class Glow(Enum):
    """Colors of light and of motion on the map, which have no tint of their own."""

    NIGHT = "night"
    FLAME_NEAR = "flame-near"
    FLAME_FAR = "flame-far"
    EYES = "eyes"
    OWN_SOUND = "own-sound"
    HEARD_SOUND = "heard-sound"
    WATER = "water"
    PLANT = "plant"
    FIRE = "fire"
    HIT = "hit"
    HURT = "hurt"
    NOTICE = "notice"


class Palette:
    """Colors by tint.

    Attributes:
        glow: float32 color of each `Glow`.
        foreground: uint8 ``(tints, tints, 3)``, indexed by the tint of the character and of its background. A pair
            below the minimum contrast is mixed with white or black until it is readable.
        background: uint8 ``(tints, 3)``.
        is_light: whether signs are dark on a light ground.
    """

    def __init__(
        self,
        foreground: dict[str, Rgb],
        background: dict[str, Rgb],
        glow: dict[str, Rgb],
        text_contrast: float = MIN_CONTRAST,
        faint_contrast: float = MIN_FAINT_CONTRAST,
    ) -> None:
        """Mixes the colors of all pairs of tints.

        Args:
            foreground, background: colors by name of tint; a missing one is that of ``none``.
            faint_contrast: minimum contrast of remembered cells and of frames.
        """
        self.is_light = luminance(background["none"]) > 0.5
        self.glow = {kind: np.array(glow[kind.value], np.float32) for kind in Glow}
        base_foreground, base_background = foreground["none"], background["none"]
        foregrounds = [base_foreground] * _TINT_COUNT
        backgrounds = [base_background] * _TINT_COUNT
        for name, tint in TINT_NUMBERS.items():
            foregrounds[tint] = foreground.get(name, base_foreground)
            backgrounds[tint] = background.get(name, base_background)
        self.background: npt.NDArray[np.uint8] = np.array(backgrounds, np.uint8)
        rows: list[list[Rgb]] = []
        for tint, color in enumerate(foregrounds):
            goal = 0.0 if tint in _DECORATIVE_TINTS else faint_contrast if tint in _FAINT_TINTS else text_contrast
            rows.append([_make_readable(color, behind, goal) for behind in backgrounds])
        self.foreground: npt.NDArray[np.uint8] = np.array(rows, np.uint8)


@lru_cache(4096)  # most tints share the base colors
def _make_readable(foreground: Rgb, background: Rgb, goal: float) -> Rgb:
    if contrast(foreground, background) >= goal:
        return foreground
    end = max(((255, 255, 255), (0, 0, 0)), key=lambda c: contrast(c, background))
    for step in range(1, 16):
        mixed = tuple((a * (16 - step) + b * step) // 16 for a, b in zip(foreground, end, strict=True))
        if contrast((mixed[0], mixed[1], mixed[2]), background) >= goal:
            return (mixed[0], mixed[1], mixed[2])
    return end


DEFAULT_PALETTE = "default"
"""Name of the palette that supplies the colors that others leave out."""


@cache
def load_default_palette() -> Palette:
    """Returns the bundled palette."""
    return build_palette(PaletteColors(name=""))


@cache
def list_bundled_palettes() -> dict[str, PaletteColors]:
    """Returns the colors of the bundled palettes by name, the default one first."""
    table = tomllib.loads(_read_file("palettes.toml"))
    colors = msgspec.convert(table["palette"], dict[str, PaletteColors])
    return {DEFAULT_PALETTE: PaletteColors(name="footfall-palette-default"), **colors}


def build_palette(colors: PaletteColors) -> Palette:
    """Returns a palette; colors that it does not name are those of the default one."""
    base = _load_default_colors()
    own = (colors.ink, colors.ground, colors.glow)
    ink, ground, glow = (base[name] | _parse_colors(table) for name, table in zip(_TABLES, own, strict=True))
    return Palette(ink, ground, glow, colors.contrast, colors.faint)


_TABLES = ("ink", "ground", "glow")


@cache
def _load_default_colors() -> dict[str, dict[str, Rgb]]:
    return {name: _parse_colors(table) for name, table in tomllib.loads(_read_file("palette.toml")).items()}


def _read_file(name: str) -> str:
    return resources.files("footfall.ui").joinpath(name).read_text("utf-8")


def _parse_colors(table: Mapping[str, str]) -> dict[str, Rgb]:
    return {name: (int(c[1:3], 16), int(c[3:5], 16), int(c[5:7], 16)) for name, c in table.items()}
