"""Signs as pixels: the shipped font, with lines and blocks drawn so that neighbours join."""

from __future__ import annotations

from functools import cache
from importlib import resources
from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

FONT = "DejaVuSansMono.ttf"

_LINES = {
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu",
    "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "udlr",
}  # fmt: skip
_HEAVY = {"━": "lr", "╸": "l"}
_SHADES = {"░": 64, "▒": 128, "▓": 192}


class Glyphs:
    """The shipped font at one cell size.

    Attributes:
        height, width: of a cell in pixels.
    """

    def __init__(self, height: int = 18) -> None:
        self.height = height
        size = height
        while size > 4 and sum(_font(size).getmetrics()) > height + 1:
            size -= 1
        self._font = _font(size)
        self.width = max(1, round(self._font.getlength("M")))
        self._made: dict[int, npt.NDArray[np.uint8]] = {}

    def __getitem__(self, code: int) -> npt.NDArray[np.uint8]:
        """Coverage of a sign, uint8 ``(height, width)``; 255 is solid."""
        tile = self._made.get(code)
        if tile is None:
            tile = self._made[code] = self._make(chr(code))
        return tile

    def _make(self, sign: str) -> npt.NDArray[np.uint8]:
        drawn = _block(sign, self.height, self.width)
        if drawn is not None:
            return drawn
        image = Image.new("L", (self.width, self.height))
        ascent, descent = self._font.getmetrics()
        x = (self.width - self._font.getlength(sign)) / 2
        y = (self.height - ascent - descent) // 2
        ImageDraw.Draw(image).text((x, y), sign, font=self._font, fill=255)
        return np.asarray(image, np.uint8)


@cache
def font_bytes() -> bytes:
    """The font file that ships."""
    return resources.files(__package__).joinpath("fonts", FONT).read_bytes()


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(font_bytes()), size, layout_engine=ImageFont.Layout.BASIC)


def has_sign(sign: str) -> bool:
    """Whether the shipped font (or our own lines and blocks) can draw a sign."""
    if _block(sign, 8, 8) is not None or sign == " ":
        return True
    font = _font(16)
    missing = font.getmask("\uffff")
    mask = font.getmask(sign)
    return (mask.size, bytes(mask)) != (missing.size, bytes(missing))


def _block(sign: str, height: int, width: int) -> npt.NDArray[np.uint8] | None:
    """Lines, eighths of blocks and shades, drawn to the cell's edges; None for other signs."""
    tile = np.zeros((height, width), np.uint8)
    if sign in _LINES:
        thick = max(1, width // 9)
        y, x = (height - thick) // 2, (width - thick) // 2
        for arm in _LINES[sign]:
            if arm in "lr":
                tile[y : y + thick, 0 if arm == "l" else x : x + thick if arm == "l" else width] = 255
            else:
                tile[0 if arm == "u" else y : y + thick if arm == "u" else height, x : x + thick] = 255
    elif sign in _HEAVY:
        thick = max(2, height // 6)
        y = (height - thick) // 2
        tile[y : y + thick, : width if _HEAVY[sign] == "lr" else width // 2] = 255
    elif sign in _SHADES:
        tile[:] = _SHADES[sign]
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
