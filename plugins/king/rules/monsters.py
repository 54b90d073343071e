"""Monsters: arrival, moves, effects, stuns (K-MON, K-END-5)."""

from collections.abc import Sequence

from footfall.api import Ask, Context, Deny, Message, Push, Question, Tell

from .. import changes as c
from ..hookspecs import Arriving
from ..layout import DISTANCE, FLOOR, NEIGHBORS, NODE_NAMES, PER_FLOOR, find_nearest_room
from ..records import GameRecords, records_of
from ..screen.labels import label_for
from ..state import Board, Monster, board_of
from .allowance import thaws_floor
from .notices import notify_use

DECLINE = "DECLINE"
ARRIVAL_HOOK = "core.king:can_arrive"

ABDUCTED_ROUNDS = 3
"""Rounds for which a sack man's victim is trapped (K-MON-SACK_MAN)."""


# Revealed.


def spawn_monster(ctx: Context, board: Board, seat: int, kind: str, node: int, *flags: str) -> c.Changes:
    """Places a figure unless the board is full (K-MON-1), has one of the kind with ``lone``, or a mod forbids it.

    With ``reveal``, its effect on the drawer follows.
    """
    if len(board.monsters) >= board.profile.max_monsters or ("lone" in flags and board.has_monster(kind)):
        return []
    denied = ask_arrival(ctx, seat, kind, node)
    if denied is not None:
        return [Tell(denied.reason)]
    changes: c.Changes = [c.SpawnMonster(kind, node)]
    if "reveal" in flags:
        changes.append(Push("core.king:revealed", (seat, board.arrivals + 1)))
    return changes


def ask_arrival(ctx: Context, seat: int, kind: str, node: int) -> Deny | None:
    """Asks mods whether a figure may arrive; returns why not."""
    if not ctx.has_listeners(ARRIVAL_HOOK):
        return None
    return ctx.vote(ARRIVAL_HOOK, Arriving(seat, kind, NODE_NAMES[node]))


def find_empty_room(board: Board, start: int) -> int | None:
    """Returns the nearest room without players (K-MON-NEAREST)."""
    taken = {soul.node for soul in board.souls}
    return find_nearest_room(board.stairs, start, lambda node: node not in taken)


def apply_reveal(ctx: Context, seat: int, number: int) -> c.Changes:
    """Applies a figure's effect on the player who drew it."""
    board = board_of(ctx.state)
    monster = board.find_monster(number)
    if monster is None:
        return []
    figure = records_of(ctx).monster_kinds[monster.kind]
    if figure.reveal == "corridor":
        return [c.MoveMonster(number, FLOOR[monster.node] * PER_FLOOR)]
    if figure.reveal == "trap":
        return [c.Afflict((seat,), "TRAPPED", figure.traps, number)]
    if figure.reveal == "rob":
        return rob(records_of(ctx), board, monster, seat)
    if figure.reveal == "abduct":
        return abduct(board, monster, seat)
    return []


def rob(records: GameRecords, board: Board, monster: Monster, seat: int) -> c.Changes:
    """Takes all keys and unbound objects and jumps away (K-MON-GOBLIN)."""
    objects = tuple(card for card in board.souls[seat].objects if card not in records.bound)
    changes: c.Changes = [c.RobSoul(monster.number, seat, objects)]
    room = find_empty_room(board, monster.node)
    if room is not None:
        changes.append(c.MoveMonster(monster.number, room))
    return changes


def abduct(board: Board, monster: Monster, seat: int) -> c.Changes:
    """Traps a soul and jumps away with it (K-MON-SACK_MAN, D-58)."""
    changes: c.Changes = [c.Afflict((seat,), "TRAPPED", ABDUCTED_ROUNDS, monster.number)]
    room = find_empty_room(board, monster.node)
    if room is not None:
        changes.append(c.MoveMonster(monster.number, room, (seat,)))
    return changes


# Block 5.


def list_victims(board: Board, monster: Monster) -> tuple[int, ...]:
    """Returns the seats that a figure has trapped in its node."""
    return tuple(
        seat
        for seat, soul in enumerate(board.souls)
        if soul.trapper == monster.number and soul.node == monster.node and "TRAPPED" in soul.statuses
    )


def next_node(board: Board, monster: Monster, flees: bool, ignored: Sequence[int]) -> int:
    """Returns the node a figure moves to in block 5; its own node if it stays (K-MON-2).

    A fleeing figure moves to the neighbor farthest from the nearest player, and stays if every neighbor is nearer.
    """
    here = monster.node
    floor = FLOOR[here]
    players = [soul.node for seat, soul in enumerate(board.souls) if FLOOR[soul.node] == floor and seat not in ignored]
    if not players:
        return NEIGHBORS[here][0] if flees else here

    def far(node: int) -> int:
        return min(DISTANCE[node][player] for player in players)

    if flees:
        best = max(NEIGHBORS[here], key=far)  # ties: the first in node order
        return best if far(best) >= far(here) else here
    if here in players:
        return here
    return min(NEIGHBORS[here], key=far)


