"""The ``"world"`` part of a tile game's state, and how rules read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from .entities import Actor, Fixture, Item, Noise
from .level import Cell, Level, LevelIndex

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
        actors: by id; ids grow with every arrival, and creatures act in this order (R-TIME-6).
        noises: what is in the air.
        unreported: noises made since the player was last told (`Report` empties it).
    """

    next_id: int = 1
    player: int = 0
    current: int = 0
    levels: dict[int, Level] = {}
    actors: dict[int, Actor] = {}
    items: dict[int, Item] = {}
    fixtures: dict[int, Fixture] = {}
    noises: list[Noise] = []
    unreported: list[Noise] = []


def get_world(state: State) -> World:
    """The world part of a state."""
    return state.parts[WORLD_PART]  # type: ignore[no-any-return]


def get_level_index(world: World, level: Level, records: Records) -> LevelIndex:
    """The derived side of a level, built when first asked for and kept in step afterwards."""
    found: LevelIndex | None = level.__dict__.get("ground")
    if found is None:
        found = LevelIndex(level, records)
        for actor in world.actors.values():
            if actor.level == level.id:
                found.place_actor(actor.id, actor.at)
        level.__dict__["ground"] = found
    return found


def current_level(ctx: Context) -> tuple[World, Level, LevelIndex]:
    """World, current level and its derived side: what most rules begin with."""
    world = get_world(ctx.state)
    level = world.levels[world.current]
    return world, level, get_level_index(world, level, ctx.records)


def list_items_at(world: World, level: int, cell: Cell, inside: bool = False) -> list[Item]:
    """Items lying on a cell (or inside its container), in order of id."""
    return [
        item
        for item in world.items.values()
        if item.at == cell and item.level == level and item.inside == inside
    ]


def find_fixture_at(world: World, level: int, cell: Cell) -> Fixture | None:
    """The breakable thing on a cell."""
    return next((f for f in world.fixtures.values() if f.at == cell and f.level == level), None)


def list_carried_items(world: World, actor: Actor) -> list[Item]:
    """What an actor carries, in order of pick-up."""
    return [world.items[id] for id in actor.pack]
