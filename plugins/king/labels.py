"""Ids of this game's things as messages of the catalogue."""

from __future__ import annotations

from footfall.api import Message


def label_for(id: str) -> Message:
    """What a card, role, figure, status, room, source or option is called.

    ``LIFT`` is the text ``king-name-lift``; another mod's ``you.mod:GEM`` is ``you-mod-gem``.
    """
    slug = id.lower().replace("_", "-").replace(".", "-").replace(":", "-")
    return Message(slug if ":" in id else f"king-name-{slug}")


def format_seat(number: int) -> str:
    """A seat as people say it: P1 to P4."""
    return f"P{number + 1}"


def format_seats(numbers: tuple[int, ...]) -> str:
    """Several seats."""
    return ", ".join(map(format_seat, numbers))


def format_amounts(pairs: tuple[tuple[int, int], ...], sign: str) -> str:
    """Seats with what each gains or loses: ``P1 −2, P3 −1``."""
    return ", ".join(f"{format_seat(who)} {sign}{amount}" for who, amount in pairs if amount)
