"""A heuristic policy with parameters: rest, search, avoid the King."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from footfall.api import Command, Question

from .. import commands as cmd
from ..layout import FLOOR, NODE_BY_NAME, PER_FLOOR, ROOMS
from ..rules.cards import KEEP, SKIP, SWAP
from ..rules.sanity import ACCEPT, OBJECT_SLOT, SANITY_MAX
from ..state import KEY
from .observation import Observation

C = TypeVar("C", bound=Command)


class Temper(msgspec.Struct, frozen=True):
    """The parameters of a bot.

    Attributes:
        rest_level: meditates at this sanity or below.
        rest_level_with_key: the same while it holds a key.
        shuns_king: does not move to the King's floor.
        waits_at_threshold: goes to the Threshold and rests there when it cannot take more keys.
        spends_objects: uses objects, special rooms and blessings.
        yields_readily: prefers a sacrifice even without a key.
    """

    rest_level: int
    rest_level_with_key: int
    shuns_king: bool = False
    waits_at_threshold: bool = True
    spends_objects: bool = True
    yields_readily: bool = True


GROUP_RATINGS = {"key": 9, "tale": 3, "object": 4, "status": -1, "event": 0, "omen": -2, "monster": -4}
"""The value of drawing a card, by group."""


def rate_card(observation: Observation, card: str) -> int:
    """Returns the value of drawing a card."""
    if card == KEY and not observation.can_take_key:
        return 0
    if card == "CLARITY":
        return 3
    return GROUP_RATINGS[observation.records.cards[card].group]


ReasonedCommand: TypeAlias = tuple[Command, str]
"""A command, and the last part of the id of the reason for it (``king-reason-rest``)."""


def choose_command(observation: Observation, options: Sequence[Command], temper: Temper) -> ReasonedCommand:
    """Chooses a command of the turn."""
    soul = observation.soul
    level = temper.rest_level_with_key if soul.keys else temper.rest_level
    ready = observation.keys >= observation.profile.keys_to_win
    escape = _find_command(options, cmd.Escape)
    if escape is not None:
        return escape, "trapped"
    spending = _find_spending_command(observation, options) if temper.spends_objects else None
    if spending is not None:
        return spending, "spend"
    rest = _find_command(options, cmd.Meditate)
    if ready or (temper.waits_at_threshold and soul.keys and not observation.can_take_key):
        step = _find_move_toward(observation, options, observation.threshold)
        return (step, "way-out" if ready else "keep-key") if step is not None else _rest(observation, options, rest)
    if soul.sanity <= min(level, soul.top - 1):
        # To a corridor without the King, else MEDITATE.
        floor = observation.floor
        if not observation.in_corridor and observation.king != floor and soul.sanity <= soul.top - 2:
            moves = (option for option in options if isinstance(option, cmd.Move))
            retreat = next((move for move in moves if NODE_BY_NAME[move.to] == floor * PER_FLOOR), None)
            if retreat is not None:
                return retreat, "retreat"
        if rest is not None:
            return rest, "rest"
    return _seek_cards(observation, options, temper) or _rest(observation, options, rest)


def choose_answer(observation: Observation, question: Question, temper: Temper) -> int:
    """Returns the index of the answer."""
    options = question.options
    kind = question.kind

    def best(value: Callable[[Any], int]) -> int:
        return max(range(len(options)), key=lambda index: (value(options[index]), -index))

    if kind == "sacrifice":
        modes = [SANITY_MAX] if observation.soul.top > 0 else []
        modes += [OBJECT_SLOT, SANITY_MAX] if temper.yields_readily or observation.soul.keys else []
        for mode in (*(modes if temper.yields_readily or observation.soul.keys else ()), ACCEPT):
            if mode in options:
                return options.index(mode)
    if kind == "foresee":
        top, below = observation.seen_cards[observation.soul.node][:2]
        return options.index(SWAP if rate_card(observation, below) > rate_card(observation, top) else KEEP)
    if kind in ("peek", "rumour"):
        return best(
            lambda name: (
                -1
                if name == SKIP
                else 0
                if observation.seen_cards[NODE_BY_NAME[name]]
                else observation.box_sizes[NODE_BY_NAME[name]]
            )
        )
    if kind in ("overflow", "discard"):
        return best(lambda card: -observation.records.cards[card].sale - 5 * (card in observation.records.tales))
    if kind == "pedlar":
        return best(lambda card: rate_card(observation, card))
    return 0


def _find_command(options: Sequence[Command], kind: type[C]) -> C | None:
    return next((option for option in options if type(option) is kind), None)


def _find_spending_command(observation: Observation, options: Sequence[Command]) -> Command | None:
    """Returns the use of an object, a tale, a special room or a blessing that pays off now."""
    soul = observation.soul
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
        if kind is cmd.Ritual and soul.sanity >= -2 and observation.can_take_key:
            return option
        if kind is cmd.Chapel and soul.sanity <= soul.top - 3:
            return option
        if kind is cmd.HealOthers and soul.sanity >= 2:
            weak = [
                other
                for seat, other in enumerate(observation.souls)
                if seat != observation.seat and other.sanity <= other.top - 2
            ]
            if len(weak) >= 2:
                return option
    return None


def _find_move_toward(observation: Observation, options: Sequence[Command], goal: int) -> Command | None:
    """Returns the move that shortens the way to a node; None if there is none."""
    distances = observation.distances_to(goal)
    here = distances[observation.soul.node]
    moves = [option for option in options if isinstance(option, cmd.Move)]
    nearer = [option for option in moves if distances[NODE_BY_NAME[option.to]] < here]
    return min(nearer, key=lambda option: (distances[NODE_BY_NAME[option.to]], NODE_BY_NAME[option.to]), default=None)


def _rest(observation: Observation, options: Sequence[Command], rest: Command | None) -> ReasonedCommand:
    """Meditates if it helps, else ends the turn."""
    if rest is not None and observation.soul.sanity < observation.soul.top:
        return rest, "spare"
    reason = "no-rest" if observation.in_corridor and observation.king == observation.floor else "nothing"
    return _find_command(options, cmd.EndTurn) or options[0], reason


def _seek_cards(observation: Observation, options: Sequence[Command], temper: Temper) -> ReasonedCommand | None:
    """Searches here, or moves to the room with the best value for its distance."""
    search = _find_command(options, cmd.Search)
    here = observation.soul.node
    if search is not None and _rate_room(observation, here) > 0:
        return search, "search-seen" if observation.seen_cards[here] else "search"
    rooms = [
        (10 * _rate_room(observation, node) - 14 * observation.distances_to(node)[here], -node)
        for node in ROOMS
        if node != here
        and _rate_room(observation, node) > 0
        and not (temper.shuns_king and FLOOR[node] == observation.king and FLOOR[node] != observation.floor)
    ]
    for _, negated in sorted(rooms, reverse=True):
        step = _find_move_toward(observation, options, -negated)
        if step is not None:
            return step, "seek-seen" if observation.seen_cards[-negated] else "seek"
    return None if search is None else (search, "search-last")


def _rate_room(observation: Observation, node: int) -> int:
    """Returns the value of a room's top card; an unknown one counts by the size of the box."""
    if not observation.box_sizes[node] or node in observation.monster_nodes:
        return 0
    if observation.seen_cards[node]:
        return rate_card(observation, observation.seen_cards[node][0])
    return 1 + (observation.box_sizes[node] >= 4)
