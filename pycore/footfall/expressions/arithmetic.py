"""The arithmetic of both evaluators: 64-bit integers that saturate, division that rounds down and never fails."""

from .syntax import MAX_INTEGER, MIN_INTEGER, THOUSANDTHS

MAX_DIE = 10**9
"""The bounds of ``roll`` are limited to this number and its negative."""


def saturate(value: int) -> int:
    """Returns the nearest 64-bit integer."""
    return MAX_INTEGER if value > MAX_INTEGER else MIN_INTEGER if value < MIN_INTEGER else value


def divide(left: int, right: int) -> int:
    """Returns the quotient rounded down; 0 if the divisor is 0."""
    return saturate(left // right) if right else 0


def take_remainder(left: int, right: int) -> int:
    """Returns the remainder, which has the sign of the divisor; 0 if the divisor is 0."""
    return left % right if right else 0


def multiply_decimals(left: int, right: int) -> int:
    """Returns the product of two numbers of thousandths, rounded down to thousandths."""
    return saturate(left * right // THOUSANDTHS)


def limit_die(bound: int) -> int:
    """Returns a bound of ``roll`` within its limits."""
    return max(-MAX_DIE, min(MAX_DIE, bound))
