"""How the world keeps the orphaned content of missing mods, and restores it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from footfall.content.records import Records
from footfall.engine.saves.orphans import IrreplaceableError, OrphanPolicy, StatePath
from footfall.engine.state import State

from .level import Cell, Level, Tile, chebyshev_distance, get_tile, is_inside, tile_id_at
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
