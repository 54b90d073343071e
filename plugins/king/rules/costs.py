"""Costs of commands, and whether a player can pay (K-TURN-2, D-23, D-24)."""

from functools import cache
from typing import Final

from footfall.api import Command, Context, Message, Refusal

from .. import changes as c, commands as cmd
from ..hookspecs import Costing
from ..layout import FLOOR, NODE_BY_NAME, NODE_NAMES
from ..records import GameRecords
from ..state import Board, Soul
from .allowance import actions_left

COST_HOOK: Final = "core.king:on_cost"

ROOM_OF: Final[dict[type[Command], str]] = {
    cmd.ArmoryDrop: "ARMOURY",
    cmd.ArmoryTake: "ARMOURY",
    cmd.Tavern: "TAVERN",
    cmd.YellowDoors: "YELLOW_DOORS",
    cmd.Salon: "BEAUTY_SALON",
    cmd.Chapel: "CHAPEL",
    cmd.Ritual: "LETHAL_CHAMBER",
}
"""The special room that a command uses; its record has the cost."""

ONE_ACTION: Final = frozenset((cmd.Search, cmd.Meditate, cmd.Escape, cmd.HealOthers, cmd.BuyCrown))
"""The other commands that cost an action; the rest are free actions."""


@cache
def refuse(message: str, rule: str) -> Refusal:
    """Returns the refusal with the message ``king-no-MESSAGE`` and the id of a rule."""
    return Refusal(Message(f"king-no-{message}"), rule)


def find_cost(ctx: Context, records: GameRecords, board: Board, command: Command) -> int:
    """Returns the actions that a command of a turn costs now, as mods decide in ``on_cost``; 0: a free action."""
    cost = find_base_cost(records, board, command)
    if not ctx.has_listeners(COST_HOOK):
        return cost
    action = str(type(command).__struct_config__.tag).rpartition(":")[2]
    place = NODE_NAMES[board.souls[command.actor].node]
    destination = command.to if isinstance(command, cmd.Move) else ""
    costing = Costing(command.actor, action, place, destination, getattr(command, "item", getattr(command, "tale", "")))
    folded = ctx.fold(COST_HOOK, costing, {"cost": cost})
    return max(0, folded["cost"])


def find_base_cost(records: GameRecords, board: Board, command: Command) -> int:
    """Returns the actions that a command costs by the rules."""
    soul, kind = board.souls[command.actor], type(command)
    if kind in ONE_ACTION:
        return 1
    if isinstance(command, cmd.Move):
        node = NODE_BY_NAME.get(command.to, soul.node)
        return find_move_cost(records, board, soul, node)
    if isinstance(command, cmd.Use):
        return find_use_cost(records, soul, command.item)
    return records.rooms[ROOM_OF[kind]].cost if kind in ROOM_OF else 0


def find_move_cost(records: GameRecords, board: Board, soul: Soul, node: int) -> int:
    """Returns the cost of a MOVE to `node`; a SCOUT's first of the turn is free."""
    if not soul.has_moved and records.roles[soul.role].has_free_first_move:
        return 0
    profile = board.profile
    return profile.move_cost if FLOOR[node] == FLOOR[soul.node] else profile.stairs_cost


def find_use_cost(records: GameRecords, soul: Soul, item: str) -> int:
    """Returns the cost of an object: 1 action for BLUNT, none for a BRAWLER (D-23), none for the others."""
    return 1 if item == "BLUNT" and not records.roles[soul.role].has_free_blunt else 0


def can_pay(records: GameRecords, board: Board, command: Command, cost: int) -> bool:
    """Whether a player can pay a cost: with actions, or with one of the free actions of a turn.

    A MOVE that the rules make free can always be paid.
    """
    soul = board.souls[command.actor]
    if cost:
        return actions_left(records, board, command.actor) >= cost
    if soul.free_actions < board.profile.max_free_actions:
        return True
    return isinstance(command, cmd.Move) and find_base_cost(records, board, command) == 0


def pay(seat: int, cost: int) -> c.Spend:
    """Pays for a command; one without cost is a free action."""
    return c.Spend(seat, cost, 0 if cost else 1)
