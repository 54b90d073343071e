"""Deeds of places: tiles and doors, actors that move, creatures that come and go, the map of the character."""

from typing import Annotated

import numpy as np
from msgspec import Meta

from footfall.api import ActorId, Change, Context, NoChanges, Push, Ref, Words
from footfall.api.grid import (
    Cell,
    MarkExplored,
    Move,
    PutItem,
    Recognize,
    RemoveActor,
    SetFixtureHp,
    SetTile,
    Swap,
    Tile,
    find_fixture_at,
    is_inside,
    list_items_at,
)

from ..actors.surroundings import NEIGHBOR_OFFSETS
from ..generate import floor_factory, reinforcements
from ..model.phase import Phase, get_phase
from ..model.play_state import SetInquiry
from ..model.records import AiKind
from ..model.state import Discharge
from ..senses.sounds import compass_direction
from ..turns.death import drop_pack
from .bodies import clamp
from .ground import is_free_cell, list_square
from .knowledge import MAX_RADIUS, find_actor, find_mind, limit_radius
from .later import deed_of_step

StairsName = Annotated[str, Words("stairs", ("up", "down", "side"))]

MAX_CALLED = 8
"""The most creatures that a rule calls at once."""

MAX_CREATURES = 200
"""Actors of a level beyond which rules call no more."""

MAX_PALETTE = 250
"""Kinds of tile of a level beyond which rules add none."""


# Tiles


def change_tile(phase: Phase, at: Cell, tile: str) -> list[Change]:
    """Returns the changes that replace a tile; none at stairs, at the edge, or if it would bury an actor or a thing.

    A fixture of the cell is removed, and things in it are uncovered.
    """
    level, kind = phase.level, phase.records.table(Tile, "tile").get(tile)
    y, x = phase.array_index(at)
    is_inner = 0 < y < level.shape[0] - 1 and 0 < x < level.shape[1] - 1
    if not is_inner:
        return NoChanges("stealth-unchanged-edge")
    if at in level.arrivals.values():
        return NoChanges("stealth-unchanged-stairs")
    if kind is None or phase.tile(at) is kind or (tile not in level.palette and len(level.palette) >= MAX_PALETTE):
        return []
    hidden = list_items_at(phase.world, level.id, at, inside=True)
    is_taken = phase.find_actor_at(at) is not None or bool(hidden) or bool(list_items_at(phase.world, level.id, at))
    if is_taken and not kind.walkable:
        return NoChanges("stealth-unchanged-buried")
    fixture = find_fixture_at(phase.world, level.id, at)
    removed: list[Change] = [] if fixture is None else [SetFixtureHp(fixture.id, 0)]
    return [*removed, SetTile(level.id, at, tile), *(PutItem(item.id, level=level.id, at=at) for item in hidden)]


@deed_of_step
def set_tile(ctx: Context, at: Cell, tile: Annotated[str, Ref("tile")]) -> list[Change]:
    """Replaces a tile, but none of stairs, at the edge, or under an actor or item that could not stay there."""
    phase = get_phase(ctx)
    return change_tile(phase, at, tile) if is_inside(phase.level, at) else []


@deed_of_step
def open_door(ctx: Context, at: Cell) -> list[Change]:
    """Opens a closed door or chest without a noise; a locked door as well."""
    phase = get_phase(ctx)
    kind = phase.tile(at) if is_inside(phase.level, at) else None
    return [SetTile(phase.level.id, at, kind.opens_to)] if kind is not None and kind.opens_to else []


@deed_of_step
def close_door(ctx: Context, at: Cell) -> list[Change]:
    """Closes an open door without a noise, unless an actor or item is in the doorway."""
    phase = get_phase(ctx)
    kind = phase.tile(at) if is_inside(phase.level, at) else None
    if kind is None or not kind.closes_to or phase.find_actor_at(at) is not None:
        return []
    return [] if list_items_at(phase.world, phase.level.id, at) else [SetTile(phase.level.id, at, kind.closes_to)]


@deed_of_step
def break_tile(ctx: Context, at: Cell) -> list[Change]:
    """Breaks a door or hollow wall without a noise, and uncovers things in it."""
    phase = get_phase(ctx)
    kind = phase.tile(at) if is_inside(phase.level, at) else None
    return change_tile(phase, at, kind.breaks_to) if kind is not None and kind.breaks_to else []


# Actors that move


