"""The effects of cards and the King's deeds by his d6 (K-KING-D6-1 to 6), one function per word of `content/*.toml`.

An effect is called with the drawn card or the result of the die, then with its own arguments.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from footfall.api import Ask, Context, Message, Push, Question

from .. import changes as c
from ..layout import FLOOR, FLOOR_CYCLES, FLOORS, PER_FLOOR, stair_room
from ..records import Effect, KingEffect, KingTable, records_of
from ..state import Board, Soul, board_of
from .allowance import HELD_ACTIONS, actions_left, push_overflow_check
from .monsters import find_empty_room, spawn_monster
from .movement import push_entry_steps
from .sanity import FURY_FACTOR, lose_sanity, set_to_lowest, set_to_zero

FATAL_TUE_TUE = 3
"""The Tue-Tue of a game, counted from 1, from which on each call takes a soul to -5 (D-35)."""


class DrawnCard(NamedTuple):
    """A card whose effects apply.

    Attributes:
        seat: the player who drew or used it.
        node: the node of its box, or of the player.
        name: the id of the card.
    """

    ctx: Context
    board: Board
    seat: int
    node: int
    name: str

    @property
    def soul(self) -> Soul:
        """The player."""
        return self.board.souls[self.seat]

    def gain(self, amount: int) -> c.Changes:
        """Raises the sanity of the player."""
        return [c.Gain(((self.seat, amount),), self.name)]

    def lose(self, amount: int, exact: bool = False) -> c.Changes:
        """Lowers the sanity of the player."""
        return lose_sanity(self.ctx, self.board, [(self.seat, amount)], self.name, exact=exact)


def apply_effects(ctx: Context, board: Board, seat: int, node: int, card: str, effects: Sequence[Effect]) -> c.Changes:
    """Lists the changes of effects, in order."""
    drawn = DrawnCard(ctx, board, seat, node, card)
    changes: c.Changes = []
    for word, *args in effects:
        try:
            effect = CARD_EFFECTS[word]  # type: ignore[index]
        except KeyError:
            known = ", ".join(sorted(CARD_EFFECTS))
            raise ValueError(f"card {card!r}: there is no effect {word!r}; there are: {known}") from None
        changes += effect(drawn, *args)
    return changes


def negate_sanity(drawn: DrawnCard) -> c.Changes:
    """Changes the sign of sanity; a loss ignores VANITY."""
    sanity = drawn.soul.sanity
    return drawn.lose(2 * sanity, exact=True) if sanity > 0 else drawn.gain(-2 * sanity)


def take_object(drawn: DrawnCard, item: str) -> c.Changes:
    """Gives an object from outside the decks."""
    follow = push_overflow_check(drawn.board, records_of(drawn.ctx), drawn.seat, item)
    return [c.TakeObject(drawn.seat, item), *follow]


def steal_object(drawn: DrawnCard) -> c.Changes:
    """Takes a random object that is not bound."""
    bound = records_of(drawn.ctx).bound
    objects = [item for item in drawn.soul.objects if item not in bound]
    return [c.DropObject(drawn.seat, drawn.ctx.choose("theft", objects), "robbed")] if objects else []


def invite_guest(drawn: DrawnCard, amount: int) -> c.Changes:
    """Brings a random other player here; both gain sanity."""
    ctx, board, seat, node, card = drawn
    others = [other for other in range(len(board.souls)) if other != seat]
    if not others:
        return drawn.gain(amount)
    guest = ctx.choose("guest", others)
    gain = c.Gain(((seat, amount), (guest, amount)), card)
    origin = board.souls[guest].node
    if origin == node:
        return [gain]
    return [c.PlaceSouls((guest,), node), gain, *push_entry_steps(board, guest, origin, node)]


def swap_places(drawn: DrawnCard, step: int) -> c.Changes:
    """Swaps places with the player some seats on."""
    board, seat = drawn.board, drawn.seat
    other = (seat + step) % len(board.souls)
    mine, theirs = board.souls[seat].node, board.souls[other].node
    if mine == theirs:
        return []
    first = push_entry_steps(board, seat, mine, theirs)
    return [c.SwapPlaces(seat, other), *first, *push_entry_steps(board, other, theirs, mine)]


def change_floor(drawn: DrawnCard, step: int) -> c.Changes:
    """Moves to the same spot some floors up."""
    floor, spot = divmod(drawn.soul.node, PER_FLOOR)
    goal = (floor + step) % FLOORS * PER_FLOOR + spot
    return [c.PlaceSouls((drawn.seat,), goal), *push_entry_steps(drawn.board, drawn.seat, drawn.node, goal)]


def summon_king(drawn: DrawnCard, amount: int) -> c.Changes:
    """Brings the King to this floor, whose players lose sanity."""
    board = drawn.board
    if board.banish:
        return []
    floor = FLOOR[drawn.soul.node]
    amount *= FURY_FACTOR if board.is_furious else 1
    losses = [(target, amount) for target in board.seats_on(floor)]
    return [c.MoveKing(floor, "fury"), *lose_sanity(drawn.ctx, board, losses, drawn.name)]


def place_monster(drawn: DrawnCard, kind: str, place: str, *flags: str) -> c.Changes:
    """Places a figure here, in the corridor, or in the nearest room without players."""
    spot: int | None = drawn.node
    if place == "corridor":
        spot = FLOOR[drawn.node] * PER_FLOOR
    elif place == "beside":
        spot = find_empty_room(drawn.board, drawn.node)
    return spawn_monster(drawn.ctx, drawn.board, drawn.seat, kind, spot, *flags) if spot is not None else []


def hear_tue_tue(drawn: DrawnCard) -> c.Changes:
    """Loses 1 for the first of the game, 2 for the second; later ones lead to -5, VANITY ignored (D-35)."""
    ctx, board, seat, heard = drawn.ctx, drawn.board, drawn.seat, drawn.board.tue_tue + 1
    if heard >= FATAL_TUE_TUE:
        return [c.HearTueTue(), *set_to_lowest(ctx, board, seat, "TUE_TUE")]
    return [c.HearTueTue(), *lose_sanity(ctx, board, [(seat, heard)], "TUE_TUE")]


def cap_actions_on_floor(ctx: Context, node: int) -> c.Changes:
    """Limits the active player on this floor to 1 action left; the others begin their turns with 1."""
    board = board_of(ctx.state)
    active = board.active
    if not board.has_begun or FLOOR[board.souls[active].node] != FLOOR[node]:
        return []
    left = actions_left(records_of(ctx), board, active)
    return [c.Spend(active, left - HELD_ACTIONS)] if left > HELD_ACTIONS else []


CARD_EFFECTS: dict[str, Callable[..., c.Changes]] = {
    "lose": DrawnCard.lose,
    "gain": DrawnCard.gain,
    "mirror": negate_sanity,
    "zero": lambda drawn: set_to_zero(drawn.ctx, drawn.board, drawn.seat, drawn.name),
    "lose_turn": lambda drawn: [c.LoseTurn(drawn.seat)],
    "end_turn": lambda drawn: [c.Exhaust(drawn.seat)] if drawn.seat == drawn.board.active else [],
    "status": lambda drawn, status, rounds: [c.Afflict((drawn.seat,), status, rounds)],
    "clear": lambda drawn: [c.ClearStatus(drawn.seat)],
    "take": take_object,
    "theft": steal_object,
    "guest": invite_guest,
    "swap": swap_places,
    "floors": change_floor,
    "rage": lambda drawn: [c.Enrage()],
    "king_comes": summon_king,
    "banish": lambda drawn, rounds: [c.Banish(rounds)],
    "shop": lambda drawn: [c.OpenShop(drawn.seat)],
    "figure": place_monster,
    "freeze": lambda drawn: [Push("core.king:freeze", (drawn.node,))],
    "tue_tue": hear_tue_tue,
    "step": lambda drawn, step: [Push(step, (drawn.seat, drawn.node, drawn.name))],
}
"""A mod's ``step`` runs as ``step(ctx, seat, node, card)``."""


