"""The ``"core.delve"`` part of the state, its changes, its checks beyond its types, and accessors for rules."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal

import msgspec

from footfall.api import Change, Context, Count, Part, Proposal, State
from footfall.api.grid import WORLD_PART, get_world

from .dice import LEADER_STREAM, SessionDice
from .hookspecs import Ruling, Totaling
from .maps.geometry import Cell, CellRect, contains, to_tiles
from .model import ID, Delve, Zone
from .policy import GameMaster, Policy
from .tables import Tables, tables_of

TOTAL_HOOK = "core.delve:on_total"
MAX_TOTAL = 99
"""The furthest from 0 to which mods bring a total; its table limits it further."""
BASE_GAME = "core.stealth"
"""The game whose rules the heroes walk and fight by."""


class Expedition(msgspec.Struct):
    """A delve being explored.

    Attributes:
        delve: the map.
        is_walking: the heroes walk on a grid by the rules of the base game; otherwise the players name exits,
        as at a table.
        bands: actor ids of the monsters of each zone in combat, by zone.
        bounds: cells outside count as wall; None: unlimited (policy ``bounds``).
        is_checked: statistics verify it against the invariants.
    """

    delve: Delve
    is_walking: bool = msgspec.field(name="walking")
    bands: dict[Count, list[Count]] = {}
    bounds: CellRect | None = None
    is_checked: bool = msgspec.field(name="checked", default=False)


def _check_part(state: State, records: Any) -> Iterator[str]:
    if ID not in state.parts:
        yield "its delve is missing"
        return
    expedition = expedition_of(state)
    if expedition.is_walking != {WORLD_PART, BASE_GAME}.issubset(state.parts):
        yield "the heroes walk without a world, or have a world without walking"
    yield from check_expedition(expedition.delve, expedition.bands, records)


PARTS = (Part(ID, Expedition, check=_check_part),)


def expedition_of(state: State) -> Expedition:
    """The delve part of a state."""
    found: Expedition = state.parts[ID]
    return found


def delve_of(ctx: Context) -> Delve:
    """The map of a state."""
    return expedition_of(ctx.state).delve


def list_creatures_in(ctx: Context, zone: int) -> tuple[int, ...]:
    """The creatures in a zone of a walked map, by number, the heroes' figure left out; none for a zone not seen."""
    return tuple(id for id in list_actors_in(ctx, zone) if id != get_world(ctx.state).player)


def list_actors_in(ctx: Context, zone: int) -> tuple[int, ...]:
    """The actors in a zone of a walked map, by number; none for a zone not seen."""
    expedition = expedition_of(ctx.state)
    zones = expedition.delve.zones
    if not expedition.is_walking or not 0 <= zone < len(zones) or zones[zone].is_hidden:
        return ()
    world, room = get_world(ctx.state), zones[zone]
    floors = [to_tiles(rect, expedition.delve.wall_thickness) for rect in room.floors]
    return tuple(
        actor.id
        for actor in world.actors.values()
        if actor.level == room.level and any(contains(rect, actor.at) for rect in floors)
    )


def tables_for(ctx: Context) -> Tables:
    """The tables of this game."""
    return tables_of(ctx.records)


def open_leader_dice(ctx: Context) -> SessionDice:
    """The leader stream at its current position. Return `record_used_faces` to record the faces read."""
    faces = SessionDice(ctx.open_dice_stream(LEADER_STREAM))
    if ctx.has_listeners(TOTAL_HOOK):
        faces.ask_mods = partial(decide_total, ctx, faces.proposed)
    return faces


def record_used_faces(faces: SessionDice) -> list[Change | Proposal]:
    """The change that records the faces read, if any, and the deeds of mods at their totals."""
    return [*([faces.stream.draw_change] if faces.stream.draw_change.count else []), *faces.proposed]


def decide_total(
    ctx: Context,
    changes: list[Change | Proposal],
    table: str,
    roller: int,
    faces: tuple[int, ...],
    bonus: int = 0,
    zone: int = -1,
) -> int:
    """Returns the total of faces and a bonus as mods decide in ``on_total``, and adds their deeds to `changes`."""
    total = sum(faces) + bonus
    if not ctx.has_listeners(TOTAL_HOOK):
        return total
    event = Totaling(roller, table, faces[0], faces[1] if len(faces) > 1 else 0, bonus, total, zone)
    folded = ctx.fold(TOTAL_HOOK, event, {"total": total})
    changes += folded.proposals
    return max(-MAX_TOTAL, min(MAX_TOTAL, folded["total"]))


_HEADINGS: dict[str, Literal[0, 1, 2, 3]] = {"N": 0, "E": 1, "S": 2, "W": 3}

