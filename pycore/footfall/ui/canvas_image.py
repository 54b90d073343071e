"""Renders a canvas as pixels, PNG or GIF. Equal canvases give equal bytes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from .canvas import Canvas
from .glyphs import GlyphAtlas


def render_pixels(canvas: Canvas, glyphs: GlyphAtlas | None = None) -> npt.NDArray[np.uint8]:
    """Returns the image, uint8 ``(rows * cell height, columns * cell width, 3)``."""
    glyphs = glyphs or GlyphAtlas()
    codes, places = np.unique(canvas.cells["ch"], return_inverse=True)
    atlas = np.stack([glyphs[int(code)] for code in codes]).astype(np.uint16)
    coverage = atlas[places.reshape(canvas.cells.shape)][..., None]
    fg = canvas.cells["fg"][:, :, None, None, :].astype(np.uint16)
    bg = canvas.cells["bg"][:, :, None, None, :].astype(np.uint16)
    blended = ((fg * coverage + bg * (255 - coverage) + 127) // 255).astype(np.uint8)
    height, width = canvas.height * glyphs.height, canvas.width * glyphs.width
    return np.ascontiguousarray(blended.transpose(0, 2, 1, 3, 4)).reshape(height, width, 3)


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
