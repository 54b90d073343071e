"""The pictures of a tile pack: their choice for each cell, their colors, and their scaling."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api.scene import Picture, TileSheet, Tint

from ..drawing.palette import Palette, UiTint
from .map_colors import BLANK, WALL_FACE, ColorMap, MapPicture, find_wall_light

FIRST_PICTURE = 0xF0000
"""Code of a square cell that shows the first picture; signs have smaller codes."""

THING_LIGHT = 0.4
"""Share of its own color that a thing in view keeps without light."""

HUE_SHARE = 0.5
"""Share of the light's color that a picture takes, in addition to its brightness."""

OLD_LIGHT = 0.4
"""Brightness of cells out of view on a map without light."""

_SIGNS, _MAX_TABLES = 0x10000, 64

Codes = npt.NDArray[np.uint32]
Bools = npt.NDArray[np.bool_]
SheetPixels = npt.NDArray[np.uint8]
"""Pictures of a sheet, uint8 ``(rows, columns, cell, cell, 4)``."""


class _Chosen(NamedTuple):
    """Pictures of cells: their codes, 0 for none, and whether they take the color of the sign."""

    codes: Codes
    is_tinted: Bools


class TileArt:
    """Pictures by look, sign and tint."""

    def __init__(self, sheets: Sequence[tuple[TileSheet, SheetPixels]]) -> None:
        """Collects the pictures of sheets; later sheets take precedence."""
        self._pixels: list[npt.NDArray[np.uint8]] = []
        entries: list[tuple[tuple[int, ...], tuple[int, ...], bool]] = [((0,), (0,), False)]
        self._looks: dict[str, int] = {}
        self._signs = np.zeros(_SIGNS, np.intp)
        self._tints = np.zeros(256, np.intp)
        for sheet, pixels in sheets:
            codes: dict[tuple[int, int], int] = {}

            def add(picture: Picture, pixels: SheetPixels = pixels, codes: dict[tuple[int, int], int] = codes) -> int:
                at, face = ([self._add_pixels(pixels, place, codes) for place in p] for p in (picture.at, picture.face))
                entries.append((tuple(at), tuple(face or at), picture.color == "tint"))
                return len(entries) - 1

            self._looks |= {look: add(picture) for look, picture in sheet.looks.items()}
            for sign, picture in sheet.signs.items():
                if ord(sign) < _SIGNS:
                    self._signs[ord(sign)] = add(picture)
            for tint, picture in sheet.tints.items():
                self._tints[Tint[tint]] = add(picture)
        self._at, self._at_count = _pad_rows([at for at, _, _ in entries])
        self._face, self._face_count = _pad_rows([face for _, face, _ in entries])
        self._is_tinted = np.array([tinted for _, _, tinted in entries], np.bool_)
        self._tables: dict[tuple[str, ...], npt.NDArray[np.intp]] = {}

    def _add_pixels(self, pixels: SheetPixels, place: tuple[int, int], codes: dict[tuple[int, int], int]) -> int:
        if place not in codes:
            codes[place] = FIRST_PICTURE + len(self._pixels)
            self._pixels.append(pixels[place])
        return codes[place]

    def find_pixels(self, code: int) -> npt.NDArray[np.uint8] | None:
        """Returns a picture at its own size, uint8 ``(cell, cell, 4)``; None if no picture has the code."""
        place = code - FIRST_PICTURE
        return self._pixels[place] if 0 <= place < len(self._pixels) else None

    def render(self, code: int, size: int) -> npt.NDArray[np.uint8]:
        """Returns a picture at a size: uint8 ``(size, size, 4)``.

        It is enlarged to a multiple, then averaged, so that all pixels count alike.
        """
        from PIL import Image  # only here: terminals need no pictures

        picture = self._pixels[code - FIRST_PICTURE]
        cell = picture.shape[0]
        if cell == size:
            return picture
        times = max(1, -(-size // cell))
        large = picture.repeat(times, 0).repeat(times, 1).astype(np.float32)
        large[..., :3] *= large[..., 3:] / 255
        bands = [Image.fromarray(large[..., band]).resize((size, size), Image.Resampling.BOX) for band in range(4)]
        scaled = np.stack([np.asarray(band) for band in bands], axis=-1)
        scaled[..., :3] *= 255 / np.maximum(scaled[..., 3:], 1)
        return scaled.round().clip(0, 255).astype(np.uint8)

    def place(
        self, picture: MapPicture, signs: npt.NDArray[np.void], unchanged: Bools, bg: ColorMap, palette: Palette
    ) -> tuple[npt.NDArray[np.void], npt.NDArray[np.void]]:
        """Returns the square cells of a part of the map with pictures, and those over them, with code 0 for nothing.

        The ground has pictures only where its background has no meaning of its own, and things where their sign would
        be seen; hatching and sounds over them stay signs.

        Args:
            unchanged: cells that show the sign of the scene.
            bg: color of the ground, ``(rows, columns, 3)`` from 0 to 255.
        """
        cells = picture.cells
        has_thing = cells.thing[picture.part] > 0 if cells.thing is not None else np.zeros(signs.shape, np.bool_)
        shown = unchanged & (picture.glyph != BLANK)
        plain = picture.ground == Tint.NONE
        ground = self._choose(picture, cells.ground, shown & plain, ~has_thing)
        thing = self._choose(picture, cells.thing, shown & has_thing, has_thing)
        has_ground, has_picture = ground.codes > 0, thing.codes > 0
        covers = has_picture | (has_ground & has_thing)
        lifted = covers | (has_ground & (signs["mark"] != 0))
        under, over = signs.copy(), np.zeros_like(signs)
        under["ch"] = np.where(has_ground, ground.codes, np.where(covers, BLANK, signs["ch"]))
        under["mark"] = np.where(lifted, 0, signs["mark"])
        over["ch"] = np.where(has_picture, thing.codes, np.where(covers, signs["ch"], np.where(lifted, BLANK, 0)))
        over["mark"] = np.where(lifted, signs["mark"], 0)
        light = _find_light(picture, bg, palette)
        ink = np.where(ground.is_tinted[..., None], palette.foreground[picture.ink, 0], 255)
        under["fg"] = np.where(has_ground[..., None], (light * ink).clip(0, 255), signs["fg"])
        near = np.where(plain[..., None], THING_LIGHT + (1 - THING_LIGHT) * light.clip(0, 1), 1)
        near = np.where((picture.ink == Tint.REMEMBERED)[..., None], light.clip(0, 1), near)
        over["fg"] = np.where((has_picture & ~thing.is_tinted)[..., None], 255 * near, signs["fg"])
        return under, over

    def _choose(
        self, picture: MapPicture, looks: npt.NDArray[np.uint16] | None, mask: Bools, by_sign: Bools
    ) -> _Chosen:
        """Chooses the pictures of one layer; `by_sign` are the cells whose sign belongs to it."""
        cells, part = picture.cells, picture.part
        entries = np.zeros(picture.ch.shape, np.intp)
        if looks is not None:
            table = self._tables.get(cells.records)
            if table is None:
                if len(self._tables) >= _MAX_TABLES:
                    self._tables.clear()
                table = np.array([0, *(self._looks.get(record, 0) for record in cells.records)], np.intp)
                self._tables[cells.records] = table
            entries = table[looks[part]]
        for table, keys in (
            (self._signs, np.where(picture.glyph < _SIGNS, picture.glyph, 0)),
            (self._tints, picture.ink),
        ):
            entries = np.where((entries == 0) & by_sign, table[keys], entries)
        rows = np.arange(part[0].start, part[0].stop, dtype=np.int64)[:, None] + cells.origin[0]
        columns = np.arange(part[1].start, part[1].stop, dtype=np.int64)[None, :] + cells.origin[1]
        mixed = (rows * 0x9E3779B1 ^ columns * 0x85EBCA77) & 0xFFFFFFFF
        mixed = ((mixed ^ mixed >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
        chance: npt.NDArray[np.intp] = (mixed >> 12).astype(np.intp)
        at = self._at[entries, chance % self._at_count[entries]]
        face = self._face[entries, chance % self._face_count[entries]]
        codes = np.where(mask & (entries > 0), np.where(picture.ch == WALL_FACE, face, at), 0)
        return _Chosen(codes.astype(np.uint32), self._is_tinted[entries])


def _find_light(picture: MapPicture, bg: ColorMap, palette: Palette) -> ColorMap:
    """Returns the light on each cell by color, 1 for full light, as the background shows it."""
    cells = picture.cells
    if cells.light is None:
        seen = cells.visible[picture.part] if cells.visible is not None else picture.ink != Tint.REMEMBERED
        return np.repeat(np.where(seen, 1.0, OLD_LIGHT)[..., None], 3, axis=-1)
    solid = cells.solid[picture.part] if cells.solid is not None else np.zeros(picture.ch.shape, np.bool_)
    full = np.where(solid[..., None], palette.background[UiTint.LIT_WALL], palette.background[UiTint.LIT_FLOOR])
    wall_light = np.where(picture.built, find_wall_light(palette), 1.0)
    light: ColorMap = bg / wall_light[..., None] / np.maximum(full, 1)
    gray = light.mean(axis=-1, keepdims=True)
    mixed: ColorMap = gray + (light - gray) * HUE_SHARE
    return mixed


def _pad_rows(rows: Sequence[Sequence[int]]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Returns rows of different lengths as one array, and the lengths."""
    table = np.zeros((len(rows), max(map(len, rows))), np.intp)
    for number, row in enumerate(rows):
        table[number, : len(row)] = row
    return table, np.array([len(row) for row in rows], np.intp)
