"""Tile packs: pictures of cells, from sheets that mods bring."""

from __future__ import annotations

import io
import struct
import warnings
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import numpy as np
import numpy.typing as npt

from ..record_types import Glyph, MessageId, Record, RecordKind, Ref
from .palettes import TintName

if TYPE_CHECKING:
    from PIL import Image

SHEET_FOLDER = "pictures"
"""Folder of a mod that holds its sheets."""

MAX_SHEET_BYTES = 4 << 20
MAX_SHEET_SIDE = 2048
"""Limits of a sheet: bytes of its file, and pixels of its height and width."""

MAX_PACK_PIXELS = 4 * MAX_SHEET_SIDE**2
"""Pixels of the sheets of a pack in all; those that cannot be used count, too."""

_PNG_START, _PNG_HEADER = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", 33

MAX_VARIANTS = 64
MIN_CELL, MAX_CELL = 4, 128

SheetCell = tuple[Annotated[int, msgspec.Meta(ge=0, le=511)], Annotated[int, msgspec.Meta(ge=0, le=511)]]
"""Row and column of a sheet, from 0."""


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The picture of a thing or of a piece of ground.

    Attributes:
        at: rows and columns of the sheet; where there are several, each position of the map always has the same one.
        face: those for a wall whose southern neighbor is known and no wall; empty: as `at`.
        color: ``"own"``: the colors of the sheet, darker where there is less light; ``"tint"``: times the color of the
            sign that it replaces.
    """

    at: Annotated[tuple[SheetCell, ...], msgspec.Meta(min_length=1, max_length=MAX_VARIANTS)]
    face: Annotated[tuple[SheetCell, ...], msgspec.Meta(max_length=MAX_VARIANTS)] = ()
    color: Literal["own", "tint"] = "own"


class TilePack(Record, frozen=True):
    """A set of pictures that a player can choose; its sheets name it.

    Attributes:
        name: its name on the settings screen.
    """

    name: Annotated[str, MessageId()]


class TileSheet(Record, frozen=True):
    """A PNG file of square pictures, and their subjects. A subject without a picture in its pack keeps its sign.

    Of several pictures for one thing, that of the last sheet is drawn. Looks come before signs, signs before tints.

    Attributes:
        pack: the tile pack that it belongs to, of this mod or another one.
        file: its name in the folder ``pictures`` of the mod.
        cell: height and width of its pictures in pixels.
        looks: pictures by the looks of a cell: the id of a record, or of the looks of something unidentified.
        signs: pictures by sign.
        tints: pictures by tint of the sign.
    """

    pack: Annotated[str, Ref("tile_pack")]
    file: str
    cell: Annotated[int, msgspec.Meta(ge=MIN_CELL, le=MAX_CELL)]
    looks: dict[str, Picture] = msgspec.field(default_factory=dict)
    signs: dict[Annotated[str, Glyph()], Picture] = msgspec.field(default_factory=dict)
    tints: dict[TintName, Picture] = msgspec.field(default_factory=dict)


TILE_PACK_KINDS = (RecordKind("tile_pack", TilePack), RecordKind("tile_sheet", TileSheet))


class SheetError(ValueError):
    """A file that cannot be used as a sheet; the message says why."""


def measure_sheet(source: bytes) -> tuple[int, int]:
    """Returns the width and height of a sheet in pixels, by the header of its file.

    Raises:
        SheetError: it is not a PNG file, or too large.
    """
    if len(source) > MAX_SHEET_BYTES:
        raise SheetError(f"it is larger than {MAX_SHEET_BYTES >> 20} MiB")
    if not source.startswith(_PNG_START) or len(source) < _PNG_HEADER:
        raise SheetError("it is not a PNG file")
    width, height = struct.unpack(">II", source[16:24])
    if not min(width, height):
        raise SheetError("it has no pixels")
    if max(width, height) > MAX_SHEET_SIDE:
        raise SheetError(f"it has {width} by {height} pixels, more than {MAX_SHEET_SIDE} by {MAX_SHEET_SIDE}")
    return width, height


def read_sheet(source: bytes, cell: int) -> npt.NDArray[np.uint8]:
    """Reads the pictures of a sheet.

    Args:
        source: bytes of the PNG file.
        cell: height and width of a picture in pixels.

    Returns:
        uint8 ``(rows, columns, cell, cell, 4)``: red, green, blue, opacity.

    Raises:
        SheetError: it is not a PNG file, is damaged or too large, or its size is not a multiple of `cell`.
    """
    from PIL import Image, UnidentifiedImageError  # only here: records are read without it

    width, height = measure_sheet(source)  # before any memory is taken for it
    try:
        with (
            warnings.catch_warnings(action="error", category=Image.DecompressionBombWarning),
            Image.open(io.BytesIO(_keep_picture(source)), formats=("PNG",)) as image,
        ):
            if image.size != (width, height):
                raise ValueError("it has a second header")
            pixels = np.asarray(_narrow_gray(image).convert("RGBA"), np.uint8)
    except UnidentifiedImageError:  # its message has the address of an object
        raise SheetError("it is damaged") from None
    except Exception as error:  # Pillow has no common class for what a hostile file raises
        raise SheetError(f"it is damaged: {error}") from None
    rows, columns = height // cell, width // cell
    if height % cell or width % cell:
        text = f"it has {width} by {height} pixels, which is not a whole number of pictures of {cell} by {cell}"
        raise SheetError(text)
    return np.ascontiguousarray(pixels.reshape(rows, cell, columns, cell, 4).transpose(0, 2, 1, 3, 4))


def _narrow_gray(image: Image.Image) -> Image.Image:
    """Returns an image of gray values of 16 bits with 8, which Pillow would clip; any other as it is."""
    from PIL import Image  # only here, as above

    if not image.mode.startswith("I"):
        return image
    values = np.asarray(image, np.uint32)
    clear = values == image.info.get("transparency", -1)
    return Image.fromarray(np.dstack([(values >> 8).astype(np.uint8), np.where(clear, 0, 255).astype(np.uint8)]), "LA")


_PICTURE_CHUNKS = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}


def _keep_picture(source: bytes) -> bytes:
    """Returns a PNG without chunks that no picture needs: profiles, texts and animations, which cost time to read."""
    kept, start = [source[:8]], 8
    while start < len(source):
        end = start + 12 + int.from_bytes(source[start : start + 4], "big")
        if source[start + 4 : start + 8] in _PICTURE_CHUNKS:
            kept.append(source[start:end])
        start = end
    return b"".join(kept)


def find_missing_cell(sheet: TileSheet, rows: int, columns: int) -> tuple[str, SheetCell] | None:
    """Returns the first picture of a sheet that lies outside its rows and columns, by table and key, or None."""
    for table in ("looks", "signs", "tints"):
        pictures: dict[str, Picture] = getattr(sheet, table)
        for key, picture in pictures.items():
            for row, column in (*picture.at, *picture.face):
                if row >= rows or column >= columns:
                    return f"{table}.{key}", (row, column)
    return None
