"""Levels per second of each generator on each backend.

    python benches/generation/levels.py [--levels N]

The time includes all steps of the draft, the changes that commit it, and their application.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from time import perf_counter

from footfall import kernels
from footfall.engine.session import Session
from footfall.loader import load
from footfall.testing.backends import list_backends, use_backend

sys.path.insert(0, str(Path(__file__).parents[1]))
from calibration import time_calibration_loop

FLOORS = {"town": 1, "fixed": 8, "cavern": 5, "standard": 5}


def time_levels(rules: object, recipe: str, floor: int, count: int) -> list[float]:
    """Milliseconds of each of `count` levels, by seed from 0."""
    from footfall.plugins.stealth.generate import floor_factory

    times = []
    for seed in range(count):
        session = Session.begin(rules, seed, {"floor": floor}, strict=True)  # type: ignore[arg-type]
        ctx = session.context()
        session.serials.enter(seed)
        start = perf_counter()
        draft = floor_factory.create_draft(ctx, recipe, floor)
        ctx.run_chain("on_generate", recipe, draft)
        session.loop.apply_outcome(
            session, floor_factory.link_floor(ctx, draft, None, ""), session.rules.steps[floor_factory.MAKE_STEP].cause
        )
        session.run_to_question()
        times.append(1000 * (perf_counter() - start))
    return times


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", type=int, default=100)
    count = parser.parse_args().levels
    rules = load("stealth", only=()).rules
    print(f"{kernels.build_info()}")
    print(f"calibration loop: {time_calibration_loop():.2f} ms")
    print(f"{'backend':8} {'recipe':10} {'mean ms':>8} {'median':>8} {'worst':>8} {'levels/s':>9}")
    for backend in list_backends():
        with use_backend(backend):
            for name, floor in FLOORS.items():
                time_levels(rules, f"core.stealth:{name}", floor, 2)
                times = time_levels(
                    rules, f"core.stealth:{name}", floor, count if backend == "rust" else max(5, count // 5)
                )
                mean = statistics.mean(times)
                median, worst = statistics.median(times), max(times)
                print(f"{backend:8} {name:10} {mean:8.2f} {median:8.2f} {worst:8.2f} {1000 / mean:9.0f}")


if __name__ == "__main__":
    main()
