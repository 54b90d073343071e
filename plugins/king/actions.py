"""The commands of a turn: what forbids each, and what it does (C2).

For every command there is one function that says what forbids it; its handler and the list of
legal commands both ask it, so the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from footfall.api import Message, Play, Push, Refused
from footfall.api.events import Turn

from . import changes as c
from . import commands as cmd
from .allowance import actions_left
from .appliers import board_of
from .cards import draw
from .codex import Codex, codex
from .dice import die
from .effects import apply
from .hands import arriving, key_limit, overflow
from .house import FLOOR, NODE, PER_FLOOR
from .movement import NO_EDGE, TIRED, entry_refusal, move_refusal, moving
from .sanity import losses
from .state import KEY, Board, Monster

Outcome = Sequence[Any] | Refused
Blessings = ("CLARITY", "ENLIGHTENED")


def no(message: str, rule: str) -> Refused:
    """A refusal with its message and the rule behind it."""
    return Refused(Message(f"king-no-{message}"), rule)


TRAPPED = no("trapped", "K-STATUS-TRAPPED")
TOO_MANY_FREE = no("free", "D-24")
LOST = no("lost", "K-TURN-2")
NO_CARDS = no("cards", "K-CARD-4")
KING_HERE = no("meditate-king", "K-ACT-MEDITATE")
UNSETTLED = no("meditate-tank", "K-ACT-MEDITATE")
NO_ITEM = no("item", "K-OBJ-1")
NO_USE = no("use", "K-OBJ-1")
NO_MONSTER = no("monster", "K-ACT-USE-BLUNT")
NO_ROOM = no("room", "K-ACT-USE-COMPASS")
CLIMBING = no("climbing", "K-OBJ-1")
FREE_ALREADY = no("escape", "K-ACT-ESCAPE")
NO_HEALER = no("heal", "K-ACT-HEAL_OTHERS")
NO_CLARITY = no("clarity", "K-ACT-DISCARD_CLARITY")
NO_TALE = no("tale", "K-OBJ-BOOK")
NO_CROWN = no("crown", "K-OBJ-CROWN")
NO_TRADE = no("trade", "D-28")
MUST_ESCAPE = no("must-escape", "K-STATUS-TRAPPED")


def barred(play: Play, board: Board, seat: int, cost: int) -> Refused | None:
    """What forbids any action of this cost now; TRAPPED leaves ESCAPE only."""
    soul = board.souls[seat]
    if soul.lost or soul.over:
        return LOST
    if "TRAPPED" in soul.statuses:
        return TRAPPED
    if cost:
        return TIRED if actions_left(codex(play), board, seat) < cost else None
    return TOO_MANY_FREE if soul.free >= board.profile.max_free_actions else None


# What forbids each. `barred` is asked by the caller with the command's cost.


def no_search(board: Board, seat: int) -> Refused | None:
    """SEARCH: in a room whose deck has cards."""
    return None if board.boxes[board.souls[seat].node] else NO_CARDS


def no_meditation(book: Codex, board: Board, seat: int) -> Refused | None:
    """MEDITATE: not in the King's corridor, not beside a TANK (D-31)."""
    node = board.souls[seat].node
    if node == board.king * PER_FLOOR:
        return KING_HERE
    for other, soul in enumerate(board.souls):
        if soul.node == node and other != seat and book.roles[soul.role].unsettling:
            return UNSETTLED
    return None


def struck(board: Board, node: int) -> Monster | None:
    """The figure BLUNT hits in a node: the first by arrival (K-MON-4)."""
    for monster in board.monsters:
        if monster.node == node:
            return monster
    return None


def use_cost(book: Codex, board: Board, seat: int, item: str) -> int:
    """Actions an object takes: BLUNT 1, none for a BRAWLER (D-23); the others are free."""
    return 1 if item == "BLUNT" and not book.roles[board.souls[seat].role].blunt_free else 0


