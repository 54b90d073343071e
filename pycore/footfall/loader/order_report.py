"""Explains the position of each mod in the order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from .discovery import Mod
from .order import Edge, collect_edges


class OrderPosition(msgspec.Struct, frozen=True):
    """The position of one mod.

    Attributes:
        number: position, from 1.
        after: constraints that place it after other mods.
        before: constraints that place it before other mods.
        tie_break: the reason for its position among the mods that no constraint orders.
    """

    number: int
    mod: Mod
    after: tuple[Edge, ...]
    before: tuple[Edge, ...]
    tie_break: str


def explain_order(mods: Sequence[Mod], base_ids: Iterable[str] = ()) -> list[OrderPosition]:
    """Explains the position of each of `mods`, which are given in order.

    Args:
        base_ids: ids of a game's rule plugins and their requirements, which precede all other mods.
    """
    edges = collect_edges(mods)
    base = set(base_ids)
    positions = []
    for at, mod in enumerate(mods):
        after = tuple(edge for edge in edges if edge.then == mod.id)
        before = tuple(edge for edge in edges if edge.first == mod.id)
        tie_break = _explain_tie_break(mods, at, after, base)
        positions.append(OrderPosition(at + 1, mod, after, before, tie_break))
    return positions


def _explain_tie_break(mods: Sequence[Mod], at: int, after: Sequence[Edge], base_ids: set[str]) -> str:
    """Returns the reason for a position among mods that no constraint orders, or ``""``."""
    mod = mods[at]
    if mod.id in base_ids:
        return "part of the game"
    if mod.is_first_party:
        return "first-party plugins come first"
    last = max((n for n, other in enumerate(mods) if any(edge.first == other.id for edge in after)), default=-1)
    free = [other for other in mods[last + 1 : at] if not other.is_first_party and other.id not in base_ids]
    if not free:
        return ""
    sorted_by_id = all(other.id < mod.id for other in free)
    return f"by id after {free[-1].id}" if sorted_by_id else f"as early as allowed, after {free[-1].id}"
