"""Readings of ground: tiles and their tags, light, noises, distances, and the surroundings of a cell."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np
import numpy.typing as npt

from footfall.api import ActorId, Context, Count, Ref, reading
from footfall.api.grid import (
    Cell,
    Tile,
    chebyshev_distance,
    compute_hearing_map,
    find_fixture_at,
    is_inside,
    kernels,
    list_items_at,
)

from ..actions.movement import is_breakable, lock_color
from ..actors.stats import ORTHOGONAL
from ..actors.surroundings import DAYLIGHT_TAG, NEIGHBOR_OFFSETS, are_enemies
from ..ai.paths import passable_cells
from ..model.phase import Phase, get_phase
from ..model.state import ItemId
from ..senses.known_map import apparent_tile
from ..senses.scent import list_trail
from ..senses.sight import list_lights, player_sees, visible_cells
from ..senses.sounds import compass_direction
from .knowledge import Radius, TileTag, can_tell, find_occupant, find_tile, limit_radius, list_near


def list_square(phase: Phase, cell: Cell, radius: int) -> list[Cell]:
    """Returns the cells of the current level within some cells of one, the nearest first, then in reading order."""
    reach, (y, x) = limit_radius(radius), cell
    around = [(y + dy, x + dx) for dy in range(-reach, reach + 1) for dx in range(-reach, reach + 1)]
    return sorted((c for c in around if is_inside(phase.level, c)), key=lambda c: (chebyshev_distance(c, cell), c))


def is_free_cell(phase: Phase, cell: Cell) -> bool:
    """Whether an actor can be put on a cell: it is walkable, and no actor is there."""
    return is_inside(phase.level, cell) and phase.tile(cell).walkable and phase.find_actor_at(cell) is None


def list_tagged(phase: Phase, cell: Cell, tag: TileTag, radius: int) -> npt.NDArray[np.int64]:
    """Returns the cells whose tile has a tag, in reading order: an integer array of shape (n, 2)."""
    level, kinds = phase.level, phase.ground.tile_kinds
    reach, (y, x) = limit_radius(radius), phase.array_index(cell)
    top, left = max(0, y - reach), max(0, x - reach)
    box = slice(top, max(0, y + reach + 1)), slice(left, max(0, x + reach + 1))
    found = _find_tagged(kinds, tag)[level.tiles[box]]
    if phase.ctx.is_foreseeing:  # see `find_tile`
        looks = _find_tagged([apparent_tile(phase, kind) for kind in kinds], tag)[level.tiles[box]]
        found = np.where(level.recognized[box], found, looks) & visible_cells(phase)[box]
    corner = top + level.origin[0], left + level.origin[1]
    return np.argwhere(found) + corner


def _find_tagged(kinds: Sequence[Tile], tag: TileTag) -> npt.NDArray[np.bool_]:
    return np.array([tag in kind.tags for kind in kinds], np.bool_)


def sort_near(cells: npt.NDArray[np.int64], cell: Cell, most: int) -> list[Cell]:
    """Returns the first cells of an array in reading order, the nearest first."""
    distances = np.abs(cells - cell).max(axis=1) if len(cells) else np.empty(0, np.int64)
    return [(y, x) for y, x in cells[np.argsort(distances, kind="stable")[:most]].tolist()]


# One tile


@reading(cost="O(1)", steps=20, rule_name="has_tag")
def tile_has_tag(ctx: Context, cell: Cell, tag: TileTag) -> bool:
    """Whether the tile of a cell has a tag (``"door"``, ``"water"``, ``"loud"``, ``"quiet"``, ``"stairs-down"``)."""
    kind = find_tile(get_phase(ctx), cell)
    return kind is not None and tag in kind.tags


@reading(cost="O(1)", steps=20)
def is_walkable(ctx: Context, cell: Cell) -> bool:
    """Whether creatures may stand on a cell."""
    kind = find_tile(get_phase(ctx), cell)
    return kind is not None and kind.walkable


@reading(cost="O(1)", steps=20)
def is_transparent(ctx: Context, cell: Cell) -> bool:
    """Whether a cell can be seen through."""
    kind = find_tile(get_phase(ctx), cell)
    return kind is not None and kind.transparent


@reading(cost="O(1)", steps=20)
def is_closed(ctx: Context, cell: Cell) -> bool:
    """Whether the tile of a cell can be opened: a door that is shut or ajar, a chest."""
    kind = find_tile(get_phase(ctx), cell)
    return kind is not None and bool(kind.opens_to)


@reading(cost="O(1)", steps=20)
def is_open(ctx: Context, cell: Cell) -> bool:
    """Whether the tile of a cell can be closed: an open door."""
    kind = find_tile(get_phase(ctx), cell)
    return kind is not None and bool(kind.closes_to)


@reading(cost="O(1)", steps=20)
def is_locked(ctx: Context, cell: Cell) -> bool:
    """Whether the door of a cell needs a key."""
    kind = find_tile(get_phase(ctx), cell)
    return kind is not None and lock_color(kind) is not None


@reading(cost="O(1)", steps=20)
def is_shelter(ctx: Context, cell: Cell) -> bool:
    """Whether the tile of a cell counts as a wall that hides those next to it."""
    kind = find_tile(get_phase(ctx), cell)
    return kind is not None and kind.is_shelter


@reading(cost="O(fixtures)")
def can_be_broken(ctx: Context, cell: Cell) -> bool:
    """Whether the tile of a cell gives way to blows: a door, a hollow wall."""
    phase = get_phase(ctx)
    kind = find_tile(phase, cell)
    return kind is not None and is_breakable(phase, phase.player, cell, kind)


@reading(unit="points", cost="O(fixtures)")
def durability(ctx: Context, cell: Cell) -> Count:
    """Hit points left of a door or hollow wall that has been struck; 0 if it has not."""
    phase = get_phase(ctx)
    fixture = find_fixture_at(phase.world, phase.level.id, cell) if can_tell(phase, cell) else None
    return 0 if fixture is None else fixture.hp


@reading(unit="tenths of a cell", cost="O(1)", steps=20)
def sound_cost(ctx: Context, cell: Cell) -> Count:
    """The length that a cell adds to the path of a sound: 10 for open ground, 50 for a wall; 0 outside."""
    kind = find_tile(get_phase(ctx), cell)
    return 0 if kind is None else kind.absorption


def _are_inside(phase: Phase, cell: Cell, other: Cell | None) -> bool:
    """Whether rules may know the ways between two cells: on the screen, they lead over ground out of view."""
    is_whole = other is not None and is_inside(phase.level, cell) and is_inside(phase.level, other)
    return is_whole and not phase.ctx.is_foreseeing


# Light, view, noise


@reading(cost="O(lights)", steps=40, rule_name="is_lit")
def is_cell_lit(ctx: Context, cell: Cell) -> bool:
    """Whether a cell lies in the open or within the light of a creature or thing, lamps left out."""
    phase = get_phase(ctx)
    kind = find_tile(phase, cell)
    if kind is None:
        return False
    at = phase.array_index(cell)
    lights = ((place, radius) for _, place, radius in list_lights(phase))
    return DAYLIGHT_TAG in kind.tags or any(chebyshev_distance(at, place) <= radius for place, radius in lights)


@reading(cost="O(1)", steps=20)
def is_in_view(ctx: Context, cell: Cell) -> bool:
    """Whether the player's character sees a cell."""
    phase = get_phase(ctx)
    return is_inside(phase.level, cell) and player_sees(phase, cell)


