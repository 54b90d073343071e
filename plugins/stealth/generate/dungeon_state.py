"""Saved state of level generation: the plan of the floors, and counts by kind (R-GEN-31)."""

import msgspec

from footfall.api import Change, Context, Count, Int32, Part, State

from ..model.courses import course_of
from ..model.floor_records import FloorPlan, LootTable

DUNGEON_PART = "core.stealth.floors"
PLAN_ID = "core.stealth:main"
"""The plan of games without a course."""

FIRST_KEY_FLOOR = 2
"""The first floor on which a key may lie."""


class DungeonState(msgspec.Struct):
    """The floors of a game: planned and generated.

    Attributes:
        keys: floor of each lock's key, by lock.
        side: entry floor and number of floors of each side branch.
        owed_items: floor and kind of items still to be placed (`Weight.min_copies`).
        tally: copies generated so far, by kind of creature and item.
        by_floor: the same by floor, branches included.
        used_templates: unique templates already used.
        since: per level, the turn of entry minus the turns of earlier visits.
        reinforcements: creatures that arrived by the stairs, per level.
        turns_spent: turns spent on each level up to the last departure.
    """

    keys: dict[str, Count] = {}
    side: dict[str, tuple[Count, Count]] = {}
    owed_items: list[tuple[Count, str]] = msgspec.field(default_factory=list, name="owed")
    tally: dict[str, Count] = {}
    by_floor: dict[Count, dict[str, Count]] = {}
    used_templates: list[str] = msgspec.field(default_factory=list, name="drawn")
    since: dict[Count, Int32] = {}
    reinforcements: dict[Count, Count] = msgspec.field(default_factory=dict, name="reinforced")
    turns_spent: dict[Count, Count] = msgspec.field(default_factory=dict, name="spent")


PARTS = (Part(DUNGEON_PART, DungeonState),)


def dungeon_of(state: State) -> DungeonState:
    """The floors of a game; empty if none were planned (a scenario)."""
    part: DungeonState | None = state.parts.get(DUNGEON_PART)
    return part if part is not None else DungeonState()


def _writable_dungeon(state: State) -> DungeonState:
    part: DungeonState = state.parts.setdefault(DUNGEON_PART, DungeonState())
    return part


class PlanFloors(Change, frozen=True, tag="core.stealth:plan-floors"):
    """Sets the plan of the floors of a new game."""

    floors: DungeonState

    def apply(self, state: State) -> None:
        state.parts[DUNGEON_PART] = self.floors


class CountGenerated(Change, frozen=True, tag="core.stealth:tally"):
    """Counts what a new floor holds.

    Attributes:
        kinds: number of creatures and items by kind.
        used_templates: unique templates used.
        paid_items: owed items placed on this floor.
    """

    floor: int
    kinds: dict[str, int]
    used_templates: tuple[str, ...] = msgspec.field(default=(), name="drawn")
    paid_items: tuple[str, ...] = msgspec.field(default=(), name="paid")

    def apply(self, state: State) -> None:
        floors = _writable_dungeon(state)
        counts = floors.by_floor.setdefault(self.floor, {})
        for kind, count in self.kinds.items():
            floors.tally[kind] = floors.tally.get(kind, 0) + count
            counts[kind] = counts.get(kind, 0) + count
        floors.used_templates.extend(self.used_templates)
        for kind in self.paid_items:
            floors.owed_items.remove((self.floor, kind))


class RecordLevelEntry(Change, frozen=True, tag="core.stealth:enter"):
    """Records the turn on which a level was entered, and the level left for it (0: none)."""

    level: int
    turn: int
    left: int = 0

    def apply(self, state: State) -> None:
        floors = _writable_dungeon(state)
        if self.left in floors.since:
            floors.turns_spent[self.left] = self.turn - floors.since[self.left]
        floors.since[self.level] = self.turn - floors.turns_spent.get(self.level, 0)


class CountReinforcement(Change, frozen=True, tag="core.stealth:reinforce"):
    """Counts one more creature that arrived by the stairs."""

    level: int

    def apply(self, state: State) -> None:
        floors = _writable_dungeon(state)
        floors.reinforcements[self.level] = floors.reinforcements.get(self.level, 0) + 1


def get_floor_plan(ctx: Context) -> FloorPlan:
    """The plan of the dungeon's floors: that of the course."""
    course = course_of(ctx)
    return ctx.records.get(FloorPlan, "plan", PLAN_ID if course is None else course.plan)


def plan_dungeon(ctx: Context) -> DungeonState:
    """Draws the plan of a new game: side branches, key floors and owed items.

    A key lies above the first floor with doors of its color, but not above that of the previous color
    (R-GEN-28); a vault's key lies on the floors `LockSpec.key_floors`. Each required copy of an item
    (`Weight.min_copies`) is owed to a random floor from the item's first one on (R-GEN-30).
    """
    plan = get_floor_plan(ctx)
    side = {}
    for name, branch in plan.branches.items():
        side[name] = (ctx.roll("side", *branch.entry), ctx.roll("side-length", *branch.length))
    keys, first_floor = {}, FIRST_KEY_FLOOR
    for name, lock in sorted(plan.locks.items(), key=lambda row: (row[1].floor, row[0])):
        if lock.key_floors != (0, 0):
            keys[name] = ctx.roll("key", *lock.key_floors)
            continue
        keys[name] = ctx.roll("key", first_floor, lock.floor - 1)
        first_floor = lock.floor
    owed = [(floor, kind) for kind, floor in plan.prizes.items()]
    owed += [(floor, kind) for floor in range(2, plan.last + 1) for kind in plan.provisions]
    for kind, weight in ctx.records.get(LootTable, "loot", "core.stealth:floor").rows.items():
        begin = next((floor for floor, value in weight.by_floor if value), plan.last)
        if begin <= plan.last:
            owed += [(ctx.roll("owed", begin, plan.last), kind) for _ in range(weight.min_copies)]
    return DungeonState(keys=keys, side=side, owed_items=sorted(owed))
