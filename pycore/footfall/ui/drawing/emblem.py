"""The emblem of the title screen: a bell, the program's name, a stair, and a sound that crosses them."""

import math

from footfall.api.scene import Scene, Tint

from ..map.map_colors import Motion
from .canvas import Pane
from .palette import UiTint

_LETTERS = {
    "F": ("█████", "█    ", "████ ", "█    ", "█    "),
    "O": (" ███ ", "█   █", "█   █", "█   █", " ███ "),
    "T": ("█████", "  █  ", "  █  ", "  █  ", "  █  "),
    "A": (" ███ ", "█   █", "█████", "█   █", "█   █"),
    "L": ("█    ", "█    ", "█    ", "█    ", "█████"),
}
_BELL = ("    ▄    ", "  ▄███▄  ", "  █████  ", " ▄█████▄ ", "▀▀▀▀●▀▀▀▀")
_STAIR = ("▄▄▄         ", "▀▀▀▄▄▄      ", "   ▀▀▀▄▄▄   ", "      ▀▀▀▄▄▄", "         ▀▀▀")
_NAME, _GAP = "FOOTFALL", 3

RINGS, RING_SPEED, RING_WIDTH, CELL_ASPECT = 44, 3, 1.6, 2.0
"""Of rings of sound: columns between two, columns that one moves in a beat, half its width; cell height in widths."""

EMBLEM_ROWS, LIST_ROWS = len(_BELL), 6
"""Rows of the emblem, and of the frame and the notes of a list below it."""


def build_emblem() -> list[list[tuple[str, Tint | UiTint]]]:
    """Returns the sign and the tint of each cell: the bell, the name, the stair, side by side."""
    name = [" ".join(_LETTERS[letter][row] for letter in _NAME) for row in range(EMBLEM_ROWS)]
    parts = ((_BELL, Tint.LIGHT), (name, Tint.STRONG), (_STAIR, UiTint.FRAME))
    gap = [(" ", Tint.NONE)] * _GAP
    rows = []
    for row in range(EMBLEM_ROWS):
        cells: list[tuple[str, Tint | UiTint]] = []
        for drawing, tint in parts:
            cells += [*(gap if cells else []), *((sign, tint) for sign in drawing[row])]
        rows.append(cells)
    return rows


def draw_emblem(pane: Pane, scene: Scene, motion: Motion | None) -> tuple[Pane, bool]:
    """Draws the emblem of a scene that has one at the top of a pane, if there is room.

    Args:
        pane: the main part of the screen.
        scene: the title screen; its choices need room below.
        motion: its beat counts the steps of the sound; None draws it without a sound.

    Returns:
        The rest of the pane, and whether the emblem was drawn.
    """
    rows, beat = build_emblem(), None if motion is None else motion.beat
    left = (pane.width - len(rows[0])) // 2
    if not scene.has_emblem or left < 0 or pane.height < len(scene.answers) + EMBLEM_ROWS + LIST_ROWS:
        return pane, False
    center = (1 + EMBLEM_ROWS - 1, left + len(_BELL[0]) // 2)
    for y in range(EMBLEM_ROWS + 2):
        for x in range(pane.width):
            inside = 0 < y <= EMBLEM_ROWS and 0 <= x - left < len(rows[0])
            sign, tint = rows[y - 1][x - left] if inside else (" ", Tint.NONE)
            if beat is not None and x > center[1] - RINGS:
                far = math.hypot((y - center[0]) * CELL_ASPECT, x - center[1])
                near = abs((far - beat * RING_SPEED + RINGS / 2) % RINGS - RINGS / 2) <= RING_WIDTH
                if near and tint is not Tint.LIGHT:
                    sign, tint = ("·", UiTint.FRAME) if sign == " " else (sign, Tint.SOUND)
            if sign != " ":
                pane.put(y, x, sign, tint)
    return pane.subpane(EMBLEM_ROWS + 2, 0, pane.height, pane.width), True
