"""Draws the sheet of the tile pack woodcut from its letters: ``python tests/ui/draw_sheet.py``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

FOLDER = Path(__file__).parents[2] / "plugins" / "stealth" / "pictures"
CELL, COLUMNS = 10, 10

COLORS = {
    "k": "14100e", "d": "3c3c40", "g": "6e7076", "l": "a9abae", "w": "efe9da", "r": "b8352c", "o": "e07a26",
    "y": "f2cf52", "n": "5f9a44", "b": "2f5f9e", "p": "7a4a9a", "s": "d8a77c", "e": "3e2b1d", "u": "76502f",
    "t": "b48a58", "m": "3f7040", "a": "6b6a68", "c": "474645", "i": "f7efd9",
}  # fmt: skip


def draw_sheet(letters: str) -> npt.NDArray[np.uint8]:
    """Returns the sheet, uint8 ``(height, width, 4)``. Blocks of text after the first have a name and ten lines."""
    blocks = [block.strip("\n").split("\n")[1:] for block in letters.split("\n\n")[1:]]
    sheet = np.zeros((-(-len(blocks) // COLUMNS) * CELL, COLUMNS * CELL, 4), np.uint8)
    for number, lines in enumerate(blocks):
        top, left = number // COLUMNS * CELL, number % COLUMNS * CELL
        for y, line in enumerate(lines):
            for x, letter in enumerate(line):
                if letter != ".":
                    sheet[top + y, left + x] = (*bytes.fromhex(COLORS[letter]), 255)
    return sheet


if __name__ == "__main__":
    Image.fromarray(draw_sheet((FOLDER / "woodcut.txt").read_text("utf-8"))).save(FOLDER / "woodcut.png", optimize=True)
