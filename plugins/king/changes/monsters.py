"""Figures and their loot (K-MON); the King, the False King and the House (K-KING, K-BANISH, K-STAIRS)."""

from footfall.api import Event

from .. import events as e
from ..layout import FLOOR
from ..state import KEY, Board, FloorIndex, Monster, NodeNumber, SeatNumber
from .model import CROWN, AnnouncedBoardChange, BoardChange, add_to_pile, put_in_hand, take_from_hand, take_key


def _destroy_room(board: Board, node: int) -> tuple[bool, int]:
    """Destroys the special room at a node (K-MON-3, D-51); tells whether there was one, and the keys lost with it."""
    special = board.special_at(node)
    if special is None:
        return False, 0
    special.is_destroyed = True
    keys = 0
    if special.kind == "ARMOURY":
        for item in board.armory:
            if item == KEY:
                keys += 1
            else:
                add_to_pile(board.removed_cards, item)
        board.armory = []
        board.keys_destroyed += keys
    return True, keys


class SpawnMonster(BoardChange, frozen=True, tag="core.king:appear"):
    """Places a figure if the board is not full (K-MON-1)."""

    kind: str
    node: NodeNumber

    def write(self, board: Board) -> Event | None:
        if len(board.monsters) >= board.profile.max_monsters:
            return None
        board.arrivals += 1
        board.monsters.append(Monster(board.arrivals, self.kind, self.node, board.round))
        ruined, keys = _destroy_room(board, self.node)
        return e.MonsterPlaced(board.arrivals, self.kind, self.node, True, (), ruined, keys)


class MoveMonster(BoardChange, frozen=True, tag="core.king:prowl"):
    """Moves a figure and the seats it drags along."""

    number: int
    node: NodeNumber
    seats: tuple[SeatNumber, ...] = ()

    def write(self, board: Board) -> Event | None:
        monster = board.find_monster(self.number)
        if monster is None:
            return None
        dragged = [board.souls[seat] for seat in self.seats]
        monster.node = self.node
        for soul in dragged:
            soul.node = self.node
        ruined, keys = _destroy_room(board, self.node)
        return e.MonsterPlaced(monster.number, monster.kind, self.node, False, self.seats, ruined, keys)


class StunMonster(BoardChange, frozen=True, tag="core.king:stun-monster"):
    """Stuns a figure for some rounds, or removes it.

    Attributes:
        is_gone: whether the figure leaves the board.
        thaws_floor: whether its floor is free of ice from now on (K-MON-ICE_QUEEN).
    """

    number: int
    rounds: int
    is_gone: bool = False
    thaws_floor: bool = False

    def write(self, board: Board) -> Event | None:
        monster = board.find_monster(self.number)
        if monster is None:
            return None
        if self.is_gone:
            board.monsters.remove(monster)
        else:
            monster.stun = max(monster.stun, self.rounds)
        soul = board.souls[board.active]
        if self.thaws_floor and FLOOR[soul.node] == FLOOR[monster.node]:
            soul.is_iced = False
        return e.MonsterStunned(monster.number, monster.kind, monster.stun, self.is_gone)


class EaseStuns(BoardChange, frozen=True, tag="core.king:ease-stuns"):
    """Reduces all stuns by one round (K-END-5d)."""

    def write(self, board: Board) -> None:
        for monster in board.monsters:
            if monster.stun:
                monster.stun -= 1


class HearTueTue(BoardChange, frozen=True, tag="core.king:hear-tue-tue"):
    """Counts a call of the Tue-Tue."""

    def write(self, board: Board) -> None:
        board.tue_tue += 1


class RobSoul(BoardChange, frozen=True, tag="core.king:rob"):
    """Moves all keys and the given objects of a soul to a figure.

    If the loss of a KEYRING makes the soul fall to -5, that is announced instead of the robbery.
    """

    number: int
    seat: SeatNumber
    objects: tuple[str, ...]

    def write(self, board: Board) -> Event | None:
        monster = board.find_monster(self.number)
        if monster is None:
            return None
        soul = board.souls[self.seat]
        keys = soul.keys
        monster.loot_keys += keys
        soul.keys = 0
        fall = None
        for card in self.objects:
            fall = take_from_hand(board, self.seat, card) or fall
            monster.loot.append(card)
        return fall or e.Robbed(self.seat, self.objects, keys)


