"""The ``"core.delve"`` part of a session's state, the changes that write it, and how rules read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from footfall.api import Change, ChangeSpec, Event, Part, Play, State, events

from . import changes
from .dice import LEADER, Table
from .geometry import Rect
from .policy import Master, Policy
from .record import Delve
from .tables import Tables, tables_of

ID = "core.delve"
BASE = "core.stealth"
"""The game whose rules the heroes walk and fight by."""


class Expedition(msgspec.Struct):
    """A delve being explored.

    Attributes:
        delve: the record of the map.
        walking: the heroes walk on a grid by the base game's rules; else the players name exits, as at a table.
        bands: the monsters of each zone that is fought in, by zone: actor ids.
        bounds: cells outside count as wall, None for no limit (policy ``bounds``).
        checked: statistics hold it against the invariants.
    """

    delve: Delve
    walking: bool = True
    bands: dict[int, list[int]] = {}
    bounds: Rect | None = None
    checked: bool = False


PARTS = (Part(ID, Expedition),)


def expedition_of(state: State) -> Expedition:
    """The delve part of a state."""
    found: Expedition = state.parts[ID]
    return found


def delve_of(play: Play) -> Delve:
    """The record of the map."""
    return expedition_of(play.state).delve


def tables(play: Play) -> Tables:
    """The tables of this game."""
    return tables_of(play.records)


def dice(play: Play) -> Table:
    """The leader stream, from where it stands. What was read must be recorded: `used`."""
    return Table(play.table(LEADER))


def used(faces: Table) -> list[Change]:
    """The change that records the faces that were read, if there were any."""
    return [faces.stream.used] if faces.stream.used.count else []


_HEADINGS: dict[str, Literal[0, 1, 2, 3]] = {"N": 0, "E": 1, "S": 2, "W": 3}

_SETTINGS = tuple(
    name
    for name in Policy.__struct_fields__
    if name not in ("bounds", "max_zones", "frontier", "on_exhausted", "start_at", "start_heading")
)
"""Fields of `Policy` that are world settings of the same name; the others are for batches or options."""


def policy_of(play: Play) -> Policy:
    """The game master's defaults in this game: its world settings."""
    bounds = expedition_of(play.state).bounds if ID in play.state.parts else None
    return Policy(
        bounds=bounds,
        start_at=(play.setting("start_y"), play.setting("start_x")),
        start_heading=_HEADINGS[play.setting("start_heading")],
        **{name: play.setting(name) for name in _SETTINGS},
    )


def master_of(play: Play) -> Master:
    """The game master of this game; mods rule through the hook ``decide_ruling``."""
    if not play.listened("decide_ruling"):
        return Master(policy_of(play), play.state.seed)

    def ask(about: str, default: Any, options: tuple[Any, ...], place: int) -> Any:
        return play.first("decide_ruling", events.Ruling(f"{ID}:{about}", default, options, place))

    return Master(policy_of(play), play.state.seed, ask)


class Muster(Change, frozen=True, tag="core.delve:muster"):
    """Writes who fights for a zone; nobody: the entry is dropped."""

    zone: int
    actors: tuple[int, ...]


class Noted(Event, frozen=True, tag="core.delve:noted"):
    """The journal has a new entry: number, and what it says (`record.Note.what`)."""

    entry: int
    what: str


def _muster(state: State, change: Muster) -> None:
    bands = expedition_of(state).bands
    if change.actors:
        bands[change.zone] = list(change.actors)
    else:
        bands.pop(change.zone, None)


def _applier(kind: type[Change]) -> Callable[[State, Any], Event | None]:
    write = changes.APPLY[kind]

    def apply(state: State, change: Any) -> Event | None:
        delve = expedition_of(state).delve
        before = len(delve.journal)
        write(delve, change)
        if len(delve.journal) == before:
            return None
        return Noted(before, delve.journal[before].what)

    return apply


CHANGES = (*(ChangeSpec(kind, _applier(kind)) for kind in changes.APPLY), ChangeSpec(Muster, _muster))
