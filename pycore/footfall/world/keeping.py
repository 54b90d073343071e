"""What a level, its creatures and its objects need when things of a missing mod are set aside and return."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from footfall.content.records import Records
from footfall.engine.aside import Irreplaceable, Keeping, Path
from footfall.engine.state import State

from .level import Cell, Level, chebyshev, inside, tile_id
from .state import PART, World, world_of
from .tiles import Tile, tile

_TERRAIN = ("walkable", "transparent", "absorption", "secret", "shelter", "tags")
"""What makes one tile like another, the weightiest first."""


def _stays(path: Path) -> bool:
    """Terrain stays: it has a stand-in. So do the memory of it, breakable parts, and which recipe made a level."""
    return (
        path[1:2] == ("levels",)
        and len(path) > 3
        and path[3] in ("palette", "recipe", "branch", "arrivals", "links")
    ) or (path[1:2] == ("fixtures",) and len(path) > 3)


def _along(state: State, path: Path) -> Iterator[Path]:
    """A creature takes its pack along; an object leaves the pack and the slots it is in."""
    world: World | None = state.parts.get(PART)
    if world is None or len(path) != 3 or path[0] != PART:
        return
    _, table, id = path
    if table == "actors":
        if id == world.player:
            raise Irreplaceable(f"the game cannot go on without {world.actors[id].kind}, who is played")
        yield from ((PART, "items", item.id) for item in world.items.values() if item.holder == id)
    elif table == "items" and id in world.items:
        holder = world.actors.get(world.items[id].holder)
        if holder is not None and id in holder.pack:
            yield (PART, "actors", holder.id, "pack", holder.pack.index(id))
            yield from (
                (PART, "actors", holder.id, "worn", slot) for slot, item in holder.worn.items() if item == id
            )


def _stand_in(records: Records, kind: str, saved: Mapping[str, Any]) -> Tile | None:
    """A tile that is what the missing one was, called and drawn as the likest that is there."""
    if kind != "tile":
        return None
    known = records.table(Tile, "tile")
    if not known:
        return None
    likest = max(known.values(), key=lambda one: [_like(one, saved, name) for name in _TERRAIN])
    facts = dict(saved)
    for name in ("opens_to", "closes_to", "breaks_to", "looks_like"):
        if facts.get(name) not in known:
            facts[name] = ""
    try:
        made = msgspec.convert(facts, Tile)
    except msgspec.ValidationError:  # the kind has other fields now
        made = msgspec.structs.replace(likest, id=str(saved["id"]))
    return msgspec.structs.replace(made, name=likest.name, glyph=likest.glyph, tint=likest.tint)


def _like(one: Tile, saved: Mapping[str, Any], name: str) -> int:
    """How like a tile is to a saved one in one respect; the more, the liker."""
    have: Any = getattr(one, name)
    wanted = saved.get(name)
    if isinstance(have, tuple):
        return -len(set(have) ^ set(wanted or ()))
    return -abs(int(have) - int(wanted or 0))


def _settle(state: State, records: Records, paths: Sequence[Path]) -> None:
    """Whoever is back finds a free cell; what its carrier left behind lies at the character's feet."""
    if PART not in state.parts:
        return
    world = world_of(state)
    back = {
        table: [path[2] for path in paths if path[:2] == (PART, table) and len(path) == 3] for table in _BACK
    }
    for id in [id for id in back["actors"] if id in world.actors]:
        actor = world.actors[id]
        level = world.levels[actor.level]
        others = {each.at for each in world.actors.values() if each.level == level.id and each is not actor}
        if actor.at in others or not _open(level, records, actor.at):
            actor.at = _free(level, records, actor.at, others)
    player = world.actors.get(world.player)
    for item in [world.items[id] for id in back["items"] if id in world.items]:
        holder = world.actors.get(item.holder)
        if holder is not None and item.id not in holder.pack:
            holder.pack.append(item.id)
        elif item.holder and holder is None and player is not None:
            item.holder, item.level, item.at, item.inside = 0, player.level, player.at, False


_BACK = ("actors", "items")


def _open(level: Level, records: Records, cell: Cell) -> bool:
    return inside(level, cell) and tile(records, tile_id(level, cell)).walkable


def _free(level: Level, records: Records, near: Cell, taken: Iterable[Cell]) -> Cell:
    """The nearest free cell to stand on; of several, the first in reading order."""
    taken = set(taken)
    (top, left), (height, width) = level.origin, level.shape
    cells = [(y, x) for y in range(top, top + height) for x in range(left, left + width)]
    free = [cell for cell in cells if cell not in taken and _open(level, records, cell)]
    return min(free, key=lambda cell: (chebyshev(cell, near), cell), default=near)


KEEPING = Keeping(_stays, _along, _stand_in, _settle)
