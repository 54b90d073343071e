"""Counts how often forecasts came true, and finds those that did so too often or too seldom."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

import msgspec

CONFIDENCE = 0.999


class Group(NamedTuple):
    """Odds that should come true equally often.

    Attributes:
        happens: ``"notices"``, ``"wakes"`` or ``"comes"``; followed by the end that is forced, if one is.
        low, high: in permille.
    """

    deed: str
    happens: str
    low: int
    high: int


class Count(msgspec.Struct):
    """How often something could happen, and did.

    Attributes:
        low, high: sums of its lowest and highest chances in permille.
        variance: sum of the larger variances of the tries, in millionths.
    """

    tries: int = 0
    hits: int = 0
    low: int = 0
    high: int = 0
    variance: int = 0

    def add(self, low: int, high: int, hit: bool) -> None:
        self.tries += 1
        self.hits += hit
        self.low += low
        self.high += high
        self.variance += max(low * (1000 - low), high * (1000 - high))

    def merge(self, other: Count) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


Counts: TypeAlias = defaultdict[Group, Count]


def find_outliers(counts: Counts) -> list[str]:
    """What lies outside its interval, in words: groups of equal odds, sums by action and tenths, all exact odds."""
    sums = defaultdict(Count)
    for group, count in counts.items():
        sums[group._replace(low=group.low // 100 * 100, high=group.high // 100 * 100)].merge(count)
        if group.low == group.high:
            sums[Group("all", group.happens, 0, 1000)].merge(count)
    level = (1 - CONFIDENCE) / max(1, len(counts) + len(sums)) / 2
    outliers = []
    for group, count in sorted(counts.items()):
        if is_outside(count.tries, count.hits, group.low, group.high, level):
            outliers.append(f"{group}: {count.hits} of {count.tries}")
    for group, count in sorted(sums.items()):
        width = NormalDist().inv_cdf(1 - level) * math.sqrt(count.variance) + 1000  # half a try, twice
        if not count.low - width <= 1000 * count.hits <= count.high + width:
            expected = f"{count.low / 1000:.1f} to {count.high / 1000:.1f}"
            outliers.append(f"{group}, a sum: {count.hits} of {count.tries}, expected {expected}")
    return outliers


def is_outside(tries: int, hits: int, low: int, high: int, level: float) -> bool:
    """Whether a share is less likely than `level` for all chances from `low` to `high`, in permille."""
    least, most = max(0.0, low - 0.5) / 1000, min(1000.0, high + 0.5) / 1000
    return tail(tries, hits, most, upper=True) < level or tail(tries, hits, least, upper=False) < level


def tail(tries: int, hits: int, chance: float, *, upper: bool) -> float:
    """The chance of at least (`upper`) or at most that number of hits."""
    if not 0 < chance < 1:
        return float(hits == tries * (chance >= 1) or upper is (chance >= 1))
    yes, no, whole = math.log(chance), math.log1p(-chance), math.lgamma(tries + 1)
    values = range(hits, tries + 1) if upper else range(hits + 1)
    return math.fsum(
        math.exp(whole - math.lgamma(k + 1) - math.lgamma(tries - k + 1) + k * yes + (tries - k) * no) for k in values
    )


def summarize(counts: Counts) -> Iterator[str]:
    """Lines with the shares that odds allow and the observed one, by deed and what happens."""
    sums: defaultdict[tuple[str, str, bool], Count] = defaultdict(Count)
    for group, count in counts.items():
        sums[group.deed, group.happens, group.low == group.high].merge(count)
    for (deed, happens, is_exact), total in sorted(sums.items()):
        low, high, hits = (number / total.tries for number in (total.low / 1000, total.high / 1000, total.hits))
        expected = f"{low:7.2%}" if is_exact else f"{low:7.2%} to {high:7.2%}"
        yield f"  {deed} {happens:16} {total.tries:7} tries  expected {expected}  observed {hits:7.2%}"
