"""The part of the game that a reading may tell: all in play, and on the screen no more than the character knows.

A listener that is asked for the screen (`Context.is_foreseeing`) must not show by its answer what lies out of view.
There, ground out of view, plans of creatures and creatures that the character does not see read as nothing.
"""

from typing import Annotated

from msgspec import Meta

from footfall.api import ActorId, Context, Words
from footfall.api.grid import Actor, Cell, Item, Tile, chebyshev_distance, get_world, is_inside

from ..actors.identification import disguise_of
from ..model.phase import Phase
from ..model.state import Mind, stealth_of
from ..senses.known_map import apparent_tile, creatures_in_view
from ..senses.sight import player_sees

TileTag = Annotated[str, Words("tile tag")]
CreatureTag = Annotated[str, Words("creature tag")]
ItemTag = Annotated[str, Words("item tag")]
Status = Annotated[str, Words("status")]

MAX_RADIUS = 20
"""The widest surroundings that a reading searches, in cells."""

Radius = Annotated[int, Meta(ge=0, le=MAX_RADIUS)]


def limit_radius(radius: int) -> int:
    """Returns a radius within `MAX_RADIUS`."""
    return max(0, min(MAX_RADIUS, radius))


def can_tell(phase: Phase, cell: Cell) -> bool:
    """Whether a cell lies in the current level, and is in view where a rule is asked for the screen."""
    return is_inside(phase.level, cell) and (not phase.ctx.is_foreseeing or player_sees(phase, cell))


def find_tile(phase: Phase, cell: Cell) -> Tile | None:
    """Returns the tile of a cell; None if it is outside or rules must not know of it."""
    if not can_tell(phase, cell):
        return None
    kind = phase.tile(cell)
    if phase.ctx.is_foreseeing and not phase.level.recognized[phase.array_index(cell)]:
        return apparent_tile(phase, kind)
    return kind


def list_creatures(phase: Phase) -> list[Actor]:
    """Returns the actors of the level that rules may know, the player's character included, in order of arrival."""
    return [phase.player, *creatures_in_view(phase)] if phase.ctx.is_foreseeing else phase.actors


def list_near(phase: Phase, cell: Cell, radius: int) -> list[Actor]:
    """Returns the actors that rules may know within some cells."""
    reach = limit_radius(radius)
    return [actor for actor in list_creatures(phase) if chebyshev_distance(actor.at, cell) <= reach]


def find_actor(ctx: Context, actor: ActorId) -> Actor | None:
    """Returns an actor, on any level; None if there is none."""
    return get_world(ctx.state).actors.get(actor)


def find_occupant(phase: Phase, cell: Cell) -> Actor | None:
    """Returns the actor on a cell of the current level; None if there is none, or rules must not know of it."""
    found = phase.find_actor_at(cell) if can_tell(phase, cell) else None
    is_hidden = found is not None and phase.ctx.is_foreseeing and disguise_of(phase, found) is not None
    return None if is_hidden else found


def find_item(ctx: Context, item: int) -> Item | None:
    """Returns an item; None if there is none."""
    return get_world(ctx.state).items.get(item)


def find_mind(ctx: Context, actor: ActorId) -> Mind | None:
    """Returns the mind of a creature; None if it has none."""
    return stealth_of(ctx.state).minds.get(actor)


def find_plans(ctx: Context, actor: ActorId) -> Mind | None:
    """Returns the mind of a creature for its plans, which the screen does not show."""
    return None if ctx.is_foreseeing else find_mind(ctx, actor)
