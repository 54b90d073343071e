"""Tints and their colors, which are data: ``palette.toml``."""

from __future__ import annotations

import tomllib
from enum import Enum, IntEnum
from functools import cache
from importlib import resources
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from footfall.api.scene import Tint

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
    """Colors of light and of what moves on the map, which have no tint of their own."""

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
    """

    def __init__(self, foreground: dict[str, Rgb], background: dict[str, Rgb], glow: dict[str, Rgb]) -> None:
        self.glow = {kind: np.array(glow[kind.value], np.float32) for kind in Glow}
        base_foreground, base_background = foreground["none"], background["none"]
        foregrounds = [base_foreground] * _TINT_COUNT
        backgrounds = [base_background] * _TINT_COUNT
        for name, tint in TINT_NUMBERS.items():
            foregrounds[tint] = foreground.get(name, base_foreground)
            backgrounds[tint] = background.get(name, base_background)
        self.background: npt.NDArray[np.uint8] = np.array(backgrounds, np.uint8)
        readable: dict[tuple[Rgb, Rgb, float], Rgb] = {}  # most tints share the base colors
        rows: list[list[Rgb]] = []
        for tint, color in enumerate(foregrounds):
            goal = _get_min_contrast(tint)
            pairs = [(color, behind, goal) for behind in backgrounds]
            readable |= {pair: _make_readable(*pair) for pair in set(pairs) - readable.keys()}
            rows.append([readable[pair] for pair in pairs])
        self.foreground: npt.NDArray[np.uint8] = np.array(rows, np.uint8)


def _get_min_contrast(tint: int) -> float:
    if tint in _DECORATIVE_TINTS:
        return 0.0
    return MIN_FAINT_CONTRAST if tint in _FAINT_TINTS else MIN_CONTRAST


def _make_readable(foreground: Rgb, background: Rgb, goal: float) -> Rgb:
    if contrast(foreground, background) >= goal:
        return foreground
    end = max(((255, 255, 255), (0, 0, 0)), key=lambda c: contrast(c, background))
    for step in range(1, 16):
        mixed = tuple((a * (16 - step) + b * step) // 16 for a, b in zip(foreground, end, strict=True))
        if contrast((mixed[0], mixed[1], mixed[2]), background) >= goal:
            return (mixed[0], mixed[1], mixed[2])
    return end


@cache
def load_default_palette() -> Palette:
    """Returns the bundled palette."""
    table = tomllib.loads(resources.files(__package__).joinpath("palette.toml").read_text("utf-8"))
    tints, glows = set(TINT_NUMBERS), {kind.value for kind in Glow}
    return Palette(
        *(_parse_colors(table[name], names) for name, names in zip(_TABLES, (tints, tints, glows), strict=True))
    )


_TABLES = ("ink", "ground", "glow")


def _parse_colors(table: dict[str, str], names: set[str]) -> dict[str, Rgb]:
    unknown = sorted(set(table) - names)
    if unknown:
        raise ValueError(f"palette.toml: unknown tint {unknown[0]!r}")
    return {name: (int(c[1:3], 16), int(c[3:5], 16), int(c[5:7], 16)) for name, c in table.items()}
