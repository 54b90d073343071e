"""Renders the square cells of the map: signs of the font in the middle, small marks in the corner, blocks of wall."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..drawing.canvas import Canvas, PixelSizes, Shading
from ..drawing.glyphs import DEFAULT_HEIGHT, GlyphAtlas
from ..settings import UiSettings
from .map_colors import DIGIT_AFTER, DIGIT_BEFORE, WALL_FACE, WALL_TOP
from .tile_art import FIRST_PICTURE, TileArt

Coverage = npt.NDArray[np.uint8]

FACE_SHARE, JOINT = 0.42, 96
"""Share of a cell that the face of a wall takes; coverage of the joints on its top."""

MARK_SHARE = 0.8
"""Height of a mark as a share of its cell."""


def choose_square_size(text_height: int) -> int:
    """Returns the size of square cells next to text of a height, in pixels."""
    return text_height + 2


def create_pixel_canvas(
    height: int, width: int, text_height: int = DEFAULT_HEIGHT, settings: UiSettings | None = None
) -> Canvas:
    """Returns a canvas as a window shows it, with the map in square cells."""
    glyphs, settings = GlyphAtlas(text_height), settings or UiSettings()
    sizes = PixelSizes(glyphs.height, glyphs.width, choose_square_size(text_height))
    return Canvas(height, width, settings.palette, Shading.FULL, sizes, settings.art)


@lru_cache(8)
def load_square_atlas(size: int, art: TileArt | None = None) -> SquareAtlas:
    """Returns the atlas of a size, which canvases share."""
    return SquareAtlas(size, art)


class SquareAtlas:
    """Tiles of one size by code and mark.

    Attributes:
        size: height and width of a tile in pixels.
        art: the pictures, if there are any.
    """

    def __init__(self, size: int, art: TileArt | None = None) -> None:
        self.size, self.art = size, art
        self._signs, self._marks = GlyphAtlas(size), GlyphAtlas(max(8, round(size * MARK_SHARE)))
        self._cache: dict[tuple[int, int], Coverage] = {}

    def render(self, code: int, mark: int = 0) -> Coverage:
        """Returns the coverage of a tile, uint8 ``(size, size)``; 255 is solid."""
        tile = self._cache.get((code, mark))
        if tile is None:
            tile = self._draw_wall(code == WALL_FACE) if code in (WALL_TOP, WALL_FACE) else self._draw_sign(code)
            if mark:
                tile = self._add_mark(tile, mark)
            self._cache[code, mark] = tile
        return tile

    def paint(self, code: int, mark: int = 0) -> npt.NDArray[np.uint8]:
        """Returns a tile as uint8 ``(size, size, 4)``: a picture, or a white sign by its coverage."""
        if self.art is None or code < FIRST_PICTURE:
            return whiten(self.render(code, mark))
        tile = self.art.render(code, self.size)
        return self._add_mark(tile, mark) if mark else tile

    def _draw_sign(self, code: int) -> Coverage:
        block = self._signs.draw_block(code, self.size)
        if block is not None:
            return block
        tile = np.zeros((self.size, self.size), np.uint8)
        start = next((start for start in (DIGIT_BEFORE, DIGIT_AFTER) if 0 <= code - start < 10), 0)
        sign = self._signs[code - start + ord("0") if start else code]
        free = self.size - sign.shape[1]
        left = {DIGIT_BEFORE: free, DIGIT_AFTER: 0}.get(start, free // 2)
        tile[:, left : left + sign.shape[1]] = sign
        return tile

    def _draw_wall(self, has_face: bool) -> Coverage:
        """Draws the top of a wall with joints, and below it bricks, if its face is visible."""
        size = self.size
        tile = np.zeros((size, size), np.uint8)
        line = max(1, size // 16)
        edge = size - round(size * FACE_SHARE) if has_face else size
        tile[:line] = JOINT // 3
        tile[:, :line] = JOINT // 3
        if has_face:
            tile[edge:] = 150
            course = max(3, (size - edge) // 2)
            for row, top in enumerate(range(edge, size, course)):
                tile[top : top + line] = 255
                left = size // 4 if row % 2 else (3 * size) // 4
                tile[top : top + course, left : left + line] = 255
        return tile

    def _add_mark(self, tile: Coverage, mark: int) -> Coverage:
        """Puts a mark into the upper right corner of a sign or a picture, with a free margin around it."""
        small = self._marks[mark]
        inked = np.argwhere(small > 32)
        if not len(inked):
            return tile
        (top, left), (bottom, right) = inked.min(axis=0), inked.max(axis=0) + 1
        small = small[top:bottom, left:right]
        height, width = min(small.shape[0], self.size), min(small.shape[1], self.size)
        marked = tile.copy()
        marked[: height + 2, self.size - width - 2 :] = 0
        marked[1 : height + 1, self.size - width - 1 : self.size - 1] = (
            small[:height, :width] if tile.ndim == 2 else whiten(small[:height, :width])
        )
        return marked


def whiten(coverage: Coverage) -> npt.NDArray[np.uint8]:
    """Returns white pixels of an opacity."""
    return np.concatenate([np.full((*coverage.shape, 3), 255, np.uint8), coverage[..., None]], axis=-1)
