"""Lookups that refuse unknown ids, and a check that refuses used ones."""

from ..level import Level
from ..state import Actor, Item, World


def get_actor(world: World, id: int) -> Actor:
    """Returns the actor; raises ValueError for an unknown id."""
    if id not in world.actors:
        raise ValueError(f"there is no actor {id}")
    return world.actors[id]


def get_item(world: World, id: int) -> Item:
    """Returns the item; raises ValueError for an unknown id."""
    if id not in world.items:
        raise ValueError(f"there is no item {id}")
    return world.items[id]


def get_level(world: World, id: int) -> Level:
    """Returns the level; raises ValueError for an unknown id."""
    if id not in world.levels:
        raise ValueError(f"there is no level {id}")
    return world.levels[id]


def check_unused_id(world: World, id: int) -> None:
    """Raises a ValueError if an actor, an item or a fixture has the id."""
    if id in world.actors or id in world.items or id in world.fixtures:
        raise ValueError(f"id {id} is taken")
