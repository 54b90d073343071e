"""Vaults: hand-drawn rooms that are stamped into a draft."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from footfall.world.level import Cell
from footfall.world.level_draft import LevelDraft, Mask, Room

S = TypeVar("S")


@dataclass(frozen=True)
class Vault(Generic[S]):
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

    def list_cells(self) -> list[tuple[Cell, S]]:
        """Returns the cells with their meaning, row by row.

        Raises:
            ValueError: a character is not in the legend.
        """
        cells = []
        for y, row in enumerate(self.rows):
            for x, char in enumerate(row):
                if char == " ":
                    continue
                if char not in self.legend:
                    known = " ".join(sorted(self.legend))
                    raise ValueError(f"row {y + 1}, column {x + 1}: {char!r} is not in the legend; known: {known}")
                cells.append(((y, x), self.legend[char]))
        return cells


def can_place_vault(occupied: Mask, vault: Vault[S], top: int, left: int, padding: int) -> bool:
    """Returns whether a vault fits: clear of `occupied`, with room for corridors around it."""
    height, width = vault.shape
    high, wide = occupied.shape
    if top < 2 or left < 2 or top + height > high - 2 or left + width > wide - 2:
        return False
    pad = padding
    return not occupied[max(0, top - pad) : top + height + pad, max(0, left - pad) : left + width + pad].any()


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
    gates: list[Cell] = []
    middle = (top + height // 2, left + width // 2)
    center, nearest = middle, height + width
    for (y, x), _ in vault.list_cells():
        cell, id = (top + y, left + x), tile_by_char[vault.rows[y][x]]
        draft.set_tile(cell, id)
        draft.reserved[cell] = True
        if id in entrance_tiles:
            sides = ((y == 0, -1, 0), (y == height - 1, 1, 0), (x == 0, 0, -1), (x == width - 1, 0, 1))
            gates += [(cell[0] + dy, cell[1] + dx) for edge, dy, dx in sides if edge]
        distance = abs(cell[0] - middle[0]) + abs(cell[1] - middle[1])
        if id in walkable_tiles and distance < nearest:
            center, nearest = cell, distance
    room = Room(top, left, height, width, "fixed", center, tuple(gates), template)
    draft.rooms.append(room)
    return room