def take_monster_turn(ctx: Context, number: int) -> c.Changes:
    """Moves a figure in block 5 and pushes its contact (K-END-5a)."""
    board = board_of(ctx.state)
    monster = board.find_monster(number)
    if monster is None or monster.stun:
        return []
    figure = records_of(ctx).monster_kinds[monster.kind]
    changes: c.Changes = []
    node = monster.node
    if figure.gait != "still":
        held = list_victims(board, monster) if figure.gait == "drags" else ()
        flees = bool(held) or (figure.gait == "loots" and bool(monster.loot or monster.loot_keys))
        node = next_node(board, monster, flees, held)
        if node != monster.node:
            changes.append(c.MoveMonster(number, node, held))
    acts = figure.traps or figure.stuns or (figure.contact and board.profile.has_contact_effects)
    if acts and board.seats_at(node):
        changes.append(Push("core.king:contact", (number,)))
    return changes


def handle_contact(ctx: Context, number: int) -> c.Changes:
    """Applies a figure's effect to its node, unless the fighter can react first (K-END-5b)."""
    board = board_of(ctx.state)
    monster = board.find_monster(number)
    if monster is None or not _list_affected_seats(ctx, board, monster):
        return []
    profile = board.profile
    if profile.has_reaction_window:
        for seat in board.seats_at(monster.node):
            soul = board.souls[seat]
            if soul.role != profile.dps_role:
                continue
            usable = tuple(dict.fromkeys(card for card in soul.objects if card in profile.reaction_objects))
            if usable:
                prompt = Message("king-ask-reaction", {"seat": seat + 1, "monster": label_for(monster.kind)})
                question = Question(seat, "reaction", (*usable, DECLINE), prompt)
                return [Ask(question, "core.king:reaction", (number, seat))]
    return apply_contact(ctx, board, monster)


def resolve_reaction(ctx: Context, number: int, seat: int, answer: str) -> c.Changes:
    """Handles the fighter's answer: an object stuns the figure and cancels its effect (K-END-5c)."""
    board = board_of(ctx.state)
    monster = board.find_monster(number)
    if monster is None:
        return []
    if answer == DECLINE:
        return apply_contact(ctx, board, monster)
    stun = Push("core.king:stunned", (seat, number, board.profile.reaction_stun))
    return [c.DropObject(seat, answer, "used"), stun, *notify_use(ctx, seat, answer)]


def _list_affected_seats(ctx: Context, board: Board, monster: Monster) -> list[int]:
    """Returns the seats that a figure's effect applies to."""
    figure = records_of(ctx).monster_kinds[monster.kind]
    seats = board.seats_at(monster.node)
    if figure.traps or figure.stuns:
        return seats
    if figure.contact == "rob" and not (monster.loot or monster.loot_keys):
        return seats[:1]
    if figure.contact == "abduct" and not list_victims(board, monster):
        return seats[:1]
    return []


def apply_contact(ctx: Context, board: Board, monster: Monster) -> c.Changes:
    """Applies a figure's effect to the players in its node."""
    records = records_of(ctx)
    figure = records.monster_kinds[monster.kind]
    seats = tuple(_list_affected_seats(ctx, board, monster))
    if not seats:
        return []
    if figure.traps:
        return [c.Afflict(seats, "TRAPPED", figure.traps, monster.number)]
    if figure.stuns:
        return [c.Afflict(seats, "STUNNED", figure.stuns)]
    if figure.contact == "rob":
        return rob(records, board, monster, seats[0])
    return abduct(board, monster, seats[0])


# Stunned.


def stun_monster(ctx: Context, seat: int, number: int, rounds: int) -> c.Changes:
    """Stuns or removes a figure and frees its loot and victims (K-MON-GOBLIN, K-MON-SACK_MAN)."""
    board = board_of(ctx.state)
    monster = board.find_monster(number)
    if monster is None:
        return []
    records = records_of(ctx)
    figure = records.monster_kinds[monster.kind]
    changes: c.Changes = [c.StunMonster(number, rounds, figure.is_fragile, thaws_floor(records, board, monster))]
    if figure.gait == "drags":
        changes += free_victims(board, number)
    if monster.loot or monster.loot_keys:
        changes.append(recover_loot(records, board, seat, monster))
    return changes


def free_victims(board: Board, number: int) -> c.Changes:
    """Frees the souls that a figure has trapped."""
    return [
        c.ClearStatus(seat, "TRAPPED")
        for seat, soul in enumerate(board.souls)
        if soul.trapper == number and "TRAPPED" in soul.statuses
    ]


def recover_loot(records: GameRecords, board: Board, seat: int, monster: Monster) -> c.RecoverLoot:
    """Returns a goblin's loot within the slots of the seat; the rest is destroyed (K-MON-GOBLIN)."""
    soul = board.souls[seat]
    free = soul.object_slots - soul.slots_lost - sum(card in records.slotted for card in soul.objects)
    objects = []
    for card in monster.loot:
        if card in records.slotted:
            if free <= 0:
                continue
            free -= 1
        objects.append(card)
    rings = soul.objects.count("KEYRING") + objects.count("KEYRING")
    keys = min(monster.loot_keys, max(0, soul.key_slots + rings - soul.keys))
    return c.RecoverLoot(monster.number, seat, tuple(objects), keys)
