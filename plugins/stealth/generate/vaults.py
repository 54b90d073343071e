"""Stamps vaults, hand-drawn rooms and maps, with their creatures and items (R-GEN-10 to 13, 21)."""

from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.api import Context
from footfall.api.grid import Cell, LevelDraft, PlacedActor, PlacedItem, Room, Tile, Vault, can_place_vault, stamp_vault

from ..model.floor_records import ContainerKind, Legend, LegendEntry, SpawnTable, Template
from . import connectivity
from .dungeon_state import dungeon_of
from .populate import chance_on_floor, draw_kind, get_filling, place_container

LEGEND_ID = "core.stealth:usual"
DEFAULT_TILE = "core.stealth:floor"
STAIR_TILES = {"up": connectivity.UP, "down": connectivity.DOWN}


def build_drawing(ctx: Context, template: Template) -> Vault[LegendEntry]:
    """A template with the shared legend, which its own entries override."""
    legend = ctx.records.get(Legend, "legend", LEGEND_ID)
    return Vault(template.rows, {**legend.signs, **template.signs})


def tile_of_entry(ctx: Context, entry: LegendEntry) -> str:
    """The tile of a legend entry; containers bring their own."""
    if entry.loot:
        return ctx.records.get(ContainerKind, "holder", entry.loot).tile
    return entry.tile or DEFAULT_TILE


class Stamp(msgspec.Struct, frozen=True):
    """A template with all that depends on the records alone.

    Attributes:
        vault: the drawing.
        tiles: the tile of each sign.
        entrances, walkable: the tiles that are doors, and those to stand on.
        random_mask: cells that may receive random content (R-GEN-11).
        filled_cells: cells with a creature, an item, a container, an arrival or a fragile wall, row by row.
    """

    template: Template
    vault: Vault[LegendEntry]
    tiles: dict[str, str]
    entrances: frozenset[str]
    walkable: frozenset[str]
    random_mask: npt.NDArray[np.bool_]
    filled_cells: tuple[tuple[Cell, LegendEntry], ...]


@lru_cache(maxsize=8)
def _stamps_of(records: Any) -> dict[str, Stamp]:
    """The stamps of a mod set, by id of the template."""
    return {}


def get_stamp(ctx: Context, template: Template) -> Stamp:
    """Returns the stamp of a template, built on first use."""
    stamps = _stamps_of(ctx.records)
    stamp = stamps.get(template.id)
    if stamp is None or stamp.template is not template:
        stamp = stamps[template.id] = build_stamp(ctx, template)
    return stamp


def build_stamp(ctx: Context, template: Template) -> Stamp:
    """Builds the stamp of a template."""
    vault = build_drawing(ctx, template)
    tiles = {sign: tile_of_entry(ctx, entry) for sign, entry in vault.legend.items()}
    tiles_by_id = ctx.records.table(Tile, "tile")
    return Stamp(
        template,
        vault,
        tiles,
        frozenset(id for id in tiles.values() if "door" in tiles_by_id[id].tags),
        frozenset(id for id in tiles.values() if tiles_by_id[id].walkable),
        vault.mark_signs([sign for sign in vault.signs if vault.legend[sign].allows_random]),
        tuple((cell, entry) for cell, entry in vault.list_cells() if is_filled(entry)),
    )


def is_filled(entry: LegendEntry) -> bool:
    """Whether a cell of this entry holds more than its tile."""
    named = entry.creature or entry.item or entry.loot or entry.arrival or entry.is_stop
    return bool(named or entry.has_random_creature or entry.secret != (0, 0))


def draw_variant(ctx: Context, template: Template) -> Template:
    """A template after its rolls: its mirror image, and which cell keeps a sign whose others become `other_sign`."""
    rows = [list(row) for row in template.rows]
    if template.is_mirrored:
        image = ctx.roll("mirrored", 0, 3)
        rows = rows[:: -1 if image & 1 else 1]
        rows = [row[:: -1 if image & 2 else 1] for row in rows]
    for sign, entry in template.signs.items():
        if entry.other_sign:
            cells = [(y, x) for y, row in enumerate(rows) for x, other in enumerate(row) if other == sign]
            for y, x in cells:
                rows[y][x] = entry.other_sign
            y, x = cells[ctx.roll(f"one {sign}", 0, len(cells) - 1)]
            rows[y][x] = sign
    return msgspec.structs.replace(template, rows=tuple(map("".join, rows)))


