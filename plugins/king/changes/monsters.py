"""Figures and their loot (K-MON)."""

from __future__ import annotations

from footfall.api import Change, Event, State, applies

from .. import events as e
from ..layout import FLOOR
from ..state import KEY, PART, Board, Monster, NodeNumber, SeatNumber
from .hands import add_to_pile, put_in_hand, take_from_hand


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


class SpawnMonster(Change, frozen=True, tag="core.king:appear"):
    """Places a figure if the board is not full (K-MON-1)."""

    kind: str
    node: NodeNumber


@applies(SpawnMonster)
def apply_spawn_monster(state: State, change: SpawnMonster) -> Event | None:
    board: Board = state.parts[PART]
    if len(board.monsters) >= board.profile.max_monsters:
        return None
    board.arrivals += 1
    board.monsters.append(Monster(board.arrivals, change.kind, change.node, board.round))
    ruined, keys = _destroy_room(board, change.node)
    return e.MonsterPlaced(board.arrivals, change.kind, change.node, True, (), ruined, keys)


class MoveMonster(Change, frozen=True, tag="core.king:prowl"):
    """Moves a figure and the seats it drags along."""

    number: int
    node: NodeNumber
    seats: tuple[SeatNumber, ...] = ()


@applies(MoveMonster)
def apply_move_monster(state: State, change: MoveMonster) -> Event | None:
    board: Board = state.parts[PART]
    monster = board.find_monster(change.number)
    if monster is None:
        return None
    dragged = [board.souls[seat] for seat in change.seats]
    monster.node = change.node
    for soul in dragged:
        soul.node = change.node
    ruined, keys = _destroy_room(board, change.node)
    return e.MonsterPlaced(monster.number, monster.kind, change.node, False, change.seats, ruined, keys)


class StunMonster(Change, frozen=True, tag="core.king:stun-monster"):
    """Stuns a figure for some rounds, or removes it.

    Attributes:
        is_gone: whether the figure leaves the board.
        thaws_floor: whether its floor is free of ice from now on (K-MON-ICE_QUEEN).
    """

    number: int
    rounds: int
    is_gone: bool = False
    thaws_floor: bool = False


@applies(StunMonster)
def apply_stun_monster(state: State, change: StunMonster) -> Event | None:
    board: Board = state.parts[PART]
    monster = board.find_monster(change.number)
    if monster is None:
        return None
    if change.is_gone:
        board.monsters.remove(monster)
    else:
        monster.stun = max(monster.stun, change.rounds)
    soul = board.souls[board.active]
    if change.thaws_floor and FLOOR[soul.node] == FLOOR[monster.node]:
        soul.is_iced = False
    return e.MonsterStunned(monster.number, monster.kind, monster.stun, change.is_gone)


class EaseStuns(Change, frozen=True, tag="core.king:ease-stuns"):
    """Reduces all stuns by one round (K-END-5d)."""


@applies(EaseStuns)
def apply_ease_stuns(state: State, change: EaseStuns) -> None:
    for monster in state.parts[PART].monsters:
        if monster.stun:
            monster.stun -= 1


class HearTueTue(Change, frozen=True, tag="core.king:hear-tue-tue"):
    """Counts a Tue-Tue."""


@applies(HearTueTue)
def apply_hear_tue_tue(state: State, change: HearTueTue) -> None:
    state.parts[PART].tue_tue += 1


class RobSoul(Change, frozen=True, tag="core.king:rob"):
    """Moves all keys and the given objects of a soul to a figure."""

    number: int
    seat: SeatNumber
    objects: tuple[str, ...]


@applies(RobSoul)
def apply_rob_soul(state: State, change: RobSoul) -> Event | None:
    board: Board = state.parts[PART]
    monster = board.find_monster(change.number)
    if monster is None:
        return None
    soul = board.souls[change.seat]
    keys = soul.keys
    monster.loot_keys += keys
    soul.keys = 0
    fell = None
    for card in change.objects:
        fell = take_from_hand(board, change.seat, card) or fell
        monster.loot.append(card)
    return fell or e.Robbed(change.seat, change.objects, keys)


class RecoverLoot(Change, frozen=True, tag="core.king:recover"):
    """Gives a soul the listed objects and keys of a figure's loot; the rest is destroyed."""

    number: int
    seat: SeatNumber
    objects: tuple[str, ...]
    keys: int


@applies(RecoverLoot)
def apply_recover_loot(state: State, change: RecoverLoot) -> Event | None:
    board: Board = state.parts[PART]
    monster = board.find_monster(change.number)
    if monster is None:
        return None
    lost_keys = monster.loot_keys - change.keys
    board.souls[change.seat].keys += change.keys
    board.keys_destroyed += lost_keys
    rest = list(monster.loot)
    for card in change.objects:
        rest.remove(card)
        put_in_hand(board, change.seat, card)
    for card in rest:
        add_to_pile(board.removed_cards, card)
    monster.loot = []
    monster.loot_keys = 0
    return e.LootRecovered(change.seat, change.objects, change.keys, tuple(rest), lost_keys)
