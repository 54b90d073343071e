"""The game master's budget: dungeon counters, and monsters that wander (section C; setting ``counters``)."""

from __future__ import annotations

from footfall.api import Change, Play, Push, stream_key
from footfall.api.grid import Actor, Cell, chebyshev, kernels, world_of

from .changes import NextTurn
from .dice import SIDES
from .geometry import cells
from .policy import Master
from .record import Delve, Zone
from .tables import Tables

GAINS, WANDERS = (1, 12), (6, 7)
"""Faces of the secret die at the end of an exploration turn: a counter is gained; monsters come."""

FULL = {1: 6, 2: 6, 3: 5, 4: 5}
"""By danger, the face of the turn die at which a counter is gained; then it begins anew at 1."""

USABLE = {1: (1, 2), 2: (2, 4), 3: (4, 6), 4: (6, 6)}
"""By danger, the counters that may be used for a lair or wandering monsters, and for a quest room."""

NEAR, FAR = 7, 12
"""How far away wandering monsters come, in cells: about the edge of a lamp's light."""

KEY = stream_key("core.delve", "turn")


def end_turn(delve: Delve, master: Master) -> NextTurn:
    """The end of an exploration turn: a secret die, which never takes one of the players' faces."""
    if not master.policy.counters:
        return NextTurn()
    face = kernels.draw(master.chance.seed, KEY, delve.turn, 0, SIDES) + 1
    die, gained = delve.turn_die, face in GAINS
    if not gained:
        die += 1
        if die >= FULL[delve.danger_of(delve.zones[-1])]:
            die, gained = 1, True
    return NextTurn(int(gained), die, face in WANDERS)


def usable(delve: Delve, zone: Zone, quest: bool) -> int:
    """How many counters may be used for the monsters of a room now."""
    return min(delve.counters, USABLE[delve.danger_of(zone)][quest])


def wanderers(play: Play, delve: Delve, book: Tables, hero: Actor, appear: str) -> list[Change]:
    """Monsters come to the edge of sight; whether they surprise anybody, the base game's senses decide."""
    level = world_of(play.state).levels[hero.level]
    known = [zone for zone in delve.zones if zone.level == hero.level and not zone.hidden]
    spots: list[Cell] = [
        at
        for zone in known
        for rect in zone.floors
        for at in cells(rect)
        if NEAR <= chebyshev(at, hero.at) <= FAR
    ]
    danger = delve.danger_of(known[-1])
    fitting = [e for e in book.encounters.values() if not e.quest and e.danger[0] <= danger <= e.danger[1]]
    if not spots or not fitting:
        return []
    at = spots[play.roll("wander-at", 0, len(spots) - 1)]
    chosen = fitting[play.weighted("wanderers", [encounter.weight for encounter in fitting])]
    return [Push(appear, (level.id, *at, kind)) for kind in chosen.creatures]
