"""What can be done in the special rooms (C9), with what forbids it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from footfall.api import Ask, Message, Play, Push, Question

from . import changes as c
from . import commands as cmd
from .actions import Outcome, barred, no
from .appliers import board_of
from .codex import Codex, codex
from .dice import die
from .hands import arriving, key_limit, may_take_key
from .house import NAMES, NODE, ROOMS
from .movement import entering, entry_refusal
from .sanity import losses
from .state import KEY, Board

ARMOURY_HOLDS = 2

NOT_HERE = no("special", "C9")
NO_BUY = no("buy", "K-ROOM-PEDLAR")
NO_SALE = no("sale", "K-ROOM-PEDLAR")
NO_PLACE = no("armoury-full", "K-ROOM-ARMOURY")
NOT_THERE = no("armoury-empty", "K-ROOM-ARMOURY")
NO_ITEM = no("item", "K-ROOM-ARMOURY")
NO_SLOT = no("slot", "K-KEY-2")
NO_MORE_DRINK = no("tavern", "K-ROOM-TAVERN")
NOBODY_THERE = no("doors", "K-ROOM-YELLOW_DOORS")
VAIN = no("salon", "K-STATUS-VANITY")
NO_RITE = no("ritual", "K-ROOM-LETHAL_CHAMBER")


def standing_in(board: Board, seat: int) -> str:
    """The open, undestroyed special room a soul is in, or ``""``."""
    special = board.special_at(board.souls[seat].node)
    return special.kind if special is not None and special.open else ""


def room_barred(play: Play, board: Board, seat: int, kind: str) -> Any:
    """What forbids any use of a special room here and now."""
    if standing_in(board, seat) != kind:
        return NOT_HERE
    return barred(play, board, seat, codex(play).rooms[kind].cost)


def spend(play: Play, seat: int, kind: str) -> c.Spend:
    """What the use of a special room costs."""
    cost = codex(play).rooms[kind].cost
    return c.Spend(seat, cost, 0 if cost else 1)


# The pedlar: in his room, or on a visit.


def deal_barred(play: Play, board: Board, seat: int) -> Any:
    """What forbids any deal with the pedlar."""
    if not board.souls[seat].shop and standing_in(board, seat) != "PEDLAR":
        return NOT_HERE
    return barred(play, board, seat, 0)


def no_buy(board: Board, seat: int) -> Any:
    """BUY: sanity 2 or more, and 2 cards in his deck."""
    return None if board.souls[seat].sanity >= 2 and len(board.pedlar) >= 2 else NO_BUY


def no_sale(book: Codex, board: Board, seat: int, item: str) -> Any:
    """SELL: an object in hand that is not bound; keys are no objects."""
    return None if item in board.souls[seat].objects and item not in book.bound else NO_SALE


def _closing(board: Board, seat: int) -> list[Any]:
    """A visit is for one deal; in his own room there is no end of deals."""
    return [c.CloseShop(seat)] if standing_in(board, seat) != "PEDLAR" else []


def pedlar_buy(play: Play, command: cmd.PedlarBuy) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    refused = deal_barred(play, board, seat) or no_buy(board, seat)
    return refused or [
        c.Spend(seat, 0, 1),
        *_closing(board, seat),
        *losses(play, board, [(seat, 2)], "PEDLAR"),
        Push("core.king:pedlar", (seat,)),
    ]


def pedlar(play: Play, seat: int) -> Sequence[Any]:
    """He shows two cards; the buyer takes one."""
    deck = board_of(play.state).pedlar
    if len(deck) < 2:
        return ()
    options = (deck[-1], deck[-2])
    prompt = Message("king-ask-pedlar", {"seat": seat + 1})
    return [
        c.PedlarShow(seat),
        Ask(Question(seat, "pedlar", options, prompt), "core.king:pedlar-sold", (seat,)),
    ]


def pedlar_sold(play: Play, seat: int, card: str) -> Sequence[Any]:
    """The card taken goes to the hand; a key without a slot goes under the deck (K-KEY-3)."""
    board = board_of(play.state)
    choice = board.pedlar_open.index(card)
    if card == KEY:
        return [c.PedlarSell(seat, choice, "key" if may_take_key(board, board.souls[seat]) else "under")]
    return [c.PedlarSell(seat, choice, "hand"), *arriving(board, codex(play), seat, card)]


def pedlar_sell(play: Play, command: cmd.PedlarSell) -> Outcome:
    board = board_of(play.state)
    book = codex(play)
    seat, item = command.actor, command.item
    refused = deal_barred(play, board, seat) or no_sale(book, board, seat, item)
    return refused or [
        c.Spend(seat, 0, 1),
        *_closing(board, seat),
        c.DropObject(seat, item, "sold"),
        c.Gain(((seat, book.cards[item].sale),), "PEDLAR"),
    ]


# The armoury.


def no_drop(book: Codex, board: Board, seat: int, item: str) -> Any:
    """DROP: room for it, and an unbound object or a key to leave."""
    soul = board.souls[seat]
    if len(board.armoury) >= ARMOURY_HOLDS:
        return NO_PLACE
    owned = soul.keys > 0 if item == KEY else item in soul.objects and item not in book.bound
    return None if owned else NO_ITEM


def no_take(board: Board, seat: int, item: str) -> Any:
    """TAKE: it lies there; a key needs a free slot (D-45)."""
    if item not in board.armoury:
        return NOT_THERE
    soul = board.souls[seat]
    return NO_SLOT if item == KEY and soul.keys >= key_limit(soul) else None


def armoury_drop(play: Play, command: cmd.ArmouryDrop) -> Outcome:
    board = board_of(play.state)
    seat, item = command.actor, command.item
    refused = room_barred(play, board, seat, "ARMOURY") or no_drop(codex(play), board, seat, item)
    leave = c.ArmouryDropKey(seat) if item == KEY else c.DropObject(seat, item, "dropped")
    return refused or [spend(play, seat, "ARMOURY"), leave]


def armoury_take(play: Play, command: cmd.ArmouryTake) -> Outcome:
    board = board_of(play.state)
    seat, item = command.actor, command.item
    refused = room_barred(play, board, seat, "ARMOURY") or no_take(board, seat, item)
    follow = arriving(board, codex(play), seat, item)
    return refused or [spend(play, seat, "ARMOURY"), c.ArmouryTake(seat, item), *follow]


# The others.


def no_tavern(board: Board, seat: int) -> Any:
    """TAVERN: once per turn."""
    return NO_MORE_DRINK if board.souls[seat].tavern else None


def tavern(play: Play, command: cmd.Tavern) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    refused = room_barred(play, board, seat, "TAVERN") or no_tavern(board, seat)
    return refused or [
        spend(play, seat, "TAVERN"),
        c.UseRoom(seat, "TAVERN"),
        *losses(play, board, [(seat, 1)], "TAVERN"),
        Push("core.king:rumour", (seat, "")),
    ]


def rumour(play: Play, seat: int, heard: str) -> Sequence[Any]:
    """Which room to hear of; the second one is another."""
    board = board_of(play.state)
    options = tuple(NAMES[node] for node in ROOMS if board.boxes[node] and NAMES[node] != heard)
    if not options:
        return ()
    prompt = Message("king-ask-rumour", {"seat": seat + 1})
    return [Ask(Question(seat, "rumour", options, prompt), "core.king:rumoured", (seat, heard))]


def rumoured(play: Play, seat: int, heard: str, room: str) -> Sequence[Any]:
    """The top card of a room far away is seen."""
    out: list[Any] = [c.See(seat, NODE[room])]
    if not heard:
        out.append(Push("core.king:rumour", (seat, room)))
    return out


def no_doors(play: Play, book: Codex, board: Board, seat: int, target: int) -> Any:
    """YELLOW_DOORS: to another player elsewhere whom one may join."""
    souls = board.souls
    if not 0 <= target < len(souls) or souls[target].node == souls[seat].node:
        return NOBODY_THERE
    return entry_refusal(play, book, board, seat, souls[target].node)


def yellow_doors(play: Play, command: cmd.YellowDoors) -> Outcome:
    board = board_of(play.state)
    seat, target = command.actor, command.target
    refused = room_barred(play, board, seat, "YELLOW_DOORS") or no_doors(
        play, codex(play), board, seat, target
    )
    if refused:
        return refused
    origin, node = board.souls[seat].node, board.souls[target].node
    return [
        spend(play, seat, "YELLOW_DOORS"),
        c.UseRoom(seat, "YELLOW_DOORS"),
        c.Place((seat,), node),
        *losses(play, board, [(target, 1)], "YELLOW_DOORS"),
        *entering(board, seat, origin, node),
    ]


def no_salon(board: Board, seat: int) -> Any:
    """BEAUTY_SALON: not for the vain."""
    return VAIN if "VANITY" in board.souls[seat].statuses else None


def salon(play: Play, command: cmd.Salon) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    refused = room_barred(play, board, seat, "BEAUTY_SALON") or no_salon(board, seat)
    vanity = (
        [c.Afflict((seat,), "VANITY", 2)] if board.salon_uses >= 2 else []
    )  # the 3rd use and later (D-54)
    return refused or [spend(play, seat, "BEAUTY_SALON"), c.UseRoom(seat, "BEAUTY_SALON"), *vanity]


def chapel(play: Play, command: cmd.Chapel) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    refused = room_barred(play, board, seat, "CHAPEL")
    if refused:
        return refused
    out: list[Any] = [spend(play, seat, "CHAPEL"), c.UseRoom(seat, "CHAPEL")]
    value = die(play, out, "chapel", seat, 6)
    out.append(c.Gain(((seat, value + 2),), "CHAPEL"))
    if value == 1:
        out.append(c.Afflict((seat,), "PARANOIA", 2))
    return out


def no_ritual(board: Board, seat: int) -> Any:
    """LETHAL_CHAMBER: exactly 2 players in the room, once per game."""
    node = board.souls[seat].node
    return None if not board.ritual and len(board.seats_at(node)) == 2 else NO_RITE


def ritual(play: Play, command: cmd.Ritual) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    refused = room_barred(play, board, seat, "LETHAL_CHAMBER") or no_ritual(board, seat)
    if refused:
        return refused
    out: list[Any] = [spend(play, seat, "LETHAL_CHAMBER"), c.UseRoom(seat, "LETHAL_CHAMBER")]
    value = die(play, out, "ritual", seat, 6)
    both = board.seats_at(board.souls[seat].node)
    amounts = [(seat, 2)] if value >= 5 else [(each, 2 if value <= 2 else 1) for each in both]  # D-41
    return [*out, *losses(play, board, amounts, "LETHAL_CHAMBER"), Push("core.king:ritual-key", (seat,))]


def ritual_key(play: Play, seat: int) -> Sequence[Any]:
    """The actor gains 1 key if the pool has one, slot or not (D-55)."""
    board = board_of(play.state)
    left = board.key_pool() - board.keys_destroyed - board.keys_in_hands()
    return [c.RitualKey(seat)] if left > 0 else ()


HANDLERS: dict[type[Any], Callable[[Play, Any], Outcome]] = {
    cmd.PedlarBuy: pedlar_buy,
    cmd.PedlarSell: pedlar_sell,
    cmd.ArmouryDrop: armoury_drop,
    cmd.ArmouryTake: armoury_take,
    cmd.Tavern: tavern,
    cmd.YellowDoors: yellow_doors,
    cmd.Salon: salon,
    cmd.Chapel: chapel,
    cmd.Ritual: ritual,
}
