"""Proves floors over many seeds: what must connect does, nobody stands where nobody may, loot is of its table.

    python benches/generation/verify_floors.py [--seeds N] [--only NAME]

Every generator makes one floor for each seed, on floors it is used for, with stairs given from above
where there are any. Prints levels per second (making and committing; the checks are not timed), and
each fault with generator, floor and seed. Fails if there is one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from footfall import kernels
from footfall.api.grid import (
    Cell,
    LevelDraft,
    Tile,
    are_connected,
    chebyshev_distance,
    find_walkable_cells,
    get_world,
)
from footfall.engine.context import Context
from footfall.engine.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.generate import floor_factory
from footfall.plugins.stealth.generate.dungeon_state import dungeon_of, get_floor_plan
from footfall.plugins.stealth.records import ContainerKind, DungeonSpec, LootTable, SpawnTable, Template

CORE = "core.stealth:"
FLOORS: dict[str, tuple[int, ...]] = {
    "town": (1,),
    "fixed": (8, 9),
    "cavern": (2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15),
    "standard": (2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16),
}
"""Floors that each generator makes in a game (table C.10), taken in turn."""

STAIRS_ABOVE: tuple[Cell, ...] = ((18, 40), (5, 5), (30, 70), (12, 63), (1, 1), (34, 78))
"""Where the floor above has its way down, in turn; the first generator has none."""

RANDOM_STEPS = ("desert-inhabitants", "drawing-inhabitants", "cave-inhabitants", "inhabitants")
"""Steps that put random things."""


@dataclass
class GeneratedFloor:
    """One floor and how it came to be.

    Attributes:
        joined: fragile walls that the guarantee of the way between the stairs took (R-GEN-27).
        random: index of the first and the last creature and object that random steps put.
        failed: drafts that were thrown away before.
    """

    ctx: Context
    session: Session
    draft: LevelDraft
    opened_walls: int = 0
    random_ranges: list[tuple[range, range]] = field(default_factory=list)
    settled_masks: list[np.ndarray] = field(default_factory=list)
    discarded_drafts: int = 0


def generate_floor(rules: Rules, name: str, floor: int, seed: int) -> tuple[GeneratedFloor, float]:
    """Makes and commits a floor as the game does; the seconds that took."""
    session = Session.begin(rules, seed, {"floor": 1}, strict=True, quiet=True)
    ctx = session.context()
    up = STAIRS_ABOVE[seed % len(STAIRS_ABOVE)] if floor > 1 else None
    began = perf_counter()
    for attempt in range(2 * ctx.records.get(DungeonSpec, "digging", CORE + "usual").tries):
        ctx.anchor_dice(f"proof {name} {floor} {attempt}")
        made = GeneratedFloor(
            ctx, session, floor_factory.create_draft(ctx, CORE + name, floor, up=up), discarded_drafts=attempt
        )
        made.draft.step_data["player"] = floor == 1
        ctx.run_chain("on_generate", CORE + name, made.draft, make_step_observer(made))
        if not made.draft.failure:
            break
    changes = floor_factory.link_floor(ctx, made.draft, None, "")
    session.loop.apply_outcome(session, changes, rules.steps[floor_factory.MAKE].cause)
    return made, perf_counter() - began


def make_step_observer(made: GeneratedFloor) -> Callable[[str, LevelDraft], None]:
    """Notes what each step has added."""
    before = [0, 0, 0]

    def watch(name: str, draft: LevelDraft) -> None:
        actors, items, fixtures = before
        short = name.removeprefix(CORE)
        if short == "connect":
            made.opened_walls += len(draft.fixtures) - fixtures
        if short in RANDOM_STEPS:
            made.random_ranges.append((range(actors, len(draft.actors)), range(items, len(draft.items))))
            made.settled_masks.append(draft.reserved.copy())
        before[:] = len(draft.actors), len(draft.items), len(draft.fixtures)

    return watch


def list_faults(made: GeneratedFloor) -> Iterator[str]:
    """All that is wrong with a floor."""
    yield from find_disconnected(made)
    yield from find_misplaced(made)
    yield from find_out_of_table(made)
    yield from find_commit_differences(made)


def find_disconnected(made: GeneratedFloor) -> Iterator[str]:
    """Cells that cannot be reached, and stairs that need more than their rule allows."""
    draft, records = made.draft, made.ctx.records
    ends = list(draft.arrivals.values())
    if not {"up", "start"} & set(draft.arrivals):
        yield "there is no way in"
        return
    if ("down" in draft.arrivals) is bool(draft.step_data.get("last")):
        yield "the way down is missing, or one too many"
    everything = find_walkable_cells(draft, records)
    labels, _ = kernels.regions(everything, 8)
    lost = draft.find_tiles_by_property(records, "walkable") & (labels != labels[ends[0]])
    if lost.any():
        yield f"{int(lost.sum())} cells cannot be reached, {tuple(np.argwhere(lost)[0].tolist())} among them"
    if not are_connected(find_walkable_cells(draft, records, open_locked_doors=False), ends):
        yield "a locked door bars the only way between stairs"
    if not made.opened_walls and not are_connected(
        find_walkable_cells(draft, records, open_locked_doors=False, break_fragile_walls=False), ends
    ):
        yield "a wall must be broken between stairs, and not by R-GEN-27"


def find_misplaced(made: GeneratedFloor) -> Iterator[str]:
    """Entities in cells where they may not be."""
    draft, records = made.draft, made.ctx.records
    walkable = draft.find_tiles_by_property(records, "walkable")
    containers = draft.find_tiles_by_tag(records, "container")
    fragile = {fixture.at for fixture in draft.fixtures}
    stairs = set(draft.arrivals.values())
    for actor, count in Counter(actor.at for actor in draft.actors).items():
        if count > 1:
            yield f"{count} creatures at {actor}"
    for actor in draft.actors:
        if not walkable[actor.at] or actor.at in stairs:
            yield f"{actor.kind} stands on {draft.tile_at(actor.at)}"
    for item in draft.items:
        holder = containers[item.at] or item.at in fragile
        if item.inside and not holder:
            yield f"{item.kind} is inside {draft.tile_at(item.at)}"
        if not item.inside and not walkable[item.at]:
            yield f"{item.kind} lies in {draft.tile_at(item.at)}"
    tiles = {tuple(cell) for cell in np.argwhere(draft.find_tiles_by_tag(records, "fragile")).tolist()}
    if tiles != fragile:
        yield "fragile walls and their fixtures differ"
    low, high = records.get(DungeonSpec, "digging", CORE + "usual").fragile_hp
    yield from (f"a wall of {f.hp} life" for f in draft.fixtures if not low <= f.hp <= high)
    away = records.get(DungeonSpec, "digging", CORE + "usual").keep_off
    for (actors, items), settled in zip(made.random_ranges, made.settled_masks, strict=True):
        for actor in draft.actors[actors.start : actors.stop]:
            if settled[actor.at]:
                yield f"{actor.kind} by chance on a settled cell {actor.at}"
            if any(
                chebyshev_distance(actor.at, end) < away
                for name, end in draft.arrivals.items()
                if name != "side"
            ):
                yield f"{actor.kind} by chance beside the stairs"
        for item in draft.items[items.start : items.stop]:
            if settled[item.at]:
                yield f"{item.kind} by chance on a settled cell {item.at}"


def find_out_of_table(made: GeneratedFloor) -> Iterator[str]:
    """Creatures and objects that are not of the table they should be drawn from."""
    draft, records, floor = made.draft, made.ctx.records, made.draft.floor
    plan = get_floor_plan(made.ctx)
    extra = {lock.key for lock in plan.locks.values()} | set(draft.step_data["owed"]) | {plan.goal}

    def of(table: str) -> set[str]:
        rows = records.get(LootTable, "loot", CORE + table).rows
        return {kind for kind, row in rows.items() if row.weight_on(floor)}

    inside = {holder.tile: of(holder.loot.removeprefix(CORE)) for holder in list_holders(records)}
    inside[CORE + "chest"].add(CORE + "leather_armor")  # the elder's gift
    loose = of("litter") | of("cavern" if draft.recipe == CORE + "cavern" else "floor")
    spots = [spot for t in records.table(Template, "template").values() for spot in t.signs.values()]
    drawn = {spot.item for spot in spots}
    for item in draft.items:
        tile: Tile = records.get(Tile, "tile", draft.tile_at(item.at))
        allowed = loose if not item.inside else inside.get(tile.id, of("hidden"))
        if item.kind not in allowed | extra | drawn:
            yield f"{item.kind} is in no table of {'the floor' if not item.inside else tile.id}"
    for at, count in Counter(item.at for item in draft.items if item.inside).items():
        most = max((h.capacity for h in list_holders(records) if h.tile == draft.tile_at(at)), default=1)
        if count > most + 1:  # a key may be laid on top
            yield f"{count} objects in {draft.tile_at(at)}"
    table = "cavern" if draft.recipe == CORE + "cavern" else "standard"
    rows = records.get(SpawnTable, "spawn", CORE + table).rows
    for actors, _ in made.random_ranges:
        for actor in draft.actors[actors.start : actors.stop]:
            if not rows[actor.kind].weight_on(floor):
                yield f"{actor.kind} does not live on floor {floor}"
    for kind, row in records.get(LootTable, "loot", CORE + "floor").rows.items():
        carried = sum(kind == other for actor in draft.actors for other, _ in actor.carried_items)
        if row.most and draft.counts.get(kind, 0) > row.most + carried and kind in loose - of("chest"):
            yield f"{draft.counts[kind]} of {kind}, at most {row.most}"


def list_holders(records: object) -> Iterable[ContainerKind]:
    """All kinds of container."""
    table: Iterable[ContainerKind] = records.table(ContainerKind, "holder").values()  # type: ignore[attr-defined]
    return table


def find_commit_differences(made: GeneratedFloor) -> Iterator[str]:
    """Differences between the draft and the level that came of it."""
    world = get_world(made.session.state)
    level = world.levels[max(world.levels)]
    folk = sorted((a.kind, a.at) for a in world.actors.values() if a.level == level.id)
    if folk != sorted((actor.kind, actor.at) for actor in made.draft.actors):
        yield "the creatures of the level are not those of the draft"
    for actor in world.actors.values():
        if actor.level == level.id and not set(actor.worn.values()) <= set(actor.pack):
            yield f"{actor.kind} wears what it does not carry"
    tally = dungeon_of(made.session.state).by_floor.get(made.draft.floor, {})
    if any(tally.get(kind, 0) < count for kind, count in Counter(kind for kind, _ in folk).items()):
        yield "the tracker has missed somebody"


def verify_floors(
    rules: Rules, name: str, seeds: range
) -> Iterator[tuple[int, int, GeneratedFloor, float, list[str]]]:
    """Floor, seed, what was made, the seconds, and the faults, for each seed."""
    for seed in seeds:
        floor = FLOORS[name][seed % len(FLOORS[name])]
        made, seconds = generate_floor(rules, name, floor, seed)
        yield floor, seed, made, seconds, list(list_faults(made))


def main() -> int:
    """Prints the table; returns how many floors have faults."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--only", choices=FLOORS, action="append")
    given = parser.parse_args()
    rules = load("stealth", only=()).rules
    print(kernels.build_info())
    heads = ("levels", "levels/s", "mean ms", "worst", "anew", "joined", "faults")
    print("generator ", " ".join(f"{head:>8}" for head in heads))
    bad = 0
    for name in given.only or FLOORS:
        times, anew, joined, wrong = [], 0, 0, 0
        for floor, seed, made, seconds, found in verify_floors(rules, name, range(given.seeds)):
            times.append(seconds)
            anew += made.discarded_drafts
            joined += made.opened_walls > 0
            wrong += bool(found)
            for fault in found:
                print(f"  {name}, floor {floor}, seed {seed}: {fault}", flush=True)
        mean = sum(times) / len(times)
        row = f"{len(times):8} {1 / mean:8.0f} {1000 * mean:8.2f} {1000 * max(times):8.1f}"
        print(f"{name:10} {row} {anew:8} {joined:8} {wrong:8}", flush=True)
        bad += wrong
    return bad


if __name__ == "__main__":
    sys.exit(main() > 0)
