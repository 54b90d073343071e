"""Commands of the special rooms (K-ROOM)."""

from footfall.api import Ask, Context, Message, Push, Question, Refusal

from .. import changes as c, commands as cmd
from ..layout import NODE_BY_NAME, NODE_NAMES, ROOMS
from ..records import records_of
from ..state import KEY, Board, board_of
from .actions import Action, action
from .costs import refuse
from .dice import decide_total, log_total, roll_die
from .hands import can_take_key, key_limit, push_overflow_check
from .movement import check_entry, push_entry_steps
from .sanity import lose_sanity

SAFE_SALON_USES, VANITY_ROUNDS = 2, 2
"""Uses of the salon in a game that do no harm, and rounds of VANITY after each later one (D-54)."""

RITUAL_SOULS, RITUAL_ALONE = 2, 5
"""Souls that a ritual takes, and the d6 from which on it harms the one who performs it alone (D-41)."""

RITUAL_LOSSES = (2, 2, 1, 1, 2, 2)
"""Sanity that a ritual takes from each, by its d6 (D-41)."""

PARANOIA_ROUNDS = 2
"""Rounds of PARANOIA after a 1 in the chapel (K-ROOM-CHAPEL)."""


# The pedlar: in his room, or on a visit.


def check_pedlar_buy(it: Action, command: cmd.PedlarBuy) -> Refusal | None:
    """BUY: as much sanity as it takes, and 2 cards in his deck."""
    able = it.soul.sanity >= it.records.rooms["PEDLAR"].loss and len(it.board.pedlar) >= 2
    return None if able else refuse("buy", "K-ROOM-PEDLAR")


def check_pedlar_sell(it: Action, command: cmd.PedlarSell) -> Refusal | None:
    """SELL: an object in hand that is not bound; not keys."""
    return (
        None
        if command.item in it.soul.objects and command.item not in it.records.bound
        else refuse("sale", "K-ROOM-PEDLAR")
    )


def _close_visit(board: Board, seat: int) -> c.Changes:
    """Ends a visit after one deal; in his own room the number of deals is unlimited."""
    return [c.CloseShop(seat)] if board.find_room_kind(seat) != "PEDLAR" else []