def find_spared_seats(board: Board, d6: int) -> list[int]:
    """Returns the seats that a result spares: the False King's floor, by profile (D-03)."""
    if board.false_king < 0 or d6 not in board.profile.fk_floor_exempt:
        return []
    return board.seats_on(FLOOR[board.souls[board.false_king].node])


def reorder(ctx: Context, board: Board, d6: int) -> c.Changes:
    """Rotates the boxes of each floor, or shuffles every box (K-KING-D6-1)."""
    if board.profile.king_d6_1 == "shuffle":
        return [c.ShuffleBoxes(tuple(tuple(ctx.shuffle("boxes", box)) for box in board.boxes))]
    if board.profile.has_d6_1_for_ring:
        return [c.ScheduleFloorsTurn()]
    return [c.TurnBoxes(FLOOR_CYCLES, "floors")]


def harm(ctx: Context, board: Board, d6: int, amount: int) -> c.Changes:
    """Every player loses sanity (K-KING-D6-2)."""
    safe = find_spared_seats(board, d6)
    return lose_sanity(ctx, board, [(seat, amount) for seat in range(len(board.souls)) if seat not in safe], "king")


def limit_actions(ctx: Context, board: Board, d6: int) -> c.Changes:
    """Players on the King's floor have 1 action in their next turn (K-KING-D6-3)."""
    safe = find_spared_seats(board, d6)
    seats = tuple(seat for seat in board.seats_on(board.king) if seat not in safe)
    return [c.Mark(seats)] if seats else []


