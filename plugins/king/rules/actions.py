"""Commands of a turn (K-ACT): the check of each command, and its handler.

The handler and the list of legal commands call the same check, so the two cannot differ.
"""

from collections.abc import Callable
from functools import wraps
from typing import NamedTuple, TypeAlias, TypeVar

from footfall.api import Command, Context, Push, Refusal, handles
from footfall.api.events import Turn

from .. import changes as c, commands as cmd
from ..layout import FLOOR, NODE_BY_NAME, PER_FLOOR
from ..records import GameRecords, records_of
from ..state import KEY, Board, Monster, Soul, board_of
from .allowance import (
    ROOM_OF,
    actions_left,
    can_pay,
    count_overflow,
    find_cost,
    key_limit,
    pay,
    push_overflow_check,
    refuse,
    thaws_floor,
)
from .cards import draw_card
from .dice import decide_total, log_total, roll_die
from .effects import apply_effects
from .movement import check_entry, check_move, move_soul
from .notices import notify_use
from .sanity import lose_sanity

ActionResult: TypeAlias = "c.Changes | Refusal"
C = TypeVar("C", bound=Command)
BLESSINGS = ("CLARITY", "ENLIGHTENED")
_FINISH_TURN = c.FinishTurn()


class Action(NamedTuple):
    """A command that may be carried out: who, and where."""

    ctx: Context
    records: GameRecords
    board: Board
    seat: int
    soul: Soul


def check_action(action: Action, cost: int) -> Refusal | None:
    """Returns why no action of this cost is possible now; TRAPPED allows ESCAPE only."""
    soul = action.soul
    if soul.has_lost_turn or soul.is_exhausted:
        return refuse("lost", "K-TURN-2")
    if "TRAPPED" in soul.statuses:
        return refuse("trapped", "K-STATUS-TRAPPED")
    if cost:
        return refuse("actions", "K-TURN-2") if actions_left(action.records, action.board, action.seat) < cost else None
    return refuse("free", "D-24") if soul.free_actions >= action.board.profile.max_free_actions else None


def is_in_place(board: Board, command: Command) -> bool:
    """Whether the player is in the special room of a command; the pedlar also visits."""
    kind = board.find_room_kind(command.actor)
    if isinstance(command, cmd.PedlarBuy | cmd.PedlarSell):
        return kind == "PEDLAR" or board.souls[command.actor].has_deal
    return ROOM_OF.get(type(command), kind) == kind


def performs(
    kind: type[C], check: Callable[[Action, C], Refusal | None] | None = None
) -> Callable[[Callable[[Action, C], c.Changes]], Callable[[Context, C], ActionResult]]:
    """Declares a function as the handler of a command that is paid for.

    It is called if the player is in place, can pay, and passes `check`; its changes follow the payment.
    """

    def register(run: Callable[[Action, C], c.Changes]) -> Callable[[Context, C], ActionResult]:
        @handles(kind)
        @wraps(run)
        def handle(ctx: Context, command: C) -> ActionResult:
            board, records, seat = board_of(ctx.state), records_of(ctx), command.actor
            cost = find_cost(ctx, records, board, command)
            if not is_in_place(board, command):
                return refuse("special", "K-ROOM")
            action = Action(ctx, records, board, seat, board.souls[seat])
            refused = check_action(action, cost) or (check(action, command) if check is not None else None)
            return refused or [pay(seat, cost), *run(action, command)]

        return handle

    return register


# Checks of single commands.


def check_meditate(action: Action, command: cmd.Meditate) -> Refusal | None:
    """MEDITATE: not in the King's corridor, not in the same node as a TANK (D-31)."""
    node = action.soul.node
    if node == action.board.king * PER_FLOOR:
        return refuse("meditate-king", "K-ACT-MEDITATE")
    for soul in action.board.souls:
        if soul.node == node and soul is not action.soul and action.records.roles[soul.role].is_unsettling:
            return refuse("meditate-tank", "K-ACT-MEDITATE")
    return None


def find_first_monster(board: Board, node: int) -> Monster | None:
    """Returns the figure that BLUNT hits in a node: the first by arrival (K-MON-4)."""
    for monster in board.monsters:
        if monster.node == node:
            return monster
    return None


def check_use(action: Action, command: cmd.Use) -> Refusal | None:
    """USE: the object is in hand, has a use, and the use has an effect here."""
    item, soul, board = command.item, action.soul, action.board
    if item not in soul.objects:
        return refuse("item", "K-OBJ-1")
    if item not in action.records.usable:
        return refuse("use", "K-OBJ-1")
    if item == "COMPASS":
        if soul.node % PER_FLOOR == 0:
            return refuse("room", "K-ACT-USE-COMPASS")
        return check_entry(action.ctx, action.records, board, action.seat, FLOOR[soul.node] * PER_FLOOR)
    if item == "BLUNT" and find_first_monster(board, soul.node) is None:
        return refuse("monster", "K-ACT-USE-BLUNT")
    if item == "STAIRS_TREASURE" and soul.is_climbing:
        return refuse("climbing", "K-OBJ-1")
    return None


