"""Compares the games of compiled rules and Python, on one worker, several, several with one killed, and a cluster.

    python benches/king/digests.py [--games 200000] [--python one|all|none]

Prints games per second and the digest of each way; the last line tells whether the digests are equal. The digest
covers every row (outcome, counts and final state hash of a game), the coverage and the curves. Without the extra
``cluster`` there is no cluster.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from importlib.util import find_spec

import msgspec
from rich.console import Console
from rich.table import Table

from footfall.sim.plan import Plan, resolve_plan
from footfall.sim.run import SimulationRun, simulate

WORKERS = 4


def make_worker_killer(after_games: int) -> Callable[[int], None]:
    """Returns a progress callback that kills one worker after a number of games."""
    finished, is_killed = 0, False

    def count_games(games: int) -> None:
        nonlocal finished, is_killed
        finished += games
        if finished < after_games or is_killed:
            return
        for process in multiprocessing.active_children():
            if process.pid is not None:
                os.kill(process.pid, signal.SIGKILL)
                is_killed = True
                print(f"killed worker {process.pid} after {finished} games", file=sys.stderr)
                return

    return count_games


def list_ways(plan: Plan) -> dict[str, Callable[[], SimulationRun]]:
    """Ways to distribute the games of a plan, by name."""
    ways = {
        "1 worker": lambda: simulate(plan, workers=1),
        f"{WORKERS} workers": lambda: simulate(plan, workers=WORKERS),
        f"{WORKERS} workers, one killed": lambda: simulate(
            plan, workers=WORKERS, on_progress=make_worker_killer(plan.games // 3)
        ),
        "Dask cluster of 2": lambda: simulate(plan, cluster_address="local:2"),
    }
    if find_spec("distributed") is None:
        print("no cluster: python -m pip install 'footfall[cluster]'", file=sys.stderr)
        del ways["Dask cluster of 2"]
    return ways


def main() -> None:
    """Plays the games in every way and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--python", choices=("one", "all", "none"), default="one")
    arguments = parser.parse_args()
    request = Plan(
        game="core.king",
        games=arguments.games,
        seed=arguments.seed,
        options={"profile": "full_game", "players": 4},
        bots=("random",),
        compiled_mode="always",
    )
    plan, _ = resolve_plan(request)
    ways = [("compiled", name, play) for name, play in list_ways(plan).items()]
    for name, play in list_ways(msgspec.structs.replace(plan, compiled_mode="never")).items():
        if arguments.python == "all" or (arguments.python == "one" and name == f"{WORKERS} workers"):
            ways.append(("Python", name, play))
    table = Table(
        *("rules", "way", "games", "seconds", "games/s", "digest"), title="king, full_game, four players, random"
    )
    digests = set()
    for rules, name, play in ways:
        run = play()
        digests.add(run.compute_digest())
        assert run.compiled_games == (len(run) if rules == "compiled" else 0)
        speed = f"{len(run) / run.seconds:.0f}"
        row = (rules, name, f"{len(run)}", f"{run.seconds:.0f}", speed, run.compute_digest())
        table.add_row(*row)
        print(*row, file=sys.stderr, flush=True)
    Console(width=120).print(table)
    print("equal digests" if len(digests) == 1 else "DIFFERENT DIGESTS")
    sys.exit(len(digests) != 1)


if __name__ == "__main__":
    main()
