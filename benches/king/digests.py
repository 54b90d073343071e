"""The same games however they are played: by compiled rules or in Python, by one worker, several, several of which one
is killed, a cluster.

    python benches/king/digests.py [--games 200000] [--python one|all|none]

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

import msgspec
from rich.console import Console
from rich.table import Table

from footfall.sim.plan import Plan, resolve_plan
from footfall.sim.run import SimulationRun, simulate

WORKERS = 4


def make_worker_killer(after_games: int) -> Callable[[int], None]:
    """Kills a worker once so many games are in."""
    seen, killed = 0, False

    def told(games: int) -> None:
        nonlocal seen, killed
        seen += games
        if seen < after_games or killed:
            return
        for process in multiprocessing.active_children():
            if process.pid is not None:
                os.kill(process.pid, signal.SIGKILL)
                killed = True
                print(f"killed worker {process.pid} after {seen} games", file=sys.stderr)
                return

    return told


def list_ways(plan: Plan) -> dict[str, Callable[[], SimulationRun]]:
    """The ways to share the games of a plan."""
    return {
        "1 worker": lambda: simulate(plan, workers=1),
        f"{WORKERS} workers": lambda: simulate(plan, workers=WORKERS),
        f"{WORKERS} workers, one killed": lambda: simulate(
            plan, workers=WORKERS, on_progress=make_worker_killer(plan.games // 3)
        ),
        "Dask cluster of 2": lambda: simulate(plan, cluster_address="local:2"),
    }


def main() -> None:
    """Plays the games in every way and prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--python", choices=("one", "all", "none"), default="one")
    arguments = parser.parse_args()
    wanted = Plan(
        game="core.king",
        games=arguments.games,
        seed=arguments.seed,
        options={"profile": "full_game", "players": 4},
        bots=("random",),
        compiled="always",
    )
    plan, _ = resolve_plan(wanted)
    chosen = [("compiled", name, ctx) for name, play in list_ways(plan).items()]
    for name, play in list_ways(msgspec.structs.replace(plan, compiled="never")).items():
        if arguments.python == "all" or (arguments.python == "one" and name == f"{WORKERS} workers"):
            chosen.append(("Python", name, play))
    table = Table(
        *("rules", "way", "games", "seconds", "games/s", "digest"),
        title="king, full_game, four players, random",
    )
    digests = set()
    for rules, name, play in chosen:
        run = play()
        digests.add(run.compute_digest())
        assert run.compiled == (len(run) if rules == "compiled" else 0)
        speed = f"{len(run) / run.seconds:.0f}"
        row = (rules, name, f"{len(run)}", f"{run.seconds:.0f}", speed, run.compute_digest())
        table.add_row(*row)
        print(*row, file=sys.stderr, flush=True)
    Console(width=120).print(table)
    print("the same digest" if len(digests) == 1 else "DIFFERENT DIGESTS")
    sys.exit(len(digests) != 1)


if __name__ == "__main__":
    main()
