"""Floors that are one hand-drawn map (R-GEN-10 to R-GEN-14)."""

from footfall.api import Context, Step
from footfall.api.grid import LevelDraft, Room

from ..model.floor_records import Template
from . import connectivity, populate, standard, vaults

RECIPE = "core.stealth:fixed"
DEFAULT_TEMPLATE = "core.stealth:three_doors"
"""The map of floors that name none."""

DEFAULT_FILLING = "core.stealth:three_doors"
"""The creatures and items of maps that name no filling."""


def place_drawing(ctx: Context, draft: LevelDraft) -> None:
    """Stamps the floor's map (R-GEN-10, R-GEN-12, R-GEN-13)."""
    id = draft.step_data.get("template") or DEFAULT_TEMPLATE
    template = ctx.records.get(Template, "template", id)
    draft.step_data.setdefault("filling", template.filling)
    draft.arrivals.pop("up", None)
    draft.tiles[:] = draft.palette_index(standard.WALL)
    vaults.stamp_template(ctx, draft, template, 0, 0)
    draft.rooms[:] = [Room(y, x, 1, 1, "fixed", (y, x)) for y, x in draft.step_data.get("stops", ())]


def place_side_stairs(ctx: Context, draft: LevelDraft) -> None:
    """Places stairs into a side branch, if one starts here."""
    if draft.step_data.get("side"):
        cell = populate.draw_free_cell(ctx, draft, "side-at", populate.list_reachable_cells(ctx, draft), away=10)
        if cell is not None:
            connectivity.put_stairs(draft, None, None, cell)


def place_inhabitants(ctx: Context, draft: LevelDraft) -> None:
    """Places random creatures and items on the cells that the map allows (R-GEN-11)."""
    plan = populate.get_filling(ctx, draft, DEFAULT_FILLING)
    populate.fill_cells(ctx, draft, plan, populate.list_open_cells(ctx, draft))


STEPS = (
    Step("core.stealth:drawing", place_drawing),
    Step("core.stealth:drawing-side", place_side_stairs),
    Step("core.stealth:drawing-inhabitants", place_inhabitants),
    Step("core.stealth:connect", standard.connect_arrivals),
    Step("core.stealth:furnish", standard.furnish),
    Step("core.stealth:check", connectivity.check_floor),
)
