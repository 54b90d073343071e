"""The words of the cards: what an event, an omen or a monster card does, one function each.

A word is called with the drawer's seat, the node of the box and the card's name, then its own
arguments; it returns changes. Content combines them (`content/cards.toml`); a total's table
picks the row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from footfall.api import Play, Push

from . import changes as c
from .allowance import actions_left
from .appliers import board_of
from .codex import Effect, codex
from .hands import arriving
from .house import FLOOR, FLOORS, PER_FLOOR
from .monsters import appear, empty_room_near
from .movement import entering
from .sanity import losses, to_lowest, to_zero
from .state import Board

Word = Callable[..., Sequence[Any]]


def apply(play: Play, board: Board, seat: int, node: int, card: str, effects: Sequence[Effect]) -> list[Any]:
    """The changes of a list of words, in order."""
    out: list[Any] = []
    for word, *args in effects:
        try:
            does = EFFECTS[word]  # type: ignore[index]
        except KeyError:
            known = ", ".join(sorted(EFFECTS))
            raise ValueError(f"card {card!r}: there is no effect {word!r}; there are: {known}") from None
        out += does(play, board, seat, node, card, *args)
    return out


def _lose(play: Play, board: Board, seat: int, node: int, card: str, amount: int) -> Sequence[Any]:
    return losses(play, board, [(seat, amount)], card)


def _gain(play: Play, board: Board, seat: int, node: int, card: str, amount: int) -> Sequence[Any]:
    return [c.Gain(((seat, amount),), card)]


def _mirror(play: Play, board: Board, seat: int, node: int, card: str) -> Sequence[Any]:
    sanity = board.souls[seat].sanity
    if sanity > 0:
        return losses(play, board, [(seat, 2 * sanity)], card, exact=True)
    return [c.Gain(((seat, -2 * sanity),), card)]


def _zero(play: Play, board: Board, seat: int, node: int, card: str) -> Sequence[Any]:
    return to_zero(play, board, seat, card)


def _lose_turn(play: Play, board: Board, seat: int, node: int, card: str) -> Sequence[Any]:
    return [c.LoseTurn(seat)]


def _end_turn(play: Play, board: Board, seat: int, node: int, card: str) -> Sequence[Any]:
    return [c.Exhaust(seat)] if seat == board.active else ()


def _status(
    play: Play, board: Board, seat: int, node: int, card: str, status: str, left: int
) -> Sequence[Any]:
    return [c.Afflict((seat,), status, left)]


def _clear(play: Play, board: Board, seat: int, node: int, card: str) -> Sequence[Any]:
    return [c.Clear(seat)]


def _take(play: Play, board: Board, seat: int, node: int, card: str, object: str) -> Sequence[Any]:  # noqa: A002
    return [c.TakeObject(seat, object), *arriving(board, codex(play), seat, object)]


def _theft(play: Play, board: Board, seat: int, node: int, card: str) -> Sequence[Any]:
    bound = codex(play).bound
    objects = [each for each in board.souls[seat].objects if each not in bound]
    return [c.DropObject(seat, play.choose("theft", objects), "robbed")] if objects else ()


def _guest(play: Play, board: Board, seat: int, node: int, card: str, amount: int) -> Sequence[Any]:
    others = [other for other in range(len(board.souls)) if other != seat]
    if not others:
        return [c.Gain(((seat, amount),), card)]
    guest = play.choose("guest", others)
    gain = c.Gain(((seat, amount), (guest, amount)), card)
    origin = board.souls[guest].node
    if origin == node:
        return [gain]
    return [c.Place((guest,), node), gain, *entering(board, guest, origin, node)]


def _swap(play: Play, board: Board, seat: int, node: int, card: str, step: int) -> Sequence[Any]:
    other = (seat + step) % len(board.souls)
    mine, theirs = board.souls[seat].node, board.souls[other].node
    if mine == theirs:
        return ()
    first = entering(board, seat, mine, theirs)
    return [c.Swap(seat, other), *first, *entering(board, other, theirs, mine)]


def _floors(play: Play, board: Board, seat: int, node: int, card: str, step: int) -> Sequence[Any]:
    floor, spot = divmod(board.souls[seat].node, PER_FLOOR)
    goal = (floor + step) % FLOORS * PER_FLOOR + spot
    return [c.Place((seat,), goal), *entering(board, seat, node, goal)]


def _rage(play: Play, board: Board, seat: int, node: int, card: str) -> Sequence[Any]:
    return [c.Enrage()]


def _king_comes(play: Play, board: Board, seat: int, node: int, card: str, amount: int) -> Sequence[Any]:
    if board.banish:
        return ()
    floor = FLOOR[board.souls[seat].node]
    amount *= 2 if board.fury else 1
    return [
        c.MoveKing(floor, "fury"),
        *losses(play, board, [(each, amount) for each in board.seats_on(floor)], card),
    ]


def _banish(play: Play, board: Board, seat: int, node: int, card: str, rounds: int) -> Sequence[Any]:
    return [c.Banish(rounds)]


def _shop(play: Play, board: Board, seat: int, node: int, card: str) -> Sequence[Any]:
    return [c.OpenShop(seat)]


def _figure(
    play: Play, board: Board, seat: int, node: int, card: str, kind: str, place: str, *flags: str
) -> Sequence[Any]:
    spot: int | None = node
    if place == "corridor":
        spot = FLOOR[node] * PER_FLOOR
    elif place == "beside":
        spot = empty_room_near(board, node)
    return appear(board, seat, kind, spot, *flags) if spot is not None else ()


def _freeze(play: Play, board: Board, seat: int, node: int, card: str) -> Sequence[Any]:
    return [Push("core.king:freeze", (node,))]


def freeze(play: Play, node: int) -> Sequence[Any]:
    """Whoever's turn it is on this floor has at most 1 action left; the others begin theirs with 1."""
    board = board_of(play.state)
    active = board.active
    if not board.begun or FLOOR[board.souls[active].node] != FLOOR[node]:
        return ()
    left = actions_left(codex(play), board, active)
    return [c.Spend(active, left - 1)] if left > 1 else ()


def _tue_tue(play: Play, board: Board, seat: int, node: int, card: str) -> Sequence[Any]:
    """1st of the game: 1; 2nd: 2; 3rd and later: to -5, VANITY ignored (D-35)."""
    heard = board.tue_tue + 1
    if heard >= 3:
        return [c.HearTueTue(), *to_lowest(play, board, seat, "TUE_TUE")]
    return [c.HearTueTue(), *losses(play, board, [(seat, heard)], "TUE_TUE")]


def _push(play: Play, board: Board, seat: int, node: int, card: str, step: str) -> Sequence[Any]:
    """For mods: runs a step of their own as ``step(play, seat, node, card)``."""
    return [Push(step, (seat, node, card))]


EFFECTS: dict[str, Word] = {
    "lose": _lose,
    "gain": _gain,
    "mirror": _mirror,
    "zero": _zero,
    "lose_turn": _lose_turn,
    "end_turn": _end_turn,
    "status": _status,
    "clear": _clear,
    "take": _take,
    "theft": _theft,
    "guest": _guest,
    "swap": _swap,
    "floors": _floors,
    "rage": _rage,
    "king_comes": _king_comes,
    "banish": _banish,
    "shop": _shop,
    "figure": _figure,
    "freeze": _freeze,
    "tue_tue": _tue_tue,
    "step": _push,
}
