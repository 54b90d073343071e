"""Maps drawn by hand, put into a draft: tiles, and what stands and lies on them (R-GEN-10 to 13, R-GEN-21)."""

from __future__ import annotations

from footfall.api import Context
from footfall.api.grid import (
    Cell,
    LevelDraft,
    PlacedActor,
    PlacedFixture,
    PlacedItem,
    Room,
    Tile,
    Vault,
    can_place_vault,
    stamp_vault,
)

from ..records import ContainerKind, Legend, LegendEntry, SpawnTable, Template
from .dungeon_state import dungeon_of
from .populate import get_filling, place_container
from .tables import chance_on_floor, draw_kind

LEGEND_ID = "core.stealth:usual"
DEFAULT_TILE = "core.stealth:floor"
STAIR_TILES = {"up": "core.stealth:stairs_up", "down": "core.stealth:stairs_down"}


def build_drawing(ctx: Context, template: Template) -> Vault[LegendEntry]:
    """A template with the legend that all share."""
    legend = ctx.records.get(Legend, "legend", LEGEND_ID)
    return Vault(template.rows, {**legend.signs, **template.signs})


def tile_of_entry(ctx: Context, spot: LegendEntry) -> str:
    """The tile of a sign; containers have their own."""
    if spot.loot:
        return ctx.records.get(ContainerKind, "holder", spot.loot).tile
    return spot.tile or DEFAULT_TILE


def stamp_template(ctx: Context, draft: LevelDraft, template: Template, top: int, left: int) -> Room:
    """Stamps a template and puts its people and things where it says.

    Random things may come to cells whose sign allows it, and nowhere else (R-GEN-11).
    """
    plan = build_drawing(ctx, template)
    tiles = {sign: tile_of_entry(ctx, spot) for sign, spot in plan.legend.items()}
    kinds = ctx.records.table(Tile, "tile")
    room = stamp_vault(
        draft,
        plan,
        tiles,
        top,
        left,
        entrance_tiles={id for id in tiles.values() if "door" in kinds[id].tags},
        walkable_tiles={id for id in tiles.values() if kinds[id].walkable},
        template=template.id,
    )
    people: list[tuple[Cell, LegendEntry]] = []
    for (y, x), spot in plan.list_cells():
        cell = (top + y, left + x)
        if spot.allowed:
            draft.reserved[cell] = False
        if spot.secret != (0, 0):
            draft.fixtures.append(
                PlacedFixture(tiles[plan.rows[y][x]], cell, ctx.roll("secret-hp", *spot.secret))
            )
        if spot.loot:
            place_container(ctx, draft, ctx.records.get(ContainerKind, "holder", spot.loot), cell)
        if spot.item:
            draft.place_item(PlacedItem(spot.item, cell, inside=bool(spot.loot)))
        if spot.arrival:
            set_arrival(draft, spot.arrival, cell)
        if spot.creature or spot.any:
            people.append((cell, spot))
    for cell, spot in people:
        place_creature(ctx, draft, cell, spot)
    return room


def place_creature(ctx: Context, draft: LevelDraft, cell: Cell, spot: LegendEntry) -> None:
    """A creature that the drawing asks for: by name, or any of the floor's table (R-GEN-12)."""
    kind: str | None = spot.creature
    if spot.any:
        table = ctx.records.get(SpawnTable, "spawn", get_filling(ctx, draft, "core.stealth:standard").spawn)
        kind = draw_kind(ctx, "creature:any", table.rows, draft)
    if kind:
        draft.place_actor(PlacedActor(kind, cell))


def set_arrival(draft: LevelDraft, name: str, cell: Cell) -> None:
    """An arrival of the drawing. Without a character to place its start becomes the way up (R-GEN-13)."""
    if name == "start" and not draft.step_data.get("player"):
        name = "up"
    if name in STAIR_TILES:
        if name == "down" and draft.step_data.get("last"):
            return
        draft.set_tile(cell, STAIR_TILES[name])
        draft.occupants[cell] = STAIR_TILES[name]
    draft.arrivals[name] = cell


def list_candidates(ctx: Context, draft: LevelDraft, *, unique: bool) -> list[tuple[Template, int]]:
    """Drawn rooms that may come on this floor, with their chance in a hundred."""
    found = []
    used = dungeon_of(ctx.state).drawn
    for template in ctx.records.table(Template, "template").values():
        if template.room and template.unique is unique and template.id not in used:
            chance = chance_on_floor(template.chance, draft.floor)
            if chance:
                found.append((template, chance))
    return found


def find_corner(
    ctx: Context, draft: LevelDraft, template: Template, occupied: object
) -> tuple[int, int] | None:
    """A corner where a template fits, drawn once."""
    plan = build_drawing(ctx, template)
    (height, width), (high, wide) = plan.shape, draft.shape
    top = ctx.roll("drawn-top", 2, high - height - 2)
    left = ctx.roll("drawn-left", 2, wide - width - 2)
    return (top, left) if can_place_vault(occupied, plan, top, left, 1) else None  # type: ignore[arg-type]
