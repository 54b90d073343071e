"""Checks over all floors of a game that what its course promises can be reached (P-REACH-1, 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np
import numpy.typing as npt

from footfall import kernels
from footfall.api.grid import Actor, Cell, Item, Level, Tile, World, get_world
from footfall.engine.context import Context
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.plugins.stealth.generate import floor_factory
from footfall.plugins.stealth.generate.dungeon_state import dungeon_of, get_floor_plan
from footfall.plugins.stealth.model.courses import Bell, course_of
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.quest.guided import list_stations

Mask = npt.NDArray[np.bool_]


def build_game(rules: Rules, course: str, seed: int) -> tuple[Session, float, int]:
    """Begins a game and generates all its floors; returns it with the seconds and the discarded drafts."""
    start, discarded = perf_counter(), 0
    session = Session.begin(rules, seed, {"course": course}, strict=True, quiet=True)
    ctx, world = session.context(), get_world(session.state)
    cause = rules.steps[floor_factory.MAKE_STEP].cause
    waiting = list(world.levels.values())
    while waiting:
        level = waiting.pop(0)
        for stairs in ("down", "side"):
            if stairs not in level.arrivals:
                continue
            floor, branch = floor_factory.destination_floor(ctx, level, stairs)
            known = set(world.levels)
            for attempt in range(100):
                changes = floor_factory.make_floor(ctx, level.id, floor, branch, attempt)
                session.loop.apply_outcome(session, [c for c in changes if not is_retry(c)], cause)
                if not any(is_retry(change) for change in changes):
                    break
                discarded += 1
            waiting += [other for id, other in world.levels.items() if id not in known]
    return session, perf_counter() - start, discarded


def is_retry(change: object) -> bool:
    """Whether a change asks for another draft."""
    return getattr(change, "step", "") == floor_factory.MAKE_STEP


class Floor:
    """A level, as seen from its first arrival.

    Attributes:
        in_reach: cells that walking and opening doors reaches from there, and their neighbors; without a key
            or a blow.
        ways: the same once the recognized fragile walls are broken.
        plain: cells to walk on, and doors without a lock.
        everything: these, locked doors and fragile walls.
    """

    def __init__(self, ctx: Context, world: World, level: Level) -> None:
        self.level, self.world = level, world
        self.kinds = [ctx.records.get(Tile, "tile", id) for id in level.palette]
        self.start = level.arrivals.get("start") or level.arrivals["up"]
        plain = self.mark(lambda kind: kind.walkable or ("door" in kind.tags and lock_of(kind) == ""))
        fragile = self.mark(lambda kind: "fragile" in kind.tags)
        locked = self.mark(lambda kind: lock_of(kind) != "")
        self.plain = plain
        self.in_reach = self.spread(plain)
        self.ways = self.spread(plain | (fragile & level.recognized))
        self.everything = plain | fragile | locked

    def mark(self, predicate: Callable[[Tile], bool]) -> Mask:
        """The cells whose tile is of a kind."""
        return np.array([predicate(kind) for kind in self.kinds], np.bool_)[self.level.tiles]

    def spread(self, walkable: Mask) -> Mask:
        """The cells that orthogonal steps over `walkable` reach from the start, and their neighbors."""
        reached = kernels.distance_map(walkable, [self.index(self.start)], diagonal_cost=None) >= 0
        padded = np.pad(reached, 1)
        return reached | padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]

    def index(self, cell: Cell) -> Cell:
        """The array index of a cell."""
        return cell[0] - self.level.origin[0], cell[1] - self.level.origin[1]

    def holds(self, mask: Mask, cell: Cell) -> bool:
        """Whether a mask contains a cell."""
        return bool(mask[self.index(cell)])

    @property
    def name(self) -> str:
        """For messages."""
        return f"{self.level.branch or 'floor'} {self.level.floor} ({self.level.recipe.rpartition(':')[2]})"


def lock_of(kind: Tile) -> str:
    """The color of a locked door, or ``""``."""
    return next((tag.removeprefix("lock:") for tag in kind.tags if tag.startswith("lock:")), "")


def list_broken_promises(session: Session) -> Iterator[str]:
    """Yields what of a game cannot be reached as promised; all its floors must have been generated."""
    ctx, world = session.context(), get_world(session.state)
    floors = {level.id: Floor(ctx, world, level) for level in world.levels.values()}
    places = {item.id: place for item in world.items.values() if (place := find_place(world, item)) is not None}
    for floor in floors.values():
        yield from find_barred_ways(floor)
    yield from find_lost_items(ctx, world, floors, places)
    yield from find_barred_vaults(ctx, floors)
    yield from find_barred_stations(ctx, floors)


def find_place(world: World, item: Item) -> tuple[int, Cell] | None:
    """Level and cell of an item, or of its bearer; None for what the character carries."""
    if item.at is not None:
        return item.level, item.at
    bearer: Actor | None = world.actors.get(item.holder)
    return None if bearer is None or bearer.id == world.player else (bearer.level, bearer.at)


def find_barred_ways(floor: Floor) -> Iterator[str]:
    """Yields stairs behind a lock or a fragile wall that nothing shows, and ground that nothing reaches."""
    for name, cell in floor.level.arrivals.items():
        if not floor.holds(floor.ways, cell):
            yield f"{floor.name}: no way leads to the stairs {name!r}"
    labels, _ = kernels.regions(floor.everything, 8)
    lost = floor.mark(lambda kind: kind.walkable) & (labels != labels[floor.index(floor.start)])
    if lost.any():
        yield f"{floor.name}: {int(lost.sum())} cells cannot be reached"


def find_lost_items(
    ctx: Context, world: World, floors: dict[int, Floor], places: dict[int, tuple[int, Cell]]
) -> Iterator[str]:
    """Yields bells, keys and owed items that are missing, too many, or out of reach."""
    plan, course, keys = get_floor_plan(ctx), course_of(ctx), dungeon_of(ctx.state).keys
    wanted: Counter[tuple[int, str]] = Counter()
    if plan.goal:
        wanted[plan.last, plan.goal] += 1
    if course is not None:
        for bell, at_floor in course.bells.items():
            wanted[at_floor, ctx.records.get(Bell, "bell", bell).item] += 1
    for color, lock in plan.locks.items():
        wanted[keys[color], lock.key] += 1
    for kind, at_floor in plan.prizes.items():
        wanted[at_floor, kind] += 1
    for kind in plan.provisions:
        for at_floor in range(2, plan.last + 1):
            wanted[at_floor, kind] += 1
    found: Counter[tuple[int, str]] = Counter()
    for id, (level, cell) in places.items():
        floor, kind = floors[level], world.items[id].kind
        key = floor.level.floor, kind
        if key in wanted and not floor.level.branch and floor.holds(floor.in_reach, cell):
            found[key] += 1
    for (at_floor, kind), count in wanted.items():
        if found[at_floor, kind] < count:
            yield f"floor {at_floor}: {kind} is not within reach"


def find_barred_vaults(ctx: Context, floors: dict[int, Floor]) -> Iterator[str]:
    """Yields doors of vaults that stay out of reach once the doors of their color are open."""
    plan = get_floor_plan(ctx)
    for floor in floors.values():
        for color, lock in plan.locks.items():
            doors = floor.mark(lambda kind, id=lock.door: kind.id == id)
            if lock.key_floors == (0, 0) or not doors.any():
                continue
            unlocked = floor.spread(floor.plain | doors)
            if (doors & ~unlocked).any():
                yield f"{floor.name}: a {color} door is out of reach"


def find_barred_stations(ctx: Context, floors: dict[int, Floor]) -> Iterator[str]:
    """Yields stations of a guided floor, its way out, and what lies or lives there, if it is out of reach."""
    stations = list_stations(get_phase(ctx))
    for floor in floors.values() if stations else ():
        columns = floor.in_reach.any(axis=0)
        yield from (f"station {one.id} is out of reach" for one in stations if not columns[min(one.until, 60)])
        ways_out = floor.mark(lambda kind: "edge" in kind.tags)
        if not (ways_out & floor.in_reach).any():
            yield "the way out is out of reach"
        world = floor.world
        things = [(item.kind, item.at) for item in world.items.values() if item.at is not None]
        things += [(actor.kind, actor.at) for actor in world.actors.values()]
        yield from (f"{kind} is out of reach" for kind, cell in things if not floor.holds(floor.in_reach, cell))


def count_shown(session: Session) -> int:
    """Floors with fragile walls that are recognized from the start (P-REACH-2)."""
    return sum(bool(level.recognized.any()) for level in get_world(session.state).levels.values())
