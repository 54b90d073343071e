"""Rows of `peers.py`: timing, verdicts and the libraries to compare with."""

import importlib
from collections.abc import Callable
from statistics import median
from typing import Any, Self

from footfall import kernels
from footfall.kernels import reference
from footfall.kernels.bench import DEFAULT_CLOCK, compute_noise, time_rounds
from footfall.testing.backends import use_backend

ROWS: list[dict[str, Any]] = []
SIZES = ((43, 80), (256, 256), (1024, 1024))
QUICK_SECONDS = 0.03
REFERENCE_SECONDS = 2.0
"""Time limit for the reference."""

_round_seconds = 0.15


def shorten_rounds() -> None:
    """Makes rounds short, for a look at all rows."""
    global _round_seconds
    _round_seconds = QUICK_SECONDS


def round_seconds() -> float:
    """The seconds that the rounds of a call take together."""
    return _round_seconds


def import_peer(name: str) -> Any:
    """A module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


tcod, cv2, cc3d, ndimage, csgraph = map(import_peer, ("tcod", "cv2", "cc3d", "scipy.ndimage", "scipy.sparse.csgraph"))
tcod_map, tcod_path, numba = import_peer("tcod.map"), import_peer("tcod.path"), import_peer("numba_peers")


if cv2:
    cv2.setNumThreads(1)  # like the others, unless a row has several cores


class Timing(float):
    """Median microseconds of a call.

    Attributes:
        best: microseconds in the shortest round.
        noise: share by which the rounds varied.
        python: microseconds of the reference, if it was timed.
    """

    best: float
    noise: float
    python: float | None = None

    def __new__(cls, median: float, best: float, noise: float) -> Self:
        self = super().__new__(cls, median)
        self.best, self.noise = best, noise
        return self

    def scaled_by(self, count: float) -> "Timing":
        """The time of `count` calls."""
        return Timing(count * self, count * self.best, self.noise)


class GridPair:
    """A map as a grid of each backend."""

    def __init__(self, *layers: Any, **named: Any) -> None:
        self.rust = kernels.Grid(*layers, **named)
        self.python = reference.Grid(*layers, **named)


def time_ours(
    make: Callable[[Any], Callable[[int], Any]],
    grid: GridPair | None = None,
    inputs: int = 16,
    clock: Callable[[], float] = DEFAULT_CLOCK,
) -> Timing:
    """Times the call that `make` returns for a grid, on both backends."""
    timing = time_call(make(grid and grid.rust), inputs, clock)
    timing.python = time_reference(make(grid and grid.python))
    return timing


def time_reference(call: Callable[[int], Any], inputs: int = 2) -> float:
    """Mean microseconds of a few calls on the reference."""
    with use_backend("python"):
        start = DEFAULT_CLOCK()
        done = 0
        while done < inputs or DEFAULT_CLOCK() - start < 0.02:
            call(done % inputs)
            done += 1
            if DEFAULT_CLOCK() - start > REFERENCE_SECONDS:
                break
        return (DEFAULT_CLOCK() - start) / done * 1e6


AT_LIMIT = 0.85
"""Share of our time that the limit of a row takes, from which a missed bar is due to it."""


def add_row(
    number: str,
    case: str,
    against: str,
    ours: float,
    theirs: float | None,
    bar: float | None,
    limit: Timing | None = None,
) -> None:
    """Adds a row and prints it; `limit`: the time of what no implementation avoids, such as zeroing the result."""
    ratio = None if theirs is None else theirs / ours
    best = None if theirs is None else getattr(theirs, "best", theirs) / getattr(ours, "best", ours)
    python = getattr(ours, "python", None)
    noise = getattr(ours, "noise", 0.0) + getattr(theirs, "noise", 0.0)
    share = None if limit is None else limit.best / getattr(ours, "best", ours)
    missed = "at limit" if share is not None and share >= AT_LIMIT else "NOT met"
    verdict = "-" if best is None or bar is None else "met" if best >= bar else missed
    ROWS.append(
        {
            "row": number,
            "case": case,
            "against": against,
            "ours": float(ours),
            "python": python,
            "theirs": theirs,
            "ratio": ratio,
            "best": best,
            "bar": bar,
            "of_limit": share,
            "noise": noise,
            "verdict": verdict,
        }
    )
    shown = "-" if theirs is None else f"{theirs:.2f}"
    times = "-" if ratio is None else f"{ratio:.1f}"
    least = "-" if best is None else f"{best:.1f}"
    plain = "-" if python is None else f"{python:.0f}"
    part = "" if share is None else f"{share:.0%}"
    target = "" if bar is None else f">= {bar:g}"
    print(
        f"{number:>4} {case:46}{against:28}{ours:12.2f}{plain:>12}{shown:>12}{times:>9}{least:>9}",
        f"{target:>9} {part:>9} {verdict}",
        flush=True,
    )


def time_call(call: Callable[[int], Any], inputs: int = 16, clock: Callable[[], float] = DEFAULT_CLOCK) -> Timing:
    """Microseconds of a call."""
    times = time_rounds(call, inputs, _round_seconds, 15, clock)
    return Timing(median(times), min(times), compute_noise(times))
