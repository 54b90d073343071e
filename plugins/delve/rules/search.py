"""Searching a wall for a secret door (D-SECRET), and passing the lead (D-LEADER)."""

from collections import Counter

import msgspec

from ..changes import EndCombat, RecordSearch
from ..dice import SIDES, FaceSource
from ..maps import doors
from ..maps.doors import find_site
from ..maps.rasterize import bitmap_of
from ..maps.shapes import LANES, Wall, door_rect, get_wall, list_wall_names
from ..model import Delve, Exit, ExitKind, Fate, JournalEntry, SearchAttempt, TableRoll, Zone
from ..policy import GameMaster, Policy
from ..tables import Tables
from .explore import ForbiddenError

ELF_BONUS = 1
"""All elves search better (D-SECRET)."""


def search_bonus(delve: Delve, hero: int) -> int:
    """Bonus of a seat's hero to searches."""
    return ELF_BONUS if delve.heroes[hero].kin == "elf" else 0


def compute_search_percent(delve: Delve, hero: int, tables: Tables) -> int:
    """The chance in percent that a search by a seat's hero finds a door."""
    table, bonus = tables.secret, search_bonus(delve, hero)
    hits = [face for face in range(1, SIDES + 1) if table.rows[table.limit(face + bonus)].doors]
    return round(100 * len(hits) / SIDES)


def search_wall(
    delve: Delve,
    number: int,
    name: str,
    hero: int,
    dice: FaceSource,
    tables: Tables,
    master: GameMaster,
    bonus: int | None = None,
) -> RecordSearch:
    """Searches one wall of a zone.

    Args:
        hero: the seat that searches, and rolls.
        bonus: added to the die; None: that of the hero.

    Raises:
        ForbiddenError: the search is not allowed here, cannot be repeated, or cannot find anything; no die is rolled.
    """
    zone = delve.get_zone(number)
    if not 0 <= hero < len(delve.heroes):
        raise ForbiddenError("D-SECRET", "delve-no-hero", hero=hero + 1)
    _check_search_allowed(delve, zone, name, hero, master)
    door = find_secret_door(delve, zone, name, master)
    if door is None:
        raise ForbiddenError("D-SECRET", "delve-wall-refused", zone=number, wall=name)
    return roll_search(delve, number, name, hero, door, dice, tables, bonus)


def roll_search(
    delve: Delve,
    number: int,
    name: str,
    hero: int,
    found: Exit,
    dice: FaceSource,
    tables: Tables,
    bonus: int | None = None,
) -> RecordSearch:
    """Rolls for an allowed search that can find `found`."""
    added = search_bonus(delve, hero) if bonus is None else bonus
    face = dice.roll_face(tables.secret.name)
    total = dice.decide_total(tables.secret.name, hero, (face,), added, number)
    row = tables.secret.rows[tables.secret.limit(total)]
    roll = TableRoll(tables.secret.name, (face,), row.id, total - face)
    hit = found if row.doors else None
    remarks = () if hit is None else ("new",) if hit.id > len(delve.exits) else ("known",)
    note = JournalEntry("found" if hit else "search", hero, hit.id if hit else -1, number, name, (roll,), remarks)
    return RecordSearch(SearchAttempt(number, name, hero, delve.turn), note, hit)


def can_search(delve: Delve, number: int, name: str, hero: int, master: GameMaster) -> bool:
    """Whether a search of a wall would be allowed now."""
    zone = delve.get_zone(number)
    try:
        _check_search_allowed(delve, zone, name, hero, master)
    except ForbiddenError:
        return False
    return find_secret_door(delve, zone, name, master) is not None


def list_allowed_walls(delve: Delve, hero: int, policy: Policy) -> list[tuple[Zone, tuple[str, ...]]]:
    """The walls that pass `_check_search_allowed`, by zone, in order; there may be nothing to find."""
    if policy.secret_where == "delve_exhausted" and delve.list_pending_exits():
        return []
    pending, times = Fate.PENDING, policy.secret_tries
    busy = {gate.zone for gate in delve.exits if gate.fate is pending} if policy.secret_where == "dead_zone" else ()
    tried = [(s.zone, s.wall) for s in delve.searches if times or (s.turn == delve.turn and s.hero == hero)]
    spent = {wall for wall, count in Counter(tried).items() if count >= times} if times > 1 else set(tried)
    tired, ends = {number for number, _ in spent}, policy.may_search_ends
    return [
        (zone, tuple([name for name in names if (zone.id, name) not in spent]) if zone.id in tired else names)
        for zone in delve.zones
        if zone.id not in busy and not zone.is_hidden and (names := list_wall_names(zone, ends))
    ]


