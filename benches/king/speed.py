"""King games per second on one core: with compiled rules and in Python, with and without the simulator.

    python benches/king/speed.py [--games 400] [--bots random]

full_game, four players, random roles, random legal commands (or other bots), default plugins, tracing off. Best of
five rounds, in processor time. For scale: a public Python engine of the same game reached 7.5 games/s (1,680
commands/s), and 112 games/s without copying the whole state, on one core of a shared AMD EPYC machine with CPython
3.11.7.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import msgspec

from footfall import kernels
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.codec import digest
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.session import Session
from footfall.sim.bots import find_bot
from footfall.sim.game_batch import CHUNK_SIZE, find_compiled_rules, play_batch, play_compiled
from footfall.sim.plan import CompiledMode, Plan, resolve_plan

sys.path.insert(0, str(Path(__file__).parents[1]))
from calibration import time_calibration_loop

ROUNDS = 5


def time_best(play: Callable[[], tuple[int, str]]) -> tuple[float, int, str]:
    """Returns the seconds of the fastest of `ROUNDS` runs, the number of commands, and the digest."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        commands, result = play()
        times.append(process_time() - start)
    return min(times), commands, result


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bots", default="random")
    arguments = parser.parse_args()
    games = arguments.games
    request = Plan(
        game="core.king",
        games=games,
        seed=1,
        options={"profile": "full_game", "players": 4},
        bots=tuple(arguments.bots.split(",")),
    )
    plan, rules = resolve_plan(request)

    bots = [find_bot(rules, name) for name in plan.bots]

    def play_engine(tracing: bool) -> tuple[int, str]:
        commands, hashed = 0, hashlib.blake2b(digest_size=8)
        for index in range(games):
            session = Session.begin(
                rules, plan.derive_game_seed(index), plan.options, quiet=True, tracer=Tracer() if tracing else None
            )
            contexts = [BotContext(session, bots[actor % len(bots)].id, actor) for actor in range(4)]
            while (question := session.state.question) is not None:
                bot = bots[question.actor % len(bots)]
                session.submit(bot.decide(contexts[question.actor], list_legal_commands(session)))
            commands += len(session.commands)
            hashed.update(session.hash().encode())
        return commands, hashed.hexdigest()

    def play_board() -> tuple[int, str]:
        compiled = find_compiled_rules(rules, plan)
        assert compiled is not None
        commands, hashed = 0, hashlib.blake2b(digest_size=8)
        for first in range(0, games, CHUNK_SIZE):
            indices = range(first, min(first + CHUNK_SIZE, games))
            for game in play_compiled(compiled, plan, indices, {}):
                assert game is not None
                commands += game.commands
                hashed.update(digest(game.state).encode())
        return commands, hashed.hexdigest()

    def play_simulator(mode: CompiledMode) -> tuple[int, str]:
        batch = play_batch(msgspec.structs.replace(plan, compiled_mode=mode), 0, games)
        hashed = hashlib.blake2b(digest_size=8)
        for state_hash in batch.columns["hash"]:
            hashed.update(state_hash.encode())
        return sum(batch.columns["commands"]), hashed.hexdigest()

    print(f"calibration loop: {time_calibration_loop():.2f} ms; {kernels.build_info()}")
    for name, play in (
        ("compiled rules", play_board),
        ("compiled rules, simulator", lambda: play_simulator("always")),
        ("Python", lambda: play_engine(False)),
        ("Python, tracing on", lambda: play_engine(True)),
        ("Python, simulator", lambda: play_simulator("never")),
    ):
        seconds, commands, result = time_best(play)
        print(f"{name:28} {games / seconds:7.0f} games/s {commands / seconds:9.0f} commands/s  digest {result}")


if __name__ == "__main__":
    main()
