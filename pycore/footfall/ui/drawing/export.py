"""Exports a canvas as pixels, PNG or GIF. Equal canvases give equal bytes."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from ..map.square_tiles import SquareAtlas, load_square_atlas, whiten
from .canvas import THROUGH, Canvas, SquareCells
from .glyphs import GlyphAtlas

BLANK = 32

Pixels = npt.NDArray[np.uint8]


def render_pixels(canvas: Canvas, glyphs: GlyphAtlas | None = None) -> Pixels:
    """Returns the image, uint8 ``(rows * cell height, columns * cell width, 3)``."""
    sizes = canvas.sizes
    glyphs = glyphs or GlyphAtlas(*(() if sizes is None else (sizes.text_height,)))
    codes, places = np.unique(canvas.cells["ch"], return_inverse=True)
    atlas = np.stack([whiten(glyphs[int(code) or BLANK]) for code in codes])
    places = places.reshape(canvas.cells.shape)
    behind = _spread_ground(canvas.cells, glyphs.height, glyphs.width)
    foreground = canvas.cells["fg"]
    rows = (slice(row, row + 1) for row in range(len(places)))  # one by one: all of them take 20 times the image
    image = np.concatenate([_join_cells(_blend(atlas[places[row]], foreground[row], behind[row])) for row in rows])
    if canvas.squares is not None and sizes is not None:
        squares = canvas.squares
        below = image.copy()
        tiles = _render_squares(squares, load_square_atlas(sizes.square, canvas.art))
        height, width = tiles.shape[:2]
        below[squares.top : squares.top + height, squares.left : squares.left + width] = tiles
        through = np.kron(canvas.cells["ch"] == THROUGH, np.ones((glyphs.height, glyphs.width), np.bool_))
        image[through] = below[through]
    return image


def _render_squares(squares: SquareCells, tiles: SquareAtlas) -> Pixels:
    """Returns the image of square cells, and of those over them."""
    pixels = np.array(_spread_ground(squares.cells, tiles.size, tiles.size))
    for cells in (squares.cells, squares.overlay):
        if cells is not None and cells["ch"].any():
            drawn = np.nonzero(cells["ch"])
            keys = cells["ch"][drawn].astype(np.uint64) << np.uint64(32) | cells["mark"][drawn]
            kinds, places = np.unique(keys, return_inverse=True)
            atlas = np.stack([tiles.paint(key >> 32, key & 0xFFFFFFFF) for key in kinds.tolist()])
            pixels[drawn] = _blend(atlas[places], cells["fg"][drawn], pixels[drawn])
    return _join_cells(pixels)


def _spread_ground(cells: npt.NDArray[np.void], height: int, width: int) -> Pixels:
    """Returns the pixels of the backgrounds of cells, ``(rows, columns, height, width, 3)``, read-only."""
    return np.broadcast_to(cells["bg"][:, :, None, None, :], (*cells.shape, height, width, 3))


def _blend(tiles: Pixels, fg: Pixels, behind: Pixels) -> Pixels:
    """Returns tiles ``(..., height, width, 4)`` times their colors, over pixels ``(..., height, width, 3)``."""
    share = tiles[..., 3:].astype(np.uint32)
    color = tiles[..., :3] * fg[..., None, None, :].astype(np.uint32) * share
    blended: Pixels = ((color + behind * (255 - share) * np.uint32(255) + 32512) // 65025).astype(np.uint8)
    return blended


def _join_cells(pixels: Pixels) -> Pixels:
    """Returns cells ``(rows, columns, height, width, 3)`` as one image."""
    rows, columns, height, width, _ = pixels.shape
    return np.ascontiguousarray(pixels.transpose(0, 2, 1, 3, 4)).reshape(rows * height, columns * width, 3)


def write_canvas_png(canvas: Canvas, path: Path | str, glyphs: GlyphAtlas | None = None) -> None:
    """Writes a PNG file."""
    Image.fromarray(render_pixels(canvas, glyphs)).save(path, "PNG", optimize=True)


def write_canvas_gif(
    canvases: Iterable[Canvas], path: Path | str, milliseconds: int = 400, glyphs: GlyphAtlas | None = None
) -> None:
    """Writes canvases of one size, which are drawn one by one, as a looping GIF file.

    Raises:
        ValueError: there are no canvases.
    """
    glyphs = glyphs or GlyphAtlas()
    frames = (Image.fromarray(render_pixels(canvas, glyphs)).quantize(128) for canvas in canvases)
    first = next(frames, None)
    if first is None:
        raise ValueError("a GIF needs at least one canvas")
    film = io.BytesIO()
    first.save(film, "GIF", save_all=True, append_images=frames, duration=milliseconds, loop=0)
    Path(path).write_bytes(film.getvalue())
