"""The console without a display: as text, JSON, PNG and GIF. The same canvas gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from .canvas import Canvas
from .glyphs import GlyphAtlas


def canvas_to_text(canvas: Canvas) -> str:
    """The signs, a line per row without trailing space, ending in a newline."""
    return "\n".join("".join(map(chr, row)).rstrip() for row in canvas.cells["ch"].tolist()) + "\n"


def canvas_to_json(canvas: Canvas) -> str:
    """Size, and per row the runs of equal colours: ``[words, ink, ground]`` with ``#rrggbb``."""
    rows = []
    for row in canvas.cells:
        runs: list[list[str]] = []
        for code, fg, bg in zip(row["ch"].tolist(), row["fg"].tolist(), row["bg"].tolist(), strict=True):
            ink, ground = "#" + bytes(fg).hex(), "#" + bytes(bg).hex()
            if runs and runs[-1][1:] == [ink, ground]:
                runs[-1][0] += chr(code)
            else:
                runs.append([chr(code), ink, ground])
        rows.append(runs)
    return json.dumps({"height": canvas.height, "width": canvas.width, "rows": rows}, ensure_ascii=False)


def render_pixels(canvas: Canvas, glyphs: GlyphAtlas | None = None) -> npt.NDArray[np.uint8]:
    """The picture, uint8 ``(rows * cell height, columns * cell width, 3)``."""
    glyphs = glyphs or GlyphAtlas()
    codes, places = np.unique(canvas.cells["ch"], return_inverse=True)
    atlas = np.stack([glyphs[int(code)] for code in codes]).astype(np.uint16)
    cover = atlas[places.reshape(canvas.cells.shape)][..., None]
    fg = canvas.cells["fg"][:, :, None, None, :].astype(np.uint16)
    bg = canvas.cells["bg"][:, :, None, None, :].astype(np.uint16)
    mixed = ((fg * cover + bg * (255 - cover) + 127) // 255).astype(np.uint8)
    height, width = canvas.height * glyphs.height, canvas.width * glyphs.width
    return np.ascontiguousarray(mixed.transpose(0, 2, 1, 3, 4)).reshape(height, width, 3)


def write_canvas_png(canvas: Canvas, path: Path | str, glyphs: GlyphAtlas | None = None) -> None:
    """Writes the picture as a PNG file."""
    Image.fromarray(render_pixels(canvas, glyphs)).save(path, "PNG", optimize=True)


def write_canvas_gif(
    canvases: Iterable[Canvas], path: Path | str, milliseconds: int = 400, glyphs: GlyphAtlas | None = None
) -> None:
    """Writes the canvases, all of one size, as a looping GIF file.

    Raises:
        ValueError: there are none.
    """
    glyphs = glyphs or GlyphAtlas()
    frames = [Image.fromarray(render_pixels(canvas, glyphs)).quantize(128) for canvas in canvases]
    if not frames:
        raise ValueError("a GIF needs at least one canvas")
    frames[0].save(path, "GIF", save_all=True, append_images=frames[1:], duration=milliseconds, loop=0)
