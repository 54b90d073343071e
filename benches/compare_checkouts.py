"""Times two checkouts in one run, and compares the states they end in.

    python benches/compare_checkouts.py OLD NEW [--bench stealth] [--rounds 5] [--monsters 2] [--turns 60] [--skip 20]
    python benches/compare_checkouts.py OLD NEW --bench start|manifests|floors|king|folds

OLD and NEW are folders with a checkout each, its native module built. Each round plays the same games in a process
of OLD, then of NEW. The benches but `stealth` are in the modules ``compare_NAME.py``. For `stealth`, both play the
halls of `benches/stealth/turns.py` with the code of this file. The time of a turn is its shortest over all rounds, in
processor time, so that other programs on the machine hardly count.

Exit code 1 if a game ends in different states.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from checkouts import run_checkout, run_rounds

MOODS = ("aggravated", "calm", "asleep")
BENCHES = ("stealth", "start", "manifests", "floors", "king", "folds")


def play_stealth(monsters: int, mood: str, turns: int, skip: int) -> dict[str, Any]:
    """Seconds of each turn in a hall with creatures, without the first ones, and the hash of the last state."""
    from stealth.turns import build_hall

    from footfall.engine.codec import index_command_types, parse_command

    session = build_hall(monsters, mood)
    types = index_command_types(session.rules.commands)
    walk = [parse_command({"type": "core.stealth:step", "actor": 1, "direction": d}, types) for d in (2, 3, 4, 6, 7, 0)]
    wait = parse_command({"type": "core.stealth:wait", "actor": 1}, types)
    seconds = []
    for turn in range(turns):
        start = time.process_time()
        if session.submit(walk[turn // 5 % len(walk)]).refusal is not None:
            session.submit(wait)
        seconds.append(time.process_time() - start)
    return {"seconds": seconds[skip:], "hash": session.hash()}


def compare(args: argparse.Namespace) -> bool:
    """Prints both checkouts side by side; returns whether their games are the same."""
    options = ["--play", "--monsters", *map(str, args.monsters), "--turns", str(args.turns), "--skip", str(args.skip)]
    sides, scale = run_rounds(
        (args.old, args.new),
        args.rounds,
        lambda checkout: run_checkout(checkout, __file__, *options),
        "milliseconds per turn",
    )
    same = True
    for case in sides[0][0]:
        means = []
        for side in sides:  # the shortest time of each turn
            minima = [min(turn) for turn in zip(*(played[case]["seconds"] for played in side), strict=True)]
            means.append(scale * 1000 * sum(minima) / len(minima))
        equal = len({played[case]["hash"] for side in sides for played in side}) == 1
        same = same and equal
        states = "equal states" if equal else "DIFFERENT STATES"
        print(f"{case:16} {means[0]:8.3f} {means[1]:8.3f}  {means[0] / means[1]:5.2f} x as fast, {states}", flush=True)
    return same


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("old", type=Path, nargs="?")
    parser.add_argument("new", type=Path, nargs="?")
    parser.add_argument("--bench", choices=BENCHES, default="stealth")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--monsters", type=int, nargs="+", default=[2, 20, 500])
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--skip", type=int, default=0, help="turns at the beginning that do not count")
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.play:
        cases = {f"{count} {mood}": (count, mood) for count in args.monsters for mood in MOODS}
        print(json.dumps({name: play_stealth(*case, args.turns, args.skip) for name, case in cases.items()}))
        return
    if args.old is None or args.new is None:
        parser.error("give two checkouts")
    if args.bench == "stealth":
        sys.exit(not compare(args))
    sys.exit(not import_module(f"compare_{args.bench}").compare(args.old, args.new, args.rounds))


if __name__ == "__main__":
    main()
