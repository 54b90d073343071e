"""Figures and their loot (K-MON)."""

from footfall.api import Event

from .. import events as e
from ..layout import FLOOR
from ..state import KEY, Board, Monster, NodeNumber, SeatNumber
from .model import BoardChange, add_to_pile, put_in_hand, take_from_hand


def _destroy_room(board: Board, node: int) -> tuple[bool, int]:
    """Destroys the special room at a node, with the contents of the armory (K-MON-3, D-51).

    Returns:
        Whether there was one, and the number of keys destroyed.
    """
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
    """Counts a Tue-Tue."""

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
