"""The palettes under color vision deficiencies: states and opposites still differ.

Full protanopia, deuteranopia and tritanopia are simulated with the matrices of Machado, Oliveira and Fernandes (2009,
"A physiologically-based model for simulation of color vision deficiency"). Differences are those of CIELAB (1976).
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from footfall.api.scene import Tint
from footfall.ui.drawing.palette import build_palette, list_bundled_palettes

VISION = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}

CLEAR, PLAIN = 20, 15
"""Minimum CIELAB differences: of states of awareness by background or foreground, of opposites by foreground.

The just noticeable difference is 2.3.
"""

STATES = (Tint.FOE, Tint.ASLEEP, Tint.WARY, Tint.HUNTING)
OPPOSITES = ((Tint.GOOD, Tint.BAD), (Tint.ALLY, Tint.FOE))


def lab(color: Any, vision: Any) -> Any:
    """Returns the CIELAB coordinates of an sRGB color under a kind of vision."""
    parts = np.asarray(color) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen = np.clip(vision @ linear, 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ seen
    share = xyz / np.array([0.9505, 1.0, 1.089])
    f = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def measure_difference(one: Any, other: Any, vision: Any) -> float:
    return float(np.linalg.norm(lab(one, vision) - lab(other, vision)))


@pytest.mark.parametrize("vision", VISION.values(), ids=VISION)
@pytest.mark.parametrize("name", list_bundled_palettes())
def test_states_and_opposites_stay_distinguishable(vision: Any, name: str) -> None:
    palette = build_palette(list_bundled_palettes()[name])
    for one, other in combinations(STATES, 2):
        background = measure_difference(palette.background[one], palette.background[other], vision)
        foreground = measure_difference(palette.foreground[one, 0], palette.foreground[other, 0], vision)
        assert max(background, foreground) >= CLEAR, (one.name, other.name)
    for one, other in OPPOSITES:
        assert measure_difference(palette.foreground[one, 0], palette.foreground[other, 0], vision) >= PLAIN, (
            one.name,
            other.name,
        )


def test_deuteranopia_hides_a_red_green_difference() -> None:
    red, green = (200, 60, 40), (105, 120, 30)
    assert measure_difference(red, green, VISION["usual"]) > 3 * measure_difference(red, green, VISION["deuteranopia"])
