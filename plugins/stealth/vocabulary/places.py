"""Deeds of places and things: tiles, actors that move, come and go, the map; items given, moved, identified."""

from typing import Annotated

import numpy as np
from msgspec import Meta

from footfall.api import ActorId, Change, Context, NoChanges, Push, Ref, Words
from footfall.api.grid import (
    AddItem,
    Cell,
    Equip,
    Item,
    MarkExplored,
    Move,
    PutItem,
    Recognize,
    RemoveActor,
    SetFixtureHp,
    SetItem,
    SetTile,
    Swap,
    Tile,
    find_fixture_at,
    is_inside,
    list_carried_items,
    list_items_at,
)

from ..actors.identification import Identify, LiftCurse, is_held_by_curse
from ..actors.stats import effective_stat
from ..actors.surroundings import NEIGHBOR_OFFSETS
from ..generate import commit, floor_factory, reinforcements
from ..generate.dungeon_state import CountGenerated
from ..items.using import can_stack, find_slot
from ..model.phase import Phase, get_phase
from ..model.play_state import SetInquiry
from ..model.records import AiKind, item_kind
from ..model.state import Discharge, ItemId
from ..senses.sounds import compass_direction
from ..turns.upkeep import drop_pack
from .belongings import Slot
from .bodies import clamp
from .ground import is_free_cell, list_square
from .knowledge import MAX_RADIUS, find_actor, find_item, find_mind, limit_radius
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


MAX_COUNT = 100
"""The most items that a rule gives, lays or takes at once."""

Pieces = Annotated[int, Meta(ge=1, le=MAX_COUNT)]

MAX_ITEMS = 3_000
"""Items of a game beyond which rules make no more."""


def _make_item(ctx: Context, phase: Phase, kind: str, count: int) -> Item | None:
    """A new item without a place; None if there are too many already."""
    if len(phase.world.items) >= MAX_ITEMS or count <= 0:
        return None
    return commit.create_item(ctx, commit.IdAllocator(phase.world.next_id), kind, min(MAX_COUNT, count))


@deed_of_step
def hand(ctx: Context, actor: ActorId, item: Annotated[str, Ref("item")], count: Pieces = 1) -> list[Change]:
    """Gives an actor new items of a kind, at most 100; if its pack is full, they lie on its cell."""
    phase, holder = get_phase(ctx), find_actor(ctx, actor)
    made = None if holder is None else _make_item(ctx, phase, item, count)
    if holder is None or made is None:
        return []
    counted = CountGenerated(phase.level.floor, {item: made.count})
    stack = next((other for other in list_carried_items(phase.world, holder) if can_stack(phase, other, made)), None)
    if stack is not None:
        return [SetItem(stack.id, count=stack.count + made.count), counted]
    if len(holder.pack) < effective_stat(phase, holder, "capacity") or actor != phase.world.player:
        made.holder = actor
    else:
        made.level, made.at = holder.level, holder.at
    return [AddItem(made), counted]


@deed_of_step
def take(ctx: Context, actor: ActorId, item: Annotated[str, Ref("item")], count: Pieces = 1) -> list[Change]:
    """Takes items of a kind out of an actor's pack for good, at most 100."""
    phase, holder = get_phase(ctx), find_actor(ctx, actor)
    wanted, changes = clamp(count, 0, MAX_COUNT), list[Change]()
    for carried in [] if holder is None else list_carried_items(phase.world, holder):
        if carried.kind == item and wanted > 0:
            taken = min(wanted, carried.count)
            changes.append(SetItem(carried.id, count=carried.count - taken))
            wanted -= taken
    return changes


@deed_of_step
def destroy(ctx: Context, item: ItemId, count: Pieces = MAX_COUNT) -> list[Change]:
    """Removes an item for good, lying or carried, or some of a stack."""
    gone = find_item(ctx, item)
    return [] if gone is None else [SetItem(item, count=max(0, gone.count - clamp(count, 0, MAX_COUNT)))]


@deed_of_step
def leave(ctx: Context, item: Annotated[str, Ref("item")], at: Cell, count: Pieces = 1) -> list[Change]:
    """Lays new items of a kind on a cell of the current level where one can walk, at most 100."""
    phase = get_phase(ctx)
    if is_inside(phase.level, at) and not phase.tile(at).walkable:
        return NoChanges("stealth-unchanged-no-ground")
    made = _make_item(ctx, phase, item, count) if is_inside(phase.level, at) else None
    if made is None:
        return []
    made.level, made.at = phase.level.id, at
    return [AddItem(made), CountGenerated(phase.level.floor, {item: made.count})]


