"""Numbers that a mod keeps about items and cells, as ``do.mark`` keeps them about actors."""

from typing import Annotated

from footfall.api import AnyText, Change, Context, Remember, deed, reading
from footfall.api.deeds import KEY_STEPS
from footfall.api.grid import Cell, is_inside

from ..model.phase import get_phase
from ..model.state import ItemId
from .knowledge import can_tell, find_item

MAX_MARKS = 1_000
"""The most marks of a mod on items, and on cells; one more forgets that of the oldest item or level."""

Name = Annotated[str, AnyText()]


def _name_key(kind: str, numbers: tuple[int, ...], name: str) -> str:
    """The key in a mod's memory: with spaces, which no name in an expression has."""
    return f"{kind} {'.'.join(map(str, numbers))} {name}"


def _keep(ctx: Context, kind: str, numbers: tuple[int, ...], name: str, value: int) -> list[Change]:
    key, memory = _name_key(kind, numbers, name), ctx.state.memory.get(ctx.mod, {})
    changes: list[Change] = [Remember(ctx.mod, key, value or None)]
    if not value or key in memory or len(memory) < MAX_MARKS:  # only a new key may need the place of another one
        return changes
    ctx.count_rule_steps(KEY_STEPS * len(memory))
    kept = [other.split(" ", 2) for other in memory if other.startswith(f"{kind} ")]
    if len(kept) >= MAX_MARKS:
        oldest = min((tuple(map(int, place.split("."))), word) for _, place, word in kept)
        changes.insert(0, Remember(ctx.mod, _name_key(kind, *oldest)))
    return changes


def _recall(ctx: Context, key: str) -> int:
    value = ctx.recall(key)
    return value if type(value) is int else 0


@deed
def mark_item(ctx: Context, item: ItemId, name: Name, value: int = 1) -> list[Change]:
    """Keeps a number about an item, which expressions read as ``item.mark('NAME')``; 0 deletes it."""
    return [] if find_item(ctx, item) is None else _keep(ctx, "item", (item,), name, value)


@deed
def mark_cell(ctx: Context, at: Cell, name: Name, value: int = 1) -> list[Change]:
    """Keeps a number about a cell of the level, which expressions read as ``cell.mark('NAME')``; 0 deletes it."""
    level = get_phase(ctx).level
    return _keep(ctx, "cell", (level.id, *at), name, value) if is_inside(level, at) else []


@reading(cost="O(1)", rule_name="mark")
def mark_of_item(ctx: Context, item: ItemId, name: Name) -> int:
    """A number that the mod keeps about an item; 0 if there is none."""
    return _recall(ctx, _name_key("item", (item,), name))


@reading(cost="O(1)", rule_name="mark")
def mark_of_cell(ctx: Context, cell: Cell, name: Name) -> int:
    """A number that the mod keeps about a cell of the current level; 0 if there is none."""
    phase = get_phase(ctx)
    return _recall(ctx, _name_key("cell", (phase.level.id, *cell), name)) if can_tell(phase, cell) else 0
