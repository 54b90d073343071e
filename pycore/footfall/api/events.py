"""The frozen events that hooks receive. Positions are ``(y, x)``; actors are integer ids."""

from __future__ import annotations

from typing import Any

import msgspec

from footfall.engine.model import Acting

__all__ = [
    "Acting",
    "Attack",
    "Cell",
    "Damage",
    "Death",
    "Deciding",
    "Entering",
    "Hearing",
    "HookEvent",
    "Moving",
    "Recipe",
    "Turn",
]

Cell = tuple[int, int]


class HookEvent(msgspec.Struct, frozen=True):
    """Base of all events a hook is asked about."""


class Recipe(HookEvent, frozen=True):
    """Which chain is being put together (``"core.stealth:cavern"``)."""

    name: str


class Attack(HookEvent, frozen=True):
    """Somebody strikes. Terms: ``effective_to_hit``, ``defense``.

    Attributes:
        manner: ``"melee"``, ``"reach"``, ``"thrown"`` or ``"shot"``.
        weapon: record id of the weapon, or ``""``.
        backstab: whether the target is caught unaware.
    """

    attacker: int
    target: int
    manner: str
    weapon: str = ""
    backstab: bool = False


class Damage(HookEvent, frozen=True):
    """A blow has hit. Terms: ``damage`` (before armour) and ``armor``.

    The core subtracts armour after the product, and never goes below 0.
    """

    attacker: int
    target: int
    manner: str
    weapon: str = ""
    backstab: bool = False


class Hearing(HookEvent, frozen=True):
    """A noise reaches for a listener. Term: ``range`` (tenths of a cell: 10 per point of FOH).

    It is audible if ``distance <= range``.

    Attributes:
        listener, source: actor ids (`source` 0: no creature).
        kind: what it sounds like (``"step"``, ``"door"``, ``"fight"``, ...).
        loudness: the noise level.
        distance: sound distance in tenths of a cell.
        direction: 0..7 clockwise from north, where it arrives from; -1 on the spot.
    """

    listener: int
    source: int
    kind: str
    loudness: int
    distance: int
    direction: int


class Moving(HookEvent, frozen=True):
    """Somebody takes a step. Terms: ``noise`` (level made)."""

    actor: int
    origin: Cell
    target: Cell


class Turn(HookEvent, frozen=True):
    """A turn of somebody begins or ends. `actor` is an actor id or a seat."""

    actor: int
    number: int


class Death(HookEvent, frozen=True):
    """Somebody has died. `killer` is 0 if nobody did it."""

    actor: int
    killer: int = 0
    cause: str = ""


class Entering(HookEvent, frozen=True):
    """May `actor` enter this place? `place` is a cell, or a node name of a board."""

    actor: int
    place: Any


class Deciding(HookEvent, frozen=True):
    """What will `actor` do? `options` are the legal commands, where the game lists them."""

    actor: int
    options: tuple[Any, ...] = ()
