"""The frozen events that hooks receive. Positions are ``(y, x)``; actors are integer ids."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from footfall.content.record_types import Ref, Words
from footfall.engine.model import Acting, ActorId, Count

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
    "Opening",
    "Recipe",
    "Sound",
    "Status",
    "Turn",
    "Using",
]

Cell = tuple[int, int]
"""A position ``(y, x)``."""

Manner = Annotated[str, Words("manner")]
"""How an attack is made: a word of the game, such as ``"melee"``."""

NoiseKind = Annotated[str, Words("sound")]
"""The kind of a noise (``"step"``, ``"door"``, ``"fight"``, ...)."""


class HookEvent(msgspec.Struct, frozen=True):
    """Base class of the events of hooks."""


class Recipe(HookEvent, frozen=True):
    """The chain that is being built (``"core.stealth:cavern"``)."""

    name: Annotated[str, Words("recipe")]


class Attack(HookEvent, frozen=True):
    """An attack, before its die. Terms of ``on_attack``: ``to_hit`` and ``defense``.

    Attributes:
        manner: ``"melee"``, ``"reach"``, ``"thrown"`` or ``"shot"``.
        weapon: record id of the weapon, or ``""``.
        backstab: whether the target is unaware.
    """

    attacker: ActorId
    target: ActorId
    manner: Manner
    weapon: Annotated[str, Ref("item")] = ""
    backstab: bool = False


class Damage(HookEvent, frozen=True):
    """A successful attack, before damage is applied. Terms: ``damage``, before armor, and ``armor``.

    Attributes:
        attacker: -1 or 0 for none.
        manner: as in an attack; on a board, the source of a loss of sanity.
        weapon: record id of the weapon, or ``""``.
        amount: on a board, the loss before mods change it; 0 in a fight, where dice decide the damage.
    """

    attacker: ActorId
    target: ActorId
    manner: Manner
    weapon: Annotated[str, Ref("item")] = ""
    backstab: bool = False
    amount: Count = 0


class Hearing(HookEvent, frozen=True):
    """A noise and a possible listener. Term of ``on_hear``: ``range``; the noise is audible if ``distance <= range``.

    Attributes:
        listener: actor id.
        source: actor id; 0 if no actor made it.
        kind: its type (``"step"``, ``"door"``, ``"fight"``, ...).
        loudness: in loudness levels.
        distance: length of the sound path, in tenths of a cell.
        direction: of arrival, 0..7 clockwise from north; -1 if it is unknown, or at the same cell.
    """

    listener: ActorId
    source: ActorId
    kind: NoiseKind
    loudness: Count
    distance: Count
    direction: Annotated[int, msgspec.Meta(ge=-1, le=7)]


class Moving(HookEvent, frozen=True):
    """An actor is about to move. Term: ``noise``, the loudness of the move.

    Attributes:
        origin: the cell that it leaves.
        target: the cell to which it moves.
    """

    actor: ActorId
    origin: Cell
    target: Cell


class Turn(HookEvent, frozen=True):
    """A turn begins or ends.

    Attributes:
        actor: the active player: an actor id, or a seat.
        number: the number of the turn; on a board, of the round.
    """

    actor: ActorId
    number: int


class Death(HookEvent, frozen=True):
    """An actor has died.

    Attributes:
        killer: actor id; 0 for none.
        cause: a word for how it died.
    """

    actor: ActorId
    killer: ActorId = 0
    cause: Annotated[str, Words("cause")] = ""


class Entering(HookEvent, frozen=True):
    """An actor enters a place.

    Attributes:
        place: a cell, or the name of a place on a board (``"F1_R2"``).
    """

    actor: ActorId
    place: Annotated[Any, Words("place")]


class Deciding(HookEvent, frozen=True):
    """An actor chooses its action. `options` are the legal commands, if the game lists them."""

    actor: ActorId
    options: tuple[Any, ...] = ()


class Opening(HookEvent, frozen=True):
    """An actor has opened or closed a door or a container.

    Attributes:
        tile: record id of the tile before.
    """

    actor: ActorId
    at: Cell
    tile: Annotated[str, Ref("tile")]


class Using(HookEvent, frozen=True):
    """An actor has used an item.

    Attributes:
        item: record id.
        target: the actor that it affects; on a board always the user.
    """

    actor: ActorId
    item: Annotated[str, Words("used")]
    target: ActorId


class Sound(HookEvent, frozen=True):
    """A noise has been made.

    Attributes:
        source: actor id; 0 if no actor made it.
        kind: its type (``"step"``, ``"door"``, ``"fight"``, ...).
        loudness: in loudness levels.
    """

    source: ActorId
    kind: NoiseKind
    loudness: Count
    at: Cell


class Status(HookEvent, frozen=True):
    """An actor has gained or lost a status, a timed effect.

    Attributes:
        status: its id (``"core.stealth:poisoned"``).
        turns: how long it lasts, in turns or rounds; -1 until something ends it, 0 if it is lost.
    """

    actor: ActorId
    status: Annotated[str, Words("status")]
    turns: int = 0
