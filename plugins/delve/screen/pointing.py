"""At the table, a click on an unexplored exit of the map explores it."""

from footfall.api import BotContext, Command, Message, expands
from footfall.api.scene import CLICK, Prompt, PromptKind

from ..commands import ExploreExit, make_binding
from ..expedition import expedition_of
from ..maps.geometry import Cell
from .table_map import find_exit_at


class ExploreAt(Command, frozen=True, tag="core.delve:explore-at"):
    """Explores the exit at a cell of the map."""

    cell: Cell


POINT_KEY = make_binding((CLICK,), ExploreAt, "point", Prompt("cell", PromptKind.CELL, Message("delve-ask-point")))


@expands(ExploreAt, bindings=(POINT_KEY,))
def next_pointed_command(ctx: BotContext, order: ExploreAt, done: int) -> Command | Message | None:
    """The exploration of the exit there, or the reason that there is none."""
    expedition = expedition_of(ctx.state)
    if done or expedition.is_walking:
        return None
    delve = expedition.delve
    gate = find_exit_at(delve, delve.zones[-1].level, (order.cell[0], order.cell[1]))
    return Message("delve-no-exit-there") if gate is None else ExploreExit(actor=order.actor, exit=gate.id)
