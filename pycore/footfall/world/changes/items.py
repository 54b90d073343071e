"""Changes of items, fixtures and noises."""

from __future__ import annotations

import msgspec

from footfall.engine.model import AnnouncedChange, Change, Event
from footfall.engine.state import State

from ..level import Cell, is_inside
from ..state import Fixture, Item, Noise, World, get_world, lay_item, lift_item
from .actors import StatsChanged
from .lookup import check_unused_id, get_actor, get_item, get_level


class AddItem(Change, frozen=True, tag="world:add-item"):
    """Adds an item to its holder, cell or container."""

    item: Item

    def apply(self, state: State) -> None:
        world, item = get_world(state), self.item
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

    def apply(self, state: State) -> Event | None:
        world = get_world(state)
        item = get_item(world, self.item)
        holder = get_actor(world, self.holder) if self.holder else None
        if holder is None and self.at is None:
            raise ValueError("an item needs a holder or a cell")
        lift_item(world, item)
        event = _remove_from_holder(world, item)
        if holder is not None:
            holder.pack.append(item.id)
            item.holder, item.level, item.at, item.is_contained = holder.id, 0, None, False
        else:
            item.holder, item.level, item.at, item.is_contained = 0, self.level, self.at, self.is_contained
            lay_item(world, item)
        return event


class SetItem(Change, frozen=True, tag="world:set-item"):
    """Writes `count`, `charges` or `is_known` of an item; a count of 0 removes it."""

    item: int
    count: int | None = None
    charges: int | None = None
    is_known: bool | None = msgspec.field(name="known", default=None)

    def apply(self, state: State) -> Event | None:
        world = get_world(state)
        item = get_item(world, self.item)
        count = item.count if self.count is None else self.count
        if count < 0:
            raise ValueError(f"the count must be at least 0, got {count}")
        lift_item(world, item, is_gone=not count)
        item.count = count
        if self.charges is not None:
            item.charges = self.charges
        if self.is_known is not None:
            item.is_known = self.is_known
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

    def apply(self, state: State) -> Event:
        actor = get_actor(get_world(state), self.actor)
        if self.item == 0:
            actor.worn.pop(self.slot, None)
        elif self.item not in actor.pack:
            raise ValueError(f"actor {actor.id} does not carry item {self.item}")
        else:
            actor.worn[self.slot] = self.item
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

    def apply(self, state: State) -> None:
        world, fixture = get_world(state), self.fixture
        if not is_inside(get_level(world, fixture.level), fixture.at):
            raise ValueError(f"cell {fixture.at} is outside level {fixture.level}")
        check_unused_id(world, fixture.id)
        world.fixtures[fixture.id] = fixture
        world.next_id = max(world.next_id, fixture.id + 1)


class SetFixtureHp(Change, frozen=True, tag="world:batter"):
    """Writes the hit points of a fixture; 0 removes it, but not its tile."""

    fixture: int
    hp: int

    def apply(self, state: State) -> None:
        world = get_world(state)
        if self.fixture not in world.fixtures:
            raise ValueError(f"there is no fixture {self.fixture}")
        if self.hp > 0:
            world.fixtures[self.fixture].hp = self.hp
        else:
            del world.fixtures[self.fixture]


class MakeNoise(AnnouncedChange, frozen=True, tag="world:sounded"):
    """Adds a noise."""

    noise: Noise

    def apply(self, state: State) -> Event:
        world = get_world(state)
        level = get_level(world, self.noise.level)
        if not is_inside(level, self.noise.at):
            raise ValueError(f"cell {self.noise.at} is outside level {level.id}")
        world.noises.append(self.noise)
        world.unreported.append(self.noise)
        return self


class MarkNoisesReported(Change, frozen=True, tag="world:report"):
    """Empties `World.unreported`: all noises so far are reported to the player."""

    def apply(self, state: State) -> None:
        get_world(state).unreported = []


class ExpireNoises(Change, frozen=True, tag="world:expire-noises"):
    """Removes noises whose last turn is before `turn`."""

    turn: int

    def apply(self, state: State) -> None:
        world = get_world(state)
        world.noises = [noise for noise in world.noises if noise.until >= self.turn]
