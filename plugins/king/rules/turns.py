"""Turns and their legal commands (K-TURN)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from footfall.api import Answer, Ask, Command, Context, Finish, Push, Question
from footfall.api.events import Acting, Turn

from .. import changes as c
from .. import commands as cmd
from ..layout import FLOOR, NODE_NAMES, PER_FLOOR
from ..records import GameRecords, records_of
from ..state import KEY, MAX_SEATS, Board, board_of
from . import actions, rooms
from .allowance import actions_left, has_ice, is_sealed
from .costs import COST_HOOK, can_pay, find_cost, find_use_cost
from .movement import check_entry, is_anyone_shy, list_reachable_nodes
from .rounds import find_defeat

MANY_ACTIONS = 1 << 30
"""More actions than any command costs."""

_ASK = tuple(Ask(Question(seat, "turn")) for seat in range(MAX_SEATS))
_BEGIN_TURN = (c.BeginTurn(False), c.BeginTurn(True))
_MOVES = tuple(tuple(cmd.Move(actor=seat, to=name) for name in NODE_NAMES) for seat in range(MAX_SEATS))


def _for_each_seat(kind: type[Command], **fields: Any) -> tuple[Command, ...]:
    return tuple(kind(actor=seat, **fields) for seat in range(MAX_SEATS))


_SEARCH, _MEDITATE, _ESCAPE, _END_TURN = map(_for_each_seat, (cmd.Search, cmd.Meditate, cmd.Escape, cmd.EndTurn))
_DISCARD_CLARITY, _BUY_CROWN, _PEDLAR_BUY, _TAVERN = map(
    _for_each_seat, (cmd.DiscardClarity, cmd.BuyCrown, cmd.PedlarBuy, cmd.Tavern)
)
_SALON, _CHAPEL, _RITUAL = map(_for_each_seat, (cmd.Salon, cmd.Chapel, cmd.Ritual))
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
        if not soul.skip and actions_left(records, board, seat):
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
        commands = [command for command in commands if ctx.vote("can_act", Acting(command.actor, command)) is None]
    return commands


def list_turn_commands(ctx: Context, records: GameRecords, board: Board, seat: int) -> list[Command]:
    """Returns the legal commands of the active seat's turn."""
    left = actions_left(records, board, seat)
    free = board.souls[seat].free_actions < board.profile.max_free_actions
    if not ctx.has_listeners(COST_HOOK):
        return _list_payable_commands(ctx, records, board, seat, left, free)
    commands = _list_payable_commands(ctx, records, board, seat, MANY_ACTIONS, True)
    end = _END_TURN[seat]
    payable = [
        command
        for command in commands
        if command is end or can_pay(records, board, command, find_cost(ctx, records, board, command))
    ]
    return payable or [end]


def _list_payable_commands(
    ctx: Context, records: GameRecords, board: Board, seat: int, left: int, free: bool
) -> list[Command]:
    """Returns the legal commands of a seat that has `left` actions, and a free one if `free`."""
    soul = board.souls[seat]
    if "TRAPPED" in soul.statuses:
        return [_ESCAPE[seat]] if left else [_END_TURN[seat]]
    node = soul.node
    commands = _list_moves(ctx, records, board, seat, left)
    if left:
        if board.boxes[node]:
            commands.append(_SEARCH[seat])
        if actions.check_meditate(records, board, seat) is None:
            commands.append(_MEDITATE[seat])
        if soul.keys and actions.check_buy_crown(board, seat) is None:
            commands.append(_BUY_CROWN[seat])
        if actions.check_heal_others(records, board, seat) is None:
            commands += (_HEAL_OTHERS[0][seat], _HEAL_OTHERS[1][seat])
    if soul.objects:
        _add_object_commands(ctx, records, board, seat, left, free, commands)
    if free:
        if "CLARITY" in soul.statuses:
            commands.append(_DISCARD_CLARITY[seat])
        if soul.has_deal and board.find_room_kind(seat) != "PEDLAR":
            _add_deals(records, board, seat, commands)
        if board.profile.allows_trade:
            _add_gifts(records, board, seat, commands)
    if node % PER_FLOOR:
        kind = board.find_room_kind(seat)
        if kind:
            _add_room_commands(ctx, records, board, seat, kind, left, free, commands)
    commands.append(_END_TURN[seat])
    return commands


