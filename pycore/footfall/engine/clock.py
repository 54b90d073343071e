"""Clocks: energy time for creatures, rounds for seats. Pure functions over plain integers.

A game picks its own; the engine has no single clock (DESIGN 5.5).
"""

from __future__ import annotations

POINTS_PER_UNIT = 10
"""t-points in one time unit (R-TIME-3)."""


def energy_actions(
    pool: int, cost: int, unit: int = POINTS_PER_UNIT, extra_zeroes_pool: bool = True
) -> tuple[int, int]:
    """How often a creature acts after one unit of the player's time (R-TIME-5).

    The pool gains one unit. If it covers `cost` the creature acts; having acted, a whole
    unit left over buys one extra action. Never more than two.

    Args:
        pool: t-points banked so far.
        cost: t-points of one action, at least 1.
        unit: t-points of one time unit.
        extra_zeroes_pool: whether the extra action empties the pool (D-1), or takes one unit.

    Returns:
        The number of actions (0 to 2) and the new pool.
    """
    pool += unit
    if pool < cost:
        return 0, pool
    pool -= cost
    if pool < unit:
        return 1, pool
    return 2, 0 if extra_zeroes_pool else pool - unit


def list_seats_from(starter: int, count: int) -> list[int]:
    """Seats in turn order, beginning with `starter` (seats count from 0)."""
    return [(starter + i) % count for i in range(count)]


def next_seat(seat: int, count: int) -> int:
    """The seat to the left: one on, wrapping."""
    return (seat + 1) % count
