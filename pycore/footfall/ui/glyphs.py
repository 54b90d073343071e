"""Signs as pixels: the shipped font, with lines and blocks drawn so that neighbours join."""

from __future__ import annotations

from functools import cache
from importlib import resources
from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

FONT_FILE = "DejaVuSansMono.ttf"

_BOX_LINES = {
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu",
    "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "udlr",
}  # fmt: skip
_HEAVY_LINES = {"━": "lr", "╸": "l"}
_SHADE_COVERAGE = {"░": 64, "▒": 128, "▓": 192}


class GlyphAtlas:
    """The shipped font at one cell size.

    Attributes:
        height, width: of a cell in pixels.
    """

    def __init__(self, height: int = 18) -> None:
        self.height = height
        size = height
        while size > 4 and sum(_load_font(size).getmetrics()) > height + 1:
            size -= 1
        self._font = _load_font(size)
        self.width = max(1, round(self._font.getlength("M")))
        self._cache: dict[int, npt.NDArray[np.uint8]] = {}

    def __getitem__(self, code: int) -> npt.NDArray[np.uint8]:
        """Coverage of a sign, uint8 ``(height, width)``; 255 is solid."""
        tile = self._cache.get(code)
        if tile is None:
            tile = self._cache[code] = self._render(chr(code))
        return tile

    def _render(self, sign: str) -> npt.NDArray[np.uint8]:
        drawn = _draw_block(sign, self.height, self.width)
        if drawn is not None:
            return drawn
        image = Image.new("L", (self.width, self.height))
        ascent, descent = self._font.getmetrics()
        x = (self.width - self._font.getlength(sign)) / 2
        y = (self.height - ascent - descent) // 2
        ImageDraw.Draw(image).text((x, y), sign, font=self._font, fill=255)
        return np.asarray(image, np.uint8)


@cache
def load_font_bytes() -> bytes:
    """The font file that ships."""
    return resources.files(__package__).joinpath("fonts", FONT_FILE).read_bytes()


@cache
def _load_font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(load_font_bytes()), size, layout_engine=ImageFont.Layout.BASIC)


def has_glyph(sign: str) -> bool:
    """Whether the shipped font (or our own lines and blocks) can draw a sign."""
    if _draw_block(sign, 8, 8) is not None or sign == " ":
        return True
    font = _load_font(16)
    missing = font.getmask("\uffff")
    mask = font.getmask(sign)
    return (mask.size, bytes(mask)) != (missing.size, bytes(missing))


def _draw_block(sign: str, height: int, width: int) -> npt.NDArray[np.uint8] | None:
    """Lines, eighths of blocks and shades, drawn to the cell's edges; None for other signs."""
    tile = np.zeros((height, width), np.uint8)
    if sign in _BOX_LINES:
        thick = max(1, width // 9)
        y, x = (height - thick) // 2, (width - thick) // 2
        for arm in _BOX_LINES[sign]:
            if arm in "lr":
                tile[y : y + thick, 0 if arm == "l" else x : x + thick if arm == "l" else width] = 255
            else:
                tile[0 if arm == "u" else y : y + thick if arm == "u" else height, x : x + thick] = 255
    elif sign in _HEAVY_LINES:
        thick = max(2, height // 6)
        y = (height - thick) // 2
        tile[y : y + thick, : width if _HEAVY_LINES[sign] == "lr" else width // 2] = 255
    elif sign in _SHADE_COVERAGE:
        tile[:] = _SHADE_COVERAGE[sign]
    elif "▁" <= sign <= "█":
        tile[height - round(height * (ord(sign) - 0x2580) / 8) :] = 255
    elif "▉" <= sign <= "▏":
        tile[:, : max(1, round(width * (0x2590 - ord(sign)) / 8))] = 255
    elif sign == "▐":
        tile[:, width // 2 :] = 255
    elif sign == "▀":
        tile[: height // 2] = 255
    else:
        return None
    return tile