def _list_moves(ctx: Context, records: GameRecords, board: Board, seat: int, left: int) -> list[Command]:
    """Returns the legal moves, like `check_move` for each but with shared checks done once."""
    soul = board.souls[seat]
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


@lru_cache(maxsize=256)
def _build_use(seat: int, item: str) -> cmd.Use:
    return cmd.Use(actor=seat, item=item)


def _add_object_commands(
    ctx: Context, records: GameRecords, board: Board, seat: int, left: int, free: bool, commands: list[Command]
) -> None:
    objects = board.souls[seat].objects
    for item in objects if len(objects) == 1 else dict.fromkeys(objects):
        if item in records.usable:
            cost = find_use_cost(records, board.souls[seat], item)
            if (left >= cost if cost else free) and actions.check_use(ctx, records, board, seat, item) is None:
                commands.append(_build_use(seat, item))
        elif free and item in records.tales and actions.check_attach_tale(records, board, seat, item) is None:
            commands.append(cmd.AttachTale(actor=seat, tale=item))


def _add_deals(records: GameRecords, board: Board, seat: int, commands: list[Command]) -> None:
    if rooms.check_pedlar_buy(records, board, seat) is None:
        commands.append(_PEDLAR_BUY[seat])
    items = dict.fromkeys(board.souls[seat].objects)
    commands += [cmd.PedlarSell(actor=seat, item=item) for item in items if item not in records.bound]


def _add_gifts(records: GameRecords, board: Board, seat: int, commands: list[Command]) -> None:
    items = dict.fromkeys((KEY, *board.souls[seat].objects))
    commands += [
        cmd.Give(actor=seat, target=target, item=item)
        for target in board.seats_at(board.souls[seat].node)
        if target != seat
        for item in items
        if actions.check_give(records, board, seat, target, item) is None
    ]


def _add_armory_commands(records: GameRecords, board: Board, seat: int, commands: list[Command]) -> None:
    commands += [
        cmd.ArmoryDrop(actor=seat, item=item)
        for item in dict.fromkeys((KEY, *board.souls[seat].objects))
        if rooms.check_armory_drop(records, board, seat, item) is None
    ]
    commands += [
        cmd.ArmoryTake(actor=seat, item=item)
        for item in dict.fromkeys(board.armory)
        if rooms.check_armory_take(board, seat, item) is None
    ]


def _add_room_commands(
    ctx: Context,
    records: GameRecords,
    board: Board,
    seat: int,
    kind: str,
    left: int,
    free: bool,
    commands: list[Command],
) -> None:
    cost = records.rooms[kind].cost
    if left < cost if cost else not free:
        return
    if kind == "PEDLAR":
        _add_deals(records, board, seat, commands)
    elif kind == "ARMOURY":
        _add_armory_commands(records, board, seat, commands)
    elif kind == "TAVERN":
        if rooms.check_tavern(board, seat) is None:
            commands.append(_TAVERN[seat])
    elif kind == "YELLOW_DOORS":
        commands += [
            cmd.YellowDoors(actor=seat, target=target)
            for target in range(len(board.souls))
            if rooms.check_yellow_doors(ctx, records, board, seat, target) is None
        ]
    elif kind == "BEAUTY_SALON":
        if rooms.check_salon(board, seat) is None:
            commands.append(_SALON[seat])
    elif kind == "CHAPEL":
        commands.append(_CHAPEL[seat])
    elif kind == "LETHAL_CHAMBER" and rooms.check_ritual(board, seat) is None:
        commands.append(_RITUAL[seat])
