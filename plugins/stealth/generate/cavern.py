"""The cavern: noise smoothed by a cellular automaton, connected and populated (R-GEN-15 to R-GEN-19)."""

from footfall.api import Context, Step
from footfall.api.grid import LevelDraft, build_cave_mask, carve_cave, find_far_half

from . import connectivity, populate, standard

RECIPE = "core.stealth:cavern"
ROCK, FLOOR = "core.stealth:rock", "core.stealth:cave_floor"

MIN_OPEN_CELLS = 200
"""Open cells below which a cavern is discarded and dug again."""


def carve_cavern(ctx: Context, draft: LevelDraft) -> None:
    """Digs the cavern around the stairs from above, if there are any (R-GEN-15, R-GEN-16)."""
    spec = populate.get_digging(ctx)
    for _ in range(spec.tries):
        seed = (ctx.roll("cave", 0, 0xFFFFFFFF) << 32) | ctx.roll("cave", 0, 0xFFFFFFFF)
        open_mask = build_cave_mask(
            draft.shape,
            seed,
            open_percent=spec.open,
            birth=spec.birth,
            death=spec.death,
            passes=spec.passes,
            open_cell=draft.arrivals.get("up"),
        )
        if int(open_mask.sum()) >= MIN_OPEN_CELLS:
            draft.tiles[:] = draft.palette_index(ROCK)
            carve_cave(draft, open_mask, FLOOR)
            return
    draft.failure = "no attempt made a cavern that is large enough"


def place_stairs(ctx: Context, draft: LevelDraft) -> None:
    """Places the stairs up where given, else anywhere, and the stairs down in the far half (R-GEN-17)."""
    open_mask = draft.find_tiles(FLOOR)
    cells = populate.list_cells(open_mask)
    up = draft.arrivals.pop("up", None)
    if up is None or not open_mask[up]:
        up = cells[ctx.roll("up", 0, len(cells) - 1)]
    far = [cell for cell in populate.list_cells(find_far_half(open_mask, up)) if cell != up]
    if len(far) < 2:
        draft.failure = "the cavern is too small"
        return
    down = far[ctx.roll("down", 0, len(far) - 1)]
    side = None
    if draft.step_data.get("side"):
        others = [cell for cell in far if cell != down]
        side = others[ctx.roll("side-at", 0, len(others) - 1)]
    connectivity.put_stairs(draft, up, down if connectivity.has_way_down(draft) else None, side)
    connectivity.place_prize(ctx, draft, down)


def place_inhabitants(ctx: Context, draft: LevelDraft) -> None:
    """Places creatures, items and rubble anywhere; a cavern has no rooms (R-GEN-18)."""
    populate.fill_cells(ctx, draft, populate.get_filling(ctx, draft, RECIPE), populate.list_open_cells(ctx, draft))


STEPS = (
    Step("core.stealth:carve", carve_cavern),
    Step("core.stealth:cave-stairs", place_stairs),
    *connectivity.STEPS,
    Step("core.stealth:cave-inhabitants", place_inhabitants),
    Step("core.stealth:furnish", standard.furnish),
    Step("core.stealth:check", connectivity.check_floor),
)
