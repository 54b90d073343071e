"""Who fights whom, and who is next to whom."""

from __future__ import annotations

from footfall.api.grid import Actor, Cell, get_level_index

from ..model.actor_index import get_actor_index
from ..model.phase import Phase

NEIGHBOR_OFFSETS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Steps (dy, dx) of the directions 0 to 7, clockwise from north."""


ENEMY_SIDES = frozenset(
    {("hostile", "player"), ("player", "hostile"), ("hostile", "adventurer"), ("adventurer", "hostile")}
)
"""Sides that are enemies; a grudge (`Mind.foe`) can make others enemies, too."""


def direction_to(origin: Cell, neighbor: Cell) -> int:
    """The direction (0 to 7) of a neighboring cell."""
    return NEIGHBOR_OFFSETS.index((neighbor[0] - origin[0], neighbor[1] - origin[1]))


def are_enemies(phase: Phase, actor: Actor, other: Actor) -> bool:
    """Whether two actors are enemies."""
    if (actor.side, other.side) in ENEMY_SIDES:
        return True
    minds = phase.stealth.minds
    mine, theirs = minds.get(actor.id), minds.get(other.id)
    return (mine is not None and mine.foe == other.id) or (theirs is not None and theirs.foe == actor.id)


def list_adjacent_enemies(phase: Phase, actor: Actor, at: Cell | None = None, ignored_actor: int = 0) -> list[Actor]:
    """Enemies on the cells around an actor (or around the cell `at`)."""
    world = phase.world
    here = get_level_index(world, world.levels[actor.level], phase.records)
    index = get_actor_index(phase, world, here)
    if index.two_sides:  # the usual case: all actors of the other side are enemies
        enemies = index.enemies.get(actor.side, ())
        if len(enemies) < len(NEIGHBOR_OFFSETS):
            y, x = center = at or actor.at
            return [
                foe
                for id in enemies
                if abs((foe := world.actors[id]).at[0] - y) <= 1 >= abs(foe.at[1] - x)
                if foe.at != center and id != ignored_actor
            ]
    occupied = here.actor_by_cell
    y, x = at or actor.at
    adjacent = []
    for dy, dx in NEIGHBOR_OFFSETS:
        id = occupied.get((y + dy, x + dx))
        if id is not None and id != actor.id and id != ignored_actor:
            other = world.actors[id]
            if are_enemies(phase, actor, other):
                adjacent.append(other)
    return adjacent
