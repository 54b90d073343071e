"""The cavern: noise smoothed by a cellular automaton, joined, and filled (R-GEN-15 to R-GEN-19)."""

from __future__ import annotations

import numpy as np

from footfall.api import Play, Step
from footfall.api.grid import Draft, carve_cave, cave_mask, farthest

from . import fill, standard, ways

RECIPE = "core.stealth:cavern"
ROCK, FLOOR = "core.stealth:rock", "core.stealth:cave_floor"

LEAST = 200
"""Open cells below which a cavern is dug anew."""


def carve(play: Play, draft: Draft) -> None:
    """Digs the cavern, through the stairs given from above if there are any (R-GEN-15, R-GEN-16)."""
    plan = fill.digging(play)
    for _ in range(plan.tries):
        seed = (play.roll("cave", 0, 0xFFFFFFFF) << 32) | play.roll("cave", 0, 0xFFFFFFFF)
        opens = cave_mask(
            draft.shape,
            seed,
            open_percent=plan.open,
            birth=plan.birth,
            death=plan.death,
            passes=plan.passes,
            through=draft.arrivals.get("up"),
        )
        if int(opens.sum()) >= LEAST:
            draft.tiles[:] = draft.number(ROCK)
            carve_cave(draft, opens, FLOOR)
            return
    draft.failed = "no cavern came out"


def stairs(play: Play, draft: Draft) -> None:
    """The way up where it is given, else anywhere; the way down in the far half (R-GEN-16, R-GEN-17)."""
    opens = draft.where(FLOOR)
    cells = [(y, x) for y, x in np.argwhere(opens).tolist()]
    up = draft.arrivals.pop("up", None)
    if up is None or not opens[up]:
        up = cells[play.roll("up", 0, len(cells) - 1)]
    far = [(y, x) for y, x in np.argwhere(farthest(opens, up)).tolist() if (y, x) != up]
    if len(far) < 2:
        draft.failed = "the cavern is too small"
        return
    down = far[play.roll("down", 0, len(far) - 1)]
    side = None
    if draft.notes.get("side"):
        rest = [cell for cell in far if cell != down]
        side = rest[play.roll("side-at", 0, len(rest) - 1)]
    ways.put_stairs(draft, up, down if ways.wants_down(draft) else None, side)
    ways.goal(play, draft, down)


def inhabitants(play: Play, draft: Draft) -> None:
    """Creatures, objects and rubble anywhere: there are no rooms (R-GEN-18)."""
    fill.fill(play, draft, fill.filling(play, draft, RECIPE), fill.open_cells(play, draft))


STEPS = (
    Step("core.stealth:carve", carve),
    Step("core.stealth:cave-stairs", stairs),
    Step("core.stealth:cave-inhabitants", inhabitants),
    Step("core.stealth:furnish", standard.furnish),
    Step("core.stealth:check", ways.check),
)
