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

READABLE = 4.5
"""Least contrast of text (WCAG 2 level AA)."""

FAINT = 3.0
"""Least contrast of what is only remembered, and of lines."""


class Role(IntEnum):
    """Roles that only the front end knows; they continue the numbers of `Tint`."""

    STRIP = 64
    ALERT = 65
    FRAME = 66
    KEY = 67
    HEADING = 68
    OVERLAY = 69
    GAUGE = 70


ROLES: dict[str, int] = {role.name.lower(): int(role) for role in (*Tint, *Role)}
_SIZE = max(ROLES.values()) + 1
_FAINT_ROLES = {ROLES["remembered"], ROLES["frame"]}
_DECORATION = {ROLES["gauge"]}


def luminance(colour: Rgb) -> float:
    """Relative luminance of an sRGB colour, 0 to 1 (WCAG 2)."""
    parts = [c / 255 for c in colour]
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
            ground. A pair that could not be read (below `READABLE`, or `FAINT` for what is only
            remembered) is mixed with white or black until it can.
        ground: uint8 array ``(roles, 3)``.
    """

    def __init__(self, ink: dict[str, Rgb], ground: dict[str, Rgb]) -> None:
        base_ink, base = ink["none"], ground["none"]
        inks = [base_ink] * _SIZE
        grounds = [base] * _SIZE
        for name, role in ROLES.items():
            inks[role] = ink.get(name, base_ink)
            grounds[role] = ground.get(name, base)
        self.ground: npt.NDArray[np.uint8] = np.array(grounds, np.uint8)
        self.ink: npt.NDArray[np.uint8] = np.empty((_SIZE, _SIZE, 3), np.uint8)
        for behind in range(_SIZE):
            for role in range(_SIZE):
                self.ink[role, behind] = _readable(inks[role], grounds[behind], role)


def _readable(ink: Rgb, ground: Rgb, role: int) -> Rgb:
    if role in _DECORATION or contrast(ink, ground) >= (FAINT if role in _FAINT_ROLES else READABLE):
        return ink
    goal = FAINT if role in _FAINT_ROLES else READABLE
    end = max(((255, 255, 255), (0, 0, 0)), key=lambda c: contrast(c, ground))
    for step in range(1, 16):
        mixed = tuple((a * (16 - step) + b * step) // 16 for a, b in zip(ink, end, strict=True))
        if contrast((mixed[0], mixed[1], mixed[2]), ground) >= goal:
            return (mixed[0], mixed[1], mixed[2])
    return end


@cache
def standard() -> Palette:
    """The palette that ships."""
    table = tomllib.loads(resources.files(__package__).joinpath("palette.toml").read_text("utf-8"))
    return Palette(_colours(table["ink"]), _colours(table["ground"]))


def _colours(table: dict[str, str]) -> dict[str, Rgb]:
    unknown = sorted(set(table) - set(ROLES))
    if unknown:
        raise ValueError(f"palette.toml: unknown role {unknown[0]!r}")
    return {name: (int(c[1:3], 16), int(c[3:5], 16), int(c[5:7], 16)) for name, c in table.items()}
