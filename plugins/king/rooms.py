"""Commands of the special rooms (K-ROOM)."""

from __future__ import annotations

from footfall.api import Ask, Command, Context, Message, Push, Question, Refusal, handles

from . import changes as c
from . import commands as cmd
from .actions import ActionResult, build_refusal, check_action
from .costs import ROOM_OF, find_cost, pay
from .dice import log_total, roll_die
from .hands import can_take_key, key_limit, push_overflow_check
from .layout import NODE_BY_NAME, NODE_NAMES, ROOMS
from .movement import check_entry, push_entry_steps
from .records import GameRecords, records_of
from .sanity import lose_sanity
from .state import KEY, Board, board_of

NOT_IN_ROOM = build_refusal("special", "K-ROOM")
NO_BUY = build_refusal("buy", "K-ROOM-PEDLAR")
NO_SALE = build_refusal("sale", "K-ROOM-PEDLAR")
ARMOURY_FULL = build_refusal("armoury-full", "K-ROOM-ARMOURY")
NOT_IN_ARMOURY = build_refusal("armoury-empty", "K-ROOM-ARMOURY")
NO_ARMOURY_ITEM = build_refusal("item", "K-ROOM-ARMOURY")
NO_SLOT = build_refusal("slot", "K-KEY-2")
TAVERN_USED = build_refusal("tavern", "K-ROOM-TAVERN")
NO_DOORS_TARGET = build_refusal("doors", "K-ROOM-YELLOW_DOORS")
VANITY_FORBIDS = build_refusal("salon", "K-STATUS-VANITY")
NO_RITUAL = build_refusal("ritual", "K-ROOM-LETHAL_CHAMBER")

SAFE_SALON_USES, VANITY_ROUNDS = 2, 2
"""Uses of the salon in a game that do no harm, and rounds of VANITY after each later one (D-54)."""

RITUAL_SOULS, RITUAL_ALONE = 2, 5
"""Souls that a ritual takes, and the d6 from which on it harms the one who performs it alone (D-41)."""

RITUAL_LOSSES = (2, 2, 1, 1, 2, 2)
"""Sanity that a ritual takes from each, by its d6 (D-41)."""

PARANOIA_ROUNDS = 2
"""Rounds of PARANOIA after a 1 in the chapel (K-ROOM-CHAPEL)."""


def find_room_kind(board: Board, seat: int) -> str:
    """Returns the kind of the open special room a soul is in, or ``""``."""
    special = board.special_at(board.souls[seat].node)
    return special.kind if special is not None and special.is_open else ""


def check_room_action(ctx: Context, board: Board, command: Command, cost: int) -> Refusal | None:
    """Returns why a special room cannot be used here and now, for `cost` actions."""
    if find_room_kind(board, command.actor) != ROOM_OF[type(command)]:
        return NOT_IN_ROOM
    return check_action(ctx, board, command.actor, cost)


# The pedlar: in his room, or on a visit.


def check_deal(ctx: Context, board: Board, seat: int, cost: int) -> Refusal | None:
    """Returns why the pedlar cannot deal here and now, for `cost` actions."""
    if not board.souls[seat].has_deal and find_room_kind(board, seat) != "PEDLAR":
        return NOT_IN_ROOM
    return check_action(ctx, board, seat, cost)


def check_pedlar_buy(records: GameRecords, board: Board, seat: int) -> Refusal | None:
    """BUY: as much sanity as it takes, and 2 cards in his deck."""
    able = board.souls[seat].sanity >= records.rooms["PEDLAR"].loss and len(board.pedlar) >= 2
    return None if able else NO_BUY


def check_pedlar_sell(records: GameRecords, board: Board, seat: int, item: str) -> Refusal | None:
    """SELL: an object in hand that is not bound; not keys."""
    return None if item in board.souls[seat].objects and item not in records.bound else NO_SALE


def _close_visit(board: Board, seat: int) -> c.Changes:
    """Ends a visit after one deal; in his own room the number of deals is unlimited."""
    return [c.CloseShop(seat)] if find_room_kind(board, seat) != "PEDLAR" else []


@handles(cmd.PedlarBuy)
def buy_from_pedlar(ctx: Context, command: cmd.PedlarBuy) -> ActionResult:
    board = board_of(ctx.state)
    seat = command.actor
    cost = find_cost(ctx, records_of(ctx), board, command)
    refused = check_deal(ctx, board, seat, cost) or check_pedlar_buy(records_of(ctx), board, seat)
    return refused or [
        pay(seat, cost),
        *_close_visit(board, seat),
        *lose_sanity(ctx, board, [(seat, records_of(ctx).rooms["PEDLAR"].loss)], "PEDLAR"),
        Push("core.king:pedlar", (seat,)),
    ]


