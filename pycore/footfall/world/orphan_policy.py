"""What a level, its creatures and its objects need when things of a missing mod are set aside and return."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from footfall.content.records import Records
from footfall.engine.saves.orphans import IrreplaceableError, OrphanPolicy, StatePath
from footfall.engine.state import State

from .level import Cell, Level, chebyshev_distance, is_inside, tile_id_at
from .state import WORLD_PART, World, get_world
from .tiles import Tile, get_tile

_STAND_IN_CRITERIA = ("walkable", "transparent", "absorption", "secret", "shelter", "tags")
"""What makes one tile like another, the weightiest first."""


def _is_terrain_path(path: StatePath) -> bool:
    """Terrain stays: it has a stand-in. So do the memory of it, breakable parts, and which recipe made a level."""
    return (
        path[1:2] == ("levels",)
        and len(path) > 3
        and path[3] in ("palette", "recipe", "branch", "arrivals", "links")
    ) or (path[1:2] == ("fixtures",) and len(path) > 3)


def _find_dependents(state: State, path: StatePath) -> Iterator[StatePath]:
    """A creature takes its pack along; an object leaves the pack and the slots it is in."""
    world: World | None = state.parts.get(WORLD_PART)
    if world is None or len(path) != 3 or path[0] != WORLD_PART:
        return
    _, table, id = path
    if table == "actors":
        if id == world.player:
            raise IrreplaceableError(f"the game cannot go on without {world.actors[id].kind}, who is played")
        yield from ((WORLD_PART, "items", item.id) for item in world.items.values() if item.holder == id)
    elif table == "items" and id in world.items:
        holder = world.actors.get(world.items[id].holder)
        if holder is not None and id in holder.pack:
            yield (WORLD_PART, "actors", holder.id, "pack", holder.pack.index(id))
            yield from (
                (WORLD_PART, "actors", holder.id, "worn", slot)
                for slot, item in holder.worn.items()
                if item == id
            )


def _build_stand_in(records: Records, kind: str, saved: Mapping[str, Any]) -> Tile | None:
    """A tile that is what the missing one was, called and drawn as the likest that is there."""
    if kind != "tile":
        return None
    known = records.table(Tile, "tile")
    if not known:
        return None
    likest = max(
        known.values(), key=lambda one: [_measure_similarity(one, saved, name) for name in _STAND_IN_CRITERIA]
    )
    facts = dict(saved)
    for name in ("opens_to", "closes_to", "breaks_to", "looks_like"):
        if facts.get(name) not in known:
            facts[name] = ""
    try:
        made = msgspec.convert(facts, Tile)
    except msgspec.ValidationError:  # the kind has other fields now
        made = msgspec.structs.replace(likest, id=str(saved["id"]))
    return msgspec.structs.replace(made, name=likest.name, glyph=likest.glyph, tint=likest.tint)


def _measure_similarity(one: Tile, saved: Mapping[str, Any], name: str) -> int:
    """How like a tile is to a saved one in one respect; the more, the liker."""
    have: Any = getattr(one, name)
    wanted = saved.get(name)
    if isinstance(have, tuple):
        return -len(set(have) ^ set(wanted or ()))
    return -abs(int(have) - int(wanted or 0))


def _place_returned(state: State, records: Records, paths: Sequence[StatePath]) -> None:
    """Whoever is back finds a free cell; what its carrier left behind lies at the character's feet."""
    if WORLD_PART not in state.parts:
        return
    world = get_world(state)
    back = {
        table: [path[2] for path in paths if path[:2] == (WORLD_PART, table) and len(path) == 3]
        for table in _RETURNING_TABLES
    }
    for id in [id for id in back["actors"] if id in world.actors]:
        actor = world.actors[id]
        level = world.levels[actor.level]
        others = {each.at for each in world.actors.values() if each.level == level.id and each is not actor}
        if actor.at in others or not _is_walkable(level, records, actor.at):
            actor.at = _find_free_cell(level, records, actor.at, others)
    player = world.actors.get(world.player)
    for item in [world.items[id] for id in back["items"] if id in world.items]:
        holder = world.actors.get(item.holder)
        if holder is not None and item.id not in holder.pack:
            holder.pack.append(item.id)
        elif item.holder and holder is None and player is not None:
            item.holder, item.level, item.at, item.inside = 0, player.level, player.at, False


_RETURNING_TABLES = ("actors", "items")


def _is_walkable(level: Level, records: Records, cell: Cell) -> bool:
    return is_inside(level, cell) and get_tile(records, tile_id_at(level, cell)).walkable


def _find_free_cell(level: Level, records: Records, near: Cell, taken: Iterable[Cell]) -> Cell:
    """The nearest free cell to stand on; of several, the first in reading order."""
    taken = set(taken)
    (top, left), (height, width) = level.origin, level.shape
    cells = [(y, x) for y in range(top, top + height) for x in range(left, left + width)]
    free = [cell for cell in cells if cell not in taken and _is_walkable(level, records, cell)]
    return min(free, key=lambda cell: (chebyshev_distance(cell, near), cell), default=near)


ORPHAN_POLICY = OrphanPolicy(_is_terrain_path, _find_dependents, _build_stand_in, _place_returned)
