"""Confidence intervals and tests. All intervals are 95 % intervals.

Sources: E. B. Wilson (1927) for proportions; D. G. Bonett and R. M. Price (2012) for differences of paired
proportions; Q. McNemar (1947), the exact test, for their significance; E. B. Wilson and M. M. Hilferty (1931) for the
tail of chi-square.
"""

from collections.abc import Mapping, Sequence
from math import erfc, exp, lgamma, log, sqrt
from statistics import NormalDist

import msgspec

Z = NormalDist().inv_cdf(0.975)
"""1.96: half the width of a 95 % interval, in standard errors."""


class Proportion(msgspec.Struct, frozen=True):
    """`count` out of `of`, with the Wilson interval of the share; the interval is 0 to 1 if `of` is 0."""

    count: int
    of: int
    share: float
    low: float
    high: float


def estimate_proportion(count: int, of: int) -> Proportion:
    """Estimates a proportion with its Wilson interval."""
    if of == 0:
        return Proportion(0, 0, 0.0, 0.0, 1.0)
    p, zz = count / of, Z * Z
    middle = (p + zz / (2 * of)) / (1 + zz / of)
    half = Z / (1 + zz / of) * sqrt(p * (1 - p) / of + zz / (4 * of * of))
    return Proportion(count, of, p, max(0.0, middle - half), min(1.0, middle + half))


class Distribution(msgspec.Struct, frozen=True):
    """A distribution of numbers; `low` and `high` are the interval of the mean."""

    count: int
    mean: float
    low: float
    high: float
    deviation: float
    smallest: float
    tenth: float
    median: float
    ninetieth: float
    largest: float


def measure_distribution(counts: Mapping[float, int]) -> Distribution | None:
    """Measures the distribution of counted values; None if there are none."""
    count = sum(counts.values())
    if count == 0:
        return None
    mean = sum(value * times for value, times in counts.items()) / count
    square = sum((value - mean) ** 2 * times for value, times in counts.items())
    deviation = sqrt(square / (count - 1)) if count > 1 else 0.0
    half = Z * deviation / sqrt(count)
    values = sorted(counts.items())
    tenth, median, ninetieth = (_find_quantile(values, count, p) for p in (0.1, 0.5, 0.9))
    return Distribution(
        count, mean, mean - half, mean + half, deviation, values[0][0], tenth, median, ninetieth, values[-1][0]
    )


def _find_quantile(values: Sequence[tuple[float, int]], count: int, p: float) -> float:
    """The smallest value with at least a share `p` of all values at or below it."""
    remaining = p * count
    for value, times in values:
        remaining -= times
        if remaining <= 1e-9:
            return value
    return values[-1][0]


class ShareDifference(msgspec.Struct, frozen=True):
    """Difference of a share between paired games.

    Attributes:
        gains, losses: number of pairs in which only the second, or only the first, has the property.
        difference: second share minus first, with its interval.
        p: two-sided p-value (exact McNemar test).
    """

    pairs: int
    gains: int = msgspec.field(name="gained")
    losses: int = msgspec.field(name="lost")
    difference: float
    low: float
    high: float
    p: float


def compare_paired_shares(gains: int, losses: int, pairs: int) -> ShareDifference:
    """Compares a share over pairs."""
    if pairs == 0:
        return ShareDifference(0, 0, 0, 0.0, -1.0, 1.0, 1.0)
    up, down = (gains + 1) / (pairs + 2), (losses + 1) / (pairs + 2)
    half = Z * sqrt((up + down - (up - down) ** 2) / (pairs + 2))
    low, high = max(-1.0, up - down - half), min(1.0, up - down + half)
    return ShareDifference(pairs, gains, losses, (gains - losses) / pairs, low, high, mcnemar(gains, losses))


def mcnemar(gains: int, losses: int) -> float:
    """Two-sided exact p-value, under the hypothesis that the pairs that differ are fair coin flips."""
    n = gains + losses
    if n == 0:
        return 1.0
    smaller = min(gains, losses)
    tail = sum(exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2)) for k in range(smaller + 1))
    return min(1.0, 2 * tail)


class MeanDifference(msgspec.Struct, frozen=True):
    """Mean difference of a number over pairs, second minus first, with its interval."""

    pairs: int
    first: float
    second: float
    difference: float
    low: float
    high: float


def compare_paired_numbers(pairs: Sequence[tuple[float, float]]) -> MeanDifference | None:
    """Compares numbers over pairs; None if there are none."""
    n = len(pairs)
    if n == 0:
        return None
    first, second = (sum(pair[side] for pair in pairs) / n for side in (0, 1))
    mean = second - first
    square = sum((b - a - mean) ** 2 for a, b in pairs)
    half = Z * sqrt(square / (n - 1) / n) if n > 1 else 0.0
    return MeanDifference(n, first, second, mean, mean - half, mean + half)


class Fairness(msgspec.Struct, frozen=True):
    """Chi-square test of equal frequencies, with degrees of freedom and p-value."""

    rolls: int
    chi_square: float
    freedom: int
    p: float


def measure_fairness(counts: Sequence[int]) -> Fairness:
    """Tests the counts of equally likely faces, including zeros."""
    rolls, faces = sum(counts), len(counts)
    if rolls == 0 or faces < 2:
        return Fairness(rolls, 0.0, max(0, faces - 1), 1.0)
    expected = rolls / faces
    chi = sum((count - expected) ** 2 for count in counts) / expected
    return Fairness(rolls, chi, faces - 1, chi_square_tail(chi, faces - 1))


def compute_deviation_p(count: int, of: int, chance: float) -> float:
    """Two-sided p-value of a count (normal approximation with continuity correction)."""
    deviation = sqrt(of * chance * (1 - chance))
    if deviation == 0:
        return 1.0 if count == round(of * chance) else 0.0
    return erfc(max(0.0, abs(count - of * chance) - 0.5) / deviation / sqrt(2))


def chi_square_tail(chi: float, freedom: int) -> float:
    """Probability of at least `chi` (Wilson and Hilferty; the error is below 0.01 for all degrees of freedom)."""
    spread = 2 / (9 * freedom)
    return 1 - NormalDist().cdf(((chi / freedom) ** (1 / 3) - 1 + spread) / sqrt(spread))