def no_use(play: Play, book: Codex, board: Board, seat: int, item: str) -> Refused | None:
    """USE: it is in hand, has a use, and the use makes sense here."""
    soul = board.souls[seat]
    if item not in soul.objects:
        return NO_ITEM
    if item not in book.usable:
        return NO_USE
    if item == "COMPASS":
        if soul.node % PER_FLOOR == 0:
            return NO_ROOM
        return entry_refusal(play, book, board, seat, FLOOR[soul.node] * PER_FLOOR)
    if item == "BLUNT" and struck(board, soul.node) is None:
        return NO_MONSTER
    if item == "STAIRS_TREASURE" and soul.climbing:
        return CLIMBING
    return None


def no_healing(book: Codex, board: Board, seat: int) -> Refused | None:
    """HEAL_OTHERS: a HEALER with sanity 1 or more, and others."""
    soul = board.souls[seat]
    able = book.roles[soul.role].heals and soul.sanity >= 1 and len(board.souls) > 1
    return None if able else NO_HEALER


def no_tale(book: Codex, board: Board, seat: int, tale: str) -> Refused | None:
    """ATTACH_TALE: holds the Book and the tale."""
    objects = board.souls[seat].objects
    able = "CHAMBERS_BOOK" in objects and tale in objects and tale in book.tales
    return None if able else NO_TALE


def no_crown(board: Board, seat: int) -> Refused | None:
    """The Crown: sold once, for a key, in the corridor of the Sanctuary's floor."""
    soul = board.souls[seat]
    profile = board.profile
    able = (
        profile.crown_source == "sanctuary"
        and soul.keys > 0
        and soul.node == (profile.sanctuary_floor - 1) * PER_FLOOR
        and not board.supplied.get("CROWN")
    )
    return None if able else NO_CROWN


def no_gift(book: Codex, board: Board, seat: int, target: int, item: str) -> Refused | None:
    """Free exchange in one node, where the profile allows it (D-28); the taker needs a slot."""
    if not board.profile.trade or not 0 <= target < len(board.souls) or target == seat:
        return NO_TRADE
    giver, taker = board.souls[seat], board.souls[target]
    if giver.node != taker.node or item in book.bound:
        return NO_TRADE
    if item == KEY:
        return None if giver.keys > 0 and taker.keys < key_limit(taker) else NO_TRADE
    if item not in giver.objects:
        return NO_ITEM
    fits = item not in book.slotted or overflow(board, book, target, 1) <= 0
    return None if fits else NO_TRADE


# What each does.


def move(play: Play, command: cmd.Move) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    node = NODE.get(command.to)
    if node is None:
        return NO_EDGE
    soul = board.souls[seat]
    if soul.lost or soul.over:
        return LOST
    if "TRAPPED" in soul.statuses:
        return TRAPPED
    book = codex(play)
    return move_refusal(play, book, board, seat, node) or moving(play, book, board, seat, node)


def search(play: Play, command: cmd.Search) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    refused = barred(play, board, seat, 1) or no_search(board, seat)
    return refused or [c.Spend(seat, 1), *draw(play, board, seat, board.souls[seat].node)]


def meditate(play: Play, command: cmd.Meditate) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    refused = barred(play, board, seat, 1) or no_meditation(codex(play), board, seat)
    amount = 1 if board.souls[seat].node % PER_FLOOR else 2
    return refused or [c.Spend(seat, 1), c.Gain(((seat, amount),), "MEDITATE")]


def use(play: Play, command: cmd.Use) -> Outcome:
    board = board_of(play.state)
    book = codex(play)
    seat, item = command.actor, command.item
    cost = use_cost(book, board, seat, item)
    refused = barred(play, board, seat, cost) or no_use(play, book, board, seat, item)
    if refused:
        return refused
    spend = c.Spend(seat, cost, 0 if cost else 1)
    node = board.souls[seat].node
    if item == "STAIRS_TREASURE":
        return [spend, c.UseCharge(seat, item)]
    out: list[Any] = [spend, c.DropObject(seat, item, "used")]
    if item == "COMPASS":
        out.append(c.Place((seat,), FLOOR[node] * PER_FLOOR))
    elif item == "BLUNT":
        monster = struck(board, node)
        if monster is not None:
            out.append(Push("core.king:stunned", (seat, monster.number, board.profile.object_stun)))
    else:
        out += apply(play, board, seat, node, item, book.cards[item].use)
    return out


