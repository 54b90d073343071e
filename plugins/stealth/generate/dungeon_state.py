"""What is known of the floors of a game: what is still to come, how many of each kind there were (R-GEN-31)."""

from __future__ import annotations

import msgspec

from footfall.api import Change, ChangeSpec, Context, Part, State

from ..records import FloorPlan, ItemKind, LootTable

DUNGEON_PART = "core.stealth.floors"
PLAN_ID = "core.stealth:main"


class DungeonState(msgspec.Struct):
    """The floors of a game.

    Attributes:
        keys: floor on which the key of each lock lies, by lock.
        side: entry floor and number of floors of each side branch.
        owed: floor and kind of objects that the game owes the player (`Weight.least`).
        tally: copies generated so far, by kind of creature and object.
        by_floor: the same for each floor, branches included.
        drawn: unique templates that were used.
        since: turn on which each level would have been entered for all the turns spent there to be in a row.
        reinforced: creatures that came by the stairs of each level.
        spent: turns spent on each level that was left.
    """

    keys: dict[str, int] = {}
    side: dict[str, tuple[int, int]] = {}
    owed: list[tuple[int, str]] = []
    tally: dict[str, int] = {}
    by_floor: dict[int, dict[str, int]] = {}
    drawn: list[str] = []
    since: dict[int, int] = {}
    reinforced: dict[int, int] = {}
    spent: dict[int, int] = {}


class PlanFloors(Change, frozen=True, tag="core.stealth:plan-floors"):
    """Lays down what the floors to come will hold."""

    floors: DungeonState


class CountGenerated(Change, frozen=True, tag="core.stealth:tally"):
    """A floor was made: adds what it holds, and crosses off what was owed to it."""

    floor: int
    kinds: dict[str, int]
    drawn: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()


class RecordLevelEntry(Change, frozen=True, tag="core.stealth:enter"):
    """Notes that a level was entered, and which one was left for it (0: none): turns there count on later."""

    level: int
    turn: int
    left: int = 0


class CountReinforcement(Change, frozen=True, tag="core.stealth:reinforce"):
    """Counts one more creature that came by the stairs."""

    level: int


def dungeon_of(state: State) -> DungeonState:
    """The floors of a game; fresh ones if none were planned (a scenario)."""
    found: DungeonState | None = state.parts.get(DUNGEON_PART)
    return found if found is not None else DungeonState()


def _set_dungeon(state: State, change: PlanFloors) -> None:
    state.parts[DUNGEON_PART] = change.floors


def _writable_dungeon(state: State) -> DungeonState:
    floors: DungeonState = state.parts.setdefault(DUNGEON_PART, DungeonState())
    return floors


def _count_generated(state: State, change: CountGenerated) -> None:
    floors = _writable_dungeon(state)
    here = floors.by_floor.setdefault(change.floor, {})
    for kind, count in change.kinds.items():
        floors.tally[kind] = floors.tally.get(kind, 0) + count
        here[kind] = here.get(kind, 0) + count
    floors.drawn.extend(change.drawn)
    for kind in change.paid:
        floors.owed.remove((change.floor, kind))


def _record_level_entry(state: State, change: RecordLevelEntry) -> None:
    floors = _writable_dungeon(state)
    if change.left in floors.since:
        floors.spent[change.left] = change.turn - floors.since[change.left]
    floors.since[change.level] = change.turn - floors.spent.get(change.level, 0)


def _count_reinforcement(state: State, change: CountReinforcement) -> None:
    floors = _writable_dungeon(state)
    floors.reinforced[change.level] = floors.reinforced.get(change.level, 0) + 1


CHANGES = (
    ChangeSpec(PlanFloors, _set_dungeon),
    ChangeSpec(CountGenerated, _count_generated),
    ChangeSpec(RecordLevelEntry, _record_level_entry),
    ChangeSpec(CountReinforcement, _count_reinforcement),
)
PARTS = (Part(DUNGEON_PART, DungeonState),)


def get_floor_plan(ctx: Context) -> FloorPlan:
    """The plan of the way down."""
    return ctx.records.get(FloorPlan, "plan", PLAN_ID)


def plan_dungeon(ctx: Context) -> DungeonState:
    """Draws what the floors of a new game will hold: side branches, keys, owed objects.

    A key lies on a floor after that of the colour before it and before the first with its doors
    (R-GEN-28); that of a vault, which may be on any floor, lies where its lock says (table C.10).
    An object with a least number is owed to as many floors, drawn evenly from its
    first one (R-GEN-30).
    """
    plan = get_floor_plan(ctx)
    side = {}
    for name, branch in plan.branches.items():
        side[name] = (ctx.roll("side", *branch.entry), ctx.roll("side-length", *branch.length))
    keys, first = {}, 2
    for name, lock in sorted(plan.locks.items(), key=lambda row: (row[1].floor, row[0])):
        if lock.lies != (0, 0):
            keys[name] = ctx.roll("key", *lock.lies)
            continue
        keys[name] = ctx.roll("key", first, lock.floor - 1)
        first = lock.floor
    owed = [(floor, kind) for kind, floor in plan.prizes.items()]
    for kind, weight in ctx.records.get(LootTable, "loot", "core.stealth:floor").rows.items():
        begins = next((floor for floor, value in weight.by_floor if value), plan.last)
        owed += [(ctx.roll("owed", begins, plan.last), kind) for _ in range(weight.least)]
    return DungeonState(keys=keys, side=side, owed=sorted(owed))


def get_item_kind(ctx: Context, id: str) -> ItemKind:
    """An item record."""
    return ctx.records.get(ItemKind, "item", id)
