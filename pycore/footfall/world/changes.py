"""The primitive changes of tile games, with their appliers. Each checks first, then writes."""

from __future__ import annotations

import numpy as np

from footfall.engine.changes import ChangeSpec
from footfall.engine.model import Change, Event
from footfall.engine.state import State

from . import tile_edit
from .entities import Actor, Fixture, Item, Noise
from .level import Cell, Level, LevelIndex, is_inside
from .state import World, get_world


class AddLevel(Change, frozen=True, tag="world:add-level"):
    """Adds a finished level."""

    level: Level


class EnterLevel(Change, frozen=True, tag="world:enter-level"):
    """Makes a level the one in play."""

    level: int


class LinkStairs(Change, frozen=True, tag="world:link"):
    """Tells a staircase which level it leads to."""

    level: int
    at: Cell
    to: int
    arrival: str


class SetTile(Change, frozen=True, tag="world:set-tile"):
    """Turns one cell into another tile; level and kernel grid change together."""

    level: int
    at: Cell
    tile: str


class MarkExplored(Change, frozen=True, tag="world:explore"):
    """Marks cells as seen by the player, as they are now. `mask` is bool, of the level's shape."""

    level: int
    mask: np.ndarray


class Recognize(Change, frozen=True, tag="world:recognise"):
    """Marks a secret as found."""

    level: int
    at: Cell


class Spawn(Change, frozen=True, tag="world:spawn"):
    """Adds an actor under an unused id, from `World.next_id` up."""

    actor: Actor


class Move(Change, frozen=True, tag="world:move"):
    """Puts an actor on a free cell of its level, or of `level` if given."""

    actor: int
    to: Cell
    level: int = 0


class Hurt(Change, frozen=True, tag="world:hurt"):
    """Takes life. Raises `FighterHurt`, and `HpDepleted` when life reaches 0."""

    actor: int
    amount: int
    by: int = 0
    how: str = ""


class Heal(Change, frozen=True, tag="world:heal"):
    """Gives life, up to the maximum."""

    actor: int
    amount: int


class SetStat(Change, frozen=True, tag="world:set-stat"):
    """Writes a base stat; ``hp_max`` is one of them."""

    actor: int
    stat: str
    value: int


class SetEffect(Change, frozen=True, tag="world:set-effect"):
    """Starts, lengthens or ends (``turns=0``) a timed effect; -1 lasts."""

    actor: int
    effect: str
    turns: int


class SetSide(Change, frozen=True, tag="world:set-side"):
    """Changes whom an actor fights."""

    actor: int
    side: str


class RemoveActor(Change, frozen=True, tag="world:remove"):
    """Takes an actor off the world; what it carried must have been put somewhere before."""

    actor: int


class AddItem(Change, frozen=True, tag="world:add-item"):
    """Adds an object, wherever its fields say it is."""

    item: Item


class PutItem(Change, frozen=True, tag="world:put-item"):
    """Moves an object: to a holder, or to a cell (inside its container if asked)."""

    item: int
    holder: int = 0
    level: int = 0
    at: Cell | None = None
    inside: bool = False


class SetItem(Change, frozen=True, tag="world:set-item"):
    """Writes count, charges or knownness of an object; a count of 0 removes it."""

    item: int
    count: int | None = None
    charges: int | None = None
    known: bool | None = None


class Equip(Change, frozen=True, tag="world:wear"):
    """Equips a carried object in a slot, or empties the slot with ``item=0``."""

    actor: int
    slot: str
    item: int = 0


class AddFixture(Change, frozen=True, tag="world:add-fixture"):
    """Adds a breakable thing; the tile must be set by itself."""

    fixture: Fixture


class SetFixtureHp(Change, frozen=True, tag="world:batter"):
    """Writes what is left of a fixture; at 0 it is gone (the tile must be set by itself)."""

    fixture: int
    hp: int


class MakeNoise(Change, frozen=True, tag="world:make-noise"):
    """Adds a noise."""

    noise: Noise


class ExpireNoises(Change, frozen=True, tag="world:expire-noises"):
    """Drops noises whose last turn has passed."""

    turn: int


