"""The end of a round: eight blocks, then the end check (K-END, K-WIN)."""

from functools import lru_cache

from footfall.api import Context, Finish, Push

from .. import changes as c
from ..layout import FLOOR, FLOOR_CYCLES, FLOORS, NODE_BY_NAME, spin_wheel
from ..profile import presence_loss, table_loss
from ..records import records_of
from ..state import MIN_SANITY, Board, board_of
from .allowance import Shares, note
from .dice import NO_SEAT, STAIRS_ROLLS, decide_total, roll_die
from .effects import KING_EFFECTS, list_effects
from .sanity import FURY_FACTOR, list_equal_losses, lose_sanity

_EASE_STUNS, _TICK_STATUSES, _NEW_ROUND = c.EaseStuns(), c.TickStatuses(), c.NewRound()
_PUSH_EASE, _PUSH_DURATIONS, _PUSH_FALSE_KING = map(
    Push, ("core.king:ease", "core.king:durations", "core.king:false-king")
)


def run_house_block(ctx: Context) -> c.Changes:
    """Block 1: every player loses sanity, except immune ones (K-END-1)."""
    board = board_of(ctx.state)
    return lose_sanity(ctx, board, list_house_losses(board), "house")


def list_house_losses(board: Board) -> list[tuple[int, int]]:
    """Returns the loss of each seat by the House; an immune seat has none."""
    amounts = list_equal_losses(board, board.profile.house_loss)
    immune = board.profile.house_immune
    if immune:
        return [
            (seat, loss)
            for seat, loss in amounts
            if f"P{seat + 1}" not in immune and board.souls[seat].role not in immune
        ]
    return amounts


def run_presence_block(ctx: Context) -> c.Changes:
    """Block 2: presence on the King's floor, if the profile has it before the roulette (D-01)."""
    board = board_of(ctx.state)
    if board.banish:
        return [c.KeepKingAway()]
    if board.profile.presence_timing != "before_roulette":
        return []
    return apply_presence(ctx, board, board.king)


def apply_presence(ctx: Context, board: Board, floor: int) -> c.Changes:
    """Returns the presence loss of a floor (K-END-2), doubled by fury (D-49)."""
    loss = find_presence_loss(board)
    return lose_sanity(ctx, board, [(seat, loss) for seat in board.seats_on(floor)], "presence") if loss else []


def find_presence_loss(board: Board, shares: Shares | None = None) -> int:
    """Returns the loss by the King's presence at the end of this round; 0 while he is away (K-END-0c)."""
    loss = presence_loss(board.profile, board.round)
    note(shares, "round", "", loss)
    if board.is_furious:
        loss *= FURY_FACTOR
        note(shares, "fury", "×", FURY_FACTOR)
    if board.banish:
        loss = 0
        note(shares, "away", "= ", loss)
    return loss


def run_roulette_block(ctx: Context) -> c.Changes:
    """Block 3: the starter's d4 moves the King, never to the False King's floor (K-END-3)."""
    board = board_of(ctx.state)
    if board.banish:
        return []
    profile = board.profile
    barred_floor = FLOOR[board.souls[board.false_king].node] if board.false_king >= 0 and profile.has_fk_reroll else -1
    changes: c.Changes = []
    while True:
        value = roll_die(ctx, changes, "king_roulette", board.starter, 4)
        if profile.roulette == "wheel":
            floor = spin_wheel(board.king, value)
        elif value <= FLOORS:
            floor = value - 1
        else:
            continue
        if floor != barred_floor:
            break
    changes.append(c.MoveKing(floor, "roulette", value))
    if profile.presence_timing == "on_arrival":
        changes += apply_presence(ctx, board, floor)
    return changes


def run_effect_block(ctx: Context) -> c.Changes:
    """Block 4: the starter's d6 selects the King's effect (K-END-4)."""
    board = board_of(ctx.state)
    if board.banish:
        return []
    changes: c.Changes = []
    value = roll_die(ctx, changes, "king_effect", board.starter, 6)
    value = max(0, min(6, decide_total(ctx, changes, "king_effect", board.starter, (value,), 0)))
    effects = list_effects(records_of(ctx).king_table, value) if value else ()
    changes.append(c.ActKing(value, tuple([str(effect[0]) for effect in effects])))
    for word, *arguments in effects:
        changes += KING_EFFECTS[str(word)](ctx, board, value, *arguments)
    return changes


def run_monsters_block(ctx: Context) -> c.Changes:
    """Block 5: every figure acts in order of arrival, then stuns are reduced (K-END-5)."""
    board = board_of(ctx.state)
    if not board.monsters:
        return []
    figures = records_of(ctx).monster_kinds
    changes: c.Changes = [
        Push("core.king:act", (monster.number,))
        for monster in board.monsters
        if not monster.stun and figures[monster.kind].gait != "still"
    ]
    if changes or has_stunned_monster(board):
        changes.append(_PUSH_EASE)
    return changes


