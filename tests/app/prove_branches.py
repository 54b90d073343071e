"""Proves that a game played on from any turn leaves the recording alone and follows its dice.

    python tests/app/prove_branches.py [--games 50] [--branches 70] [--seed 1] [--mods]

Bots play games of stealth, King and delve. From random turns of each, a practice game goes on: with the recorded
commands and the same dice it must give the recorded hashes; with other dice, played twice, equal hashes; its own
replay must be verified. The recorded game must keep its commands and its hash. The default makes 10,500 branches.
"""

from __future__ import annotations

import argparse
import random
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

GAMES = {
    "stealth": ("brawler", {"course": "first"}),
    "king": ("random", {"profile": "full_game", "players": 4}),
    "delve": ("party", {"mode": "walk"}),
}
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
    name, options = GAMES[game]
    rules = load(f"core.{game}", mods=[MODS] if has_mods else (), only_mods=()).rules
    chooser, faults = random.Random(seed), 0
    for number in range(games):
        trunk = Session.begin(rules, chooser.getrandbits(32), options)
        header = ReplayHeader(
            FORMAT, rules.game.id, trunk.state.seed, dict(trunk.options), __version__, rules.lock, dict(rules.settings)
        )
        hashes = [trunk.hash(), *play_on(trunk, name, LENGTH)]
        commands, end = list(trunk.commands), trunk.hash()
        for _ in range(branches):
            at = chooser.randrange(len(commands))
            problems = list(check_branch(header, rules, commands, hashes, at, name))
            if trunk.hash() != end or trunk.commands != commands:
                problems.append("the recorded game has changed")
            for problem in problems:
                print(f"{game} {number}, after {at} commands: {problem}")
            faults += bool(problems)
    return faults


def check_branch(
    header: ReplayHeader, rules: object, commands: list[Command], hashes: list[str], at: int, bot: str
) -> list[str]:
    """Plays on after some commands; returns the broken promises."""
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
    return problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=50, help="games of each game")
    parser.add_argument("--branches", type=int, default=70, help="branches of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mods", action="store_true", help="with the example mods")
    args = parser.parse_args()
    faults = sum(count_faults(game, args.games, args.branches, args.seed, args.mods) for game in GAMES)
    print(f"{faults} faults in {len(GAMES) * args.games * args.branches:,} branches")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
