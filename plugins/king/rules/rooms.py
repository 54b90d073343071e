"""Commands of the special rooms (K-ROOM)."""

from footfall.api import Ask, Context, Message, Push, Question, Refusal

from .. import changes as c, commands as cmd
from ..layout import NODE_BY_NAME, NODE_NAMES, ROOMS
from ..records import records_of
from ..state import KEY, Board, board_of
from .actions import Action, performs
from .allowance import can_take_key, key_limit, push_overflow_check, refuse
from .dice import decide_total, log_total, roll_die
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


def check_pedlar_buy(action: Action, command: cmd.PedlarBuy) -> Refusal | None:
    """BUY: as much sanity as it takes, and 2 cards in his deck."""
    able = action.soul.sanity >= action.records.rooms["PEDLAR"].loss and len(action.board.pedlar) >= 2
    return None if able else refuse("buy", "K-ROOM-PEDLAR")


def check_pedlar_sell(action: Action, command: cmd.PedlarSell) -> Refusal | None:
    """SELL: an object in hand that is not bound; not keys."""
    return (
        None
        if command.item in action.soul.objects and command.item not in action.records.bound
        else refuse("sale", "K-ROOM-PEDLAR")
    )


def _close_visit(board: Board, seat: int) -> c.Changes:
    """Ends a visit after one deal; in his own room the number of deals is unlimited."""
    return [c.CloseShop(seat)] if board.find_room_kind(seat) != "PEDLAR" else []


