"""The calibration loop, whose time the benchmarks print, so that figures of different machines can be compared."""

from __future__ import annotations

import time

ROUNDS = 5
TURNS = 100_000


def time_calibration_loop() -> float:
    """Milliseconds of processor time for a fixed loop of plain Python: the minimum of `ROUNDS` runs."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        total = 0
        for i in range(TURNS):
            total += i * i % 7
        best = min(best, time.process_time() - start)
    return best * 1000