class MarkNoisesReported(Change, frozen=True, tag="world:report"):
    """The player has been told of all noises made so far."""


class Spawned(Event, frozen=True, tag="world:spawned"):
    """An actor has come into the world."""

    actor: int


class Moved(Event, frozen=True, tag="world:moved"):
    """An actor stands elsewhere."""

    actor: int
    origin: Cell
    to: Cell


class WasHurt(Event, frozen=True, tag="world:was-hurt"):
    """An actor lost life."""

    actor: int
    amount: int
    by: int
    how: str


class HpDepleted(Event, frozen=True, tag="world:fell"):
    """An actor's life reached 0. A game reacts with its death step."""

    actor: int
    by: int
    how: str


class TileChanged(Event, frozen=True, tag="world:tile-changed"):
    """A cell is another tile now."""

    level: int
    at: Cell
    tile: str


class NoiseMade(Event, frozen=True, tag="world:sounded"):
    """A noise was made."""

    noise: Noise


def _get_actor(world: World, id: int) -> Actor:
    if id not in world.actors:
        raise ValueError(f"there is no actor {id}")
    return world.actors[id]


def _get_item(world: World, id: int) -> Item:
    if id not in world.items:
        raise ValueError(f"there is no item {id}")
    return world.items[id]


def _get_level(world: World, id: int) -> Level:
    if id not in world.levels:
        raise ValueError(f"there is no level {id}")
    return world.levels[id]


def _find_level_index(level: Level) -> LevelIndex | None:
    return level.__dict__.get("ground")


def _add_level(state: State, change: AddLevel) -> None:
    world = get_world(state)
    if change.level.id in world.levels:
        raise ValueError(f"level {change.level.id} exists already")
    world.levels[change.level.id] = change.level


def _enter_level(state: State, change: EnterLevel) -> None:
    world = get_world(state)
    _get_level(world, change.level)
    world.current = change.level


def _link_stairs(state: State, change: LinkStairs) -> None:
    level = _get_level(get_world(state), change.level)
    for index, (y, x, _, _) in enumerate(level.links):
        if (y, x) == change.at:
            level.links[index] = (y, x, change.to, change.arrival)
            return
    level.links.append((*change.at, change.to, change.arrival))


def _set_tile(state: State, change: SetTile) -> Event:
    level = _get_level(get_world(state), change.level)
    if not is_inside(level, change.at):
        raise ValueError(f"cell {change.at} is outside level {level.id}")
    if change.tile not in level.palette:
        if len(level.palette) > 255:
            raise ValueError("a level holds at most 256 kinds of tile")
        level.palette.append(change.tile)
        level.__dict__.pop("ground", None)
    y, x = change.at[0] - level.origin[0], change.at[1] - level.origin[1]
    index = level.palette.index(change.tile)
    level.tiles[y, x] = index
    derived = _find_level_index(level)
    if derived is not None:
        kind = derived.tile_kinds[index]
        derived.grid.set(
            y, x, walkable=kind.walkable, transparent=kind.transparent, absorption=kind.absorption
        )
    return TileChanged(level.id, change.at, change.tile)


def _mark_explored(state: State, change: MarkExplored) -> None:
    level = _get_level(get_world(state), change.level)
    if change.mask.shape != level.explored.shape:
        raise ValueError(f"the mask has shape {change.mask.shape}, the level {level.explored.shape}")
    if level.memory.shape != level.tiles.shape:
        level.memory = np.zeros(level.tiles.shape, np.uint8)
    np.logical_or(level.explored, change.mask, out=level.explored)
    level.memory[change.mask] = level.tiles[change.mask] + 1


def _recognize(state: State, change: Recognize) -> None:
    level = _get_level(get_world(state), change.level)
    if not is_inside(level, change.at):
        raise ValueError(f"cell {change.at} is outside level {level.id}")
    level.recognized[change.at[0] - level.origin[0], change.at[1] - level.origin[1]] = True