@performs(cmd.PedlarBuy, check_pedlar_buy)
def buy_from_pedlar(action: Action, command: cmd.PedlarBuy) -> c.Changes:
    return [
        *_close_visit(action.board, action.seat),
        *lose_sanity(action.ctx, action.board, [(action.seat, action.records.rooms["PEDLAR"].loss)], "PEDLAR"),
        Push("core.king:pedlar", (action.seat,)),
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


@performs(cmd.PedlarSell, check_pedlar_sell)
def sell_to_pedlar(action: Action, command: cmd.PedlarSell) -> c.Changes:
    return [
        *_close_visit(action.board, action.seat),
        c.DropObject(action.seat, command.item, "sold"),
        c.Gain(((action.seat, action.records.cards[command.item].sale),), "PEDLAR"),
    ]


# The armory.


def check_armory_drop(action: Action, command: cmd.ArmoryDrop) -> Refusal | None:
    """DROP: free capacity, and an unbound object or a key in hand."""
    soul, item = action.soul, command.item
    if len(action.board.armory) >= action.records.rooms["ARMOURY"].capacity:
        return refuse("armoury-full", "K-ROOM-ARMOURY")
    owned = soul.keys > 0 if item == KEY else item in soul.objects and item not in action.records.bound
    return None if owned else refuse("item", "K-ROOM-ARMOURY")


def check_armory_take(action: Action, command: cmd.ArmoryTake) -> Refusal | None:
    """TAKE: the item is there; a key needs a free slot (D-45)."""
    soul, item = action.soul, command.item
    if item not in action.board.armory:
        return refuse("armoury-empty", "K-ROOM-ARMOURY")
    return refuse("slot", "K-KEY-2") if item == KEY and soul.keys >= key_limit(soul) else None


@performs(cmd.ArmoryDrop, check_armory_drop)
def drop_in_armory(action: Action, command: cmd.ArmoryDrop) -> c.Changes:
    item = command.item
    return [c.DropKeyInArmory(action.seat) if item == KEY else c.DropObject(action.seat, item, "dropped")]


@performs(cmd.ArmoryTake, check_armory_take)
def take_from_armory(action: Action, command: cmd.ArmoryTake) -> c.Changes:
    follow = push_overflow_check(action.board, action.records, action.seat, command.item)
    return [c.TakeFromArmory(action.seat, command.item), *follow]


# The others.


def check_tavern(action: Action, command: cmd.Tavern) -> Refusal | None:
    """TAVERN: once per turn."""
    return refuse("tavern", "K-ROOM-TAVERN") if action.soul.has_used_tavern else None


@performs(cmd.Tavern, check_tavern)
def use_tavern(action: Action, command: cmd.Tavern) -> c.Changes:
    return [
        c.UseRoom(action.seat, "TAVERN"),
        *lose_sanity(action.ctx, action.board, [(action.seat, action.records.rooms["TAVERN"].loss)], "TAVERN"),
        Push("core.king:rumour", (action.seat, "")),
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


def check_yellow_doors(action: Action, command: cmd.YellowDoors) -> Refusal | None:
    """YELLOW_DOORS: another player in another node that may be entered."""
    souls, target = action.board.souls, command.target
    if not 0 <= target < len(souls) or souls[target].node == action.soul.node:
        return refuse("doors", "K-ROOM-YELLOW_DOORS")
    return check_entry(action.ctx, action.records, action.board, action.seat, souls[target].node)


@performs(cmd.YellowDoors, check_yellow_doors)
def use_yellow_doors(action: Action, command: cmd.YellowDoors) -> c.Changes:
    seat, target = action.seat, command.target
    origin, node = action.soul.node, action.board.souls[target].node
    return [
        c.UseRoom(seat, "YELLOW_DOORS"),
        c.PlaceSouls((seat,), node),
        *lose_sanity(action.ctx, action.board, [(target, action.records.rooms["YELLOW_DOORS"].loss)], "YELLOW_DOORS"),
        *push_entry_steps(action.board, seat, origin, node),
    ]


def check_salon(action: Action, command: cmd.Salon) -> Refusal | None:
    """BEAUTY_SALON: not with VANITY."""
    return refuse("salon", "K-STATUS-VANITY") if "VANITY" in action.soul.statuses else None


@performs(cmd.Salon, check_salon)
def use_salon(action: Action, command: cmd.Salon) -> c.Changes:
    vanity = [c.Afflict((action.seat,), "VANITY", VANITY_ROUNDS)] if action.board.salon_uses >= SAFE_SALON_USES else []
    return [c.UseRoom(action.seat, "BEAUTY_SALON"), *vanity]


@performs(cmd.Chapel)
def use_chapel(action: Action, command: cmd.Chapel) -> c.Changes:
    ctx, seat, gain = action.ctx, action.seat, action.records.rooms["CHAPEL"].gain
    changes: c.Changes = [c.UseRoom(seat, "CHAPEL")]
    value = roll_die(ctx, changes, "chapel", seat, 6)
    total = max(0, decide_total(ctx, changes, "chapel", seat, (value,), gain))
    log_total(ctx, changes, "chapel", seat, (value,), gain, total)
    changes.append(c.Gain(((seat, total),), "CHAPEL"))
    if value == 1:
        changes.append(c.Afflict((seat,), "PARANOIA", PARANOIA_ROUNDS))
    return changes


def check_ritual(action: Action, command: cmd.Ritual) -> Refusal | None:
    """LETHAL_CHAMBER: exactly 2 players in the room, once per game."""
    board = action.board
    return (
        None
        if not board.was_ritual_held and len(board.seats_at(action.soul.node)) == RITUAL_SOULS
        else refuse("ritual", "K-ROOM-LETHAL_CHAMBER")
    )


@performs(cmd.Ritual, check_ritual)
def perform_ritual(action: Action, command: cmd.Ritual) -> c.Changes:
    seat = action.seat
    changes: c.Changes = [c.UseRoom(seat, "LETHAL_CHAMBER")]
    value = roll_die(action.ctx, changes, "ritual", seat, 6)
    losers = [seat] if value >= RITUAL_ALONE else action.board.seats_at(action.soul.node)
    amounts = [(target, RITUAL_LOSSES[value - 1]) for target in losers]
    return [
        *changes,
        *lose_sanity(action.ctx, action.board, amounts, "LETHAL_CHAMBER"),
        Push("core.king:ritual-key", (seat,)),
    ]


def grant_ritual_key(ctx: Context, seat: int) -> c.Changes:
    """Gives the actor a key if the pool has one, with or without a free slot (D-55)."""
    board = board_of(ctx.state)
    left = board.key_pool() - board.keys_destroyed - board.keys_in_hands()
    return [c.GrantKey(seat)] if left > 0 else []
