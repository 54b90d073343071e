"""Checks many delves: invariants, the frequency of every table row, and the expected figures.

    python benches/delve/distributions.py --delves 10000 --workers 4

Prints, for batches without and with the wall search: delves per second on one core, figures with their expected
values, and the table row that deviates most from its exact probability. A row fails if its two-sided p-value is below
0.001 divided by the number of rows (Bonferroni), so a correct generator fails one run in a thousand. Exit code 1 if
anything fails.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import msgspec

from footfall.loader import load
from footfall.plugins.delve.maps.invariants import check_invariants
from footfall.plugins.delve.model import Delve
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.statistics import count_facts, generate
from footfall.plugins.delve.tables import SECRET, Tables, tables_of

SIGNIFICANCE = 0.001
"""Probability that a correct generator fails."""

QUEST_ROOM = {3: 1 / 54, 4: 13 / 324, 5: 113 / 1944, 6: 821 / 11664, 7: 1795 / 23328, 8: 11023 / 139968}
"""Probability that the n-th room is the first quest room, with unlimited rooms."""


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


def load_tables() -> Tables:
    """The tables of the game without mods."""
    return tables_of(load("delve", only_mods=()).rules.records)


def roll_batch(first: int, count: int, on_exhausted: str, checked: bool) -> tuple[DelveTally, list[str], float]:
    """Rolls delves; returns their tally, broken invariants, and the CPU seconds of rolling."""
    tables, tally, violations = load_tables(), DelveTally(), []
    policy = Policy(on_exhausted=on_exhausted)  # type: ignore[arg-type]
    spent = 0.0
    for seed in range(first, first + count):
        start = time.process_time()
        delve = generate(tables, seed, policy)
        spent += time.process_time() - start
        tally.add(delve)
        if checked:
            violations += [f"seed {seed}: invariant {line}" for line in check_invariants(delve, tables, policy)]
    return tally, violations, spent


def two_sided_p_value(seen: int, of: int, chance: float) -> float:
    """Two-sided p-value of a count (normal approximation with continuity correction)."""
    spread = math.sqrt(of * chance * (1 - chance))
    if spread == 0:
        return 1.0
    return math.erfc(max(0.0, abs(seen - of * chance) - 0.5) / spread / math.sqrt(2))


def find_deviant_rows(tally: DelveTally, tables: Tables) -> tuple[list[str], str]:
    """Rows with a significant deviation, and the most deviant row."""
    rows: list[tuple[float, str]] = []
    for name, seen in sorted(tally.rows.items()):
        weights = tables.by_name[name].count_weights()
        total, of = sum(weights.values()), sum(seen.values())
        for row, weight in weights.items():
            share, want = seen[row] / of, weight / total
            text = f"{name}/{row}: {seen[row]} of {of} = {share:.4f}, exact {want:.4f}"
            rows.append((two_sided_p_value(seen[row], of, want), text))
    limit = SIGNIFICANCE / len(rows)
    rows.sort()
    deviant = [text for p_value, text in rows if p_value < limit]
    return deviant, f"{rows[0][1]} (p = {rows[0][0]:.3f}, {len(rows)} rows)"


def describe_quest_rooms(tally: DelveTally) -> str:
    """First quest rooms by number, with their probabilities. Lack of space makes later rooms rarer."""
    rooms = ", ".join(f"{n}: {tally.quest_rooms[n] / tally.delves:.4f} ({p:.4f})" for n, p in QUEST_ROOM.items())
    return f"first quest room, share of delves (unlimited rooms): {rooms}"


def main() -> int:
    """Prints the report; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--delves", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--unchecked", action="store_true", help="skip the invariants (most of the time)")
    args = parser.parse_args()
    tables = load_tables()
    bad = 0
    for column, on_exhausted in enumerate(("stop", "search")):
        share = -(-args.delves // args.workers)
        starts = range(0, args.delves, share)
        with ProcessPoolExecutor(args.workers) as pool:
            jobs = [
                pool.submit(roll_batch, first, min(share, args.delves - first), on_exhausted, not args.unchecked)
                for first in starts
            ]
            parts = [job.result() for job in jobs]
        tally, violations, spent = DelveTally(), [], 0.0
        for part, lines, seconds in parts:
            tally.merge(part)
            violations += lines
            spent += seconds
        print(
            f"\non_exhausted = {on_exhausted}: {tally.delves} delves, {tally.delves / spent:.0f} per second on one core"
        )
        for name, value in tally.compute_figures().items():
            expected, tolerance = EXPECTED_FIGURES[name][column], EXPECTED_FIGURES[name][2]
            deviation = abs(value - expected) if name == "quest_reached" else abs(value / expected - 1)
            mark = "" if deviation <= tolerance else "  FAILED"
            bad += bool(mark)
            print(f"  {name:14} {value:8.3f}   expected {expected:7.3f}{mark}")
        deviant_rows, most_deviant = find_deviant_rows(tally, tables)
        print(f"  most deviant row: {most_deviant}")
        for line in deviant_rows:
            print(f"  FAILED at {1 - SIGNIFICANCE:.1%}: {line}")
        print(f"  {describe_quest_rooms(tally)}")
        if SECRET in tally.rows:
            print(f"  wall searches: {sum(tally.rows[SECRET].values())}")
        print(f"  broken invariants: {'not checked' if args.unchecked else len(violations)}")
        for line in violations[:5]:
            print(f"    {line}")
        bad += len(deviant_rows) + len(violations)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
