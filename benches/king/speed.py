"""Games of the King a second on one core: by compiled rules and in Python, alone and with the simulator around it.

    python benches/king/speed.py [--games 400] [--bots random]

full_game, four players, random roles, random legal commands (or other bots), the default plugins loaded by the
loader, explanations off. Best of five rounds of processor time, so that other work on the machine counts less. For
scale: a public Python engine of the same game was measured at 7.5 games/s (1,680 commands/s), and 112 games/s without
its copying of the whole state, on one core of a shared AMD EPYC machine with CPython 3.11.7 (part G of the rules).
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable
from time import process_time

import msgspec

from footfall import kernels
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.codec import digest
from footfall.engine.session import Session
from footfall.engine.tracing import Tracer
from footfall.sim.bots import find_bot
from footfall.sim.compiled_play import CHUNK_SIZE, find_compiled_rules, play_compiled
from footfall.sim.game_batch import CUT_SHORT, play_batch
from footfall.sim.plan import CompiledMode, Plan, resolve_plan

ROUNDS = 5


def time_calibration_loop() -> float:
    """Milliseconds of 100,000 turns of a loop that only counts."""
    began = process_time()
    total = 0
    for number in range(100_000):
        total += number & 7
    return 1000 * (process_time() - began)


def time_best(play: Callable[[], tuple[int, str]]) -> tuple[float, int, str]:
    """Least seconds, commands, digest."""
    times = []
    for _ in range(ROUNDS):
        began = process_time()
        commands, found = play()
        times.append(process_time() - began)
    return min(times), commands, found


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bots", default="random")
    arguments = parser.parse_args()
    games = arguments.games
    wanted = Plan(
        game="core.king",
        games=games,
        seed=1,
        options={"profile": "full_game", "players": 4},
        bots=tuple(arguments.bots.split(",")),
    )
    plan, rules = resolve_plan(wanted)

    bots = [find_bot(rules, name) for name in plan.bots]

    def engine(trail: bool) -> tuple[int, str]:
        commands, hashed = 0, hashlib.blake2b(digest_size=8)
        for index in range(games):
            session = Session.begin(
                rules,
                plan.derive_game_seed(index),
                plan.options,
                quiet=True,
                tracer=Tracer() if trail else None,
            )
            seats = [BotContext(session, bots[actor % len(bots)].id, actor) for actor in range(4)]
            while (question := session.state.question) is not None:
                bot = bots[question.actor % len(bots)]
                session.submit(bot.decide(seats[question.actor], list_legal_commands(session)))
            commands += len(session.commands)
            hashed.update(session.hash().encode())
        return commands, hashed.hexdigest()

    def board() -> tuple[int, str]:
        compiled = find_compiled_rules(rules, plan)
        assert compiled is not None
        commands, hashed = 0, hashlib.blake2b(digest_size=8)
        for first in range(0, games, CHUNK_SIZE):
            indices = range(first, min(first + CHUNK_SIZE, games))
            for game in play_compiled(compiled, plan, indices, {}, CUT_SHORT):
                assert game is not None
                commands += game.commands
                hashed.update(digest(game.state).encode())
        return commands, hashed.hexdigest()

    def simulator(by: CompiledMode) -> tuple[int, str]:
        batch = play_batch(msgspec.structs.replace(plan, compiled=by), 0, games)
        hashed = hashlib.blake2b(digest_size=8)
        for each in batch.columns["hash"]:
            hashed.update(each.encode())
        return sum(batch.columns["commands"]), hashed.hexdigest()

    print(
        f"calibration loop: {min(time_calibration_loop() for _ in range(9)):.2f} ms; {kernels.build_info()}"
    )
    for name, ctx in (
        ("compiled rules", board),
        ("compiled rules, simulator", lambda: simulator("always")),
        ("Python", lambda: engine(False)),
        ("Python, explanations on", lambda: engine(True)),
        ("Python, simulator", lambda: simulator("never")),
    ):
        seconds, commands, found = time_best(ctx)
        print(
            f"{name:28} {games / seconds:7.0f} games/s {commands / seconds:9.0f} commands/s  digest {found}"
        )


if __name__ == "__main__":
    main()
