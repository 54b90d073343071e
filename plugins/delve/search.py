"""Searching a wall for a secret door (D-SECRET), and passing the lead (D-LEADER)."""

from __future__ import annotations

import msgspec

from . import places
from .changes import EndCombat, Searched
from .dice import SIDES, Dice
from .drawing import facing, sheet_of
from .explore import Forbidden
from .policy import Master
from .record import Delve, Exit, Fate, Note, Roll, Search, Way, Zone
from .shape import LANES, Wall, door_cells, wall_names, wall_of
from .tables import Tables

ELF_BONUS = 1
"""All elves search better (D-SECRET)."""


def bonus_of(delve: Delve, hero: int) -> int:
    """What a seat's hero adds to a search."""
    return ELF_BONUS if delve.heroes[hero].kin == "elf" else 0


def search(
    delve: Delve,
    number: int,
    name: str,
    hero: int,
    dice: Dice,
    tables: Tables,
    master: Master,
    bonus: int | None = None,
) -> Searched:
    """Searches one wall of a zone.

    Args:
        number: the zone.
        name: the wall (`shape.Wall`).
        hero: the seat that searches, and rolls.
        bonus: added to the die; None: what the hero has.

    Raises:
        Forbidden: not here, not again, or nothing could be there; no die is rolled.
        BadFace: the dice ran out.
    """
    zone = delve.zone(number)
    if not 0 <= hero < len(delve.heroes):
        raise Forbidden("D-SECRET", "delve-no-hero", hero=hero + 1)
    _may(delve, zone, name, hero, master)
    found = behind(delve, zone, name, master)
    if found is None:
        raise Forbidden("D-SECRET", "delve-wall-refused", zone=number, wall=name)
    return attempt(delve, number, name, hero, found, dice, tables, bonus)


def attempt(
    delve: Delve,
    number: int,
    name: str,
    hero: int,
    found: Exit,
    dice: Dice,
    tables: Tables,
    bonus: int | None = None,
) -> Searched:
    """Rolls for a search that is allowed and can find `found` (see `behind`)."""
    added = bonus_of(delve, hero) if bonus is None else bonus
    face = dice.face(tables.secret.name)
    row = tables.secret.rows[max(1, min(SIDES, face + added))]
    roll = Roll(tables.secret.name, (face,), row.id, added)
    hit = found if row.doors else None
    remarks = () if hit is None else ("new",) if hit.id > len(delve.exits) else ("known",)
    note = Note("found" if hit else "search", hero, hit.id if hit else -1, number, name, (roll,), remarks)
    return Searched(Search(number, name, hero, delve.turn), note, hit)


def searchable(delve: Delve, number: int, name: str, hero: int, master: Master) -> bool:
    """Whether a search of a wall would be allowed now."""
    zone = delve.zone(number)
    try:
        _may(delve, zone, name, hero, master)
    except Forbidden:
        return False
    return behind(delve, zone, name, master) is not None


def _may(delve: Delve, zone: Zone, name: str, hero: int, master: Master) -> None:
    """Where, who and how often (policies ``secret.where`` and ``secret.tries``)."""
    policy = master.policy
    if zone.hidden:
        raise Forbidden("D-SECRET", "delve-not-here", zone=zone.id)
    if policy.secret_where == "dead_zone" and any(e.fate is Fate.PENDING for e in delve.exits_of(zone.id)):
        raise Forbidden("D-SECRET", "delve-still-exits", zone=zone.id)
    if policy.secret_where == "delve_exhausted" and delve.pending():
        raise Forbidden("D-SECRET", "delve-still-exits", zone=zone.id)
    before = [s for s in delve.searches if s.zone == zone.id and s.wall == name]
    if policy.secret_tries:
        if len(before) >= policy.secret_tries:
            raise Forbidden("D-SECRET", "delve-searched", zone=zone.id, wall=name)
    elif any(s.hero == hero and s.turn == delve.turn for s in before):
        raise Forbidden("D-SECRET", "delve-searched", zone=zone.id, wall=name)


def behind(delve: Delve, zone: Zone, name: str, master: Master) -> Exit | None:
    """The secret door that a search of a wall can find; None: the wall is refused.

    An unfound secret door in the wall, from either side, comes first; then a viable slot, then a
    facing one (policy ``secret.site``).
    """
    policy = master.policy
    if name not in wall_names(zone, policy.secret_end):
        return None
    wall = wall_of(zone, name)
    known = unfound_in(delve, zone, wall)
    if known is not None:
        prepared = delve.zones[known.to].hidden
        return msgspec.structs.replace(known, fate=Fate.PENDING if prepared else Fate.LINKED)
    sheet = sheet_of(delve, zone.level)
    free = places.hangable(sheet, wall, LANES)
    number = len(delve.exits) + 1
    for at in places.anchors(wall, LANES, free & places.viable(sheet, wall, LANES, policy.bounds)):
        return Exit(number, zone.id, Way.SECRET, wall.heading, at, Fate.PENDING, -1, name)
    for at in places.anchors(wall, LANES, free & places.opposite(sheet, wall, LANES)):
        other = facing(delve, zone.level, at, wall.heading, LANES)
        if other is not None and not other.hidden and other.id != zone.id:
            return Exit(number, zone.id, Way.SECRET, wall.heading, at, Fate.LINKED, other.id, name)
    if policy.secret_pocket:
        for at in places.anchors(wall, LANES, free & places.pocket(sheet, wall, LANES, policy.bounds)):
            return Exit(number, zone.id, Way.SECRET, wall.heading, at, Fate.PENDING, -1, name)
    return None


def unfound_in(delve: Delve, zone: Zone, wall: Wall) -> Exit | None:
    """The unfound secret door in a wall of a zone, from either side."""
    top, left, height, width = wall.rect
    for gate in [gate for gate in delve.exits if gate.fate is Fate.UNFOUND]:
        owner = delve.zones[gate.zone]
        if owner.level == zone.level and not owner.hidden:
            y, x, tall, wide = door_cells(gate.at, gate.heading, gate.width)
            if y < top + height and top < y + tall and x < left + width and left < x + wide:
                return gate
    return None


def next_leader(delve: Delve) -> int:
    """The seat to the leader's left whose hero lives (D-LEADER, hole 27); the leader's own if no other does."""
    count = len(delve.heroes)
    for away in range(1, count):
        seat = (delve.leader + away) % count
        if delve.heroes[seat].alive:
            return seat
    return delve.leader


def end_combat(delve: Delve, zone: int | None = None) -> EndCombat:
    """A combat is over: the oldest, or that of a zone (D-LEADER).

    Raises:
        Forbidden: there is none.
    """
    if not delve.fighting or (zone is not None and zone not in delve.fighting):
        raise Forbidden("D-COMBAT", "delve-no-combat")
    which = delve.fighting[0] if zone is None else zone
    return EndCombat(which, next_leader(delve), Note("combat-over", delve.leader, -1, which))
