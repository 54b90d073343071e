"""Changes of actors."""

from __future__ import annotations

import msgspec

from footfall.engine.model import Change, Count, Event, Int32
from footfall.engine.state import State

from ..level import Cell, find_level_index, is_inside
from ..state import Actor, get_world
from .lookup import check_unused_id, get_actor, get_level


class Spawned(Event, frozen=True, tag="world:spawned"):
    """An actor was added."""

    actor: int


class Spawn(Change, frozen=True, tag="world:spawn"):
    """Adds an actor; its id must be unused, usually `World.next_id`."""

    actor: Actor

    def apply(self, state: State) -> Event:
        world, actor = get_world(state), self.actor
        level = get_level(world, actor.level)
        check_unused_id(world, actor.id)
        index = find_level_index(level)
        if index is not None:
            if actor.at in index.actor_by_cell:
                raise ValueError(f"cell {actor.at} is taken by actor {index.actor_by_cell[actor.at]}")
            index.place_actor(actor.id, actor.at)
            index.residents_version += 1
        world.actors[actor.id] = actor
        world.next_id = max(world.next_id, actor.id + 1)
        return Spawned(actor.id)


class Swapped(Event, frozen=True, tag="world:swapped"):
    """Two actors changed places.

    Attributes:
        actor: id of the one that moved.
        partner: id of the one that gave way.
        actor_from, partner_from: their cells before, ``(y, x)``.
    """

    actor: int
    actor_from: Cell
    partner: int = msgspec.field(name="other")
    partner_from: Cell = msgspec.field(name="other_from")


class Swap(Change, frozen=True, tag="world:swap"):
    """Lets two actors of a level change places.

    Attributes:
        actor: id of the one that moves.
        partner: id of the one that gives way.
    """

    actor: int
    partner: int = msgspec.field(name="other")

    def apply(self, state: State) -> Event:
        world = get_world(state)
        actor, other = get_actor(world, self.actor), get_actor(world, self.partner)
        if actor is other or actor.level != other.level:
            raise ValueError(f"actors {actor.id} and {other.id} cannot change places")
        index = find_level_index(world.levels[actor.level])
        if index is not None:
            index.place_actor(actor.id, other.at)
            index.place_actor(other.id, actor.at)
        actor.at, other.at = other.at, actor.at
        return Swapped(actor.id, other.at, other.id, actor.at)


class Moved(Event, frozen=True, tag="world:moved"):
    """An actor moved to another cell."""

    actor: int
    origin: Cell
    to: Cell


class Move(Change, frozen=True, tag="world:move"):
    """Moves an actor to a free cell of its level, or of `level` if given."""

    actor: int
    to: Cell
    level: int = 0

    def apply(self, state: State) -> Event:
        world = get_world(state)
        actor = get_actor(world, self.actor)
        old = world.levels[actor.level]
        new = get_level(world, self.level or actor.level)
        if not is_inside(new, self.to):
            raise ValueError(f"cell {self.to} is outside level {new.id}")
        to_index = find_level_index(new)
        if to_index is not None and to_index.actor_by_cell.get(self.to, actor.id) != actor.id:
            raise ValueError(f"cell {self.to} is taken by actor {to_index.actor_by_cell[self.to]}")
        from_index = to_index if new is old else find_level_index(old)
        if from_index is not None:
            from_index.remove_actor(actor.at)
        if to_index is not None:
            to_index.place_actor(actor.id, self.to)
        if new is not old:
            for index in (from_index, to_index):
                if index is not None:
                    index.residents_version += 1
        origin, actor.at, actor.level = actor.at, self.to, new.id
        return Moved(actor.id, origin, self.to)


class WasHurt(Event, frozen=True, tag="world:was-hurt"):
    """An actor lost hit points."""

    actor: int
    amount: int
    by: int
    how: str


class HpDepleted(Event, frozen=True, tag="world:fell"):
    """The hit points of an actor reached 0; games react with their death step."""

    actor: int
    by: int
    how: str


class Hurt(Change, frozen=True, tag="world:hurt"):
    """Subtracts hit points. The event is `WasHurt`, or `HpDepleted` when they reach 0."""

    actor: int
    amount: int
    by: int = 0
    how: str = ""

    def apply(self, state: State) -> Event:
        actor = get_actor(get_world(state), self.actor)
        if self.amount < 0:
            raise ValueError(f"the amount of damage must be at least 0, got {self.amount}")
        before = actor.hp
        actor.hp = max(0, actor.hp - self.amount)
        if actor.hp == 0 and before > 0:
            return HpDepleted(actor.id, self.by, self.how)
        return WasHurt(actor.id, self.amount, self.by, self.how)


class Heal(Change, frozen=True, tag="world:heal"):
    """Adds hit points, up to the maximum."""

    actor: int
    amount: Count

    def apply(self, state: State) -> None:
        actor = get_actor(get_world(state), self.actor)
        if self.amount < 0:
            raise ValueError(f"the amount of healing must be at least 0, got {self.amount}")
        actor.hp = min(actor.hp_max, actor.hp + self.amount)


class StatsChanged(Event, frozen=True, tag="world:stats-changed"):
    """A base stat or a worn item of an actor changed, and with it perhaps a maximum."""

    actor: int


class EffectStarted(Event, frozen=True, tag="world:effect-started"):
    """An actor that did not have a timed effect has it now, for `turns`; -1 until something ends it."""

    actor: int
    effect: str
    turns: int


class EffectEnded(Event, frozen=True, tag="world:effect-ended"):
    """An actor no longer has a timed effect."""

    actor: int
    effect: str


class SetStat(Change, frozen=True, tag="world:set-stat"):
    """Writes a base stat; ``hp_max`` counts as one and must be at least 1, and hit points never exceed it."""

    actor: int
    stat: str
    value: Int32

    def apply(self, state: State) -> Event:
        actor = get_actor(get_world(state), self.actor)
        if self.stat == "hp_max":
            if self.value < 1:
                raise ValueError(f"the maximum of hit points must be at least 1, got {self.value}")
            actor.hp_max, actor.hp = self.value, min(actor.hp, self.value)
        else:
            actor.stats[self.stat] = self.value
        return StatsChanged(actor.id)


class SetEffect(Change, frozen=True, tag="world:set-effect"):
    """Sets the remaining turns of a timed effect: 0 ends it, -1 makes it permanent."""

    actor: int
    effect: str
    turns: Int32

    def apply(self, state: State) -> Event | None:
        actor = get_actor(get_world(state), self.actor)
        if self.turns == 0:
            ended = actor.effects.pop(self.effect, None) is not None
            return EffectEnded(actor.id, self.effect) if ended else None
        had = self.effect in actor.effects
        actor.effects[self.effect] = self.turns
        return None if had else EffectStarted(actor.id, self.effect, self.turns)


class SetSide(Change, frozen=True, tag="world:set-side"):
    """Changes the side of an actor."""

    actor: int
    side: str

    def apply(self, state: State) -> None:
        world = get_world(state)
        actor = get_actor(world, self.actor)
        actor.side = self.side
        index = find_level_index(world.levels[actor.level])
        if index is not None:
            index.residents_version += 1


class RemoveActor(Change, frozen=True, tag="world:remove"):
    """Removes an actor; its pack must be empty."""

    actor: int

    def apply(self, state: State) -> None:
        world = get_world(state)
        actor = get_actor(world, self.actor)
        if actor.pack:
            raise ValueError(f"actor {actor.id} still carries {len(actor.pack)} items")
        index = find_level_index(world.levels[actor.level])
        if index is not None:
            index.remove_actor(actor.at)
            index.residents_version += 1
        del world.actors[actor.id]
