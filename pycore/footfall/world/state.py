"""The ``"world"`` part of a tile game's state, and its readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from footfall.engine.model import Count

from .entities import Actor, Fixture, Item, Noise
from .level import LEVEL_INDEX_KEY, Cell, Level, LevelIndex, store_level_index

if TYPE_CHECKING:
    from footfall.content.records import Records
    from footfall.engine.context import Context
    from footfall.engine.state import State

WORLD_PART = "world"


class World(msgspec.Struct, dict=True):
    """All levels, actors, items, fixtures and noises.

    Attributes:
        next_id: the next free id of actors, items and fixtures.
        player: actor id of the player's character, 0 if none.
        current: id of the level in play.
        actors: by id; each new actor has a higher id, and creatures act in order of id.
        noises: active noises.
        unreported: noises not yet reported to the player (`MarkNoisesReported` empties it).
    """

    next_id: Count = 1
    player: Count = 0
    current: Count = 0
    levels: dict[Count, Level] = {}
    actors: dict[Count, Actor] = {}
    items: dict[Count, Item] = {}
    fixtures: dict[Count, Fixture] = {}
    noises: list[Noise] = []
    unreported: list[Noise] = []


def get_world(state: State) -> World:
    """Returns the world part of a state."""
    return state.parts[WORLD_PART]  # type: ignore[no-any-return]


def get_level_index(world: World, level: Level, records: Records) -> LevelIndex:
    """Returns the index of a level, building it on first use."""
    index: LevelIndex | None = level.__dict__.get(LEVEL_INDEX_KEY)  # asked many times a turn: no call
    if index is None:
        index = LevelIndex(level, records)
        for actor in world.actors.values():
            if actor.level == level.id:
                index.place_actor(actor.id, actor.at)
        store_level_index(level, index)
    return index


def current_level(ctx: Context) -> tuple[World, Level, LevelIndex]:
    """Returns the world, the current level and its index."""
    world: World = ctx.state.parts[WORLD_PART]
    level = world.levels[world.current]
    return world, level, get_level_index(world, level, ctx.records)


def list_items_at(world: World, level: int, cell: Cell, inside: bool = False) -> list[Item]:
    """Returns the items on a cell, or inside its container, in order of id."""
    return [
        item for item in world.items.values() if item.at == cell and item.level == level and item.is_contained == inside
    ]


def find_fixture_at(world: World, level: int, cell: Cell) -> Fixture | None:
    """Returns the fixture on a cell."""
    return next((f for f in world.fixtures.values() if f.at == cell and f.level == level), None)


def list_carried_items(world: World, actor: Actor) -> list[Item]:
    """Returns the items that an actor carries, in order of pickup."""
    return [world.items[id] for id in actor.pack]
