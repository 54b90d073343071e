"""Holds the program of a rule against its Python: random rules on random events, and malformed sources and bytes.

    python tests/expressions/prove_programs.py [--programs 1000000] [--malformed 1000000] [--seed 1]

Prints what was compared; ends with 1 at the first difference.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent))
from malformed_programs import check_malformed
from random_programs import World, check_random_rule

EVENTS = 2

INSTRUCTIONS_PER_STEP = 3
"""The printed cost bounds the instructions of a run, none of which repeats."""


def compare_programs(count: int, seed: int) -> tuple[int, int]:
    """Compares the evaluators on valid rules; returns the number of runs, and of runs whose condition holds.

    Raises:
        AssertionError: they differ.
    """
    random = Random(seed)
    done = runs = held = 0
    while done < count:
        rule = check_random_rule(random)
        if rule is None:
            continue
        done += 1
        instructions, steps = rule.program.limits
        for _ in range(EVENTS):
            world = World(random)
            expected, found = rule.run_python(world), rule.run_rust(world)
            assert expected == found, f"seed {seed}, program {done}: {rule.source}\n{world.event}\n{expected}\n{found}"
            assert len(found[1]) <= steps
            assert instructions <= INSTRUCTIONS_PER_STEP * steps
            runs += 1
            held += bool(found[0])
        if done % 50_000 == 0:
            print(f"{done:,} programs equal", file=sys.stderr, flush=True)
    return runs, held


def main() -> None:
    """Compares and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=1_000_000)
    parser.add_argument("--malformed", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    start = perf_counter()
    runs, held = compare_programs(arguments.programs, arguments.seed)
    seconds = f"{perf_counter() - start:.0f} s"
    print(f"{arguments.programs:,} programs, {runs:,} runs equal, {held:,} of them with terms: {seconds}", flush=True)
    start = perf_counter()
    refused, valid = check_malformed(arguments.malformed, arguments.seed)
    seconds = f"{perf_counter() - start:.0f} s"
    print(f"{refused:,} malformed, each with its place; {valid:,} changed ones still valid: {seconds}")


if __name__ == "__main__":
    main()