def drive(ctx: Context, board: Board, d6: int) -> c.Changes:
    """Players on the King's floor move by the stairs (K-STAIRMOVE-1)."""
    safe = find_spared_seats(board, d6)
    seats = tuple(seat for seat in board.seats_on(board.king) if seat not in safe)
    goal = stair_room(board.stairs, 0 if board.king == 1 else 1)
    return [c.PlaceSouls(seats, goal)] if seats else []


def attract(ctx: Context, board: Board, d6: int) -> c.Changes:
    """Players come to the King's corridor, except from the False King's floor (K-ATTRACT-1, K-ATTRACT-2)."""
    safe = find_spared_seats(board, d6)
    seats = tuple(seat for seat in range(len(board.souls)) if seat not in safe)
    return [c.PlaceSouls(seats, board.king * PER_FLOOR)] if seats else []


def queue_discards(ctx: Context, board: Board, d6: int) -> c.Changes:
    """Every player with an object discards one (K-KING-D6-6)."""
    safe = find_spared_seats(board, d6)
    seats = (seat for seat in board.seats_in_round_order() if seat not in safe and board.souls[seat].objects)
    return [Push("core.king:discard", (seat,)) for seat in seats]


def ask_discard(ctx: Context, seat: int) -> c.Changes:
    """Asks the owner which object to discard if there is a choice (A-16)."""
    board = board_of(ctx.state)
    objects = board.souls[seat].objects
    if board.profile.spares_bound_at_discard:
        bound = records_of(ctx).bound
        objects = [card for card in objects if card not in bound]
    if not objects:
        return []
    if board.profile.discard_choice == "last" or len(set(objects)) == 1:
        return [c.DropObject(seat, objects[-1], "discarded")]
    prompt = Message("king-ask-discard", {"seat": seat + 1})
    options = tuple(dict.fromkeys(objects))
    return [Ask(Question(seat, "discard", options, prompt), "core.king:discarded", (seat,))]


def resolve_discard(ctx: Context, seat: int, card: str) -> c.Changes:
    """Discards the chosen object."""
    return [c.DropObject(seat, card, "discarded")]


def list_effects(table: KingTable, d6: int) -> tuple[KingEffect, ...]:
    """Returns the King's deeds by a result of his die."""
    return next((row.effects for row in table.rows if d6 <= row.max_total), ())


KING_EFFECTS: dict[str, Callable[..., c.Changes]] = {
    "reorder": reorder,
    "harm": harm,
    "limit": limit_actions,
    "drive": drive,
    "attract": attract,
    "discard": queue_discards,
}
