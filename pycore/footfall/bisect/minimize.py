"""Searches for a smallest cause, as pure functions that call an expensive test as rarely as possible."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

FailureTest = Callable[[tuple[T, ...]], bool]


class MemoizedTest(Generic[T]):
    """A test with memoized results.

    Attributes:
        calls: number of calls of the test itself.
    """

    def __init__(self, fails: FailureTest[T]) -> None:
        self._fails = fails
        self._results: dict[tuple[T, ...], bool] = {}
        self.calls = 0

    def __call__(self, items: tuple[T, ...]) -> bool:
        if items not in self._results:
            self.calls += 1
            self._results[items] = self._fails(items)
        return self._results[items]


def find_smallest_cause(items: Sequence[T], fails: FailureTest[T]) -> tuple[T, ...]:
    """Returns items that fail together and of which none can be left out.

    If additional items never hide the failure, the k culprits among n items are found by binary search over
    prefixes, with about k * log2(n) tests in all (compare QuickXplain: U. Junker, AAAI 2004). Otherwise the search may
    find items that do not fail, and `minimize` takes over.

    Args:
        items: all items, which must fail; their order is kept.
        fails: whether a part of the items, in order, fails.
    """
    order = tuple(items)
    position = {item: index for index, item in enumerate(order)}

    def restore_order(part: Sequence[T]) -> tuple[T, ...]:
        return tuple(sorted(part, key=position.__getitem__))

    culprits: list[T] = []
    candidates = order
    while not fails(restore_order(culprits)):
        if not candidates:
            return minimize(order, fails)
        low, high = 1, len(candidates)  # the first `high` candidates suffice, the first `low - 1` do not
        while low < high:
            middle = (low + high) // 2
            if fails(restore_order([*culprits, *candidates[:middle]])):
                high = middle
            else:
                low = middle + 1
        culprits.append(candidates[low - 1])
        candidates = candidates[: low - 1]
    return minimize(restore_order(culprits), fails)


def minimize(items: Sequence[T], fails: FailureTest[T]) -> tuple[T, ...]:
    """Returns a part of a list from which no item can be left out, by delta debugging (ddmin).

    Source: A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 2002.

    Args:
        items: the list, which must fail.
        fails: whether a part of the list, in order, fails.
    """
    current = tuple(items)
    parts = 2
    while len(current) >= 2:
        size = -(-len(current) // parts)
        for start in range(0, len(current), size):
            rest = current[:start] + current[start + size :]
            if fails(rest):
                current, parts = rest, max(parts - 1, 2)
                break
        else:
            if size == 1:
                break
            parts = min(len(current), 2 * parts)
    if len(current) == 1 and fails(()):
        return ()
    return current
