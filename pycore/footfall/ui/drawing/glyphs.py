"""Renders glyphs: the bundled font, with lines and blocks drawn to the cell's edges so that they join."""

from functools import cache
from importlib import resources
from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

FONT_FILE = "DejaVuSansMono.ttf"

DEFAULT_HEIGHT = 18
"""Height of text cells in pixels, unless the player or the display asks for another."""

_BOX_LINES = {
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu",
    "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "udlr", "╴": "l", "╶": "r", "╷": "d", "╵": "u",
}  # fmt: skip
_HEAVY_LINES = {"━": "lr", "╸": "l", "┃": "ud", "┏": "rd", "┓": "ld", "┗": "ru", "┛": "lu"}
_SHADE_COVERAGE = {"░": 64, "▒": 128, "▓": 192}


class GlyphAtlas:
    """The bundled font at one cell size.

    Attributes:
        height, width: cell size in pixels.
    """

    def __init__(self, height: int = DEFAULT_HEIGHT) -> None:
        self.height = height
        size = height
        while size > 4 and sum(_load_font(size).getmetrics()) > height + 1:
            size -= 1
        self._font = _load_font(size)
        self.width = max(1, round(self._font.getlength("M")))
        self._cache: dict[int, npt.NDArray[np.uint8]] = {}

    def __getitem__(self, code: int) -> npt.NDArray[np.uint8]:
        """Returns the coverage of a glyph, uint8 ``(height, width)``; 255 is solid."""
        tile = self._cache.get(code)
        if tile is None:
            tile = _draw_block(chr(code), self.height, self.width)
            if tile is None:
                image = Image.new("L", (self.width, self.height))
                ascent, descent = self._font.getmetrics()
                x = (self.width - self._font.getlength(chr(code))) / 2
                y = (self.height - ascent - descent) // 2
                ImageDraw.Draw(image).text((x, y), chr(code), font=self._font, fill=255)
                tile = np.asarray(image, np.uint8)
            self._cache[code] = tile
        return tile

    def draw_block(self, code: int, width: int) -> npt.NDArray[np.uint8] | None:
        """Returns a line, block or shade of another width; None for other characters."""
        return _draw_block(chr(code), self.height, width)


@cache
def load_font_bytes() -> bytes:
    """Returns the bundled font file."""
    return resources.files("footfall.ui").joinpath("fonts", FONT_FILE).read_bytes()


@cache
def _load_font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(load_font_bytes()), size, layout_engine=ImageFont.Layout.BASIC)


def _draw_arms(tile: npt.NDArray[np.uint8], arms: str, thick: int) -> None:
    """Draws lines from the middle of a cell to its edges: ``l``, ``r``, ``u``, ``d``."""
    height, width = tile.shape
    y, x = (height - thick) // 2, (width - thick) // 2
    for arm in arms:
        if arm in "lr":
            tile[y : y + thick, 0 if arm == "l" else x : x + thick if arm == "l" else width] = 255
        else:
            tile[0 if arm == "u" else y : y + thick if arm == "u" else height, x : x + thick] = 255


def _draw_block(char: str, height: int, width: int) -> npt.NDArray[np.uint8] | None:
    """Draws box lines, block elements and shades to the cell's edges; returns None for other characters."""
    tile = np.zeros((height, width), np.uint8)
    if char in _BOX_LINES:
        _draw_arms(tile, _BOX_LINES[char], max(1, width // 9))
    elif char in _HEAVY_LINES:
        _draw_arms(tile, _HEAVY_LINES[char], max(2, height // 6))
    elif char in _SHADE_COVERAGE:
        tile[:] = _SHADE_COVERAGE[char]
    elif "▁" <= char <= "█":
        tile[height - round(height * (ord(char) - 0x2580) / 8) :] = 255
    elif "▉" <= char <= "▏":
        tile[:, : max(1, round(width * (0x2590 - ord(char)) / 8))] = 255
    elif char == "▐":
        tile[:, width // 2 :] = 255
    elif char == "▀":
        tile[: height // 2] = 255
    else:
        return None
    return tile
