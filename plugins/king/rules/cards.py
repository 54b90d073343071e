"""Entering rooms and drawing cards (K-ENTER, K-CARD, K-EVENT)."""

from footfall.api import Ask, Context, Message, Push, Question, Tell

from .. import changes as c
from ..hookspecs import Drawing
from ..layout import FLOOR, NODE_BY_NAME, NODE_NAMES, ROOMS_BY_FLOOR
from ..records import Card, Effect, GameRecords, records_of
from ..screen.labels import label_for as name_of
from ..state import Board, board_of
from .allowance import can_take_key, push_overflow_check
from .dice import decide_total, log_total, roll_die
from .effects import apply_effects

ON_DRAW, CAN_RESOLVE = "core.king:on_draw", "core.king:can_resolve"

SKIP, KEEP, SWAP = "SKIP", "KEEP", "SWAP"


# Entering.


def enter_room(ctx: Context, seat: int, node: int) -> c.Changes:
    """Enters a room: a PSYCHIC looks, a face-down special room opens, the top card is drawn (K-ENTER)."""
    board = board_of(ctx.state)
    if board.souls[seat].node != node:  # moved away before the entry
        return []
    records = records_of(ctx)
    if len(board.boxes[node]) > 1 and records.roles[board.souls[seat].role].has_foresight:
        return [
            c.SeeCards(seat, node, 2),
            Push("core.king:foresee", (seat, node)),
            Push("core.king:open", (seat, node)),
        ]
    return open_and_draw(ctx, seat, node)


def ask_foresight(ctx: Context, seat: int, node: int) -> c.Changes:
    """Asks a PSYCHIC whether to swap the two cards it sees."""
    box = board_of(ctx.state).boxes[node]
    prompt = Message("king-ask-foresee", {"seat": seat + 1, "top": name_of(box[-1]), "next": name_of(box[-2])})
    return [Ask(Question(seat, "foresee", (KEEP, SWAP), prompt), "core.king:foreseen", (seat, node))]


def resolve_foresight(ctx: Context, seat: int, node: int, answer: str) -> c.Changes:
    """Handles the PSYCHIC's answer."""
    return [c.SwapTop(node)] if answer == SWAP else []


def open_and_draw(ctx: Context, seat: int, node: int) -> c.Changes:
    """Opens a face-down special room and draws the top card."""
    board = board_of(ctx.state)
    special = board.special_at(node)
    changes: c.Changes = []
    if special is not None and not special.is_open:
        changes.append(c.OpenRoom(node))
    if board.boxes[node]:
        changes += draw_card(ctx, board, seat, node)
    return changes


def ask_peek(ctx: Context, seat: int, node: int) -> c.Changes:
    """Asks which top card of the floor to see on entering its corridor, or none (K-ACT-PEEK)."""
    board = board_of(ctx.state)
    options = tuple(NODE_NAMES[room] for room in ROOMS_BY_FLOOR[FLOOR[node]] if board.boxes[room])
    if not options or board.souls[seat].node != node:
        return []
    prompt = Message("king-ask-peek", {"seat": seat + 1})
    return [Ask(Question(seat, "peek", (*options, SKIP), prompt), "core.king:peeked", (seat,))]


def resolve_peek(ctx: Context, seat: int, answer: str) -> c.Changes:
    """Shows the top card of the chosen room."""
    return [c.SeeCards(seat, NODE_BY_NAME[answer])] if answer != SKIP else []


# Drawing.


def draw_card(ctx: Context, board: Board, seat: int, node: int) -> c.Changes:
    """Draws the top card of a box and resolves it (K-CARD-1..3), after the rules of mods at ``on_draw``."""
    if ctx.has_listeners(ON_DRAW):
        proposals = ctx.notify(ON_DRAW, Drawing(seat, board.boxes[node][-1], NODE_NAMES[node]))
        if proposals:
            return [*proposals, Push("core.king:draw-now", (seat, node))]
    return draw_now(ctx, seat, node)


def draw_now(ctx: Context, seat: int, node: int) -> c.Changes:
    """Draws the top card of a box and resolves it, unless a mod cancels it: then it goes under its box."""
    board, records = board_of(ctx.state), records_of(ctx)
    if not board.boxes[node]:  # what a mod did at `on_draw` has emptied it
        return []
    name = board.boxes[node][-1]
    card = records.cards[name]
    group = card.group
    if ctx.has_listeners(CAN_RESOLVE):
        denial = ctx.vote(CAN_RESOLVE, Drawing(seat, name, NODE_NAMES[node]))
        if denial is not None:
            return [Tell(denial.reason), c.DrawCard(seat, node, "under")]
    if group == "event":
        effects = resolve_event(ctx, board, records, seat, node, name, card)
        if Push in map(type, effects):
            return [c.DrawCard(seat, node, "limbo"), *effects, Push("core.king:tuck", (node, name))]
        return [c.DrawCard(seat, node, "under"), *effects]
    if group == "object" or group == "tale":
        return [c.DrawCard(seat, node, "hand"), *push_overflow_check(board, records, seat, name)]
    if group == "status":
        return [c.DrawCard(seat, node, "removed"), c.Afflict((seat,), card.status, card.rounds)]
    if group == "key":
        return [c.DrawCard(seat, node, "key" if can_take_key(board, board.souls[seat]) else "under")]
    if group == "omen":
        changes: c.Changes = [c.DrawCard(seat, node, "discarded")]
        value, sanity = roll_die(ctx, changes, "omen", seat, 6), board.souls[seat].sanity
        total = decide_total(ctx, changes, name, seat, (value,), sanity)
        log_total(ctx, changes, name, seat, (value,), sanity, total, effects=find_row(card, total))
        return changes + apply_table(ctx, board, seat, node, name, card, total)
    return [c.DrawCard(seat, node, "removed"), *apply_effects(ctx, board, seat, node, name, card.reveal_effects)]


def resolve_event(
    ctx: Context, board: Board, records: GameRecords, seat: int, node: int, name: str, card: Card
) -> c.Changes:
    """Rolls for an event: d6 + sanity, at least 0; a HIGH_ROLLER adds a second die once per turn (K-EVENT)."""
    soul = board.souls[seat]
    if card.is_yellow and soul.ignores_yellow:
        return []
    changes: c.Changes = []
    dice = [roll_die(ctx, changes, "event", seat, 6)]
    if not soul.has_rolled_twice and records.roles[soul.role].has_second_die:
        dice.append(roll_die(ctx, changes, "event_second", seat, 6))
        changes.append(c.UseSecondDie(seat))
    total = max(0, decide_total(ctx, changes, name, seat, dice, soul.sanity))
    log_total(ctx, changes, name, seat, dice, soul.sanity, total, effects=find_row(card, total))
    return changes + apply_table(ctx, board, seat, node, name, card, total)


def apply_table(ctx: Context, board: Board, seat: int, node: int, name: str, card: Card, total: int) -> c.Changes:
    """Applies the row of the card's table that contains a total."""
    return apply_effects(ctx, board, seat, node, name, find_row(card, total))


def find_row(card: Card, total: int) -> tuple[Effect, ...]:
    """Returns the effects of the row of a card's table that contains a total."""
    for row in card.rows:
        if total <= row.max_total:
            return row.effects
    return ()


def tuck(ctx: Context, node: int, card: str) -> c.Changes:
    """Puts an event whose effect is over under its deck (K-CARD-1, D-46)."""
    return [c.Tuck(node, card)]
