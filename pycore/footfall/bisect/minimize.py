"""The searches: fewest mods, fewest commands. Pure functions over a question that is asked as seldom as can be."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

FailureTest = Callable[[tuple[T, ...]], bool]


class MemoizedTest(Generic[T]):
    """A question whose answers are kept.

    Attributes:
        count: how often it had to be asked.
    """

    def __init__(self, fails: FailureTest[T]) -> None:
        self._fails = fails
        self._known: dict[tuple[T, ...], bool] = {}
        self.calls = 0

    def __call__(self, items: tuple[T, ...]) -> bool:
        if items not in self._known:
            self.calls += 1
            self._known[items] = self._fails(items)
        return self._known[items]


def find_smallest_cause(items: Sequence[T], fails: FailureTest[T]) -> tuple[T, ...]:
    """A smallest cause: it fails with these, and with none of them left out.

    Where more items never make a failure go away, each of k culprits among n is found by halving: about
    k * log2(n) questions (the prefixes of U. Junker's QuickXplain, AAAI 2004). Where they do, what
    halving finds is not enough, and `shortest` takes over.

    Args:
        items: all of them; it must fail with these. Their order is kept.
        fails: whether it fails with some of them, given in that order.
    """
    order = tuple(items)
    place = {item: at for at, item in enumerate(order)}

    def restore_order(some: Sequence[T]) -> tuple[T, ...]:
        return tuple(sorted(some, key=place.__getitem__))

    guilty: list[T] = []
    left = order
    while not fails(restore_order(guilty)):
        if not left:
            return minimize(order, fails)
        low, high = 1, len(left)  # the first `high` of what is left suffice, the first `low - 1` do not
        while low < high:
            middle = (low + high) // 2
            if fails(restore_order([*guilty, *left[:middle]])):
                high = middle
            else:
                low = middle + 1
        guilty.append(left[low - 1])
        left = left[: low - 1]
    return minimize(restore_order(guilty), fails)


def minimize(items: Sequence[T], fails: FailureTest[T]) -> tuple[T, ...]:
    """A list from which nothing can be left out, by delta debugging (A. Zeller and R. Hildebrandt, "Simplifying
    and isolating failure-inducing input", IEEE TSE 2002: ddmin).

    Args:
        items: the list; it must fail.
        fails: whether a part of it, in order, fails.
    """
    current = tuple(items)
    parts = 2
    while len(current) >= 2:
        size = -(-len(current) // parts)
        cuts = range(0, len(current), size)
        for at in cuts:
            rest = current[:at] + current[at + size :]
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
