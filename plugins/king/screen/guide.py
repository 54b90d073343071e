"""The legend that explains the board, and lessons for new players, each shown once."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from footfall.api import Command, Message
from footfall.api.scene import Lesson, Line, Panel, Span, Tint

from .. import commands as cmd
from ..layout import FLOOR, NODE_BY_NAME, PER_FLOOR
from ..profile import presence_loss
from ..records import GameRecords
from ..rules.allowance import key_limit
from ..state import Board, Soul
from .card_words import join_messages
from .labels import name_node
from .places import ACTIVE_SIGN, BOX_SIGN, KING_SIGN, MONSTER_SIGN, ROOM_SIGN, THRESHOLD_SIGN, find_shown_loss

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

UNSPOKEN = Message("king-words-none")
"""The words of signs in plain text, which names what they stand for."""

RULES = ("aim", "turn", "box", "enter", "dice", "ring", "round", "presence", "lowest", "pedlar")


def build_legend(records: GameRecords, board: Board) -> Panel:
    """Builds the page that explains the board."""
    profile, limits = board.profile, records.limits
    args: dict[str, object] = {
        "keys": profile.keys_to_win,
        "lost": profile.keys_total - profile.keys_lose_at,
        "actions": profile.base_actions,
        "room": limits.meditate_room,
        "corridor": limits.meditate_corridor,
        "loss": profile.house_loss,
        "few": 0 if profile.minus5_actions == profile.base_actions else profile.minus5_actions,
        "spared": "yes" if profile.allows_sacrifice else "no",
        "when": "arrival" if profile.presence_timing == "on_arrival" else "before",
        "total": sum(card.rooms for card in records.cards.values() if card.group == "key"),
        "more": sum(card.pedlar for card in records.cards.values() if card.group == "key"),
        "ring": join_messages("king-ring", (name_node(NODE_BY_NAME[name]) for name in profile.ring)) or "",
    }
    loss = records.rooms["PEDLAR"].loss
    args |= {"price": loss, "shown": find_shown_loss(board)}
    first = profile.presence_from_round
    starts = (first, *(start for start, _ in profile.presence_table if start > first))
    steps = (Message("king-presence-step", {"round": start, "loss": presence_loss(profile, start)}) for start in starts)
    args["presence"] = join_messages("king-ring", steps) or ""
    rules = (Line((Span(Message(f"king-rule-{name}", args)),)) for name in RULES)
    signs = (
        Line((Span(f"{sign:<10}", tint, UNSPOKEN), Span(Message(f"king-sign-{name}", args), Tint.DIM, UNSPOKEN)))
        for sign, tint, name in SIGNS
    )
    lines = (Line((Span(Message("king-tagline"), Tint.STRONG),)), *rules, Line(), *signs)
    return Panel(Message("king-legend"), lines, label=Message("king-legend-label"), is_reference=True)


class Moment(NamedTuple):
    """The input of the conditions of lessons: the board, the soul whose turn it is, its legal commands."""

    board: Board
    soul: Soul
    kinds: frozenset[type[Command]]

    @property
    def is_with_king(self) -> bool:
        """Whether the King is on the soul's floor."""
        return not self.board.banish and FLOOR[self.soul.node] == self.board.king


class _Rule(NamedTuple):
    name: str
    applies: Callable[[Moment], bool]
    keys: tuple[str, ...] = ()


def _uses(kind: type[Command]) -> Callable[[Moment], bool]:
    return lambda moment: kind in moment.kinds


_PEDLAR_KEYS = ("king-key-pedlar-buy", "king-key-pedlar-sell")

_RULES = (
    _Rule("trapped", _uses(cmd.Escape), ("king-key-escape",)),
    _Rule("monster", lambda it: any(monster.node == it.soul.node for monster in it.board.monsters)),
    _Rule("low", lambda it: it.soul.sanity < 0 and cmd.Meditate in it.kinds, ("king-key-meditate",)),
    _Rule("start", lambda it: it.board.round == 1 and it.board.turns == 0, ("page:legend",)),
    _Rule("move", lambda it: cmd.Move in it.kinds and not it.soul.has_moved, ("king-key-move",)),
    _Rule("search", lambda it: bool(it.soul.node % PER_FLOOR) and cmd.Search in it.kinds, ("king-key-search",)),
    _Rule("pedlar", _uses(cmd.PedlarBuy), _PEDLAR_KEYS),
    _Rule("use", _uses(cmd.Use), ("king-key-use",)),
    _Rule("stair", lambda it: it.board.stairs[FLOOR[it.soul.node]] == it.soul.node % PER_FLOOR),
    _Rule("king", lambda it: it.is_with_king and it.board.round > 1, ("page:king",)),
    _Rule("report", lambda it: it.board.round > 1 and it.board.turns == 0, ("page:report",)),
    _Rule("key", lambda it: it.soul.keys > 0),
    _Rule(
        "special",
        lambda it: (
            any(each.node == it.soul.node and each.is_open for each in it.board.specials) and cmd.Escape not in it.kinds
        ),
    ),
    _Rule("status", lambda it: bool(it.soul.statuses)),
    _Rule("threshold", lambda it: it.board.keys_in_hands() >= it.board.profile.keys_to_win),
)
"""Most urgent first."""


def list_lessons(board: Board, seat: int, commands: Sequence[Command]) -> tuple[Lesson, ...]:
    """Returns the lessons whose moment has come."""
    if not commands:
        return ()
    moment = Moment(board, board.souls[seat], frozenset(map(type, commands)))
    soul, goal = board.souls[seat], name_node(NODE_BY_NAME[board.profile.threshold_node])
    is_full = "yes" if soul.keys >= key_limit(soul) else "no"
    has_healer = any(other.role == "HEALER" for other in board.souls if other is not soul)
    args = {"keys": board.profile.keys_to_win, "goal": goal, "full": is_full, "healer": "yes" if has_healer else "no"}
    return tuple(
        Lesson(f"king-{rule.name}", Message(f"king-lesson-{rule.name}", args), rule.keys)
        for rule in _RULES
        if rule.applies(moment)
    )
