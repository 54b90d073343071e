"""Drawing from tables: how many, and which (R-GEN-29, R-GEN-30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from footfall.api import Play
from footfall.api.grid import Draft

from ..records import LootTable, Span, Weight
from .floors import kind_of


def amount(play: Play, purpose: str, spans: Sequence[Span], floor: int) -> int:
    """How many: a number of the last span that begins at or above this floor; 0 without one."""
    found = None
    for span in spans:
        if span.floor <= floor:
            found = span
    return 0 if found is None else play.roll(purpose, found.low, max(found.low, found.high))


def percent(steps: Sequence[tuple[int, int]], floor: int) -> int:
    """The chance in a hundred on a floor: pairs of a floor and the chance from it on."""
    found = 0
    for begins, chance in steps:
        if begins <= floor:
            found = chance
    return found


def spent(row: Weight, kind: str, draft: Draft) -> bool:
    """Whether a row has reached its limit, what is still owed included (R-GEN-30)."""
    if not row.most:
        return False
    owed: Sequence[str] = draft.notes.get("still_owed", ())
    return draft.counts.get(kind, 0) + owed.count(kind) >= row.most


def draw(play: Play, purpose: str, rows: Mapping[str, Weight], draft: Draft) -> str | None:
    """A kind drawn by weight, or None if nothing can come here.

    What has reached its limit is left out: its draw is made again without it.

    Args:
        purpose: names the table as well: weights are worked out once per draft.
    """
    kept: dict[str, tuple[list[str], list[int]]] = draft.notes.setdefault("weights", {})
    known = kept.get(purpose)
    if known is None:
        pairs = [(kind, weight) for kind, row in rows.items() if (weight := row.at(draft.floor))]
        known = kept[purpose] = [kind for kind, _ in pairs], [weight for _, weight in pairs]
    kinds, weights = known
    while kinds:
        index = play.weighted(purpose, weights)
        kind = kinds[index]
        row = rows[kind]
        if spent(row, kind, draft):
            del kinds[index], weights[index]
            continue
        return kind if row.chance >= 100 or play.chance(f"{purpose}-chance", row.chance, 100) else None
    return None


def loot(play: Play, table: str, draft: Draft) -> tuple[str, int] | None:
    """An object of a table and how many come together."""
    rows = play.records.get(LootTable, "loot", table).rows
    kind = draw(play, table.rpartition(":")[2], rows, draft)
    if kind is None:
        return None
    low, high = kind_of(play, kind).bundle
    return kind, low if low == high else play.roll("bundle", low, high)
