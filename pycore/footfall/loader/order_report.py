"""Why each mod stands where it stands in the order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .discovery import Mod
from .order import Edge, collect_edges


@dataclass(frozen=True)
class OrderPosition:
    """One mod's place.

    Attributes:
        number: from 1.
        after: what its and others' manifests say must come before it.
        before: the same of what must come after it.
        tie: why it stands where it does among those that nothing orders.
    """

    number: int
    mod: Mod
    after: tuple[Edge, ...]
    before: tuple[Edge, ...]
    tie_break: str


def explain_order(mods: Sequence[Mod], base_ids: Iterable[str] = ()) -> list[OrderPosition]:
    """The place of each of `mods`, which are given in order.

    Args:
        base: ids of the mods that a game is made of, which come before all others.
    """
    edges = collect_edges(mods)
    foundation = set(base_ids)
    places = []
    for at, mod in enumerate(mods):
        after = tuple(edge for edge in edges if edge.then == mod.id)
        before = tuple(edge for edge in edges if edge.first == mod.id)
        places.append(
            OrderPosition(at + 1, mod, after, before, _explain_tie_break(mods, at, after, foundation))
        )
    return places


def _explain_tie_break(mods: Sequence[Mod], at: int, after: Sequence[Edge], base_ids: set[str]) -> str:
    """What decided where nothing else does."""
    mod = mods[at]
    if mod.id in base_ids:
        return "the game is made of it"
    if mod.is_first_party:
        return "it comes with Footfall: before others"
    last = max(
        (n for n, other in enumerate(mods) if any(edge.first == other.id for edge in after)), default=-1
    )
    free = [other for other in mods[last + 1 : at] if not other.is_first_party and other.id not in base_ids]
    if not free:
        return ""
    rising = all(other.id < mod.id for other in free)
    return f"by id after {free[-1].id}" if rising else f"as soon as it may, after {free[-1].id}"