def _check_search_allowed(delve: Delve, zone: Zone, name: str, hero: int, master: GameMaster) -> None:
    """Place, seat and number of searches (policies `secret_where` and `secret_tries`)."""
    policy = master.policy
    if zone.is_hidden:
        raise ForbiddenError("D-SECRET", "delve-not-here", zone=zone.id)
    if policy.secret_where == "dead_zone" and any(e.fate is Fate.PENDING for e in delve.list_exits_of(zone.id)):
        raise ForbiddenError("D-SECRET", "delve-still-exits", zone=zone.id)
    if policy.secret_where == "delve_exhausted" and delve.list_pending_exits():
        raise ForbiddenError("D-SECRET", "delve-still-exits", zone=zone.id)
    before = [s for s in delve.searches if s.zone == zone.id and s.wall == name]
    if policy.secret_tries:
        if len(before) >= policy.secret_tries:
            raise ForbiddenError("D-SECRET", "delve-searched", zone=zone.id, wall=name)
    elif any(s.hero == hero and s.turn == delve.turn for s in before):
        raise ForbiddenError("D-SECRET", "delve-searched", zone=zone.id, wall=name)


def find_secret_door(delve: Delve, zone: Zone, name: str, master: GameMaster) -> Exit | None:
    """The secret door that a search of a wall can find; None: the wall is refused.

    An unfound secret door in the wall, from either side, comes first; then a viable slot, then a
    facing one, then a pocket (policy `secret_pocket`).
    """
    policy = master.policy
    if name not in list_wall_names(zone, policy.may_search_ends):
        return None
    wall = get_wall(zone, name, LANES, delve.wall_thickness)
    known = find_unfound_door(delve, zone, wall)
    if known is not None:
        prepared = delve.zones[known.to].is_hidden
        return msgspec.structs.replace(known, fate=Fate.PENDING if prepared else Fate.LINKED)
    return find_new_door(delve, zone, wall, policy)


def find_faced_zone(delve: Delve, zone: Zone, name: str, policy: Policy) -> int:
    """The known zone to which a new door in a wall would lead, since nothing else fits behind it; -1: none."""
    door = find_new_door(delve, zone, get_wall(zone, name, LANES, delve.wall_thickness), policy)
    return door.to if door is not None and door.to >= 0 and not delve.zones[door.to].is_hidden else -1


def find_new_door(delve: Delve, zone: Zone, wall: Wall, policy: Policy) -> Exit | None:
    """A secret door for which the map has a place in a wall."""
    free = doors.find_hangable_slots(bitmap_of(delve, zone.level), wall, LANES)
    for kind in ("viable", "facing", "pocket") if policy.may_search_pockets else ("viable", "facing"):
        site = find_site(delve, zone, wall, LANES, free, policy.bounds, kind)
        if site is not None:
            fate = Fate.LINKED if site.faced_zone >= 0 else Fate.PENDING
            number, way = len(delve.exits) + 1, ExitKind.SECRET
            return Exit(number, zone.id, way, wall.heading, site.at, fate, site.faced_zone, wall.name)
    return None


def find_unfound_door(delve: Delve, zone: Zone, wall: Wall) -> Exit | None:
    """The unfound secret door in a wall of a zone, from either side."""
    top, left, height, width = wall.rect
    for gate in [gate for gate in delve.exits if gate.fate is Fate.UNFOUND]:
        owner = delve.zones[gate.zone]
        if owner.level == zone.level and not owner.is_hidden:
            y, x, tall, wide = door_rect(gate.at, gate.heading, gate.width, delve.wall_thickness)
            if y < top + height and top < y + tall and x < left + width and left < x + wide:
                return gate
    return None


def find_next_leader(delve: Delve) -> int:
    """The next living seat to the leader's left (D-LEADER); the leader's own if no other hero lives."""
    count = len(delve.heroes)
    for away in range(1, count):
        seat = (delve.leader + away) % count
        if delve.heroes[seat].is_alive:
            return seat
    return delve.leader


def end_combat(delve: Delve, zone: int | None = None) -> EndCombat:
    """Ends a combat: the oldest, or that of a zone (D-LEADER).

    Raises:
        ForbiddenError: no combat is in progress.
    """
    if not delve.fighting or (zone is not None and zone not in delve.fighting):
        raise ForbiddenError("D-COMBAT", "delve-no-combat")
    which = delve.fighting[0] if zone is None else zone
    return EndCombat(which, find_next_leader(delve), JournalEntry("combat-over", delve.leader, -1, which))
