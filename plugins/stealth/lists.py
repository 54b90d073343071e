"""The lists from which rules as data choose: creatures, cells and items within reach, the nearest first."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from footfall.api import ActorId, Context, Nearby, reading, stream_key
from footfall.api.grid import Actor, Cell, chebyshev_distance, get_lying_items, is_inside, kernels

from .actors.stats import effective_stat
from .actors.surroundings import list_free_cells
from .api import can_see
from .model.phase import Phase, get_phase
from .model.state import ItemId
from .vocabulary.belongings import list_items
from .vocabulary.ground import list_tagged, sort_near
from .vocabulary.knowledge import MAX_RADIUS, TileTag, can_tell, find_plans, list_creatures

MAX_REACH = 5
"""The largest distance of `cells_within`, in cells."""

Reach = Annotated[int, Nearby()]
Nearest = Annotated[int, Nearby(), Meta(ge=0, le=MAX_REACH)]
Around = Annotated[int, Nearby(), Meta(ge=0, le=MAX_RADIUS)]

TILES = 64
"""The length of `tiles_near`."""

RANDOM_CELLS = 64
"""The length of `random_cells`."""


def _find_creature(phase: Phase, actor: ActorId) -> Actor | None:
    found = phase.world.actors.get(actor)
    return found if found is not None and found.level == phase.level.id else None


def _list_creatures(phase: Phase) -> Iterable[Actor]:
    """The creatures of the current level, the player's character included; without furniture."""
    minds, player = phase.stealth.minds, phase.world.player
    return (actor for actor in list_creatures(phase) if actor.id in minds or actor.id == player)


def _sort_near(actors: Iterable[Actor], origin: Cell, reach: int) -> tuple[ActorId, ...]:
    near = ((chebyshev_distance(actor.at, origin), actor.id) for actor in actors)
    return tuple(id for distance, id in sorted(near) if distance <= reach)


@reading(unit="actor ids", cost="O(actors)", steps=300, limit=64)
def creatures_within(ctx: Context, actor: ActorId, cells: Reach) -> tuple[ActorId, ...]:
    """The other creatures at most some cells from an actor."""
    phase = get_phase(ctx)
    me = _find_creature(phase, actor)
    return () if me is None else _sort_near((a for a in _list_creatures(phase) if a is not me), me.at, cells)


@reading(unit="actor ids", cost="O(actors)", steps=300, limit=64, rule_name="creatures_within")
def creatures_around(ctx: Context, cell: Cell, cells: Reach) -> tuple[ActorId, ...]:
    """The creatures at most some cells from a cell."""
    return _sort_near(_list_creatures(get_phase(ctx)), cell, cells)


@reading(unit="actor ids", cost="O(actors)", steps=1000, limit=64)
def creatures_in_view(ctx: Context, actor: ActorId) -> tuple[ActorId, ...]:
    """The other creatures that an actor sees."""
    phase = get_phase(ctx)
    me = _find_creature(phase, actor)
    if me is None:
        return ()
    reach = max(phase.level.tiles.shape) if actor == phase.world.player else effective_stat(phase, me, "fov")
    near = (a for a in _list_creatures(phase) if a is not me and chebyshev_distance(a.at, me.at) <= reach)
    return _sort_near((a for a in near if can_see(ctx, actor, a.at)), me.at, reach)


@reading(unit="cells (y, x)", cost="O(cells)", steps=300, limit=(2 * MAX_REACH + 1) ** 2)
def cells_within(ctx: Context, cell: Cell, cells: Nearest) -> tuple[Cell, ...]:
    """The cells of the current level at most some cells, 5 or fewer, from a cell, itself included."""
    level, reach = get_phase(ctx).level, range(-min(cells, MAX_REACH), min(cells, MAX_REACH) + 1)
    offsets = sorted((max(abs(dy), abs(dx)), dy, dx) for dy in reach for dx in reach)
    around = ((cell[0] + dy, cell[1] + dx) for _, dy, dx in offsets)
    return tuple(near for near in around if is_inside(level, near))


@reading(unit="cells (y, x)", cost="O(cells)", steps=600, limit=RANDOM_CELLS, is_shown=False)
def random_cells(ctx: Context) -> tuple[Cell, ...]:
    """Random cells of the level on which an actor can be put, others each turn; the same for all rules of a mod."""
    if ctx.is_foreseeing:  # they follow from the seed
        return ()
    phase = get_phase(ctx)
    free, key = list_free_cells(phase), stream_key(ctx.mod, "random cells")
    picks: list[int] = []
    moved: dict[int, int] = {}  # the places that a shuffle of all cells would have changed so far
    for place in range(min(RANDOM_CELLS, len(free))):
        other = place + kernels.draw(ctx.state.seed, key, phase.turn, place, len(free) - place)
        picks.append(moved.get(other, other))
        moved[other] = moved.get(place, place)
    return tuple((y, x) for y, x in free[picks].tolist())


@reading(unit="item ids", cost="O(carried)", limit=64)
def pack(ctx: Context, actor: ActorId) -> tuple[ItemId, ...]:
    """The items that an actor carries, in order of pickup."""
    return tuple(item.id for item in list_items(ctx, actor))


@reading(unit="item ids", cost="O(items)", limit=64)
def items_within(ctx: Context, cell: Cell, cells: int) -> tuple[ItemId, ...]:
    """The items that lie on the current level at most some cells from a cell."""
    phase = get_phase(ctx)
    world = phase.world
    near = (
        (chebyshev_distance(item.at, cell), item.id)
        for item in get_lying_items(world, phase.level).items
        if item.at is not None and can_tell(phase, item.at)
    )
    return tuple(id for distance, id in sorted(near) if distance <= cells)


@reading(unit="actor ids", cost="O(actors)", steps=300, limit=200)
def creatures_here(ctx: Context) -> tuple[ActorId, ...]:
    """The creatures of the current level, the player's character left out, the nearest to it first."""
    phase = get_phase(ctx)
    me = phase.player
    return _sort_near((a for a in _list_creatures(phase) if a is not me), me.at, max(phase.level.tiles.shape))


@reading(unit="cells (y, x)", cost="O(cells)", limit=TILES)
def tiles_near(ctx: Context, cell: Cell, tag: TileTag, radius: Around) -> tuple[Cell, ...]:
    """The cells at most some cells, 20 or fewer, from a cell whose tile has a tag; of more than 64, the nearest."""
    return tuple(sort_near(list_tagged(get_phase(ctx), cell, tag, radius), cell, TILES))


@reading(unit="cells (y, x)", cost="O(path)", limit=64, is_shown=False)
def path(ctx: Context, actor: ActorId) -> tuple[Cell, ...]:
    """The cells of the path that a creature follows, the next one first."""
    mind = find_plans(ctx, actor)
    return () if mind is None else mind.path
