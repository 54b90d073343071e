"""Games of the King a second on one core: the engine with its hooks alone, and the simulator around it.

    python benches/king/games.py [--games 400]

full_game, four players, random roles, random legal commands, the default plugins loaded by the loader, explanations
off. Best of five rounds of processor time, so that other work on the machine counts less. For scale: a public Python
engine of the same game was measured at 7.5 games/s (1,680 commands/s), and 112 games/s without its copying of the whole
state, on one core of a shared AMD EPYC machine with CPython 3.11.7 (part G of the rules).
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable
from time import process_time

from footfall import kernels
from footfall.engine.session import Session
from footfall.engine.why import Trail
from footfall.sim.bots import random_bot
from footfall.sim.game import play_batch
from footfall.sim.plan import Plan, prepared

ROUNDS = 5


def calibration() -> float:
    """Milliseconds of 100,000 turns of a loop that only counts."""
    began = process_time()
    total = 0
    for number in range(100_000):
        total += number & 7
    return 1000 * (process_time() - began)


def best(play: Callable[[], tuple[int, str]]) -> tuple[float, int, str]:
    """Least seconds, commands, digest."""
    times = []
    for _ in range(ROUNDS):
        began = process_time()
        commands, digest = play()
        times.append(process_time() - began)
    return min(times), commands, digest


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    games = parser.parse_args().games
    wanted = Plan(
        game="core.king",
        games=games,
        seed=1,
        options={"profile": "full_game", "players": 4},
        bots=("random",),
    )
    plan, rules = prepared(wanted)

    def engine(trail: bool) -> tuple[int, str]:
        commands, hashed = 0, hashlib.blake2b(digest_size=8)
        for index in range(games):
            session = Session.begin(
                rules, plan.seed_of(index), plan.options, quiet=True, trail=Trail() if trail else None
            )
            while session.state.outcome is None:
                session.step(random_bot(session))
            commands += len(session.commands)
            hashed.update(session.hash().encode())
        return commands, hashed.hexdigest()

    def simulator() -> tuple[int, str]:
        batch = play_batch(plan, 0, games)
        hashed = hashlib.blake2b(digest_size=8)
        for each in batch.columns["hash"]:
            hashed.update(each.encode())
        return sum(batch.columns["commands"]), hashed.hexdigest()

    print(f"calibration loop: {min(calibration() for _ in range(9)):.2f} ms; {kernels.build_info()}")
    for name, play in (
        ("engine", lambda: engine(False)),
        ("engine, explanations on", lambda: engine(True)),
        ("simulator, with its tables", simulator),
    ):
        seconds, commands, digest = best(play)
        print(
            f"{name:28} {games / seconds:7.0f} games/s {commands / seconds:9.0f} commands/s  digest {digest}"
        )


if __name__ == "__main__":
    main()
