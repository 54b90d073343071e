"""Paints a canvas in a window: text and the map's square cells, each with a tileset of its own."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import tcod.console
import tcod.render
import tcod.sdl.render
import tcod.tileset
from tcod.cffi import lib

from ..drawing.canvas import THROUGH, Canvas, PixelSizes, SquareCells
from ..drawing.glyphs import GlyphAtlas
from ..map.square_tiles import SquareAtlas, choose_square_size
from ..map.tile_art import TileArt

FIRST_CODE = 0x100
"""First code of a tile for a sign or for a sign with a mark; they are numbered as they come."""


PREMULTIPLIED = 0x10
"""SDL's blend mode for a texture whose colors already contain their opacity; tcod has no name for it."""


class _Layer:
    """Cells of one size: a tileset whose tiles are rendered on first use, and the texture of the last console."""

    def __init__(self, renderer: tcod.sdl.render.Renderer, height: int, width: int) -> None:
        self._tileset = tcod.tileset.Tileset(width, height)
        self._render = tcod.render.SDLConsoleRender(tcod.render.SDLTilesetAtlas(renderer, self._tileset))
        self._codes: dict[int, int] = {}

    def render(
        self, cells: npt.NDArray[np.void], tiles: SquareAtlas | GlyphAtlas, is_solid: bool = True
    ) -> tcod.sdl.render.Texture:
        """Returns the texture of cells, with their backgrounds or transparent."""
        keys = cells["ch"].astype(np.uint64) << np.uint64(32)
        if isinstance(tiles, SquareAtlas):
            keys |= cells["mark"]
        kinds, places = np.unique(keys, return_inverse=True)
        codes = np.array([self._find_code(key, tiles) for key in kinds.tolist()], np.int32)
        console = tcod.console.Console(cells.shape[1], cells.shape[0], order="C")
        rgba = console.rgba
        rgba["ch"] = codes[places.reshape(cells.shape)]
        rgba["fg"][..., :3], rgba["fg"][..., 3] = cells["fg"], 255
        rgba["bg"][..., :3], rgba["bg"][..., 3] = (cells["bg"], 255) if is_solid else (0, 0)
        # libtcod leaves out a tile whose two colors are equal, which hides no picture.
        rgba["bg"][..., 2] ^= (rgba["fg"] == rgba["bg"]).all(axis=-1)
        texture = self._render.render(console)
        if not is_solid:
            lib.SDL_SetTextureBlendMode(texture.p, PREMULTIPLIED)
        return texture

    def _find_code(self, key: int, tiles: SquareAtlas | GlyphAtlas) -> int:
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = FIRST_CODE + len(self._codes)
            sign, mark = key >> 32, key & 0xFFFFFFFF
            sign = sign or 32
            self._tileset[code] = tiles.paint(sign, mark) if isinstance(tiles, SquareAtlas) else tiles[sign]
        return code


class WindowPainter:
    """Paints canvases with a renderer."""

    def __init__(self, renderer: tcod.sdl.render.Renderer, text_height: int, art: TileArt | None = None) -> None:
        self._renderer = renderer
        self._glyphs = GlyphAtlas(text_height)
        self.sizes = PixelSizes(self._glyphs.height, self._glyphs.width, choose_square_size(text_height))
        self._text = _Layer(renderer, self.sizes.text_height, self.sizes.text_width)
        self._art, self._maps = art, dict[int, tuple[SquareAtlas, _Layer, _Layer]]()

    def find_corner(self, rows: int, columns: int) -> tuple[int, int]:
        """Returns the pixel (top, left) of a canvas of a size in the middle of the window."""
        width, height = self._renderer.output_size
        return (height - rows * self.sizes.text_height) // 2, (width - columns * self.sizes.text_width) // 2

    def paint(self, canvas: Canvas) -> None:
        """Paints a canvas; the caller presents it."""
        sizes, cells = canvas.sizes or self.sizes, canvas.cells
        top, left = self.find_corner(canvas.height, canvas.width)
        text = self._text.render(cells, self._glyphs)
        red, green, blue = canvas.palette.background[0].tolist()
        self._renderer.draw_color = (red, green, blue, 255)
        self._renderer.clear()
        self._copy(text, (0, 0, text.width, text.height), left, top)
        if canvas.squares is None:
            return
        squares, size = canvas.squares, sizes.square
        if size not in self._maps:
            ground, over = (_Layer(self._renderer, size, size) for _ in range(2))
            self._maps[size] = SquareAtlas(size, self._art), ground, over
        tiles, ground, over = self._maps[size]
        floors = [ground.render(squares.cells, tiles)]
        if squares.overlay is not None and squares.overlay["ch"].any():
            floors.append(over.render(squares.overlay, tiles, is_solid=False))
        for floor in floors:
            self._copy(floor, (0, 0, floor.width, floor.height), left + squares.left, top + squares.top)
        for y, start, end in _list_covers(squares, sizes, cells["ch"] == THROUGH):
            box = start * sizes.text_width, y * sizes.text_height, (end - start) * sizes.text_width, sizes.text_height
            self._copy(text, box, left + box[0], top + box[1])

    def _copy(self, texture: tcod.sdl.render.Texture, box: tuple[int, int, int, int], left: int, top: int) -> None:
        self._renderer.copy(texture, source=box, dest=(left, top, box[2], box[3]))

    def close(self) -> None:
        """Frees the textures, before the renderer is gone."""
        del self._text, self._maps


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
