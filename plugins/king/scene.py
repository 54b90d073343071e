"""The scene: panels of floors, souls and the King, questions, keys."""

from __future__ import annotations

from typing import Any

from footfall.api import Command, Context, Message, Question
from footfall.api.scene import Choice, Line, Panel, Scene, Span, Tint

from .allowance import actions_left
from .bindings import list_bindings, list_choices
from .labels import format_amounts, format_seat, format_seats, label_for
from .layout import FLOOR, FLOORS, NODE_NAMES, PER_FLOOR
from .records import GameRecords, records_of
from .report import build_report_panel
from .rounds import find_presence_loss, list_house_losses
from .state import MIN_SANITY, Board, board_of
from .turns import list_legal_commands

STAIR_SIGN, BOX_SIGN, KING_SIGN, KEY_SIGN = "≡", "▤", "♛", "⚿"


def build_scene(ctx: Context) -> Scene:
    """Builds the scene from what the souls know; hidden cards stay hidden."""
    board = board_of(ctx.state)
    records = records_of(ctx)
    question = ctx.state.question
    seat = question.actor if question is not None else board.active
    commands: list[Command] = list_legal_commands(ctx) if question is not None and question.kind == "turn" else []
    report = build_report_panel(board, ctx.log)
    panels = (
        *(_build_floor_panel(records, board, floor) for floor in reversed(range(FLOORS))),
        _build_souls_panel(records, board),
        _build_king_panel(board),
        report,
    )
    low = board.souls[seat].sanity <= MIN_SANITY + 1
    return Scene(
        title=Message("king-title"),
        alert=Message("king-alert-edge") if low and question is not None else None,
        status=_build_status(board),
        panels=panels,
        pages={"report": report},
        page_keys={"r": "report"},
        choices=list_choices(commands),
        actor=seat,
        prompt=_build_prompt(question),
        answers=_list_answers(question),
        bindings=list_bindings(board, commands),
        farewell=_list_ending_lines(ctx.state.outcome, board),
    )


def _build_status(board: Board) -> tuple[Span, ...]:
    held, needed = board.keys_in_hands(), board.profile.keys_to_win
    keys = Message("king-status-keys", {"held": held, "needed": needed, "destroyed": board.keys_destroyed})
    return (
        Span(Message("king-status-round", {"round": board.round, "seat": format_seat(board.starter)})),
        Span(keys, Tint.BAD if board.keys_destroyed else Tint.TEXT),
    )


# The house.


def _build_floor_panel(records: GameRecords, board: Board, floor: int) -> Panel:
    first = floor * PER_FLOOR
    return Panel(
        Message("king-panel-floor", {"floor": floor + 1}),
        tuple(Line(_build_node_spans(records, board, node)) for node in range(first, first + PER_FLOOR)),
    )


def _build_node_spans(records: GameRecords, board: Board, node: int) -> tuple[Span, ...]:
    """Builds the line of a node: name, stair, box, special room, figures, souls, King."""
    spot = node % PER_FLOOR
    spans = [Span(NODE_NAMES[node].removeprefix(f"F{FLOOR[node] + 1}_"), Tint.STRONG)]
    if spot:
        stair = board.stairs[FLOOR[node]] == spot
        spans.append(Span(STAIR_SIGN, Tint.STAIRS, Message("king-words-stair")) if stair else Span(" "))
        cards = len(board.boxes[node])
        spans.append(Span(f"{BOX_SIGN}{cards}", Tint.DIM, Message("king-words-box", {"cards": cards})))
        if board.known[node]:
            spans.append(Span(label_for(board.boxes[node][-1]), Tint.ITEM))
    elif board.king == FLOOR[node] and not board.banish:
        spans.append(Span(KING_SIGN, Tint.HUNTING, Message("king-words-king")))
    spans += _build_room_spans(board, node)
    for monster in board.monsters:
        if monster.node == node:
            args = {"monster": label_for(monster.kind), "stun": monster.stun}
            spans.append(Span(Message("king-monster", args), Tint.ASLEEP if monster.stun else Tint.FOE))
    here = board.seats_at(node)
    if here:
        spans.append(Span(format_seats(tuple(here)), Tint.PLAYER if board.active in here else Tint.ALLY))
    return _join_spans(spans)