@deed_of_step
def move(ctx: Context, actor: ActorId, to: Cell) -> list[Change]:
    """Puts an actor of the current level on a free cell."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    is_here = subject is not None and subject.level == phase.level.id
    if not is_here or not is_inside(phase.level, to):
        return []
    return [Move(actor, to)] if is_free_cell(phase, to) else NoChanges("stealth-unchanged-taken")


@deed_of_step
def swap(ctx: Context, actor: ActorId, other: ActorId) -> list[Change]:
    """Lets two actors of the current level change places."""
    first, second, here = find_actor(ctx, actor), find_actor(ctx, other), get_phase(ctx).level.id
    if first is None or second is None or first is second or not first.level == second.level == here:
        return []
    return [Swap(actor, other)]


@deed_of_step
def push(
    ctx: Context, actor: ActorId, away: Cell, cells: Annotated[int, Meta(ge=1, le=MAX_RADIUS)] = 1
) -> list[Change]:
    """Pushes an actor some cells away from a cell, at most 20, until something is in its way."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    heading = -1 if subject is None else compass_direction(away, subject.at)
    if subject is None or heading < 0 or subject.level != phase.level.id:
        return []
    (dy, dx), (y, x) = NEIGHBOR_OFFSETS[heading], subject.at
    for _ in range(limit_radius(cells)):
        if not is_free_cell(phase, (y + dy, x + dx)):
            break
        y, x = y + dy, x + dx
    return [Move(actor, (y, x))] if (y, x) != subject.at else []


@deed_of_step
def travel(ctx: Context, way: StairsName) -> list[Change]:
    """Takes the player's character by the stairs of the floor, wherever it stands; nothing without such stairs."""
    phase = get_phase(ctx)
    if phase.player.level != phase.level.id:
        return NoChanges("stealth-unchanged-on-stairs")
    return floor_factory.leave_level(ctx, phase.level, way)


@deed_of_step
def send(ctx: Context, actor: ActorId, way: StairsName) -> list[Change]:
    """Moves a creature, not the player's character, to the floor where stairs lead, near their other end."""
    phase, moved = get_phase(ctx), find_actor(ctx, actor)
    if moved is None or actor == phase.world.player or moved.level != phase.level.id:
        return []
    if floor_factory.link_of_exit(phase.level, way) is None:
        return NoChanges("stealth-unchanged-no-stairs")
    return [Push(reinforcements.DEPART_STEP, (actor, phase.level.id, way))]


# Creatures that come and go


@deed_of_step
def call(
    ctx: Context,
    creature: Annotated[str, Ref("creature")],
    at: Cell,
    count: Annotated[int, Meta(ge=1, le=MAX_CALLED)] = 1,
    behavior: AiKind = "",
) -> list[Change]:
    """Places creatures on a cell or the nearest free ones, at most 8; with a behavior, they arrive awake."""
    phase = get_phase(ctx)
    room = MAX_CREATURES - len(phase.index.all)
    if not is_inside(phase.level, at):
        return []
    if not phase.tile(at).walkable:
        return NoChanges("stealth-unchanged-no-ground")
    if room <= 0:
        return NoChanges("stealth-unchanged-full")
    values = (phase.level.id, *at, creature, behavior)
    return [Push(floor_factory.SPAWN_STEP, values) for _ in range(clamp(count, 0, min(MAX_CALLED, max(0, room))))]


@deed_of_step
def dismiss(ctx: Context, actor: ActorId) -> list[Change]:
    """Removes a creature, which is not a death; its things are left on its cell."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    if subject is None or find_mind(ctx, actor) is None:
        return []
    ended = [SetInquiry(actor, None)] if actor in phase.play.inquiries else []
    return [*ended, *drop_pack(phase, subject), Discharge(actor), RemoveActor(actor)]


# The map of the character


@deed_of_step
def reveal(ctx: Context, at: Cell, radius: Annotated[int, Meta(ge=0, le=MAX_RADIUS)]) -> list[Change]:
    """Adds the cells within some cells, at most 20, to the character's map, as they look."""
    phase = get_phase(ctx)
    if not is_inside(phase.level, at):
        return []
    mask = np.zeros(phase.level.shape, np.bool_)
    for cell in list_square(phase, at, radius):
        mask[phase.array_index(cell)] = True
    return [MarkExplored(phase.level.id, mask)]


@deed_of_step
def recognize(ctx: Context, at: Cell) -> list[Change]:
    """Lets the character recognize a secret of a cell."""
    phase = get_phase(ctx)
    is_secret = is_inside(phase.level, at) and phase.tile(at).is_secret
    return [Recognize(phase.level.id, at)] if is_secret else []
