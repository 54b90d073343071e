"""Many delves against the rules: invariants, frequencies of every table row, distributions of section D.

    python benches/delve/distributions.py --delves 10000 --workers 4

Prints, for batches without and with the wall search: delves per second of one core, figures beside
table D.2, and how far the rarest and the most deviant table rows are from their exact chances. A row
is called off if its two-sided chance is below 0.001 divided by the number of rows (Bonferroni), so that
a sound generator fails the whole run once in a thousand. Ends with status 1 if anything is off.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from footfall.loader import load
from footfall.plugins.delve.batch import generate
from footfall.plugins.delve.invariants import check_invariants
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.statistics import EXPECTED_FIGURES, DelveTally
from footfall.plugins.delve.tables import SECRET, Tables, tables_of

SIGNIFICANCE = 0.001
"""Chance that a sound generator is called off."""

QUEST_ROOM = {3: 1 / 54, 4: 13 / 324, 5: 113 / 1944, 6: 821 / 11664, 7: 1795 / 23328, 8: 11023 / 139968}
"""Chance that the n-th room is the first quest room, with unlimited rooms (D.1)."""


def load_tables() -> Tables:
    """The tables of the game without mods."""
    return tables_of(load("delve", only=()).rules.records)


def roll_batch(
    first: int, count: int, on_exhausted: str, checked: bool
) -> tuple[DelveTally, list[str], float]:
    """Rolls some delves; returns what they had in common, what was wrong, and the seconds of CPU that rolling took."""
    book, tally, wrong = load_tables(), DelveTally(), []
    policy = Policy(on_exhausted=on_exhausted)  # type: ignore[arg-type]
    spent = 0.0
    for seed in range(first, first + count):
        start = time.process_time()
        delve = generate(book, seed, policy)
        spent += time.process_time() - start
        tally.add(delve)
        if checked:
            wrong += [f"seed {seed}: invariant {line}" for line in check_invariants(delve, book, policy)]
    return tally, wrong, spent


def two_sided_p_value(seen: int, of: int, chance: float) -> float:
    """The two-sided chance of a count at least so far from its mean (normal approximation, corrected)."""
    spread = math.sqrt(of * chance * (1 - chance))
    if spread == 0:
        return 1.0
    return math.erfc(max(0.0, abs(seen - of * chance) - 0.5) / spread / math.sqrt(2))


def find_deviant_rows(tally: DelveTally, book: Tables) -> tuple[list[str], str]:
    """Rows whose frequency is off, and the most deviant row of all."""
    found: list[tuple[float, str]] = []
    for name, seen in sorted(tally.rows.items()):
        weights = book.by_name[name].count_weights()
        total, of = sum(weights.values()), sum(seen.values())
        for row, weight in weights.items():
            share, want = seen[row] / of, weight / total
            text = f"{name}/{row}: {seen[row]} of {of} = {share:.4f}, exact {want:.4f}"
            found.append((two_sided_p_value(seen[row], of, want), text))
    limit = SIGNIFICANCE / len(found)
    found.sort()
    return [
        text for chance, text in found if chance < limit
    ], f"{found[0][1]} (chance {found[0][0]:.3f} of {len(found)} rows)"


def describe_quest_rooms(tally: DelveTally) -> str:
    """First quest rooms by number, beside the chances of D.1. Space ends delves early, so later rooms are rarer."""
    rooms = ", ".join(
        f"{n}: {tally.quest_rooms[n] / tally.delves:.4f} ({p:.4f})" for n, p in QUEST_ROOM.items()
    )
    return f"first quest room, share of delves (unlimited rooms): {rooms}"


def main() -> int:
    """Runs it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--delves", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--unchecked", action="store_true", help="skip the invariants, which take most of the time"
    )
    given = parser.parse_args()
    book = load_tables()
    bad = 0
    for column, on_exhausted in enumerate(("stop", "search")):
        share = -(-given.delves // given.workers)
        starts = range(0, given.delves, share)
        with ProcessPoolExecutor(given.workers) as pool:
            jobs = [
                pool.submit(
                    roll_batch, first, min(share, given.delves - first), on_exhausted, not given.unchecked
                )
                for first in starts
            ]
            parts = [job.result() for job in jobs]
        tally, wrong, spent = DelveTally(), [], 0.0
        for part, lines, seconds in parts:
            tally.merge(part)
            wrong += lines
            spent += seconds
        print(
            f"\non_exhausted = {on_exhausted}: {tally.delves} delves, {tally.delves / spent:.0f} a second on one core"
        )
        for name, got in tally.compute_figures().items():
            want, allowed = EXPECTED_FIGURES[name][column], EXPECTED_FIGURES[name][2]
            off = abs(got - want) if name == "quest_reached" else abs(got / want - 1)
            mark = "" if off <= allowed else "  OFF"
            bad += bool(mark)
            print(f"  {name:14} {got:8.3f}   expected {want:7.3f}{mark}")
        off_rows, most = find_deviant_rows(tally, book)
        print(f"  most deviant row: {most}")
        for line in off_rows:
            print(f"  OFF at {1 - SIGNIFICANCE:.1%}: {line}")
        print(f"  {describe_quest_rooms(tally)}")
        if SECRET in tally.rows:
            print(f"  wall searches: {sum(tally.rows[SECRET].values())}")
        print(f"  invariants broken: {'not looked at' if given.unchecked else len(wrong)}")
        for line in wrong[:5]:
            print(f"    {line}")
        bad += len(off_rows) + len(wrong)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
