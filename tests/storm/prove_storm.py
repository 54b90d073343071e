"""A storm: everything that may happen to a game, in any order, from one seed; a checker that knows only the invariants.

    python tests/storm/prove_storm.py [--seconds 300] [--first 1] [--only SEED] [--repro FILE]

A storm is a list of acts on one game: play by random commands or a bot, save, leave and resume, begin again, kill
the program or the machine at any operation of its files, fail or tear the next of them, enable and disable mods
(examples, random rules, rings of rules, code that raises), change their versions, reload them in play, change
backend and compiled rules, branch a practice game, play the replay on the other backend, simulate in workers. After
each act the invariants of ``ARCHITECTURE.md`` must hold. A storm that breaks one is reduced to the acts that are needed
and written to a file, which ``--repro`` plays again. The end names the pairs of features that have met.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from unittest import mock

sys.path.extend(str(Path(__file__).parents[1] / name) for name in ("saves", "mods", "storm", "../benches"))

from storm_game import ACTS, Act, Storm, StormError

from footfall.app.files.run_files import UnsavedGameError
from footfall.bisect.culprits import minimize
from footfall.engine.compiled.native import COMPILED_VARIABLE
from footfall.testing.backends import use_backend


def list_acts(seed: int, count: int) -> tuple[Act, ...]:
    """The acts of a storm."""
    random = Random(f"acts {seed}")
    kinds = random.choices(list(ACTS), list(ACTS.values()), k=count) + ["workers"] * (seed % 10 == 0)
    return tuple(Act(kind, random.getrandbits(32)) for kind in kinds)


@contextmanager
def open_storm(seed: int) -> Iterator[Storm]:
    """A storm in folders of its own."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        changes = {"FOOTFALL_TRUST": "all", COMPILED_VARIABLE: "auto"}
        changes |= dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), name)
        stack.enter_context(mock.patch.dict(os.environ, changes))
        stack.enter_context(use_backend("rust"))
        yield Storm(seed, Path(name), stack)


def play_storm(seed: int, acts: tuple[Act, ...]) -> tuple[Storm, str]:
    """Plays a storm; returns it, and the invariant that was broken, or ``""``."""
    with open_storm(seed) as storm:
        for number, act in enumerate(acts):
            try:
                storm.do(act)
            except StormError as error:
                return storm, f"{act.kind}: {error}"
            except Exception as error:
                return storm, f"{act.kind} (act {number}): {type(error).__name__}: {error}"
        with suppress(UnsavedGameError):
            storm.journal.failing = ()
    return storm, ""


def reduce_storm(seed: int, acts: tuple[Act, ...], fault: str) -> tuple[Act, ...]:
    """Returns the acts without which the fault is gone."""
    kind = re.sub(r"\d+", "", fault.partition(" (act")[0])[:40]
    return minimize(acts, lambda part: re.sub(r"\d+", "", play_storm(seed, tuple(part))[1])[: len(kind)] == kind)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--first", type=int, default=1, help="seed of the first storm")
    parser.add_argument("--only", type=int, help="play the storm of this seed alone")
    parser.add_argument("--acts", type=int, default=40)
    parser.add_argument("--repro", type=Path, help="play a storm that was written to a file")
    words = parser.parse_args()
    if words.repro is not None:
        written = json.loads(words.repro.read_text("utf-8"))
        _, fault = play_storm(written["seed"], tuple(itertools.starmap(Act, written["acts"])))
        print(fault or "no invariant is broken")
        return 1 if fault else 0
    pairs: Counter[tuple[str, str]] = Counter()
    end, turns, faults, seed = time.monotonic() + words.seconds, 0, 0, words.first
    seeds = itertools.count(words.first) if words.only is None else [words.only]
    for number, seed in enumerate(seeds):
        if time.monotonic() > end:
            break
        acts = list_acts(seed, words.acts)
        storm, fault = play_storm(seed, acts)
        pairs += storm.pairs
        turns += storm.turns
        if fault:
            faults += 1
            acts = reduce_storm(seed, acts, fault)
            path = Path(f"storm-{seed}.json")
            path.write_text(json.dumps({"seed": seed, "fault": fault, "acts": acts}), "utf-8")
            print(f"storm {seed} ({storm.game}): {fault}\n  {len(acts)} acts in {path}", flush=True)
        if number % 50 == 49:
            print(f"{number + 1} storms, {turns} turns, {len(pairs)} pairs, {faults} faults", flush=True)
    print(f"storms {words.first} to {seed}: {turns} turns, {len(pairs)} pairs of features, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
