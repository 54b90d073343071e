"""Stamping a drawing at once is the same as setting its cells one by one."""

from __future__ import annotations

import numpy as np
import pytest
from generated import begin_context
from hypothesis import given, settings, strategies as st

from footfall.api.grid import LevelDraft, Room, Vault, stamp_vault
from footfall.engine.declarations.rules import Rules
from footfall.plugins.stealth.generate import vaults
from footfall.plugins.stealth.model.floor_records import LegendEntry, Template
from footfall.world.worldgen.vaults import can_place_vault

TILES = {"#": "wall", ".": "floor", "+": "door", "~": "water", "'": "floor"}
DRAWINGS = st.lists(st.text(alphabet=[*TILES, " "], min_size=1, max_size=9), min_size=1, max_size=7)


def stamp_cell_by_cell(
    draft: LevelDraft, vault: Vault[str], top: int, left: int, doors: set[str], walkable: set[str]
) -> None:
    """The definition of `stamp_vault`."""
    height, width = vault.shape
    middle = (top + height // 2, left + width // 2)
    center, nearest, gates = middle, height + width, []
    for (y, x), id in vault.list_cells():
        cell = (top + y, left + x)
        draft.set_tile(cell, id)
        draft.reserved[cell] = True
        if id in doors:
            sides = ((y == 0, -1, 0), (y == height - 1, 1, 0), (x == 0, 0, -1), (x == width - 1, 0, 1))
            gates += [(cell[0] + dy, cell[1] + dx) for edge, dy, dx in sides if edge]
        distance = abs(cell[0] - middle[0]) + abs(cell[1] - middle[1])
        if id in walkable and distance < nearest:
            center, nearest = cell, distance
    draft.rooms.append(Room(top, left, height, width, "fixed", center, tuple(gates), "test:drawing"))


@given(DRAWINGS, st.integers(0, 3), st.integers(0, 3))
@settings(max_examples=300, deadline=None)
def test_a_stamp_sets_the_cells_of_its_drawing(rows: list[str], top: int, left: int) -> None:
    vault = Vault(rows, TILES)
    drafts = [LevelDraft("test:stamp", (12, 14), "rock") for _ in range(2)]
    doors, open_tiles = {"door"}, {"floor", "door"}
    stamp_cell_by_cell(drafts[0], vault, top, left, doors, open_tiles)
    stamp_vault(
        drafts[1],
        vault,
        TILES,
        top,
        left,
        entrance_tiles=doors,
        walkable_tiles=open_tiles,
        template="test:drawing",
    )
    for name in ("tiles", "reserved"):
        assert np.array_equal(getattr(drafts[0], name), getattr(drafts[1], name))
    assert drafts[0].palette == drafts[1].palette
    assert drafts[0].rooms == drafts[1].rooms


def test_a_drawing_with_an_unknown_sign_is_refused_whole() -> None:
    draft = LevelDraft("test:stamp", (5, 5), "rock")
    with pytest.raises(ValueError, match=r"row 2, column 1: '\?' is not in the legend"):
        stamp_vault(draft, Vault(("##", "?#"), TILES), TILES, 1, 1)
    assert not draft.tiles.any()
    assert not draft.reserved.any()


def test_each_mod_set_has_stamps_of_its_own(rules: Rules) -> None:
    """A template that a mod patches keeps its id; the stamp of the unpatched one is not used for it."""
    ctx = begin_context(rules, 0)
    first = Template(id="test:patched", rows=("##", "#."), signs={})
    second = Template(id="test:patched", rows=("..", ".."), signs={".": LegendEntry(tile="core.stealth:wall")})
    for template, tile in ((first, "core.stealth:floor"), (second, "core.stealth:wall"), (first, "core.stealth:floor")):
        draft = LevelDraft("test:stamp", (4, 4), "core.stealth:rock")
        vaults.stamp_template(ctx, draft, template, 1, 1)
        assert draft.tile_at((2, 2)) == tile


@pytest.mark.parametrize("taken", [(0, 4), (8, 4), (4, 0), (4, 10), (4, 5)])
def test_a_vault_keeps_its_distance_from_what_is_there_and_from_the_border(taken: tuple[int, int]) -> None:
    occupied = np.zeros((9, 11), np.bool_)
    occupied[taken] = True
    vault = Vault(["###", "###"], TILES)
    for top in range(-1, 10):
        for left in range(-1, 12):
            is_inside = 2 <= top <= 9 - 2 - 2 and 2 <= left <= 11 - 3 - 2
            is_near = top - 2 <= taken[0] < top + 2 + 2 and left - 2 <= taken[1] < left + 3 + 2
            assert can_place_vault(occupied, vault, top, left, 2) == (is_inside and not is_near)
