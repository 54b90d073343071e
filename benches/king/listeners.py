"""King with mods that listen in Python: compiled and in Python, equal games and their speeds.

    python benches/king/listeners.py [--games 2000]

full_game, four players, random legal commands: the five mods of `compare_king.py`, the example mods for King, each
mod of `listener_mods.py`, and all of these together. The digests of all rows, curves and counts must be equal. Games
per second in processor time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from time import process_time

import msgspec

from footfall.sim.plan import Plan, resolve_plan
from footfall.sim.run import simulate

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))
from compare_king import write_mods
from listener_mods import LISTENER_MODS, write_listener_mods

EXAMPLES = tuple(Path(__file__).parents[2] / "mods" / name for name in ("lullaby", "good-company", "steady-hands"))
"""The example mods for King, whose rules are data."""


def play(mods: tuple[Path, ...], games: int) -> bool:
    """Plays the games both ways and prints the speeds; returns whether the digests are equal."""
    options = {"profile": "full_game", "players": 4}
    request = Plan(game="core.king", games=games, seed=1, options=options, bots=("random",), mods=tuple(map(str, mods)))
    plan, _ = resolve_plan(request)
    digests = []
    for way in ("always", "never"):
        start = process_time()
        run = simulate(msgspec.structs.replace(plan, compiled_mode=way), workers=0)
        speed = games / (process_time() - start)
        digests.append(run.compute_digest())
        print(f"{speed:7.0f} games/s, {run.compiled_games:5} compiled", end="; ", flush=True)
    print("equal digests" if digests[0] == digests[1] else "DIFFERENT DIGESTS", digests[0])
    return digests[0] == digests[1]


def main() -> None:
    """Plays all cases; ends with 1 if digests differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    games = parser.parse_args().games
    cases = {name: {name: text} for name, text in LISTENER_MODS.items()} | {"all": LISTENER_MODS}
    with tempfile.TemporaryDirectory() as folder:
        write_mods(Path(folder))
        print(f"{'five mods':10}", end="")
        results = [play((Path(folder),), games)]
        print(f"{'examples':10}", end="")
        results.append(play(EXAMPLES, games))
        for case, mods in cases.items():
            path = Path(folder) / "mods" / case
            path.mkdir(parents=True)
            print(f"{case:10}", end="")
            results.append(play(write_listener_mods(path, mods), games))
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
