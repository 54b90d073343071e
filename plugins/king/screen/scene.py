"""The scene: the house, the souls, the King, questions, keys."""

import msgspec

from footfall.api import Answer, Command, Context, Message, Question
from footfall.api.scene import Choice, Line, Panel, Scene, Span, Tint

from ..layout import FLOOR, NODE_BY_NAME, NODE_NAMES
from ..records import GameRecords, records_of
from ..rules import questions
from ..rules.allowance import actions_left, count_overflow, find_cost, key_limit
from ..rules.cards import KEEP, SWAP
from ..rules.turns import list_legal_commands
from ..state import MIN_SANITY, Board, board_of
from .about import describe_condition, describe_costs, describe_objects, describe_role, list_names, name_condition
from .bindings import find_node_key, list_bindings, list_choices, list_hints
from .card_words import describe_card, explain_words, join_messages, list_about, name_drawn_card
from .guide import build_legend, list_lessons
from .king_page import build_king_page
from .labels import format_number, format_seat, label_for, name_node, name_node_and_floor
from .missing import explain_empty_lists
from .places import ACTIVE_SIGN, find_goal, list_levels, list_places
from .report import build_report_panel


def build_scene(ctx: Context, viewer: int | None = None) -> Scene:
    """Builds the scene from the knowledge of the souls; hidden cards stay hidden.

    Args:
        viewer: whose screen it is: another seat than the one that is asked, or an onlooker (-1), has the board alone.
            None: the one screen of all players.
    """
    board, records, question = board_of(ctx.state), records_of(ctx), ctx.state.question
    report = build_report_panel(board, ctx.log)
    if question is not None and viewer not in (None, question.actor):
        question = None
    asked = question.actor if question is not None else board.active
    seat = asked if viewer is None or viewer < 0 else viewer
    commands: list[Command] = list_legal_commands(ctx) if question is not None and question.kind == "turn" else []
    choices = list_choices(records, board, commands)
    is_acting = any(find_cost(ctx, records, board, each) for each in commands)
    return Scene(
        title=Message("king-title"),
        alert=Message("king-alert-edge") if question is not None and is_low(board, seat) else None,
        status=_build_status(records, board),
        places=list_places(records, board, _list_clicks(question, commands)),
        levels=list_levels(board),
        place=NODE_NAMES[board.souls[seat].node],
        panels=(_build_souls_panel(records, board), _build_king_panel(board), report),
        pages={"report": report, "king": build_king_page(records, board), "legend": build_legend(records, board)},
        page_keys={"r": "report", "K": "king", "L": "legend"},
        words=explain_words(records),
        choices=choices,
        no_choices=explain_empty_lists(ctx, records, board, seat, choices) if commands else {},
        lessons=list_lessons(board, seat, commands),
        hints=list_hints(commands),
        actor=seat,
        prompt=None if question is None or question.kind == "turn" else question.prompt,
        answers=_list_answers(records, board, question),
        bindings=list_bindings(records, board, commands, actions_left(records, board, seat) if is_acting else 0)
        if commands
        else (),
        farewell=describe_end(ctx.state.outcome, board),
    )


def describe_end(outcome: str | None, board: Board) -> tuple[Message, ...]:
    """Returns how the game ended, if it has."""
    if outcome is None:
        return ()
    ending = Message(f"king-log-end-{outcome.lower().replace('_', '-')}")
    return (ending, Message("king-over-rounds", {"rounds": board.round}))


def is_low(board: Board, seat: int) -> bool:
    """Whether one more loss makes a soul fall."""
    return board.souls[seat].sanity <= MIN_SANITY + 1


def _list_answers(records: GameRecords, board: Board, question: Question | None) -> tuple[Choice, ...]:
    """Returns the options of a question; a room has its name and floor, a card its text, a sacrifice its price.

    Rooms of one floor have their numbers as keys, as on the board; those of several have letters.
    """
    if question is None or question.kind == "turn":
        return ()
    options = [str(option) for option in question.options]
    floors = {FLOOR[NODE_BY_NAME[option]] for option in options if option in NODE_BY_NAME}
    choices = []
    for index, option in enumerate(options):
        node = NODE_BY_NAME.get(option)
        label = name_option(question.kind, option)
        letter = find_node_key(node, FLOOR[node]) if node is not None and len(floors) == 1 else ""
        about = list_about(option) if question.kind == "sacrifice" else tuple(describe_card(records, option))
        if option in (KEEP, SWAP):
            soul = board.souls[question.actor]
            top, under = board.boxes[soul.node][-1], board.boxes[soul.node][-2]
            cards = (top, under) if option == KEEP else (under, top)
            about = tuple(told for card in cards if (told := name_drawn_card(records, soul, card)) is not None)
        choices.append(Choice(index, label, letter, about))
    return tuple(choices)


