"""Two thousand rules with thirty readings each: how long they take to load, and what they cost a turn.

    python benches/modding/many_rules.py [--json] [--rules 2000] [--turns 150]

No condition holds. They are of four kinds: for a creature that is not there, which an index answers; comparisons with
numbers that differ in every rule; one long sum; readings and numbers drawn at random. Processor time: of a load the
minimum of five, of a turn among ten hunting goblins the minimum of three, less that without rules; next to them the
calibration loop.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1] / "stealth"))
sys.path.insert(0, str(Path(__file__).parents[1]))
from calibration import time_calibration_loop
from turns import build_hall, list_commands

from footfall.loader import load

MANIFEST = (
    '[mod]\nid = "bench.rules"\nversion = "1.0.0"\nname = "Rules"\nsummary = "Many rules."\ngames = ["stealth"]\n'
)

HOOKS = {
    "on_attack": ("to_hit", ("attacker", "target")),
    "on_damage": ("damage", ("attacker", "target")),
    "on_move": ("noise", ("actor",)),
    "on_hear": ("range", ("listener", "source")),
    '"core.stealth:on_notice"': ("engage", ("watcher", "target")),
}
"""A term of each hook, and the actors of its event."""

READINGS = ("hp", "max_hp", "stamina", "max_stamina", "stealth", "stat('luck')", "stat('foh')", "noise")
COUNT = 30

FAR = 2_000_000
"""More than any actor of the hall has of anything."""


def list_readings(actors: tuple[str, ...], random: Random | None = None) -> list[str]:
    """Returns the readings of a rule, in turn or drawn at random."""
    if random is not None:
        return [f"{random.choice(actors)}.{random.choice(READINGS)}" for _ in range(COUNT)]
    return [f"{actors[n % len(actors)]}.{READINGS[n % len(READINGS)]}" for n in range(COUNT)]


def write_kind(number: int, actors: tuple[str, ...]) -> str:
    tests = " and ".join(f"{reading} >= {n}" for n, reading in enumerate(list_readings(actors)))
    return f"{actors[0]}.kind == 'core.stealth:silent_regent' and {tests}"


def write_comparisons(number: int, actors: tuple[str, ...]) -> str:
    return " and ".join(f"{reading} > {FAR + COUNT * number + n}" for n, reading in enumerate(list_readings(actors)))


def write_sum(number: int, actors: tuple[str, ...]) -> str:
    return f"{' + '.join(list_readings(actors))} > {COUNT * FAR + number}"


def write_random(number: int, actors: tuple[str, ...]) -> str:
    random = Random(number)
    parts = [f"{reading} {random.choice('<>')} {random.randint(0, 99)}" for reading in list_readings(actors, random)]
    return f"{actors[0]}.hp > {FAR + random.randint(0, 999)} and {' and '.join(parts)}"


CONDITIONS: dict[str, Callable[[int, tuple[str, ...]], str]] = {
    "for a kind that is not there": write_kind,
    "of comparisons": write_comparisons,
    "of sums": write_sum,
    "at random": write_random,
}


def write_mod(folder: Path, count: int, write: Callable[[int, tuple[str, ...]], str]) -> None:
    """Writes a mod of `count` rules."""
    (folder / "content").mkdir()
    (folder / "mod.toml").write_text(MANIFEST, encoding="utf-8")
    rules = []
    for number in range(count):
        hook, (term, actors) = list(HOOKS.items())[number % len(HOOKS)]
        rules.append(f'[hook.{hook}.rule{number}]\nwhen = "{write(number, actors)}"\nadd.{term} = 1\n')
    (folder / "content" / "rules.toml").write_text("\n".join(rules), encoding="utf-8")


def measure_load(folders: list[Path]) -> float:
    """Returns the seconds of a load."""
    times = []
    for _ in range(5):
        begin = process_time()
        result = load("stealth", mods=folders, only_mods=())
        times.append(process_time() - begin)
        assert not result.findings, result.findings[:3]
    return min(times)


def measure_turn(folders: list[Path], turns: int) -> float:
    """Returns the milliseconds of a turn among ten hunting goblins."""
    rules = load("stealth", mods=folders, only_mods=()).rules
    times = []
    for _ in range(3):
        session = build_hall(10, "aggravated", rules)
        commands = list_commands(session, turns + 20)
        for command in islice(commands, 20):  # what is compiled on first use does not count
            session.submit(command)
        begin, first = process_time(), session.state.turn
        for command in commands:
            session.submit(command)
        times.append((process_time() - begin) * 1000 / (session.state.turn - first))
        assert not session.problems, session.problems[0]
    return min(times)


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rules", type=int, default=2000)
    parser.add_argument("--turns", type=int, default=150)
    arguments = parser.parse_args()
    plain = measure_turn([], arguments.turns)
    figures: dict[str, float] = {"calibration loop, ms": round(time_calibration_loop(), 2)}
    figures |= {"load without rules, s": round(measure_load([]), 3), "turn without rules, ms": round(plain, 3)}
    for name, write in CONDITIONS.items():
        with tempfile.TemporaryDirectory() as folder:
            write_mod(Path(folder), arguments.rules, write)
            figures[f"load with rules {name}, s"] = round(measure_load([Path(folder)]), 3)
            figures[f"turn, added by rules {name}, ms"] = round(
                measure_turn([Path(folder)], arguments.turns) - plain, 3
            )
    print(json.dumps(figures, indent=2) if arguments.json else "\n".join(f"{k:<58} {v:>8}" for k, v in figures.items()))


if __name__ == "__main__":
    main()
