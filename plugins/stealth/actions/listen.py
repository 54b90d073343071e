"""Listening at doors (R-DOOR-5, R-HEAR-6)."""

from footfall.api import Change, Message, Tell
from footfall.api.grid import Actor, Cell, chebyshev_distance

from ..actors.identification import disguise_of
from ..actors.stats import ORTHOGONAL, effective_stat
from ..actors.surroundings import tile_at
from ..model.courses import course_of
from ..model.phase import Phase
from ..model.records import is_thing
from ..model.state import ListeningState
from ..senses.sight import actor_name

BASE_PERCEPTION = 4
"""The listening roll is 1d6 + (PERCEPTION - 4) (D-9)."""


def list_adjacent_doors(phase: Phase, actor: Actor) -> list[Cell]:
    """Closed doors orthogonally next to an actor, clockwise from north."""
    doors = []
    for dy, dx in ORTHOGONAL:
        cell = (actor.at[0] + dy, actor.at[1] + dx)
        kind = tile_at(phase, actor, cell)
        if kind is not None and "door" in kind.tags and not kind.walkable:
            doors.append(cell)
    return doors


def count_wait(phase: Phase) -> tuple[ListeningState, list[Change]]:
    """One more wait: the new count, and the report once there were enough waits next to a door."""
    actor = phase.player
    before, settings = phase.stealth.listening, phase.settings
    doors = list_adjacent_doors(phase, actor)
    if not doors:
        return (
            _count_wait_in_open(phase, before, actor, settings.listen_waits)
            if settings.has_listening_mode
            else (ListeningState(), [])
        )
    same = before.waits > 0 and before.at == actor.at and before.door in doors
    door = before.door if same else doors[0]
    waits = before.waits + 1 if same else 1
    if waits < settings.listen_waits:
        return ListeningState(waits, actor.at, door), []
    return ListeningState(), [_report(phase, listen_through(phase, door))]


def _report(phase: Phase, result: Message) -> Change:
    """The result of the waits; no sound, which a front end may show elsewhere than in its log."""
    return Tell(result) if phase.settings.shipped else Tell(result, "sound")


def _count_wait_in_open(
    phase: Phase, before: ListeningState, actor: Actor, enough: int
) -> tuple[ListeningState, list[Change]]:
    """One more wait away from doors; enough of them sharpen the hearing (D-41)."""
    same = before.waits > 0 and before.at == actor.at and before.door == actor.at
    waits = min(enough, before.waits + 1 if same else 1)
    begins = waits == enough and not (same and before.waits == enough)
    report: list[Change] = [_report(phase, Message("stealth-hark-begins"))] if begins else []
    return ListeningState(waits, actor.at, actor.at), report


def listen_through(phase: Phase, door: Cell) -> Message:
    """Rolls for the sounds through a door."""
    settings = phase.settings
    perception = effective_stat(phase, phase.player, "perception")
    rolled = phase.ctx.roll("listen", 1, 6) + perception - BASE_PERCEPTION
    course = course_of(phase.ctx)
    if course is not None and course.stations:  # a lesson in listening that fails teaches nothing (P-GUIDE-4)
        rolled = max(rolled, settings.listen_target)
    if rolled < settings.listen_target and settings.shipped:
        return Message("stealth-listen-failed")  # P-WHY-2
    creatures = creatures_beyond(phase, phase.player, door) if rolled >= settings.listen_target else []
    if not creatures:
        return Message("stealth-listen-nothing")
    nearest = creatures[0]
    if perception >= settings.listen_naming and nearest.kind in phase.stealth.known_kinds:
        return Message("stealth-listen-creature", {"creature": actor_name(phase, nearest)})
    return Message("stealth-listen-something")


def creatures_beyond(phase: Phase, actor: Actor, door: Cell) -> list[Actor]:
    """Creatures on the far side of a door, moving or still, nearest first to the cell behind it.

    A fire is not a creature, and a dozing mimic keeps as still as the chest it looks like.
    """
    dy, dx = door[0] - actor.at[0], door[1] - actor.at[1]
    past = (door[0] + dy, door[1] + dx)
    creatures = []
    for other in phase.actors:
        far = (other.at[0] - door[0]) * dy + (other.at[1] - door[1]) * dx > 0
        if not far or is_thing(phase, other) or disguise_of(phase, other) is not None:
            continue
        if other.id != actor.id and chebyshev_distance(other.at, past) <= phase.settings.listen_radius:
            creatures.append(other)
    return sorted(creatures, key=lambda other: (chebyshev_distance(other.at, past), other.id))