def offer_pedlar_cards(ctx: Context, seat: int) -> c.Changes:
    """Shows the pedlar's top two cards and asks the buyer for one."""
    deck = board_of(ctx.state).pedlar
    if len(deck) < 2:
        return []
    options = (deck[-1], deck[-2])
    prompt = Message("king-ask-pedlar", {"seat": seat + 1})
    return [c.ShowPedlarCards(seat), Ask(Question(seat, "pedlar", options, prompt), "core.king:pedlar-sold", (seat,))]


def resolve_pedlar_choice(ctx: Context, seat: int, card: str) -> c.Changes:
    """Puts the chosen card into the hand; a key without a slot goes under the deck (K-KEY-3)."""
    board = board_of(ctx.state)
    choice = board.pedlar_open.index(card)
    if card == KEY:
        return [c.TakePedlarCard(seat, choice, "key" if can_take_key(board, board.souls[seat]) else "under")]
    return [c.TakePedlarCard(seat, choice, "hand"), *push_overflow_check(board, records_of(ctx), seat, card)]


@handles(cmd.PedlarSell)
def sell_to_pedlar(ctx: Context, command: cmd.PedlarSell) -> ActionResult:
    board = board_of(ctx.state)
    records = records_of(ctx)
    seat, item = command.actor, command.item
    cost = find_cost(ctx, records, board, command)
    refused = check_deal(ctx, board, seat, cost) or check_pedlar_sell(records, board, seat, item)
    return refused or [
        pay(seat, cost),
        *_close_visit(board, seat),
        c.DropObject(seat, item, "sold"),
        c.Gain(((seat, records.cards[item].sale),), "PEDLAR"),
    ]


# The armory.


def check_armoury_drop(records: GameRecords, board: Board, seat: int, item: str) -> Refusal | None:
    """DROP: free capacity, and an unbound object or a key in hand."""
    soul = board.souls[seat]
    if len(board.armoury) >= records.rooms["ARMOURY"].capacity:
        return ARMOURY_FULL
    owned = soul.keys > 0 if item == KEY else item in soul.objects and item not in records.bound
    return None if owned else NO_ARMOURY_ITEM


def check_armoury_take(board: Board, seat: int, item: str) -> Refusal | None:
    """TAKE: the item is there; a key needs a free slot (D-45)."""
    if item not in board.armoury:
        return NOT_IN_ARMOURY
    soul = board.souls[seat]
    return NO_SLOT if item == KEY and soul.keys >= key_limit(soul) else None


@handles(cmd.ArmouryDrop)
def drop_in_armoury(ctx: Context, command: cmd.ArmouryDrop) -> ActionResult:
    board = board_of(ctx.state)
    seat, item = command.actor, command.item
    cost = find_cost(ctx, records_of(ctx), board, command)
    refused = check_room_action(ctx, board, command, cost) or check_armoury_drop(records_of(ctx), board, seat, item)
    leave = c.DropKeyInArmoury(seat) if item == KEY else c.DropObject(seat, item, "dropped")
    return refused or [pay(seat, cost), leave]


@handles(cmd.ArmouryTake)
def take_from_armoury(ctx: Context, command: cmd.ArmouryTake) -> ActionResult:
    board = board_of(ctx.state)
    seat, item = command.actor, command.item
    cost = find_cost(ctx, records_of(ctx), board, command)
    refused = check_room_action(ctx, board, command, cost) or check_armoury_take(board, seat, item)
    follow = push_overflow_check(board, records_of(ctx), seat, item)
    return refused or [pay(seat, cost), c.TakeFromArmoury(seat, item), *follow]


# The others.


def check_tavern(board: Board, seat: int) -> Refusal | None:
    """TAVERN: once per turn."""
    return TAVERN_USED if board.souls[seat].has_used_tavern else None


@handles(cmd.Tavern)
def use_tavern(ctx: Context, command: cmd.Tavern) -> ActionResult:
    board = board_of(ctx.state)
    seat = command.actor
    cost = find_cost(ctx, records_of(ctx), board, command)
    refused = check_room_action(ctx, board, command, cost) or check_tavern(board, seat)
    return refused or [
        pay(seat, cost),
        c.UseRoom(seat, "TAVERN"),
        *lose_sanity(ctx, board, [(seat, records_of(ctx).rooms["TAVERN"].loss)], "TAVERN"),
        Push("core.king:rumour", (seat, "")),
    ]


def ask_rumor(ctx: Context, seat: int, heard: str) -> c.Changes:
    """Asks which room's top card to see; the second room must differ from the first (`heard`)."""
    board = board_of(ctx.state)
    options = tuple(NODE_NAMES[node] for node in ROOMS if board.boxes[node] and NODE_NAMES[node] != heard)
    if not options:
        return []
    prompt = Message("king-ask-rumour", {"seat": seat + 1})
    return [Ask(Question(seat, "rumour", options, prompt), "core.king:rumoured", (seat, heard))]


