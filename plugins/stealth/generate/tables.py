"""Draws amounts and kinds from weighted tables (R-GEN-29, R-GEN-30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from footfall.api import Context
from footfall.api.grid import LevelDraft

from ..model.floor_records import CountByFloor, LootTable, Weight
from ..model.records import item_kind


def roll_amount(ctx: Context, purpose: str, spans: Sequence[CountByFloor], floor: int) -> int:
    """Rolls an amount from the last span that starts at or before this floor; 0 without one."""
    current = None
    for span in spans:
        if span.floor <= floor:
            current = span
    return 0 if current is None else ctx.roll(purpose, current.low, max(current.low, current.high))


def chance_on_floor(steps: Sequence[tuple[int, int]], floor: int) -> int:
    """The percent chance on a floor, from pairs of a starting floor and a chance, in rising order."""
    current = 0
    for first_floor, chance in steps:
        if first_floor <= floor:
            current = chance
    return current


def is_used_up(row: Weight, kind: str, draft: LevelDraft) -> bool:
    """Whether a row has reached its limit, counting copies still owed (R-GEN-30)."""
    if not row.most:
        return False
    owed: Sequence[str] = draft.step_data.get("still_owed", ())
    return draft.counts.get(kind, 0) + owed.count(kind) >= row.most


def draw_kind(ctx: Context, purpose: str, rows: Mapping[str, Weight], draft: LevelDraft) -> str | None:
    """Draws a kind by weight; None if no row applies.

    A drawn kind that has reached its limit is removed, and the draw repeated.

    Args:
        purpose: purpose of the roll; also the key under which the draft caches the table's weights.
    """
    cache: dict[str, tuple[list[str], list[int]]] = draft.step_data.setdefault("weights", {})
    entry = cache.get(purpose)
    if entry is None:
        weights_by_kind = ((kind, row.weight_on(draft.floor), row.when) for kind, row in rows.items())
        pairs = [(k, weight) for k, weight, when in weights_by_kind if weight and ctx.holds(when, draft=draft)]
        entry = cache[purpose] = [kind for kind, _ in pairs], [weight for _, weight in pairs]
    kinds, weights = entry
    while kinds:
        index = ctx.choose_weighted(purpose, weights)
        kind = kinds[index]
        row = rows[kind]
        if is_used_up(row, kind, draft):
            del kinds[index], weights[index]
            continue
        return kind if row.chance >= 100 or ctx.chance(f"{purpose}-chance", row.chance, 100) else None
    return None


def draw_loot(ctx: Context, table: str, draft: LevelDraft) -> tuple[str, int] | None:
    """Draws an item kind of a loot table and its count; None if no row applies."""
    rows = ctx.records.get(LootTable, "loot", table).rows
    kind = draw_kind(ctx, table.rpartition(":")[2], rows, draft)
    if kind is None:
        return None
    low, high = item_kind(ctx, kind).bundle
    return kind, low if low == high else ctx.roll("bundle", low, high)
