"""The deeds of rules as data, for mods without Python."""

from typing import Annotated

from msgspec import Meta

from footfall.api import (
    ActorId,
    AnyText,
    Change,
    Context,
    Finish,
    Message,
    MessageId,
    NoChanges,
    Opposite,
    Proposal,
    Push,
    Ref,
    Tell,
    Words,
    deed,
)

from . import changes as c
from .layout import FLOOR, FLOORS, NODE_BY_NAME
from .records import NAMESPACE, BoxCardId, CardId, FigureId, HeldCardId, NodeName, records_of
from .rules.allowance import actions_left, can_take_key, key_limit
from .rules.monsters import spawn_monster
from .state import KEY, LOST, board_of

GIVEN_STATUSES = ("PARANOIA", "STUNNED", "VANITY")
"""The statuses that a rule may give: those that no figure has to hold."""

SOURCE = "rule"
"""The source that the log names if a rule names none: a rule of a mod."""

Source = Annotated[str, MessageId(), AnyText(adds_to="manner")]
"""The id of the text by which the log names the cause of a loss or gain; hooks read it as `manner`."""

QuestionText = Annotated[str, MessageId(), AnyText(adds_to="question")]

AnswerText = Annotated[str, MessageId(), AnyText(adds_to="answer")]

Whom = Annotated[str, Words("whom", ("self", "company", "floor", "all"))]
"""Whom a deed affects: the player; the others at the same place; the others on the floor; all players."""

MAX_ACTIONS = 5
"""The most actions that a rule gives at once."""

MAX_AMOUNT = 20
"""The most sanity that a rule takes or gives at once, and the most rounds of a status."""

Sanity = Annotated[int, Meta(ge=1, le=MAX_AMOUNT)]
Rounds = Annotated[int, Meta(ge=1, le=MAX_AMOUNT)]


def _is_seat(ctx: Context, seat: int) -> bool:
    return 0 <= seat < len(board_of(ctx.state).souls)


def _list_amounts(ctx: Context, seat: int, amount: int, whom: str) -> tuple[tuple[int, int], ...]:
    """Pairs of a seat and its amount; none for an amount below 1."""
    amount = min(amount, MAX_AMOUNT)
    if amount <= 0 or not _is_seat(ctx, seat):
        return ()
    board = board_of(ctx.state)
    node = board.souls[seat].node
    groups = {
        "self": (seat,),
        "company": (other for other, soul in enumerate(board.souls) if other != seat and soul.node == node),
        "floor": (other for other in board.seats_on(FLOOR[node]) if other != seat),
        "all": range(len(board.souls)),
    }
    return tuple((other, amount) for other in groups[whom])


@deed
def lose(
    ctx: Context,
    seat: ActorId,
    amount: Annotated[Sanity, Opposite("gain")] = 1,
    whom: Whom = "self",
    text: Source = SOURCE,
) -> list[Change]:
    """Takes sanity from a player, others at its place or floor, or all, with `text` as cause in log and `manner`."""
    amounts = _list_amounts(ctx, seat, amount, whom)
    return [c.Lose(amounts, text)] if amounts else []


@deed
def gain(
    ctx: Context,
    seat: ActorId,
    amount: Annotated[Sanity, Opposite("lose")] = 1,
    whom: Whom = "self",
    text: Source = SOURCE,
) -> list[Change]:
    """Gives sanity up to the maximum, to whom `lose` may take it from, with `text` as cause in log and `manner`."""
    amounts = _list_amounts(ctx, seat, amount, whom)
    return [c.Gain(amounts, text)] if amounts else []


@deed
def shift_maximum(
    ctx: Context, seat: ActorId, amount: Annotated[int, Meta(ge=-c.MAX_SHIFT, le=c.MAX_SHIFT)] = 1
) -> list[Change]:
    """Adds to a player's maximum sanity for good; below 0 it takes some, and sanity above the maximum with it."""
    amount = max(-c.MAX_SHIFT, min(amount, c.MAX_SHIFT))
    return [c.ShiftMaximum(seat, amount)] if amount and _is_seat(ctx, seat) else []


@deed
def afflict(
    ctx: Context,
    seat: ActorId,
    status: Annotated[str, Words("status", GIVEN_STATUSES)],
    rounds: Annotated[int, Meta(ge=0, le=MAX_AMOUNT)] = 1,
) -> list[Change]:
    """Gives a player a status for some rounds; 0 ends it."""
    if not _is_seat(ctx, seat):
        return []
    rounds = min(rounds, MAX_AMOUNT)
    return [c.Afflict((seat,), status, rounds)] if rounds > 0 else [c.ClearStatus(seat, status)]


