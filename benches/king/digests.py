"""The same games however the work is shared: one worker, several, several of which one is killed, a cluster.

    python benches/king/digests.py [--games 200000]

Prints games a second and the digest of each way; the last line says whether they are the same. The digest
covers every row (each game's outcome, counts and final state hash), the coverage and the curves.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from footfall.sim.plan import Plan, prepared
from footfall.sim.run import Run, simulate

WORKERS = 4


def killing(told_after: int) -> Callable[[int], None]:
    """Kills a worker once so many games are in."""
    seen, killed = 0, False

    def told(games: int) -> None:
        nonlocal seen, killed
        seen += games
        if seen < told_after or killed:
            return
        for process in multiprocessing.active_children():
            if process.pid is not None:
                os.kill(process.pid, signal.SIGKILL)
                killed = True
                print(f"killed worker {process.pid} after {seen} games", file=sys.stderr)
                return

    return told


def main() -> None:
    """Plays the games four times and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    wanted = Plan(
        game="core.king",
        games=arguments.games,
        seed=arguments.seed,
        options={"profile": "full_game", "players": 4},
        bots=("random",),
    )
    plan, _ = prepared(wanted)
    ways: dict[str, Callable[[], Run]] = {
        "1 worker": lambda: simulate(plan, workers=1),
        f"{WORKERS} workers": lambda: simulate(plan, workers=WORKERS),
        f"{WORKERS} workers, one killed": lambda: simulate(
            plan, workers=WORKERS, told=killing(arguments.games // 3)
        ),
        "Dask cluster of 2": lambda: simulate(plan, address="local:2"),
    }
    table = Table(
        "way", "games", "seconds", "games/s", "digest", title="king, full_game, four players, random"
    )
    digests = set()
    for name, play in ways.items():
        run = play()
        digests.add(run.digest())
        row = (name, f"{len(run)}", f"{run.seconds:.0f}", f"{len(run) / run.seconds:.0f}", run.digest())
        table.add_row(*row)
        print(*row, file=sys.stderr, flush=True)
    Console(width=110).print(table)
    print("the same digest" if len(digests) == 1 else "DIFFERENT DIGESTS")
    sys.exit(len(digests) != 1)


if __name__ == "__main__":
    main()
