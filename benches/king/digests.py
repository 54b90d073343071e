"""Compares the games of compiled rules and Python: equal digests, and their speeds.

    python benches/king/digests.py ways [--games 20000] [--python one|all|none]
    python benches/king/digests.py listeners [--games 2000]
    python benches/king/digests.py data [--games 20000] [--rounds 5]

Games are full_game, four players, random legal commands. A digest covers every row (outcome, counts and final state
hash of a game), the coverage and the curves; the last line tells whether the digests of each case are equal.

- ways: one worker, several, several with one killed, and a cluster (if the extra ``cluster`` is installed).
- listeners: mods that listen in Python: the five of `compare_king.py`, the example mods for King, each mod of
  `listener_mods.py`, and all of these together.
- data: ten mods whose rules are data. The speeds of the compiled board with and without the mods are interleaved, in
  processor time, best of the rounds.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from time import process_time

import msgspec

from footfall.sim.game_batch import play_batch
from footfall.sim.plan import Plan, resolve_plan
from footfall.sim.run import SimulationRun, simulate

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))
from compare_king import write_mods
from listener_mods import LISTENER_MODS, write_listener_mods
from rule_mods import RULE_MODS, write_rule_mods

WORKERS = 4
TIMED_GAMES = 1000

EXAMPLES = tuple(Path(__file__).parents[2] / "mods" / name for name in ("lullaby", "steady-hands"))
"""The example mods for King whose rules the compiled board plays; a rule of `good-company` asks a question."""

Case = tuple[str, list[SimulationRun]]
"""A case, and the runs whose digests must be equal."""


def make_plan(games: int, mods: Sequence[Path] = ()) -> Plan:
    """Returns the plan of a run with compiled rules."""
    options = {"profile": "full_game", "players": 4}
    paths = tuple(map(str, mods))
    plan = Plan(game="core.king", games=games, seed=1, options=options, mods=paths, compiled_mode="always")
    return resolve_plan(plan)[0]


def play(name: str, plan: Plan, run_plan: Callable[[Plan], SimulationRun]) -> SimulationRun:
    """Plays a run and prints its speed and digest."""
    start = process_time()
    run = run_plan(plan)
    assert run.compiled_games == (len(run) if plan.compiled_mode == "always" else 0)
    rules, seconds = "compiled" if run.compiled_games else "Python", process_time() - start
    speed = f"{len(run) / run.seconds:,.0f} games/s, {len(run) / seconds:,.0f} in processor time of this process"
    print(f"{name}, {rules}: {len(run):,} games, {speed}, digest {run.compute_digest()}", flush=True)
    return run


def play_both(name: str, games: int, mods: Sequence[Path]) -> Case:
    """Plays the same games by compiled rules and by Python."""
    plan = make_plan(games, mods)
    plans = plan, msgspec.structs.replace(plan, compiled_mode="never")
    return name, [play(name, each, lambda plan: simulate(plan, workers=0)) for each in plans]


def kill_worker(after_games: int) -> Callable[[int], None]:
    """Returns a progress callback that kills one worker after a number of games."""
    remaining = after_games

    def count_games(games: int) -> None:
        nonlocal remaining
        workers = [process.pid for process in multiprocessing.active_children() if process.pid is not None]
        if 0 < remaining <= games and workers:
            os.kill(workers[0], signal.SIGKILL)
            print(f"killed worker {workers[0]}", file=sys.stderr)
        remaining -= games

    return count_games


def play_on_cluster(plan: Plan) -> SimulationRun:
    """Plays on a cluster of two workers on this machine."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        return simulate(plan, cluster_address=cluster.scheduler_address)


def play_ways(arguments: argparse.Namespace) -> Iterator[Case]:
    """Plays the same games in every way to distribute them."""
    killed = f"{WORKERS} workers, one killed"
    ways: dict[str, Callable[[Plan], SimulationRun]] = {
        "1 worker": lambda plan: simulate(plan, workers=1),
        f"{WORKERS} workers": lambda plan: simulate(plan, workers=WORKERS),
        killed: lambda plan: simulate(plan, workers=WORKERS, on_progress=kill_worker(plan.games // 3)),
    }
    if find_spec("distributed") is None:
        print("no cluster: python -m pip install 'footfall[cluster]'", file=sys.stderr)
    else:
        ways["Dask cluster of 2"] = play_on_cluster
    plan = make_plan(arguments.games)
    runs = [play(name, plan, way) for name, way in ways.items()]
    python = msgspec.structs.replace(plan, compiled_mode="never")
    names = {"all": list(ways), "one": [f"{WORKERS} workers"], "none": []}[arguments.python]
    yield "all ways", [*runs, *(play(name, python, ways[name]) for name in names)]


def play_listeners(arguments: argparse.Namespace) -> Iterator[Case]:
    """Plays games with mods that listen in Python."""
    games = arguments.games
    with tempfile.TemporaryDirectory() as folder:
        write_mods(Path(folder))
        yield play_both("five mods", games, [Path(folder)])
        yield play_both("examples", games, EXAMPLES)
        for name, mods in (
            {name: {name: text} for name, text in LISTENER_MODS.items()} | {"all": LISTENER_MODS}
        ).items():
            path = Path(folder) / "mods" / name
            path.mkdir(parents=True)
            yield play_both(name, games, write_listener_mods(path, mods))


def play_data(arguments: argparse.Namespace) -> Iterator[Case]:
    """Plays games with mods whose rules are data, and prints the speed that is kept with them."""
    with tempfile.TemporaryDirectory() as folder:
        mods = write_rule_mods(Path(folder))
        plans = make_plan(TIMED_GAMES), make_plan(TIMED_GAMES, mods)
        best = [0.0, 0.0]
        for _ in range(arguments.rounds):
            for index, plan in enumerate(plans):
                start = process_time()
                play_batch(plan, 0, TIMED_GAMES)
                best[index] = max(best[index], TIMED_GAMES / (process_time() - start))
        print(f"compiled: {best[0]:,.0f} games/s without mods, {best[1]:,.0f} with {len(RULE_MODS)}:", end=" ")
        print(f"{best[1] / best[0]:.0%} kept", flush=True)
        yield play_both("ten mods", arguments.games, mods)


def main() -> None:
    """Plays a comparison; ends with 1 if digests differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    comparisons = {"ways": (play_ways, 20_000), "listeners": (play_listeners, 2000), "data": (play_data, 20_000)}
    parser.add_argument("comparison", choices=comparisons)
    parser.add_argument("--games", type=int)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--python", choices=("one", "all", "none"), default="one")
    arguments = parser.parse_args()
    compare, games = comparisons[arguments.comparison]
    arguments.games = arguments.games or games
    different = [name for name, runs in compare(arguments) if len({run.compute_digest() for run in runs}) > 1]
    print(f"DIFFERENT DIGESTS: {', '.join(different)}" if different else "equal digests")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
