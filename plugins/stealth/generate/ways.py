"""Stairs and the way between them (R-GEN-24, 25, 27)."""

from __future__ import annotations

import numpy as np

from footfall.api import Play
from footfall.api.grid import Brittle, Cell, Draft, Laid, Placed, chebyshev, connected, kernels, walking

from .fill import digging, open_cells
from .floors import plan_of

BOSS = "core.stealth:silent_regent"

WALKED, BROKEN = 1, 1000
"""Costs of an open cell and of a wall to break: the least walls first, then the shortest way."""


def put_stairs(draft: Draft, up: Cell | None, down: Cell | None, side: Cell | None = None) -> None:
    """Sets the stairs and settles their cells. A floor that places the character has no way up."""
    if up is not None:
        if draft.notes.get("player"):
            draft.arrivals["start"] = up
            draft.fixed[up] = True
        else:
            settle(draft, "up", up, "core.stealth:stairs_up")
    if down is not None:
        tile = "core.stealth:desert_stairs" if draft.notes.get("daylight") else "core.stealth:stairs_down"
        settle(draft, "down", down, tile)
    if side is not None:
        settle(draft, "side", side, "core.stealth:side_stairs")


def settle(draft: Draft, name: str, cell: Cell, tile: str) -> None:
    """Sets one staircase."""
    draft.arrivals[name] = cell
    draft.set(cell, tile)
    draft.fixed[cell] = True
    draft.taken[cell] = tile


def wants_down(draft: Draft) -> bool:
    """Whether a floor has a way down."""
    return not draft.notes.get("last")


def goal(play: Play, draft: Draft, at: Cell) -> None:
    """The last floor of the main branch holds the prize, and who keeps it."""
    plan = plan_of(play)
    if not draft.notes.get("goal") or not plan.goal:
        return
    draft.lay(Laid(plan.goal, at))
    draft.fixed[at] = True
    beside = [
        cell for cell in open_cells(play, draft) if chebyshev(cell, at) == 1 and cell not in draft.taken
    ]
    if not beside:
        draft.failed = "the prize has no keeper"
        return
    draft.place(Placed(BOSS, beside[play.roll("boss-at", 0, len(beside) - 1)]))


def ends(draft: Draft) -> list[Cell]:
    """The cells that must hang together: all arrivals."""
    return list(draft.arrivals.values())


def join(play: Play, draft: Draft) -> None:
    """Guarantees a way between the arrivals, breaking as few walls as possible (R-GEN-27)."""
    cells = ends(draft)
    open_ways = walking(draft, play.records, locked=False)
    if connected(open_ways, cells):
        return
    low, high = digging(play).fragile_hp
    for cell in cells[1:]:
        cost = np.where(open_ways, WALKED, BROKEN).astype(np.int32)
        cost[[0, -1]] = 0
        cost[:, [0, -1]] = 0
        path = kernels.find_path(cost, cells[0], cell, diagonal_cost=None, canonical=True)
        if path is None:
            draft.failed = f"there is no way from {cells[0]} to {cell}"
            return
        for y, x in path.tolist():
            if not open_ways[y, x]:
                rock = draft.at((y, x)).endswith("rock")
                fragile(draft, (y, x), play.roll("fragile-hp", low, high), rock)
                open_ways[y, x] = True


def fragile(draft: Draft, cell: Cell, hp: int, rock: bool = False) -> None:
    """A fragile wall: a tile and a fixture at one place (R-GEN-12)."""
    tile = "core.stealth:secret_rock" if rock else "core.stealth:secret_wall"
    draft.set(cell, tile)
    draft.fixtures.append(Brittle(tile, cell, hp))
    draft.fixed[cell] = True
    draft.taken[cell] = tile


def check(play: Play, draft: Draft) -> None:
    """The last step of every recipe: stairs connect, fragile walls are tile and fixture alike (R-GEN-5, 14, 25)."""
    tiles = {(y, x) for y, x in np.argwhere(draft.tagged(play.records, "fragile")).tolist()}
    if tiles != {fixture.at for fixture in draft.fixtures}:
        draft.failed = draft.failed or "fragile walls and their fixtures differ"
    if not connected(walking(draft, play.records, locked=False), ends(draft)):
        draft.failed = draft.failed or "the stairs do not connect"
