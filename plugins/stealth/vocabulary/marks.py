"""Numbers that a mod keeps about items and cells, as ``do.mark`` keeps them about actors."""

from typing import Annotated

from footfall.api import AnyText, Change, Context, deed, reading
from footfall.api.deeds import keep_mark, name_mark
from footfall.api.grid import Cell, is_inside

from ..model.phase import get_phase
from ..model.state import ItemId
from .knowledge import can_tell, find_item

Name = Annotated[str, AnyText()]


def _recall(ctx: Context, key: str) -> int:
    value = ctx.recall(key)
    return value if type(value) is int else 0


@deed
def mark_item(ctx: Context, item: ItemId, name: Name, value: int = 1) -> list[Change]:
    """Keeps a number about an item, which expressions read as ``item.mark('NAME')``; 0 deletes it."""
    return [] if find_item(ctx, item) is None else keep_mark(ctx, "item", (item,), name, value)


@deed
def mark_cell(ctx: Context, at: Cell, name: Name, value: int = 1) -> list[Change]:
    """Keeps a number about a cell of the level, which expressions read as ``cell.mark('NAME')``; 0 deletes it."""
    level = get_phase(ctx).level
    return keep_mark(ctx, "cell", (level.id, *at), name, value) if at is not None and is_inside(level, at) else []


@reading(cost="O(1)", rule_name="mark")
def mark_of_item(ctx: Context, item: ItemId, name: Name) -> int:
    """A number that the mod keeps about an item; 0 if there is none."""
    return _recall(ctx, name_mark("item", (item,), name))


@reading(cost="O(1)", rule_name="mark")
def mark_of_cell(ctx: Context, cell: Cell, name: Name) -> int:
    """A number that the mod keeps about a cell of the current level; 0 if there is none."""
    phase = get_phase(ctx)
    return _recall(ctx, name_mark("cell", (phase.level.id, *cell), name)) if can_tell(phase, cell) else 0
