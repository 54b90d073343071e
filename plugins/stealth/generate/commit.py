"""Turns a finished draft into the list of changes that adds it to the world."""

from collections import Counter
from collections.abc import Sequence

from footfall.api import Change, Context, grid

from ..actors.enlist import build_enlistment
from ..actors.stats import ENVENOMED
from ..model.floor_records import LootTable
from ..model.phase import get_phase
from ..model.records import DEFAULT_STATS, CreatureKind, item_kind
from .dungeon_state import CountGenerated
from .populate import draw_loot

OUTFIT_SLOTS = ("weapon", "body", "head", "cloak")
"""Slots in which creatures wear the first fitting item they carry."""


class IdAllocator:
    """Allocates entity ids for a list of changes."""

    def __init__(self, first: int) -> None:
        self.next = first

    def allocate(self) -> int:
        """The next id."""
        self.next += 1
        return self.next - 1


def build_floor_changes(
    ctx: Context, draft: grid.LevelDraft, level: int, links: list[tuple[int, int, int, str]]
) -> list[Change]:
    """The changes that add a level with its actors, items and fixtures, and count them (R-GEN-31)."""
    ids = IdAllocator(get_phase(ctx).world.next_id)
    changes: list[Change] = [grid.AddLevel(draft.build_level(level, links))]
    changes += [grid.Recognize(level, (y, x)) for y, x in draft.step_data.get("shown", ())]
    changes += [grid.AddFixture(grid.Fixture(ids.allocate(), f.tile, level, f.at, f.hp)) for f in draft.fixtures]
    for placed_item in draft.items:
        item = create_item(ctx, ids, placed_item.kind, placed_item.count)
        item.level, item.at, item.is_contained = level, placed_item.at, placed_item.is_contained
        changes.append(grid.AddItem(item))
    for placed in draft.actors:
        changes += create_creature(ctx, ids, placed, level, draft)
    owed = tuple(draft.step_data.get("owed", ()))
    changes.append(CountGenerated(draft.floor, count_kinds(changes), tuple(draft.step_data.get("drawn", ())), owed))
    return changes


def count_kinds(changes: Sequence[Change]) -> dict[str, int]:
    """Counts the creatures and items that these changes add, by kind (R-GEN-31)."""
    kinds = Counter(c.actor.kind for c in changes if isinstance(c, grid.Spawn))
    kinds.update(c.item.kind for c in changes if isinstance(c, grid.AddItem))
    return dict(kinds)


def create_item(ctx: Context, ids: IdAllocator, kind: str, count: int = 1) -> grid.Item:
    """A new item without a place. Kinds without a family are identified from the start (R-ITEM-5)."""
    record = item_kind(ctx, kind)
    return grid.Item(ids.allocate(), kind, count, is_known=not record.family, charges=record.charges)


def create_creature(
    ctx: Context, ids: IdAllocator, placed: grid.PlacedActor, level: int, draft: grid.LevelDraft | None = None
) -> list[Change]:
    """The changes that add a creature: rolled stats, inventory and worn equipment."""
    record = ctx.records.get(CreatureKind, "creature", placed.kind)
    hp = ctx.roll("hp", *record.hp)
    stats = {**DEFAULT_STATS, **record.stats, "stamina_max": ctx.roll("stamina", *record.stamina)}
    for stat, (low, high) in record.ranges.items():
        stats[stat] = ctx.roll(stat, low, high)
    actor = grid.Actor(ids.allocate(), placed.kind, level, placed.at, hp, hp, stats, record.side)
    if record.venom:
        actor.effects = {ENVENOMED: -1}
    changes: list[Change] = [grid.Spawn(actor)]
    carried = [(kind, record.bundle.get(kind, 1)) for kind in record.outfit]
    carried += _choose_carried(ctx, record)
    worn: dict[str, int] = {}
    for index, (kind, count) in enumerate([*carried, *placed.carried_items, *_choose_drop(ctx, record, draft)]):
        item = create_item(ctx, ids, kind, count)
        item.holder = actor.id
        changes.append(grid.AddItem(item))
        slot = item_kind(ctx, kind).slot
        if index < len(carried) and slot in OUTFIT_SLOTS and slot not in worn:
            worn[slot] = item.id
    changes += [grid.Equip(actor.id, slot, item) for slot, item in worn.items()]
    if placed.ai:
        changes.append(build_enlistment(ctx, actor, placed.ai))
    return changes


def _choose_carried(ctx: Context, record: CreatureKind) -> list[tuple[str, int]]:
    """Draws a creature's optional inventory, each kind at most once."""
    if not record.slots or not record.carries:
        return []
    count = min(ctx.roll("carries", 0, record.slots), len(record.carries))
    choices = list(record.carries)
    return [
        (kind, record.bundle.get(kind, 1))
        for _ in range(count)
        for kind in [choices.pop(ctx.roll("carried", 0, len(choices) - 1))]
    ]


def _choose_drop(ctx: Context, record: CreatureKind, draft: grid.LevelDraft | None) -> list[tuple[str, int]]:
    """Draws an extra item that it may drop; it carries the item from the start."""
    if not record.drop or draft is None or not ctx.chance("drop", record.drop, 100):
        return []
    table = "core.stealth:floor"
    if table not in ctx.records.table(LootTable, "loot"):
        return []
    drop = draw_loot(ctx, table, draft)
    return [drop] if drop is not None else []


def create_player(ctx: Context, kind: str, level: int, at: grid.Cell, id: int, first: int) -> list[Change]:
    """The changes that add the player's character as `id`; its items get ids from `first` up."""
    ids = IdAllocator(first)
    changes = create_creature(ctx, ids, grid.PlacedActor(kind, at), level)
    spawn = changes[0]
    assert isinstance(spawn, grid.Spawn)
    old_id = spawn.actor.id
    spawn.actor.id = id
    for change in changes:
        if isinstance(change, grid.AddItem) and change.item.holder == old_id:
            change.item.holder = id
            change.item.is_known = True
    return [grid.Equip(id, c.slot, c.item) if isinstance(c, grid.Equip) else c for c in changes]
