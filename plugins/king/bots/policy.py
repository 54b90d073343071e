"""One way to play, with a temper: when to rest, what to seek, whom to shun (part F2 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from footfall.api import Command, Question

from .. import commands as cmd
from ..cards import KEEP, SKIP, SWAP
from ..house import FLOOR, NODE, PER_FLOOR, ROOMS
from ..sanity import ACCEPT, OBJECT_SLOT, SANITY_MAX
from ..state import KEY
from .sight import Sight

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


WORTH = {"key": 9, "tale": 3, "object": 4, "status": -1, "event": 0, "omen": -2, "monster": -4}
"""What a card is worth by its group, to be drawn."""


def worth(sight: Sight, card: str) -> int:
    """What it is worth to draw a card."""
    if card == KEY and not sight.wants_key:
        return 0
    if card == "CLARITY":
        return 3
    return WORTH[sight.book.cards[card].group]


def act(sight: Sight, options: Sequence[Command], temper: Temper) -> Command:
    """Picks a command of the turn."""
    soul = sight.soul
    level = temper.rest_with_key if soul.keys else temper.rest
    ready = sight.keys >= sight.profile.keys_to_win
    first: Command | None = _one(options, cmd.Escape)
    if first is None and temper.spends:
        first = _spending(sight, options)
    if first is not None:
        return first
    rest = _one(options, cmd.Meditate)
    if ready or (temper.waits and soul.keys and not sight.wants_key):
        return _towards(sight, options, sight.goal) or _resting(sight, options, rest)
    if soul.sanity <= min(level, soul.top - 1):
        return _recover(sight, options, rest, temper)
    return _seek(sight, options, temper) or _resting(sight, options, rest)


def answer(sight: Sight, question: Question, temper: Temper) -> int:
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
        top, below = sight.seen[sight.soul.node][:2]
        return options.index(SWAP if worth(sight, below) > worth(sight, top) else KEEP)
    if kind in ("peek", "rumour"):
        return best(
            lambda name: -1 if name == SKIP else 0 if sight.seen[NODE[name]] else sight.cards[NODE[name]]
        )
    if kind in ("overflow", "discard"):
        return best(lambda card: -sight.book.cards[card].sale - 5 * (card in sight.book.tales))
    if kind == "pedlar":
        return best(lambda card: worth(sight, card))
    return 0


def _one(options: Sequence[Command], kind: type[C]) -> C | None:
    return next((option for option in options if type(option) is kind), None)


def _spending(sight: Sight, options: Sequence[Command]) -> Command | None:
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
        if kind is cmd.Ritual and soul.sanity >= -2 and sight.wants_key:
            return option
        if kind is cmd.Chapel and soul.sanity <= soul.top - 3:
            return option
        if kind is cmd.HealOthers and soul.sanity >= 2:
            weak = [
                other
                for seat, other in enumerate(sight.souls)
                if seat != sight.me and other.sanity <= other.top - 2
            ]
            if len(weak) >= 2:
                return option
    return None


def _towards(sight: Sight, options: Sequence[Command], goal: int) -> Command | None:
    """The move that leads nearer to a node; None if it is there or nothing leads nearer."""
    away = sight.away(goal)
    here = away[sight.soul.node]
    moves = [option for option in options if isinstance(option, cmd.Move)]
    nearer = [option for option in moves if away[NODE[option.to]] < here]
    return min(nearer, key=lambda option: (away[NODE[option.to]], NODE[option.to]), default=None)


def _resting(sight: Sight, options: Sequence[Command], rest: Command | None) -> Command:
    """Meditates if it helps, else ends the turn."""
    if rest is not None and sight.soul.sanity < sight.soul.top:
        return rest
    return _one(options, cmd.EndTurn) or options[0]


def _recover(sight: Sight, options: Sequence[Command], rest: Command | None, temper: Temper) -> Command:
    """Rests where it is worth most: in a corridor where the King is not."""
    corridor = sight.floor * PER_FLOOR
    if not sight.in_corridor and sight.king != sight.floor:
        out = next((o for o in options if isinstance(o, cmd.Move) and NODE[o.to] == corridor), None)
        if out is not None and sight.soul.sanity <= sight.soul.top - 2:
            return out
    if rest is not None:
        return rest
    return _seek(sight, options, temper) or _resting(sight, options, rest)


def _seek(sight: Sight, options: Sequence[Command], temper: Temper) -> Command | None:
    """Searches here, or goes where a card is worth most for the way."""
    search = _one(options, cmd.Search)
    if search is not None and _promise(sight, sight.soul.node) > 0:
        return search
    rooms = [
        (10 * _promise(sight, node) - 14 * sight.away(node)[sight.soul.node], -node)
        for node in ROOMS
        if node != sight.soul.node
        and _promise(sight, node) > 0
        and not (temper.shuns and FLOOR[node] == sight.king and FLOOR[node] != sight.floor)
    ]
    for _, number in sorted(rooms, reverse=True):
        step = _towards(sight, options, -number)
        if step is not None:
            return step
    return search


def _promise(sight: Sight, node: int) -> int:
    """What the top card of a room promises: what was seen, else that there are many."""
    if not sight.cards[node] or node in sight.figures:
        return 0
    if sight.seen[node]:
        return max(0, worth(sight, sight.seen[node][0]))
    return 1 + (sight.cards[node] >= 4)
