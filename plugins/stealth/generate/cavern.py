"""The cavern: noise smoothed by a cellular automaton, joined, and filled (R-GEN-15 to R-GEN-19)."""

from __future__ import annotations

import numpy as np

from footfall.api import Context, Step
from footfall.api.grid import LevelDraft, build_cave_mask, carve_cave, find_far_half

from . import connectivity, populate, standard

RECIPE = "core.stealth:cavern"
ROCK, FLOOR = "core.stealth:rock", "core.stealth:cave_floor"

MIN_OPEN_CELLS = 200
"""Open cells below which a cavern is dug anew."""


def carve_cavern(ctx: Context, draft: LevelDraft) -> None:
    """Digs the cavern, through the stairs given from above if there are any (R-GEN-15, R-GEN-16)."""
    plan = populate.get_digging(ctx)
    for _ in range(plan.tries):
        seed = (ctx.roll("cave", 0, 0xFFFFFFFF) << 32) | ctx.roll("cave", 0, 0xFFFFFFFF)
        opens = build_cave_mask(
            draft.shape,
            seed,
            open_percent=plan.open,
            birth=plan.birth,
            death=plan.death,
            passes=plan.passes,
            open_cell=draft.arrivals.get("up"),
        )
        if int(opens.sum()) >= MIN_OPEN_CELLS:
            draft.tiles[:] = draft.palette_index(ROCK)
            carve_cave(draft, opens, FLOOR)
            return
    draft.failure = "no cavern came out"


def place_stairs(ctx: Context, draft: LevelDraft) -> None:
    """The way up where it is given, else anywhere; the way down in the far half (R-GEN-16, R-GEN-17)."""
    opens = draft.find_tiles(FLOOR)
    cells = [(y, x) for y, x in np.argwhere(opens).tolist()]
    up = draft.arrivals.pop("up", None)
    if up is None or not opens[up]:
        up = cells[ctx.roll("up", 0, len(cells) - 1)]
    far = [(y, x) for y, x in np.argwhere(find_far_half(opens, up)).tolist() if (y, x) != up]
    if len(far) < 2:
        draft.failure = "the cavern is too small"
        return
    down = far[ctx.roll("down", 0, len(far) - 1)]
    side = None
    if draft.step_data.get("side"):
        rest = [cell for cell in far if cell != down]
        side = rest[ctx.roll("side-at", 0, len(rest) - 1)]
    connectivity.put_stairs(draft, up, down if connectivity.has_way_down(draft) else None, side)
    connectivity.place_prize(ctx, draft, down)


def place_inhabitants(ctx: Context, draft: LevelDraft) -> None:
    """Creatures, objects and rubble anywhere: there are no rooms (R-GEN-18)."""
    populate.fill_cells(
        ctx, draft, populate.get_filling(ctx, draft, RECIPE), populate.list_open_cells(ctx, draft)
    )


STEPS = (
    Step("core.stealth:carve", carve_cavern),
    Step("core.stealth:cave-stairs", place_stairs),
    Step("core.stealth:cave-inhabitants", place_inhabitants),
    Step("core.stealth:furnish", standard.furnish),
    Step("core.stealth:check", connectivity.check_floor),
)