def stamp_template(ctx: Context, draft: LevelDraft, template: Template, top: int, left: int) -> Room:
    """Stamps a template and places its creatures, items and fixtures.

    Only cells whose legend entry allows it may later receive random content (R-GEN-11).
    """
    varies = template.is_mirrored or any(entry.other_sign for entry in template.signs.values())
    stamp = build_stamp(ctx, draw_variant(ctx, template)) if varies else get_stamp(ctx, template)
    room = stamp_vault(
        draft,
        stamp.vault,
        stamp.tiles,
        top,
        left,
        entrance_tiles=stamp.entrances,
        walkable_tiles=stamp.walkable,
        template=template.id,
    )
    draft.reserved[room.box][stamp.random_mask] = False
    creatures: list[tuple[Cell, LegendEntry]] = []
    for (y, x), entry in stamp.filled_cells:
        cell = (top + y, left + x)
        if entry.secret != (0, 0):
            tile = stamp.tiles[stamp.vault.rows[y][x]]
            connectivity.add_fragile_fixture(ctx, draft, cell, tile, entry.secret)
        if entry.loot:
            place_container(ctx, draft, ctx.records.get(ContainerKind, "holder", entry.loot), cell)
        if entry.item:
            draft.place_item(PlacedItem(entry.item, cell, is_contained=bool(entry.loot)))
        if entry.arrival:
            set_arrival(draft, entry.arrival, cell)
        if entry.is_stop:
            draft.step_data.setdefault("stops", []).append(cell)
        if entry.creature or entry.has_random_creature:
            creatures.append((cell, entry))
    for cell, entry in creatures:
        place_creature(ctx, draft, cell, entry)
    return room


def place_creature(ctx: Context, draft: LevelDraft, cell: Cell, entry: LegendEntry) -> None:
    """Places a creature: the named one, or any of the floor's spawn table (R-GEN-12)."""
    kind: str | None = entry.creature
    if entry.has_random_creature:
        table = ctx.records.get(SpawnTable, "spawn", get_filling(ctx, draft, "core.stealth:standard").spawn)
        kind = draw_kind(ctx, "creature:any", table.rows, draft)
    if kind:
        draft.place_actor(PlacedActor(kind, cell))


def set_arrival(draft: LevelDraft, name: str, cell: Cell) -> None:
    """Places an arrival. Unless the character starts on this floor, a start becomes stairs up (R-GEN-13)."""
    if name == "start" and not draft.step_data.get("player"):
        name = "up"
    if name in STAIR_TILES:
        if name == "down" and draft.step_data.get("last"):
            return
        draft.set_tile(cell, STAIR_TILES[name])
        draft.occupants[cell] = STAIR_TILES[name]
    draft.arrivals[name] = cell


def list_candidates(ctx: Context, draft: LevelDraft, *, unique: bool) -> list[tuple[Template, int]]:
    """Vaults that may appear on this floor, with their percent chance."""
    candidates = []
    used = dungeon_of(ctx.state).used_templates
    for template in ctx.records.table(Template, "template").values():
        if template.is_vault and template.is_unique is unique and template.id not in used:
            chance = chance_on_floor(template.chance, draft.floor)
            if chance:
                candidates.append((template, chance))
    return candidates


def find_corner(
    ctx: Context, draft: LevelDraft, template: Template, occupied: npt.NDArray[np.bool_]
) -> tuple[int, int] | None:
    """Draws one top left corner; None if the template does not fit there."""
    vault = get_stamp(ctx, template).vault
    (height, width), (map_height, map_width) = vault.shape, draft.shape
    top = ctx.roll("drawn-top", 2, map_height - height - 2)
    left = ctx.roll("drawn-left", 2, map_width - width - 2)
    return (top, left) if can_place_vault(occupied, vault, top, left, 1) else None