def check_heal_others(action: Action, command: cmd.HealOthers) -> Refusal | None:
    """HEAL_OTHERS: a HEALER with sanity 1 or more, in company."""
    able = action.records.roles[action.soul.role].can_heal and action.soul.sanity >= 1 and len(action.board.souls) > 1
    return None if able and command.blessing in BLESSINGS else refuse("heal", "K-ACT-HEAL_OTHERS")


def check_attach_tale(action: Action, command: cmd.AttachTale) -> Refusal | None:
    """ATTACH_TALE: the Book and the tale are in hand."""
    objects, tale = action.soul.objects, command.tale
    able = "CHAMBERS_BOOK" in objects and tale in objects and tale in action.records.tales
    return None if able else refuse("tale", "K-OBJ-BOOK")


def check_buy_crown(action: Action, command: cmd.BuyCrown) -> Refusal | None:
    """BUY_CROWN: sold once, for a key, in the corridor of the Sanctuary's floor (K-OBJ-CROWN)."""
    soul, profile = action.soul, action.board.profile
    able = (
        profile.crown_source == "sanctuary"
        and soul.keys > 0
        and soul.node == (profile.sanctuary_floor - 1) * PER_FLOOR
        and not action.board.supplied_cards.get("CROWN")
    )
    return None if able else refuse("crown", "K-OBJ-CROWN")


def check_give(action: Action, command: cmd.Give) -> Refusal | None:
    """GIVE: within one node, if the profile allows it (D-28), and the taker has a slot."""
    board, records, target, item = action.board, action.records, command.target, command.item
    if not board.profile.allows_trade or not 0 <= target < len(board.souls) or target == action.seat:
        return refuse("trade", "D-28")
    giver, taker = action.soul, board.souls[target]
    if giver.node != taker.node or item in records.bound:
        return refuse("trade", "D-28")
    if item == KEY:
        return None if giver.keys > 0 and taker.keys < key_limit(taker) else refuse("trade", "D-28")
    if item not in giver.objects:
        return refuse("item", "K-OBJ-1")
    fits = item not in records.slotted or count_overflow(board, records, target, 1) <= 0
    return None if fits else refuse("trade", "D-28")


# Handlers.


@handles(cmd.Move)
def move(ctx: Context, command: cmd.Move) -> ActionResult:
    board = board_of(ctx.state)
    seat = command.actor
    node = NODE_BY_NAME.get(command.to)
    if node is None:
        return refuse("edge", "K-BOARD-4")
    soul = board.souls[seat]
    if soul.has_lost_turn or soul.is_exhausted:
        return refuse("lost", "K-TURN-2")
    if "TRAPPED" in soul.statuses:
        return refuse("trapped", "K-STATUS-TRAPPED")
    records = records_of(ctx)
    cost = find_cost(ctx, records, board, command)
    return check_move(ctx, records, board, seat, node, cost) or move_soul(ctx, records, board, seat, node, cost)


@performs(
    cmd.Search, lambda action, command: None if action.board.boxes[action.soul.node] else refuse("cards", "K-CARD-4")
)
def search(action: Action, command: cmd.Search) -> c.Changes:
    return draw_card(action.ctx, action.board, action.seat, action.soul.node)


@performs(cmd.Meditate, check_meditate)
def meditate(action: Action, command: cmd.Meditate) -> c.Changes:
    limits = action.records.limits
    amount = limits.meditate_room if action.soul.node % PER_FLOOR else limits.meditate_corridor
    return [c.Gain(((action.seat, amount),), "MEDITATE")]


@performs(cmd.Use, check_use)
def use(action: Action, command: cmd.Use) -> c.Changes:
    seat, item, node = action.seat, command.item, action.soul.node
    if item == "STAIRS_TREASURE":
        return [c.UseCharge(seat, item), *notify_use(action.ctx, seat, item)]
    changes: c.Changes = [c.DropObject(seat, item, "used")]
    if item == "COMPASS":
        changes.append(c.PlaceSouls((seat,), FLOOR[node] * PER_FLOOR))
    elif item == "BLUNT":
        monster = find_first_monster(action.board, node)
        if monster is not None:
            changes.append(Push("core.king:stunned", (seat, monster.number, action.board.profile.object_stun)))
    else:
        changes += apply_effects(action.ctx, action.board, seat, node, item, action.records.cards[item].use_effects)
    return [*changes, *notify_use(action.ctx, seat, item)]