@reading(cost="O(1)", steps=20)
def is_explored(ctx: Context, cell: Cell) -> bool:
    """Whether the player's character has seen a cell."""
    phase = get_phase(ctx)
    return is_inside(phase.level, cell) and bool(phase.level.explored[phase.array_index(cell)])


@reading(cost="O(distance)", is_shown=False)
def has_line_to(ctx: Context, cell: Cell, other: Cell) -> bool:
    """Whether the line between two cells is clear."""
    phase = get_phase(ctx)
    if not _are_inside(phase, cell, other):
        return False
    return kernels.line_of_sight(phase.ground.grid, phase.array_index(cell), phase.array_index(other))


@reading(unit="loudness", cost="O(noises)")
def loudness(ctx: Context, cell: Cell) -> Count:
    """The loudest noise that sounds on a cell; 0 if it is silent."""
    return _find_loudest(get_phase(ctx), cell, 0)


@reading(unit="loudness", cost="O(noises)")
def loudness_within(ctx: Context, cell: Cell, radius: Radius) -> Count:
    """The loudest noise that sounds within some cells, at most 20; 0 if all is silent."""
    return _find_loudest(get_phase(ctx), cell, limit_radius(radius))


def _find_loudest(phase: Phase, cell: Cell, radius: int) -> int:
    here = phase.level.id
    sounding = [
        noise.loudness
        for noise in phase.world.noises
        if noise.level == here and chebyshev_distance(noise.at, cell) <= radius and can_tell(phase, noise.at)
    ]
    return max(sounding, default=0)


