"""Deeds of things: given, taken, laid, dropped, moved, taken off, identified, recharged."""

from typing import Annotated

from msgspec import Meta

from footfall.api import ActorId, Change, Context, NoChanges, Push, Ref
from footfall.api.grid import (
    AddItem,
    Cell,
    Equip,
    Item,
    PutItem,
    SetItem,
    is_inside,
    list_carried_items,
    list_items_at,
)

from ..actors.identification import Identify, LiftCurse, is_held_by_curse
from ..actors.stats import effective_stat
from ..generate import commit, floor_factory
from ..generate.dungeon_state import CountGenerated
from ..items.using import can_stack, find_slot
from ..model.phase import Phase, get_phase
from ..model.records import item_kind
from ..model.state import ItemId
from .belongings import Slot
from .bodies import clamp
from .knowledge import find_actor, find_item
from .later import deed_of_step

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
