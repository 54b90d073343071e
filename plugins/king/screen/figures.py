"""The figures of the why page and their shares: losses, actions, maximum sanity."""

from collections.abc import Iterable

from footfall.api import Context, Figure, FigureShare, Message

from ..changes.model import KEYRING
from ..profile import Profile
from ..records import add_namespace, records_of
from ..rules.allowance import Shares, actions_left
from ..rules.rounds import find_presence_loss, list_house_losses
from ..state import board_of
from .labels import format_seat, format_seats, label_for

FIELDS = {"profile": "base_actions", "round": "presence_table"}
"""The field of the profile that a share comes from."""


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
    shares: Shares = []
    presence = find_presence_loss(board, shares)
    yield Figure(Message("king-why-presence"), str(presence), _describe_shares(profile, shares))
    for number in range(len(board.souls)):
        args = {"seat": format_seat(number)}
        shares = []
        left = actions_left(records, board, number, shares)
        yield Figure(Message("king-why-actions", args), str(left), _describe_shares(profile, shares))
        soul = board.souls[number]
        role = records.roles[soul.role]
        most = [FigureShare(Message("king-why-role"), str(role.sanity), ("role", add_namespace(role.id), "sanity"))]
        if rings := soul.objects.count(KEYRING):
            most.append(FigureShare(label_for(KEYRING), f"+{rings}"))
        if since := soul.top - role.sanity - rings:
            most.append(FigureShare(Message("king-why-since"), f"{since:+d}"))
        yield Figure(Message("king-why-top", args), str(soul.top), tuple(most))


def _describe_shares(profile: Profile, shares: Shares) -> tuple[FigureShare, ...]:
    described = []
    for source, sign, number in shares:
        text = f"king-why-{source}"
        amount = f"{number:+d}" if sign == "+" else f"{sign}{number}"
        if source in FIELDS:
            described.append(_profile_share(profile, text, FIELDS[source], amount))
        else:
            described.append(FigureShare(label_for(source) if source == "ENLIGHTENED" else Message(text), amount))
    return tuple(described)


def _profile_share(profile: Profile, text: str, field: str, amount: str) -> FigureShare:
    return FigureShare(Message(text), amount, ("profile", profile.id, field))
