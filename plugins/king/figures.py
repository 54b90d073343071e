"""The figures of the why page and their shares: losses, actions, maximum sanity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from footfall.api import Context, Figure, FigureShare, Message

from .allowance import actions_left, has_ice
from .labels import format_seat, format_seats, label_for
from .layout import FLOOR
from .profile import Profile, presence_loss
from .records import GameRecords, add_namespace, records_of
from .rounds import find_presence_loss, list_house_losses
from .state import MIN_SANITY, Board, board_of


def list_figures(ctx: Context) -> Iterable[Figure]:
    """Yields the losses by the House and the King, then each soul's actions and maximum sanity."""
    board, records = board_of(ctx.state), records_of(ctx)
    profile = board.profile
    house = [_profile_share(profile, "king-why-profile", "house_loss", str(profile.house_loss))]
    losing = {seat for seat, _ in list_house_losses(board)}
    immune = tuple(seat for seat in range(len(board.souls)) if seat not in losing)
    if immune:
        house.append(FigureShare(Message("king-why-immune"), format_seats(immune)))
    yield Figure(Message("king-why-house"), str(profile.house_loss), tuple(house))
    price = presence_loss(profile, board.round)
    shares = [_profile_share(profile, "king-why-round", "presence_table", str(price))]
    if board.fury:
        shares.append(FigureShare(Message("king-why-fury"), "×2"))
    if board.banish:
        shares.append(FigureShare(Message("king-why-away"), "= 0"))
    yield Figure(Message("king-why-presence"), str(find_presence_loss(board)), tuple(shares))
    for number in range(len(board.souls)):
        args = {"seat": format_seat(number)}
        left = actions_left(records, board, number)
        yield Figure(
            Message("king-why-actions", args), str(left), tuple(_list_action_shares(records, board, number, left))
        )
        soul = board.souls[number]
        role = records.roles[soul.role]
        most = [FigureShare(Message("king-why-role"), str(role.sanity), ("role", add_namespace(role.id), "sanity"))]
        if soul.top != role.sanity:
            most.append(FigureShare(Message("king-why-since"), f"{soul.top - role.sanity:+d}"))
        yield Figure(Message("king-why-top", args), str(soul.top), tuple(most))


def _list_action_shares(records: GameRecords, board: Board, number: int, left: int) -> Iterator[FigureShare]:
    """Yields the terms of `allowance.allowance`, in order."""
    soul, profile = board.souls[number], board.profile
    running = board.begun and number == board.active
    if soul.lost or soul.over:
        yield FigureShare(Message("king-why-lost" if soul.lost else "king-why-over"), "= 0")
        return
    yield _profile_share(profile, "king-why-profile", "base_actions", str(profile.base_actions))
    actions, enlightened = profile.base_actions, "ENLIGHTENED" in soul.statuses
    if enlightened and not profile.enlightened_after_caps:
        actions += 1
        yield FigureShare(label_for("ENLIGHTENED"), "+1")
    lowest = soul.low if running and profile.minus5_action_rule == "turn_start" else soul.sanity <= MIN_SANITY
    ice = soul.iced if running else bool(board.monsters) and has_ice(records, board, FLOOR[soul.node])
    for holds, text, most in (
        (lowest, "king-why-lowest", profile.minus5_actions),
        (soul.marked, "king-why-marked", 1),
        (ice, "king-why-ice", 1),
    ):
        if holds and actions > most:
            actions = most
            yield FigureShare(Message(text), f"= {most}")
    if enlightened and profile.enlightened_after_caps:
        actions += 1
        yield FigureShare(label_for("ENLIGHTENED"), "+1")
    if soul.spent:
        yield FigureShare(Message("king-why-spent"), f"{max(-soul.spent, left - actions):+d}")


def _profile_share(profile: Profile, text: str, field: str, amount: str) -> FigureShare:
    return FigureShare(Message(text), amount, ("profile", profile.id, field))
