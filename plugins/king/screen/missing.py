"""Why a list of choices is empty: the condition that is not met, by name of the list."""

from collections.abc import Callable

from footfall.api import Command, Context, Message
from footfall.api.scene import Choice

from .. import commands as cmd
from ..records import GameRecords
from ..rules.actions import BLESSINGS, Action, check_action, check_heal_others, check_use, is_in_place
from ..rules.allowance import find_cost
from ..rules.movement import check_entry, list_reachable_nodes
from ..state import Board
from .card_words import join_messages
from .labels import label_for


def explain_empty_lists(
    ctx: Context, records: GameRecords, board: Board, seat: int, choices: dict[str, tuple[Choice, ...]]
) -> dict[str, Message]:
    """Returns the reason for each list that a key would open without a choice in it."""
    action = Action(ctx, records, board, seat, board.souls[seat])
    return {name: explain(action) for name, explain in _REASONS.items() if name not in choices}


def _refuse(name: str) -> Message:
    return Message(f"king-no-{name}")


def explain_moves(action: Action) -> Message:
    """Returns why there is nothing in the list: the ways."""
    refused = check_action(action, action.board.profile.move_cost)
    for node in list_reachable_nodes(action.board, action.soul):
        refused = refused or check_entry(action.ctx, action.records, action.board, action.seat, node)
    return refused.message if refused is not None else _refuse("actions")


def explain_use(action: Action) -> Message:
    """Names each object in hand with its own reason."""
    reasons = []
    for item in dict.fromkeys(action.soul.objects):
        command = cmd.Use(actor=action.seat, item=item)
        cost = find_cost(action.ctx, action.records, action.board, command)
        refused = check_use(action, command) if item not in action.records.usable else None
        refused = refused or check_action(action, cost) or check_use(action, command)
        if refused is not None:
            reasons.append(Message("king-no-use-of", {"card": label_for(item), "reason": refused.message}))
    return join_messages("king-reasons", reasons) or _refuse("objects")


def explain_blessing(action: Action) -> Message:
    """Returns why there is nothing in the list: the blessings."""
    refused = check_heal_others(action, cmd.HealOthers(actor=action.seat, blessing=BLESSINGS[0])) or check_action(
        action, 1
    )
    return refused.message if refused is not None else _refuse("heal")


def explain_gift(action: Action) -> Message:
    """Returns why there is nothing in the list: gifts and their takers."""
    if not action.board.profile.allows_trade:
        return _refuse("give-by-rules")
    if len(action.board.seats_at(action.soul.node)) < 2:
        return _refuse("give-alone")
    if not action.soul.objects and not action.soul.keys:
        return _refuse("give-empty")
    refused = check_action(action, 0)
    return refused.message if refused is not None else _refuse("give-full")


def explain_room(
    kind: str, build: Callable[[int], Command], explain: Callable[[Action], Message]
) -> Callable[[Action], Message]:
    """Returns a function that names the special room if the soul is elsewhere, else explains."""

    def explain_here(action: Action) -> Message:
        command = build(action.seat)
        if not is_in_place(action.board, command):
            return Message("king-no-special-of", {"room": label_for(kind)})
        refused = check_action(action, find_cost(action.ctx, action.records, action.board, command))
        return refused.message if refused is not None else explain(action)

    return explain_here


def explain_sale(action: Action) -> Message:
    """Returns why there is nothing in the list: sales to the pedlar."""
    return _refuse("sale" if action.soul.objects else "objects")


def explain_drop(action: Action) -> Message:
    """Returns why there is nothing in the list: things for the armory."""
    if not action.soul.objects and not action.soul.keys:
        return _refuse("give-empty")
    is_full = len(action.board.armory) >= action.records.rooms["ARMOURY"].capacity
    return _refuse("armoury-full" if is_full else "bound")


def explain_take(action: Action) -> Message:
    """Returns why there is nothing in the list: things of the armory."""
    return _refuse("slot" if action.board.armory else "armoury-nothing")


_REASONS: dict[str, Callable[[Action], Message]] = {
    "moves": explain_moves,
    "above": lambda action: _refuse("above"),
    "below": lambda action: _refuse("below"),
    "use": explain_use,
    "blessing": explain_blessing,
    "tale": lambda action: _refuse("tale"),
    "target": explain_gift,
    "give": explain_gift,
    "sell": explain_room("PEDLAR", lambda seat: cmd.PedlarSell(actor=seat, item=""), explain_sale),
    "drop": explain_room("ARMOURY", lambda seat: cmd.ArmoryDrop(actor=seat, item=""), explain_drop),
    "take": explain_room("ARMOURY", lambda seat: cmd.ArmoryTake(actor=seat, item=""), explain_take),
    "door": explain_room(
        "YELLOW_DOORS", lambda seat: cmd.YellowDoors(actor=seat, target=seat), lambda action: _refuse("doors")
    ),
}
