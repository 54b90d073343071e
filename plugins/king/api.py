"""The API for other mods: readings of the board, functions that build changes, and the modules of its plain data.

Hooks and steps return `changes`, `can_act` receives `commands`, and a ``Reaction(events.SoulsFell, "you.mod:step")``
answers `events`. The functions of `deeds` and `take_sanity` check their arguments and let the rules follow (a full
hand, a full board); a change by itself does as it says.

Readings take the context, and a seat where they are about a player; they return values. A seat without a player reads
as 0, False or an empty text. Floors count from 1, as players see them.
"""

from typing import Annotated

from footfall.api import ActorId, Change, Context, Count, Proposal, Ref, Words, reading

from . import changes, commands, deeds, events
from .hookspecs import Arriving, Costing
from .layout import FLOOR, NODE_NAMES, PER_FLOOR
from .records import NAMESPACE, STATUSES, CardId, NodeName, records_of
from .rules import allowance
from .rules.sanity import lose_sanity
from .state import Board, Soul, board_of

__all__ = ["Arriving", "Costing", "changes", "commands", "deeds", "events", "take_sanity"]


def _find_soul(board: Board, seat: ActorId) -> Soul | None:
    return board.souls[seat] if 0 <= seat < len(board.souls) else None


# The board


@reading(unit="rounds", cost="O(1)")
def round_of(ctx: Context) -> Count:
    """The round, from 1."""
    return board_of(ctx.state).round


@reading(unit="seats", cost="O(1)")
def player_count(ctx: Context) -> Count:
    """The number of players."""
    return len(board_of(ctx.state).souls)


@reading(unit="floor", cost="O(1)")
def king_floor(ctx: Context) -> int:
    """The floor in whose corridor the King is: 1 to 3."""
    return board_of(ctx.state).king + 1


@reading(cost="O(1)")
def is_king_away(ctx: Context) -> bool:
    """Whether the King is banished at the next end of round."""
    return board_of(ctx.state).banish > 0


@reading(unit="figures", cost="O(1)")
def monster_count(ctx: Context) -> Count:
    """The number of figures on the board."""
    return len(board_of(ctx.state).monsters)


@reading(unit="keys", cost="O(1)")
def keys_destroyed(ctx: Context) -> Count:
    """The number of destroyed keys."""
    return board_of(ctx.state).keys_destroyed


# A player


@reading(unit="sanity", cost="O(1)")
def sanity(ctx: Context, seat: ActorId) -> int:
    """A player's sanity: -5 to the maximum."""
    soul = _find_soul(board_of(ctx.state), seat)
    return 0 if soul is None else soul.sanity


@reading(unit="sanity", cost="O(1)")
def max_sanity(ctx: Context, seat: ActorId) -> int:
    """A player's maximum sanity."""
    soul = _find_soul(board_of(ctx.state), seat)
    return 0 if soul is None else soul.top


@reading(cost="O(1)")
def role(ctx: Context, seat: ActorId) -> Annotated[str, Ref("role", NAMESPACE)]:
    """A player's role."""
    soul = _find_soul(board_of(ctx.state), seat)
    return "" if soul is None else soul.role


@reading(cost="O(1)")
def node(ctx: Context, seat: ActorId) -> NodeName:
    """A player's place (``"F1_P"``: the corridor of floor 1; ``"F3_R4"``: room 4 of floor 3)."""
    soul = _find_soul(board_of(ctx.state), seat)
    return "" if soul is None else NODE_NAMES[soul.node]


@reading(unit="floor", cost="O(1)")
def floor(ctx: Context, seat: ActorId) -> int:
    """A player's floor: 1 to 3."""
    soul = _find_soul(board_of(ctx.state), seat)
    return 0 if soul is None else FLOOR[soul.node] + 1


@reading(cost="O(1)")
def is_in_corridor(ctx: Context, seat: ActorId) -> bool:
    """Whether a player is in a corridor."""
    soul = _find_soul(board_of(ctx.state), seat)
    return soul is not None and soul.node % PER_FLOOR == 0


