"""The floor as the character has seen it: what can be walked, and the first step of a way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from footfall.api import Play
from footfall.api.grid import Actor, Cell, Level, Tile, here, kernels

from ..disguise import disguised
from ..melee import AROUND, hostile
from ..moves import LOUD, colour_of, key_for
from ..player import player_of
from ..roster import present
from ..sight import index, sees

STEP, LOUD_STEP, DOOR, NEAR = 2, 3, 4, 8
"""Cost of a cell: plain ground, ground that is loud to walk on, a door to be opened, beside a creature."""

STRAIGHT, DIAGONAL = 10, 11
"""Weights of steps: of two ways of as many turns the straighter one is walked."""


def in_view(play: Play) -> list[Actor]:
    """Everybody else whom the character sees and takes for a creature, in order of arrival."""
    world, _, ground = here(play)
    return [
        other
        for other in present(play, world, ground)
        if other.id != world.player and sees(play, other.at) and disguised(play, other) is None
    ]


def seen_tiles(play: Play) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.intp], list[Tile]]:
    """Which cells the character has ever seen, the number of each one's tile as last seen, and the tiles."""
    _, level, ground = here(play)
    if level.memory.shape != level.tiles.shape:
        empty = np.zeros(level.tiles.shape, np.intp)
        return empty.astype(np.bool_), empty, ground.kinds
    return level.memory > 0, np.maximum(level.memory, 1).astype(np.intp) - 1, ground.kinds


def cells_with(play: Play, tag: str) -> list[Cell]:
    """Cells that the character has seen whose tile has a tag, in reading order."""
    _, level, _ = here(play)
    seen, numbers, kinds = seen_tiles(play)
    tagged = np.array([tag in kind.tags and not kind.secret for kind in kinds])
    top, left = level.origin
    return [(y + top, x + left) for y, x in np.argwhere(seen & tagged[numbers]).tolist()]


def costs(play: Play) -> npt.NDArray[np.uint16]:
    """What it costs to enter each cell, 0 where no way is known; uint16 ``(height, width)``."""
    world, level, ground = here(play)
    player = player_of(play)
    seen, numbers, kinds = seen_tiles(play)
    by_kind = np.array([_cost(play, player, kind) for kind in kinds], np.uint16)
    cost = np.where(seen, by_kind[numbers], 0).astype(np.uint16)
    for other in present(play, world, ground):
        if other.id == player.id or not sees(play, other.at):
            continue
        y, x = index(level, other.at)
        if hostile(play, player, other) and disguised(play, other) is None:
            near = cost[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
            near[near > 0] += NEAR
        cost[y, x] = 0
    return cost


def _cost(play: Play, player: Actor, kind: Tile) -> int:
    if kind.walkable:
        return LOUD_STEP if LOUD in kind.tags else STEP
    if kind.opens_to and (colour_of(kind) is None or key_for(play, player, kind)):
        return DOOR
    return 0


def frontier(level: Level, cost: npt.NDArray[np.uint16], seen: npt.NDArray[np.bool_]) -> list[Cell]:
    """Cells with a known way in beside cells that nobody has seen, in reading order."""
    dark = np.zeros_like(seen)
    height, width = seen.shape
    for dy, dx in AROUND:
        dark[max(0, -dy) : height - max(0, dy), max(0, -dx) : width - max(0, dx)] |= ~seen[
            max(0, dy) : height + min(0, dy), max(0, dx) : width + min(0, dx)
        ]
    top, left = level.origin
    return [(y + top, x + left) for y, x in np.argwhere((cost > 0) & dark).tolist()]


def first_step(play: Play, goals: Iterable[Cell], beside: bool = False, last: int = -1) -> int | None:
    """The direction (0..7) of the first step to the nearest of some cells; None if no way is known.

    Args:
        goals: where to.
        beside: to a neighbour of a goal, which may be no cell to stand on.
        last: the direction walked last: of equally good steps it is kept to.
    """
    _, level, _ = here(play)
    at = index(level, player_of(play).at)
    cost = costs(play)
    spots: Sequence[Cell] = [index(level, cell) for cell in goals]
    if beside:
        spots = [
            (y + dy, x + dx)
            for y, x in spots
            for dy, dx in AROUND
            if 0 <= y + dy < cost.shape[0] and 0 <= x + dx < cost.shape[1] and cost[y + dy, x + dx]
        ]
    spots = [spot for spot in spots if cost[spot]]
    if not spots:
        return None
    field = kernels.distance_map(cost, spots, straight_cost=STRAIGHT, diagonal_cost=DIAGONAL, reverse=True)
    ways = []
    for number, (dy, dx) in enumerate(AROUND):
        y, x = at[0] + dy, at[1] + dx
        if 0 <= y < field.shape[0] and 0 <= x < field.shape[1] and field[y, x] >= 0:
            weight = DIAGONAL if dy and dx else STRAIGHT
            ways.append((int(field[y, x]) + weight * int(cost[y, x]), number != last, number))
    return min(ways)[2] if ways else None
