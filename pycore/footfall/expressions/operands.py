"""Operators over checked operands, and conversions of operands to one type."""

from collections.abc import Sequence
from typing import Any

from .python import saturate
from .syntax import THOUSANDTHS, Node
from .typed import DECIMAL, INTEGER, Typed


def combine(
    op: str, type: str, node: Node | Typed, parts: Sequence[Typed], value: Any = None, own_steps: int = 1
) -> Typed:
    """Returns an operator over operands; `own_steps` is its cost without theirs."""
    for part in parts:
        own_steps += part.steps
    return Typed(op, type, node.column, value, tuple(parts), own_steps)


def limit(typed: Typed, largest: int) -> Typed:
    """Returns an expression whose value lies between ``-largest`` and `largest`."""
    low, high = (Typed("constant", typed.type, typed.column, bound) for bound in (-largest, largest))
    if typed.op == "constant":
        value = min(max(typed.value, -largest), largest)
        return Typed("constant", typed.type, typed.column, value)
    lowest = combine("max", typed.type, typed, [typed, low])
    return combine("min", typed.type, typed, [lowest, high])


def are_integers(parts: Sequence[Typed]) -> bool:
    """Whether all operands are whole numbers."""
    for part in parts:  # noqa: SIM110  -- quicker than all(...), which counts in mods of thousands of rules
        if part.type != INTEGER:
            return False
    return True


def unify(parts: Sequence[Typed]) -> tuple[list[Typed], str]:
    """Converts integers to decimals if any part is a decimal."""
    if are_integers(parts):
        return list(parts), INTEGER
    scaled = []
    for part in parts:
        if part.type == DECIMAL:
            scaled.append(part)
        elif part.op == "constant":
            scaled.append(Typed("constant", DECIMAL, part.column, saturate(part.value * THOUSANDTHS)))
        else:
            scaled.append(Typed("scale", DECIMAL, part.column, None, (part,), part.steps + 1))
    return scaled, DECIMAL
