"""Roles of colour and their colours. The colours are data: ``palette.toml`` beside this file."""

from __future__ import annotations

import tomllib
from enum import IntEnum
from functools import cache
from importlib import resources
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from footfall.api.scene import Tint

Rgb: TypeAlias = tuple[int, int, int]

MIN_CONTRAST = 4.5
"""Least contrast of text (WCAG 2 level AA)."""

MIN_FAINT_CONTRAST = 3.0
"""Least contrast of what is only remembered, and of lines."""


class UiTint(IntEnum):
    """Roles that only the front end knows; they continue the numbers of `Tint`."""

    STRIP = 64
    ALERT = 65
    FRAME = 66
    KEY = 67
    HEADING = 68
    OVERLAY = 69
    GAUGE = 70


TINT_NUMBERS: dict[str, int] = {role.name.lower(): int(role) for role in (*Tint, *UiTint)}
_TINT_COUNT = max(TINT_NUMBERS.values()) + 1
_FAINT_TINTS = {TINT_NUMBERS["remembered"], TINT_NUMBERS["frame"]}
_DECORATIVE_TINTS = {TINT_NUMBERS["gauge"]}


def luminance(color: Rgb) -> float:
    """Relative luminance of an sRGB colour, 0 to 1 (WCAG 2)."""
    parts = [c / 255 for c in color]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Rgb, other: Rgb) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class Palette:
    """Colours by role.

    Attributes:
        ink: uint8 array ``(roles, roles, 3)``, indexed by the role of the sign and that of its
            ground. A pair that could not be read (below `MIN_CONTRAST`, or `FAINT` for what is only
            remembered) is mixed with white or black until it can.
        ground: uint8 array ``(roles, 3)``.
    """

    def __init__(self, foreground: dict[str, Rgb], background: dict[str, Rgb]) -> None:
        base_ink, base = foreground["none"], background["none"]
        inks = [base_ink] * _TINT_COUNT
        grounds = [base] * _TINT_COUNT
        for name, role in TINT_NUMBERS.items():
            inks[role] = foreground.get(name, base_ink)
            grounds[role] = background.get(name, base)
        self.background: npt.NDArray[np.uint8] = np.array(grounds, np.uint8)
        self.foreground: npt.NDArray[np.uint8] = np.empty((_TINT_COUNT, _TINT_COUNT, 3), np.uint8)
        for behind in range(_TINT_COUNT):
            for role in range(_TINT_COUNT):
                self.foreground[role, behind] = _make_readable(inks[role], grounds[behind], role)


def _make_readable(ink: Rgb, ground: Rgb, role: int) -> Rgb:
    if role in _DECORATIVE_TINTS or contrast(ink, ground) >= (
        MIN_FAINT_CONTRAST if role in _FAINT_TINTS else MIN_CONTRAST
    ):
        return ink
    goal = MIN_FAINT_CONTRAST if role in _FAINT_TINTS else MIN_CONTRAST
    end = max(((255, 255, 255), (0, 0, 0)), key=lambda c: contrast(c, ground))
    for step in range(1, 16):
        mixed = tuple((a * (16 - step) + b * step) // 16 for a, b in zip(ink, end, strict=True))
        if contrast((mixed[0], mixed[1], mixed[2]), ground) >= goal:
            return (mixed[0], mixed[1], mixed[2])
    return end


@cache
def load_default_palette() -> Palette:
    """The palette that ships."""
    table = tomllib.loads(resources.files(__package__).joinpath("palette.toml").read_text("utf-8"))
    return Palette(_parse_colors(table["ink"]), _parse_colors(table["ground"]))


def _parse_colors(table: dict[str, str]) -> dict[str, Rgb]:
    unknown = sorted(set(table) - set(TINT_NUMBERS))
    if unknown:
        raise ValueError(f"palette.toml: unknown role {unknown[0]!r}")
    return {name: (int(c[1:3], 16), int(c[3:5], 16), int(c[5:7], 16)) for name, c in table.items()}
