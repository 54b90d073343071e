"""Special rooms (K-ROOM)."""

from __future__ import annotations

from footfall.api import Change, Event, State, applies

from .. import events as e
from ..state import KEY, PART, Board, NodeNumber, SeatNumber
from .hands import add_to_pile, put_in_hand


class OpenRoom(Change, frozen=True, tag="core.king:open"):
    """Opens a face-down special room."""

    node: NodeNumber


@applies(OpenRoom)
def apply_open_room(state: State, change: OpenRoom) -> Event | None:
    special = state.parts[PART].special_at(change.node)
    if special is None:
        return None
    special.is_open = True
    return e.RoomOpened(change.node, special.kind)


class UseRoom(Change, frozen=True, tag="core.king:use-room"):
    """Counts the use of a special room."""

    seat: SeatNumber
    kind: str


@applies(UseRoom)
def apply_use_room(state: State, change: UseRoom) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    if change.kind == "TAVERN":
        soul.has_used_tavern = True
    elif change.kind == "BEAUTY_SALON":
        board.salon_uses += 1
        soul.ignores_yellow = True
    elif change.kind == "LETHAL_CHAMBER":
        board.was_ritual_held = True
    return e.RoomUsed(change.seat, change.kind)


class ShowPedlarCards(Change, frozen=True, tag="core.king:pedlar-show"):
    """Shows the pedlar's top two cards."""

    seat: SeatNumber


@applies(ShowPedlarCards)
def apply_show_pedlar_cards(state: State, change: ShowPedlarCards) -> Event:
    board: Board = state.parts[PART]
    board.pedlar_open = [board.pedlar.pop(), board.pedlar.pop()]
    return e.RoomUsed(change.seat, "PEDLAR")


class TakePedlarCard(Change, frozen=True, tag="core.king:pedlar-sell"):
    """Takes one of the shown cards; the other goes under the deck.

    Attributes:
        choice: the index of the card.
        fate: ``hand``, ``key``, or ``under`` for a key without a slot (K-KEY-3).
    """

    seat: SeatNumber
    choice: int
    fate: str


@applies(TakePedlarCard)
def apply_take_pedlar_card(state: State, change: TakePedlarCard) -> Event:
    board: Board = state.parts[PART]
    card = board.pedlar_open.pop(change.choice)
    for other in board.pedlar_open:
        board.pedlar.insert(0, other)
    board.pedlar_open = []
    if change.fate == "key":
        board.souls[change.seat].keys += 1
        return e.KeyGained(change.seat, "pedlar")
    if change.fate == "under":
        board.pedlar.insert(0, card)
        return e.ObjectLost(change.seat, card, "refused")
    put_in_hand(board, change.seat, card)
    return e.ObjectGained(change.seat, card)


class CloseShop(Change, frozen=True, tag="core.king:close-shop"):
    """Ends the pedlar's visit to a soul."""

    seat: SeatNumber


@applies(CloseShop)
def apply_close_shop(state: State, change: CloseShop) -> None:
    state.parts[PART].souls[change.seat].has_deal = False


class OpenShop(Change, frozen=True, tag="core.king:open-shop"):
    """Begins the pedlar's visit to a soul."""

    seat: SeatNumber


@applies(OpenShop)
def apply_open_shop(state: State, change: OpenShop) -> None:
    state.parts[PART].souls[change.seat].has_deal = True


class TakeFromArmory(Change, frozen=True, tag="core.king:armoury-take"):
    """Moves an item from the armory to a hand."""

    seat: SeatNumber
    item: str


@applies(TakeFromArmory)
def apply_take_from_armory(state: State, change: TakeFromArmory) -> Event:
    board: Board = state.parts[PART]
    board.armory.remove(change.item)
    if change.item == KEY:
        board.souls[change.seat].keys += 1
        return e.KeyGained(change.seat, "armoury")
    put_in_hand(board, change.seat, change.item)
    return e.ObjectGained(change.seat, change.item)


class DropKeyInArmory(Change, frozen=True, tag="core.king:armoury-drop-key"):
    """Moves a key from a hand to the armory."""

    seat: SeatNumber


@applies(DropKeyInArmory)
def apply_drop_key_in_armory(state: State, change: DropKeyInArmory) -> Event:
    board: Board = state.parts[PART]
    board.souls[change.seat].keys -= 1
    board.armory.append(KEY)
    return e.ObjectLost(change.seat, KEY, "dropped")


class GrantRitualKey(Change, frozen=True, tag="core.king:ritual-key"):
    """Gives the ritual's key to a soul, with or without a free slot (D-55)."""

    seat: SeatNumber


@applies(GrantRitualKey)
def apply_grant_ritual_key(state: State, change: GrantRitualKey) -> Event:
    board: Board = state.parts[PART]
    board.souls[change.seat].keys += 1
    add_to_pile(board.supplied_cards, KEY)
    return e.KeyGained(change.seat, "ritual")
