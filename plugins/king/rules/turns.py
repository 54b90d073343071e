"""Turns and their legal commands (K-TURN)."""

from collections.abc import Callable
from typing import Any, TypeVar

from footfall.api import Answer, Ask, Command, Context, Finish, Push, Question, Refusal
from footfall.api.events import Acting, Turn

from .. import changes as c, commands as cmd
from ..layout import FLOOR, NODE_NAMES, PER_FLOOR
from ..records import GameRecords, records_of
from ..state import KEY, MAX_SEATS, Board, board_of
from . import actions, rooms
from .actions import Action
from .allowance import COST_HOOK, actions_left, can_pay, find_cost, find_use_cost, has_ice, is_sealed
from .movement import check_entry, is_anyone_shy, list_reachable_nodes
from .rounds import find_defeat

C = TypeVar("C", bound=Command)

MANY_ACTIONS = 1 << 30
"""More actions than any command costs."""

_ASK = tuple(Ask(Question(seat, "turn")) for seat in range(MAX_SEATS))
_BEGIN_TURN = (c.BeginTurn(False), c.BeginTurn(True))
_MOVES = tuple(tuple(cmd.Move(actor=seat, to=name) for name in NODE_NAMES) for seat in range(MAX_SEATS))


def _for_each_seat(kind: type[C], **fields: Any) -> tuple[C, ...]:
    return tuple(kind(actor=seat, **fields) for seat in range(MAX_SEATS))


_SEARCH, _MEDITATE, _ESCAPE = _for_each_seat(cmd.Search), _for_each_seat(cmd.Meditate), _for_each_seat(cmd.Escape)
_DISCARD_CLARITY, _BUY_CROWN = _for_each_seat(cmd.DiscardClarity), _for_each_seat(cmd.BuyCrown)
_PEDLAR_BUY, _TAVERN, _SALON = _for_each_seat(cmd.PedlarBuy), _for_each_seat(cmd.Tavern), _for_each_seat(cmd.Salon)
_CHAPEL, _RITUAL, _END_TURN = _for_each_seat(cmd.Chapel), _for_each_seat(cmd.Ritual), _for_each_seat(cmd.EndTurn)
_HEAL_OTHERS = tuple(_for_each_seat(cmd.HealOthers, blessing=blessing) for blessing in actions.BLESSINGS)
_ANSWERS = tuple(tuple(Answer(actor=seat, choice=choice) for choice in range(16)) for seat in range(MAX_SEATS))


def advance_turn(ctx: Context) -> c.Changes:
    """Asks the active seat, begins its turn, or ends the round."""
    board = board_of(ctx.state)
    if board.profile.defeat_check == "immediate":
        outcome = find_defeat(board)
        if outcome:
            return [Finish(outcome)]
    if board.turns >= len(board.souls):
        return [c.EndRound(), *ctx.push_chain("on_round_end", "core.king"), Push("core.king:round")]
    seat = board.active
    soul = board.souls[seat]
    records = records_of(ctx)
    if not board.has_begun:
        began = _BEGIN_TURN[bool(board.monsters) and has_ice(records, board, FLOOR[soul.node])]
        if ctx.has_listeners("on_turn_start"):
            return [began, *ctx.notify("on_turn_start", Turn(seat, board.round))]
        # The beginning of a turn does not change whether actions are left.
        if actions_left(records, board, seat):
            return [began, _ASK[seat]]
        return [began]
    if soul.has_lost_turn or soul.is_exhausted:
        return actions.finish_turn(ctx, board)
    if actions_left(records, board, seat) or (
        may_act_for_free(ctx, records, board, seat) and len(list_turn_commands(ctx, records, board, seat)) > 1
    ):
        return [_ASK[seat]]
    return actions.finish_turn(ctx, board)


def may_act_for_free(ctx: Context, records: GameRecords, board: Board, seat: int) -> bool:
    """Whether a seat without actions could have a legal command other than END_TURN; the list of them decides."""
    soul, profile = board.souls[seat], board.profile
    return (
        bool(soul.objects)
        or soul.has_deal
        or profile.allows_trade
        or not (profile.move_cost and profile.stairs_cost)
        or (not soul.has_moved and records.roles[soul.role].has_free_first_move)
        or "CLARITY" in soul.statuses
        or ctx.has_listeners(COST_HOOK)
        or board.find_room_kind(seat) != ""
    )


def list_legal_commands(ctx: Context) -> list[Command]:
    """Returns all legal commands of the active player, in a fixed order."""
    question = ctx.state.question
    if question is None:
        return []
    if question.kind != "turn":
        count = len(question.options)
        if count <= 16:
            return list(_ANSWERS[question.actor][:count])
        return [Answer(actor=question.actor, choice=choice) for choice in range(count)]
    board = board_of(ctx.state)
    commands = list_turn_commands(ctx, records_of(ctx), board, question.actor)
    if ctx.has_listeners("can_act"):
        allowed = [command for command in commands if ctx.vote("can_act", Acting(command.actor, command)) is None]
        return allowed or commands  # the engine suspends votes that leave no command
    return commands