def escape(play: Play, command: cmd.Escape) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    soul = board.souls[seat]
    book = codex(play)
    if soul.lost or soul.over:
        return LOST
    if "TRAPPED" not in soul.statuses:
        return FREE_ALREADY
    if actions_left(book, board, seat) < 1:
        return TIRED
    source = board.monster(soul.trapper)
    plain = source is not None and book.figures[source.kind].plain_escape
    out: list[Any] = [c.Spend(seat, 1)]
    if die(play, out, "escape", seat, 6) + (0 if plain else soul.sanity) < 3:
        return [*out, c.Exhaust(seat)]
    out.append(c.Clear(seat, "TRAPPED"))
    if source is not None:
        out.append(c.StunMonster(source.number, 1))
    return out


def heal_others(play: Play, command: cmd.HealOthers) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    refused = barred(play, board, seat, 1) or no_healing(codex(play), board, seat)
    if refused is None and command.blessing not in Blessings:
        refused = NO_HEALER
    others = tuple(other for other in range(len(board.souls)) if other != seat)
    return refused or [
        c.Spend(seat, 1),
        *losses(play, board, [(seat, 1)], "HEAL_OTHERS"),
        c.Gain(tuple((other, 2) for other in others), "HEAL_OTHERS"),
        c.Afflict(others, command.blessing, 2),
    ]


def discard_clarity(play: Play, command: cmd.DiscardClarity) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    refused = barred(play, board, seat, 0)
    if refused is None and "CLARITY" not in board.souls[seat].statuses:
        refused = NO_CLARITY
    return refused or [c.Spend(seat, 0, 1), c.Clear(seat)]


def attach_tale(play: Play, command: cmd.AttachTale) -> Outcome:
    board = board_of(play.state)
    seat, tale = command.actor, command.tale
    refused = barred(play, board, seat, 0) or no_tale(codex(play), board, seat, tale)
    rounds = board.profile.banish_by_tale
    length = rounds[min(board.tales, len(rounds) - 1)] if rounds else 0
    return refused or [
        c.Spend(seat, 0, 1),
        c.DropObject(seat, tale, "attached"),
        c.AttachTale(),
        c.Banish(length),
    ]


def buy_crown(play: Play, command: cmd.BuyCrown) -> Outcome:
    board = board_of(play.state)
    seat = command.actor
    refused = barred(play, board, seat, 1) or no_crown(board, seat)
    return refused or [c.Spend(seat, 1), c.Crown(seat)]


def give(play: Play, command: cmd.Give) -> Outcome:
    board = board_of(play.state)
    seat, target, item = command.actor, command.target, command.item
    refused = barred(play, board, seat, 0) or no_gift(codex(play), board, seat, target, item)
    return refused or [
        c.Spend(seat, 0, 1),
        c.Hand(seat, target, item),
        *arriving(board, codex(play), target, item),
    ]


def end_turn(play: Play, command: cmd.EndTurn) -> Outcome:
    board = board_of(play.state)
    refused = no_end(codex(play), board, command.actor)
    return refused or ending(play, board)


def no_end(book: Codex, board: Board, seat: int) -> Refused | None:
    """END_TURN: not while trapped with actions left."""
    trapped = "TRAPPED" in board.souls[seat].statuses
    return MUST_ESCAPE if trapped and actions_left(book, board, seat) > 0 else None


def ending(play: Play, board: Board) -> list[Any]:
    """The end of the active seat's turn (K-TURN-4)."""
    if play.listened("on_turn_end"):
        return [c.EndTurn(), *play.notify("on_turn_end", Turn(board.active, board.round))]
    return [c.EndTurn()]


HANDLERS: dict[type[Any], Callable[[Play, Any], Outcome]] = {
    cmd.Move: move,
    cmd.Search: search,
    cmd.Meditate: meditate,
    cmd.Use: use,
    cmd.Escape: escape,
    cmd.HealOthers: heal_others,
    cmd.DiscardClarity: discard_clarity,
    cmd.AttachTale: attach_tale,
    cmd.BuyCrown: buy_crown,
    cmd.Give: give,
    cmd.EndTurn: end_turn,
}
