"""Intervals and tests against published or exactly computed values, and against brute force."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, strategies as st

from footfall.sim.statistics import (
    chi_square_tail,
    compare_paired_numbers,
    compare_paired_shares,
    estimate_proportion,
    mcnemar,
    measure_distribution,
    measure_fairness,
)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [  # percent, from the reference table of the King's rules
        (5, 2000, 0.1, 0.6),
        (4, 150, 1.0, 6.7),
        (62, 1000, 4.9, 7.9),
        (304, 1000, 27.6, 33.3),
    ],
)
def test_wilson_intervals_are_the_published_ones(count: int, of: int, low: float, high: float) -> None:
    found = estimate_proportion(count, of)
    assert round(100 * found.low, 1) == pytest.approx(low, abs=0.051)
    assert round(100 * found.high, 1) == pytest.approx(high, abs=0.051)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_share_and_stays_within_bounds(pair: tuple[int, int]) -> None:
    found = estimate_proportion(*pair)
    assert 0 <= found.low <= found.share + 1e-12
    assert found.share - 1e-12 <= found.high <= 1
    mirrored = estimate_proportion(pair[1] - pair[0], pair[1])
    assert mirrored.low == pytest.approx(1 - found.high)


def test_nothing_counted_says_nothing() -> None:
    assert estimate_proportion(0, 0).low == 0
    assert estimate_proportion(0, 0).high == 1
    assert measure_distribution({}) is None
    assert compare_paired_numbers([]) is None


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_exact_binomial(gained: int, lost: int) -> None:
    n = gained + lost
    tail = sum((Fraction(comb(n, k), 2**n) for k in range(min(gained, lost) + 1)), Fraction(0))
    assert mcnemar(gained, lost) == pytest.approx(min(1.0, float(2 * tail)))


def test_paired_shares_know_the_direction() -> None:
    found = compare_paired_shares(gains=30, losses=10, pairs=1000)
    assert found.difference == pytest.approx(0.02)
    assert 0 < found.low < 0.02 < found.high
    assert found.p == pytest.approx(0.002221, rel=1e-3)
    assert compare_paired_shares(10, 30, 1000).high == pytest.approx(-found.low)


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=200))
def test_spread_agrees_with_the_sorted_list(values: list[int]) -> None:
    counts: dict[float, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    found = measure_distribution(counts)
    assert found is not None
    ordered = sorted(values)
    assert found.mean == pytest.approx(sum(values) / len(values))
    assert (found.smallest, found.largest) == (ordered[0], ordered[-1])
    for p, quantile in ((0.1, found.tenth), (0.5, found.median), (0.9, found.ninetieth)):
        below = sum(value <= quantile for value in values)
        assert below >= p * len(values) - 1e-6
        assert sum(value < quantile for value in values) < p * len(values) + 1e-6


def test_paired_numbers() -> None:
    found = compare_paired_numbers([(1, 2), (2, 4), (3, 6)])
    assert found is not None
    assert (found.first, found.second, found.difference) == (2, 4, 2)
    assert found.low == pytest.approx(2 - 1.959964 / 3**0.5)


@pytest.mark.parametrize(("chi", "freedom", "p"), [(3.841, 1, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01)])
def test_the_tail_of_chi_square(chi: float, freedom: int, p: float) -> None:
    assert chi_square_tail(chi, freedom) == pytest.approx(p, abs=0.01)


def test_fair_and_loaded_dice() -> None:
    assert measure_fairness([100, 104, 97, 99, 101, 99]).p > 0.9
    assert measure_fairness([100, 104, 97, 99, 101, 160]).p < 0.001
    assert measure_fairness([600, 0, 0, 0, 0, 0]).chi_square == pytest.approx(3000)
