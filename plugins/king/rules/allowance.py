"""Actions per turn (K-TURN-2, K-SANITY-5.4, K-SANITY-5.5), ice, and the shares of numbers."""

from typing import Literal, NamedTuple, TypeAlias

from ..layout import FLOOR
from ..records import GameRecords
from ..state import MIN_SANITY, Board, Monster

Sign: TypeAlias = Literal["", "+", "= ", "×"]


class Share(NamedTuple):
    """One step on the way to a number.

    Attributes:
        source: where it comes from, by the suffix of its message id or as a status.
        sign: begins the sum, adds to the sum before it, replaces it or multiplies it.
    """

    source: str
    sign: Sign
    amount: int


Shares: TypeAlias = list[Share]


def note(shares: Shares | None, source: str, sign: Sign, amount: int) -> None:
    """Notes a share; no list, no note."""
    if shares is not None:
        shares.append(Share(source, sign, amount))


HELD_ACTIONS = 1
"""Actions of a turn on ice or under the King's mark."""


def is_freezing(records: GameRecords, board: Board, monster: Monster) -> bool:
    """Whether a figure limits its floor to 1 action now."""
    ice = records.monster_kinds[monster.kind].ice
    if not ice or monster.stun:
        return False
    return ice == "at_once" or monster.arrival_round < board.round


def has_ice(records: GameRecords, board: Board, floor: int, at_once: bool = False) -> bool:
    """Whether a figure limits a floor (0..2) to 1 action.

    Args:
        at_once: count only figures that also affect a player who walks onto the floor.
    """
    for monster in board.monsters:
        if (
            FLOOR[monster.node] == floor
            and is_freezing(records, board, monster)
            and (not at_once or records.monster_kinds[monster.kind].ice == "at_once")
        ):
            return True
    return False


def thaws_floor(records: GameRecords, board: Board, monster: Monster) -> bool:
    """Whether a floor is free of ice once this figure is stunned or gone: it was the last one that freezes."""
    frozen = (other for other in board.monsters if FLOOR[other.node] == FLOOR[monster.node])
    return [other for other in frozen if is_freezing(records, board, other)] == [monster]


def is_sealed(records: GameRecords, board: Board, floor: int) -> bool:
    """Whether players on a floor cannot move: an ICE_QUEEN arrived this round (K-MON-ICE_QUEEN)."""
    for monster in board.monsters:
        if (
            monster.arrival_round == board.round
            and not monster.stun
            and FLOOR[monster.node] == floor
            and records.monster_kinds[monster.kind].seals_floor
        ):
            return True
    return False


def actions_left(records: GameRecords, board: Board, seat: int, shares: Shares | None = None) -> int:
    """Returns the actions a seat has left in its turn; before it begins, as if it began now.

    The cap at -5 follows sanity (A-22); ice applies if the turn began on it.
    """
    soul = board.souls[seat]
    if soul.is_exhausted or soul.has_lost_turn:
        note(shares, "lost" if soul.has_lost_turn else "over", "= ", 0)
        return 0
    profile = board.profile
    running = board.has_begun and seat == board.active
    actions = profile.base_actions
    if shares is not None:
        note(shares, "profile", "", actions)
    enlightened = "ENLIGHTENED" in soul.statuses
    if enlightened and not profile.is_enlightened_after_caps:
        actions += 1
        note(shares, "ENLIGHTENED", "+", 1)
    if running and profile.minus5_action_rule == "turn_start":
        lowest = soul.was_lowest
    else:
        lowest = soul.sanity <= MIN_SANITY
    if lowest and actions > profile.minus5_actions:
        actions = profile.minus5_actions
        note(shares, "lowest", "= ", actions)
    if actions > HELD_ACTIONS:
        iced = soul.is_iced if running else board.monsters and has_ice(records, board, FLOOR[soul.node])
        if iced or soul.is_marked:
            actions = HELD_ACTIONS
            note(shares, "marked" if soul.is_marked else "ice", "= ", actions)
    if enlightened and profile.is_enlightened_after_caps:
        actions += 1
        note(shares, "ENLIGHTENED", "+", 1)
    spent = soul.spent_actions
    if spent > actions:
        spent = actions
    if spent and shares is not None:
        note(shares, "spent", "+", -spent)
    return actions - spent
