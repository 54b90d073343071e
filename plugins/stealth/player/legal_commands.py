"""The player's legal commands, apart from items and stairs, in a fixed order."""

from __future__ import annotations

from footfall.api import Command, Context, Refusal
from footfall.api.grid import Actor, Tile, chebyshev_distance, current_level, find_fixture_at, get_world

from ..actions import commands, missiles, movement
from ..actions.commands import TILE_OPENERS, CloseDoor, ReachAttack, Shoot, Strike, Throw, ToggleLamp, Wait, Walk
from ..actions.fight import is_exhausted
from ..actors import floor
from ..actors.actor_index import list_actors, player_of
from ..actors.enemies import NEIGHBOR_OFFSETS, are_enemies
from ..actors.floor import array_index, is_in_daylight, is_in_water
from ..actors.identification import disguise_of, is_held_by_curse
from ..actors.stats import item_kind, reach_of, weapon_of


def list_legal(ctx: Context) -> list[Command]:
    """Wait, steps, doors, blows, lamp, reach attacks, shots, throws."""
    actor = player_of(ctx)
    legal: list[Command] = [Wait(actor=actor.id)]
    for number in range(len(NEIGHBOR_OFFSETS)):
        if _can_step(ctx, actor, number):
            legal.append(Walk(actor=actor.id, direction=number))
        cell = commands.neighbor_cell(actor, number)
        assert cell is not None
        kind = floor.tile_at(ctx, actor, cell)
        if kind is not None and kind.closes_to and not isinstance(movement.close_door(ctx, actor, cell), Refusal):
            legal.append(CloseDoor(actor=actor.id, direction=number))
        if kind is not None and _is_locked_shut(ctx, actor, kind):
            legal.append(Strike(actor=actor.id, direction=number))
    _, level, ground = current_level(ctx)
    if not (is_in_daylight(level, ground, actor.at) or is_in_water(level, ground, actor.at)):
        legal.append(ToggleLamp(actor=actor.id))
    if is_exhausted(ctx, actor):
        return legal
    if reach_of(ctx, actor) > 1:
        targets = missiles.list_targets_in_reach(ctx, actor, reach_of(ctx, actor))
        legal += [
            ReachAttack(actor=actor.id, target=other.at)
            for other in targets
            if chebyshev_distance(actor.at, other.at) > 1
        ]
    bow = weapon_of(ctx, actor)
    if bow is not None and bow.range and missiles.find_ammunition(ctx, actor, bow) is not None:
        legal += [Shoot(actor=actor.id, target=other.at) for other in missiles.list_targets_in_range(ctx, actor)]
    return [*legal, *_list_throws(ctx, actor)]


def _is_locked_shut(ctx: Context, actor: Actor, kind: Tile) -> bool:
    """Whether a tile is a locked door that only blows can open."""
    locked = movement.lock_color(kind) is not None and not movement.find_key(ctx, actor, kind)
    return locked and kind.hp != (0, 0) and not is_exhausted(ctx, actor)


def _list_throws(ctx: Context, actor: Actor) -> list[Command]:
    """Throws of each throwable item at each enemy within range."""
    world, _, ground = current_level(ctx)
    stuck = {id for id in actor.worn.values() if is_held_by_curse(ctx, world.items[id])}
    items = [id for id in actor.pack if id not in stuck and item_kind(ctx, world.items[id].kind).throwable]
    if not items:
        return []
    reach = missiles.throwing_range(ctx, actor)
    targets = [
        other.at
        for other in list_actors(ctx, world, ground)
        if chebyshev_distance(actor.at, other.at) <= reach
        and are_enemies(ctx, actor, other)
        and disguise_of(ctx, other) is None
        and missiles.check_missile_path(ctx, actor, other.at, reach) is None
    ]
    return [Throw(actor=actor.id, item=item, target=at) for item in items for at in targets]


def _can_step(ctx: Context, actor: Actor, direction: int) -> bool:
    cell = commands.neighbor_cell(actor, direction)
    kind = None if cell is None else floor.tile_at(ctx, actor, cell)
    if cell is None or kind is None:
        return False
    other = commands.find_occupant(ctx, actor, cell)
    if other is not None:
        return movement.can_pass(ctx, actor, other) or (are_enemies(ctx, actor, other) and not is_exhausted(ctx, actor))
    if kind.walkable or movement.can_swim(ctx, actor, kind):
        return True
    if kind.opens_to:
        return movement.lock_color(kind) is None or bool(movement.find_key(ctx, actor, kind))
    if any(tag in TILE_OPENERS for tag in kind.tags):
        return True
    if kind.breaks_to:
        _, level, _ = current_level(ctx)
        known = bool(level.recognized[array_index(level, cell)])
        whole = find_fixture_at(get_world(ctx.state), level.id, cell) is not None
        return known and whole and not is_exhausted(ctx, actor)
    return False