_SETTING_NAMES = {
    field: name
    for field, name in zip(Policy.__struct_fields__, Policy.__struct_encode_fields__, strict=True)
    if name not in ("bounds", "max_zones", "frontier", "on_exhausted", "start_at", "start_heading", "wall_thickness")
}
"""The world settings of fields of `Policy`; the other fields belong to batches or setup options."""


_POLICY_KEY = "core.delve:policy"
"""Key of the cache in the delve, which no copy of it inherits: the settings that the policy was made of, and it."""


def policy_of(ctx: Context) -> Policy:
    """The game master's policy from the world settings of this game."""
    settings = ctx.state.settings
    if ID not in ctx.state.parts:
        return _build_policy(ctx, None)
    expedition = expedition_of(ctx.state)
    memo = expedition.delve.__dict__
    known = memo.get(_POLICY_KEY)
    if known is None or known[0] is not settings or known[1].bounds != expedition.bounds:
        known = memo[_POLICY_KEY] = (settings, _build_policy(ctx, expedition.bounds))
    policy: Policy = known[1]
    return policy


def _build_policy(ctx: Context, bounds: CellRect | None) -> Policy:
    return Policy(
        bounds=bounds,
        start_at=(ctx.setting("start_y"), ctx.setting("start_x")),
        start_heading=_HEADINGS[ctx.setting("start_heading")],
        **{field: ctx.setting(name) for field, name in _SETTING_NAMES.items()},
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

    def apply(self, state: State) -> None:
        bands = expedition_of(state).bands
        if self.actors:
            bands[self.zone] = list(self.actors)
        else:
            bands.pop(self.zone, None)


MAX_SIDE = 64
"""Cells of a rectangle of floor, and between it and the entry of its zone."""

MAX_DISTANCE = 2048
"""Cells between the start and the entry of a zone."""


def check_expedition(delve: Delve, bands: dict[int, list[int]], records: Any) -> Iterator[str]:
    """Yields the faults of an expedition of a loaded state.

    Monsters of `bands` may be gone: a turn in which the hero dies as well does not end.
    """
    tables = tables_of(records)
    zones, exits = len(delve.zones), len(delve.exits)
    if not zones or not delve.levels or not delve.heroes:
        yield "the delve has no zones, no levels or no heroes"
        return
    for number, zone in enumerate(delve.zones):
        yield from _check_zone(zone, number, delve, tables)
    for number, gate in enumerate(delve.exits, 1):
        if gate.id != number or gate.zone >= zones or not -1 <= gate.to < zones:
            yield f"exit {number} has the id {gate.id} and joins zones {gate.zone} and {gate.to}"
        elif not _is_near(delve.zones[gate.zone].at, (*gate.at, 1, 1)) or gate.width not in (2, 4):
            yield f"exit {number} is {gate.width} cells wide, or far from its zone"
    if any(not -1 <= level.stairs < zones for level in delve.levels):
        yield "stairs lead down from a zone that does not exist"
    if max(delve.leader, delve.mapper) >= len(delve.heroes):
        yield f"the leader or the mapper is not among the {len(delve.heroes)} heroes"
    places = {*delve.fighting, *bands, *(search.zone for search in delve.searches)}
    if max(places, default=0) >= zones:
        yield "there is a fight or a search in a zone that does not exist"
    for note in delve.journal:
        if not (-1 <= note.exit <= exits and -1 <= note.zone < zones and -1 <= note.roller < len(delve.heroes)):
            yield f"the journal names exit {note.exit}, zone {note.zone}, seat {note.roller}"


def _check_zone(zone: Zone, number: int, delve: Delve, tables: Tables) -> Iterator[str]:
    if zone.id != number or not 1 <= zone.level <= len(delve.levels) or zone.entry > len(delve.exits):
        yield f"zone {number} has the id {zone.id}, the level {zone.level} and the entry {zone.entry}"
    if not 1 <= len(zone.floors) <= 3 or not all(_is_near(zone.at, rect) for rect in zone.floors):
        yield f"zone {number} has a floor of no possible size or place"
    rows = (
        (zone.end, tables.ends), (zone.rolled_end, tables.ends), (zone.type, tables.rooms),
        (zone.rolled_type, tables.rooms),
    )  # fmt: skip
    for name, table in rows:
        if name and name not in table:
            yield f"zone {number} has the end or the type {name[:40]!r}, which does not exist"


def _is_near(at: Cell, rect: CellRect) -> bool:
    """Whether a rectangle of a possible size lies near a cell, and that near the start."""
    top, left, height, width = rect
    return (
        max(height, width) <= MAX_SIDE
        and min(height, width) > 0
        and max(abs(top - at[0]), abs(left - at[1])) <= MAX_SIDE
        and max(map(abs, at)) <= MAX_DISTANCE
    )