def _spawn(state: State, change: Spawn) -> Event:
    world, actor = get_world(state), change.actor
    level = _get_level(world, actor.level)
    if actor.id in world.actors or actor.id in world.items:
        raise ValueError(f"id {actor.id} is taken")
    derived = _find_level_index(level)
    if derived is not None:
        if actor.at in derived.actor_by_cell:
            raise ValueError(f"cell {actor.at} is taken by actor {derived.actor_by_cell[actor.at]}")
        derived.place_actor(actor.id, actor.at)
        derived.residents_version += 1
    world.actors[actor.id] = actor
    world.next_id = max(world.next_id, actor.id + 1)
    return Spawned(actor.id)


def _move(state: State, change: Move) -> Event:
    world = get_world(state)
    actor = _get_actor(world, change.actor)
    old = world.levels[actor.level]
    new = _get_level(world, change.level or actor.level)
    if not is_inside(new, change.to):
        raise ValueError(f"cell {change.to} is outside level {new.id}")
    there = _find_level_index(new)
    if there is not None and there.actor_by_cell.get(change.to, actor.id) != actor.id:
        raise ValueError(f"cell {change.to} is taken by actor {there.actor_by_cell[change.to]}")
    left = _find_level_index(old)
    if left is not None:
        left.remove_actor(actor.at)
    if there is not None:
        there.place_actor(actor.id, change.to)
    if new is not old:
        for derived in (left, there):
            if derived is not None:
                derived.residents_version += 1
    origin, actor.at, actor.level = actor.at, change.to, new.id
    return Moved(actor.id, origin, change.to)


def _hurt(state: State, change: Hurt) -> Event:
    actor = _get_actor(get_world(state), change.actor)
    if change.amount < 0:
        raise ValueError(f"an amount of hurt is at least 0, got {change.amount}")
    was = actor.hp
    actor.hp = max(0, actor.hp - change.amount)
    if actor.hp == 0 and was > 0:
        return HpDepleted(actor.id, change.by, change.how)
    return WasHurt(actor.id, change.amount, change.by, change.how)


def _heal(state: State, change: Heal) -> None:
    actor = _get_actor(get_world(state), change.actor)
    if change.amount < 0:
        raise ValueError(f"an amount of healing is at least 0, got {change.amount}")
    actor.hp = min(actor.hp_max, actor.hp + change.amount)


def _set_stat(state: State, change: SetStat) -> None:
    actor = _get_actor(get_world(state), change.actor)
    if change.stat == "hp_max":
        actor.hp_max = change.value
    else:
        actor.stats[change.stat] = change.value


def _set_effect(state: State, change: SetEffect) -> None:
    actor = _get_actor(get_world(state), change.actor)
    if change.turns == 0:
        actor.effects.pop(change.effect, None)
    else:
        actor.effects[change.effect] = change.turns


def _set_side(state: State, change: SetSide) -> None:
    world = get_world(state)
    actor = _get_actor(world, change.actor)
    actor.side = change.side
    derived = _find_level_index(world.levels[actor.level])
    if derived is not None:
        derived.residents_version += 1


def _remove_actor(state: State, change: RemoveActor) -> None:
    world = get_world(state)
    actor = _get_actor(world, change.actor)
    if actor.pack:
        raise ValueError(f"actor {actor.id} still carries {len(actor.pack)} items")
    derived = _find_level_index(world.levels[actor.level])
    if derived is not None:
        derived.remove_actor(actor.at)
        derived.residents_version += 1
    del world.actors[actor.id]


def _add_item(state: State, change: AddItem) -> None:
    world, item = get_world(state), change.item
    if item.id in world.items or item.id in world.actors:
        raise ValueError(f"id {item.id} is taken")
    if item.holder:
        _get_actor(world, item.holder).pack.append(item.id)
    world.items[item.id] = item
    world.next_id = max(world.next_id, item.id + 1)


def _put_item(state: State, change: PutItem) -> None:
    world = get_world(state)
    item = _get_item(world, change.item)
    holder = _get_actor(world, change.holder) if change.holder else None
    if holder is None and change.at is None:
        raise ValueError("an item goes to a holder or to a cell")
    if item.holder:
        _remove_from_holder(world, item)
    if holder is not None:
        holder.pack.append(item.id)
        item.holder, item.level, item.at, item.inside = holder.id, 0, None, False
    else:
        item.holder, item.level, item.at, item.inside = 0, change.level, change.at, change.inside