@deed_of_step
def strew(ctx: Context, loot: Annotated[str, Ref("loot")], at: Cell) -> list[Change]:
    """Lays an item of a loot table on a cell of the current level or the nearest free one."""
    phase = get_phase(ctx)
    has_room = len(phase.world.items) < MAX_ITEMS
    if not has_room or not is_inside(phase.level, at) or not phase.tile(at).walkable:
        return []
    return [Push(floor_factory.DROP_LOOT_STEP, (phase.level.id, *at, loot))]


@deed_of_step
def drop(ctx: Context, item: ItemId) -> list[Change]:
    """Lets the actor that carries an item drop it, worn or not; a curse does not keep it."""
    carried = find_item(ctx, item)
    holder = None if carried is None else find_actor(ctx, carried.holder)
    return [] if holder is None else [PutItem(item, level=holder.level, at=holder.at)]


@deed_of_step
def hand_over(ctx: Context, item: ItemId, actor: ActorId) -> list[Change]:
    """Moves an item of the current level, or a carried one, into an actor's pack; nothing if that is full."""
    phase, moved, holder = get_phase(ctx), find_item(ctx, item), find_actor(ctx, actor)
    if moved is None or holder is None or moved.holder == actor or (not moved.holder and moved.level != phase.level.id):
        return []
    has_room = len(holder.pack) < effective_stat(phase, holder, "capacity") or actor != phase.world.player
    return [PutItem(item, holder=actor)] if has_room else NoChanges("stealth-unchanged-pack")


@deed_of_step
def put(ctx: Context, item: ItemId, at: Cell) -> list[Change]:
    """Moves an item to a cell of the current level where one can walk."""
    phase, moved = get_phase(ctx), find_item(ctx, item)
    is_usable = is_inside(phase.level, at) and phase.tile(at).walkable
    return [PutItem(item, level=phase.level.id, at=at)] if moved is not None and is_usable else []


@deed_of_step
def gather(ctx: Context, actor: ActorId, at: Cell) -> list[Change]:
    """Lets a creature pick up the items on a cell of the current level; not the player's character."""
    phase, holder = get_phase(ctx), find_actor(ctx, actor)
    if holder is None or actor == phase.world.player:
        return []
    return [PutItem(item.id, holder=actor) for item in list_items_at(phase.world, phase.level.id, at)]


@deed_of_step
def wear(ctx: Context, item: ItemId) -> list[Change]:
    """Lets the actor that carries an item put it on or wield it, as no turn; it takes off the thing in its place."""
    worn = find_item(ctx, item)
    wearer = None if worn is None else find_actor(ctx, worn.holder)
    if worn is None or wearer is None or item in wearer.worn.values():
        return NoChanges("stealth-unchanged-not-carried")
    slot = find_slot(wearer, item_kind(ctx, worn.kind))
    previous = get_phase(ctx).world.items.get(wearer.worn.get(slot, 0))
    if not slot or (previous is not None and is_held_by_curse(get_phase(ctx), previous)):
        return NoChanges("stealth-unchanged-slot")
    return [Equip(wearer.id, slot, item)]


@deed_of_step
def strip(ctx: Context, actor: ActorId, slot: Slot) -> list[Change]:
    """Takes a worn item off into the pack; a cursed one stays on."""
    phase, wearer = get_phase(ctx), find_actor(ctx, actor)
    item = None if wearer is None else phase.world.items.get(wearer.worn.get(slot, 0))
    return [] if item is None or is_held_by_curse(phase, item) else [Equip(actor, slot)]


@deed_of_step
def identify(ctx: Context, item: ItemId) -> list[Change]:
    """Lets the player's character know what an item is, and others of its kind."""
    known = find_item(ctx, item)
    return [] if known is None else [Identify((known.kind,))]


@deed_of_step
def uncurse(ctx: Context, item: ItemId) -> list[Change]:
    """Lifts the curse of an item."""
    held = find_item(ctx, item)
    return [LiftCurse(item)] if held is not None and is_held_by_curse(get_phase(ctx), held) else []


@deed_of_step
def recharge(ctx: Context, item: ItemId, charges: int) -> list[Change]:
    """Adds uses to an item whose uses are counted, between 1 and 100 in all."""
    used = find_item(ctx, item)
    if used is None or used.charges < 0:
        return []
    return [SetItem(item, charges=clamp(used.charges + charges, 1, MAX_COUNT))]
