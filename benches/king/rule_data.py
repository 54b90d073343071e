"""King with ten mods whose rules are data: compiled and in Python, equal games and their speeds.

    python benches/king/rule_data.py [--games 20000] [--rounds 5]

full_game, four players, random legal commands. The speeds of the compiled board with and without the mods are
interleaved, in processor time, best of the rounds; all games are then played both ways, and the digests of all rows,
curves and counts must be equal.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from time import process_time

from footfall.sim.game_batch import play_batch
from footfall.sim.plan import Plan, resolve_plan
from footfall.sim.run import simulate

sys.path.insert(0, str(Path(__file__).parent))
from rule_mods import RULE_MODS, write_rule_mods

OPTIONS = {"profile": "full_game", "players": 4}
TIMED_GAMES = 1000


def make_plan(mods: tuple[Path, ...], games: int, compiled: str) -> Plan:
    """Returns the plan of a run."""
    plan = Plan(
        game="core.king",
        games=games,
        seed=1,
        options=OPTIONS,
        bots=("random",),
        mods=tuple(map(str, mods)),
        compiled_mode="always" if compiled == "compiled" else "never",
    )
    return resolve_plan(plan)[0]


def time_compiled(plans: dict[str, Plan], rounds: int) -> dict[str, tuple[float, float]]:
    """Returns the games and the commands per second of each plan: the best of interleaved rounds."""
    best = dict.fromkeys(plans, (0.0, 0.0))
    for _ in range(rounds):
        for name, plan in plans.items():
            start = process_time()
            batch = play_batch(plan, 0, TIMED_GAMES)
            seconds = process_time() - start
            best[name] = max(best[name], (TIMED_GAMES / seconds, sum(batch.columns["commands"]) / seconds))
    return best


def main() -> None:
    """Prints the speeds and the digests; ends with 1 if these differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        mods = write_rule_mods(Path(folder))
        plans = {
            "no mods": make_plan((), TIMED_GAMES, "compiled"),
            "ten mods": make_plan(mods, TIMED_GAMES, "compiled"),
        }
        speeds = time_compiled(plans, arguments.rounds)
        for name, (games, commands) in speeds.items():
            print(f"compiled, {name}: {games:,.0f} games/s, {commands:,.0f} commands/s")
        games, commands = (new / old for new, old in zip(speeds["ten mods"], speeds["no mods"], strict=True))
        print(f"kept: {games:.0%} of the games, {commands:.0%} of the commands ({len(RULE_MODS)} mods)", flush=True)
        digests = set()
        for way in ("compiled", "Python"):
            run = simulate(make_plan(mods, arguments.games, way), workers=1)
            digests.add(run.compute_digest())
            assert run.compiled_games == (len(run) if way == "compiled" else 0)
            speed = f"{len(run) / run.seconds:,.0f} games/s"
            print(f"{way}, ten mods: {len(run):,} games, {speed}, digest {run.compute_digest()}", flush=True)
    print("equal digests" if len(digests) == 1 else "DIFFERENT DIGESTS")
    sys.exit(len(digests) != 1)


if __name__ == "__main__":
    main()
