"""Exports a canvas as pixels, PNG or GIF, and the stages of generation too. Equal canvases give equal bytes."""

import io
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from footfall.api.scene import Stage, Tint
from footfall.disk import write_file

from ..map.square_tiles import SquareAtlas, load_square_atlas, whiten
from .canvas import THROUGH, Canvas, SquareCells, codes_to_text
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
    rows = (slice(row, row + 1) for row in range(len(places)))  # all at once need 20 times the memory of the image
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
    """Returns the image of square cells with their overlay."""
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


def write_canvas_png(canvas: Canvas, path: Path | str) -> None:
    """Writes a PNG file."""
    _write_picture(Path(path), Image.fromarray(render_pixels(canvas)), "PNG", optimize=True)


def write_canvas_gif(canvases: Iterable[Canvas], path: Path | str, milliseconds: int = 400) -> None:
    """Writes canvases of one size, which are drawn one by one, as a looping GIF file.

    Raises:
        ValueError: there are no canvases.
    """
    glyphs = GlyphAtlas()
    frames = (Image.fromarray(render_pixels(canvas, glyphs)).quantize(128) for canvas in canvases)
    first = next(frames, None)
    if first is None:
        raise ValueError("a GIF needs at least one canvas")
    _write_picture(Path(path), first, "GIF", save_all=True, append_images=frames, duration=milliseconds, loop=0)


def _write_picture(path: Path, image: Image.Image, format: str, **options: Any) -> None:
    data = io.BytesIO()
    image.save(data, format, **options)
    write_file(path, data.getvalue())


CAPTION_ROWS = 7
"""Maximum caption rows under an image; longer captions keep the heading and the last rows."""

FIRST_FRAME_MS, FRAME_MS, LAST_FRAME_MS = 600, 400, 3000
"""Durations of the frames of an animation."""

MAX_SHEET_WIDTH = 2400
"""Maximum width of a contact sheet in pixels, unless one image is wider."""

GIF_COLORS, PALETTE_SAMPLES = 96, 12
"""Colors in the palette of an animation, and the number of frames it is computed from."""

RgbImage = npt.NDArray[np.uint8]


def stage_to_text(stage: Stage) -> str:
    """Returns the characters, one line per row without trailing spaces, ending in a newline."""
    return codes_to_text(stage.cells.glyph)


def render_stage(stage: Stage, glyphs: GlyphAtlas | None = None) -> RgbImage:
    """Returns the image of a stage, uint8 ``(height, width, 3)``: its own, or its rendered cells."""
    if stage.image is not None:
        return stage.image
    cells = stage.cells
    canvas = Canvas(*cells.glyph.shape)
    canvas.cells["ch"] = cells.glyph
    canvas.cells["fg"] = canvas.palette.foreground[cells.fg, cells.bg]
    canvas.cells["bg"] = canvas.palette.background[cells.bg]
    return render_pixels(canvas, glyphs)


def write_stages_png(
    stages: Sequence[Stage], path: Path | str, captions: Sequence[Sequence[str]] = (), most_rows: int = CAPTION_ROWS
) -> None:
    """Writes one image, or several as a contact sheet, as a PNG file.

    Args:
        stages: the stages, in reading order.
        captions: lines under each image; the first is its heading.
        most_rows: rows of a caption; one with more loses the first of them.
    """
    frames = list(_render_frames(stages, captions, None, most_rows))
    height, width = frames[0].shape[:2]
    across = min(len(frames), max(1, MAX_SHEET_WIDTH // width))
    down = -(-len(frames) // across)
    sheet = np.zeros((height * down, width * across, 3), np.uint8)
    for number, frame in enumerate(frames):
        y, x = number // across * height, number % across * width
        sheet[y : y + height, x : x + width] = frame
    _write_picture(Path(path), Image.fromarray(sheet), "PNG", optimize=True)


def write_stages_gif(stages: Sequence[Stage], path: Path | str, captions: Sequence[Sequence[str]] = ()) -> None:
    """Writes a looping GIF file; the last frame is shown longest."""
    count = len(stages)
    samples = [*range(0, count, -(-count // PALETTE_SAMPLES)), count - 1]
    palette = Image.fromarray(np.concatenate(list(_render_frames(stages, captions, samples)))).quantize(GIF_COLORS)
    pictures = _render_frames(stages, captions)
    frames = (Image.fromarray(picture).quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures)
    lengths = [FIRST_FRAME_MS, *[FRAME_MS] * (count - 2), LAST_FRAME_MS][-count:]
    options = {"append_images": frames, "duration": lengths, "loop": 0, "optimize": True}
    _write_picture(Path(path), next(frames), "GIF", save_all=True, **options)


def _render_frames(
    stages: Sequence[Stage],
    captions: Sequence[Sequence[str]],
    numbers: Iterable[int] | None = None,
    most_rows: int = CAPTION_ROWS,
) -> Iterator[RgbImage]:
    """Yields the images with their captions below, all of one size, one by one; `numbers` selects some of them."""
    glyphs = GlyphAtlas()
    columns = max(40, render_stage(stages[0], glyphs).shape[1] // glyphs.width)
    wrapped = []
    for head, *lines in captions:
        rows = [row for line in lines for row in textwrap.wrap(line, columns - 2, subsequent_indent="  ")]
        wrapped.append([textwrap.shorten(head, columns - 2, placeholder="..."), *rows[-(most_rows - 1) :]])
    height = max(map(len, wrapped), default=0)
    for number in range(len(stages)) if numbers is None else numbers:
        image = render_stage(stages[number], glyphs)
        if wrapped:
            canvas = Canvas(height, columns)
            pane = canvas.pane()
            for row, line in enumerate(wrapped[number]):
                for column, sign in enumerate(line, 1):
                    pane.put(row, column, sign, Tint.TEXT if row else Tint.STRONG)
            caption = render_pixels(canvas, glyphs)
            width = max(image.shape[1], caption.shape[1])
            image = np.concatenate([_widen_image(image, width), _widen_image(caption, width)])
        yield image


def _widen_image(image: RgbImage, width: int) -> RgbImage:
    """Puts an image into the middle of a wider one."""
    more = width - image.shape[1]
    corner = image[:1, :1]
    left, right = (np.broadcast_to(corner, (image.shape[0], n, 3)) for n in (more // 2, more - more // 2))
    return np.concatenate([left, image, right], axis=1)
