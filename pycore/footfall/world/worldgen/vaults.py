"""Vaults: hand-drawn rooms that are stamped into a draft."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.world.level import Cell
from footfall.world.level_draft import LevelDraft, Mask, Room

S = TypeVar("S")


class Vault(msgspec.Struct, Generic[S], frozen=True, dict=True):
    """A map drawn in characters.

    Attributes:
        rows: the drawing; blank cells are left unchanged.
        legend: meaning of each character, in a type of the game.
    """

    rows: Sequence[str]
    legend: Mapping[str, S]

    @property
    def shape(self) -> tuple[int, int]:
        """``(height, width)``."""
        return len(self.rows), max(len(row) for row in self.rows)

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """The characters of the drawing without blanks, in order of first appearance.

        Raises:
            ValueError: a character is not in the legend.
        """
        return tuple(dict.fromkeys(self.rows[y][x] for (y, x), _ in self.list_cells()))

    @cached_property
    def grid(self) -> npt.NDArray[np.int16]:
        """The index in `signs` of each cell, -1 for a blank: ``(height, width)``."""
        numbers = {sign: number for number, sign in enumerate(self.signs)}
        width = self.shape[1]
        return np.array([[numbers.get(sign, -1) for sign in row.ljust(width)] for row in self.rows], np.int16)

    def mark_signs(self, signs: Collection[str]) -> Mask:
        """Returns the cells with one of these characters."""
        marked = np.array([sign in signs for sign in (*self.signs, " ")])
        mask: Mask = marked[self.grid]
        return mask

    def list_cells(self) -> list[tuple[Cell, S]]:
        """Returns the cells with their meaning, row by row.

        Raises:
            ValueError: a character is not in the legend.
        """
        cells = []
        for y, row in enumerate(self.rows):
            for x, sign in enumerate(row):
                if sign == " ":
                    continue
                if sign not in self.legend:
                    known = " ".join(sorted(self.legend))
                    raise ValueError(f"row {y + 1}, column {x + 1}: {sign!r} is not in the legend; known: {known}")
                cells.append(((y, x), self.legend[sign]))
        return cells


def can_place_vault(occupied: Mask, vault: Vault[S], top: int, left: int, padding: int) -> bool:
    """Returns whether a vault fits: clear of `occupied`, with room for corridors around it."""
    height, width = vault.shape
    high, wide = occupied.shape
    if top < 2 or left < 2 or top + height > high - 2 or left + width > wide - 2:
        return False
    around = occupied[max(0, top - padding) : top + height + padding, max(0, left - padding) : left + width + padding]
    return not around.any()


def stamp_vault(
    draft: LevelDraft,
    vault: Vault[S],
    tile_by_char: Mapping[str, str],
    top: int,
    left: int,
    *,
    entrance_tiles: Collection[str] = (),
    walkable_tiles: Collection[str] = (),
    template: str = "",
) -> Room:
    """Sets the tiles of a vault, reserves its cells, and adds it to the draft as a room.

    Args:
        draft: modified.
        vault: the drawing.
        tile_by_char: tile id of each character.
        top, left: position of its upper left corner.
        entrance_tiles: tiles that are entrances at the edge of the vault.
        walkable_tiles: tiles that may be the center.
        template: record id of the vault.

    Returns:
        The room. Its gates are the cells outside its entrances; its center is the walkable cell nearest
        to the middle.
    """
    height, width = vault.shape
    drawn = vault.grid >= 0
    box = slice(top, top + height), slice(left, left + width)
    numbers = np.array([draft.palette_index(tile_by_char[sign]) for sign in vault.signs], np.uint8)
    draft.tiles[box][drawn] = numbers[vault.grid[drawn]]
    draft.reserved[box][drawn] = True
    gates: list[Cell] = []
    entrances = vault.mark_signs([sign for sign in vault.signs if tile_by_char[sign] in entrance_tiles])
    for y, x in np.argwhere(entrances).tolist():
        sides = ((y == 0, -1, 0), (y == height - 1, 1, 0), (x == 0, 0, -1), (x == width - 1, 0, 1))
        gates += [(top + y + dy, left + x + dx) for edge, dy, dx in sides if edge]
    walkable = vault.mark_signs([sign for sign in vault.signs if tile_by_char[sign] in walkable_tiles])
    center = _find_center(walkable)
    room = Room(top, left, height, width, "fixed", (top + center[0], left + center[1]), tuple(gates), template)
    draft.rooms.append(room)
    return room


def _find_center(walkable: Mask) -> Cell:
    """Returns the walkable cell nearest to the middle, the first of equals; the middle itself if there is none."""
    height, width = walkable.shape
    rows, columns = walkable.nonzero()
    if not rows.size:
        return height // 2, width // 2
    nearest = int((np.abs(rows - height // 2) + np.abs(columns - width // 2)).argmin())
    return int(rows[nearest]), int(columns[nearest])
