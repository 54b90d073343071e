"""A heuristic policy with parameters: rest, search, avoid the King."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from footfall.api import Command, Question

from .. import commands as cmd
from ..layout import FLOOR, NODE_BY_NAME, PER_FLOOR, ROOMS
from ..rules.cards import KEEP, SKIP, SWAP
from ..rules.rooms import RITUAL_SOULS
from ..rules.sanity import ACCEPT, OBJECT_SLOT, SANITY_MAX
from ..state import KEY, MIN_SANITY
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


READY_LEVEL = -2
"""No soul walks to the Threshold at this sanity or below when the keys are there."""

RITE_LEVEL = -2
"""The least sanity for the rite of the lethal chamber; below, a key is safer in other hands."""

TREASURE = 3
"""The least price for which an object is sold."""

BOX_WORTH = (0, 2, 2, 5, 11, 17, 20)
"""The worth of an unknown top card by the number of cards in the box, in tenths of the ratings below."""

SHARE, CROWD, STEP, NEAR = 8, 12, 8, 2
"""The costs of each other soul here, of each elsewhere and of a step after the first; the steps in reach of a turn."""

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
    if temper.spends_objects:
        spending = next((option for option in options if _pays_off(observation, option, ready)), None)
        if spending is not None:
            is_blow = isinstance(spending, cmd.Use) and spending.item == "BLUNT"
            return spending, "doors" if isinstance(spending, cmd.YellowDoors) else "reaction" if is_blow else "spend"
        step = None if ready else _find_step_to_rite(observation, options)
        if step is not None:
            return step, "rite"
    rest = _find_command(options, cmd.Meditate)
    is_low = soul.sanity <= min(level, READY_LEVEL if ready else level, soul.top - 1) and "CLARITY" not in soul.statuses
    if ready or (temper.waits_at_threshold and soul.keys and not observation.can_take_key):
        if is_low and observation.in_corridor and rest is not None:
            return rest, "rest"
        step = _find_move_toward(observation, options, observation.threshold)
        return (step, "way-out" if ready else "keep-key") if step is not None else _rest(observation, options, rest)
    if is_low:
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
        for mode in (OBJECT_SLOT, SANITY_MAX, ACCEPT) if temper.yields_readily or observation.soul.keys else (ACCEPT,):
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


def _pays_off(observation: Observation, option: Command, ready: bool) -> bool:
    """Whether the use of an object, a tale, a special room, the peddler or a blessing pays off now."""
    soul, souls = observation.soul, observation.souls
    match option:
        case cmd.AttachTale() | cmd.Use(item="BLUNT"):
            return True
        case cmd.Use(item="VIAL"):
            return soul.sanity <= min(0, soul.top - 2)
        case cmd.Ritual():
            return soul.sanity >= RITE_LEVEL and observation.can_take_key
        case cmd.Chapel():
            return soul.sanity <= soul.top - 3
        case cmd.PedlarSell(item=item):
            return observation.records.cards[item].sale >= TREASURE and soul.sanity <= soul.top - TREASURE
        case cmd.PedlarBuy() | cmd.ArmoryTake(item="KEY"):
            return observation.can_take_key and not ready
        case cmd.Give(item="KEY", target=target):
            return soul.sanity < min(RITE_LEVEL, souls[target].sanity)
        case cmd.Give(item=item, target=target):
            return item in observation.records.tales and "CHAMBERS_BOOK" in souls[target].objects
        case cmd.HealOthers():
            others = (other for seat, other in enumerate(souls) if seat != observation.seat)
            return any(other.sanity <= other.top - 2 and "CLARITY" not in other.statuses for other in others)
        case cmd.YellowDoors(target=target):
            away = observation.distances_to(observation.threshold)
            is_borne = souls[target].sanity - observation.records.rooms["YELLOW_DOORS"].loss > MIN_SANITY
            return ready and is_borne and souls[target].node == observation.threshold and away[soul.node] > 1
    return False


def _find_step_to_rite(observation: Observation, options: Sequence[Command]) -> Command | None:
    """Returns a move to the lethal chamber if this soul is one of the two nearest that can bear its rite (D-55)."""
    room = next((node for node, kind in observation.open_rooms.items() if kind == "LETHAL_CHAMBER"), None)
    if room is None or observation.was_ritual_held:
        return None
    away = observation.distances_to(room)
    fit = sorted(
        (away[soul.node], seat)
        for seat, soul in enumerate(observation.souls)
        if soul.sanity >= RITE_LEVEL and "TRAPPED" not in soul.statuses
    )[:RITUAL_SOULS]
    if len(fit) < RITUAL_SOULS or observation.seat not in (seat for _, seat in fit):
        return None
    return _find_move_toward(observation, options, room)


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
    """Searches here, or moves toward the room that is worth most for its distance and the souls there.

    It does not search where a bad card is known to lie on top.
    """
    search = _find_command(options, cmd.Search)
    here = observation.soul.node
    rooms = []
    for node in ROOMS:
        if temper.shuns_king and FLOOR[node] == observation.king and FLOOR[node] != observation.floor:
            continue
        distances = observation.distances_to(node)
        worth = _rate_room(observation, node, distances)
        if worth > 0:
            others = sum(soul.node == node for soul in observation.souls) - (node == here)
            cost = others * SHARE if node == here else others * CROWD + (distances[here] - 1) * STEP
            rooms.append((cost - worth, node != here, node))
    for _, is_away, node in sorted(rooms):
        step = _find_move_toward(observation, options, node) if is_away else search
        if step is not None:
            reason = "seek" if is_away else "search"
            return step, f"{reason}-seen" if observation.seen_cards[node] else reason
    is_bad = any(rate_card(observation, card) < 0 for card in observation.seen_cards[here][:1])
    return None if search is None or is_bad else (search, "search-last")


def _rate_room(observation: Observation, node: int, distances: Sequence[int]) -> int:
    """Returns the worth of a room's top card, in tenths; an unknown one counts by the size of the box.

    Events go back under their box, so a small one mostly holds cards that were drawn before. A known card that
    another soul reaches sooner counts as an unknown one.
    """
    if not observation.box_sizes[node] or node in observation.monster_nodes:
        return 0
    if not observation.seen_cards[node]:
        return BOX_WORTH[min(observation.box_sizes[node], len(BOX_WORTH) - 1)]
    away = distances[observation.soul.node]
    is_claimed = away > NEAR and any(
        has_room and "TRAPPED" not in soul.statuses and distances[soul.node] < away
        for soul, has_room in zip(observation.souls, observation.have_room, strict=True)
    )
    worth = 10 * rate_card(observation, observation.seen_cards[node][0])
    return min(worth, BOX_WORTH[-1]) if is_claimed else worth
