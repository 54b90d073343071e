"""Renders a canvas as pixels, PNG or GIF. Equal canvases give equal bytes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from .canvas import THROUGH, Canvas, SquareCells
from .glyphs import GlyphAtlas
from .square_tiles import SquareAtlas, load_square_atlas

BLANK = 32


def render_pixels(canvas: Canvas, glyphs: GlyphAtlas | None = None) -> npt.NDArray[np.uint8]:
    """Returns the image, uint8 ``(rows * cell height, columns * cell width, 3)``."""
    sizes = canvas.sizes
    glyphs = glyphs or GlyphAtlas(*(() if sizes is None else (sizes.text_height,)))
    codes, places = np.unique(canvas.cells["ch"], return_inverse=True)
    atlas = np.stack([glyphs[int(code) or BLANK] for code in codes])
    image = _blend(atlas[places.reshape(canvas.cells.shape)], canvas.cells)
    if canvas.squares is not None and sizes is not None:
        squares = canvas.squares
        behind = image.copy()
        tiles = _render_squares(squares, load_square_atlas(sizes.square))
        height, width = tiles.shape[:2]
        behind[squares.top : squares.top + height, squares.left : squares.left + width] = tiles
        through = np.kron(canvas.cells["ch"] == THROUGH, np.ones((glyphs.height, glyphs.width), np.bool_))
        image[through] = behind[through]
    return image


def _render_squares(squares: SquareCells, tiles: SquareAtlas) -> npt.NDArray[np.uint8]:
    cells = squares.cells
    keys = cells["ch"].astype(np.uint64) << 32 | cells["mark"]
    kinds, places = np.unique(keys, return_inverse=True)
    atlas = np.stack([tiles.render(key >> 32, key & 0xFFFFFFFF) for key in kinds.tolist()])
    return _blend(atlas[places.reshape(cells.shape)], cells)


def _blend(coverage: npt.NDArray[np.uint8], cells: npt.NDArray[np.void]) -> npt.NDArray[np.uint8]:
    """Returns the image of cells from the coverage of their signs, ``(rows, columns, height, width)``."""
    rows, columns, height, width = coverage.shape
    share = coverage[..., None].astype(np.uint16)
    fg = cells["fg"][:, :, None, None, :].astype(np.uint16)
    bg = cells["bg"][:, :, None, None, :].astype(np.uint16)
    blended = ((fg * share + bg * (255 - share) + 127) // 255).astype(np.uint8)
    return np.ascontiguousarray(blended.transpose(0, 2, 1, 3, 4)).reshape(rows * height, columns * width, 3)


def write_canvas_png(canvas: Canvas, path: Path | str, glyphs: GlyphAtlas | None = None) -> None:
    """Writes a PNG file."""
    Image.fromarray(render_pixels(canvas, glyphs)).save(path, "PNG", optimize=True)


def write_canvas_gif(
    canvases: Iterable[Canvas], path: Path | str, milliseconds: int = 400, glyphs: GlyphAtlas | None = None
) -> None:
    """Writes canvases of one size as a looping GIF file.

    Raises:
        ValueError: there are no canvases.
    """
    glyphs = glyphs or GlyphAtlas()
    frames = [Image.fromarray(render_pixels(canvas, glyphs)).quantize(128) for canvas in canvases]
    if not frames:
        raise ValueError("a GIF needs at least one canvas")
    frames[0].save(path, "GIF", save_all=True, append_images=frames[1:], duration=milliseconds, loop=0)
