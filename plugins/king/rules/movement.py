"""Movement: reachable nodes, bans, consequences (K-BOARD, K-STAIRS, K-ENTER)."""

from footfall.api import Context, Push, Refusal
from footfall.api.events import Entering

from .. import changes as c
from ..layout import FLOOR, FLOORS, NEIGHBORS, NODE_NAMES, PER_FLOOR, stair_moves
from ..records import GameRecords
from ..state import Board, Soul
from .allowance import HELD_ACTIONS, actions_left, find_move_cost, has_ice, is_sealed, pay, refuse
from .dice import decide_total, log_total, roll_die


def list_reachable_nodes(board: Board, soul: Soul) -> tuple[int, ...]:
    """Returns the nodes one MOVE away: along an edge, by the stairs, or by the STAIRS_TREASURE."""
    node = soul.node
    nodes = NEIGHBORS[node]
    floor, spot = divmod(node, PER_FLOOR)
    if spot == board.stairs[floor]:
        nodes += stair_moves(board.stairs, node)
    if soul.is_climbing and spot:
        climbs = [node + step * PER_FLOOR for step in (-1, 1) if 0 <= floor + step < FLOORS]
        nodes += tuple(climb for climb in climbs if climb not in nodes)
    return nodes


def is_anyone_shy(board: Board) -> bool:
    """Whether a player has PARANOIA, and so keeps others and itself from entering occupied nodes."""
    return bool([soul for soul in board.souls if "PARANOIA" in soul.statuses])


def check_entry(ctx: Context, records: GameRecords, board: Board, seat: int, node: int) -> Refusal | None:
    """Returns why a voluntary move to a node is not allowed: ice, PARANOIA, or a mod's vote (D-39)."""
    soul = board.souls[seat]
    if board.monsters and is_sealed(records, board, FLOOR[soul.node]):
        return refuse("sealed", "K-MON-ICE_QUEEN")
    if is_anyone_shy(board):
        shy = "PARANOIA" in soul.statuses
        for other, neighbor in enumerate(board.souls):
            if neighbor.node == node and other != seat and (shy or "PARANOIA" in neighbor.statuses):
                return refuse("paranoia", "K-STATUS-PARANOIA")
    if ctx.has_listeners("can_enter"):
        denied = ctx.vote("can_enter", Entering(seat, NODE_NAMES[node]))
        if denied is not None:
            return Refusal(denied.reason, "can_enter")
    return None


def check_move(ctx: Context, records: GameRecords, board: Board, seat: int, node: int, cost: int) -> Refusal | None:
    """Returns why a MOVE for `cost` actions is not allowed, or None (K-ACT-MOVE)."""
    soul = board.souls[seat]
    if node not in list_reachable_nodes(board, soul):
        return refuse("edge", "K-BOARD-4") if FLOOR[node] == FLOOR[soul.node] else refuse("stair", "K-STAIRS-4")
    if actions_left(records, board, seat) < cost:
        return refuse("actions", "K-TURN-2")
    if not cost and soul.free_actions >= board.profile.max_free_actions and find_move_cost(records, board, soul, node):
        return refuse("free", "D-24")
    return check_entry(ctx, records, board, seat, node)


def push_entry_steps(board: Board, seat: int, origin: int, node: int) -> c.Changes:
    """Pushes the steps of an entry: a room's card, or a corridor's peek (K-ENTER)."""
    if node % PER_FLOOR:
        return [Push("core.king:enter", (seat, node))]
    if FLOOR[origin] == FLOOR[node] and origin != node:
        return [Push("core.king:peek", (seat, node))]
    return []


def move_soul(ctx: Context, records: GameRecords, board: Board, seat: int, node: int, cost: int) -> c.Changes:
    """Lists the changes of a legal MOVE for `cost` actions."""
    soul = board.souls[seat]
    origin = soul.node
    changes: c.Changes = [c.Walk(seat, node, cost)]
    if not cost and find_move_cost(records, board, soul, node):
        changes.append(pay(seat, 0))
    if FLOOR[origin] != FLOOR[node]:
        role = records.roles[soul.role]
        if role.needs_stairs_test:
            value, needed = roll_die(ctx, changes, "scout_stairs", seat, 6), role.stairs_total
            total = decide_total(ctx, changes, "scout_stairs", seat, (value,), soul.sanity, needed)
            log_total(ctx, changes, "scout_stairs", seat, (value,), soul.sanity, total, needed=needed)
            if total < needed:
                changes.append(c.Afflict((seat,), "STUNNED", 1))
        if board.monsters and has_ice(records, board, FLOOR[node], at_once=True):
            left = actions_left(records, board, seat) - cost
            if left > HELD_ACTIONS:
                changes.append(c.Spend(seat, left - HELD_ACTIONS))
    changes += push_entry_steps(board, seat, origin, node)
    return changes
