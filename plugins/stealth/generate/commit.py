"""From a finished draft to the changes that add it to the world, as one list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from footfall.api import Change, Context
from footfall.api.grid import (
    Actor,
    AddFixture,
    AddItem,
    AddLevel,
    Cell,
    Equip,
    Fixture,
    Item,
    LevelDraft,
    PlacedActor,
    Spawn,
    get_world,
)

from ..enlist import build_enlistment
from ..records import DEFAULT_STATS, CreatureKind, LootTable
from .dungeon_state import CountGenerated, get_item_kind
from .tables import draw_loot

OUTFIT_SLOTS = ("weapon", "body", "head", "cloak")
"""Slots in which creatures wear the first piece they carry (table C.3)."""


ENVENOMED = "core.stealth:envenomed"
"""Effect of whoever poisons with its next hit: a coated weapon, a fresh bite."""


class IdAllocator:
    """Fresh ids for a list of changes."""

    def __init__(self, first: int) -> None:
        self.next = first

    def allocate(self) -> int:
        """The next id."""
        self.next += 1
        return self.next - 1


def build_floor_changes(
    ctx: Context, draft: LevelDraft, level: int, links: list[tuple[int, int, int, str]]
) -> list[Change]:
    """The changes that add a level, everybody and everything on it, and count them (R-GEN-31)."""
    ids = IdAllocator(get_world(ctx.state).next_id)
    changes: list[Change] = [AddLevel(draft.build_level(level, links))]
    changes += [AddFixture(Fixture(ids.allocate(), f.tile, level, f.at, f.hp)) for f in draft.fixtures]
    for laid in draft.items:
        item = create_item(ctx, ids, laid.kind, laid.count)
        item.level, item.at, item.inside = level, laid.at, laid.inside
        changes.append(AddItem(item))
    for placed in draft.actors:
        changes += create_creature(ctx, ids, placed, level, draft)
    owed = tuple(draft.step_data.get("owed", ()))
    changes.append(
        CountGenerated(draft.floor, count_kinds(changes), tuple(draft.step_data.get("drawn", ())), owed)
    )
    return changes


def count_kinds(changes: Sequence[Change]) -> dict[str, int]:
    """How many of each kind of creature and object come with these changes (R-GEN-31)."""
    kinds = Counter(c.actor.kind for c in changes if isinstance(c, Spawn))
    kinds.update(c.item.kind for c in changes if isinstance(c, AddItem))
    return dict(kinds)


def create_item(ctx: Context, ids: IdAllocator, kind: str, count: int = 1) -> Item:
    """A new object, nowhere yet. Kinds without a family are known at sight (R-ITEM-5)."""
    record = get_item_kind(ctx, kind)
    return Item(ids.allocate(), kind, count, known=not record.family, charges=record.charges)


def create_creature(
    ctx: Context, ids: IdAllocator, placed: PlacedActor, level: int, draft: LevelDraft | None = None
) -> list[Change]:
    """A creature with its rolled figures, all that it carries, and what of it it wears (tables C.2, C.3)."""
    record = ctx.records.get(CreatureKind, "creature", placed.kind)
    hp = ctx.roll("hp", *record.hp)
    stats = {**DEFAULT_STATS, **record.stats, "stamina_max": ctx.roll("stamina", *record.stamina)}
    for stat, (low, high) in record.ranges.items():
        stats[stat] = ctx.roll(stat, low, high)
    actor = Actor(ids.allocate(), placed.kind, level, placed.at, hp, hp, stats, record.side)
    if record.venom:
        actor.effects = {ENVENOMED: -1}
    changes: list[Change] = [Spawn(actor)]
    carried = [(kind, record.bundle.get(kind, 1)) for kind in record.outfit]
    carried += _choose_carried(ctx, record)
    worn: dict[str, int] = {}
    for index, (kind, count) in enumerate(
        [*carried, *placed.carried_items, *_choose_drop(ctx, record, draft)]
    ):
        item = create_item(ctx, ids, kind, count)
        item.holder = actor.id
        changes.append(AddItem(item))
        slot = get_item_kind(ctx, kind).slot
        if index < len(carried) and slot in OUTFIT_SLOTS and slot not in worn:
            worn[slot] = item.id
    changes += [Equip(actor.id, slot, item) for slot, item in worn.items()]
    if placed.ai:
        changes.append(build_enlistment(ctx, actor, placed.ai))
    return changes


def _choose_carried(ctx: Context, record: CreatureKind) -> list[tuple[str, int]]:
    """Some of what a creature may carry, no kind twice."""
    if not record.slots or not record.carries:
        return []
    count = min(ctx.roll("carries", 0, record.slots), len(record.carries))
    left = list(record.carries)
    return [
        (kind, record.bundle.get(kind, 1))
        for _ in range(count)
        for kind in [left.pop(ctx.roll("carried", 0, len(left) - 1))]
    ]


def _choose_drop(ctx: Context, record: CreatureKind, draft: LevelDraft | None) -> list[tuple[str, int]]:
    """The object more that it may leave behind: it carries it from the start (table C.3)."""
    if not record.drop or draft is None or not ctx.chance("drop", record.drop, 100):
        return []
    table = "core.stealth:floor"
    if table not in ctx.records.table(LootTable, "loot"):
        return []
    found = draw_loot(ctx, table, draft)
    return [found] if found is not None else []


def create_player(ctx: Context, kind: str, level: int, at: Cell, id: int, first: int) -> list[Change]:
    """The player's character under a given id; what it carries gets ids from `first` up."""
    ids = IdAllocator(first)
    changes = create_creature(ctx, ids, PlacedActor(kind, at), level)
    spawn = changes[0]
    assert isinstance(spawn, Spawn)
    old = spawn.actor.id
    spawn.actor.id = id
    for change in changes:
        if isinstance(change, AddItem) and change.item.holder == old:
            change.item.holder = id
            change.item.known = True
    return [Equip(id, c.slot, c.item) if isinstance(c, Equip) else c for c in changes]
