"""The player's legal commands, apart from items and stairs, in a fixed order."""

from footfall.api import Command, Refusal
from footfall.api.grid import Actor, Tile, chebyshev_distance, find_fixture_at

from ..actions import commands, missiles, movement
from ..actions.commands import TILE_OPENERS, CloseDoor, ReachAttack, Shoot, Strike, Throw, ToggleLamp, Wait, Walk
from ..actions.fight import is_exhausted
from ..actors import surroundings
from ..actors.identification import disguise_of, is_held_by_curse
from ..actors.stats import reach_of, weapon_of
from ..actors.surroundings import NEIGHBOR_OFFSETS, are_enemies, is_in_daylight, is_in_water
from ..model.phase import Phase
from ..model.records import item_kind


def list_legal(phase: Phase) -> list[Command]:
    """Wait, steps, doors, blows, lamp, reach attacks, shots, throws."""
    actor = phase.player
    legal: list[Command] = [Wait(actor=actor.id)]
    for number in range(len(NEIGHBOR_OFFSETS)):
        if can_step(phase, actor, number):
            legal.append(Walk(actor=actor.id, direction=number))
        cell = commands.neighbor_cell(actor, number)
        assert cell is not None
        kind = surroundings.tile_at(phase, actor, cell)
        if kind is not None and kind.closes_to and not isinstance(movement.close_door(phase, actor, cell), Refusal):
            legal.append(CloseDoor(actor=actor.id, direction=number))
        if kind is not None and is_locked_shut(phase, kind):
            legal.append(Strike(actor=actor.id, direction=number))
    if not (is_in_daylight(phase, actor.at) or is_in_water(phase, actor.at)):
        legal.append(ToggleLamp(actor=actor.id))
    if is_exhausted(phase, actor):
        return legal
    if reach_of(phase, actor) > 1:
        targets = missiles.list_targets_in_reach(phase, actor, reach_of(phase, actor))
        legal += [
            ReachAttack(actor=actor.id, target=other.at)
            for other in targets
            if chebyshev_distance(actor.at, other.at) > 1
        ]
    bow = weapon_of(phase, actor)
    if bow is not None and bow.range and missiles.find_ammunition(phase, actor, bow) is not None:
        legal += [Shoot(actor=actor.id, target=other.at) for other in missiles.list_targets_in_range(phase, actor)]
    return [*legal, *_list_throws(phase, actor)]


def is_locked_shut(phase: Phase, kind: Tile) -> bool:
    """Whether a tile is a locked door that only blows can open."""
    locked = movement.lock_color(kind) is not None and not movement.find_key(phase, phase.player, kind)
    return locked and kind.hp != (0, 0) and not is_exhausted(phase, phase.player)


def _list_throws(phase: Phase, actor: Actor) -> list[Command]:
    """Throws of each throwable item at each enemy within range."""
    stuck = {id for id in actor.worn.values() if is_held_by_curse(phase, phase.world.items[id])}
    items = [id for id in actor.pack if id not in stuck and item_kind(phase, phase.world.items[id].kind).is_throwable]
    if not items:
        return []
    reach = missiles.throwing_range(phase, actor)
    targets = [
        other.at
        for other in phase.actors
        if chebyshev_distance(actor.at, other.at) <= reach
        and are_enemies(phase, actor, other)
        and disguise_of(phase, other) is None
        and missiles.check_missile_path(phase, actor, other.at, reach) is None
    ]
    return [Throw(actor=actor.id, item=item, target=at) for item in items for at in targets]


def can_step(phase: Phase, actor: Actor, direction: int) -> bool:
    """Whether a step in a direction leads somewhere, opens, takes or strikes something."""
    cell = commands.neighbor_cell(actor, direction)
    kind = None if cell is None else surroundings.tile_at(phase, actor, cell)
    if cell is None or kind is None:
        return False
    other = commands.find_occupant(phase, actor, cell)
    if other is not None:
        return movement.can_pass(phase, actor, other) or (
            are_enemies(phase, actor, other) and not is_exhausted(phase, actor)
        )
    if kind.walkable or movement.can_swim(phase, actor, kind):
        return True
    if kind.opens_to:
        return movement.lock_color(kind) is None or bool(movement.find_key(phase, actor, kind))
    if any(tag in TILE_OPENERS for tag in kind.tags):
        return True
    if kind.breaks_to:
        known = bool(phase.level.recognized[phase.array_index(cell)])
        whole = find_fixture_at(phase.world, phase.level.id, cell) is not None
        return known and whole and not is_exhausted(phase, actor)
    return False