def _join_spans(spans: list[Span]) -> tuple[Span, ...]:
    """Separates spans by spaces."""
    return tuple(part for span in spans for part in (span, Span(" ")))[:-1]


def _build_room_spans(board: Board, node: int) -> list[Span]:
    for special in board.specials:
        if special.node == node:
            if special.destroyed:
                return [Span(Message("king-room-destroyed"), Tint.DIM)]
            if not special.open:
                return [Span(Message("king-room-hidden"), Tint.MAGIC)]
            stored = tuple(Span(label_for(item), Tint.ITEM) for item in board.armoury)
            return [Span(label_for(special.kind), Tint.MAGIC), *(stored if special.kind == "ARMOURY" else ())]
    return []


# The souls.


def _build_souls_panel(records: GameRecords, board: Board) -> Panel:
    lines: list[Line] = []
    for number, soul in enumerate(board.souls):
        active = number == board.active
        tint = Tint.BAD if soul.sanity <= MIN_SANITY else Tint.PLAYER if active else Tint.TEXT
        head = [
            Span("▸", Tint.PLAYER, Message("king-words-active")) if active else Span(" "),
            Span(format_seat(number), tint),
            Span(label_for(soul.role), tint),
        ]
        if board.false_king == number:
            head.append(Span(label_for("CROWN"), Tint.MAGIC))
        lines.append(Line(_join_spans(head), bar=(soul.sanity, soul.top)))
        left = actions_left(records, board, number)
        facts = [Span("  "), Span(NODE_NAMES[soul.node], Tint.DIM), Span(Message("king-actions", {"count": left}))]
        if soul.keys:
            facts.append(Span(KEY_SIGN * soul.keys, Tint.GOOD, Message("king-words-keys", {"count": soul.keys})))
        facts += [Span(label_for(item), Tint.ITEM) for item in soul.objects]
        for status, rounds in sorted(soul.statuses.items()):
            args = {"status": label_for(status), "left": rounds}
            facts.append(Span(Message("king-status-left", args), Tint.WARY))
        if soul.skip:
            facts.append(Span(Message("king-skips"), Tint.BAD))
        if soul.marked:
            facts.append(Span(Message("king-marked"), Tint.WARY))
        lines.append(Line(_join_spans(facts)))
    return Panel(Message("king-panel-souls"), tuple(lines))


# The King.


def _build_king_panel(board: Board) -> Panel:
    """Builds the panel of the King: his floor, and the losses at the end of this round."""
    if board.banish:
        where = Message("king-away", {"rounds": board.banish})
    else:
        where = Message("king-on-floor", {"floor": board.king + 1})
    lines = [Line((Span(_describe_costs(board)),))]
    if board.pedlar:
        lines.append(Line((Span(Message("king-pedlar-deck", {"count": len(board.pedlar)}), Tint.DIM),)))
    return Panel(where, tuple(lines))


def _describe_costs(board: Board) -> Message:
    """Describes what the House and the King will take."""
    losses = tuple(list_house_losses(board))
    house: Message | str = format_amounts(losses, "−")
    if not losses or len(losses) == len(board.souls):
        house = Message("king-costs-all", {"loss": losses[0][1] if losses else 0})
    if board.banish:
        return Message("king-costs-away", {"house": house})
    when = "before" if board.profile.presence_timing == "before_roulette" else "arrival"
    return Message(f"king-costs-{when}", {"house": house, "presence": find_presence_loss(board)})


# Questions.


def _build_prompt(question: Question | None) -> Message | None:
    if question is None:
        return None
    return question.prompt or Message("king-your-turn", {"seat": question.actor + 1})


def _list_answers(question: Question | None) -> tuple[Choice, ...]:
    if question is None or question.kind == "turn":
        return ()
    return tuple(Choice(index, _label_option(option)) for index, option in enumerate(question.options))


def _label_option(option: Any) -> Message | str:
    return option if option in NODE_NAMES else label_for(str(option))


def _list_ending_lines(outcome: str | None, board: Board) -> tuple[Message, ...]:
    if outcome is None:
        return ()
    return (
        Message(f"king-log-end-{outcome.lower().replace('_', '-')}"),
        Message("king-over-rounds", {"rounds": board.round}),
    )
