"""How many actions a soul has (K-TURN-2, K-SANITY-5.4, .5), and where ice lies."""

from __future__ import annotations

from .layout import FLOOR
from .records import GameRecords
from .state import MIN_SANITY, Board, Monster


def is_freezing(records: GameRecords, board: Board, monster: Monster) -> bool:
    """Whether a figure allows 1 action on its floor now."""
    ice = records.monster_kinds[monster.kind].ice
    if not ice or monster.stun:
        return False
    return ice == "at_once" or monster.arrived < board.round


def has_ice(records: GameRecords, board: Board, floor: int, at_once: bool = False) -> bool:
    """Whether ice lies on a floor (0..2); `at_once`: of the kind that catches who walks onto it."""
    return any(
        FLOOR[monster.node] == floor
        and is_freezing(records, board, monster)
        and (not at_once or records.monster_kinds[monster.kind].ice == "at_once")
        for monster in board.monsters
    )


def is_sealed(records: GameRecords, board: Board, floor: int) -> bool:
    """Whether players on a floor cannot move: an ICE_QUEEN came this round (C7)."""
    return any(
        monster.arrived == board.round
        and not monster.stun
        and FLOOR[monster.node] == floor
        and records.monster_kinds[monster.kind].seals
        for monster in board.monsters
    )


def allowance(records: GameRecords, board: Board, seat: int) -> int:
    """Actions of a seat's turn; before it began, as it would begin now.

    The -5 cap is live (A-22); ice counts where the turn began, the mark as long as it lasts.
    """
    soul = board.souls[seat]
    profile = board.profile
    running = board.begun and seat == board.active
    if soul.lost:
        return 0
    actions = profile.base_actions
    enlightened = "ENLIGHTENED" in soul.statuses
    if enlightened and not profile.enlightened_after_caps:
        actions += 1
    lowest = soul.sanity <= MIN_SANITY
    if running and profile.minus5_action_rule == "turn_start":
        lowest = soul.low
    if lowest:
        actions = min(actions, profile.minus5_actions)
    if soul.marked:
        actions = min(actions, 1)
    if soul.iced if running else board.monsters and has_ice(records, board, FLOOR[soul.node]):
        actions = min(actions, 1)
    if enlightened and profile.enlightened_after_caps:
        actions += 1
    return actions


def actions_left(records: GameRecords, board: Board, seat: int) -> int:
    """Actions a seat has left this turn, never negative."""
    soul = board.souls[seat]
    if soul.over:
        return 0
    return max(0, allowance(records, board, seat) - soul.spent)
