"""From a finished draft to the changes that add it to the world, as one list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from footfall.api import Change, Play
from footfall.api.grid import (
    Actor,
    AddFixture,
    AddItem,
    AddLevel,
    Cell,
    Draft,
    Fixture,
    Item,
    Placed,
    Spawn,
    Wear,
    world_of,
)

from ..arrivals import enlistment
from ..records import STATS, Creature, LootTable
from .floors import Tally, kind_of
from .tables import loot

OUTFIT = ("weapon", "body", "head", "cloak")
"""Slots in which creatures wear the first piece they carry (table C.3)."""


VENOMOUS = "core.stealth:envenomed"
"""Effect of whoever poisons with its next hit: a coated weapon, a fresh bite."""


class Ids:
    """Fresh ids for a list of changes."""

    def __init__(self, first: int) -> None:
        self.next = first

    def take(self) -> int:
        """The next id."""
        self.next += 1
        return self.next - 1


def committed(play: Play, draft: Draft, level: int, links: list[tuple[int, int, int, str]]) -> list[Change]:
    """The changes that add a level, everybody and everything on it, and count them (R-GEN-31)."""
    ids = Ids(world_of(play.state).next_id)
    changes: list[Change] = [AddLevel(draft.level(level, links))]
    changes += [AddFixture(Fixture(ids.take(), f.tile, level, f.at, f.hp)) for f in draft.fixtures]
    for laid in draft.items:
        item = fresh(play, ids, laid.kind, laid.count)
        item.level, item.at, item.inside = level, laid.at, laid.inside
        changes.append(AddItem(item))
    for placed in draft.actors:
        changes += born(play, ids, placed, level, draft)
    owed = tuple(draft.notes.get("owed", ()))
    changes.append(Tally(draft.floor, counted(changes), tuple(draft.notes.get("drawn", ())), owed))
    return changes


def counted(changes: Sequence[Change]) -> dict[str, int]:
    """How many of each kind of creature and object come with these changes (R-GEN-31)."""
    kinds = Counter(c.actor.kind for c in changes if isinstance(c, Spawn))
    kinds.update(c.item.kind for c in changes if isinstance(c, AddItem))
    return dict(kinds)


def fresh(play: Play, ids: Ids, kind: str, count: int = 1) -> Item:
    """A new object, nowhere yet. Kinds without a family are known at sight (R-ITEM-5)."""
    record = kind_of(play, kind)
    return Item(ids.take(), kind, count, known=not record.family, charges=record.charges)


def born(play: Play, ids: Ids, placed: Placed, level: int, draft: Draft | None = None) -> list[Change]:
    """A creature with its rolled figures, all that it carries, and what of it it wears (tables C.2, C.3)."""
    record = play.records.get(Creature, "creature", placed.kind)
    hp = play.roll("hp", *record.hp)
    stats = {**STATS, **record.stats, "stamina_max": play.roll("stamina", *record.stamina)}
    for stat, (low, high) in record.ranges.items():
        stats[stat] = play.roll(stat, low, high)
    actor = Actor(ids.take(), placed.kind, level, placed.at, hp, hp, stats, record.side)
    if record.venom:
        actor.effects = {VENOMOUS: -1}
    changes: list[Change] = [Spawn(actor)]
    carried = [(kind, record.bundle.get(kind, 1)) for kind in record.outfit]
    carried += _carried(play, record)
    worn: dict[str, int] = {}
    for index, (kind, count) in enumerate([*carried, *placed.pack, *_extra(play, record, draft)]):
        item = fresh(play, ids, kind, count)
        item.holder = actor.id
        changes.append(AddItem(item))
        slot = kind_of(play, kind).slot
        if index < len(carried) and slot in OUTFIT and slot not in worn:
            worn[slot] = item.id
    changes += [Wear(actor.id, slot, item) for slot, item in worn.items()]
    if placed.ai:
        changes.append(enlistment(play, actor, placed.ai))
    return changes


def _carried(play: Play, record: Creature) -> list[tuple[str, int]]:
    """Some of what a creature may carry, no kind twice."""
    if not record.slots or not record.carries:
        return []
    count = min(play.roll("carries", 0, record.slots), len(record.carries))
    left = list(record.carries)
    return [
        (kind, record.bundle.get(kind, 1))
        for _ in range(count)
        for kind in [left.pop(play.roll("carried", 0, len(left) - 1))]
    ]


def _extra(play: Play, record: Creature, draft: Draft | None) -> list[tuple[str, int]]:
    """The object more that it may leave behind: it carries it from the start (table C.3)."""
    if not record.drop or draft is None or not play.chance("drop", record.drop, 100):
        return []
    table = "core.stealth:floor"
    if table not in play.records.table(LootTable, "loot"):
        return []
    found = loot(play, table, draft)
    return [found] if found is not None else []


def player(play: Play, kind: str, level: int, at: Cell, id: int, first: int) -> list[Change]:
    """The player's character under a given id; what it carries gets ids from `first` up."""
    ids = Ids(first)
    changes = born(play, ids, Placed(kind, at), level)
    spawn = changes[0]
    assert isinstance(spawn, Spawn)
    old = spawn.actor.id
    spawn.actor.id = id
    for change in changes:
        if isinstance(change, AddItem) and change.item.holder == old:
            change.item.holder = id
            change.item.known = True
    return [Wear(id, c.slot, c.item) if isinstance(c, Wear) else c for c in changes]
