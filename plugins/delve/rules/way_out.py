"""The distance to the way out, in board sections; near it, an expedition may end (C-LEAVE)."""

from ..maps.shapes import SMALL_SIDE
from ..model import Delve, Fate, Zone, ZoneKind
from ..policy import Policy
from ..tables import Tables
from .explore import is_way_out

FARTHEST_SECTIONS = 4
"""Board sections to the stairs from which the heroes may leave."""

COUNTERS_GAINED = 2
"""Dungeon counters that the game master gains when the heroes leave from afar."""


def count_sections_to_way_out(
    delve: Delve, number: int, tables: Tables, policy: Policy, limit: int | None = None
) -> int | None:
    """Board sections between a zone and the nearest stairs out, along open ways; None without such a way.

    A section of a corridor, a 5×5 room and half a large room count 1 each; the zone itself does not. Stairs
    between levels count nothing.

    Args:
        limit: None is returned for a longer way.
    """
    pairs = [(gate.zone, gate.to) for gate in delve.exits if gate.fate in (Fate.OPENED, Fate.LINKED)]
    for level_number, level in enumerate(delve.levels, 1):
        if level.stairs >= 0:
            pairs.append((level.stairs, next(zone.id for zone in delve.zones if zone.level == level_number)))
    ways: dict[int, set[int]] = {}
    for one, other in pairs:
        ways.setdefault(one, set()).add(other)
        ways.setdefault(other, set()).add(one)
    near = {number: 0}
    todo = [number]
    while todo:
        todo.sort(key=lambda zone: (near[zone], zone))
        here = todo.pop(0)
        if limit is not None and near[here] > limit:
            return None
        if is_way_out(delve, here, policy, tables):
            return near[here]
        for other in sorted(ways.get(here, ())):
            away = near[here] + count_sections(delve.zones[other])
            if away < near.get(other, away + 1):
                near[other] = away
                todo.append(other)
    return None


def count_sections(zone: Zone) -> int:
    """A zone in board sections."""
    return zone.sections if zone.kind is not ZoneKind.ROOM else max(zone.depth, zone.width) // SMALL_SIDE
