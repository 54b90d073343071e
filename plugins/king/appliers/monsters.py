"""Figures and their loot (K-MON)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Event, State

from .. import changes as c
from .. import events as e
from ..layout import FLOOR, PER_FLOOR
from ..state import KEY, PART, Board, Monster
from .hands import add_to_pile, put_in_hand, take_from_hand


def _destroy_room(board: Board, node: int) -> None:
    """A figure in a room with a special room destroys it, and what the armoury holds (K-MON-3, D-51)."""
    special = board.special_at(node)
    if special is None:
        return
    special.destroyed = True
    if special.kind == "ARMOURY":
        for item in board.armoury:
            if item == KEY:
                board.keys_destroyed += 1
            else:
                add_to_pile(board.removed, item)
        board.armoury = []


def _spawn_monster(state: State, change: c.SpawnMonster) -> Event | None:
    board: Board = state.parts[PART]
    if len(board.monsters) >= board.profile.max_monsters:
        return None
    board.arrivals += 1
    board.monsters.append(Monster(board.arrivals, change.kind, change.node, board.round))
    _destroy_room(board, change.node)
    return e.MonsterPlaced(board.arrivals, change.kind, change.node, True)


def _move_monster(state: State, change: c.MoveMonster) -> Event | None:
    board: Board = state.parts[PART]
    monster = board.find_monster(change.number)
    if monster is None:
        return None
    monster.node = change.node
    for seat in change.seats:
        board.souls[seat].node = change.node
    _destroy_room(board, change.node)
    return e.MonsterPlaced(monster.number, monster.kind, change.node, False)


def _stun_monster(state: State, change: c.StunMonster) -> Event | None:
    board: Board = state.parts[PART]
    monster = board.find_monster(change.number)
    if monster is None:
        return None
    if change.gone:
        board.monsters.remove(monster)
    else:
        monster.stun = max(monster.stun, change.rounds)
    soul = board.souls[board.active]
    if soul.iced and FLOOR[soul.node] == monster.node // PER_FLOOR:
        soul.iced = False  # her cap is off while she is stunned (C7)
    return e.MonsterStunned(monster.number, monster.kind, monster.stun, change.gone)


def _ease_stuns(state: State, change: c.EaseStuns) -> None:
    for monster in state.parts[PART].monsters:
        if monster.stun:
            monster.stun -= 1


def _hear_tue_tue(state: State, change: c.HearTueTue) -> None:
    state.parts[PART].tue_tue += 1


def _rob_soul(state: State, change: c.RobSoul) -> Event | None:
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


def _recover_loot(state: State, change: c.RecoverLoot) -> Event | None:
    board: Board = state.parts[PART]
    monster = board.find_monster(change.number)
    if monster is None:
        return None
    board.souls[change.seat].keys += change.keys
    board.keys_destroyed += monster.loot_keys - change.keys
    rest = list(monster.loot)
    for card in change.objects:
        rest.remove(card)
        put_in_hand(board, change.seat, card)
    for card in rest:
        add_to_pile(board.removed, card)
    monster.loot = []
    monster.loot_keys = 0
    return None


APPLIERS: dict[type[Any], Callable[[State, Any], Event | None]] = {
    c.SpawnMonster: _spawn_monster,
    c.MoveMonster: _move_monster,
    c.StunMonster: _stun_monster,
    c.EaseStuns: _ease_stuns,
    c.HearTueTue: _hear_tue_tue,
    c.RobSoul: _rob_soul,
    c.RecoverLoot: _recover_loot,
}
