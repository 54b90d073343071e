"""Energy time: how often a creature acts per unit of the player's time."""

from __future__ import annotations

POINTS_PER_UNIT = 10
"""time points in one time unit (R-TIME-3)."""


def count_actions(pool: int, cost: int, unit: int = POINTS_PER_UNIT, extra_zeroes_pool: bool = True) -> tuple[int, int]:
    """Returns the number of actions (0 to 2) after one unit of the player's time, and the new pool (R-TIME-5).

    The pool gains one unit. If it covers `cost`, the creature acts. If a whole unit is then left over, it buys
    one extra action.

    Args:
        pool: time points saved so far.
        cost: time points of one action, at least 1.
        unit: time points of one time unit.
        extra_zeroes_pool: whether the extra action empties the pool (D-1) or takes one unit.
    """
    pool += unit
    if pool < cost:
        return 0, pool
    pool -= cost
    if pool < unit:
        return 1, pool
    return 2, 0 if extra_zeroes_pool else pool - unit
