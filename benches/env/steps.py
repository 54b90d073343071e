"""Steps per second of environments, next to those of other libraries in the same run.

    python benches/env/steps.py [--rounds 5]

Random legal actions, chosen outside of the measured time, from masks; each step writes observation and mask. Best of
the rounds, in processor time; threads in wall time. Games of PettingZoo, OpenSpiel and NLE are measured where they
are installed.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

from footfall.engine.session import Session
from footfall.env import Batch
from footfall.sim.bots import choose_random_command

sys.path.insert(0, str(Path(__file__).parents[1]))
from calibration import time_calibration_loop

Measurement = tuple[float, int]
"""Seconds, and steps."""

SECONDS = 1.5
"""Time of a round."""


def choose(mask: Any, noise: Any, step: int) -> Any:
    """A legal action for each game."""
    return (noise[step % len(noise)] * mask).argmax(1).astype(np.int32)


def play_batch(batch: Batch, clock: Callable[[], float]) -> Measurement:
    """Plays a batch for a while."""
    noise = np.random.default_rng(1).random((16, *batch.mask.shape), np.float32) + np.float32(0.01)
    spent, steps, end = 0.0, 0, perf_counter() + SECONDS
    while perf_counter() < end:
        actions = choose(batch.mask, noise, steps)
        start = clock()
        batch.step(actions)
        spent += clock() - start
        steps += 1
    return spent, steps * batch.count


def open_batch(game: str, count: int, **choices: Any) -> Batch:
    batch = Batch(game, count, seed=1, is_strict=False, **choices)
    batch.reset()
    return batch


def play_session(game: str) -> Measurement:
    """Plays the same game in bare quiet sessions: `submit` alone, without a mask."""
    content = Batch(game).content
    rules, seed, session = content.load_result.rules, 0, None
    spent, steps, end = 0.0, 0, perf_counter() + SECONDS
    while perf_counter() < end:
        if session is None or session.state.outcome is not None or session.state.turn > 2000:
            seed += 1
            session = Session.begin(rules, seed, content.options, quiet=True)
        command = choose_random_command(session)
        start = process_time()
        session.submit(command)
        spent += process_time() - start
        steps += 1
    return spent, steps


def play_gymnasium(id: str, module: str = "footfall.env.gymnasium") -> Measurement:
    """Plays an environment of `gymnasium.make`."""
    import importlib

    import gymnasium

    importlib.import_module(module)
    env = gymnasium.make(id)
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    spent, steps, end = 0.0, 0, perf_counter() + SECONDS
    while perf_counter() < end:
        action = env.action_space.sample(info.get("action_mask"))
        start = process_time()
        _, _, terminated, truncated, info = env.step(action)
        spent += process_time() - start
        steps += 1
        if terminated or truncated:
            _, info = env.reset()
    return spent, steps


def play_pettingzoo(name: str) -> Measurement:
    """Plays a classic game of PettingZoo: `last` gives observation and mask."""
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=1)
    generator = np.random.default_rng(1)
    spent, steps, end = 0.0, 0, perf_counter() + SECONDS
    while perf_counter() < end:
        start = process_time()
        observation, _, terminated, truncated, _ = env.last()
        spent += process_time() - start
        if terminated or truncated or not env.agents:
            env.reset()
            continue
        action = int(generator.choice(np.flatnonzero(observation["action_mask"])))
        start = process_time()
        env.step(action)
        spent += process_time() - start
        steps += 1
    return spent, steps


def play_open_spiel(name: str) -> Measurement:
    """Plays a game of OpenSpiel in C++: a move, its observation and the legal actions."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    generator = np.random.default_rng(1)
    spent, steps, end = 0.0, 0, perf_counter() + SECONDS
    while perf_counter() < end:
        if state.is_terminal():
            state = game.new_initial_state()
        legal = state.legal_actions()
        action = legal[int(generator.integers(len(legal)))]
        start = process_time()
        state.apply_action(action)
        if not state.is_terminal():
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
        spent += process_time() - start
        steps += 1
    return spent, steps


def list_subjects() -> Iterator[tuple[str, Callable[[], Measurement]]]:
    """The subjects of a run, each with its measurement."""
    for count in (256, 4096):
        batch = open_batch("king", count)
        yield f"King, batch of {count:,}", lambda batch=batch: play_batch(batch, process_time)
    for threads in (1, 2):
        batch = open_batch("king", 4096, threads=threads)
        yield (
            f"King, batch of 4,096, {threads} thread(s), wall time",
            lambda batch=batch: play_batch(batch, perf_counter),
        )
    for game in ("stealth", "delve"):
        for name, more in (("", {}), (", mask alone", {"has_observations": False})):
            batch = open_batch(game, 4, **more)
            yield f"{game.title()}{name}", lambda batch=batch: play_batch(batch, process_time)
    for game in ("king", "stealth", "delve"):
        yield f"{game.title()}, bare session", lambda game=game: play_session(game)
        yield f"{game.title()}, gymnasium.make", lambda game=game: play_gymnasium(f"footfall/{game.title()}-v1")
    yield "NLE NetHackScore-v0", lambda: play_gymnasium("NetHackScore-v0", "nle")
    for name in ("tictactoe_v3", "connect_four_v3", "chess_v6", "go_v5"):
        yield f"PettingZoo {name}", lambda name=name: play_pettingzoo(name)
    for name in ("tic_tac_toe", "connect_four", "chess", "hanabi"):
        yield f"OpenSpiel {name}", lambda name=name: play_open_spiel(name)


def time_snapshots(game: str) -> tuple[float, float, float]:
    """Microseconds of a snapshot, of its restoring, and of the first step after that."""
    batch = open_batch(game, 2)
    for _ in range(30):
        batch.step(batch.mask.argmax(1).astype(np.int32))
    taken, restored, stepped = [], [], []
    for _ in range(400):
        start = process_time()
        for _ in range(5):
            blob = batch.snapshot(0)
        taken.append((process_time() - start) / 5)
        start = process_time()
        for _ in range(5):
            batch.restore(1, blob)
        restored.append((process_time() - start) / 5)
        actions = batch.mask.argmax(1).astype(np.int32)
        start = process_time()
        batch.step(actions)
        stepped.append(process_time() - start)
    return tuple(1e6 * float(np.median(times)) for times in (taken, restored, stepped))  # type: ignore[return-value]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    print(f"calibration loop: {time_calibration_loop():.2f} ms\n\n| environment | steps/s | µs |\n|---|---|---|")
    for name, measure in list_subjects():
        try:
            spent, steps = min((measure() for _ in range(args.rounds)), key=lambda result: result[0] / result[1])
        except Exception as error:
            print(f"| {name} | {type(error).__name__}: {str(error).splitlines()[0]} | |", flush=True)
            continue
        print(f"| {name} | {steps / spent:,.0f} | {1e6 * spent / steps:.2f} |", flush=True)
    print("\n| game | snapshot, µs | restore, µs | the next step of two games, µs |\n|---|---|---|---|")
    for game in ("king", "stealth", "delve"):
        print(f"| {game} | " + " | ".join(f"{time:.1f}" for time in time_snapshots(game)) + " |", flush=True)
    print(f"\ncalibration loop: {time_calibration_loop():.2f} ms")


if __name__ == "__main__":
    main()
