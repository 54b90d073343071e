"""The numbers at the table and what each is made of: actions, the King's price, the most sanity (for the why page)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from footfall.api import Figure, Message, Play, Share

from .allowance import actions_left, iced
from .appliers import board_of
from .codex import Codex, codex
from .house import FLOOR
from .profile import Profile, presence_loss
from .state import LOWEST, Board
from .words import name, seat


def figures(play: Play) -> Iterable[Figure]:
    """The price of the House and of the King, then each soul's actions and most sanity."""
    board, book = board_of(play.state), codex(play)
    profile = board.profile
    yield Figure(
        Message("king-why-house"),
        str(profile.house_loss),
        (_of(profile, "king-why-profile", "house_loss", str(profile.house_loss)),),
    )
    price = presence_loss(profile, board.round)
    shares = [_of(profile, "king-why-round", "presence_table", str(price))]
    if board.fury:
        shares.append(Share(Message("king-why-fury"), "×2"))
    yield Figure(Message("king-why-presence"), str(price * (2 if board.fury else 1)), tuple(shares))
    for number in range(len(board.souls)):
        who = {"seat": seat(number)}
        left = actions_left(book, board, number)
        yield Figure(Message("king-why-actions", who), str(left), tuple(_actions(book, board, number, left)))
        soul = board.souls[number]
        role = book.roles[soul.role]
        most = [Share(Message("king-why-role"), str(role.sanity), ("role", _full(role.id), "sanity"))]
        if soul.top != role.sanity:
            most.append(Share(Message("king-why-since"), f"{soul.top - role.sanity:+d}"))
        yield Figure(Message("king-why-top", who), str(soul.top), tuple(most))


def _actions(book: Codex, board: Board, number: int, left: int) -> Iterator[Share]:
    """Step by step what `allowance.allowance` counts."""
    soul, profile = board.souls[number], board.profile
    running = board.begun and number == board.active
    if soul.lost or soul.over:
        yield Share(Message("king-why-lost" if soul.lost else "king-why-over"), "= 0")
        return
    yield _of(profile, "king-why-profile", "base_actions", str(profile.base_actions))
    actions, enlightened = profile.base_actions, "ENLIGHTENED" in soul.statuses
    if enlightened and not profile.enlightened_after_caps:
        actions += 1
        yield Share(name("ENLIGHTENED"), "+1")
    lowest = soul.low if running and profile.minus5_action_rule == "turn_start" else soul.sanity <= LOWEST
    ice = soul.iced if running else bool(board.monsters) and iced(book, board, FLOOR[soul.node])
    for holds, text, most in (
        (lowest, "king-why-lowest", profile.minus5_actions),
        (soul.marked, "king-why-marked", 1),
        (ice, "king-why-ice", 1),
    ):
        if holds and actions > most:
            actions = most
            yield Share(Message(text), f"= {most}")
    if enlightened and profile.enlightened_after_caps:
        actions += 1
        yield Share(name("ENLIGHTENED"), "+1")
    if soul.spent:
        yield Share(Message("king-why-spent"), f"{max(-soul.spent, left - actions):+d}")


def _of(profile: Profile, text: str, field: str, amount: str) -> Share:
    return Share(Message(text), amount, ("profile", profile.id, field))


def _full(id: str) -> str:
    return id if ":" in id else f"core.king:{id}"