def find_escape_face(records: GameRecords, board: Board, soul: Soul) -> int:
    """Returns the least face of the die that breaks a soul free, before rules of mods (K-ACT-ESCAPE)."""
    source = board.find_monster(soul.trapper)
    plain = source is not None and records.monster_kinds[source.kind].has_plain_escape
    return records.limits.escape_total - (0 if plain else soul.sanity)


@handles(cmd.Escape)
def escape(ctx: Context, command: cmd.Escape) -> ActionResult:
    board = board_of(ctx.state)
    seat = command.actor
    soul = board.souls[seat]
    records = records_of(ctx)
    if soul.has_lost_turn or soul.is_exhausted:
        return refuse("lost", "K-TURN-2")
    if "TRAPPED" not in soul.statuses:
        return refuse("escape", "K-ACT-ESCAPE")
    cost = find_cost(ctx, records, board, command)
    if not can_pay(records, board, command, cost):
        return refuse("actions", "K-TURN-2")
    source, needed = board.find_monster(soul.trapper), records.limits.escape_total
    changes: c.Changes = [pay(seat, cost)]
    value, bonus = roll_die(ctx, changes, "escape", seat, 6), needed - find_escape_face(records, board, soul)
    total = decide_total(ctx, changes, "escape", seat, (value,), bonus, needed)
    log_total(ctx, changes, "escape", seat, (value,), bonus, total, needed=needed)
    if total < needed:
        return [*changes, c.Exhaust(seat)]
    changes.append(c.ClearStatus(seat, "TRAPPED"))
    if source is not None:
        changes.append(c.StunMonster(source.number, 1, thaws_floor=thaws_floor(records, board, source)))
    return changes


@performs(cmd.HealOthers, check_heal_others)
def heal_others(action: Action, command: cmd.HealOthers) -> c.Changes:
    role = action.records.roles[action.soul.role]
    others = tuple(other for other in range(len(action.board.souls)) if other != action.seat)
    return [
        *lose_sanity(action.ctx, action.board, [(action.seat, role.heal_loss)], "HEAL_OTHERS"),
        c.Gain(tuple((other, role.heal_gain) for other in others), "HEAL_OTHERS"),
        c.Afflict(others, command.blessing, role.blessing),
    ]


@performs(
    cmd.DiscardClarity,
    lambda action, command: None if "CLARITY" in action.soul.statuses else refuse("clarity", "K-ACT-DISCARD_CLARITY"),
)
def discard_clarity(action: Action, command: cmd.DiscardClarity) -> c.Changes:
    return [c.ClearStatus(action.seat)]


@performs(cmd.AttachTale, check_attach_tale)
def attach_tale(action: Action, command: cmd.AttachTale) -> c.Changes:
    rounds = action.board.profile.banish_by_tale
    length = rounds[min(action.board.tales, len(rounds) - 1)] if rounds else 0
    return [c.DropObject(action.seat, command.tale, "attached"), c.CountTale(), c.Banish(length)]


@performs(cmd.BuyCrown, check_buy_crown)
def buy_crown(action: Action, command: cmd.BuyCrown) -> c.Changes:
    return [c.TakeCrown(action.seat)]


@performs(cmd.Give, check_give)
def give(action: Action, command: cmd.Give) -> c.Changes:
    target, item = command.target, command.item
    return [c.HandOver(action.seat, target, item), *push_overflow_check(action.board, action.records, target, item)]


@handles(cmd.EndTurn)
def end_turn(ctx: Context, command: cmd.EndTurn) -> ActionResult:
    board = board_of(ctx.state)
    refused = check_end_turn(ctx, records_of(ctx), board, command.actor)
    return refused or finish_turn(ctx, board)


def check_end_turn(ctx: Context, records: GameRecords, board: Board, seat: int) -> Refusal | None:
    """END_TURN: not while trapped and able to pay for ESCAPE (K-ACT-END_TURN)."""
    if "TRAPPED" not in board.souls[seat].statuses:
        return None
    escape = cmd.Escape(actor=seat)
    return (
        refuse("must-escape", "K-STATUS-TRAPPED")
        if can_pay(records, board, escape, find_cost(ctx, records, board, escape))
        else None
    )


def finish_turn(ctx: Context, board: Board) -> c.Changes:
    """Ends the active seat's turn (K-TURN-4)."""
    if ctx.has_listeners("on_turn_end"):
        return [_FINISH_TURN, *ctx.notify("on_turn_end", Turn(board.active, board.round))]
    return [_FINISH_TURN]
