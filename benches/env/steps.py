"""Steps per second of environments, next to those of other libraries in the same run.

    python benches/env/steps.py [--rounds 5] [--write docs/research/figures.md]

Random legal actions from masks, chosen outside of the measured time; each step writes observation and mask. The same
games are played in every round, and of each step the quickest round counts, so that other programs on the machine
count little. Processor time; threads in wall time, one and two of them in turn. Games of PettingZoo, OpenSpiel and NLE
are measured where they are installed.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

from footfall.disk import write_file
from footfall.engine.session import Session
from footfall.env import Batch

sys.path.insert(0, str(Path(__file__).parents[1]))
from calibration import time_calibration_loop

Play = Callable[[], Iterator[float]]
"""Plays the same games at each call, and yields the seconds of each step."""

STEPS = 300


def time_together(plays: list[Play], rounds: int) -> list[float]:
    """Seconds of a step of each game: of every step the quickest round, the games in turn."""
    best: list[Any] = [np.inf] * len(plays)
    for _ in range(rounds):
        for at, play in enumerate(plays):
            best[at] = np.minimum(best[at], np.fromiter(play(), float))
    return [float(times.mean()) for times in best]


def play_batch(game: str, count: int, steps: int = STEPS, clock: Any = process_time, **choices: Any) -> Play:
    """The steps of a batch."""
    batch = Batch(game, count, is_strict=False, **choices)
    games, actions = batch.mask.shape
    width = min(games, 64)
    # An order of the actions for each of some games: little memory, so that the caches are those of the games.
    ranks = np.random.default_rng(1).permuted(
        np.tile(np.arange(1, actions + 1, dtype=np.uint16), (16, width, 1)), axis=2
    )

    def play() -> Iterator[float]:
        batch.reset(range(count))
        for step in range(steps):
            masked = ranks[step % 16] * batch.mask.reshape(-1, width, actions).view(np.uint8)
            chosen = masked.argmax(2).reshape(-1).astype(np.int32)
            start = clock()
            batch.step(chosen)
            yield clock() - start

    return play


def play_gymnasium(id: str, module: str = "footfall.env.gymnasium") -> Play:
    """An environment of `gymnasium.make`."""
    import gymnasium

    importlib.import_module(module)
    env = gymnasium.make(id)
    return lambda: walk(env)


def walk(env: Any) -> Iterator[float]:
    """Random steps of an environment of Gymnasium, and games of it, always the same."""
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(STEPS):
        action = env.action_space.sample(info.get("action_mask"))
        start = process_time()
        _, _, terminated, truncated, info = env.step(action)
        yield process_time() - start
        if terminated or truncated:
            _, info = env.reset()


def play_session(name: str) -> Play:
    """The commands of `play_gymnasium` in bare quiet sessions of the rules in Python: `submit` alone, no mask.

    An action is drawn before each as in `walk`, outside of the time, so that both find the caches alike.
    """
    import gymnasium

    importlib.import_module("footfall.env.gymnasium")
    env = gymnasium.make(f"footfall/{name}-v1", compiled="never")
    batch = env.unwrapped.batch
    sessions = list({id(session): session for _ in walk(env) if (session := batch.games.slots[0].session)}.values())
    content, mask = batch.content, batch.mask[0]

    def play() -> Iterator[float]:
        for played in sessions:
            session = Session.begin(content.load_result.rules, played.state.seed, content.options, quiet=True)
            for command in played.commands:
                env.action_space.sample(mask)
                start = process_time()
                session.submit(command)
                yield process_time() - start

    return play


def play_pettingzoo(name: str) -> Play:
    """A classic game of PettingZoo: `last` gives observation and mask."""
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def play() -> Iterator[float]:
        env.reset(seed=1)
        generator = np.random.default_rng(1)
        for _ in range(STEPS):
            start = process_time()
            observation, _, terminated, truncated, _ = env.last()
            spent = process_time() - start
            if terminated or truncated:
                env.reset()
                observation = env.last()[0]
            action = int(generator.choice(np.flatnonzero(observation["action_mask"])))
            start = process_time()
            env.step(action)
            yield spent + process_time() - start

    return play


def play_open_spiel(name: str) -> Play:
    """A game of OpenSpiel in C++: a move, its observation and the legal actions."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> Iterator[float]:
        state = game.new_initial_state()
        generator = np.random.default_rng(1)
        for _ in range(STEPS):
            while state.is_chance_node() or state.is_terminal():
                if state.is_terminal():
                    state = game.new_initial_state()
                else:
                    state.apply_action(state.chance_outcomes()[0][0])
            legal = state.legal_actions()
            action = legal[int(generator.integers(len(legal)))]
            start = process_time()
            state.apply_action(action)
            if state.current_player() >= 0:
                state.observation_tensor(state.current_player())
                state.legal_actions_mask()
            yield process_time() - start

    return play


GAMES = ("King", "Stealth", "Delve")

