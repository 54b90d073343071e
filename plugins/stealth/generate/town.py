"""The town: the desert at the dungeon's entrance, floor 1 (R-GEN-6 to R-GEN-9)."""

from footfall.api import Context, Step
from footfall.api.grid import LevelDraft, PlacedActor, PlacedItem, Room

from ..model.floor_records import ContainerKind, Town
from . import connectivity, populate, standard
from .populate import draw_loot

RECIPE = "core.stealth:town"


def get_town(ctx: Context) -> Town:
    """The record with the town's layout."""
    return ctx.records.get(Town, "town", "core.stealth:usual")


def lay_out_desert(ctx: Context, draft: LevelDraft) -> None:
    """Fills the map with open desert; its edge leads home (R-GEN-6)."""
    town = get_town(ctx)
    draft.tiles[:] = draft.palette_index(town.edge)
    draft.tiles[1:-1, 1:-1] = draft.palette_index(town.ground)
    height, width = draft.shape
    draft.rooms.append(Room(1, 1, height - 2, width - 2, "rectangle", (height // 2, width // 2)))
    draft.step_data["daylight"] = True


def place_stairs(ctx: Context, draft: LevelDraft) -> None:
    """Places the stairs down and the character's start (R-GEN-7)."""
    town = get_town(ctx)
    start = draft.arrivals.pop("up", None) or town.start
    draft.arrivals["start"] = start
    draft.reserved[start] = True
    connectivity.put_stairs(draft, None, town.stairs)


def place_elder(ctx: Context, draft: LevelDraft) -> None:
    """Places the elder, his fire toward the stairs and his chest on the other side (R-GEN-8, D-40)."""
    town = get_town(ctx)
    holder = ctx.records.get(ContainerKind, "holder", town.holder)
    y, x = town.stairs[0] + town.south, town.stairs[1] - ctx.roll("elder", *town.west)
    draft.place_actor(PlacedActor(town.elder, (y, x)))
    draft.place_actor(PlacedActor(town.fire, (y, x + 1)))
    chest = (y, x - 1)
    draft.set_tile(chest, holder.tile)
    draft.occupants[chest] = holder.tile
    draft.reserved[y - 1 : y + 2, x - 2 : x + 3] = True
    draft.place_item(PlacedItem(town.gift, chest, is_contained=True))
    if ctx.chance("gift", town.second_gift_chance, 100):
        loot = draw_loot(ctx, holder.loot, draft)
        if loot is not None:
            draft.place_item(PlacedItem(loot[0], chest, loot[1], is_contained=True))


def place_inhabitants(ctx: Context, draft: LevelDraft) -> None:
    """Places creatures, items and rubble in the desert (R-GEN-9)."""
    populate.fill_cells(ctx, draft, populate.get_filling(ctx, draft, RECIPE), populate.list_open_cells(ctx, draft))


STEPS = (
    Step("core.stealth:desert", lay_out_desert),
    Step("core.stealth:desert-stairs", place_stairs),
    Step("core.stealth:elder", place_elder),
    Step("core.stealth:desert-inhabitants", place_inhabitants),
    Step("core.stealth:furnish", standard.furnish),
    Step("core.stealth:check", connectivity.check_floor),
)