@deed
def lose_turn(ctx: Context, seat: ActorId) -> list[Change]:
    """Makes a player lose the next turn."""
    return [c.LoseTurn(seat)] if _is_seat(ctx, seat) else []


@deed
def place(ctx: Context, seat: ActorId, node: NodeName) -> list[Change]:
    """Puts a player on a node, which draws no card."""
    return [c.PlaceSouls((seat,), NODE_BY_NAME[node])] if _is_seat(ctx, seat) else []


@deed
def bestow(ctx: Context, seat: ActorId, card: HeldCardId) -> list[Change]:
    """Gives a player an object or a tale from outside the decks; without a slot, one must be discarded."""
    records, name = records_of(ctx), card.removeprefix(NAMESPACE)
    if not _is_seat(ctx, seat):
        return []
    if name not in records.cards or records.cards[name].group not in ("object", "tale"):
        return NoChanges("king-unchanged-no-object")
    return [c.TakeObject(seat, name), Push("core.king:hands", (seat,))]


@deed
def fetch(ctx: Context, seat: ActorId, node: NodeName, card: HeldCardId) -> list[Change]:
    """Takes an object or a tale from the box of a room into a hand; without a slot, one must be discarded."""
    return [Push("core.king:fetch", (seat, NODE_BY_NAME[node], card))] if _is_seat(ctx, seat) else []


@deed
def return_card(ctx: Context, card: CardId, node: NodeName, on_top: bool = False) -> list[Change]:
    """Moves a card from the discard pile under the box of a room, or on top of it."""
    return [Push("core.king:return-card", (card, NODE_BY_NAME[node], on_top))]


@deed
def add_card(ctx: Context, card: BoxCardId, node: NodeName, on_top: bool = False) -> list[Change]:
    """Puts a card from outside the decks under the box of a room, or on top; ``do.shuffle`` after it mixes it in."""
    return [Push("core.king:return-card", (card, NODE_BY_NAME[node], on_top, True))]


@deed
def remove_card(ctx: Context, card: CardId, seat: ActorId = -1) -> list[Change]:
    """Takes a card out of the game: from a player's hand, or, without a player, from the discard pile."""
    if not _is_seat(ctx, seat):
        return [Push("core.king:remove-discarded", (card,))]
    has_card = card in board_of(ctx.state).souls[seat].objects
    return [c.DropObject(seat, card, "removed")] if has_card else NoChanges("king-unchanged-no-card")


@deed
def start_with(ctx: Context, seat: ActorId) -> list[Change]:
    """Makes a player the first of this round, before its first turn: in ``core.king:on_round``."""
    board = board_of(ctx.state)
    if not _is_seat(ctx, seat):
        return []
    return NoChanges("king-unchanged-turn-begun") if board.has_begun or board.turns else [c.StartWith(seat)]


@deed
def bring(ctx: Context, seat: ActorId, figure: Annotated[str, Ref("figure")]) -> list[Change | Proposal]:
    """Brings a figure to a player's node, unless the board is full."""
    board, kind = board_of(ctx.state), figure.removeprefix(NAMESPACE)
    if not _is_seat(ctx, seat) or kind not in records_of(ctx).monster_kinds:
        return []
    return spawn_monster(ctx, board, seat, kind, board.souls[seat].node)


@deed
def banish(ctx: Context, rounds: Rounds = 1) -> list[Change]:
    """Keeps the King away for some ends of round."""
    rounds = min(rounds, MAX_AMOUNT)
    return [c.Banish(rounds)] if rounds > 0 else []


@deed
def cleanse(ctx: Context, seat: ActorId) -> list[Change]:
    """Ends all statuses of a player but that of one whom a figure holds."""
    statuses = board_of(ctx.state).souls[seat].statuses if _is_seat(ctx, seat) else ()
    return [c.ClearStatus(seat, status) for status in statuses if status != "TRAPPED"]


@deed
def grant(
    ctx: Context, seat: ActorId, actions: Annotated[int, Meta(ge=1, le=MAX_ACTIONS), Opposite("spend")] = 1
) -> list[Change]:
    """Gives a player actions for this turn, at most 5."""
    actions = max(0, min(actions, MAX_ACTIONS))
    return [c.Spend(seat, -actions)] if actions and _is_seat(ctx, seat) else []


@deed
def spend(
    ctx: Context, seat: ActorId, actions: Annotated[int, Meta(ge=1, le=MAX_ACTIONS), Opposite("grant")] = 1
) -> list[Change]:
    """Takes actions of this turn from a player, at most 5, as many as are left."""
    if not _is_seat(ctx, seat):
        return []
    taken = min(actions, MAX_ACTIONS, actions_left(records_of(ctx), board_of(ctx.state), seat))
    return [c.Spend(seat, taken)] if taken > 0 else []