def name_option(kind: str, option: str) -> Message:
    """Returns the words of an option: those of a mod, a player, a place, a card or another name."""
    if kind == questions.ANSWER:
        return Message(option)
    if kind == questions.PLAYER and option.isdecimal():
        return Message("king-answer-seat", {"seat": format_seat(int(option))})
    node = NODE_BY_NAME.get(option)
    return label_for(option) if node is None else name_node_and_floor(node)


def _list_clicks(question: Question | None, commands: list[Command]) -> dict[int, Command]:
    """Returns the command of a click on a node: a move there, or the answer that names it."""
    if question is None:
        return {}
    if question.kind == "turn":
        return {goal: command for command in commands if (goal := find_goal(command)) is not None}
    return {
        NODE_BY_NAME[option]: Answer(actor=question.actor, choice=index)
        for index, option in enumerate(question.options)
        if option in NODE_BY_NAME
    }


def _build_status(records: GameRecords, board: Board) -> tuple[Span, ...]:
    seat = board.active
    held, needed = board.keys_in_hands(), board.profile.keys_to_win
    keys = Message("king-status-keys", {"held": held, "needed": needed, "destroyed": board.keys_destroyed})
    starter = {"round": board.round, "seat": format_seat(board.starter)}
    turn = {
        "seat": format_seat(seat),
        "role": label_for(board.souls[seat].role),
        "actions": actions_left(records, board, seat),
    }
    brief = (
        Message(f"king-status-{name}-short", {**starter, **turn, **keys.args}) for name in ("turn", "round", "keys")
    )
    spans = (
        Span(Message("king-status-turn", turn), Tint.STRONG),
        Span(Message("king-status-round", starter), Tint.TEXT, Message("king-words-round", starter)),
        Span(keys, Tint.BAD if board.keys_destroyed else Tint.TEXT),
    )
    return tuple(msgspec.structs.replace(span, short=short) for span, short in zip(spans, brief, strict=True))


# The souls.

SHORT = ("sanity", "actions", "keys")
"""Columns whose head is short on the screen and long in words."""

COLUMNS = ("soul", "sanity", "actions", "place", "keys", "objects", "condition")


def _build_souls_panel(records: GameRecords, board: Board) -> Panel:
    lines = [
        Line(
            tuple(
                Span(
                    Message(f"king-column-{name}"),
                    Tint.DIM,
                    Message(f"king-words-column-{name}") if name in SHORT else None,
                )
                for name in COLUMNS
            )
        )
    ]
    for seat, soul in enumerate(board.souls):
        active = seat == board.active
        tint = Tint.BAD if soul.sanity <= MIN_SANITY else Tint.PLAYER if active else Tint.TEXT
        mark = ACTIVE_SIGN if active else " "
        name = Message("king-soul", {"mark": mark, "seat": format_seat(seat), "role": label_for(soul.role)})
        told = Message("king-words-soul", {**name.args, "active": "yes" if active else "no"})
        sanity = f"{format_number(soul.sanity)}/{format_number(soul.top)}"
        worn = Tint.BAD if is_low(board, seat) else Tint.WARY if soul.sanity < 0 else Tint.TEXT
        carried = describe_objects(records, soul.objects)
        conditions = join_messages("king-list", name_condition(records, board, seat)) or ""
        spans = (
            Span(name, tint, told, describe_role(records, board, seat)),
            Span(sanity, worn),
            Span(str(actions_left(records, board, seat)), Tint.TEXT if active else Tint.DIM),
            Span(name_node(soul.node)),
            Span(f"{soul.keys}/{key_limit(soul)}", Tint.GOOD if soul.keys else Tint.DIM),
            Span(_describe_objects(records, board, seat), Tint.ITEM, None, carried),
            Span(conditions, Tint.WARY, None, describe_condition(records, board, seat)),
        )
        lines.append(Line(spans))
    return Panel(None, tuple(lines), is_table=True)


def _describe_objects(records: GameRecords, board: Board, seat: int) -> Message:
    """Returns the filled slots, their number, and the names of the objects."""
    soul = board.souls[seat]
    slots = soul.object_slots - soul.slots_lost
    held = slots + count_overflow(board, records, seat)
    parts = [[card for card in soul.objects if (card in records.slotted) is fills] for fills in (True, False)]
    (things, names), (free, tales) = ((len(part), list_names(part)) for part in parts)
    args = {"held": held, "slots": slots, "names": names, "count": things, "tales": tales, "free": free}
    return Message("king-carried", args)


# The King.


def _build_king_panel(board: Board) -> Panel:
    """Builds the panel of the King: his floor, and the losses at the end of this round."""
    if board.banish:
        where = Message("king-away", {"rounds": board.banish})
    else:
        where = Message("king-on-floor", {"floor": board.king + 1})
    lines = [Line((Span(each),), notes=(Message("king-about-king"),)) for each in describe_costs(board)]
    if board.is_furious:
        lines.append(Line((Span(Message("king-about-fury"), Tint.BAD),)))
    lines.append(Line((Span(Message("king-pedlar-deck", {"count": len(board.pedlar)}), Tint.DIM),)))
    return Panel(where, tuple(lines))
