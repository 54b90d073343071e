"""The effects of cards, one function per word of `content/cards.toml`.

An effect is called with the drawer's seat, the node of the box and the card's name, then its own arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from footfall.api import Context, Push

from . import changes as c
from .allowance import HELD_ACTIONS, actions_left
from .hands import push_overflow_check
from .layout import FLOOR, FLOORS, PER_FLOOR
from .monsters import find_empty_room, spawn_monster
from .movement import push_entry_steps
from .records import Effect, records_of
from .sanity import FURY_FACTOR, lose_sanity, set_to_lowest, set_to_zero
from .state import Board, board_of

FATAL_TUE_TUE = 3
"""The tue-tue of a game from which on each leads to -5 (D-35)."""

EffectFunction = Callable[..., c.Changes]


def apply_effects(ctx: Context, board: Board, seat: int, node: int, card: str, effects: Sequence[Effect]) -> c.Changes:
    """Lists the changes of effects, in order."""
    changes: c.Changes = []
    for word, *args in effects:
        try:
            effect = CARD_EFFECTS[word]  # type: ignore[index]
        except KeyError:
            known = ", ".join(sorted(CARD_EFFECTS))
            raise ValueError(f"card {card!r}: there is no effect {word!r}; there are: {known}") from None
        changes += effect(ctx, board, seat, node, card, *args)
    return changes


def _lose_sanity(ctx: Context, board: Board, seat: int, node: int, card: str, amount: int) -> c.Changes:
    return lose_sanity(ctx, board, [(seat, amount)], card)


def _gain_sanity(ctx: Context, board: Board, seat: int, node: int, card: str, amount: int) -> c.Changes:
    return [c.Gain(((seat, amount),), card)]


def _negate_sanity(ctx: Context, board: Board, seat: int, node: int, card: str) -> c.Changes:
    sanity = board.souls[seat].sanity
    if sanity > 0:
        return lose_sanity(ctx, board, [(seat, 2 * sanity)], card, exact=True)
    return [c.Gain(((seat, -2 * sanity),), card)]


def _set_to_zero(ctx: Context, board: Board, seat: int, node: int, card: str) -> c.Changes:
    return set_to_zero(ctx, board, seat, card)


def _lose_turn(ctx: Context, board: Board, seat: int, node: int, card: str) -> c.Changes:
    return [c.LoseTurn(seat)]


def _end_turn(ctx: Context, board: Board, seat: int, node: int, card: str) -> c.Changes:
    return [c.Exhaust(seat)] if seat == board.active else []


def _give_status(ctx: Context, board: Board, seat: int, node: int, card: str, status: str, left: int) -> c.Changes:
    return [c.Afflict((seat,), status, left)]


def _clear_statuses(ctx: Context, board: Board, seat: int, node: int, card: str) -> c.Changes:
    return [c.ClearStatus(seat)]


def _take_object(ctx: Context, board: Board, seat: int, node: int, card: str, item: str) -> c.Changes:
    return [c.TakeObject(seat, item), *push_overflow_check(board, records_of(ctx), seat, item)]


def _steal_object(ctx: Context, board: Board, seat: int, node: int, card: str) -> c.Changes:
    bound = records_of(ctx).bound
    objects = [item for item in board.souls[seat].objects if item not in bound]
    return [c.DropObject(seat, ctx.choose("theft", objects), "robbed")] if objects else []


def _invite_guest(ctx: Context, board: Board, seat: int, node: int, card: str, amount: int) -> c.Changes:
    others = [other for other in range(len(board.souls)) if other != seat]
    if not others:
        return [c.Gain(((seat, amount),), card)]
    guest = ctx.choose("guest", others)
    gain = c.Gain(((seat, amount), (guest, amount)), card)
    origin = board.souls[guest].node
    if origin == node:
        return [gain]
    return [c.PlaceSouls((guest,), node), gain, *push_entry_steps(board, guest, origin, node)]


def _swap_places(ctx: Context, board: Board, seat: int, node: int, card: str, step: int) -> c.Changes:
    other = (seat + step) % len(board.souls)
    mine, theirs = board.souls[seat].node, board.souls[other].node
    if mine == theirs:
        return []
    first = push_entry_steps(board, seat, mine, theirs)
    return [c.SwapPlaces(seat, other), *first, *push_entry_steps(board, other, theirs, mine)]


def _change_floor(ctx: Context, board: Board, seat: int, node: int, card: str, step: int) -> c.Changes:
    floor, spot = divmod(board.souls[seat].node, PER_FLOOR)
    goal = (floor + step) % FLOORS * PER_FLOOR + spot
    return [c.PlaceSouls((seat,), goal), *push_entry_steps(board, seat, node, goal)]


def _enrage_king(ctx: Context, board: Board, seat: int, node: int, card: str) -> c.Changes:
    return [c.Enrage()]


def _summon_king(ctx: Context, board: Board, seat: int, node: int, card: str, amount: int) -> c.Changes:
    if board.banish:
        return []
    floor = FLOOR[board.souls[seat].node]
    amount *= FURY_FACTOR if board.fury else 1
    return [
        c.MoveKing(floor, "fury"),
        *lose_sanity(ctx, board, [(target, amount) for target in board.seats_on(floor)], card),
    ]


def _banish_king(ctx: Context, board: Board, seat: int, node: int, card: str, rounds: int) -> c.Changes:
    return [c.Banish(rounds)]


def _open_shop(ctx: Context, board: Board, seat: int, node: int, card: str) -> c.Changes:
    return [c.OpenShop(seat)]


def _place_monster(
    ctx: Context, board: Board, seat: int, node: int, card: str, kind: str, place: str, *flags: str
) -> c.Changes:
    spot: int | None = node
    if place == "corridor":
        spot = FLOOR[node] * PER_FLOOR
    elif place == "beside":
        spot = find_empty_room(board, node)
    return spawn_monster(ctx, board, seat, kind, spot, *flags) if spot is not None else []


def _freeze_floor(ctx: Context, board: Board, seat: int, node: int, card: str) -> c.Changes:
    return [Push("core.king:freeze", (node,))]


def cap_actions_on_floor(ctx: Context, node: int) -> c.Changes:
    """Limits the active player on this floor to 1 action left; the others begin their turns with 1."""
    board = board_of(ctx.state)
    active = board.active
    if not board.begun or FLOOR[board.souls[active].node] != FLOOR[node]:
        return []
    left = actions_left(records_of(ctx), board, active)
    return [c.Spend(active, left - HELD_ACTIONS)] if left > HELD_ACTIONS else []


def _hear_tue_tue(ctx: Context, board: Board, seat: int, node: int, card: str) -> c.Changes:
    """Loses 1 for the first of the game, 2 for the second; later ones lead to -5, VANITY ignored (D-35)."""
    heard = board.tue_tue + 1
    if heard >= FATAL_TUE_TUE:
        return [c.HearTueTue(), *set_to_lowest(ctx, board, seat, "TUE_TUE")]
    return [c.HearTueTue(), *lose_sanity(ctx, board, [(seat, heard)], "TUE_TUE")]


def _run_step(ctx: Context, board: Board, seat: int, node: int, card: str, step: str) -> c.Changes:
    """Runs a step of a mod as ``step(ctx, seat, node, card)``."""
    return [Push(step, (seat, node, card))]


CARD_EFFECTS: dict[str, EffectFunction] = {
    "lose": _lose_sanity,
    "gain": _gain_sanity,
    "mirror": _negate_sanity,
    "zero": _set_to_zero,
    "lose_turn": _lose_turn,
    "end_turn": _end_turn,
    "status": _give_status,
    "clear": _clear_statuses,
    "take": _take_object,
    "theft": _steal_object,
    "guest": _invite_guest,
    "swap": _swap_places,
    "floors": _change_floor,
    "rage": _enrage_king,
    "king_comes": _summon_king,
    "banish": _banish_king,
    "shop": _open_shop,
    "figure": _place_monster,
    "freeze": _freeze_floor,
    "tue_tue": _hear_tue_tue,
    "step": _run_step,
}
