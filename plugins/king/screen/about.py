"""Descriptions of souls, figures, rooms and the King for a player who points at them."""

from collections import Counter
from collections.abc import Iterable, Iterator

from footfall.api import Message

from ..layout import FLOOR
from ..records import GameRecords
from ..rules.allowance import actions_left, has_ice, key_limit
from ..rules.rounds import find_presence_loss, list_house_losses
from ..state import MIN_SANITY, Board, Monster, Soul, SpecialRoom
from .card_words import describe_card, join_messages, list_about
from .labels import format_amounts, format_number, format_seat, label_for


def describe_soul(records: GameRecords, board: Board, seat: int) -> tuple[Message, ...]:
    """Describes a soul: its role, its objects with their uses, and its statuses."""
    objects = board.souls[seat].objects
    carried = (Message("king-about-carries", {"objects": list_names(objects)}),) if objects else ()
    return (
        *describe_role(records, board, seat),
        *carried,
        *describe_objects(records, objects),
        *describe_condition(records, board, seat),
    )


def describe_objects(records: GameRecords, objects: Iterable[str]) -> tuple[Message, ...]:
    """Describes objects in hand, equal ones once."""
    return tuple(note for item in dict.fromkeys(objects) for note in describe_card(records, item))


def describe_role(records: GameRecords, board: Board, seat: int) -> tuple[Message, ...]:
    """Describes a soul: its numbers and the abilities of its role."""
    soul = board.souls[seat]
    left = actions_left(records, board, seat)
    args = {"seat": format_seat(seat), "role": label_for(soul.role), **format_sanity(soul)}
    lines = [Message("king-about-soul", {**args, "actions": left, "keys": soul.keys, "limit": key_limit(soul)})]
    return (*lines, *(list_about(soul.role) if soul.role != "NONE" else ()))


def format_sanity(soul: Soul) -> dict[str, str]:
    """Returns sanity and maximum as arguments of messages."""
    return {"sanity": format_number(soul.sanity), "top": format_number(soul.top)}


def name_condition(records: GameRecords, board: Board, seat: int) -> Iterator[Message]:
    """Yields the statuses of a soul and its other limits."""
    soul = board.souls[seat]
    if soul.sanity <= MIN_SANITY:
        yield Message("king-fallen")
    if board.false_king == seat:
        yield Message("king-name-false-king")
    for status, rounds in sorted(soul.statuses.items()):
        yield Message("king-status-left", {"status": label_for(status), "left": rounds})
    if soul.skip:
        yield Message("king-skips")
    if soul.is_marked:
        yield Message("king-marked")
    if has_ice(records, board, FLOOR[soul.node]):
        yield Message("king-iced")


def describe_condition(records: GameRecords, board: Board, seat: int) -> tuple[Message, ...]:
    """Describes the statuses of a soul, each with its rule."""
    soul = board.souls[seat]
    lines = []
    if board.false_king == seat:
        lines.append(Message("king-about-false-king"))
    if soul.sanity <= MIN_SANITY:
        lines.append(Message("king-about-lowest", {"actions": board.profile.minus5_actions}))
    for status, rounds in sorted(soul.statuses.items()):
        about = next(iter(list_about(status)), "")
        lines.append(Message("king-about-status", {"status": label_for(status), "left": rounds, "about": about}))
    if soul.skip:
        lines.append(Message("king-about-skips"))
    if soul.is_marked:
        lines.append(Message("king-about-marked"))
    if has_ice(records, board, FLOOR[soul.node]):
        lines.append(Message("king-about-iced"))
    if soul.ignores_yellow:
        lines.append(Message("king-about-groomed"))
    return tuple(lines)


def describe_monster(monster: Monster) -> tuple[Message, ...]:
    """Describes a figure: its effect and its loot."""
    lines = [*list_about(monster.kind)]
    if monster.stun:
        lines.append(Message("king-about-stunned-monster", {"stun": monster.stun}))
    if monster.loot or monster.loot_keys:
        loot = [*monster.loot, *["KEY"] * monster.loot_keys]
        lines.append(Message("king-about-loot", {"objects": list_names(loot)}))
    return tuple(lines)


def describe_room(records: GameRecords, board: Board, special: SpecialRoom) -> tuple[Message, ...]:
    """Describes a special room; a closed one is not named."""
    if special.is_destroyed:
        return (Message("king-about-ruins"),)
    if not special.is_open:
        return (Message("king-about-hidden-room"),)
    pedlar = (Message("king-about-pedlar-deck", {"count": len(board.pedlar)}),) if special.kind == "PEDLAR" else ()
    return (*describe_room_kind(records, special.kind), *pedlar)


def describe_room_kind(records: GameRecords, kind: str) -> tuple[Message, ...]:
    """Describes what a special room does."""
    record = records.rooms[kind]
    args = {"cost": record.cost, "loss": record.loss, "gain": record.gain, "capacity": record.capacity}
    return tuple(Message(each.id, args) for each in list_about(kind))


def describe_costs(board: Board) -> tuple[Message, ...]:
    """Describes the losses by the House and the King at the end of the round."""
    losses = tuple(list_house_losses(board))
    house: Message | str = format_amounts(losses, "−")
    if not losses or len(losses) == len(board.souls):
        house = Message("king-costs-all", {"loss": losses[0][1] if losses else 0})
    presence = find_presence_loss(board)
    if not presence:
        return (Message("king-costs-away", {"house": house}),)
    when = "before" if board.profile.presence_timing == "before_roulette" else "arrival"
    return (Message(f"king-costs-{when}", {"house": house, "presence": presence}),)


def list_names(ids: Iterable[str]) -> Message | str:
    """Names cards or statuses, separated by commas, equal ones once with their number."""
    counted = ((label_for(id), count) for id, count in Counter(ids).items())
    named = (name if count == 1 else Message("king-times", {"name": name, "count": count}) for name, count in counted)
    return join_messages("king-list", named) or ""
