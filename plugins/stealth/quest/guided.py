"""The guided floor: stations that each teach one thing (P-GUIDE)."""

from collections.abc import Callable, Mapping
from typing import Annotated

from footfall.api import Change, Context, Finish, Message, MessageId, Natural, Record, RecordKind, Step, Tell, Words
from footfall.api.grid import chebyshev_distance, find_loudness

from ..actions.listen import list_adjacent_doors
from ..actions.movement import QUIET_TAG
from ..actors.surroundings import tile_at
from ..model.courses import DONE, FAILED, course_of
from ..model.phase import Phase, get_phase
from ..model.play_state import CompleteStation, run_stats_of
from ..model.state import LastAction, Mood
from ..senses.known_map import creatures_in_view
from ..senses.sight import player_sees
from ..senses.sounds import COLLAPSE_SOUND, LANDING_SOUND


def _has_listened(phase: Phase) -> bool:
    """Whether the last of the waits next to a door was made this turn (R-HEAR-6)."""
    waited = phase.fighter.last is LastAction.WAIT and phase.stealth.listening.waits == 0
    return waited and bool(list_adjacent_doors(phase, phase.player)) and phase.settings.listen_waits > 0


def _is_silent(phase: Phase) -> bool:
    """Whether the character has just moved over quiet ground without a noise, and nothing hunts it."""
    me = phase.player
    ground = tile_at(phase, me, me.at)
    is_quiet = ground is not None and QUIET_TAG in ground.tags
    return is_quiet and find_loudness(phase.world, me.id) == 0 and _is_unnoticed(phase)


def _is_unnoticed(phase: Phase) -> bool:
    """Whether no creature of the floor hunts; asked once the character has gone by."""
    return all(mind.mood is not Mood.AGGRAVATED for mind in phase.stealth.minds.values())


ESCAPE_DISTANCE = 16
"""Cells within which a creature counts that has lost the character."""


def _has_escaped(phase: Phase) -> bool:
    """Whether the creature of this station that last noticed the character has lost it, and none in view hunts.

    Hunters elsewhere on the floor make no difference.
    """
    actors, minds, me = phase.world.actors, phase.stealth.minds, phase.player
    found = current_station(phase)
    since = found[1].since if found is not None else 0
    noticed = (actors[notice.actor] for notice in reversed(phase.play.notices) if notice.actor in minds)
    near = (one for one in noticed if one.at[1] >= since and chebyshev_distance(one.at, me.at) <= ESCAPE_DISTANCE)
    last = next(near, None)
    if last is None or not minds[last.id].is_marked or minds[last.id].mood is Mood.AGGRAVATED:
        return False
    return all(minds[other.id].mood is not Mood.AGGRAVATED for other in creatures_in_view(phase) if other.id in minds)


DEEDS: Mapping[str, Callable[[Phase], bool]] = {
    "listen": _has_listened,
    "silent": _is_silent,
    "lure": lambda phase: bool(phase.play.inquiries),  # one goes to look at a noise
    "unnoticed": _is_unnoticed,
    "escape": _has_escaped,
    "breach": lambda phase: any(noise.kind == COLLAPSE_SOUND.kind for noise in phase.world.noises),
    "ambush": lambda phase: run_stats_of(phase.ctx.state).backstabs > 0,
}
"""The conditions that stations wait for, by name."""


DEEDS_TO_CREATURES = ("lure", "escape", "ambush")
"""The deeds that need the creature of their station."""


class Station(Record, frozen=True, kw_only=True):
    """A station of a guided floor.

    Attributes:
        task: the task in a few words; it stays on the screen.
        text: the log line when the station begins; ``$key`` and ``$second`` are the keys of `keys`.
        keys: names of key bindings.
        deed: the deed that completes it.
        since: column from which on the deed counts.
        praise: log line once it is completed.
        after: the rest of the task then, in a few words.
        until: last column of the station; the next one begins beyond it, done or not (P-GUIDE-2).
    """

    task: Annotated[str, MessageId()]
    text: Annotated[str, MessageId()]
    keys: tuple[str, ...] = ()
    deed: Annotated[str, Words("deed", tuple(DEEDS))]
    since: Natural = 0
    praise: Annotated[str, MessageId()]
    after: Annotated[str, MessageId()] = "stealth-station-done"
    until: Natural


STATION_RECORD_KINDS = (RecordKind("station", Station),)


def list_stations(phase: Phase) -> list[Station]:
    """The stations of the course, in order."""
    course = course_of(phase.ctx)
    return [] if course is None else [phase.records.get(Station, "station", id) for id in course.stations]


def current_station(phase: Phase) -> tuple[int, Station] | None:
    """The station that the character is at, with its number; None after the last one, and without any."""
    stations = phase.play.stations
    return next(
        ((number, one) for number, one in enumerate(list_stations(phase), 1) if not stations.get(one.id, False)), None
    )


def is_completed(phase: Phase, station: Station) -> bool:
    """Whether the deed of a station is done, or can no longer be, as its creature is dead."""
    if station.id in phase.play.stations or station.deed not in DEEDS_TO_CREATURES:
        return station.id in phase.play.stations
    earlier = [one.until for one in list_stations(phase) if one.until < station.until]
    foes, minds = phase.index.by_side.get("hostile", ()), phase.stealth.minds
    posts = [minds[id].post for id in foes if id in minds]
    return not any(post is not None and max(earlier, default=0) < post[1] <= station.until for post in posts)


def follow_course(ctx: Context) -> list[Change]:
    """Ends a game whose task has come to an end (P-TASK-1), and follows the stations of a guided floor (P-GUIDE-2)."""
    course = course_of(ctx)
    if course is not None and course.task is not None:
        ends = {DONE: course.task.goal, FAILED: course.task.failure}
        outcome = next((name for name, condition in ends.items() if ctx.holds(condition)), None)
        tone = "good" if outcome == DONE else "warn"
        return [] if outcome is None else [Tell(Message(f"stealth-course-{outcome}"), tone), Finish(outcome)]
    return follow_stations(get_phase(ctx))


def follow_stations(phase: Phase) -> list[Change]:
    """Completes the current station once its deed is done, and ends it once the character has left it (P-GUIDE-2)."""
    found = current_station(phase)
    if found is None:
        return []
    station = found[1]
    column = phase.player.at[1]
    changes = _report_unheeded_throw(phase)
    if station.id not in phase.play.stations:
        if column >= station.since and DEEDS[station.deed](phase):
            changes += [CompleteStation(station.id, False), Tell(Message(station.praise), "good")]
        elif column > station.until and not is_completed(phase, station):
            facts = {"number": found[0], "task": Message(station.task)}
            changes.append(Tell(Message("stealth-station-passed", facts), "warn"))
    if column > station.until:
        changes.append(CompleteStation(station.id, True))
    return changes


def _report_unheeded_throw(phase: Phase) -> list[Change]:
    """Tells that what was thrown this turn has drawn no creature in view."""
    world, turn = phase.world, phase.turn
    landed = [noise for noise in world.noises if noise.kind == LANDING_SOUND.kind and noise.turn == turn - 1]
    if not landed or phase.stealth.fighters[world.player].last is not LastAction.ATTACK:
        return []
    drawn = (id for id, inquiry in phase.play.inquiries.items() if inquiry.kind == LANDING_SOUND.kind)
    if any(player_sees(phase, world.actors[id].at) for id in drawn):
        return []
    return [Tell(Message("stealth-throw-unheeded", {"loudness": landed[-1].loudness}))]


UPKEEP = (Step("core.stealth:stations", follow_course),)
