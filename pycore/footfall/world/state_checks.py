"""Checks of a loaded world beyond its types, and the orphaned content of missing mods: kept, and restored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from footfall.content.records import Records
from footfall.engine.saves.orphans import IrreplaceableError, OrphanPolicy, StatePath
from footfall.engine.state import State

from .level import MAX_TILE_KINDS, Cell, Level, Tile, chebyshev_distance, get_tile, is_inside, tile_id_at
from .state import WORLD_PART, World, get_world

_STAND_IN_CRITERIA = ("walkable", "transparent", "absorption", "secret", "shelter", "tags")
"""Properties that a stand-in should share with the missing tile, most important first."""


def _is_terrain_path(path: StatePath) -> bool:
    """Returns whether a path is part of the terrain, which stays in place with a stand-in."""
    return (
        path[1:2] == ("levels",) and len(path) > 3 and path[3] in ("palette", "recipe", "branch", "arrivals", "links")
    ) or (path[1:2] == ("fixtures",) and len(path) > 3)


def _find_dependents(state: State, path: StatePath) -> Iterator[StatePath]:
    """Yields the pack of an orphaned actor, and the pack entry and slots of an orphaned item."""
    world: World | None = state.parts.get(WORLD_PART)
    if world is None or len(path) != 3 or path[0] != WORLD_PART:
        return
    _, table, id = path
    if table == "actors":
        if id == world.player:
            raise IrreplaceableError(
                f"the game cannot continue without {world.actors[id].kind}, the player's character"
            )
        yield from ((WORLD_PART, "items", item.id) for item in world.items.values() if item.holder == id)
    elif table == "items" and id in world.items:
        holder = world.actors.get(world.items[id].holder)
        if holder is not None and id in holder.pack:
            yield (WORLD_PART, "actors", holder.id, "pack", holder.pack.index(id))
            yield from (
                (WORLD_PART, "actors", holder.id, "worn", slot) for slot, item in holder.worn.items() if item == id
            )


def _build_stand_in(records: Records, kind: str, saved: Mapping[str, Any]) -> Tile | None:
    """Builds a tile with the properties of a missing one, named and drawn like the most similar tile."""
    if kind != "tile":
        return None
    tiles = records.table(Tile, "tile")
    if not tiles:
        return None

    def list_similarities(tile: Tile) -> list[int]:
        fields = msgspec.to_builtins(tile)
        pairs = [(fields[name], saved.get(name)) for name in _STAND_IN_CRITERIA]
        return [
            -len(set(own) ^ set(lost or ())) if isinstance(own, tuple) else -abs(int(own) - int(lost or 0))
            for own, lost in pairs
        ]

    nearest = max(tiles.values(), key=list_similarities)
    fields = dict(saved)
    for name in ("opens_to", "closes_to", "breaks_to", "looks_like"):
        if fields.get(name) not in tiles:
            fields[name] = ""
    try:
        stand_in = msgspec.convert(fields, Tile)
    except msgspec.ValidationError:  # the record type has changed
        stand_in = msgspec.structs.replace(nearest, id=str(saved["id"]))
    return msgspec.structs.replace(stand_in, name=nearest.name, glyph=nearest.glyph, tint=nearest.tint)


def _place_restored(state: State, records: Records, paths: Sequence[StatePath]) -> None:
    """Moves restored actors to free cells, and restored items without a holder to the player's cell."""
    if WORLD_PART not in state.parts:
        return
    world = get_world(state)
    restored = [path[1:] for path in paths if path[0] == WORLD_PART and len(path) == 3]
    for id in [id for table, id in restored if table == "actors" and id in world.actors]:
        actor = world.actors[id]
        near, level = actor.at, world.levels[actor.level]
        occupied = {other.at for other in world.actors.values() if other.level == level.id and other is not actor}
        if actor.at in occupied or not _is_walkable(level, records, actor.at):
            (top, left), (height, width) = level.origin, level.shape
            cells = ((y, x) for y in range(top, top + height) for x in range(left, left + width))
            free = [cell for cell in cells if cell not in occupied and _is_walkable(level, records, cell)]
            actor.at = min(free, key=lambda cell: (chebyshev_distance(cell, near), cell), default=near)
    player = world.actors.get(world.player)
    for item in [world.items[id] for table, id in restored if table == "items" and id in world.items]:
        holder = world.actors.get(item.holder)
        if holder is not None and item.id not in holder.pack:
            holder.pack.append(item.id)
        elif item.holder and holder is None and player is not None:
            item.holder, item.level, item.at, item.is_contained = 0, player.level, player.at, False


