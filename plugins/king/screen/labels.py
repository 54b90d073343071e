"""Messages that name the game's records, seats and amounts."""

from collections.abc import Callable, Mapping
from typing import Any

from footfall.api import Message

from ..layout import FLOOR, NODE_NAMES
from ..records import KEY_SOURCES, SOURCES, name_text


def name_node(node: int) -> Message:
    """Returns the name of a node: the Library, the Lower Corridor."""
    return Message(f"king-place-{NODE_NAMES[node].lower().replace('_', '-')}")


def name_node_briefly(node: int) -> Message:
    """Returns a shorter name of a node, for small boxes."""
    return Message(f"{name_node(node).id}-short")


def name_node_and_floor(node: int) -> Message:
    """Returns the name of a node and its floor, for lists of nodes of several floors."""
    return Message("king-place-long", {"node": name_node(node), "floor": FLOOR[node] + 1})


def label_for(id: str) -> Message:
    """Returns the name of a card, role, figure, status, room or option.

    ``LIFT`` is the message ``king-name-lift``; that of a mod's record is `name_text`.
    """
    slug = id.lower().replace("_", "-")
    return Message(name_text(id) if ":" in id else f"king-name-{slug}")


def name_source(source: str) -> Message:
    """Returns the name of the source of a loss or gain: of the rules or a record, or the text that a mod names."""
    is_named = source in (*SOURCES, *KEY_SOURCES) or ":" in source or source.isupper()
    return label_for(source) if is_named else Message(source)


def format_number(number: int) -> str:
    """Formats a number that may be negative."""
    return str(number).replace("-", "−")


def format_seat(number: int) -> str:
    """Formats a seat: P1 to P4."""
    return f"P{number + 1}"


def format_roller(number: int) -> str:
    """Formats the roller of a die: a seat, or the house."""
    return format_seat(number) if number >= 0 else "house"


def format_seats(numbers: tuple[int, ...]) -> str:
    """Formats several seats."""
    return ", ".join(map(format_seat, numbers))


def format_amounts(pairs: tuple[tuple[int, int], ...], sign: str) -> str:
    """Formats gains or losses by seat: ``P1 −2, P3 −1``."""
    return ", ".join(f"{format_seat(seat)} {sign}{amount}" for seat, amount in pairs if amount)


FIELD_FORMATS: Mapping[str, Callable[[Any], str]] = {
    **dict.fromkeys(("actor", "seat", "target", "giver", "taker", "starter", "other_seat", "false_king"), format_seat),
    "seats": format_seats,
    "roller": format_roller,
    "amounts": lambda amounts: format_amounts(amounts, ""),
    "node": lambda number: NODE_NAMES[number],
}
"""Formats of the fields of commands, changes and events in explanations."""
