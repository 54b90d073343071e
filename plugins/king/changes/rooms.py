"""Special rooms (K-ROOM)."""

from footfall.api import Event

from .. import events as e
from ..state import KEY, Board, NodeNumber, SeatNumber
from .model import BoardChange, add_to_pile, put_in_hand, take_key


class OpenRoom(BoardChange, frozen=True, tag="core.king:open"):
    """Opens a face-down special room."""

    node: NodeNumber

    def write(self, board: Board) -> Event | None:
        special = board.special_at(self.node)
        if special is None:
            return None
        special.is_open = True
        return e.RoomOpened(self.node, special.kind)


class UseRoom(BoardChange, frozen=True, tag="core.king:use-room"):
    """Counts the use of a special room."""

    seat: SeatNumber
    kind: str

    def write(self, board: Board) -> Event:
        soul = board.souls[self.seat]
        if self.kind == "TAVERN":
            soul.has_used_tavern = True
        elif self.kind == "BEAUTY_SALON":
            board.salon_uses += 1
            soul.ignores_yellow = True
        elif self.kind == "LETHAL_CHAMBER":
            board.was_ritual_held = True
        return e.RoomUsed(self.seat, self.kind)


class ShowPedlarCards(BoardChange, frozen=True, tag="core.king:pedlar-show"):
    """Shows the pedlar's top two cards."""

    seat: SeatNumber

    def write(self, board: Board) -> Event:
        board.pedlar_open = [board.pedlar.pop(), board.pedlar.pop()]
        return e.RoomUsed(self.seat, "PEDLAR")


class TakePedlarCard(BoardChange, frozen=True, tag="core.king:pedlar-sell"):
    """Takes one of the shown cards; the other goes under the deck.

    Attributes:
        choice: the index of the card.
        fate: ``hand``, ``key``, or ``under`` for a key without a slot (K-KEY-3).
    """

    seat: SeatNumber
    choice: int
    fate: str

    def write(self, board: Board) -> Event:
        card = board.pedlar_open.pop(self.choice)
        for other in board.pedlar_open:
            board.pedlar.insert(0, other)
        board.pedlar_open = []
        if self.fate == "key":
            board.souls[self.seat].keys += 1
            return e.KeyGained(self.seat, "pedlar")
        if self.fate == "under":
            board.pedlar.insert(0, card)
            return e.ObjectLost(self.seat, card, "refused")
        put_in_hand(board, self.seat, card)
        return e.ObjectGained(self.seat, card)


class CloseShop(BoardChange, frozen=True, tag="core.king:close-shop"):
    """Ends the pedlar's visit to a soul."""

    seat: SeatNumber

    def write(self, board: Board) -> None:
        board.souls[self.seat].has_deal = False


class OpenShop(BoardChange, frozen=True, tag="core.king:open-shop"):
    """Begins the pedlar's visit to a soul."""

    seat: SeatNumber

    def write(self, board: Board) -> None:
        board.souls[self.seat].has_deal = True


class TakeFromArmory(BoardChange, frozen=True, tag="core.king:armoury-take"):
    """Moves an item from the armory to a hand."""

    seat: SeatNumber
    item: str

    def write(self, board: Board) -> Event:
        board.armory.remove(self.item)
        if self.item == KEY:
            board.souls[self.seat].keys += 1
            return e.KeyGained(self.seat, "armoury")
        put_in_hand(board, self.seat, self.item)
        return e.ObjectGained(self.seat, self.item)


class DropKeyInArmory(BoardChange, frozen=True, tag="core.king:armoury-drop-key"):
    """Moves a key from a hand to the armory."""

    seat: SeatNumber

    def write(self, board: Board) -> Event:
        take_key(board, self.seat)
        board.armory.append(KEY)
        return e.ObjectLost(self.seat, KEY, "dropped")


class DestroyKey(BoardChange, frozen=True, tag="core.king:destroy-key"):
    """Destroys a key in a hand; nothing if a rule has just taken it elsewhere."""

    seat: SeatNumber

    def write(self, board: Board) -> Event | None:
        if not board.souls[self.seat].keys:
            return None
        take_key(board, self.seat)
        board.keys_destroyed += 1
        return e.ObjectLost(self.seat, KEY, "discarded")


class GrantKey(BoardChange, frozen=True, tag="core.king:ritual-key"):
    """Gives a key of the pool to a soul, that of the ritual with or without a free slot (D-55)."""

    seat: SeatNumber
    source: str = "ritual"

    def write(self, board: Board) -> Event:
        board.souls[self.seat].keys += 1
        add_to_pile(board.supplied_cards, KEY)
        return e.KeyGained(self.seat, self.source)