@deed
def exhaust(ctx: Context, seat: ActorId) -> list[Change]:
    """Leaves a player no more actions this turn."""
    return [c.Exhaust(seat)] if _is_seat(ctx, seat) else []


@deed
def swap(ctx: Context, seat: ActorId, other: ActorId) -> list[Change]:
    """Lets two players change places."""
    return [c.SwapPlaces(seat, other)] if _is_seat(ctx, seat) and _is_seat(ctx, other) and seat != other else []


@deed
def discard(ctx: Context, seat: ActorId, card: HeldCardId) -> list[Change]:
    """Takes a card out of a player's hand; nothing if the player does not have it."""
    has_card = _is_seat(ctx, seat) and card in board_of(ctx.state).souls[seat].objects
    return [c.DropObject(seat, card, "discarded")] if has_card else []


@deed
def pass_card(ctx: Context, seat: ActorId, other: ActorId, card: HeldCardId) -> list[Change]:
    """Moves a card from a player's hand to that of another; without a slot, one must be discarded."""
    has_card = _is_seat(ctx, seat) and card in board_of(ctx.state).souls[seat].objects
    if not has_card or not _is_seat(ctx, other) or seat == other:
        return []
    return [c.HandOver(seat, other, card), Push("core.king:hands", (other,))]


@deed
def give_key(ctx: Context, seat: ActorId) -> list[Change]:
    """Gives a player a key of the pool; nothing if none is left, or the player can hold no more."""
    board = board_of(ctx.state)
    if not _is_seat(ctx, seat) or not can_take_key(board, board.souls[seat]):
        return NoChanges("king-unchanged-no-key")
    return [c.GrantKey(seat, SOURCE)]


@deed
def pass_key(ctx: Context, seat: ActorId, other: ActorId) -> list[Change]:
    """Moves a key from a player's hand to that of another; nothing if the other can hold no more."""
    board = board_of(ctx.state)
    if not _is_seat(ctx, seat) or not _is_seat(ctx, other) or seat == other or not board.souls[seat].keys:
        return []
    has_room = board.souls[other].keys < key_limit(board.souls[other])
    return [c.HandOver(seat, other, KEY)] if has_room else NoChanges("king-unchanged-key-limit")


@deed
def destroy_key(ctx: Context, seat: ActorId) -> list[Change]:
    """Destroys a key in a player's hand; too few left lose the game at the end of the round."""
    return [c.DestroyKey(seat)] if _is_seat(ctx, seat) and board_of(ctx.state).souls[seat].keys else []


@deed
def move_king(ctx: Context, floor: Annotated[int, Meta(ge=1, le=FLOORS)]) -> list[Change]:
    """Moves the King to the corridor of a floor, 1 to 3."""
    return [c.MoveKing(floor - 1, "fury")] if 1 <= floor <= FLOORS else []


@deed
def enrage(ctx: Context) -> list[Change]:
    """Doubles the King's damage for the rest of the game."""
    return [] if board_of(ctx.state).is_furious else [c.Enrage()]


@deed
def stun(ctx: Context, figure: FigureId, rounds: Rounds = 1) -> list[Change]:
    """Stuns the first figure of a kind that is not stunned, at most for 20 rounds."""
    rounds = min(rounds, MAX_AMOUNT)
    awake = [m.number for m in board_of(ctx.state).monsters if m.kind == figure and not m.stun]
    return [Push("core.king:stunned", (0, awake[0], rounds))] if awake and rounds > 0 else []


@deed
def open_room(ctx: Context, node: NodeName) -> list[Change]:
    """Opens the face-down special room of a node."""
    special = board_of(ctx.state).special_at(NODE_BY_NAME[node])
    return [c.OpenRoom(special.node)] if special is not None and not special.is_open else []


@deed
def show(ctx: Context, seat: ActorId, node: NodeName, count: Annotated[int, Meta(ge=1)] = 1) -> list[Change]:
    """Shows a player the top cards of a box."""
    number = NODE_BY_NAME[node]
    count = min(count, len(board_of(ctx.state).boxes[number]))
    return [c.SeeCards(seat, number, count)] if count > 0 and _is_seat(ctx, seat) else []


Depth = Annotated[int, Meta(ge=1, le=MAX_AMOUNT)]
"""The place of a card in its box; 1: the top card."""


@deed
def bury(ctx: Context, node: NodeName, place: Depth = 1) -> list[Change]:
    """Puts a card of a box under it: the top card, or that of another place from the top."""
    return _move_card(ctx, node, place, 0)


