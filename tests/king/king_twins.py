"""Compares games by compiled rules with the same games by the rules in Python.

    python tests/king/king_twins.py [--sets 1000] [--games 20] [--seed 1]

plays games with random options, every other one with heuristic bots, and compares the whole state after every command.
It fails at the first difference, naming the options, the seed and the command.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from footfall.engine.bots import BotContext
from footfall.engine.codec import encode_canonical
from footfall.engine.compiled.games import find_rules_compiler
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import find_bot, list_legal_commands
from footfall.sim.plan import Plan

RANDOM = ("footfall:random",)
BOTS = (*RANDOM, "core.king:cautious", "core.king:greedy", "core.king:goal")


def compile_board(rules: Rules, options: dict[str, Any], bots: tuple[str, ...] = RANDOM) -> Any:
    """Returns the compiled board for options and bots."""
    compiler = find_rules_compiler(rules.game.id)
    assert compiler is not None
    return compiler(rules, options, bots)


def compare_game(
    rules: Rules, options: dict[str, Any], seed: int, max_commands: int = 3_000, bots: tuple[str, ...] = RANDOM
) -> int:
    """Plays one game by both, up to `max_commands` commands.

    Returns:
        The number of commands.

    Raises:
        AssertionError: a state differs; the message says where.
    """
    states = compile_board(rules, options, bots).list_states(seed, max_commands)
    session = Session.begin(rules, seed, options, quiet=True)
    seats = {actor: BotContext(session, bot, actor) for actor, bot in enumerate(bots * 4)}
    command: Any = "setup"
    for number, state in enumerate(states):
        place = f"{options}, {bots}, seed {seed}: after command {number}, {command}"
        if encode_canonical(session.state) != state:
            raise AssertionError(f"{place}: {describe_differences(encode_canonical(session.state), state)}")
        if session.state.outcome is not None:
            assert number + 1 == len(states), f"{place}: only one of the games is over"
        elif number < max_commands:
            assert session.state.question is not None
            actor = session.state.question.actor
            bot = find_bot(rules, bots[actor % len(bots)])
            command = bot.decide(seats[actor], list_legal_commands(session))
            assert session.submit(command).refusal is None, f"{place}: {command} is refused"
    assert session.state.outcome is not None or len(states) == max_commands + 1, "a game ended early"
    return len(states) - 1


def describe_differences(python: bytes, compiled: bytes) -> str:
    """Describes the differences of two states: in Python, compiled."""
    differences: list[str] = []

    def look(a: Any, b: Any, path: str) -> None:
        if isinstance(a, dict) and isinstance(b, dict):
            for key in sorted({*a, *b}):
                look(a.get(key), b.get(key), f"{path}.{key}")
        elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            for at, (x, y) in enumerate(zip(a, b, strict=True)):
                look(x, y, f"{path}[{at}]")
        elif a != b:
            differences.append(f"{path.lstrip('.')}: {a!r} and {b!r}")

    look(msgspec.msgpack.decode(python), msgspec.msgpack.decode(compiled), "")
    return "; ".join(differences[:8]) or "bytes alone"


def main() -> None:
    """Parses the options, compares, and prints totals."""
    sys.path.insert(0, str(Path(__file__).parent))
    from king_options import random_options

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=int, default=1000)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rules = load("core.king", only_mods=[]).rules
    plan = Plan(game="core.king", seed=arguments.seed)
    commands = 0
    for number in range(arguments.sets):
        options = random_options(plan.derive_game_seed(number))
        for game in range(arguments.games):
            bots = tuple(BOTS[(number >> 2 * seat) % 4] for seat in range(2)) if game % 2 else RANDOM
            commands += compare_game(rules, options, plan.derive_game_seed(1_000_000 * (number + 1) + game), bots=bots)
        if number % 50 == 49:
            print(f"{number + 1} sets of options, {commands:,} states the same", file=sys.stderr, flush=True)
    games = arguments.sets * arguments.games
    print(f"{arguments.sets} sets of options, {games:,} games, {commands:,} commands: every state the same")


if __name__ == "__main__":
    main()