class RecoverLoot(BoardChange, frozen=True, tag="core.king:recover"):
    """Gives a soul the listed objects and keys of a figure's loot; the rest is destroyed."""

    number: int
    seat: SeatNumber
    objects: tuple[str, ...]
    keys: int

    def write(self, board: Board) -> Event | None:
        monster = board.find_monster(self.number)
        if monster is None:
            return None
        lost_keys = monster.loot_keys - self.keys
        board.souls[self.seat].keys += self.keys
        board.keys_destroyed += lost_keys
        rest = list(monster.loot)
        for card in self.objects:
            rest.remove(card)
            put_in_hand(board, self.seat, card)
        for card in rest:
            add_to_pile(board.removed_cards, card)
        monster.loot = []
        monster.loot_keys = 0
        return e.LootRecovered(self.seat, self.objects, self.keys, tuple(rest), lost_keys)


class MoveKing(BoardChange, frozen=True, tag="core.king:move-king"):
    """Moves the King to the corridor of a floor. `how`: roulette (with its d4), fury."""

    floor: FloorIndex
    how: str
    d4: int = 0

    def write(self, board: Board) -> Event:
        origin, board.king = board.king, self.floor
        return e.KingCame(origin, self.floor, self.how, self.d4)


class KeepKingAway(AnnouncedBoardChange, frozen=True, tag="core.king:king-away"):
    """Announces that the King is away at this end of round; does not change the board (K-END-0c)."""


class ActKing(AnnouncedBoardChange, frozen=True, tag="core.king:king-acted"):
    """Announces the King's d6 (K-END-4), and his deeds by name; does not change the board."""

    d6: int
    deeds: tuple[str, ...]


class Banish(BoardChange, frozen=True, tag="core.king:banish"):
    """Banishes the King for some ends of round, at least as long as before (K-BANISH-3)."""

    rounds: int

    def write(self, board: Board) -> Event:
        board.banish = max(board.banish, self.rounds)
        if board.profile.moves_banished_king:
            board.king = board.profile.sanctuary_floor - 1
        return e.KingBanished(board.banish)


class Enrage(AnnouncedBoardChange, frozen=True, tag="core.king:king-raged"):
    """Doubles the King's damage (D-49)."""

    def write(self, board: Board) -> Event:
        board.is_furious = True
        return self


class CountTale(BoardChange, frozen=True, tag="core.king:count-tale"):
    """Counts a tale attached to the Book."""

    def write(self, board: Board) -> None:
        board.tales += 1


class TakeCrown(AnnouncedBoardChange, frozen=True, tag="core.king:crowned"):
    """Sells the Crown for a key; the soul becomes the False King (K-OBJ-CROWN)."""

    seat: SeatNumber

    def write(self, board: Board) -> Event:
        take_key(board, self.seat)
        board.keys_spent += 1
        put_in_hand(board, self.seat, CROWN)
        add_to_pile(board.supplied_cards, CROWN)
        return self


class TestFalseKing(BoardChange, frozen=True, tag="core.king:test-false-king"):
    """Announces the False King's test; does not change the board."""

    total: int
    threshold: int

    def write(self, board: Board) -> Event:
        return e.FalseKingTested(board.false_king, self.total, self.threshold)


class TurnStairs(AnnouncedBoardChange, frozen=True, tag="core.king:stairs-turned"):
    """Moves the stairs to these rooms (1..4), floor 1 first."""

    rooms: tuple[int, int, int]

    def write(self, board: Board) -> Event:
        if any(not 1 <= room <= 4 for room in self.rooms) or len(self.rooms) != 3:
            raise ValueError(f"one stair per floor, in rooms 1..4, got {self.rooms}")
        board.stairs = list(self.rooms)
        return self
