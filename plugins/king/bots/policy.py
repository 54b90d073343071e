"""One way to play, with a temper: when to rest, what to seek, whom to shun (part F2 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from footfall.api import Command, Question

from .. import commands as cmd
from ..cards import KEEP, SKIP, SWAP
from ..layout import FLOOR, NODE_BY_NAME, PER_FLOOR, ROOMS
from ..sanity import ACCEPT, OBJECT_SLOT, SANITY_MAX
from ..state import KEY
from .observation import Observation

C = TypeVar("C", bound=Command)


class Temper(msgspec.Struct, frozen=True):
    """What makes one bot another.

    Attributes:
        rest: meditates at this sanity or below.
        rest_with_key: the same while it holds a key.
        shuns: does not walk onto the King's floor.
        waits: with its hands full of keys it goes to the Threshold and rests there.
        spends: uses objects, special rooms and gifts.
        yields: sacrifices rather than falls, even without a key.
    """

    rest: int
    rest_with_key: int
    shuns: bool = False
    waits: bool = True
    spends: bool = True
    yields: bool = True


GROUP_RATINGS = {"key": 9, "tale": 3, "object": 4, "status": -1, "event": 0, "omen": -2, "monster": -4}
"""What a card is worth by its group, to be drawn."""


def rate_card(sight: Observation, card: str) -> int:
    """What it is worth to draw a card."""
    if card == KEY and not sight.can_take_key:
        return 0
    if card == "CLARITY":
        return 3
    return GROUP_RATINGS[sight.records.cards[card].group]


def choose_command(sight: Observation, options: Sequence[Command], temper: Temper) -> Command:
    """Picks a command of the turn."""
    soul = sight.soul
    level = temper.rest_with_key if soul.keys else temper.rest
    ready = sight.keys >= sight.profile.keys_to_win
    first: Command | None = _find_command(options, cmd.Escape)
    if first is None and temper.spends:
        first = _find_spending_command(sight, options)
    if first is not None:
        return first
    rest = _find_command(options, cmd.Meditate)
    if ready or (temper.waits and soul.keys and not sight.can_take_key):
        return _find_move_toward(sight, options, sight.threshold) or _rest(sight, options, rest)
    if soul.sanity <= min(level, soul.top - 1):
        return _recover_sanity(sight, options, rest, temper)
    return _seek_cards(sight, options, temper) or _rest(sight, options, rest)


def choose_answer(sight: Observation, question: Question, temper: Temper) -> int:
    """The index of the option to take."""
    options = question.options
    kind = question.kind

    def best(value: Callable[[Any], int]) -> int:
        return max(range(len(options)), key=lambda index: (value(options[index]), -index))

    if kind == "sacrifice":
        wanted = [SANITY_MAX] if sight.soul.top > 0 else []
        wanted += [OBJECT_SLOT, SANITY_MAX] if temper.yields or sight.soul.keys else []
        for mode in (*(wanted if temper.yields or sight.soul.keys else ()), ACCEPT):
            if mode in options:
                return options.index(mode)
    if kind == "foresee":
        top, below = sight.seen_cards[sight.soul.node][:2]
        return options.index(SWAP if rate_card(sight, below) > rate_card(sight, top) else KEEP)
    if kind in ("peek", "rumour"):
        return best(
            lambda name: (
                -1
                if name == SKIP
                else 0
                if sight.seen_cards[NODE_BY_NAME[name]]
                else sight.box_sizes[NODE_BY_NAME[name]]
            )
        )
    if kind in ("overflow", "discard"):
        return best(lambda card: -sight.records.cards[card].sale - 5 * (card in sight.records.tales))
    if kind == "pedlar":
        return best(lambda card: rate_card(sight, card))
    return 0


def _find_command(options: Sequence[Command], kind: type[C]) -> C | None:
    return next((option for option in options if type(option) is kind), None)


def _find_spending_command(sight: Observation, options: Sequence[Command]) -> Command | None:
    """Objects, tales, special rooms and gifts whose time has come."""
    soul = sight.soul
    for option in options:
        kind = type(option)
        if kind is cmd.AttachTale:
            return option
        if kind is cmd.Use:
            assert isinstance(option, cmd.Use)
            if option.item == "VIAL" and soul.sanity <= min(0, soul.top - 2):
                return option
            if option.item == "BLUNT":
                return option
        if kind is cmd.Ritual and soul.sanity >= -2 and sight.can_take_key:
            return option
        if kind is cmd.Chapel and soul.sanity <= soul.top - 3:
            return option
        if kind is cmd.HealOthers and soul.sanity >= 2:
            weak = [
                other
                for seat, other in enumerate(sight.souls)
                if seat != sight.seat and other.sanity <= other.top - 2
            ]
            if len(weak) >= 2:
                return option
    return None


def _find_move_toward(sight: Observation, options: Sequence[Command], goal: int) -> Command | None:
    """The move that leads nearer to a node; None if it is there or nothing leads nearer."""
    away = sight.distances_to(goal)
    here = away[sight.soul.node]
    moves = [option for option in options if isinstance(option, cmd.Move)]
    nearer = [option for option in moves if away[NODE_BY_NAME[option.to]] < here]
    return min(
        nearer, key=lambda option: (away[NODE_BY_NAME[option.to]], NODE_BY_NAME[option.to]), default=None
    )


def _rest(sight: Observation, options: Sequence[Command], rest: Command | None) -> Command:
    """Meditates if it helps, else ends the turn."""
    if rest is not None and sight.soul.sanity < sight.soul.top:
        return rest
    return _find_command(options, cmd.EndTurn) or options[0]


def _recover_sanity(
    sight: Observation, options: Sequence[Command], rest: Command | None, temper: Temper
) -> Command:
    """Rests where it is worth most: in a corridor where the King is not."""
    corridor = sight.floor * PER_FLOOR
    if not sight.in_corridor and sight.king != sight.floor:
        out = next((o for o in options if isinstance(o, cmd.Move) and NODE_BY_NAME[o.to] == corridor), None)
        if out is not None and sight.soul.sanity <= sight.soul.top - 2:
            return out
    if rest is not None:
        return rest
    return _seek_cards(sight, options, temper) or _rest(sight, options, rest)


def _seek_cards(sight: Observation, options: Sequence[Command], temper: Temper) -> Command | None:
    """Searches here, or goes where a card is worth most for the way."""
    search = _find_command(options, cmd.Search)
    if search is not None and _rate_room(sight, sight.soul.node) > 0:
        return search
    rooms = [
        (10 * _rate_room(sight, node) - 14 * sight.distances_to(node)[sight.soul.node], -node)
        for node in ROOMS
        if node != sight.soul.node
        and _rate_room(sight, node) > 0
        and not (temper.shuns and FLOOR[node] == sight.king and FLOOR[node] != sight.floor)
    ]
    for _, number in sorted(rooms, reverse=True):
        step = _find_move_toward(sight, options, -number)
        if step is not None:
            return step
    return search


def _rate_room(sight: Observation, node: int) -> int:
    """What the top card of a room promises: what was seen, else that there are many."""
    if not sight.box_sizes[node] or node in sight.monster_nodes:
        return 0
    if sight.seen_cards[node]:
        return max(0, rate_card(sight, sight.seen_cards[node][0]))
    return 1 + (sight.box_sizes[node] >= 4)
