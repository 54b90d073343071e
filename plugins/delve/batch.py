"""Whole delves at once: the same engine as in play, with nobody asking (invariant 14).

`generate` rolls one delve; `simulate` rolls many and counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import msgspec

from footfall.api import Change

from .changes import apply
from .dice import Dice, Stream
from .explore import Forbidden, begin, explore
from .geometry import Rect, around
from .policy import Ask, Master, Policy
from .record import Delve, Exit, Fate, Hero, Kind, Way
from .search import end_combat, search
from .shape import wall_names
from .tables import Tables

Watch = Callable[[Delve, Change], None]
"""Called after every applied change."""


def generate(
    tables: Tables,
    seed: int,
    policy: Policy | None = None,
    *,
    dice: Dice | None = None,
    heroes: int = 4,
    ask: Ask | None = None,
    watch: Watch | None = None,
) -> Delve:
    """Rolls one delve until its policy says stop.

    Args:
        seed: of the leader stream and of the game master's stream.
        policy: the game master's defaults; `Policy.stop`, `frontier` and `on_exhausted` drive this loop.
        dice: other dice than the leader stream of `seed`.
        heroes: seats.
        ask: other rulings (see `policy.Master`).
        watch: sees every change after it was applied.

    Returns:
        The record.
    """
    policy = policy or Policy()
    faces = dice if dice is not None else Stream(seed)
    master = Master(policy, seed, ask)
    delve = begin(policy, tables, [Hero() for _ in range(heroes)])
    for change in steps(delve, faces, tables, master):
        apply(delve, change)
        if watch is not None:
            watch(delve, change)
    return delve


def steps(delve: Delve, dice: Dice, tables: Tables, master: Master) -> Iterator[Change]:
    """What a batch does next, one change at a time; the caller applies each before it asks for more."""
    policy = master.policy
    searches = _Searches()
    restarts = 0
    while not _done(delve, policy):
        if delve.fighting:
            yield end_combat(delve)
            continue
        pending = delve.pending()
        if pending:
            yield explore(delve, _next(delve, pending, master), dice, tables, master)
            continue
        if policy.on_exhausted == "search":
            found = _search(delve, dice, tables, master, searches)
            if found is not None:
                yield found
                continue
        elif policy.on_exhausted == "restart" and restarts < RESTARTS:
            restarts += 1
            searches = _Searches()
            _restart(delve, policy, tables)
            continue
        return


RESTARTS = 1000
"""Beginnings after which a batch with ``on_exhausted = "restart"`` gives up."""


def _done(delve: Delve, policy: Policy) -> bool:
    if delve.fighting:
        return False
    if policy.max_zones and len(delve.zones) >= policy.max_zones:
        return True
    return policy.stop == "quest" and delve.quests > 0


def _next(delve: Delve, pending: list[Exit], master: Master) -> int:
    """The exit to explore (policy ``frontier``)."""
    frontier = master.policy.frontier
    if frontier == "depth":
        number = pending[-1].id
    elif frontier == "random":
        number = pending[master.chance.apart(len(delve.journal), len(pending))].id
    else:
        number = pending[0].id
    if master.ask is None:
        return number
    return master.rule("frontier", number, tuple(e.id for e in pending))


class _Searches:
    """Walls a batch need not look at: those tried, and those refused since the last zone was laid."""

    def __init__(self) -> None:
        self.tried: set[tuple[int, str]] = set()
        self.refused: set[tuple[int, str]] = set()
        self.zones = 0


def _search(delve: Delve, dice: Dice, tables: Tables, master: Master, so_far: _Searches) -> Change | None:
    """The next search: zones in number order, walls in G-11 order, each once, bonus 0."""
    if so_far.zones != len(delve.zones):
        so_far.zones = len(delve.zones)
        so_far.refused.clear()
    for zone in delve.zones:
        for name in wall_names(zone, master.policy.secret_end):
            key = zone.id, name
            if key in so_far.tried or key in so_far.refused:
                continue
            try:
                found = search(delve, zone.id, name, delve.leader, dice, tables, master, 0)
            except Forbidden:
                so_far.refused.add(key)
                continue
            so_far.tried.add(key)
            return found
    return None


def _restart(delve: Delve, policy: Policy, tables: Tables) -> None:
    fresh = begin(policy, tables, delve.heroes)
    fresh.leader, fresh.mapper = delve.leader, delve.mapper
    delve.__dict__.pop("sheets", None)
    for field in Delve.__struct_fields__:
        setattr(delve, field, getattr(fresh, field))


# Statistics.


class Tally(msgspec.Struct):
    """What many delves had in common (D.2).

    Attributes:
        delves: how many.
        reached: those with a quest room.
        zones, rooms: in all, start included.
        walled, false: mouths walled up, false doors.
        secret: unfound secret doors as laid.
        links: exits that were joined.
        cut: corridors shortened or closed by G-10.
        sides: longer side of the map in cells, of each delve.
        rows: throws by table and row; only table rolls of the players.
        depths: number of the room that was the first quest room, by delve.
    """

    delves: int = 0
    reached: int = 0
    zones: int = 0
    rooms: int = 0
    walled: int = 0
    false: int = 0
    secret: int = 0
    links: int = 0
    cut: int = 0
    sides: list[int] = []
    rows: dict[str, Counter[str]] = {}
    depths: Counter[int] = Counter()

    def add(self, delve: Delve) -> None:
        """Counts one delve."""
        self.delves += 1
        self.reached += delve.quests > 0
        self.zones += len(delve.zones)
        self.rooms += delve.rooms
        for gate in delve.exits:
            if gate.fate is Fate.BLOCKED:
                self.walled += gate.way is Way.MOUTH
                self.false += gate.way is not Way.MOUTH
            elif gate.fate is Fate.LINKED:
                self.links += 1
            if gate.fate is Fate.UNFOUND:
                self.secret += 1
        for zone in delve.zones:
            if zone.kind is Kind.CORRIDOR:
                self.cut += (zone.sections, zone.end) != (zone.rolled_sections, zone.rolled_end)
        self.sides.append(max(extent(delve)[2:]))
        for note in delve.journal:
            for roll in note.rolls:
                self.rows.setdefault(roll.table, Counter())[roll.row] += 1
        if delve.quests:
            rooms = [z for z in delve.zones if z.kind is Kind.ROOM]
            first = next(n for n, z in enumerate(rooms, 1) if z.type == "quest")
            self.depths[first] += 1

    def figures(self) -> dict[str, float]:
        """Means and shares by name, in the order of table D.2."""
        n = max(1, self.delves)
        sides = sorted(self.sides) or [0]
        return {
            "quest_reached": self.reached / n,
            "zones": self.zones / n,
            "rooms": self.rooms / n,
            "walled_up": self.walled / n,
            "false_doors": self.false / n,
            "unfound": self.secret / n,
            "links": self.links / n,
            "shortened": self.cut / n,
            "side_median": float(sides[len(sides) // 2]),
            "side_95": float(sides[min(len(sides) - 1, len(sides) * 95 // 100)]),
        }


def extent(delve: Delve, level: int = 1) -> Rect:
    """The smallest rectangle that holds the floor of a level."""
    return around([rect for zone in delve.zones if zone.level == level for rect in zone.floors])


def simulate(tables: Tables, seeds: Iterable[int], policy: Policy | None = None) -> Tally:
    """Rolls a delve for each seed and counts."""
    tally = Tally()
    for seed in seeds:
        tally.add(generate(tables, seed, policy))
    return tally
