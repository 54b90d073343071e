"""Filling a draft: creatures, objects, rubble, containers, keys, what is owed (R-GEN-23, 29 to 32)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from footfall.api import Play
from footfall.api.grid import Cell, Draft, Laid, Placed, Room, chebyshev, keeps_open
from footfall.api.grid import walking as ways

from ..records import Creature, Digging, Filling, Holder, SpawnTable
from .floors import plan_of
from .tables import amount, draw, loot, percent

TRIES = 20
"""Tries to place one thing (R-GEN-29)."""

BY_THE_FIRE = 10
"""Chance in a hundred that an object lies beside a campfire (table C.9)."""

CARRIED, CHESTED = 35, 50
"""Chances in a hundred that a creature carries a key, and that it lies in a chest (table C.10)."""


def digging(play: Play) -> Digging:
    """How floors are dug."""
    return play.records.get(Digging, "digging", "core.stealth:usual")


def filling(play: Play, draft: Draft, name: str) -> Filling:
    """How this draft is filled: by its own note, or as `name` says."""
    return play.records.get(Filling, "filling", draft.notes.get("filling") or name)


def open_cells(play: Play, draft: Draft, room: Room | None = None) -> list[Cell]:
    """Walkable cells whose content is not settled, of a room or of the whole floor, in row-major order."""
    mask = draft.layer(play.records, "walkable") & ~draft.fixed
    if room is None:
        return [(y, x) for y, x in np.argwhere(mask).tolist()]
    return [(y + room.top, x + room.left) for y, x in np.argwhere(mask[room.box]).tolist()]


def spot(
    play: Play, draft: Draft, purpose: str, cells: Sequence[Cell], away: int = 0, tries: int = TRIES
) -> Cell | None:
    """A free cell drawn from `cells`, at most `tries` times; `away` cells or more from the arrivals."""
    if not cells:
        return None
    for _ in range(tries):
        cell = cells[play.roll(purpose, 0, len(cells) - 1)]
        if cell in draft.taken:
            continue
        if away and any(chebyshev(cell, arrival) < away for arrival in draft.arrivals.values()):
            continue
        return cell
    return None


def creatures(
    play: Play, draft: Draft, table: str, count: int, cells: Sequence[Cell], tries: int = TRIES
) -> None:
    """Places creatures of a table."""
    spawn = play.records.get(SpawnTable, "spawn", table)
    away = digging(play).keep_off
    for _ in range(count):
        kind = draw(play, f"creature:{table.rpartition(':')[2]}", spawn.rows, draft)
        cell = spot(play, draft, "creature-at", cells, away, tries)
        if kind is None or cell is None:
            continue
        draft.place(Placed(kind, cell, spawn.others.get(kind, spawn.ai)))
        if "campfire" in play.records.get(Creature, "creature", kind).tags:
            beside_fire(play, draft, cell, cells)


def beside_fire(play: Play, draft: Draft, fire: Cell, cells: Sequence[Cell]) -> None:
    """Somebody may have left something beside a fire."""
    if play.chance("by-the-fire", BY_THE_FIRE, 100):
        near = [cell for cell in cells if chebyshev(cell, fire) == 1]
        objects(play, draft, "core.stealth:floor", 1, near)


def objects(
    play: Play, draft: Draft, table: str, count: int, cells: Sequence[Cell], tries: int = TRIES
) -> None:
    """Lays down objects of a table."""
    name = table.rpartition(":")[2]
    for _ in range(count):
        found = loot(play, table, draft)
        cell = spot(play, draft, f"{name}-at", cells, tries=tries)
        if found is not None and cell is not None:
            draft.lay(Laid(found[0], cell, found[1]))


def fill(play: Play, draft: Draft, plan: Filling, cells: Sequence[Cell]) -> None:
    """Creatures, objects and rubble on some cells: those of a room, or all that are allowed."""
    floor, tries = draft.floor, plan.tries
    creatures(play, draft, plan.spawn, amount(play, "creatures", plan.creatures, floor), cells, tries)
    objects(play, draft, plan.loot, amount(play, "objects", plan.objects, floor), cells, tries)
    objects(play, draft, plan.litter, amount(play, "rubble", plan.rubble, floor), cells, tries)


def stand(play: Play, draft: Draft, holder: Holder, cell: Cell) -> None:
    """Puts a container on a cell and fills it; it may be a mimic (R-GEN-32)."""
    count = min(holder.capacity, amount(play, "loot", holder.objects, draft.floor))
    if holder.mimic and holder.mimics and play.chance("mimic", holder.mimics, 100):
        pack = tuple(found for _ in range(count) if (found := loot(play, holder.loot, draft)) is not None)
        draft.place(Placed(holder.mimic, cell, pack=pack))
        return
    draft.set(cell, holder.tile)
    draft.fixed[cell] = True
    draft.taken[cell] = holder.tile
    for _ in range(count):
        found = loot(play, holder.loot, draft)
        if found is not None:
            draft.lay(Laid(found[0], cell, found[1], inside=True))


def containers(play: Play, draft: Draft) -> None:
    """A chest, a table, a shelf, where no way is barred, beside a wall if there are walls (table C.9)."""
    cells: list[Cell] | None = None
    for name in ("chest", "table", "bookshelf"):
        holder = play.records.get(Holder, "holder", f"core.stealth:{name}")
        chance = percent(holder.chance, draft.floor)
        if not chance or not play.chance(name, chance, 100):
            continue
        if cells is None:
            cells = beside_walls(play, draft) or open_cells(play, draft)
        cell = corner(play, draft, f"{name}-at", cells)
        if cell is not None:
            stand(play, draft, holder, cell)


def beside_walls(play: Play, draft: Draft) -> list[Cell]:
    """Free cells of rooms (or of a cavern) that have a wall on one side or more."""
    walkable = draft.layer(play.records, "walkable")
    free = walkable & ~draft.fixed & ~draft.halls
    walls = draft.tagged(play.records, "wall")
    near = np.zeros_like(walls)
    near[1:-1, 1:-1] = walls[:-2, 1:-1] | walls[2:, 1:-1] | walls[1:-1, :-2] | walls[1:-1, 2:]
    return [(y, x) for y, x in np.argwhere(free & near).tolist()]


def corner(play: Play, draft: Draft, purpose: str, cells: Sequence[Cell]) -> Cell | None:
    """A free cell that can be barred without cutting its neighbours apart, none of them a doorway."""
    open_ways = ways(draft, play.records)
    doors = draft.tagged(play.records, "door") | draft.tagged(play.records, "stairs")
    for _ in range(TRIES):
        cell = spot(play, draft, purpose, cells)
        if cell is None:
            return None
        y, x = cell
        if keeps_open(open_ways, cell) and not doors[y - 1 : y + 2, x - 1 : x + 2].any():
            return cell
    return None


def keys(play: Play, draft: Draft) -> None:
    """The keys that lie on this floor: carried by a creature, in a chest, or on the ground (R-GEN-28)."""
    plan = plan_of(play)
    for name in draft.notes.get("keys", ()):
        hand_out(play, draft, plan.locks[name].key)


def owed(play: Play, draft: Draft) -> None:
    """Objects that the game owes the player (R-GEN-30)."""
    cells = open_cells(play, draft)
    for kind in draft.notes.get("owed", ()):
        cell = spot(play, draft, "owed-at", cells)
        if cell is not None:
            draft.lay(Laid(kind, cell))


def hand_out(play: Play, draft: Draft, kind: str) -> None:
    """Puts one object where it can be won."""
    where = play.roll("key-where", 1, 100)
    bearers = [
        index
        for index, placed in enumerate(draft.actors)
        if not draft.fixed[placed.at] and play.records.get(Creature, "creature", placed.kind).slots
    ]
    if where <= CARRIED and bearers:
        draft.give(bearers[play.roll("key-bearer", 0, len(bearers) - 1)], kind)
        return
    chest = draft.tagged(play.records, "chest")
    filled = {item.at for item in draft.items if item.inside and chest[item.at]}
    chests = sorted(at for at in filled if not vaulted(draft, at))
    if where <= CARRIED + CHESTED and chests:
        draft.lay(Laid(kind, chests[play.roll("key-chest", 0, len(chests) - 1)], inside=True))
        return
    cell = spot(play, draft, "key-at", [c for c in open_cells(play, draft) if not vaulted(draft, c)])
    if cell is not None:
        draft.lay(Laid(kind, cell))
    else:
        draft.failed = f"no place for {kind}"


def vaulted(draft: Draft, cell: Cell) -> bool:
    """Whether a cell lies in a drawn room, which may be locked."""
    return any(
        room.template
        and room.top <= cell[0] < room.top + room.height
        and room.left <= cell[1] < room.left + room.width
        for room in draft.rooms
    )
