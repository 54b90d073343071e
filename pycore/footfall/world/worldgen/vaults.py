"""Drawings: maps in characters, stamped into a draft (R-GEN-10, R-GEN-21)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from footfall.world.level import Cell
from footfall.world.level_draft import LevelDraft, Mask, Room

S = TypeVar("S")


@dataclass(frozen=True)
class Vault(Generic[S]):
    """A map in characters.

    Attributes:
        rows: the drawing; blanks are cells it leaves as they are.
        signs: what each character stands for; what that is made of is the game's business.
    """

    rows: Sequence[str]
    legend: Mapping[str, S]

    @property
    def shape(self) -> tuple[int, int]:
        """``(height, width)``."""
        return len(self.rows), max(len(row) for row in self.rows)

    def list_cells(self) -> list[tuple[Cell, S]]:
        """Cells with what stands there, row by row.

        Raises:
            ValueError: a character has no meaning.
        """
        found = []
        for y, row in enumerate(self.rows):
            for x, sign in enumerate(row):
                if sign == " ":
                    continue
                if sign not in self.legend:
                    known = " ".join(sorted(self.legend))
                    raise ValueError(f"row {y + 1}, column {x + 1}: {sign!r} means nothing; known: {known}")
                found.append(((y, x), self.legend[sign]))
        return found


def can_place_vault(occupied: Mask, vault: Vault[S], top: int, left: int, padding: int) -> bool:
    """Whether a drawing lies clear of `occupied` and so far inside the map that corridors can go round it."""
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
    """Sets the tiles of a drawing, settles its cells, and adds it to the draft as a room.

    Args:
        tiles: tile id of each character.
        entrances: tiles that lead in where they stand at the edge of the drawing.
        floors: tiles to walk on.

    Returns:
        The room. Its gates are the cells outside its entrances; its centre is the floor cell
        nearest to its middle.
    """
    height, width = vault.shape
    gates: list[Cell] = []
    middle = (top + height // 2, left + width // 2)
    centre, nearest = middle, height + width
    for (y, x), _ in vault.list_cells():
        cell, id = (top + y, left + x), tile_by_char[vault.rows[y][x]]
        draft.set_tile(cell, id)
        draft.reserved[cell] = True
        if id in entrance_tiles:
            sides = ((y == 0, -1, 0), (y == height - 1, 1, 0), (x == 0, 0, -1), (x == width - 1, 0, 1))
            gates += [(cell[0] + dy, cell[1] + dx) for edge, dy, dx in sides if edge]
        distance = abs(cell[0] - middle[0]) + abs(cell[1] - middle[1])
        if id in walkable_tiles and distance < nearest:
            centre, nearest = cell, distance
    room = Room(top, left, height, width, "fixed", centre, tuple(gates), template)
    draft.rooms.append(room)
    return room
