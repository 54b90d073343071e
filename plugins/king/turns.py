"""Whose turn it is, and all that may be done in it (K-TURN)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footfall.api import Answer, Ask, Command, Finish, Play, Push, Question
from footfall.api.events import Acting, Turn

from . import actions, rooms
from . import changes as c
from . import commands as cmd
from .allowance import actions_left, iced, sealed
from .appliers import board_of
from .codex import Codex, codex
from .house import FLOOR, NAMES, PER_FLOOR
from .movement import entry_refusal, reachable
from .rounds import defeat
from .state import KEY, Board

SEATS = 4
"""Most players; commands that carry a seat only are made once for each."""

_ASK = tuple(Ask(Question(seat, "turn")) for seat in range(SEATS))
_MOVE = tuple(tuple(cmd.Move(actor=seat, to=name) for name in NAMES) for seat in range(SEATS))


def _each(kind: type[Command], **fields: Any) -> tuple[Command, ...]:
    return tuple(kind(actor=seat, **fields) for seat in range(SEATS))


_SEARCH, _MEDITATE, _ESCAPE, _END = map(_each, (cmd.Search, cmd.Meditate, cmd.Escape, cmd.EndTurn))
_CLEAR, _CROWN, _BUY, _TAVERN = map(_each, (cmd.DiscardClarity, cmd.BuyCrown, cmd.PedlarBuy, cmd.Tavern))
_SALON, _CHAPEL, _RITUAL = map(_each, (cmd.Salon, cmd.Chapel, cmd.Ritual))
_HEAL = tuple(_each(cmd.HealOthers, blessing=blessing) for blessing in actions.Blessings)
_ANSWERS = tuple(tuple(Answer(actor=seat, choice=choice) for choice in range(16)) for seat in range(SEATS))


def turn(play: Play) -> Sequence[Any]:
    """Asks the active seat, begins its turn, or ends the round."""
    board = board_of(play.state)
    if board.profile.defeat_check == "immediate":
        outcome = defeat(board)
        if outcome:
            return [Finish(outcome)]
    if board.turns >= len(board.souls):
        return [*play.chain("on_round_end", "core.king"), Push("core.king:round")]
    seat = board.active
    soul = board.souls[seat]
    book = codex(play)
    if not board.begun:
        began = c.BeginTurn(bool(board.monsters) and iced(book, board, FLOOR[soul.node]))
        if play.listened("on_turn_start"):
            return [began, *play.notify("on_turn_start", Turn(seat, board.round))]
        if not soul.skip and actions_left(
            book, board, seat
        ):  # nothing that beginning alters stands in the way
            return [began, _ASK[seat]]
        return [began]
    if soul.lost or soul.over:
        return actions.ending(play, board)
    if actions_left(book, board, seat) or len(options(play, book, board, seat)) > 1:
        return [_ASK[seat]]
    return actions.ending(play, board)


def legal(play: Play) -> list[Command]:
    """All that whoever is asked may do now, in a fixed order."""
    question = play.state.question
    if question is None:
        return []
    if question.kind != "turn":
        count = len(question.options)
        if count <= 16:
            return list(_ANSWERS[question.actor][:count])
        return [Answer(actor=question.actor, choice=choice) for choice in range(count)]
    board = board_of(play.state)
    found = options(play, codex(play), board, question.actor)
    if play.listened("can_act"):
        found = [each for each in found if play.vote("can_act", Acting(each.actor, each)) is None]
    return found


def options(play: Play, book: Codex, board: Board, seat: int) -> list[Command]:
    """The legal commands of the active seat's turn."""
    soul = board.souls[seat]
    left = actions_left(book, board, seat)
    if "TRAPPED" in soul.statuses:
        return [_ESCAPE[seat]] if left else [_END[seat]]
    node = soul.node
    out = _moves(play, book, board, seat, left)
    if left:
        if board.boxes[node]:
            out.append(_SEARCH[seat])
        if actions.no_meditation(book, board, seat) is None:
            out.append(_MEDITATE[seat])
        if soul.keys and actions.no_crown(board, seat) is None:
            out.append(_CROWN[seat])
        if actions.no_healing(book, board, seat) is None:
            out += (_HEAL[0][seat], _HEAL[1][seat])
    free = soul.free < board.profile.max_free_actions
    if soul.objects:
        _objects(play, book, board, seat, left, free, out)
    if free:
        if "CLARITY" in soul.statuses:
            out.append(_CLEAR[seat])
        if soul.shop and rooms.standing_in(board, seat) != "PEDLAR":
            _deals(book, board, seat, out)
        if board.profile.trade:
            _gifts(book, board, seat, out)
    if node % PER_FLOOR:
        kind = rooms.standing_in(board, seat)
        if kind:
            _room(play, book, board, seat, kind, left, free, out)
    out.append(_END[seat])
    return out


