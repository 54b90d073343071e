"""Listening at doors (R-DOOR-5, R-HEAR-6)."""

from __future__ import annotations

from footfall.api import Change, Message, Play, Tell
from footfall.api.grid import Actor, Cell, chebyshev, here

from .knobs import knobs
from .moves import tile_at
from .roster import present
from .sight import name_of
from .state import Listening, stealth_of
from .totals import ORTHOGONAL, total

PERCEPTION_OF_A_BEGINNER = 4
"""The listening roll is 1d6 + (PERCEPTION - 4) (D-9)."""


def doors_beside(play: Play, actor: Actor) -> list[Cell]:
    """Closed doors orthogonally next to an actor, clockwise from north."""
    found = []
    for dy, dx in ORTHOGONAL:
        cell = (actor.at[0] + dy, actor.at[1] + dx)
        kind = tile_at(play, actor, cell)
        if kind is not None and "door" in kind.tags and not kind.walkable:
            found.append(cell)
    return found


def waited(play: Play, actor: Actor) -> tuple[Listening, list[Change]]:
    """What one more wait beside a door leads to: the new count, and after the fourth what is heard."""
    before, knob = stealth_of(play.state).listening, knobs(play)
    doors = doors_beside(play, actor)
    if not doors:
        return _hark(before, actor, knob.listen_waits) if knob.listen_mode else (Listening(), [])
    same = before.waits > 0 and before.at == actor.at and before.door in doors
    door = before.door if same else doors[0]
    waits = before.waits + 1 if same else 1
    if waits < knob.listen_waits:
        return Listening(waits, actor.at, door), []
    return Listening(), [Tell(heard_through(play, actor, door), "sound")]


def _hark(before: Listening, actor: Actor, enough: int) -> tuple[Listening, list[Change]]:
    """Waits in a row away from doors: after enough of them one hears farther (D-41)."""
    same = before.waits > 0 and before.at == actor.at and before.door == actor.at
    waits = min(enough, before.waits + 1 if same else 1)
    begins = waits == enough and not (same and before.waits == enough)
    told: list[Change] = [Tell(Message("stealth-hark-begins"), "sound")] if begins else []
    return Listening(waits, actor.at, actor.at), told


def heard_through(play: Play, actor: Actor, door: Cell) -> Message:
    """The listening roll and its report."""
    knob = knobs(play)
    perception = total(play, actor, "perception")
    rolled = play.roll("listen", 1, 6) + perception - PERCEPTION_OF_A_BEGINNER
    creatures = beyond(play, actor, door) if rolled >= knob.listen_target else []
    if not creatures:
        return Message("stealth-listen-nothing")
    nearest = creatures[0]
    if perception >= knob.listen_naming and nearest.kind in stealth_of(play.state).known:
        return Message("stealth-listen-creature", {"creature": name_of(play, nearest)})
    return Message("stealth-listen-something")


def beyond(play: Play, actor: Actor, door: Cell) -> list[Actor]:
    """Creatures near the tile just past a door and on its far side, nearest first."""
    world, _, ground = here(play)
    dy, dx = door[0] - actor.at[0], door[1] - actor.at[1]
    past = (door[0] + dy, door[1] + dx)
    found = []
    for other in present(play, world, ground):
        far = (other.at[0] - door[0]) * dy + (other.at[1] - door[1]) * dx > 0
        if other.id != actor.id and far and chebyshev(other.at, past) <= knobs(play).listen_radius:
            found.append(other)
    return sorted(found, key=lambda other: (chebyshev(other.at, past), other.id))