def list_turn_commands(ctx: Context, records: GameRecords, board: Board, seat: int) -> list[Command]:
    """Returns the legal commands of the active seat's turn."""
    action = Action(ctx, records, board, seat, board.souls[seat])
    if not ctx.has_listeners(COST_HOOK):
        may_act_freely = action.soul.free_actions < board.profile.max_free_actions
        return _list_payable_commands(action, actions_left(records, board, seat), may_act_freely)
    end = _END_TURN[seat]
    payable: list[Command] = [
        command
        for command in _list_payable_commands(action, MANY_ACTIONS, True)
        if command is end or can_pay(records, board, command, find_cost(ctx, records, board, command))
    ]
    return payable or [end]


def _allow(action: Action, check: Callable[[Action, C], Refusal | None], *commands: C) -> list[Command]:
    return [command for command in commands if check(action, command) is None]


def _list_payable_commands(action: Action, left: int, free: bool) -> list[Command]:
    """Returns the legal commands of a seat that has `left` actions, and a free one if `free`."""
    _, records, board, seat, soul = action
    if "TRAPPED" in soul.statuses:
        return [_ESCAPE[seat]] if left else [_END_TURN[seat]]
    commands = _list_moves(action, left)
    if left:
        if board.boxes[soul.node]:
            commands.append(_SEARCH[seat])
        commands += _allow(action, actions.check_meditate, _MEDITATE[seat])
        if soul.keys:
            commands += _allow(action, actions.check_buy_crown, _BUY_CROWN[seat])
        commands += _allow(action, actions.check_heal_others, *[heal[seat] for heal in _HEAL_OTHERS])
    for item in dict.fromkeys(soul.objects):
        if item in records.usable:
            cost = find_use_cost(records, soul, item)
            if left >= cost if cost else free:
                commands += _allow(action, actions.check_use, cmd.Use(actor=seat, item=item))
        elif free and item in records.tales:
            commands += _allow(action, actions.check_attach_tale, cmd.AttachTale(actor=seat, tale=item))
    if free:
        if "CLARITY" in soul.statuses:
            commands.append(_DISCARD_CLARITY[seat])
        if soul.has_deal and board.find_room_kind(seat) != "PEDLAR":
            commands += _list_deals(action)
        if board.profile.allows_trade:
            targets = [target for target in board.seats_at(soul.node) if target != seat]
            items = dict.fromkeys((KEY, *soul.objects))
            gifts = [cmd.Give(actor=seat, target=target, item=item) for target in targets for item in items]
            commands += _allow(action, actions.check_give, *gifts)
    kind = board.find_room_kind(seat) if soul.node % PER_FLOOR else ""
    if kind:
        cost = records.rooms[kind].cost
        if left >= cost if cost else free:
            commands += _list_room_commands(action, kind)
    commands.append(_END_TURN[seat])
    return commands


def _list_moves(action: Action, left: int) -> list[Command]:
    """Returns the legal moves, like `check_move` for each but with shared checks done once."""
    ctx, records, board, seat, soul = action
    goals = list_reachable_nodes(board, soul)
    if not soul.has_moved and records.roles[soul.role].has_free_first_move:
        near = far = True
    else:
        near, far = left >= board.profile.move_cost, left >= board.profile.stairs_cost
    if not (near or far) or (board.monsters and is_sealed(records, board, FLOOR[soul.node])):
        return []
    moves, floor = _MOVES[seat], FLOOR[soul.node]
    if not (near and far):
        goals = tuple(goal for goal in goals if (near if FLOOR[goal] == floor else far))
    if is_anyone_shy(board) or ctx.has_listeners("can_enter"):
        return [moves[goal] for goal in goals if check_entry(ctx, records, board, seat, goal) is None]
    return [moves[goal] for goal in goals]


def _list_deals(action: Action) -> list[Command]:
    sales = [cmd.PedlarSell(actor=action.seat, item=item) for item in dict.fromkeys(action.soul.objects)]
    buys = _allow(action, rooms.check_pedlar_buy, _PEDLAR_BUY[action.seat])
    return [*buys, *_allow(action, rooms.check_pedlar_sell, *sales)]


def _list_room_commands(action: Action, kind: str) -> list[Command]:
    """Returns the legal commands of a special room that the seat can pay for."""
    board, seat = action.board, action.seat
    match kind:
        case "PEDLAR":
            return _list_deals(action)
        case "ARMOURY":
            drops = [cmd.ArmoryDrop(actor=seat, item=item) for item in dict.fromkeys((KEY, *action.soul.objects))]
            takes = [cmd.ArmoryTake(actor=seat, item=item) for item in dict.fromkeys(board.armory)]
            taken = _allow(action, rooms.check_armory_take, *takes)
            return [*_allow(action, rooms.check_armory_drop, *drops), *taken]
        case "TAVERN":
            return _allow(action, rooms.check_tavern, _TAVERN[seat])
        case "YELLOW_DOORS":
            doors = [cmd.YellowDoors(actor=seat, target=target) for target in range(len(board.souls))]
            return _allow(action, rooms.check_yellow_doors, *doors)
        case "BEAUTY_SALON":
            return _allow(action, rooms.check_salon, _SALON[seat])
        case "CHAPEL":
            return [_CHAPEL[seat]]
        case "LETHAL_CHAMBER":
            return _allow(action, rooms.check_ritual, _RITUAL[seat])
    return []
