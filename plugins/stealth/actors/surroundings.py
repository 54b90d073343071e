"""The surroundings of an actor: the tiles under and around it, its enemies, and those next to it."""

import numpy as np

from footfall.api.grid import Actor, Cell, Level, LevelIndex, Tile, chebyshev_distance, get_level_index

from ..model.phase import Phase, get_actor_index

DAYLIGHT_TAG = "daylight"
"""Tag of tiles in the open, where the range of sight is unlimited."""


WATER_TAG = "water"
"""Tag of water: it is not walkable, but the player's character can swim (P-WAY-3)."""

PREY_SIDE = {"hostile": "adventurer", "player": "hostile"}
"""Side to the side that it hunts; the player is handled separately. Others fight only a personal enemy (R-AI-20)."""

NO_IDS: list[int] = []


def array_index(level: Level, cell: Cell) -> Cell:
    """The index of a cell in the arrays of any level; see `Phase.array_index`."""
    return cell[0] - level.origin[0], cell[1] - level.origin[1]


def is_in_daylight(phase: Phase, cell: Cell) -> bool:
    """Whether a cell is in the open, where the lamp is useless (D-10)."""
    return DAYLIGHT_TAG in phase.tile(cell).tags


def is_in_water(phase: Phase, cell: Cell) -> bool:
    """Whether a cell is water."""
    return WATER_TAG in phase.tile(cell).tags


def level_of_actor(phase: Phase, actor: Actor) -> tuple[Level, LevelIndex]:
    """The level of an actor, and its index."""
    level = phase.level
    if level is not None and level.id == actor.level:
        return level, phase.ground
    level = phase.world.levels[actor.level]
    return level, get_level_index(phase.world, level, phase.records)


def tile_at(phase: Phase, actor: Actor, cell: Cell) -> Tile | None:
    """The tile of a cell of the actor's level; None outside."""
    level, derived = level_of_actor(phase, actor)
    (top, left), (y, x) = level.origin, cell
    y, x = y - top, x - left
    height, width = level.tiles.shape
    return derived.tile_kinds[level.tiles.item(y, x)] if 0 <= y < height and 0 <= x < width else None


def list_free_cells(phase: Phase) -> np.ndarray:
    """The walkable cells of the level without an actor, in reading order: an integer array of shape (n, 2)."""
    walkable = phase.ground.grid.walkable
    if walkable is None:
        return np.empty((0, 2), np.int64)
    free = walkable.copy()
    top, left = phase.level.origin
    for y, x in phase.ground.actor_by_cell:
        free[y - top, x - left] = False
    return np.argwhere(free) + phase.level.origin


def list_actors_near(phase: Phase, cell: Cell, distance: int) -> list[Actor]:
    """The actors of the level up to a distance in cells from a cell, in reading order."""
    (row, column), (top, left), cells = phase.array_index(cell), phase.level.origin, phase.ground.actor_by_cell
    first_y, first_x = max(0, row - distance), max(0, column - distance)
    taken = phase.ground.occupied_mask[first_y : row + distance + 1, first_x : column + distance + 1]
    y, x = first_y + top, first_x + left
    return [phase.world.actors[cells[y + down, x + right]] for down, right in np.argwhere(taken).tolist()]


NEIGHBOR_OFFSETS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Steps (dy, dx) of the directions 0 to 7, clockwise from north."""


ENEMY_SIDES = frozenset(
    {("hostile", "player"), ("player", "hostile"), ("hostile", "adventurer"), ("adventurer", "hostile")}
)
"""Sides that are enemies; a grudge (`Mind.foe`) can make others enemies, too."""


def direction_to(origin: Cell, neighbor: Cell) -> int:
    """The direction (0 to 7) of a neighboring cell."""
    return NEIGHBOR_OFFSETS.index((neighbor[0] - origin[0], neighbor[1] - origin[1]))


def find_target(phase: Phase, actor: Actor, foe: int) -> tuple[Actor | None, int]:
    """The enemy that a creature considers, and its distance in cells; `foe` is its personal enemy, 0 for none."""
    player = phase.player
    if foe and foe in phase.index.all:
        other = phase.world.actors[foe]
        return other, chebyshev_distance(actor.at, other.at)
    if actor.side == "hostile" and phase.hunts_player:
        return player, chebyshev_distance(actor.at, player.at)
    best: Actor | None = None
    nearest = 0
    if actor.side == "hostile" and phase.is_player_here:
        best, nearest = player, chebyshev_distance(actor.at, player.at)
    if best is None or phase.settings.ai_pc_priority != "always":
        for id in phase.index.by_side.get(PREY_SIDE.get(actor.side, ""), NO_IDS):
            other = phase.world.actors[id]
            distance = chebyshev_distance(actor.at, other.at)
            if best is None or distance < nearest:
                best, nearest = other, distance
    return best, nearest


def are_enemies(phase: Phase, actor: Actor, other: Actor) -> bool:
    """Whether two actors are enemies."""
    if (actor.side, other.side) in ENEMY_SIDES:
        return True
    minds = phase.stealth.minds
    mine, theirs = minds.get(actor.id), minds.get(other.id)
    return (mine is not None and mine.foe == other.id) or (theirs is not None and theirs.foe == actor.id)


def list_adjacent_enemies(phase: Phase, actor: Actor, at: Cell | None = None, ignored_actor: int = 0) -> list[Actor]:
    """Enemies on the cells around an actor (or around the cell `at`)."""
    world = phase.world
    level, here = level_of_actor(phase, actor)
    index = phase.index if level is phase.level else get_actor_index(phase, world, here)
    if index.two_sides:  # the usual case: all actors of the other side are enemies
        enemies = index.enemies.get(actor.side, ())
        if len(enemies) < len(NEIGHBOR_OFFSETS):
            y, x = center = at or actor.at
            return [
                foe
                for id in enemies
                if abs((foe := world.actors[id]).at[0] - y) <= 1 >= abs(foe.at[1] - x)
                if foe.at != center and id != ignored_actor
            ]
    occupied = here.actor_by_cell
    y, x = at or actor.at
    adjacent = []
    for dy, dx in NEIGHBOR_OFFSETS:
        id = occupied.get((y + dy, x + dx))
        if id is not None and id != actor.id and id != ignored_actor:
            other = world.actors[id]
            if are_enemies(phase, actor, other):
                adjacent.append(other)
    return adjacent