def _remove_from_holder(world: World, item: Item) -> None:
    holder = world.actors[item.holder]
    holder.pack.remove(item.id)
    for slot in [slot for slot, worn in holder.worn.items() if worn == item.id]:
        del holder.worn[slot]


def _set_item(state: State, change: SetItem) -> None:
    world = get_world(state)
    item = _get_item(world, change.item)
    if change.count is not None:
        if change.count < 0:
            raise ValueError(f"a count is at least 0, got {change.count}")
        item.count = change.count
    if change.charges is not None:
        item.charges = change.charges
    if change.known is not None:
        item.known = change.known
    if item.count == 0:
        if item.holder:
            _remove_from_holder(world, item)
        del world.items[item.id]


def _equip(state: State, change: Equip) -> None:
    actor = _get_actor(get_world(state), change.actor)
    if change.item == 0:
        actor.worn.pop(change.slot, None)
        return
    if change.item not in actor.pack:
        raise ValueError(f"actor {actor.id} does not carry item {change.item}")
    actor.worn[change.slot] = change.item


def _add_fixture(state: State, change: AddFixture) -> None:
    world, fixture = get_world(state), change.fixture
    if not is_inside(_get_level(world, fixture.level), fixture.at):
        raise ValueError(f"cell {fixture.at} is outside level {fixture.level}")
    if fixture.id in world.fixtures or fixture.id in world.actors or fixture.id in world.items:
        raise ValueError(f"id {fixture.id} is taken")
    world.fixtures[fixture.id] = fixture
    world.next_id = max(world.next_id, fixture.id + 1)


def _set_fixture_hp(state: State, change: SetFixtureHp) -> None:
    world = get_world(state)
    if change.fixture not in world.fixtures:
        raise ValueError(f"there is no fixture {change.fixture}")
    if change.hp > 0:
        world.fixtures[change.fixture].hp = change.hp
    else:
        del world.fixtures[change.fixture]


def _make_noise(state: State, change: MakeNoise) -> Event:
    world = get_world(state)
    world.noises.append(change.noise)
    world.unreported.append(change.noise)
    return NoiseMade(change.noise)


def _mark_noises_reported(state: State, change: MarkNoisesReported) -> None:
    get_world(state).unreported = []


def _expire_noises(state: State, change: ExpireNoises) -> None:
    world = get_world(state)
    world.noises = [noise for noise in world.noises if noise.until >= change.turn]


WORLD_CHANGES: tuple[ChangeSpec, ...] = (
    ChangeSpec(AddLevel, _add_level),
    ChangeSpec(EnterLevel, _enter_level),
    ChangeSpec(LinkStairs, _link_stairs),
    ChangeSpec(SetTile, _set_tile),
    ChangeSpec(MarkExplored, _mark_explored),
    ChangeSpec(Recognize, _recognize),
    ChangeSpec(Spawn, _spawn),
    ChangeSpec(Move, _move),
    ChangeSpec(Hurt, _hurt),
    ChangeSpec(Heal, _heal),
    ChangeSpec(SetStat, _set_stat),
    ChangeSpec(SetEffect, _set_effect),
    ChangeSpec(SetSide, _set_side),
    ChangeSpec(RemoveActor, _remove_actor),
    ChangeSpec(AddItem, _add_item),
    ChangeSpec(PutItem, _put_item),
    ChangeSpec(SetItem, _set_item),
    ChangeSpec(Equip, _equip),
    ChangeSpec(AddFixture, _add_fixture),
    ChangeSpec(SetFixtureHp, _set_fixture_hp),
    ChangeSpec(MakeNoise, _make_noise),
    *tile_edit.TILE_EDIT_CHANGES,
    ChangeSpec(MarkNoisesReported, _mark_noises_reported),
    ChangeSpec(ExpireNoises, _expire_noises),
)
"""What a tile game's rule plugin lists in `provide_changes`."""