@deed
def lift(ctx: Context, node: NodeName, place: Depth = 2) -> list[Change]:
    """Puts a card of a box on top of it, by its place from the top."""
    return _move_card(ctx, node, place, 1)


def _move_card(ctx: Context, node: str, origin: int, target: int) -> list[Change]:
    number = NODE_BY_NAME[node]
    has_card = 1 <= origin <= len(board_of(ctx.state).boxes[number])
    return [c.MoveCard(number, origin, target)] if has_card else NoChanges("king-unchanged-empty-box")


@deed
def shuffle(ctx: Context, node: NodeName) -> list[Change]:
    """Shuffles the box of a room."""
    return [Push("core.king:shuffle-deck", (NODE_BY_NAME[node],))]


@deed
def end(ctx: Context, text: Annotated[str, MessageId()], won: bool = False) -> list[Change]:
    """Ends the game, won or lost by all players, with a line in the log."""
    return [Tell(Message(text)), Finish("WIN" if won else LOST)]


# Choices of players


@deed
def arrange(
    ctx: Context, seat: ActorId, node: NodeName, count: Annotated[int, Meta(ge=2, le=MAX_AMOUNT)] = 2
) -> list[Change]:
    """Shows a player the top cards of a box, and lets it put them back in any order."""
    number = NODE_BY_NAME[node]
    count = min(count, MAX_AMOUNT, len(board_of(ctx.state).boxes[number]))
    if count < 1 or not _is_seat(ctx, seat):
        return NoChanges("king-unchanged-empty-box")
    return [c.SeeCards(seat, number, count), Push("core.king:ask-order", (seat, number, count))]


@deed
def draw(ctx: Context, seat: ActorId, node: Annotated[NodeName, AnyText()] = "") -> list[Change | Proposal]:
    """Lets a player draw the top card of its room, as if it searched, or of a `node`; nothing from an empty box."""
    return [Push("core.king:draw-top", (seat, *((NODE_BY_NAME[node],) if node else ())))] if _is_seat(ctx, seat) else []


@deed
def ask(
    ctx: Context,
    seat: ActorId,
    question: QuestionText,
    first: AnswerText,
    second: AnswerText,
    third: AnswerText = "",
    fourth: AnswerText = "",
    first_when: bool = True,
    second_when: bool = True,
    third_when: bool = True,
    fourth_when: bool = True,
) -> list[Change]:
    """Asks a player a question with up to four answers, all by the ids of their texts; ``on_answer`` has the answer.

    An answer whose condition, ``second_when = "actor.keys > 0"``, does not hold is not offered; without any, nothing is
    asked.
    """
    asked = ((first, first_when), (second, second_when), (third, third_when), (fourth, fourth_when))
    answers = tuple(answer for answer, is_open in asked if answer and is_open)
    if not answers:
        return NoChanges("king-unchanged-no-answer")
    return [Push("core.king:ask-answer", (seat, question, *answers))] if _is_seat(ctx, seat) else []


@deed
def ask_card(
    ctx: Context,
    seat: ActorId,
    question: QuestionText,
    then: Annotated[str, Words("fate", ("keep", "discard"))] = "keep",
    must: bool = False,
) -> list[Change | Proposal]:
    """Asks a player for a card, or none, the last option, unless `must`, and discards it if `then` says so.

    ``on_answer`` has the card. A player without cards is not asked, and nothing is answered.
    """
    return [Push("core.king:ask-card", (seat, question, then, must))] if _is_seat(ctx, seat) else []


@deed
def ask_box(
    ctx: Context,
    seat: ActorId,
    node: NodeName,
    question: QuestionText,
    tag: Annotated[str, Words("card tag"), AnyText()] = "",
) -> list[Change | Proposal]:
    """Shows a player a box, and asks for an object or a tale in it, with a tag if one is named, or none, the last one.

    ``on_answer`` has the card, for ``do.fetch``.
    """
    return [Push("core.king:ask-box", (seat, NODE_BY_NAME[node], question, tag))] if _is_seat(ctx, seat) else []


@deed
def ask_player(
    ctx: Context,
    seat: ActorId,
    question: QuestionText,
    group: Annotated[str, Words("choice of players", ("company", "floor", "all"))] = "all",
) -> list[Change]:
    """Asks a player to choose another one, or none, the last option; ``on_answer`` has the other in `partner`.

    With `group`, only those in the same place (``company``) or on the floor are offered.
    """
    others = [other for other, _ in _list_amounts(ctx, seat, 1, group) if other != seat]
    return (
        [Push("core.king:ask-player", (seat, question, *others))] if others else NoChanges("king-unchanged-no-player")
    )