@reading(unit="turns", cost="O(trail)", steps=60, rule_name="scent", is_shown=False)
def scent_on(ctx: Context, cell: Cell) -> Count:
    """For how many turns a cell still smells of the character, at most 40; nothing does on a floor without noses."""
    return list_trail(ctx).get(cell, 0)


@reading(unit="cell (y, x)", cost="O(trail)", steps=60, is_shown=False)
def freshest_scent(ctx: Context, cell: Cell, radius: Radius) -> Cell | None:
    """The cell within some cells, at most 20, that smells most freshly of the character; none if none does."""
    reach, trail = limit_radius(radius), list_trail(ctx)
    near = (c for c in trail if chebyshev_distance(c, cell) <= reach)
    return max(near, key=lambda c: (trail[c], c), default=None)


# Distances and other cells


@reading(unit="cells", cost="O(1)", rule_name="distance")
def distance_to_cell(ctx: Context, cell: Cell, other: Cell) -> Count:
    """The moves from one cell to another, obstacles ignored; 0 if there is no other."""
    return 0 if other is None else chebyshev_distance(cell, other)


@reading(unit="cells", cost="O(cells)", steps=400, is_shown=False)
def walk_distance(ctx: Context, cell: Cell, other: Cell) -> int:
    """The steps of the shortest way between two cells for one who opens doors; -1 if there is none."""
    phase = get_phase(ctx)
    if not _are_inside(phase, cell, other):
        return -1
    passable = passable_cells(phase.level, phase.ground, doors=True)
    path = kernels.find_path(passable, phase.array_index(cell), phase.array_index(other))
    return -1 if path is None else len(path) - 1


@reading(unit="tenths of a cell", cost="O(cells)", steps=400, is_shown=False)
def sound_distance(ctx: Context, cell: Cell, other: Cell) -> int:
    """The length of the path of a sound between two cells; -1 if none is heard there."""
    phase = get_phase(ctx)
    if not _are_inside(phase, cell, other):
        return -1
    reach = 10 * sum(phase.level.shape)
    return int(compute_hearing_map(phase.ground, phase.array_index(cell), reach)[phase.array_index(other)])


@reading(unit="0..7 clockwise from north", cost="O(1)")
def direction(ctx: Context, cell: Cell, other: Cell) -> int:
    """The direction from one cell to another; -1 for the same cell."""
    return -1 if other is None else compass_direction(cell, other)


@reading(unit="row", cost="O(1)")
def y(ctx: Context, cell: Cell) -> int:
    """The row of a cell."""
    return cell[0]


@reading(unit="column", cost="O(1)")
def x(ctx: Context, cell: Cell) -> int:
    """The column of a cell."""
    return cell[1]


@reading(unit="cell (y, x)", cost="O(1)")
def neighbor(ctx: Context, cell: Cell, direction: int) -> Cell:
    """The next cell in a direction, 0 to 7 clockwise from north; other numbers count on around."""
    dy, dx = NEIGHBOR_OFFSETS[direction % len(NEIGHBOR_OFFSETS)]
    return cell[0] + dy, cell[1] + dx


@reading(unit="cell (y, x)", cost="O(1)")
def shift(ctx: Context, cell: Cell, rows: int, columns: int) -> Cell:
    """The cell some rows down and columns to the right, at most 1,000; negative: up and to the left."""
    return cell[0] + max(-1000, min(1000, rows)), cell[1] + max(-1000, min(1000, columns))


