"""Changes of items and fixtures."""

from __future__ import annotations

import msgspec

from footfall.engine.changes import applies
from footfall.engine.model import Change, Event
from footfall.engine.state import State

from ..entities import Fixture, Item
from ..level import Cell, is_inside
from ..state import World, get_world, lay_item, lift_item
from .actors import StatsChanged
from .lookup import check_unused_id, get_actor, get_item, get_level


class AddItem(Change, frozen=True, tag="world:add-item"):
    """Adds an item to its holder, cell or container."""

    item: Item


@applies(AddItem)
def apply_add_item(state: State, change: AddItem) -> None:
    world, item = get_world(state), change.item
    check_unused_id(world, item.id)
    if item.holder:
        get_actor(world, item.holder).pack.append(item.id)
    world.items[item.id] = item
    lay_item(world, item, is_new=True)
    world.next_id = max(world.next_id, item.id + 1)


class PutItem(Change, frozen=True, tag="world:put-item"):
    """Moves an item to a holder, or to a cell (`is_contained`: into the container there)."""

    item: int
    holder: int = 0
    level: int = 0
    at: Cell | None = None
    is_contained: bool = msgspec.field(name="inside", default=False)


@applies(PutItem)
def apply_put_item(state: State, change: PutItem) -> Event | None:
    world = get_world(state)
    item = get_item(world, change.item)
    holder = get_actor(world, change.holder) if change.holder else None
    if holder is None and change.at is None:
        raise ValueError("an item needs a holder or a cell")
    lift_item(world, item)
    event = _remove_from_holder(world, item)
    if holder is not None:
        holder.pack.append(item.id)
        item.holder, item.level, item.at, item.is_contained = holder.id, 0, None, False
    else:
        item.holder, item.level, item.at, item.is_contained = 0, change.level, change.at, change.is_contained
        lay_item(world, item)
    return event


class SetItem(Change, frozen=True, tag="world:set-item"):
    """Writes `count`, `charges` or `is_known` of an item; a count of 0 removes it."""

    item: int
    count: int | None = None
    charges: int | None = None
    is_known: bool | None = msgspec.field(name="known", default=None)


@applies(SetItem)
def apply_set_item(state: State, change: SetItem) -> Event | None:
    world = get_world(state)
    item = get_item(world, change.item)
    count = item.count if change.count is None else change.count
    if count < 0:
        raise ValueError(f"the count must be at least 0, got {count}")
    lift_item(world, item, is_gone=not count)
    item.count = count
    if change.charges is not None:
        item.charges = change.charges
    if change.is_known is not None:
        item.is_known = change.is_known
    if count:
        lay_item(world, item)
        return None
    event = _remove_from_holder(world, item)
    del world.items[item.id]
    return event


class Equip(Change, frozen=True, tag="world:wear"):
    """Equips a carried item in a slot; ``item=0`` empties the slot."""

    actor: int
    slot: str
    item: int = 0


@applies(Equip)
def apply_equip(state: State, change: Equip) -> Event:
    actor = get_actor(get_world(state), change.actor)
    if change.item == 0:
        actor.worn.pop(change.slot, None)
    elif change.item not in actor.pack:
        raise ValueError(f"actor {actor.id} does not carry item {change.item}")
    else:
        actor.worn[change.slot] = change.item
    return StatsChanged(actor.id)


def _remove_from_holder(world: World, item: Item) -> Event | None:
    """Takes an item out of its holder's pack; the event says that it was worn."""
    if not item.holder:
        return None
    holder = world.actors[item.holder]
    holder.pack.remove(item.id)
    slots = [slot for slot, worn in holder.worn.items() if worn == item.id]
    for slot in slots:
        del holder.worn[slot]
    return StatsChanged(holder.id) if slots else None


class AddFixture(Change, frozen=True, tag="world:add-fixture"):
    """Adds a breakable part of the level; its tile is set separately."""

    fixture: Fixture


@applies(AddFixture)
def apply_add_fixture(state: State, change: AddFixture) -> None:
    world, fixture = get_world(state), change.fixture
    if not is_inside(get_level(world, fixture.level), fixture.at):
        raise ValueError(f"cell {fixture.at} is outside level {fixture.level}")
    check_unused_id(world, fixture.id)
    world.fixtures[fixture.id] = fixture
    world.next_id = max(world.next_id, fixture.id + 1)


class SetFixtureHp(Change, frozen=True, tag="world:batter"):
    """Writes the hit points of a fixture; 0 removes it, but not its tile."""

    fixture: int
    hp: int


@applies(SetFixtureHp)
def apply_set_fixture_hp(state: State, change: SetFixtureHp) -> None:
    world = get_world(state)
    if change.fixture not in world.fixtures:
        raise ValueError(f"there is no fixture {change.fixture}")
    if change.hp > 0:
        world.fixtures[change.fixture].hp = change.hp
    else:
        del world.fixtures[change.fixture]
