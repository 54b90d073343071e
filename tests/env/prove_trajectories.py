"""Proves that trajectories of King's environment depend on the seeds of the games alone.

    python tests/env/prove_trajectories.py [GAMES]

One digest for batches of 1, 64 and 4,096 games, for one and for several threads, with snapshots and restores in the
middle, with five mods whose rules are data, compiled and by the rules in Python.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "benches" / "king"))

from env_trajectories import digest_games, restore_all
from rule_mods import write_rule_mods

from footfall.env import Batch

STEPS = 120
MODS = 5

WAYS: tuple[tuple[str, int, dict[str, Any], bool], ...] = (
    ("1 game at a time", 1, {}, False),
    ("64 games", 64, {}, False),
    ("4,096 games", 4096, {}, False),
    ("4,096 games, 2 threads", 4096, {"threads": 2}, False),
    ("512 games, 3 threads, restored", 512, {"threads": 3}, True),
    ("64 games by the rules in Python", 64, {"compiled": "never"}, False),
    ("64 games by the rules in Python, restored", 64, {"compiled": "never"}, True),
)
"""Name, games of a batch, arguments, and whether all games are restored in the middle."""


def prove(count: int, mods: Sequence[Path]) -> bool:
    """Prints the digest of each way; returns whether they are equal."""
    digests = set()
    for name, size, choices, is_restored in WAYS:
        own = {"compiled": "always", **choices}

        def make(games: int, own: dict[str, Any] = own) -> Batch:
            return Batch("king", games, autoreset="disabled", max_steps=STEPS, mods=mods, **own)

        start = time.monotonic()
        digest = digest_games(make, range(count), size, STEPS, restore_all if is_restored else None)
        digests.add(digest)
        print(f"  {digest}  {name}  ({time.monotonic() - start:.0f} s)", flush=True)
    return len(digests) == 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=10_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        mods = write_rule_mods(Path(folder))[:MODS]
        results = []
        for label, chosen in (("without mods", ()), (f"with {MODS} mods", mods)):
            print(f"{args.games:,} trajectories {label}:")
            results.append(prove(args.games, chosen))
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
