"""Proves that a game played on from any turn leaves the recording alone and follows its dice.

    python tests/app/prove_branches.py [--games 50] [--branches 70] [--seed 1] [--mods] [--both]

Bots play games of stealth, King and delve. From random turns of each, a practice game goes on: with the recorded
commands and the same dice it must give the recorded hashes; with other dice, played twice, equal hashes; its own
replay must be verified. The recorded game must keep its commands and its hash. With --both, the Rust and the Python
backend play everything, and all hashes must agree. The default makes 10,500 branches.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

from footfall import __version__
from footfall.app.practice import play_commands
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.model import ChangeDice, Command
from footfall.engine.saves.replay import Replay, play_back
from footfall.engine.saves.replay_lines import FORMAT, ReplayHeader
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import find_bot

GAMES: dict[str, tuple[tuple[str, dict[str, str | int]], ...]] = {
    "stealth": (
        ("brawler", {"course": "first"}),
        ("random", {"course": "whole"}),
        ("sneak", {"course": "first"}),
        ("newcomer", {"course": "first"}),
    ),
    "king": (
        ("random", {"profile": "full_game", "players": 4}),
        ("greedy", {"players": 3}),
        ("goal", {"players": 2}),
    ),
    "delve": (("party", {"mode": "walk"}), ("random", {"mode": "walk"}), ("random", {"mode": "table"})),
}
"""Bots and options, by game; the games of a run take them in turn."""

MODS = Path(__file__).parents[2] / "mods"
LENGTH, TAIL = 200, 20


def play_on(session: Session, name: str, count: int) -> list[str]:
    """Lets a bot play; returns the hash after each command."""
    bot, hashes = find_bot(session.rules, name), []
    for _ in range(count):
        options = list_legal_commands(session) if session.state.outcome is None else []
        if not options:
            break
        assert session.state.question is not None
        seat = session.state.question.actor
        session.submit(bot.decide(BotContext(session, bot.id, seat), options))
        hashes.append(session.hash())
    return hashes


def count_faults(game: str, games: int, branches: int, seed: int, has_mods: bool = False) -> int:
    """Plays games and branches of one game; prints and counts the branches that break a promise."""
    rules = load(f"core.{game}", mods=[MODS] if has_mods else (), only_mods=()).rules
    chooser, faults, digest = random.Random(f"{seed} {game}"), 0, hashlib.sha256()
    for number in range(games):
        name, options = GAMES[game][(number + seed) % len(GAMES[game])]
        trunk = Session.begin(rules, chooser.getrandbits(32), options)
        header = ReplayHeader(
            FORMAT, rules.game.id, trunk.state.seed, dict(trunk.options), __version__, rules.lock, dict(rules.settings)
        )
        hashes = [trunk.hash(), *play_on(trunk, name, LENGTH)]
        commands, end = list(trunk.commands), trunk.hash()
        for _ in range(branches):
            at = chooser.randrange(len(commands))
            end_of_branch, problems = check_branch(header, rules, commands, hashes, at, name)
            digest.update(end_of_branch.encode())
            if trunk.hash() != end or trunk.commands != commands:
                problems.append("the recorded game has changed")
            for problem in problems:
                print(f"{game} {number} ({name}), after {at} commands: {problem}", flush=True)
            faults += bool(problems)
        digest.update("".join(hashes).encode())
    print(f"{game}: {games * branches:,} branches, {faults} faults, all hashes: {digest.hexdigest()[:16]}", flush=True)
    return faults


def check_branch(
    header: ReplayHeader, rules: object, commands: list[Command], hashes: list[str], at: int, bot: str
) -> tuple[str, list[str]]:
    """Plays on after some commands; returns the hash after other dice, and the broken promises."""
    problems = []
    same = play_commands(rules, header, commands[:at])
    for position, command in enumerate(commands[at : at + TAIL], at):
        if same.hash() != hashes[position]:
            problems.append(f"the same dice give another state at {position}")
            break
        same.submit(command)
    ends = []
    for _ in range(2):
        other = play_commands(rules, header, commands[:at])
        assert other.submit(ChangeDice(number=at)).refusal is None
        ends.append(play_on(other, bot, TAIL))
    if ends[0] != ends[1]:
        problems.append("other dice give two games")
    marks = {len(other.commands): other.hash()}
    if play_back(rules, Replay(header, tuple(other.commands), marks)).hash() != other.hash():
        problems.append("its replay gives another game")
    return other.hash(), problems


def play_on_both(words: list[str]) -> int:
    """Runs this script with each backend; returns 1 if one finds faults or they differ."""
    outputs = {
        backend: subprocess.run(
            [sys.executable, __file__, *words],
            env={**os.environ, "FOOTFALL_BACKEND": backend},
            stdout=subprocess.PIPE,
            text=True,
        )
        for backend in ("rust", "python")
    }
    for backend, done in outputs.items():
        print(f"{backend}:\n{done.stdout}", end="")
    agree = outputs["rust"].stdout == outputs["python"].stdout
    print("the backends agree" if agree else "THE BACKENDS DIFFER")
    return int(not agree or any(done.returncode for done in outputs.values()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--games", type=int, default=50, help="games of each game")
    parser.add_argument("--branches", type=int, default=70, help="branches of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mods", action="store_true", help="with the example mods")
    parser.add_argument("--both", action="store_true", help="with each backend; all hashes must agree")
    args = parser.parse_args()
    if args.both:
        sys.exit(play_on_both([word for word in sys.argv[1:] if word != "--both"]))
    faults = sum(count_faults(game, args.games, args.branches, args.seed, args.mods) for game in GAMES)
    print(f"{faults} faults in {len(GAMES) * args.games * args.branches:,} branches")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
