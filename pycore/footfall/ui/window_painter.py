"""Paints a canvas in a window: text and the map's square cells, each with a tileset of its own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import tcod.console
import tcod.render
import tcod.sdl.render
import tcod.tileset

from .canvas import THROUGH, Canvas, PixelSizes, SquareCells
from .glyphs import GlyphAtlas
from .square_tiles import SquareAtlas, choose_square_size

FIRST_CODE = 0x100
"""First code of a tile for a sign or for a sign with a mark; they are numbered as they come."""


class _Layer:
    """Cells of one size: a tileset whose tiles are rendered on first use, and the texture of the last console."""

    def __init__(self, renderer: tcod.sdl.render.Renderer, height: int, width: int) -> None:
        self._tileset = tcod.tileset.Tileset(width, height)
        self._render = tcod.render.SDLConsoleRender(tcod.render.SDLTilesetAtlas(renderer, self._tileset))
        self._codes: dict[int, int] = {}

    def render(
        self, cells: npt.NDArray[np.void], keys: npt.NDArray[np.uint64], tiles: SquareAtlas | GlyphAtlas
    ) -> tcod.sdl.render.Texture:
        """Returns the texture of cells; `keys` are the codes of their tiles, with the mark's in the lower half."""
        kinds, places = np.unique(keys, return_inverse=True)
        codes = np.array([self._find_code(key, tiles) for key in kinds.tolist()], np.int32)
        console = tcod.console.Console(cells.shape[1], cells.shape[0], order="C")
        rgb = console.rgb
        rgb["ch"] = codes[places.reshape(cells.shape)]
        rgb["fg"], rgb["bg"] = cells["fg"], cells["bg"]
        return self._render.render(console)

    def _find_code(self, key: int, tiles: SquareAtlas | GlyphAtlas) -> int:
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = FIRST_CODE + len(self._codes)
            sign, mark = key >> 32, key & 0xFFFFFFFF
            self._tileset[code] = tiles.render(sign, mark) if isinstance(tiles, SquareAtlas) else tiles[sign or 32]
        return code


class WindowPainter:
    """Paints canvases with a renderer.

    Attributes:
        sizes: of the cells.
    """

    def __init__(self, renderer: tcod.sdl.render.Renderer, text_height: int) -> None:
        self._renderer = renderer
        self._glyphs = GlyphAtlas(text_height)
        self.sizes = PixelSizes(self._glyphs.height, self._glyphs.width, choose_square_size(text_height))
        self._tiles = SquareAtlas(self.sizes.square)
        self._text = _Layer(renderer, self.sizes.text_height, self.sizes.text_width)
        self._map = _Layer(renderer, self.sizes.square, self.sizes.square)

    def find_corner(self, rows: int, columns: int) -> tuple[int, int]:
        """Returns the pixel (top, left) of a canvas of a size in the middle of the window."""
        width, height = self._renderer.output_size
        return (height - rows * self.sizes.text_height) // 2, (width - columns * self.sizes.text_width) // 2

    def paint(self, canvas: Canvas) -> None:
        """Paints a canvas; the caller presents it."""
        sizes, cells = self.sizes, canvas.cells
        top, left = self.find_corner(canvas.height, canvas.width)
        text = self._text.render(cells, cells["ch"].astype(np.uint64) << np.uint64(32), self._glyphs)
        self._renderer.draw_color = (*cells["bg"][0, -1].tolist(), 255)
        self._renderer.clear()
        self._copy(text, (0, 0, text.width, text.height), left, top)
        if canvas.squares is None:
            return
        squares = canvas.squares
        keys = squares.cells["ch"].astype(np.uint64) << np.uint64(32) | squares.cells["mark"]
        floor = self._map.render(squares.cells, keys, self._tiles)
        self._copy(floor, (0, 0, floor.width, floor.height), left + squares.left, top + squares.top)
        for y, start, end in _list_covers(squares, sizes, cells["ch"] == THROUGH):
            box = start * sizes.text_width, y * sizes.text_height, (end - start) * sizes.text_width, sizes.text_height
            self._copy(text, box, left + box[0], top + box[1])

    def _copy(self, texture: tcod.sdl.render.Texture, box: tuple[int, int, int, int], left: int, top: int) -> None:
        self._renderer.copy(texture, source=box, dest=(left, top, box[2], box[3]))

    def close(self) -> None:
        """Frees the textures, before the renderer is gone."""
        del self._text, self._map


def _list_covers(
    squares: SquareCells, sizes: PixelSizes, through: npt.NDArray[np.bool_]
) -> Iterator[tuple[int, int, int]]:
    """Yields row, first column and end of the runs of text that lie over square cells."""
    rows, columns = squares.cells.shape
    top, bottom = squares.top // sizes.text_height, -(-(squares.top + rows * sizes.square) // sizes.text_height)
    left, right = squares.left // sizes.text_width, -(-(squares.left + columns * sizes.square) // sizes.text_width)
    for y in range(top, bottom):
        covered = np.flatnonzero(~through[y, left:right]) + left
        for run in np.split(covered, np.flatnonzero(np.diff(covered) > 1) + 1) if len(covered) else ():
            yield y, int(run[0]), int(run[-1]) + 1
