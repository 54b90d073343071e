"""Drawing from tables: how many, and which (R-GEN-29, R-GEN-30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from footfall.api import Context
from footfall.api.grid import LevelDraft

from ..records import CountByFloor, LootTable, Weight
from .dungeon_state import get_item_kind


def roll_amount(ctx: Context, purpose: str, spans: Sequence[CountByFloor], floor: int) -> int:
    """How many: a number of the last span that begins at or above this floor; 0 without one."""
    found = None
    for span in spans:
        if span.floor <= floor:
            found = span
    return 0 if found is None else ctx.roll(purpose, found.low, max(found.low, found.high))


def chance_on_floor(steps: Sequence[tuple[int, int]], floor: int) -> int:
    """The chance in a hundred on a floor: pairs of a floor and the chance from it on."""
    found = 0
    for begins, chance in steps:
        if begins <= floor:
            found = chance
    return found


def is_used_up(row: Weight, kind: str, draft: LevelDraft) -> bool:
    """Whether a row has reached its limit, what is still owed included (R-GEN-30)."""
    if not row.most:
        return False
    owed: Sequence[str] = draft.step_data.get("still_owed", ())
    return draft.counts.get(kind, 0) + owed.count(kind) >= row.most


def draw_kind(ctx: Context, purpose: str, rows: Mapping[str, Weight], draft: LevelDraft) -> str | None:
    """A kind drawn by weight, or None if nothing can come here.

    What has reached its limit is left out: its draw is made again without it.

    Args:
        purpose: names the table as well: weights are worked out once per draft.
    """
    kept: dict[str, tuple[list[str], list[int]]] = draft.step_data.setdefault("weights", {})
    known = kept.get(purpose)
    if known is None:
        pairs = [(kind, weight) for kind, row in rows.items() if (weight := row.weight_on(draft.floor))]
        known = kept[purpose] = [kind for kind, _ in pairs], [weight for _, weight in pairs]
    kinds, weights = known
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
    """An object of a table and how many come together."""
    rows = ctx.records.get(LootTable, "loot", table).rows
    kind = draw_kind(ctx, table.rpartition(":")[2], rows, draft)
    if kind is None:
        return None
    low, high = get_item_kind(ctx, kind).bundle
    return kind, low if low == high else ctx.roll("bundle", low, high)
