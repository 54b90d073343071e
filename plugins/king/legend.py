"""The legend: the aim of the game, the signs of the board, the round, the costs."""

from __future__ import annotations

from collections.abc import Iterator

from footfall.api import Message
from footfall.api.scene import Line, Panel, Span, Tint

from .card_words import join_messages
from .labels import name_node
from .layout import NODE_BY_NAME
from .places import ACTIVE_SIGN, BOX_SIGN, KING_SIGN, MONSTER_SIGN, ROOM_SIGN, THRESHOLD_SIGN
from .records import GameRecords
from .state import Board

SIGNS = (
    (f"{ACTIVE_SIGN}P1 P2", Tint.PLAYER, "souls"),
    (KING_SIGN, Tint.HUNTING, "king"),
    (MONSTER_SIGN, Tint.FOE, "monster"),
    (f"{BOX_SIGN}9", Tint.DIM, "box"),
    (ROOM_SIGN, Tint.MAGIC, "room"),
    (THRESHOLD_SIGN, Tint.STAIRS, "threshold"),
    ("↑ ↓ ↕", Tint.STAIRS, "stairs"),
    ("+2", Tint.DIM, "more"),
)
"""Signs of the board with their tints, and the ends of the ids of their texts."""

RULES = ("aim", "turn", "box", "enter", "ring", "round", "presence", "lowest")


def build_legend(records: GameRecords, board: Board) -> Panel:
    """Builds the page that explains the board."""
    return Panel(Message("king-legend"), tuple(_list_lines(records, board)), label=Message("king-legend-label"))


def _list_lines(records: GameRecords, board: Board) -> Iterator[Line]:
    profile, limits = board.profile, records.limits
    args = {
        "keys": profile.keys_to_win,
        "lost": profile.keys_total - profile.keys_lose_at,
        "actions": profile.base_actions,
        "room": limits.meditate_room,
        "corridor": limits.meditate_corridor,
        "loss": profile.house_loss,
        "few": profile.minus5_actions,
        "total": sum(card.rooms for card in records.cards.values() if card.group == "key"),
        "ring": join_messages("king-ring", (name_node(NODE_BY_NAME[name]) for name in profile.ring)) or "",
    }
    yield Line((Span(Message("king-tagline"), Tint.STRONG),))
    for name in RULES:
        yield Line((Span(Message(f"king-rule-{name}", args)),))
    yield Line()
    for sign, tint, name in SIGNS:
        yield Line((Span(f"{sign:<10}", tint), Span(Message(f"king-sign-{name}"), Tint.DIM)))
