"""Plays hostile data mods: none stops a game, slows it, or ends the program.

    python tests/mods/prove_data_mods.py [--mods 400] [--seed 1] [--commands 60]

A mod is one of these, drawn in turn: rings of two to six rules that lead to one another in play, or may do so, by every
deed and hook of the game; votes that deny everything; rules that flood every turn with deeds; rules with the most
expensive choices; hundreds of marks; many rules with long conditions; every word. Each is loaded as players load it and
played by random commands. The program fails if loading or play raises, no command is accepted, the turn does not
advance, a rule is not used, fewer than half of the rings ring, or a command takes more than `SLOWEST` calibration loops
of processor time, or more than `SLOW` on average, in all or at the end. The slowest mods are printed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2] / "benches"))
from calibration import time_calibration_loop
from hostile_rings import HOSTILE, Answers, begin, write_mods, write_ring_that_rings
from hostile_words import SURE, TEXT_ID, HostileWriter

from footfall.engine.declarations.rules import HookKind
from footfall.engine.model import Command
from footfall.engine.session import Session
from footfall.expressions.typed import BOOLEAN
from footfall.loader import LoadResult, load
from footfall.sim.bots import list_legal_commands

LAST = 12
"""Commands at the end that are judged by themselves, and within which a turn ends."""

GAMES_EACH = 2
"""Games that are played with a mod, for most hostile ones end early."""

SLOWEST = 200
"""Calibration loops of a single command: a second."""

SLOW = 40
"""Calibration loops of a command: a fifth of a second where the loop takes five milliseconds."""

GAMES = ("stealth", "king", "delve")

Writer = Callable[[Random, HostileWriter], list[str]]
"""Returns the rules of each mod of a case."""


def write_answers(random: Random, words: HostileWriter) -> list[str]:
    """Two to six mods of a rule each, which do deeds at hooks that deeds may lead to."""
    hooks = random.sample(words.list_hooks(HookKind.NOTIFY, HookKind.FOLD), random.randint(2, 6))
    rules = [words.write_rule(random, hook, "ring", SURE) for hook in ("on_turn_start", *hooks)]
    return [rule for rule in rules if rule]


def write_marks(random: Random, words: HostileWriter) -> list[str]:
    """Hundreds of rules that mark all that there is, each by a name of its own."""
    marks, rules = [deed for deed in words.vocabulary.deeds.values() if deed.name.startswith("mark")], []
    for number in range(400):
        hook = random.choice(("on_turn_start", "on_turn_end", "on_enter", "on_noise"))
        rule = words.write_rule(random, hook, f"m{number}", SURE, random.choice(marks)) if hook in words.hooks else ""
        rules.append(rule.replace('name = "n"', f'name = "n{number}"'))
    return ["".join(rules)]


def write_vetoes(random: Random, words: HostileWriter) -> list[str]:
    """Votes against everything, together or alone."""
    conditions = ("true", SURE, "roll(1, 99) > 1", "rolls.gale < 9")
    whens = random.sample(conditions, random.randint(1, 3))
    hooks = ("can_act", *random.sample(words.list_hooks(HookKind.VOTE), 2))
    return [words.write_rule(random, hook, f"veto{n}", when) for n, when in enumerate(whens) for hook in {*hooks}]


def write_flood(random: Random, words: HostileWriter) -> list[str]:
    """A hundred rules with several deeds at one hook."""
    hook = random.choice(("on_turn_start", "on_turn_end", "on_noise", "on_enter"))
    return ["".join(words.write_rule(random, hook, f"flood{number}", SURE) for number in range(100))]


def write_choices(random: Random, words: HostileWriter) -> list[str]:
    """Rules with the most expensive choices: one in another, in all lists that the event can read."""
    hook, rules = random.choice(("on_turn_start", "on_turn_end", "on_enter")), []
    for number in range(60):
        outer, _, inner = words.write_choice(random, words.list_fields(hook))
        among, _, both = words.write_choice(random, inner)
        if outer and among:
            test = words.write(random, BOOLEAN, both, 1)
            when = f"count({outer}, any({among}, {test} and roll(1, 9) > 9)) >= {number % 5}"
            rules += [words.write_rule(random, hook, f"c{number}", when)]
    return ["".join(rules)]


def write_many(random: Random, words: HostileWriter) -> list[str]:
    """Two thousand rules with long conditions that do not hold."""
    tests = " and ".join(f"number * {random.randint(1, 99)} + {n} > {random.randint(-99, 0)}" for n in range(12))
    rules = (
        f'[hook.on_turn_start.m{n}]\nwhen = "{tests} and number == -{n}"\ndo.tell = "{TEXT_ID}"\n' for n in range(2000)
    )
    return ["".join(rules)]


def write_words(random: Random, words: HostileWriter) -> list[str]:
    """A rule for each deed, reading and list of the game."""
    return ["".join(words.write_each_word(random))]


def write_any(random: Random, words: HostileWriter) -> list[str]:
    """Some rules of each hook, with random conditions and results."""
    return ["".join(words.write_rule(random, hook, f"any{n}") for hook in words.hooks for n in range(3))]


WRITERS: tuple[Writer, ...] = (
    *(write_ring_that_rings, write_flood, write_answers, write_vetoes, write_words, write_ring_that_rings),
    *(write_choices, write_marks, write_many, write_any),
)
"""A number of them that has no factor in common with that of the games."""


class Played(NamedTuple):
    """One case.

    Attributes:
        used: rules of the hostile mods that the game asks.
        has_rung: whether rules led to one another in a ring.
        problems: how many failures are named.
        loops: calibration loops of a command; the average of all or of the last ones, the larger of the two.
        most: those of the slowest command.
    """

    name: str
    used: int
    has_rung: bool
    problems: int
    loops: float
    most: float

    @property
    def is_slow(self) -> bool:
        """Whether the game was slowed."""
        return self.loops > SLOW or self.most > SLOWEST


def list_options(session: Session, random: Random) -> Iterator[Command]:
    """Yields the commands of the player in some order; after them, those that are possible since they were tried."""
    for _ in range(2):
        options = list_legal_commands(session)
        random.shuffle(options)
        yield from options


def play(loaded: LoadResult, commands: int, name: str, calibration: float) -> Played:
    """Plays a game, and others where it ends early.

    Raises:
        AssertionError: the mods stop it.
    """
    times, problems, has_rung, random = [0.0], 0, False, Random(5)
    for seed in range(5, 5 + GAMES_EACH):
        session = begin(loaded.rules, seed)
        answers, turns = Answers(session), [session.state.turn]
        while session.state.outcome is None and len(turns) <= commands / GAMES_EACH:
            is_accepted = False
            for option in list_options(session, random):  # where a rule forbids one, the player tries another
                start = process_time()
                is_accepted = session.submit(option).refusal is None
                times.append((process_time() - start) * 1000 / calibration)
                if is_accepted:
                    break
            assert is_accepted, f"{name}: no command is accepted after {len(turns)}"
            turns.append(session.state.turn)
            is_stuck = len(turns) > LAST and turns[-LAST] == turns[-1] and session.state.outcome is None
            assert not is_stuck, f"{name}: the turn does not advance after {len(turns)} commands"
        problems += len(session.problems)
        has_rung = has_rung or answers.has_ring(sum(mod.startswith(HOSTILE) for mod in loaded.rules.mods))
    bound: Any = loaded.rules.hooks.rules.values()
    used = sum(rule.mod.startswith(HOSTILE) for rule in bound)
    loops = max(sum(times) / max(1, len(times) - 1), sum(times[-LAST:]) / LAST)
    return Played(name, used, has_rung, problems, loops, max(times))


def attack(count: int, seed: int, commands: int) -> list[Played]:
    """Plays `count` cases.

    Raises:
        AssertionError: one of them stops or slows a game.
    """
    calibration, words = time_calibration_loop(), {game: HostileWriter(game) for game in GAMES}
    played = []
    for number in range(count):
        random, game, write = Random(f"{seed} {number}"), GAMES[number % len(GAMES)], WRITERS[number % len(WRITERS)]
        rules = [words[game].rolls + rule for rule in write(random, words[game])]
        with tempfile.TemporaryDirectory() as folder:
            loaded = load(game, mods=write_mods(Path(folder), game, rules), only_mods=())
            name = f"{number} {game} {write.__name__}"
            case = play(loaded, commands, name, calibration)
            if case.is_slow:  # the machine may have been
                case = min(case, play(loaded, commands, name, calibration), key=lambda case: case.loops)
            played.append(case)
    return played


def main() -> int:
    """Plays all cases and prints what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mods", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--commands", type=int, default=60)
    arguments = parser.parse_args()
    played = attack(arguments.mods, arguments.seed, arguments.commands)
    slow, rings = [case for case in played if case.is_slow], [case for case in played if "_ring_" in case.name]
    for case in sorted(played, key=lambda case: -case.loops)[:5]:
        print(f"{case.name}: {case.loops:.1f} calibration loops a command, {case.most:.1f} at most")
    used, named = sum(case.used > 0 for case in played), sum(case.problems > 0 for case in played)
    rang = sum(case.has_rung for case in rings)
    print(f"{len(played)} hostile mods, {used} with rules in use, {named} named in play")
    print(f"{rang} of {len(rings)} rings rang")
    print(f"0 stopped and {len(slow)} slowed a game")
    return 1 if slow or used < len(played) or 2 * rang < len(rings) else 0


if __name__ == "__main__":
    sys.exit(main())