@action(cmd.PedlarBuy, check_pedlar_buy)
def buy_from_pedlar(it: Action, command: cmd.PedlarBuy) -> c.Changes:
    return [
        *_close_visit(it.board, it.seat),
        *lose_sanity(it.ctx, it.board, [(it.seat, it.records.rooms["PEDLAR"].loss)], "PEDLAR"),
        Push("core.king:pedlar", (it.seat,)),
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


@action(cmd.PedlarSell, check_pedlar_sell)
def sell_to_pedlar(it: Action, command: cmd.PedlarSell) -> c.Changes:
    return [
        *_close_visit(it.board, it.seat),
        c.DropObject(it.seat, command.item, "sold"),
        c.Gain(((it.seat, it.records.cards[command.item].sale),), "PEDLAR"),
    ]


# The armory.


def check_armory_drop(it: Action, command: cmd.ArmoryDrop) -> Refusal | None:
    """DROP: free capacity, and an unbound object or a key in hand."""
    soul, item = it.soul, command.item
    if len(it.board.armory) >= it.records.rooms["ARMOURY"].capacity:
        return refuse("armoury-full", "K-ROOM-ARMOURY")
    owned = soul.keys > 0 if item == KEY else item in soul.objects and item not in it.records.bound
    return None if owned else refuse("item", "K-ROOM-ARMOURY")


def check_armory_take(it: Action, command: cmd.ArmoryTake) -> Refusal | None:
    """TAKE: the item is there; a key needs a free slot (D-45)."""
    soul, item = it.soul, command.item
    if item not in it.board.armory:
        return refuse("armoury-empty", "K-ROOM-ARMOURY")
    return refuse("slot", "K-KEY-2") if item == KEY and soul.keys >= key_limit(soul) else None


@action(cmd.ArmoryDrop, check_armory_drop)
def drop_in_armory(it: Action, command: cmd.ArmoryDrop) -> c.Changes:
    item = command.item
    return [c.DropKeyInArmory(it.seat) if item == KEY else c.DropObject(it.seat, item, "dropped")]


@action(cmd.ArmoryTake, check_armory_take)
def take_from_armory(it: Action, command: cmd.ArmoryTake) -> c.Changes:
    follow = push_overflow_check(it.board, it.records, it.seat, command.item)
    return [c.TakeFromArmory(it.seat, command.item), *follow]


# The others.


def check_tavern(it: Action, command: cmd.Tavern) -> Refusal | None:
    """TAVERN: once per turn."""
    return refuse("tavern", "K-ROOM-TAVERN") if it.soul.has_used_tavern else None


@action(cmd.Tavern, check_tavern)
def use_tavern(it: Action, command: cmd.Tavern) -> c.Changes:
    return [
        c.UseRoom(it.seat, "TAVERN"),
        *lose_sanity(it.ctx, it.board, [(it.seat, it.records.rooms["TAVERN"].loss)], "TAVERN"),
        Push("core.king:rumour", (it.seat, "")),
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


def check_yellow_doors(it: Action, command: cmd.YellowDoors) -> Refusal | None:
    """YELLOW_DOORS: another player in another node that may be entered."""
    souls, target = it.board.souls, command.target
    if not 0 <= target < len(souls) or souls[target].node == it.soul.node:
        return refuse("doors", "K-ROOM-YELLOW_DOORS")
    return check_entry(it.ctx, it.records, it.board, it.seat, souls[target].node)


@action(cmd.YellowDoors, check_yellow_doors)
def use_yellow_doors(it: Action, command: cmd.YellowDoors) -> c.Changes:
    seat, target = it.seat, command.target
    origin, node = it.soul.node, it.board.souls[target].node
    return [
        c.UseRoom(seat, "YELLOW_DOORS"),
        c.PlaceSouls((seat,), node),
        *lose_sanity(it.ctx, it.board, [(target, it.records.rooms["YELLOW_DOORS"].loss)], "YELLOW_DOORS"),
        *push_entry_steps(it.board, seat, origin, node),
    ]


def check_salon(it: Action, command: cmd.Salon) -> Refusal | None:
    """BEAUTY_SALON: not with VANITY."""
    return refuse("salon", "K-STATUS-VANITY") if "VANITY" in it.soul.statuses else None


@action(cmd.Salon, check_salon)
def use_salon(it: Action, command: cmd.Salon) -> c.Changes:
    vanity = [c.Afflict((it.seat,), "VANITY", VANITY_ROUNDS)] if it.board.salon_uses >= SAFE_SALON_USES else []
    return [c.UseRoom(it.seat, "BEAUTY_SALON"), *vanity]


@action(cmd.Chapel)
def use_chapel(it: Action, command: cmd.Chapel) -> c.Changes:
    ctx, seat, gain = it.ctx, it.seat, it.records.rooms["CHAPEL"].gain
    changes: c.Changes = [c.UseRoom(seat, "CHAPEL")]
    value = roll_die(ctx, changes, "chapel", seat, 6)
    total = max(0, decide_total(ctx, changes, "chapel", seat, (value,), gain))
    log_total(ctx, changes, "chapel", seat, (value,), gain, total)
    changes.append(c.Gain(((seat, total),), "CHAPEL"))
    if value == 1:
        changes.append(c.Afflict((seat,), "PARANOIA", PARANOIA_ROUNDS))
    return changes


def check_ritual(it: Action, command: cmd.Ritual) -> Refusal | None:
    """LETHAL_CHAMBER: exactly 2 players in the room, once per game."""
    board = it.board
    return (
        None
        if not board.was_ritual_held and len(board.seats_at(it.soul.node)) == RITUAL_SOULS
        else refuse("ritual", "K-ROOM-LETHAL_CHAMBER")
    )


@action(cmd.Ritual, check_ritual)
def perform_ritual(it: Action, command: cmd.Ritual) -> c.Changes:
    seat = it.seat
    changes: c.Changes = [c.UseRoom(seat, "LETHAL_CHAMBER")]
    value = roll_die(it.ctx, changes, "ritual", seat, 6)
    losers = [seat] if value >= RITUAL_ALONE else it.board.seats_at(it.soul.node)
    amounts = [(target, RITUAL_LOSSES[value - 1]) for target in losers]
    return [*changes, *lose_sanity(it.ctx, it.board, amounts, "LETHAL_CHAMBER"), Push("core.king:ritual-key", (seat,))]


def grant_ritual_key(ctx: Context, seat: int) -> c.Changes:
    """Gives the actor a key if the pool has one, with or without a free slot (D-55)."""
    board = board_of(ctx.state)
    left = board.key_pool() - board.keys_destroyed - board.keys_in_hands()
    return [c.GrantKey(seat)] if left > 0 else []
