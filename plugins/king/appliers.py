"""How each change is written into the board. Every applier checks first, then writes.

Grouped as in `changes`. The sanity rules that hold for every writer live here: clamping
(K-SANITY-5.1), who falls (K-SANITY-5.2, .6, .7), and what waits for a choice (K-SAC-1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import ChangeSpec, Event, State

from . import changes as c
from . import events as e
from .house import FLOOR, NODES, PER_FLOOR
from .state import KEY, LOST_TURN, LOWEST, PART, STUNNED_TURN, Board, Monster, Report, Soul

KEYRING = "KEYRING"
CROWN = "CROWN"


def board_of(state: State) -> Board:
    """The board of a game of this plugin."""
    board: Board = state.parts[PART]
    return board


def _set_up(state: State, change: c.SetUp) -> None:
    state.parts[PART] = change.board


def _roll(state: State, change: c.Roll) -> Event:
    return e.Rolled(change.purpose, change.roller, change.faces, change.value)


# Turns and rounds.


def _begin_turn(state: State, change: c.BeginTurn) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[board.active]
    board.begun = True
    soul.lost = soul.skip != 0
    soul.skip = 0
    soul.iced = change.iced
    soul.low = soul.sanity <= LOWEST
    soul.rolled = False
    return e.TurnStarted(board.active, soul.lost)


def _end_turn(state: State, change: c.EndTurn) -> Event:
    board: Board = state.parts[PART]
    seat = board.active
    soul = board.souls[seat]
    soul.marked = soul.lost = soul.climbing = soul.shop = soul.iced = False
    for other in board.souls:
        if "CLARITY" in other.statuses and other.sanity < other.top:
            other.sanity += 1
    board.turns += 1
    board.begun = False
    board.active = (seat + 1) % len(board.souls)
    return e.TurnDone(seat)


def _new_round(state: State, change: c.NewRound) -> Event:
    board: Board = state.parts[PART]
    board.round += 1
    board.starter = board.active = (board.starter + 1) % len(board.souls)
    board.turns = 0
    board.begun = False
    if board.banish:
        board.banish -= 1
    for soul in board.souls:
        soul.spent = soul.free = 0
        soul.moved = soul.tavern = soul.over = soul.salon = False
    return e.RoundStarted(board.round, board.starter)


def _spend(state: State, change: c.Spend) -> None:
    soul: Soul = state.parts[PART].souls[change.seat]
    soul.spent += change.actions
    soul.free += change.free


def _exhaust(state: State, change: c.Exhaust) -> None:
    state.parts[PART].souls[change.seat].over = True


def _lose_turn(state: State, change: c.LoseTurn) -> None:
    state.parts[PART].souls[change.seat].skip |= LOST_TURN


def _use_second_die(state: State, change: c.UseSecondDie) -> None:
    state.parts[PART].souls[change.seat].rolled = True


def _mark(state: State, change: c.Mark) -> None:
    souls = state.parts[PART].souls
    for seat in change.seats:
        souls[seat].marked = True


# Movement.


def _walk(state: State, change: c.Walk) -> Event:
    soul: Soul = state.parts[PART].souls[change.seat]
    _check_node(change.node)
    origin, soul.node = soul.node, change.node
    soul.spent += change.cost
    soul.moved = True
    return e.Walked(change.seat, origin, change.node)


def _place(state: State, change: c.Place) -> Event:
    souls = state.parts[PART].souls
    _check_node(change.node)
    for seat in change.seats:
        souls[seat].node = change.node
    return e.Taken(change.seats, change.node)


def _swap(state: State, change: c.Swap) -> Event:
    souls = state.parts[PART].souls
    one, other = souls[change.one], souls[change.other]
    one.node, other.node = other.node, one.node
    return e.Taken((change.one,), one.node)


def _check_node(node: int) -> None:
    if not 0 <= node < NODES:
        raise ValueError(f"node {node} is not in the house; nodes are 0..{NODES - 1}")


# Sanity.


def can_sacrifice(soul: Soul) -> bool:
    """Whether any mode of K-SAC-2 is open to a soul (K-SAC-4)."""
    return soul.top > -1 or soul.object_slots > soul.slots_lost


def _falls(board: Board, seat: int, source: str) -> None:
    """Puts a soul whose sanity would reach LOWEST into the list of the falling."""
    soul = board.souls[seat]
    if board.profile.sacrifice and can_sacrifice(soul):
        board.held.append(seat)
    else:
        soul.sanity = LOWEST
    board.falling.append((seat, source))


def _lose(state: State, change: c.Lose) -> Event | None:
    board: Board = state.parts[PART]
    souls = board.souls
    fell = []
    lost = []
    for seat, amount in change.amounts:
        soul = souls[seat]
        if soul.sanity <= LOWEST or amount <= 0 or seat in board.held:
            continue
        lost.append((seat, amount))
        left = soul.sanity - amount
        if left > LOWEST:
            soul.sanity = left
        else:
            fell.append(seat)
    if not fell:
        return e.SanityLost(tuple(lost), change.source)
    if len(fell) > 1:
        fell = [seat for seat in board.seats_in_round_order() if seat in fell]
    for seat in fell:
        _falls(board, seat, change.source)
    return e.SoulsFell(tuple(fell), tuple(lost), change.source)


def _gain(state: State, change: c.Gain) -> Event:
    souls = state.parts[PART].souls
    for seat, amount in change.amounts:
        soul = souls[seat]
        soul.sanity = min(soul.top, soul.sanity + amount)
    return e.SanityGained(change.amounts, change.source)


def _unqueue(board: Board, seat: int) -> str:
    """Takes a soul off the list of the falling; returns the source of its fall."""
    source = ""
    for index, (each, cause) in enumerate(board.falling):
        if each == seat:
            source = cause
            del board.falling[index]
            break
    if seat in board.held:
        board.held.remove(seat)
    return source


def _break(state: State, change: c.Break) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    source = _unqueue(board, change.seat)
    soul.sanity = LOWEST
    board.last_cause = source
    keys = 0
    objects: tuple[str, ...] = ()
    if change.fires:
        soul.fell = board.round
        keys = soul.keys
        soul.keys = 0
        board.keys_destroyed += keys
        objects = tuple(card for card in soul.objects if card not in change.spared)
        for card in objects:
            _leaves_hand(board, change.seat, card)
            _count(board.removed, card)
    return e.Broke(change.seat, soul.role, keys, objects, source)


def _sacrifice(state: State, change: c.Sacrifice) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    if change.mode == "SANITY_MAX":
        if soul.top <= -1:
            raise ValueError("the maximum cannot fall below -1 by a sacrifice (K-SAC-2)")
        soul.top -= 1
    elif change.mode == "OBJECT_SLOT":
        if soul.object_slots <= soul.slots_lost:
            raise ValueError("no object slot is left to give up (K-SAC-4)")
        soul.slots_lost += 1
    else:
        raise ValueError(f"a sacrifice is SANITY_MAX or OBJECT_SLOT, not {change.mode!r}")
    _unqueue(board, change.seat)
    soul.sanity = min(0, soul.top)
    return e.Sacrificed(change.seat, soul.role, change.mode)


def _lower_top(board: Board, seat: int, source: str) -> Event | None:
    """The maximum falls by 1; sanity above it is capped, and may so reach LOWEST."""
    soul = board.souls[seat]
    if soul.top <= LOWEST:
        return None
    soul.top -= 1
    if soul.sanity <= soul.top:
        return None
    if soul.top > LOWEST:
        soul.sanity = soul.top
        return None
    soul.sanity = LOWEST
    board.falling.append((seat, source))
    return e.SoulsFell((seat,), ((seat, 1),), source)


def _poison(state: State, change: c.Poison) -> Event | None:
    return _lower_top(state.parts[PART], change.seat, "poison")


# Statuses.


def _afflict(state: State, change: c.Afflict) -> Event:
    souls = state.parts[PART].souls
    for seat in change.seats:
        soul: Soul = souls[seat]
        soul.statuses[change.status] = max(change.left, soul.statuses.get(change.status, 0))
        if change.status == "TRAPPED":
            soul.trapper = change.trapper
        elif change.status == "STUNNED":
            soul.skip |= STUNNED_TURN
    return e.Afflicted(change.seats, change.status, change.left)


def _clear(state: State, change: c.Clear) -> Event:
    soul: Soul = state.parts[PART].souls[change.seat]
    if change.status:
        soul.statuses.pop(change.status, None)
    else:
        soul.statuses.clear()
    if "TRAPPED" not in soul.statuses:
        soul.trapper = 0
    if "STUNNED" not in soul.statuses:
        soul.skip &= ~STUNNED_TURN
    return e.Cleared(change.seat, change.status)


def _tick(state: State, change: c.Tick) -> None:
    for soul in state.parts[PART].souls:
        if soul.statuses:
            soul.statuses = {name: left - 1 for name, left in soul.statuses.items() if left > 1}
            if soul.trapper and "TRAPPED" not in soul.statuses:
                soul.trapper = 0


# Cards and hands.


def _count(pile: dict[str, int], card: str) -> None:
    pile[card] = pile.get(card, 0) + 1


def _enters_hand(board: Board, seat: int, card: str) -> None:
    soul = board.souls[seat]
    soul.objects.append(card)
    if card == KEYRING:
        soul.top += 1
    elif card == CROWN:
        board.false_king, board.crowned = seat, board.round


def _leaves_hand(board: Board, seat: int, card: str) -> Event | None:
    soul = board.souls[seat]
    soul.objects.remove(card)
    if card == KEYRING:
        return _lower_top(board, seat, "keyring")
    if card == CROWN and board.false_king == seat:
        board.false_king = -1
    return None


def _draw(state: State, change: c.Draw) -> Event:
    board: Board = state.parts[PART]
    node, fate = change.node, change.fate
    box = board.boxes[node]
    card = box.pop()
    if board.known[node]:
        board.known[node] -= 1
    if fate == "limbo":
        board.limbo.append((node, card))
    elif fate == "hand":
        _enters_hand(board, change.seat, card)
    elif fate == "key":
        board.souls[change.seat].keys += 1
    elif fate == "under":
        _put_under(board, node, card)
    elif fate == "removed":
        _count(board.removed, card)
    else:
        _count(board.discarded, card)
    return e.Drew(change.seat, node, card, fate)


def _put_under(board: Board, node: int, card: str) -> None:
    box = board.boxes[node]
    if board.known[node] == len(box):  # all that lies above is known, and this one was seen
        board.known[node] += 1
    box.insert(0, card)


def _tuck(state: State, change: c.Tuck) -> None:
    board: Board = state.parts[PART]
    board.limbo.remove((change.node, change.card))
    _put_under(board, change.node, change.card)


def _see(state: State, change: c.See) -> Event:
    board: Board = state.parts[PART]
    box = board.boxes[change.node]
    count = min(change.count, len(box))
    board.known[change.node] = max(board.known[change.node], count)
    return e.Saw(change.seat, change.node, tuple(box[len(box) - count :][::-1]))


def _swap_top(state: State, change: c.SwapTop) -> None:
    box = state.parts[PART].boxes[change.node]
    box[-1], box[-2] = box[-2], box[-1]


def _take_object(state: State, change: c.TakeObject) -> Event:
    board: Board = state.parts[PART]
    _enters_hand(board, change.seat, change.card)
    _count(board.supplied, change.card)
    return e.ObjectGained(change.seat, change.card)


def _drop_object(state: State, change: c.DropObject) -> Event:
    board: Board = state.parts[PART]
    fell = _leaves_hand(board, change.seat, change.card)
    if change.how == "dropped":
        board.armoury.append(change.card)
    elif change.how == "attached":
        _count(board.removed, change.card)
    else:
        _count(board.discarded, change.card)
    return fell or e.ObjectLost(change.seat, change.card, change.how)


def _hand(state: State, change: c.Hand) -> Event | None:
    board: Board = state.parts[PART]
    fell = None
    if change.item == KEY:
        board.souls[change.giver].keys -= 1
        board.souls[change.taker].keys += 1
    else:
        fell = _leaves_hand(board, change.giver, change.item)
        _enters_hand(board, change.taker, change.item)
    return fell or e.ObjectLost(change.giver, change.item, "given")


def _use_charge(state: State, change: c.UseCharge) -> None:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    soul.climbing = True
    board.charges -= 1
    if board.charges <= 0:
        soul.objects.remove(change.card)
        _count(board.discarded, change.card)


def _turn(pile: list[Any], cycle: tuple[int, ...]) -> None:
    moved = [pile[node] for node in cycle]
    for at, node in enumerate(cycle):
        pile[node] = moved[at - 1]


def _turn_boxes(state: State, change: c.TurnBoxes) -> Event:
    board: Board = state.parts[PART]
    for cycle in change.cycles:
        _turn(board.boxes, cycle)
        _turn(board.known, cycle)
    board.turn_floors = False
    return e.BoxesTurned(change.how)


def _shuffle(state: State, change: c.Shuffle) -> Event:
    board: Board = state.parts[PART]
    for old, new in zip(board.boxes, change.boxes, strict=True):
        if len(old) != len(new):
            raise ValueError("a shuffle neither adds nor takes cards")
    board.boxes = [list(box) for box in change.boxes]
    board.known = [len(box) if len(box) == 1 else 0 for box in board.boxes]
    return e.BoxesTurned("shuffle")


def _due_turn(state: State, change: c.DueTurn) -> None:
    state.parts[PART].turn_floors = True


# Special rooms.


def _open(state: State, change: c.Open) -> Event | None:
    special = state.parts[PART].special_at(change.node)
    if special is None:
        return None
    special.open = True
    return e.RoomOpened(change.node, special.kind)


def _use_room(state: State, change: c.UseRoom) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    if change.kind == "TAVERN":
        soul.tavern = True
    elif change.kind == "BEAUTY_SALON":
        board.salon_uses += 1
        soul.salon = True
    elif change.kind == "LETHAL_CHAMBER":
        board.ritual = True
    return e.RoomUsed(change.seat, change.kind)


def _pedlar_show(state: State, change: c.PedlarShow) -> Event:
    board: Board = state.parts[PART]
    board.pedlar_open = [board.pedlar.pop(), board.pedlar.pop()]
    return e.RoomUsed(change.seat, "PEDLAR")


def _pedlar_sell(state: State, change: c.PedlarSell) -> Event:
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
    _enters_hand(board, change.seat, card)
    return e.ObjectGained(change.seat, card)


def _close_shop(state: State, change: c.CloseShop) -> None:
    state.parts[PART].souls[change.seat].shop = False


def _open_shop(state: State, change: c.OpenShop) -> None:
    state.parts[PART].souls[change.seat].shop = True


def _armoury_take(state: State, change: c.ArmouryTake) -> Event:
    board: Board = state.parts[PART]
    board.armoury.remove(change.item)
    if change.item == KEY:
        board.souls[change.seat].keys += 1
        return e.KeyGained(change.seat, "armoury")
    _enters_hand(board, change.seat, change.item)
    return e.ObjectGained(change.seat, change.item)


def _armoury_drop_key(state: State, change: c.ArmouryDropKey) -> Event:
    board: Board = state.parts[PART]
    board.souls[change.seat].keys -= 1
    board.armoury.append(KEY)
    return e.ObjectLost(change.seat, KEY, "dropped")


def _ritual_key(state: State, change: c.RitualKey) -> Event:
    board: Board = state.parts[PART]
    board.souls[change.seat].keys += 1
    _count(board.supplied, KEY)
    return e.KeyGained(change.seat, "ritual")


# Monsters.


def _ravage(board: Board, node: int) -> None:
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
                _count(board.removed, item)
        board.armoury = []


def _appear(state: State, change: c.Appear) -> Event | None:
    board: Board = state.parts[PART]
    if len(board.monsters) >= board.profile.max_monsters:
        return None
    board.arrivals += 1
    board.monsters.append(Monster(board.arrivals, change.kind, change.node, board.round))
    _ravage(board, change.node)
    return e.Haunted(board.arrivals, change.kind, change.node, True)


def _prowl(state: State, change: c.Prowl) -> Event | None:
    board: Board = state.parts[PART]
    monster = board.monster(change.number)
    if monster is None:
        return None
    monster.node = change.node
    for seat in change.seats:
        board.souls[seat].node = change.node
    _ravage(board, change.node)
    return e.Haunted(monster.number, monster.kind, change.node, False)


def _stun_monster(state: State, change: c.StunMonster) -> Event | None:
    board: Board = state.parts[PART]
    monster = board.monster(change.number)
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


def _rob(state: State, change: c.Rob) -> Event | None:
    board: Board = state.parts[PART]
    monster = board.monster(change.number)
    if monster is None:
        return None
    soul = board.souls[change.seat]
    keys = soul.keys
    monster.loot_keys += keys
    soul.keys = 0
    fell = None
    for card in change.objects:
        fell = _leaves_hand(board, change.seat, card) or fell
        monster.loot.append(card)
    return fell or e.Robbed(change.seat, change.objects, keys)


def _recover(state: State, change: c.Recover) -> Event | None:
    board: Board = state.parts[PART]
    monster = board.monster(change.number)
    if monster is None:
        return None
    board.souls[change.seat].keys += change.keys
    board.keys_destroyed += monster.loot_keys - change.keys
    rest = list(monster.loot)
    for card in change.objects:
        rest.remove(card)
        _enters_hand(board, change.seat, card)
    for card in rest:
        _count(board.removed, card)
    monster.loot = []
    monster.loot_keys = 0
    return None


# The King and the House.


def _move_king(state: State, change: c.MoveKing) -> Event:
    board: Board = state.parts[PART]
    origin, board.king = board.king, change.floor
    if change.how == "roulette":
        board.report = Report(board.round, origin, change.d4, change.floor)
    return e.KingCame(origin, change.floor, change.how)


def _act_king(state: State, change: c.ActKing) -> Event:
    state.parts[PART].report.d6 = change.d6
    return e.KingActed(change.d6)


def _banish(state: State, change: c.Banish) -> Event:
    board: Board = state.parts[PART]
    board.banish = max(board.banish, change.rounds)
    if board.profile.banish_moves_king:
        board.king = board.profile.sanctuary_floor - 1
    return e.KingBanished(change.rounds)


def _enrage(state: State, change: c.Enrage) -> Event:
    state.parts[PART].fury = True
    return e.KingRaged()


def _attach_tale(state: State, change: c.AttachTale) -> None:
    state.parts[PART].tales += 1


def _crown(state: State, change: c.Crown) -> Event:
    board: Board = state.parts[PART]
    board.souls[change.seat].keys -= 1
    board.keys_spent += 1
    _enters_hand(board, change.seat, CROWN)
    _count(board.supplied, CROWN)
    return e.Crowned(change.seat)


def _test_false_king(state: State, change: c.TestFalseKing) -> Event:
    board: Board = state.parts[PART]
    board.report.check, board.report.threshold = change.total, change.threshold
    return e.FalseKingTested(board.false_king, change.total, change.threshold)


def _turn_stairs(state: State, change: c.TurnStairs) -> Event:
    if any(not 1 <= room <= 4 for room in change.rooms) or len(change.rooms) != 3:
        raise ValueError(f"one stair per floor, in rooms 1..4, got {change.rooms}")
    state.parts[PART].stairs = list(change.rooms)
    return e.StairsTurned(change.rooms)


APPLIERS: dict[type[Any], Callable[[State, Any], Event | None]] = {
    c.SetUp: _set_up,
    c.Roll: _roll,
    c.BeginTurn: _begin_turn,
    c.EndTurn: _end_turn,
    c.NewRound: _new_round,
    c.Spend: _spend,
    c.Exhaust: _exhaust,
    c.LoseTurn: _lose_turn,
    c.UseSecondDie: _use_second_die,
    c.Mark: _mark,
    c.Walk: _walk,
    c.Place: _place,
    c.Swap: _swap,
    c.Lose: _lose,
    c.Gain: _gain,
    c.Break: _break,
    c.Sacrifice: _sacrifice,
    c.Poison: _poison,
    c.Afflict: _afflict,
    c.Clear: _clear,
    c.Tick: _tick,
    c.Draw: _draw,
    c.Tuck: _tuck,
    c.See: _see,
    c.SwapTop: _swap_top,
    c.TakeObject: _take_object,
    c.DropObject: _drop_object,
    c.Hand: _hand,
    c.UseCharge: _use_charge,
    c.TurnBoxes: _turn_boxes,
    c.Shuffle: _shuffle,
    c.DueTurn: _due_turn,
    c.Open: _open,
    c.UseRoom: _use_room,
    c.PedlarShow: _pedlar_show,
    c.PedlarSell: _pedlar_sell,
    c.CloseShop: _close_shop,
    c.OpenShop: _open_shop,
    c.ArmouryTake: _armoury_take,
    c.ArmouryDropKey: _armoury_drop_key,
    c.RitualKey: _ritual_key,
    c.Appear: _appear,
    c.Prowl: _prowl,
    c.StunMonster: _stun_monster,
    c.EaseStuns: _ease_stuns,
    c.HearTueTue: _hear_tue_tue,
    c.Rob: _rob,
    c.Recover: _recover,
    c.MoveKing: _move_king,
    c.ActKing: _act_king,
    c.Banish: _banish,
    c.Enrage: _enrage,
    c.AttachTale: _attach_tale,
    c.Crown: _crown,
    c.TestFalseKing: _test_false_king,
    c.TurnStairs: _turn_stairs,
}
"""Every change of this plugin and its applier."""

SPECS = [ChangeSpec(kind, write) for kind, write in APPLIERS.items()]
