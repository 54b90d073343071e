"""Scores of an expedition for its player, and sums over many delves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from footfall.api import Context, Message, Score, ScoreTotal

from .batch import generate
from .expedition import expedition_of
from .maps.geometry import CellRect, bounding_rect
from .model import Delve, ExitKind, Fate, ZoneKind
from .policy import Policy
from .tables import Tables

TOTALS = {
    "mode": ScoreTotal.GROUP,
    "ending": ScoreTotal.TALLY,
    "rooms": ScoreTotal.LARGEST,
    "zones": ScoreTotal.SUM,
    "lairs": ScoreTotal.SUM,
    "quests": ScoreTotal.SUM,
}

SCORES = tuple(Score(id, Message(f"delve-score-{id}"), total) for id, total in TOTALS.items())


def score_expedition(ctx: Context) -> Mapping[str, int | str]:
    """Returns the values of `SCORES`."""
    expedition = expedition_of(ctx.state)
    facts = count_facts(expedition.delve)
    return {
        "mode": "delve-score-walk" if expedition.is_walking else "delve-score-table",
        "ending": f"delve-score-{ctx.state.outcome}",
        **{id: facts[id] for id in ("rooms", "zones", "lairs", "quests")},
    }


def count_facts(delve: Delve) -> dict[str, int]:
    """Statistics of one delve.

    ``quest_room`` is the number of the room that was the first quest room, 0: none; ``side`` the longer side of
    the floor in cells, maximum over all levels.
    """
    walled = false = links = unfound = 0
    for gate in delve.exits:
        if gate.fate is Fate.BLOCKED:
            if gate.way is ExitKind.MOUTH:
                walled += 1
            else:
                false += 1
        elif gate.fate is Fate.LINKED:
            links += 1
        elif gate.fate is Fate.UNFOUND:
            unfound += 1
    known = [zone for zone in delve.zones if not zone.is_hidden]
    corridors = [zone for zone in known if zone.kind is ZoneKind.CORRIDOR]
    types = [zone.type for zone in known if zone.kind is ZoneKind.ROOM]
    return {
        "zones": len(known),
        "rooms": delve.rooms,
        "lairs": delve.lairs,
        "quests": delve.quests,
        "quest_room": types.index("quest") + 1 if "quest" in types else 0,
        "walled_up": walled,
        "false_doors": false,
        "links": links,
        "unfound": unfound,
        "shortened": sum((z.sections, z.end) != (z.rolled_sections, z.rolled_end) for z in corridors),
        "searches": len(delve.searches),
        "faces": sum(len(roll.faces) for note in delve.journal for roll in note.rolls),
        "side": max(max(find_extent(delve, level)[2:]) for level in range(1, len(delve.levels) + 1)),
    }


def list_features_met(delve: Delve) -> tuple[str, ...]:
    """Short ids of the tables rolled on, ends, room types, special rooms and corridors."""
    zones = [zone for zone in delve.zones if not zone.is_hidden]
    words = {word for zone in zones for word in (zone.end, zone.type, zone.special) if word}
    words |= {roll.table for note in delve.journal for roll in note.rolls}
    return tuple(sorted(words))


def count_rows_rolled(delve: Delve) -> dict[str, int]:
    """Number of rolls per row, as ``table/row``, without rolls with a bonus."""
    counts = Counter(f"{roll.table}/{roll.row}" for note in delve.journal for roll in note.rolls if not roll.bonus)
    return dict(sorted(counts.items()))


def compute_exact_chances(tables: Tables) -> dict[str, float]:
    """The exact chance of each row, as ``table/row``; decks and rising rows are left out."""
    chances = {}
    for name, table in tables.by_name.items():
        if table.draw != "dice":
            continue
        weights = table.count_weights()
        total = sum(weights.values())
        chances.update({f"{name}/{row}": weight / total for row, weight in weights.items()})
    return chances


def find_extent(delve: Delve, level: int = 1) -> CellRect:
    """The smallest rectangle that holds the known floor of a level."""
    zones = [zone for zone in delve.zones if zone.level == level and not zone.is_hidden]
    return bounding_rect([rect for zone in zones for rect in zone.floors])


class DelveTally(msgspec.Struct):
    """Sums over many delves.

    Attributes:
        delves: number of delves.
        quest_count: number of delves with a quest room.
        sums: sums of the columns of `count_facts`.
        sides: longer side of each map.
        quest_rooms: how often the n-th room was the first quest room.
        rows: rolls by table and row.
    """

    delves: int = 0
    quest_count: int = 0
    sums: Counter[str] = msgspec.field(default_factory=Counter)
    sides: list[int] = []
    quest_rooms: Counter[int] = msgspec.field(default_factory=Counter)
    rows: dict[str, Counter[str]] = {}

    def add(self, delve: Delve) -> None:
        """Adds one delve."""
        facts = count_facts(delve)
        self.delves += 1
        self.sums.update(facts)
        self.sides.append(facts["side"])
        if facts["quest_room"]:
            self.quest_count += 1
            self.quest_rooms[facts["quest_room"]] += 1
        for note in delve.journal:
            for roll in note.rolls:
                if roll.table not in self.rows:
                    self.rows[roll.table] = Counter()
                self.rows[roll.table][roll.row] += 1

    def merge(self, other: DelveTally) -> None:
        """Adds the counts of another worker."""
        self.delves += other.delves
        self.quest_count += other.quest_count
        self.sums.update(other.sums)
        self.sides += other.sides
        self.quest_rooms.update(other.quest_rooms)
        for table, rows in other.rows.items():
            self.rows.setdefault(table, Counter()).update(rows)

    def compute_figures(self) -> dict[str, float]:
        """Means and shares by name."""
        count = max(1, self.delves)
        sides = sorted(self.sides) or [0]
        names = ("zones", "rooms", "walled_up", "false_doors", "unfound", "links", "shortened")
        return {
            "quest_reached": self.quest_count / count,
            **{name: self.sums[name] / count for name in names},
            "side_median": float(sides[len(sides) // 2]),
            "side_95": float(sides[min(len(sides) - 1, len(sides) * 95 // 100)]),
        }


EXPECTED_FIGURES: dict[str, tuple[float, float, float]] = {
    "quest_reached": (0.700, 0.983, 0.02),
    "zones": (19.9, 23.9, 0.05),
    "rooms": (8.87, 11.19, 0.05),
    "walled_up": (1.66, 1.95, 0.10),
    "false_doors": (0.84, 1.01, 0.10),
    "unfound": (0.28, 0.35, 0.10),
    "links": (0.20, 0.41, 0.10),
    "shortened": (0.56, 0.68, 0.10),
    "side_median": (51, 57, 0.10),
    "side_95": (85, 90, 0.10),
}
"""Reference values for ``on_exhausted`` = stop and = search, and the tolerance of a run of 5,000: absolute for the
share of quests, relative for the others."""


def tally_delves(tables: Tables, seeds: Iterable[int], policy: Policy | None = None) -> DelveTally:
    """Rolls one delve per seed and returns their sums."""
    tally = DelveTally()
    for seed in seeds:
        tally.add(generate(tables, seed, policy))
    return tally