@reading(cost="O(1)")
def is_with_king(ctx: Context, seat: ActorId) -> bool:
    """Whether a player is on the King's floor."""
    board = board_of(ctx.state)
    soul = _find_soul(board, seat)
    return soul is not None and FLOOR[soul.node] == board.king


@reading(unit="keys", cost="O(1)")
def keys(ctx: Context, seat: ActorId) -> Count:
    """The keys in a player's hand."""
    soul = _find_soul(board_of(ctx.state), seat)
    return 0 if soul is None else soul.keys


@reading(unit="cards", cost="O(1)")
def object_count(ctx: Context, seat: ActorId) -> Count:
    """The number of cards in a player's hand, without keys."""
    soul = _find_soul(board_of(ctx.state), seat)
    return 0 if soul is None else len(soul.objects)


@reading(cost="O(cards)")
def holds(ctx: Context, seat: ActorId, card: CardId) -> bool:
    """Whether a player has a card in hand."""
    soul = _find_soul(board_of(ctx.state), seat)
    return soul is not None and card in soul.objects


@reading(cost="O(1)")
def has_status(ctx: Context, seat: ActorId, status: Annotated[str, Words("status", STATUSES)]) -> bool:
    """Whether a player has a status (``"VANITY"``)."""
    soul = _find_soul(board_of(ctx.state), seat)
    return soul is not None and status in soul.statuses


@reading(unit="actions", cost="O(figures)")
def actions_left(ctx: Context, seat: ActorId) -> Count:
    """The actions that a player has left this turn."""
    board = board_of(ctx.state)
    return 0 if _find_soul(board, seat) is None else allowance.actions_left(records_of(ctx), board, seat)


@reading(unit="players", cost="O(players)")
def company(ctx: Context, seat: ActorId) -> Count:
    """The number of other players in the same place."""
    board = board_of(ctx.state)
    soul = _find_soul(board, seat)
    return 0 if soul is None else len(board.seats_at(soul.node)) - 1


@reading(unit="seats", cost="O(players)", limit=8)
def players_here(ctx: Context, seat: ActorId) -> tuple[ActorId, ...]:
    """The other players in a player's place, in the order of their seats."""
    board = board_of(ctx.state)
    soul = _find_soul(board, seat)
    return () if soul is None else tuple(other for other in board.seats_at(soul.node) if other != seat)


@reading(unit="seats", cost="O(players)", limit=8)
def players(ctx: Context) -> tuple[ActorId, ...]:
    """All players, in the order of their seats."""
    return tuple(range(len(board_of(ctx.state).souls)))


@reading(unit="figures", cost="O(figures)")
def monsters_here(ctx: Context, seat: ActorId) -> Count:
    """The number of figures in a player's place."""
    board = board_of(ctx.state)
    soul = _find_soul(board, seat)
    return 0 if soul is None else sum(monster.node == soul.node for monster in board.monsters)


@reading(unit="figures", cost="O(figures)")
def monsters_on_floor(ctx: Context, seat: ActorId) -> Count:
    """The number of figures on a player's floor."""
    board = board_of(ctx.state)
    soul = _find_soul(board, seat)
    return 0 if soul is None else sum(FLOOR[monster.node] == FLOOR[soul.node] for monster in board.monsters)


@reading(unit="seats", cost="O(players)", limit=8)
def players_on_floor(ctx: Context, seat: ActorId) -> tuple[ActorId, ...]:
    """The other players on a player's floor, in the order of their seats."""
    board = board_of(ctx.state)
    soul = _find_soul(board, seat)
    return () if soul is None else tuple(other for other in board.seats_on(FLOOR[soul.node]) if other != seat)


# Changes


def take_sanity(ctx: Context, seat: ActorId, amount: int, source: str) -> list[Change | Proposal]:
    """Builds a loss by the rules: VANITY raises it, and mods decide in ``on_damage``; `source` is the `manner`."""
    board = board_of(ctx.state)
    return lose_sanity(ctx, board, [(seat, amount)], source) if _find_soul(board, seat) is not None else []