def resolve_rumor(ctx: Context, seat: int, heard: str, room: str) -> c.Changes:
    """Shows the top card of the chosen room."""
    changes: c.Changes = [c.SeeCards(seat, NODE_BY_NAME[room])]
    if not heard:
        changes.append(Push("core.king:rumour", (seat, room)))
    return changes


def check_yellow_doors(ctx: Context, records: GameRecords, board: Board, seat: int, target: int) -> Refusal | None:
    """YELLOW_DOORS: another player in another node that may be entered."""
    souls = board.souls
    if not 0 <= target < len(souls) or souls[target].node == souls[seat].node:
        return NO_DOORS_TARGET
    return check_entry(ctx, records, board, seat, souls[target].node)


@handles(cmd.YellowDoors)
def use_yellow_doors(ctx: Context, command: cmd.YellowDoors) -> ActionResult:
    board = board_of(ctx.state)
    seat, target = command.actor, command.target
    cost = find_cost(ctx, records_of(ctx), board, command)
    refused = check_room_action(ctx, board, command, cost) or check_yellow_doors(
        ctx, records_of(ctx), board, seat, target
    )
    if refused:
        return refused
    origin, node = board.souls[seat].node, board.souls[target].node
    return [
        pay(seat, cost),
        c.UseRoom(seat, "YELLOW_DOORS"),
        c.PlaceSouls((seat,), node),
        *lose_sanity(ctx, board, [(target, records_of(ctx).rooms["YELLOW_DOORS"].loss)], "YELLOW_DOORS"),
        *push_entry_steps(board, seat, origin, node),
    ]


def check_salon(board: Board, seat: int) -> Refusal | None:
    """BEAUTY_SALON: not with VANITY."""
    return VANITY_FORBIDS if "VANITY" in board.souls[seat].statuses else None


@handles(cmd.Salon)
def use_salon(ctx: Context, command: cmd.Salon) -> ActionResult:
    board = board_of(ctx.state)
    seat = command.actor
    cost = find_cost(ctx, records_of(ctx), board, command)
    refused = check_room_action(ctx, board, command, cost) or check_salon(board, seat)
    vanity = [c.Afflict((seat,), "VANITY", VANITY_ROUNDS)] if board.salon_uses >= SAFE_SALON_USES else []
    return refused or [pay(seat, cost), c.UseRoom(seat, "BEAUTY_SALON"), *vanity]


@handles(cmd.Chapel)
def use_chapel(ctx: Context, command: cmd.Chapel) -> ActionResult:
    board = board_of(ctx.state)
    seat = command.actor
    cost = find_cost(ctx, records_of(ctx), board, command)
    refused = check_room_action(ctx, board, command, cost)
    if refused:
        return refused
    changes: c.Changes = [pay(seat, cost), c.UseRoom(seat, "CHAPEL")]
    value, gain = roll_die(ctx, changes, "chapel", seat, 6), records_of(ctx).rooms["CHAPEL"].gain
    log_total(ctx, changes, "chapel", seat, (value,), gain, value + gain)
    changes.append(c.Gain(((seat, value + gain),), "CHAPEL"))
    if value == 1:
        changes.append(c.Afflict((seat,), "PARANOIA", PARANOIA_ROUNDS))
    return changes


def check_ritual(board: Board, seat: int) -> Refusal | None:
    """LETHAL_CHAMBER: exactly 2 players in the room, once per game."""
    node = board.souls[seat].node
    return None if not board.was_ritual_held and len(board.seats_at(node)) == RITUAL_SOULS else NO_RITUAL


@handles(cmd.Ritual)
def perform_ritual(ctx: Context, command: cmd.Ritual) -> ActionResult:
    board = board_of(ctx.state)
    seat = command.actor
    cost = find_cost(ctx, records_of(ctx), board, command)
    refused = check_room_action(ctx, board, command, cost) or check_ritual(board, seat)
    if refused:
        return refused
    changes: c.Changes = [pay(seat, cost), c.UseRoom(seat, "LETHAL_CHAMBER")]
    value = roll_die(ctx, changes, "ritual", seat, 6)
    losers = [seat] if value >= RITUAL_ALONE else board.seats_at(board.souls[seat].node)
    amounts = [(target, RITUAL_LOSSES[value - 1]) for target in losers]
    return [*changes, *lose_sanity(ctx, board, amounts, "LETHAL_CHAMBER"), Push("core.king:ritual-key", (seat,))]


def grant_ritual_key(ctx: Context, seat: int) -> c.Changes:
    """Gives the actor a key if the pool has one, with or without a free slot (D-55)."""
    board = board_of(ctx.state)
    left = board.key_pool() - board.keys_destroyed - board.keys_in_hands()
    return [c.GrantRitualKey(seat)] if left > 0 else []
