"""The ``"core.delve"`` part of the state, its changes, and accessors for rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

from footfall.api import Change, ChangeSpec, Context, Count, Event, Part, State
from footfall.api.grid import WORLD_PART

from . import changes
from .dice import LEADER_STREAM, SessionDice
from .geometry import CellRect
from .hookspecs import Ruling
from .model import Delve
from .policy import GameMaster, Policy
from .references import check_expedition
from .tables import Tables, tables_of

ID = "core.delve"
BASE_GAME = "core.stealth"
"""The game whose rules the heroes walk and fight by."""


class Expedition(msgspec.Struct):
    """A delve being explored.

    Attributes:
        delve: the map.
        walking: the heroes walk on a grid by the rules of the base game; otherwise the players name exits,
        as at a table.
        bands: actor ids of the monsters of each zone in combat, by zone.
        bounds: cells outside count as wall; None: unlimited (policy ``bounds``).
        checked: statistics verify it against the invariants.
    """

    delve: Delve
    walking: bool = True
    bands: dict[Count, list[Count]] = {}
    bounds: CellRect | None = None
    checked: bool = False


def _check_part(state: State, records: Any) -> Iterator[str]:
    if ID not in state.parts:
        yield "its delve is missing"
        return
    expedition = expedition_of(state)
    if expedition.walking != {WORLD_PART, BASE_GAME}.issubset(state.parts):
        yield "the heroes walk without a world, or have a world without walking"
    yield from check_expedition(expedition.delve, expedition.bands, state, records)


PARTS = (Part(ID, Expedition, check=_check_part),)


def expedition_of(state: State) -> Expedition:
    """The delve part of a state."""
    found: Expedition = state.parts[ID]
    return found


def delve_of(ctx: Context) -> Delve:
    """The map of a state."""
    return expedition_of(ctx.state).delve


def tables_for(ctx: Context) -> Tables:
    """The tables of this game."""
    return tables_of(ctx.records)


def open_leader_dice(ctx: Context) -> SessionDice:
    """The leader stream at its current position. Return `used` to record what was read."""
    return SessionDice(ctx.open_dice_stream(LEADER_STREAM))


def record_used_faces(faces: SessionDice) -> list[Change]:
    """The change that records the faces read, if any."""
    return [faces.stream.draw_change] if faces.stream.draw_change.count else []


_HEADINGS: dict[str, Literal[0, 1, 2, 3]] = {"N": 0, "E": 1, "S": 2, "W": 3}

_SETTING_NAMES = tuple(
    name
    for name in Policy.__struct_fields__
    if name not in ("bounds", "max_zones", "frontier", "on_exhausted", "start_at", "start_heading", "wall_thickness")
)
"""Fields of `Policy` that are world settings of the same name; the others belong to batches or setup options."""


def policy_of(ctx: Context) -> Policy:
    """The game master's policy from the world settings of this game."""
    bounds = expedition_of(ctx.state).bounds if ID in ctx.state.parts else None
    return Policy(
        bounds=bounds,
        start_at=(ctx.setting("start_y"), ctx.setting("start_x")),
        start_heading=_HEADINGS[ctx.setting("start_heading")],
        **{name: ctx.setting(name) for name in _SETTING_NAMES},
    )


def master_of(ctx: Context) -> GameMaster:
    """The game master of this game; mods rule through the hook ``core.delve:decide_ruling``."""
    if not ctx.has_listeners("core.delve:decide_ruling"):
        return GameMaster(policy_of(ctx), ctx.state.seed)

    def ask(about: str, default: Any, options: tuple[Any, ...], place: int) -> Any:
        return ctx.decide("core.delve:decide_ruling", Ruling(f"{ID}:{about}", default, options, place))

    return GameMaster(policy_of(ctx), ctx.state.seed, ask)


class SetCombatants(Change, frozen=True, tag="core.delve:muster"):
    """Sets the monsters that fight for a zone; an empty list removes the entry."""

    zone: int
    actors: tuple[int, ...]


class JournalEntryAdded(Event, frozen=True, tag="core.delve:noted"):
    """The journal has a new entry: its number and content (`model.JournalEntry.what`)."""

    entry: int
    what: str


def _set_combatants(state: State, change: SetCombatants) -> None:
    bands = expedition_of(state).bands
    if change.actors:
        bands[change.zone] = list(change.actors)
    else:
        bands.pop(change.zone, None)


def _make_applier(kind: type[Change]) -> Callable[[State, Any], Event | None]:
    write = changes.APPLIERS[kind]

    def apply(state: State, change: Any) -> Event | None:
        delve = expedition_of(state).delve
        before = len(delve.journal)
        write(delve, change)
        if len(delve.journal) == before:
            return None
        return JournalEntryAdded(before, delve.journal[before].what)

    return apply


CHANGES = (
    *(ChangeSpec(kind, _make_applier(kind)) for kind in changes.APPLIERS),
    ChangeSpec(SetCombatants, _set_combatants),
)
