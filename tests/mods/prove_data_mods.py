"""Plays hostile data mods: none stops a game, slows it, or ends the program.

    python tests/mods/prove_data_mods.py [--mods 400] [--seed 1] [--commands 40]

A mod is one of these, drawn in turn: rings of two to six rules that trigger each other, by every deed and hook of the
game; votes that deny everything; rules that flood every turn with deeds; rules with the most expensive choices; many
rules with long conditions. Each is loaded as players load it and played by random commands. The program fails if
loading or play raises, no command is accepted, the turn does not advance, or a command takes on average more than
`SLOW` calibration loops of processor time. The slowest mod is printed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2] / "benches"))
from calibration import time_calibration_loop
from hostile_words import SURE, TEXT_ID, HostileWriter

from footfall.engine.declarations.rules import HookKind
from footfall.engine.session import Session
from footfall.expressions.typed import BOOLEAN
from footfall.loader import LoadResult, load
from footfall.sim.bots import list_legal_commands

SLOW = 40
"""Calibration loops of a command: a fifth of a second where the loop takes five milliseconds."""

GAMES = ("stealth", "king", "delve")

Writer = Callable[[Random, HostileWriter], list[str]]
"""Returns the rules of each mod of a case."""


def write_ring(random: Random, words: HostileWriter) -> list[str]:
    """Two to six mods of a rule each, which do deeds at hooks that deeds lead to."""
    hooks = random.sample(words.list_hooks(HookKind.NOTIFY, HookKind.FOLD), random.randint(2, 6))
    rules = [words.write_rule(random, hook, "ring", SURE) for hook in ("on_turn_start", *hooks)]
    return [rule for rule in rules if rule]


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
    *(write_ring, write_flood, write_ring, write_vetoes, write_words, write_ring, write_choices, write_ring),
    *(write_many, write_any),
)
"""A number of them that has no factor in common with that of the games."""


def write_mods(folder: Path, game: str, rules: Sequence[str]) -> list[Path]:
    mods = []
    for number, text in enumerate(rules):
        mod = folder / f"hostile{number}"
        (mod / "content").mkdir(parents=True)
        (mod / "locale" / "en").mkdir(parents=True)
        head = f'[mod]\nid = "you.hostile{number}"\nversion = "1.0.0"\nname = "x"\nsummary = "x"\ngames = ["{game}"]\n'
        (mod / "mod.toml").write_text(head, encoding="utf-8")
        (mod / "content" / "rules.toml").write_text(text, encoding="utf-8")
        (mod / "locale" / "en" / "texts.ftl").write_text(f"{TEXT_ID} = text\n", encoding="utf-8")
        mods.append(mod)
    return mods


class Played(NamedTuple):
    """One case: whether its rules are used, the named failures, and calibration loops of a command, the most of one."""

    name: str
    is_used: bool
    problems: int
    loops: float
    most: float


def play(loaded: LoadResult, commands: int, name: str, calibration: float) -> Played:
    """Plays a game.

    Raises:
        AssertionError: the mods stop or slow it.
    """
    session = Session.begin(loaded.rules, 5, {"floor": 3} if loaded.rules.game.id == "core.stealth" else None)
    random, turn, accepted, times = Random(5), session.state.turn, 0, [0.0]
    for _ in range(commands):
        if session.state.outcome is not None:
            break
        options = list_legal_commands(session)
        random.shuffle(options)
        for option in options:  # where a rule forbids one, the player tries another
            begin = process_time()
            result = session.submit(option)
            times.append((process_time() - begin) * 1000 / calibration)
            accepted += result.refusal is None
            if result.refusal is None:
                break
    assert accepted or session.state.outcome is not None, f"{name}: no command is accepted"
    assert session.state.turn > turn or session.state.outcome is not None, f"{name}: the turn does not advance"
    used: Any = loaded.rules.hooks.rules
    return Played(name, bool(used), len(session.problems), sum(times) / max(1, len(times) - 1), max(times))


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
            played.append(play(loaded, commands, f"{number} {game} {write.__name__}", calibration))
    return played


def main() -> int:
    """Plays all cases and prints what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mods", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--commands", type=int, default=40)
    arguments = parser.parse_args()
    played = attack(arguments.mods, arguments.seed, arguments.commands)
    slow = [case for case in played if case.loops > SLOW]
    for case in sorted(played, key=lambda case: -case.loops)[:5]:
        print(f"{case.name}: {case.loops:.1f} calibration loops a command, {case.most:.1f} at most")
    used, named = sum(case.is_used for case in played), sum(case.problems > 0 for case in played)
    print(f"{len(played)} hostile mods, {used} with rules in use, {named} named in play")
    print(f"0 stopped and {len(slow)} slowed a game")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