def ease_stuns(ctx: Context) -> c.Changes:
    """Reduces all stuns by one round, those of this block too (K-END-5d)."""
    return [_EASE_STUNS] if has_stunned_monster(board_of(ctx.state)) else []


def has_stunned_monster(board: Board) -> bool:
    """Whether a figure is stunned."""
    return bool([monster for monster in board.monsters if monster.stun])


def run_statuses_block(ctx: Context) -> c.Changes:
    """Block 6: poison, curses, durations, the False King's test (K-END-6a)."""
    board = board_of(ctx.state)
    changes: c.Changes = []
    afflicted = False
    for seat, soul in enumerate(board.souls):
        if soul.statuses:
            afflicted = True
            if "POISONED" in soul.statuses:
                changes.append(c.Poison(seat))
    if afflicted:
        cursed = [seat for seat, soul in enumerate(board.souls) if "CURSED" in soul.statuses]
        if cursed:
            changes += (Push("core.king:curse", (seat,)) for seat in cursed)
            changes.append(_PUSH_DURATIONS)
        else:
            changes.append(_TICK_STATUSES)
    if board.false_king >= 0:
        changes.append(_PUSH_FALSE_KING)
    return changes


def apply_curse(ctx: Context, seat: int) -> c.Changes:
    """Every other player on a cursed soul's floor loses 1 (K-STATUS-CURSED)."""
    board = board_of(ctx.state)
    floor = FLOOR[board.souls[seat].node]
    return lose_sanity(ctx, board, [(other, 1) for other in board.seats_on(floor) if other != seat], "curse")


def tick_statuses(ctx: Context) -> c.Changes:
    """Reduces all durations by one round, those of this round too (K-END-6b)."""
    return [_TICK_STATUSES]


def run_false_king_check(ctx: Context) -> c.Changes:
    """Tests the False King: d6 + sanity against his threshold (K-END-6c)."""
    board = board_of(ctx.state)
    seat = board.false_king
    if seat < 0:
        return []
    soul = board.souls[seat]
    changes: c.Changes = []
    value = roll_die(ctx, changes, "false_king_check", seat, 6)
    total = value + max(0, soul.sanity)
    threshold = soul.top + board.profile.fk_base + board.round - board.crown_round
    changes.append(c.TestFalseKing(total, threshold))
    if total <= threshold:
        loss = table_loss(board.profile, board.round)  # without the exception of round 1 (D-56)
        changes += lose_sanity(
            ctx, board, [(target, loss) for target in board.seats_on(FLOOR[soul.node])], "false_king"
        )
    return changes


def run_stairs_block(ctx: Context) -> c.Changes:
    """Block 7: three d4, floor 1 first (K-END-7)."""
    changes: c.Changes = []
    one, two, three = (roll_die(ctx, changes, purpose, NO_SEAT, 4) for purpose in STAIRS_ROLLS)
    return [*changes, c.TurnStairs((one, two, three))]


@lru_cache(maxsize=16)
def _build_ring_turn(names: tuple[str, ...]) -> c.TurnBoxes:
    return c.TurnBoxes((tuple(NODE_BY_NAME[name] for name in names),), "ring")


_FLOORS_TURN = c.TurnBoxes(FLOOR_CYCLES, "floors")


def run_decks_block(ctx: Context) -> c.Changes:
    """Block 8: the boxes move along the ring, or on each floor after a d6 of 1 (K-END-8, D-04)."""
    board = board_of(ctx.state)
    return [_FLOORS_TURN if board.turns_floors else _build_ring_turn(board.profile.ring)]


def end_round(ctx: Context) -> c.Changes:
    """After block 8: the end check, then the next round (K-END-0f)."""
    board = board_of(ctx.state)
    outcome = find_outcome(board)
    return [Finish(outcome)] if outcome else [_NEW_ROUND]


def find_defeat(board: Board) -> str:
    """Returns the defeat that holds now, or ``""`` (K-WIN-2, K-WIN-3)."""
    lost = board.keys_destroyed
    for soul in board.souls:
        if soul.sanity > MIN_SANITY:
            return "LOSE_KEYS" if lost and board.key_pool() - lost <= board.profile.keys_lose_at else ""
    return "LOSE_ALL_MINUS5"


def find_outcome(board: Board) -> str:
    """Returns the outcome that holds now, defeats first (D-52), or ``""``."""
    lost = find_defeat(board)
    if lost:
        return lost
    profile = board.profile
    goal = NODE_BY_NAME[profile.threshold_node]
    if all(soul.node == goal for soul in board.souls) and board.keys_in_hands() >= profile.keys_to_win:
        return "WIN"
    return "TIMEOUT" if board.round >= profile.max_rounds else ""
