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


def weights(rows: Mapping[str, Weight], draft: Draft) -> list[int]:
    """The weight of each row on this floor; 0 for what has reached its limit (R-GEN-30)."""
    floor = draft.floor
    owed: Sequence[str] = draft.notes.get("still_owed", ())
    return [
        0 if row.most and draft.count(kind) + owed.count(kind) >= row.most else row.at(floor)
        for kind, row in rows.items()
    ]


def draw(play: Play, purpose: str, rows: Mapping[str, Weight], draft: Draft) -> str | None:
    """A kind drawn by weight, or None if nothing can come here.

    Weights are worked out once per table and draft; a row with a limit makes that anew.
    """
    kept: dict[str, tuple[list[str], list[int], bool]] = draft.notes.setdefault("weights", {})
    known = kept.get(purpose)
    if known is None or known[2]:
        found = weights(rows, draft)
        limited = any(row.most and weight for row, weight in zip(rows.values(), found, strict=True))
        names = [kind for kind, weight in zip(rows, found, strict=True) if weight]
        known = kept[purpose] = (names, [weight for weight in found if weight], limited)
    if not known[0]:
        return None
    kind = known[0][play.weighted(purpose, known[1])]
    chance = rows[kind].chance
    if chance < 100 and not play.chance(f"{purpose}-chance", chance, 100):
        return None
    return kind


def loot(play: Play, table: str, draft: Draft) -> tuple[str, int] | None:
    """An object of a table and how many come together."""
    rows = play.records.get(LootTable, "loot", table).rows
    kind = draw(play, table.rpartition(":")[2], rows, draft)
    if kind is None:
        return None
    low, high = kind_of(play, kind).bundle
    return kind, low if low == high else play.roll("bundle", low, high)