SUBJECTS: dict[str, tuple[int, Callable[[], Play]]] = {
    "King, batch of 256": (256, lambda: play_batch("king", 256)),
    "King, batch of 4,096": (4096, lambda: play_batch("king", 4096, 60)),
    "Stealth": (4, lambda: play_batch("stealth", 4)),
    "Stealth, mask alone": (4, lambda: play_batch("stealth", 4, has_observations=False)),
    "Delve": (4, lambda: play_batch("delve", 4)),
    "Delve, mask alone": (4, lambda: play_batch("delve", 4, has_observations=False)),
    **{f"{name}, bare session": (1, lambda name=name: play_session(name)) for name in GAMES},
    **{f"{name}, gymnasium.make": (1, lambda name=name: play_gymnasium(f"footfall/{name}-v1")) for name in GAMES},
    "NLE NetHackScore-v0": (1, lambda: play_gymnasium("NetHackScore-v0", "nle")),
    **{
        f"PettingZoo {name}": (1, lambda name=name: play_pettingzoo(name))
        for name in ("tictactoe_v3", "connect_four_v3", "chess_v6", "go_v5")
    },
    **{
        f"OpenSpiel {name}": (1, lambda name=name: play_open_spiel(name))
        for name in ("tic_tac_toe", "connect_four", "chess", "hanabi")
    },
}
"""Games of a step, and how they are played, by name."""


def time_snapshots(game: str, rounds: int) -> tuple[float, float]:
    """Microseconds of a snapshot and of its restoring: the mean over some states, of each the quickest round.

    In wall time: a look at the clock of the process takes a tenth of a restoring.
    """
    batch = Batch(game, 2, seed=1, is_strict=False)
    batch.reset()
    taken, restored = [], []
    for _ in range(60):
        times = []
        for _ in range(rounds):
            start = perf_counter()
            blob = batch.snapshot(0)
            middle = perf_counter()
            batch.restore(1, blob)
            times.append((middle - start, perf_counter() - middle))
        taken.append(min(time[0] for time in times))
        restored.append(min(time[1] for time in times))
        batch.step(batch.mask.argmax(1).astype(np.int32))
    return 1e6 * float(np.mean(taken)), 1e6 * float(np.mean(restored))


AIMS: tuple[tuple[str, str, float], ...] = (
    ("King, batch of 256", "at least", 1_000_000),
    ("King, two threads to one", "at least", 1.7),
    ("Stealth", "at least", 10_000),
    ("Stealth, mask alone", "at least", 25_000),
    ("Delve", "at least", 10_000),
    *((f"{name}, bare session to gymnasium.make", "at most", 2) for name in GAMES),
    ("king, snapshot", "at most", 5),
    ("king, restore", "at most", 5),
    ("stealth, snapshot", "at most", 100),
    ("stealth, restore", "at most", 500),
)
"""Figures and their aims: steps per second, ratios, microseconds."""


def measure(rounds: int) -> Iterator[str]:
    """Yields the lines of the page, one at a time."""
    found: dict[str, float] = {}
    yield f"Calibration loop {time_calibration_loop():.2f} ms, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."
    yield "\n| environment | steps/s | µs |\n|---|---|---|"
    for name, (count, make) in SUBJECTS.items():
        try:
            spent = time_together([make()], rounds)[0] / count
        except Exception as error:  # a library that is not installed, or of another version
            yield f"| {name} | {type(error).__name__}: {str(error).splitlines()[0]} | |"
            continue
        found[name] = 1 / spent
        yield f"| {name} | {1 / spent:,.0f} | {1e6 * spent:.2f} |"
    clocks = [(clock, number) for clock in (perf_counter, process_time) for number in (1, 2)]
    threads = [play_batch("king", 1024, 100, clock, threads=number) for clock, number in clocks]
    one, two, spent_by_one, spent_by_two = time_together(threads, 2 * rounds)
    found["King, two threads to one"] = one / two
    yield f"\nKing in batches of 1,024, wall time: {1024 / one:,.0f} steps/s by one thread, {1024 / two:,.0f} by two."
    yield f"Two threads take {spent_by_two / spent_by_one:.2f} times the processor time of one for the same steps."
    yield "\n| game | snapshot, µs | restore, µs |\n|---|---|---|"
    for name in GAMES:
        game = name.lower()
        found[f"{game}, snapshot"], found[f"{game}, restore"] = time_snapshots(game, rounds)
        yield f"| {game} | {found[f'{game}, snapshot']:.1f} | {found[f'{game}, restore']:.1f} |"
        bare = found[f"{name}, bare session"]
        if f"{name}, gymnasium.make" in found:
            found[f"{name}, bare session to gymnasium.make"] = bare / found[f"{name}, gymnasium.make"]
    yield "\n| aim | | found | |\n|---|---|---|---|"
    for name, word, bound in AIMS:
        if name in found:
            is_met = found[name] >= bound if word == "at least" else found[name] <= bound
            value = f"{found[name]:,.0f}" if bound >= 1000 else f"{found[name]:.2f}"
            yield f"| {name} | {word} {bound:,} | {value} | {'met' if is_met else 'missed'} |"
    yield f"\nCalibration loop {time_calibration_loop():.2f} ms, load {os.getloadavg()[0]:.1f} at the end."


INTRODUCTION = """# Figures of environments

`python benches/env/steps.py --write docs/research/figures.md` writes this page. Random legal actions, chosen outside of
the measured time; each step writes observation and mask. The same games are played in every round, and of each step the
quickest round counts. Processor time. Compare figures of one run only.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", type=Path, help="write the page to this file")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    lines = [INTRODUCTION]
    for line in measure(args.rounds):
        print(line, flush=True)
        lines.append(line)
    if args.write is not None:
        write_file(args.write, "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