def _is_walkable(level: Level, records: Records, cell: Cell) -> bool:
    return is_inside(level, cell) and get_tile(records, tile_id_at(level, cell)).walkable


ORPHAN_POLICY = OrphanPolicy(_is_terrain_path, _find_dependents, _build_stand_in, _place_restored)


MAX_SIDE = 4096
"""Cells of a level's height and width."""


def check_world(state: State, records: Records) -> Iterator[str]:
    """Yields the faults of the world part of a loaded state."""
    if WORLD_PART not in state.parts:
        return
    world = get_world(state)
    tiles = records.table(Tile, "tile")
    for key, level in world.levels.items():
        if level.id != key:
            yield f"level {key} has the id {level.id}"
        yield from _check_level(level, tiles)
        for _, _, to, arrival in level.links:
            if to and (to not in world.levels or arrival not in world.levels[to].arrivals):
                yield f"stairs of level {level.id} lead to {arrival[:20]!r} of level {to}, which does not exist"
    if (world.current or world.levels) and world.current not in world.levels:
        yield f"the current level {world.current} does not exist"
    if world.player and (world.player not in world.actors or world.actors[world.player].level != world.current):
        yield f"the player's character {world.player} is not on the current level"
    yield from _check_actors(world)
    for key, item in world.items.items():
        if item.id != key or item.count < 1:
            yield f"item {key} has the id {item.id} and the count {item.count}"
        holder = world.actors.get(item.holder)
        is_carried = holder is not None and item.id in holder.pack
        if not (is_carried if item.holder else _is_on_level(world, item.level, item.at)):
            yield f"item {key} is in no pack and on no level"
    for key, fixture in world.fixtures.items():
        if fixture.id != key or fixture.tile not in tiles or not _is_on_level(world, fixture.level, fixture.at):
            yield f"fixture {key} has another id, an unknown tile, or no place"
    for noise in (*world.noises, *world.unreported):
        if not _is_on_level(world, noise.level, noise.at):
            yield f"a noise is outside level {noise.level}"
    ids = [*world.actors, *world.items, *world.fixtures]
    if len(set(ids)) != len(ids) or max(ids, default=0) >= world.next_id or 0 in ids:
        yield "an id is 0, is used twice, or is not below the next free one"


def _check_level(level: Level, tiles: object) -> Iterator[str]:
    """Yields the faults of the arrays, the palette and the cells of a level."""
    shape = level.tiles.shape
    if level.tiles.dtype != np.uint8 or len(shape) != 2 or not 0 < min(shape) <= max(shape) <= MAX_SIDE:
        yield f"the tiles of level {level.id} are not a uint8 array of a level's size"
        return
    for name, mask in (("explored", level.explored), ("recognized", level.recognized)):
        if mask.dtype != np.bool_ or mask.shape != shape or mask.view(np.uint8).max() > 1:
            yield f"{name} of level {level.id} is not a bool array of the level's shape"
    kinds = len(level.palette)
    if not 0 < kinds <= MAX_TILE_KINDS or int(level.tiles.max()) >= kinds:
        yield f"level {level.id} has tile numbers outside its palette of {kinds}"
    memory = level.memory
    if memory.dtype != np.uint8 or memory.shape not in (shape, (0, 0)) or (memory.size and int(memory.max()) > kinds):
        yield f"the memory of level {level.id} is not a uint8 array of tile numbers"
    for tile in level.palette:
        if tile not in tiles:  # type: ignore[operator]
            yield f"there is no tile {tile[:60]!r}, which level {level.id} has"
    for cell in (*level.arrivals.values(), *level.rooms, *((y, x) for y, x, _, _ in level.links)):
        if not is_inside(level, cell):
            yield f"cell {cell} is outside level {level.id}"


def _is_on_level(world: World, id: int, cell: Cell | None) -> bool:
    level = world.levels.get(id)
    return level is not None and cell is not None and is_inside(level, cell)


def _check_actors(world: World) -> Iterator[str]:
    places: set[tuple[int, Cell]] = set()
    for key, actor in world.actors.items():
        if actor.id != key:
            yield f"actor {key} has the id {actor.id}"
        if not _is_on_level(world, actor.level, actor.at) or (actor.level, actor.at) in places:
            yield f"actor {key} is outside its level, or on the cell of another one"
        places.add((actor.level, actor.at))
        for id in actor.pack:
            if id not in world.items or world.items[id].holder != actor.id:
                yield f"actor {actor.id} does not hold item {id} of its pack"
        if len(set(actor.pack)) != len(actor.pack) or not set(actor.worn.values()) <= set(actor.pack):
            yield f"actor {actor.id} has an item twice, or wears what is not in its pack"