@reading(unit="cell (y, x)", cost="O(1)")
def toward(ctx: Context, cell: Cell, other: Cell) -> Cell:
    """The neighboring cell in the direction of another; the cell itself if they are one."""
    towards = -1 if other is None else compass_direction(cell, other)
    return cell if towards < 0 else neighbor(ctx, cell, towards)


@reading(unit="cell (y, x)", cost="O(1)")
def away_from(ctx: Context, cell: Cell, other: Cell) -> Cell:
    """The neighboring cell in the direction opposite to another; the cell itself if they are one."""
    towards = -1 if other is None else compass_direction(other, cell)
    return cell if towards < 0 else neighbor(ctx, cell, towards)


@reading(unit="cell (y, x)", cost="O(cells)")
def free_cell(ctx: Context, cell: Cell) -> Cell | None:
    """The cell itself or the nearest one within 2 on which an actor can be put; none if all are taken."""
    phase = get_phase(ctx)
    return next((c for c in list_square(phase, cell, 2) if is_free_cell(phase, c) and can_tell(phase, c)), None)


# Surroundings


@reading(unit="actors", cost="O(actors)", steps=200, rule_name="enemies_within")
def enemies_around(ctx: Context, cell: Cell, radius: Radius) -> Count:
    """The enemies of the player's character within some cells, at most 20."""
    phase = get_phase(ctx)
    return sum(are_enemies(phase, phase.player, other) for other in list_near(phase, cell, radius))


@reading(unit="cells", cost="O(cells)")
def tiles_within(ctx: Context, cell: Cell, tag: TileTag, radius: Radius) -> Count:
    """The cells within some cells, at most 20, whose tile has a tag."""
    return len(list_tagged(get_phase(ctx), cell, tag, radius))


@reading(cost="O(cells)")
def is_near(ctx: Context, cell: Cell, tag: TileTag, radius: Radius) -> bool:
    """Whether a tile with a tag lies within some cells, at most 20."""
    return len(list_tagged(get_phase(ctx), cell, tag, radius)) > 0


@reading(unit="cell (y, x)", cost="O(cells)", rule_name="nearest_tile")
def nearest_tile(ctx: Context, cell: Cell, tag: TileTag, radius: Radius) -> Cell | None:
    """The nearest cell within some cells, at most 20, whose tile has a tag; none if there is none."""
    return next(iter(sort_near(list_tagged(get_phase(ctx), cell, tag, radius), cell, 1)), None)


@reading(unit="cells", cost="O(1)", steps=40)
def walls_beside(ctx: Context, cell: Cell) -> Count:
    """How many of the four cells that share a side with a cell count as walls."""
    phase = get_phase(ctx)
    beside = [find_tile(phase, (cell[0] + dy, cell[1] + dx)) for dy, dx in ORTHOGONAL]
    return sum(kind is not None and kind.is_shelter for kind in beside)


@reading(cost="O(1)")
def is_occupied(ctx: Context, cell: Cell) -> bool:
    """Whether an actor stands on a cell."""
    return find_occupant(get_phase(ctx), cell) is not None


@reading(unit="actor id", cost="O(1)")
def occupant(ctx: Context, cell: Cell) -> ActorId:
    """The actor on a cell; 0 for none."""
    found = find_occupant(get_phase(ctx), cell)
    return 0 if found is None else found.id


@reading(unit="stacks", cost="O(items)", rule_name="items")
def items_on(ctx: Context, cell: Cell) -> Count:
    """The items that lie on a cell, stacks counted once."""
    phase = get_phase(ctx)
    return len(list_items_at(phase.world, phase.level.id, cell)) if can_tell(phase, cell) else 0


@reading(cost="O(items)", rule_name="has_item")
def item_lies_on(ctx: Context, cell: Cell, kind: Annotated[str, Ref("item")]) -> bool:
    """Whether an item of a kind lies on a cell."""
    phase = get_phase(ctx)
    return can_tell(phase, cell) and any(i.kind == kind for i in list_items_at(phase.world, phase.level.id, cell))


@reading(unit="item id", cost="O(items)", rule_name="item")
def item_on(ctx: Context, cell: Cell) -> ItemId:
    """The first item that lies on a cell; 0 for none."""
    phase = get_phase(ctx)
    lying = list_items_at(phase.world, phase.level.id, cell) if can_tell(phase, cell) else []
    return lying[0].id if lying else 0
