"""Verifies floors over many seeds: connectivity, positions of entities, loot tables, and promises of courses.

    python benches/generation/verify_floors.py [--seeds N | --seeds FIRST:END] [--only NAME]... [--workers N]

Every generator builds one floor per seed, among the floors it is used for, with stairs from the floor above if
there is one. Every course begins one game per seed, builds all its floors, and checks that what it promises
can be reached (promises.py). NAME is a generator or a course; the default is all of them. Prints levels per second
and process (generating and committing, without the checks), and each fault with name, floor and seed. Exit code 1
if there are faults.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path
from time import perf_counter

import numpy as np

from footfall import kernels
from footfall.api.grid import Cell, LevelDraft, Tile, are_connected, chebyshev_distance, find_walkable_cells, get_world
from footfall.engine.context import Context
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.generate import floor_factory
from footfall.plugins.stealth.generate.dungeon_state import dungeon_of, get_floor_plan
from footfall.plugins.stealth.model.courses import Bell
from footfall.plugins.stealth.model.floor_records import ContainerKind, DungeonSpec, LootTable, SpawnTable, Template

sys.path.insert(0, str(Path(__file__).parent))
import promises

CORE = "core.stealth:"
FLOORS: dict[str, tuple[int, ...]] = {
    "town": (1,),
    "fixed": (8, 9),
    "cavern": (2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15),
    "standard": (2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16),
}
"""Floors that each generator builds in a game, taken in turn."""

COURSES = ("first", "whole", "daily", "guided")
"""Courses whose games are built."""

CHUNK = 250
"""Seeds that a process verifies at a time."""

STAIRS_ABOVE: tuple[Cell, ...] = ((18, 40), (5, 5), (30, 70), (12, 63), (1, 1), (34, 78))
"""Stairs down on the floor above, taken in turn."""

RANDOM_STEPS = ("desert-inhabitants", "drawing-inhabitants", "cave-inhabitants", "inhabitants")
"""Steps that place random entities."""


@dataclass
class GeneratedFloor:
    """A floor with records of its generation.

    Attributes:
        opened_walls: walls made fragile to guarantee a path between the stairs (R-GEN-27).
        random_ranges: index ranges of the actors and items that each random step placed.
        settled_masks: reserved cells before each random step.
        discarded_drafts: failed drafts before this one.
    """

    ctx: Context
    session: Session
    draft: LevelDraft
    opened_walls: int = 0
    random_ranges: list[tuple[range, range]] = field(default_factory=list)
    settled_masks: list[np.ndarray] = field(default_factory=list)
    discarded_drafts: int = 0


def generate_floor(rules: Rules, name: str, floor: int, seed: int) -> tuple[GeneratedFloor, float]:
    """Generates and commits a floor as the game does; returns it with the elapsed seconds."""
    session = Session.begin(rules, seed, {"floor": 1}, strict=True, quiet=True)
    ctx = session.context()
    up = STAIRS_ABOVE[seed % len(STAIRS_ABOVE)] if floor > 1 else None
    start = perf_counter()
    for attempt in range(2 * ctx.records.get(DungeonSpec, "digging", CORE + "usual").tries):
        ctx.anchor_dice(f"proof {name} {floor} {attempt}")
        generated = GeneratedFloor(
            ctx, session, floor_factory.create_draft(ctx, CORE + name, floor, up=up), discarded_drafts=attempt
        )
        generated.draft.step_data["player"] = floor == 1
        ctx.run_chain("on_generate", CORE + name, generated.draft, make_step_observer(generated))
        if not generated.draft.failure:
            break
    changes = floor_factory.link_floor(ctx, generated.draft, None, "")
    session.loop.apply_outcome(session, changes, rules.steps[floor_factory.MAKE_STEP].cause)
    return generated, perf_counter() - start


def make_step_observer(generated: GeneratedFloor) -> Callable[[str, LevelDraft], None]:
    """Returns an observer that records what each step adds."""
    before = [0, 0, 0]

    def watch(name: str, draft: LevelDraft) -> None:
        actors, items, fixtures = before
        short = name.removeprefix(CORE)
        if short == "connect":
            generated.opened_walls += len(draft.fixtures) - fixtures
        if short in RANDOM_STEPS:
            generated.random_ranges.append((range(actors, len(draft.actors)), range(items, len(draft.items))))
            generated.settled_masks.append(draft.reserved.copy())
        before[:] = len(draft.actors), len(draft.items), len(draft.fixtures)

    return watch


def list_faults(generated: GeneratedFloor) -> Iterator[str]:
    """Yields all faults of a floor."""
    yield from find_disconnected(generated)
    yield from find_misplaced(generated)
    yield from find_out_of_table(generated)
    yield from find_commit_differences(generated)


def find_disconnected(generated: GeneratedFloor) -> Iterator[str]:
    """Yields unreachable cells, and stairs without a permitted path."""
    draft, records = generated.draft, generated.ctx.records
    ends = list(draft.arrivals.values())
    if not {"up", "start"} & set(draft.arrivals):
        yield "there is no entrance"
        return
    if ("down" in draft.arrivals) is bool(draft.step_data.get("last")):
        yield "the stairs down are missing, or there should be none"
    everything = find_walkable_cells(draft, records, open_locked_doors=True, break_fragile_walls=True)
    labels, _ = kernels.regions(everything, 8)
    unreachable = draft.find_tiles_by_property(records, "walkable") & (labels != labels[ends[0]])
    if unreachable.any():
        yield f"{int(unreachable.sum())} cells cannot be reached, such as {tuple(np.argwhere(unreachable)[0].tolist())}"
    if not are_connected(find_walkable_cells(draft, records, break_fragile_walls=True), ends):
        yield "a locked door bars the only path between stairs"
    if not generated.opened_walls and not are_connected(find_walkable_cells(draft, records), ends):
        yield "the path between stairs crosses a fragile wall that R-GEN-27 did not open"


def find_misplaced(generated: GeneratedFloor) -> Iterator[str]:
    """Yields entities in cells that they may not occupy."""
    draft, records = generated.draft, generated.ctx.records
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
        if item.is_contained and not holder:
            yield f"{item.kind} is inside {draft.tile_at(item.at)}"
        if not item.is_contained and not walkable[item.at]:
            yield f"{item.kind} lies in {draft.tile_at(item.at)}"
    tiles = {tuple(cell) for cell in np.argwhere(draft.find_tiles_by_tag(records, "fragile")).tolist()}
    if tiles != fragile:
        yield "fragile walls and their fixtures differ"
    low, high = records.get(DungeonSpec, "digging", CORE + "usual").fragile_hp
    yield from (f"a wall of {f.hp} hp" for f in draft.fixtures if not low <= f.hp <= high)
    distance = records.get(DungeonSpec, "digging", CORE + "usual").keep_off
    for (actors, items), settled in zip(generated.random_ranges, generated.settled_masks, strict=True):
        for actor in draft.actors[actors.start : actors.stop]:
            if settled[actor.at]:
                yield f"{actor.kind} placed at random on a reserved cell {actor.at}"
            if any(
                chebyshev_distance(actor.at, end) < distance for name, end in draft.arrivals.items() if name != "side"
            ):
                yield f"{actor.kind} placed at random near the stairs"
        for item in draft.items[items.start : items.stop]:
            if settled[item.at]:
                yield f"{item.kind} placed at random on a reserved cell {item.at}"


def find_out_of_table(generated: GeneratedFloor) -> Iterator[str]:
    """Yields creatures and items that are not in their table."""
    draft, records, floor = generated.draft, generated.ctx.records, generated.draft.floor
    plan = get_floor_plan(generated.ctx)
    extra = {lock.key for lock in plan.locks.values()} | set(draft.step_data["owed"]) | {plan.goal, *plan.provisions}
    extra |= {bell.item for bell in records.table(Bell, "bell").values()}

    def list_kinds(table: str) -> set[str]:
        rows = records.get(LootTable, "loot", CORE + table).rows
        return {kind for kind, row in rows.items() if row.weight_on(floor)}

    inside = {holder.tile: list_kinds(holder.loot.removeprefix(CORE)) for holder in list_holders(records)}
    inside[CORE + "chest"].add(CORE + "leather_armor")  # a gift of the elder
    loose = list_kinds("litter") | list_kinds("cavern" if draft.recipe == CORE + "cavern" else "floor")
    spots = [spot for t in records.table(Template, "template").values() for spot in t.signs.values()]
    drawn = {spot.item for spot in spots}
    for item in draft.items:
        tile: Tile = records.get(Tile, "tile", draft.tile_at(item.at))
        allowed = loose if not item.is_contained else inside.get(tile.id, list_kinds("hidden"))
        if item.kind not in allowed | extra | drawn:
            yield f"{item.kind} is in no table of {'the floor' if not item.is_contained else tile.id}"
    for at, count in Counter(item.at for item in draft.items if item.is_contained).items():
        capacity = max((h.capacity for h in list_holders(records) if h.tile == draft.tile_at(at)), default=1)
        if count > capacity + 1:  # a key does not count
            yield f"{count} objects in {draft.tile_at(at)}"
    table = "cavern" if draft.recipe == CORE + "cavern" else "standard"
    rows = records.get(SpawnTable, "spawn", CORE + table).rows
    for actors, _ in generated.random_ranges:
        for actor in draft.actors[actors.start : actors.stop]:
            if not rows[actor.kind].weight_on(floor):
                yield f"{actor.kind} does not occur on floor {floor}"
    for kind, row in records.get(LootTable, "loot", CORE + "floor").rows.items():
        carried = sum(kind == other for actor in draft.actors for other, _ in actor.carried_items)
        if (
            row.max_copies
            and draft.counts.get(kind, 0) > row.max_copies + carried
            and kind in loose - list_kinds("chest")
        ):
            yield f"{draft.counts[kind]} of {kind}, at most {row.max_copies}"


def list_holders(records: object) -> Iterable[ContainerKind]:
    """All container kinds."""
    table: Iterable[ContainerKind] = records.table(ContainerKind, "holder").values()  # type: ignore[attr-defined]
    return table


def find_commit_differences(generated: GeneratedFloor) -> Iterator[str]:
    """Yields differences between the draft and the committed level."""
    world = get_world(generated.session.state)
    level = world.levels[max(world.levels)]
    creatures = sorted((a.kind, a.at) for a in world.actors.values() if a.level == level.id)
    if creatures != sorted((actor.kind, actor.at) for actor in generated.draft.actors):
        yield "the creatures of the level are not those of the draft"
    for actor in world.actors.values():
        if actor.level == level.id and not set(actor.worn.values()) <= set(actor.pack):
            yield f"{actor.kind} wears what it does not carry"
    tally = dungeon_of(generated.session.state).by_floor.get(generated.draft.floor, {})
    if any(tally.get(kind, 0) < count for kind, count in Counter(kind for kind, _ in creatures).items()):
        yield "the tracker missed a creature"


def verify_floors(rules: Rules, name: str, seeds: range) -> Iterator[tuple[int, int, GeneratedFloor, float, list[str]]]:
    """Yields floor, seed, generated floor, seconds and faults for each seed."""
    for seed in seeds:
        floor = FLOORS[name][seed % len(FLOORS[name])]
        generated, seconds = generate_floor(rules, name, floor, seed)
        yield floor, seed, generated, seconds, list(list_faults(generated))


@dataclass
class Tally:
    """What the verification of some seeds found.

    Attributes:
        levels, discarded: floors that were built, and drafts before them that failed.
        shown: floors with walls that R-GEN-27 made fragile, or that are recognized from the start (P-REACH-2).
        seconds, worst: time to generate and commit all of them, and the longest of a floor or, for courses, a game.
        faults: with floor and seed.
        faulty: floors with faults; for courses, games.
    """

    levels: int = 0
    discarded: int = 0
    shown: int = 0
    seconds: float = 0.0
    worst: float = 0.0
    faults: list[str] = field(default_factory=list)
    faulty: int = 0

    def add(self, levels: int, discarded: int, shown: int, seconds: float, faults: Sequence[str]) -> None:
        """Adds a floor or a game."""
        self.levels += levels
        self.discarded += discarded
        self.shown += shown
        self.seconds += seconds
        self.worst = max(self.worst, seconds)
        self.faults += faults
        self.faulty += bool(faults)


@cache
def load_rules() -> Rules:
    """The rules, once per process."""
    return load("stealth", only_mods=()).rules


def verify_chunk(name: str, seeds: range) -> Tally:
    """Verifies the floors of a generator, or the games of a course."""
    rules, tally = load_rules(), Tally()
    if name in FLOORS:
        for floor, seed, generated, seconds, faults in verify_floors(rules, name, seeds):
            told = [f"{name}, floor {floor}, seed {seed}: {fault}" for fault in faults]
            tally.add(1, generated.discarded_drafts, generated.opened_walls > 0, seconds, told)
        return tally
    for seed in seeds:
        session, seconds, discarded = promises.build_game(rules, name, seed)
        told = [f"{name}, seed {seed}: {fault}" for fault in promises.list_broken_promises(session)]
        levels = len(get_world(session.state).levels)
        tally.add(levels, discarded, promises.count_shown(session), seconds, told)
    return tally


def parse_seeds(text: str) -> range:
    """A number of seeds, or ``FIRST:END``."""
    first, _, end = text.rpartition(":")
    return range(int(first or 0), int(end))


def main() -> int:
    """Prints the table; returns the number of floors and games with faults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=parse_seeds, default=range(1000))
    parser.add_argument("--only", choices=(*FLOORS, *COURSES), action="append")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    args = parser.parse_args()
    print(kernels.build_info())
    heads = ("levels", "levels/s", "mean ms", "worst", "retries", "opened", "faults")
    print("name      ", " ".join(f"{head:>8}" for head in heads), flush=True)
    names = args.only or (*FLOORS, *COURSES)
    chunks = [args.seeds[start : start + CHUNK] for start in range(0, len(args.seeds), CHUNK)]
    tasks = [(name, chunk) for name in names for chunk in (chunks if name != "guided" else [range(1)])]
    bad = 0
    with ProcessPoolExecutor(args.workers) as pool:
        tallies = pool.map(verify_chunk, *zip(*tasks, strict=True))
        for name, results in groupby(zip(tasks, tallies, strict=True), lambda result: result[0][0]):
            total = Tally()
            for _, part in results:
                print(*(f"  {fault}" for fault in part.faults), sep="\n", end="\n" * bool(part.faults), flush=True)
                total = merge_tallies(total, part)
            mean = total.seconds / total.levels
            row = f"{total.levels:8} {1 / mean:8.0f} {1000 * mean:8.2f} {1000 * total.worst:8.1f}"
            print(f"{name:10} {row} {total.discarded:8} {total.shown:8} {total.faulty:8}", flush=True)
            bad += total.faulty
    return bad


def merge_tallies(one: Tally, other: Tally) -> Tally:
    """The tally of the seeds of both; without the texts of the faults."""
    return Tally(
        one.levels + other.levels,
        one.discarded + other.discarded,
        one.shown + other.shown,
        one.seconds + other.seconds,
        max(one.worst, other.worst),
        [],
        one.faulty + other.faulty,
    )


if __name__ == "__main__":
    sys.exit(main() > 0)