def _moves(play: Play, book: Codex, board: Board, seat: int, left: int) -> list[Command]:
    """The legal moves: what `move_refusal` says of each, asked once for all where it is the same."""
    soul = board.souls[seat]
    goals = reachable(board, soul)
    if not soul.moved and book.roles[soul.role].first_move_free:
        near = far = True
    else:
        near, far = left >= board.profile.move_cost, left >= board.profile.stairs_cost
    if not (near or far) or (board.monsters and sealed(book, board, FLOOR[soul.node])):
        return []
    moves, floor = _MOVE[seat], FLOOR[soul.node]
    if not (near and far):
        goals = tuple(goal for goal in goals if (near if FLOOR[goal] == floor else far))
    if any("PARANOIA" in each.statuses for each in board.souls) or play.listened("can_enter"):
        return [moves[goal] for goal in goals if entry_refusal(play, book, board, seat, goal) is None]
    return [moves[goal] for goal in goals]


def _objects(
    play: Play, book: Codex, board: Board, seat: int, left: int, free: bool, out: list[Command]
) -> None:
    objects = board.souls[seat].objects
    for item in objects if len(objects) == 1 else dict.fromkeys(objects):
        if item in book.usable:
            cost = actions.use_cost(book, board, seat, item)
            if (left >= cost if cost else free) and actions.no_use(play, book, board, seat, item) is None:
                out.append(cmd.Use(actor=seat, item=item))
        elif free and item in book.tales and actions.no_tale(book, board, seat, item) is None:
            out.append(cmd.AttachTale(actor=seat, tale=item))


def _deals(book: Codex, board: Board, seat: int, out: list[Command]) -> None:
    if rooms.no_buy(board, seat) is None:
        out.append(_BUY[seat])
    items = dict.fromkeys(board.souls[seat].objects)
    out += [cmd.PedlarSell(actor=seat, item=item) for item in items if item not in book.bound]


def _gifts(book: Codex, board: Board, seat: int, out: list[Command]) -> None:
    items = dict.fromkeys((KEY, *board.souls[seat].objects))
    out += [
        cmd.Give(actor=seat, target=target, item=item)
        for target in board.seats_at(board.souls[seat].node)
        if target != seat
        for item in items
        if actions.no_gift(book, board, seat, target, item) is None
    ]


def _room(
    play: Play, book: Codex, board: Board, seat: int, kind: str, left: int, free: bool, out: list[Command]
) -> None:
    cost = book.rooms[kind].cost
    if left < cost if cost else not free:
        return
    if kind == "PEDLAR":
        _deals(book, board, seat, out)
    elif kind == "ARMOURY":
        own = dict.fromkeys((KEY, *board.souls[seat].objects))
        stored = dict.fromkeys(board.armoury)
        drop, take = cmd.ArmouryDrop, cmd.ArmouryTake
        out += [drop(actor=seat, item=item) for item in own if rooms.no_drop(book, board, seat, item) is None]
        out += [take(actor=seat, item=item) for item in stored if rooms.no_take(board, seat, item) is None]
    elif kind == "TAVERN":
        if rooms.no_tavern(board, seat) is None:
            out.append(_TAVERN[seat])
    elif kind == "YELLOW_DOORS":
        out += [
            cmd.YellowDoors(actor=seat, target=target)
            for target in range(len(board.souls))
            if rooms.no_doors(play, book, board, seat, target) is None
        ]
    elif kind == "BEAUTY_SALON":
        if rooms.no_salon(board, seat) is None:
            out.append(_SALON[seat])
    elif kind == "CHAPEL":
        out.append(_CHAPEL[seat])
    elif kind == "LETHAL_CHAMBER" and rooms.no_ritual(board, seat) is None:
        out.append(_RITUAL[seat])
