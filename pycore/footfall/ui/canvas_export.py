"""Exports a canvas as text, JSON, PNG or GIF. Equal canvases give equal bytes."""

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
    """Returns the characters, one line per row without trailing spaces, ending in a newline."""
    return codes_to_text(canvas.cells["ch"])


def codes_to_text(codes: npt.NDArray[np.uint32]) -> str:
    """Returns code points ``(height, width)`` as lines without trailing spaces, ending in a newline."""
    return "\n".join("".join(map(chr, row)).rstrip() for row in codes.tolist()) + "\n"


def canvas_to_json(canvas: Canvas) -> str:
    """Returns the size and, per row, runs of one style: ``[text, foreground, background]``, colors as ``#rrggbb``."""
    rows = []
    for row in canvas.cells:
        runs: list[list[str]] = []
        for code, fg, bg in zip(row["ch"].tolist(), row["fg"].tolist(), row["bg"].tolist(), strict=True):
            foreground, background = "#" + bytes(fg).hex(), "#" + bytes(bg).hex()
            if runs and runs[-1][1:] == [foreground, background]:
                runs[-1][0] += chr(code)
            else:
                runs.append([chr(code), foreground, background])
        rows.append(runs)
    return json.dumps({"height": canvas.height, "width": canvas.width, "rows": rows}, ensure_ascii=False)


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
