"""The guided floor: stations that each teach one thing (P-GUIDE)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from footfall.api import Change, Context, Message, MessageId, Natural, Record, RecordKind, Step, Tell, Words
from footfall.api.grid import find_loudness, get_world

from ..actions.listen import list_adjacent_doors
from ..actions.movement import QUIET_TAG
from ..actors.actor_index import player_of
from ..actors.floor import tile_at
from ..model.courses import course_of
from ..model.play_state import CompleteStation, play_of
from ..model.run_stats import run_stats_of
from ..model.settings import rule_settings
from ..model.state import LastAction, Mood, stealth_of
from ..senses.sight import player_sees
from ..senses.sounds import LANDING_SOUND


def _has_listened(ctx: Context) -> bool:
    """Whether the last of the waits next to a door was made this turn (R-HEAR-6)."""
    me, part = player_of(ctx), stealth_of(ctx.state)
    waited = part.fighters[me.id].last is LastAction.WAIT and part.listening.waits == 0
    return waited and bool(list_adjacent_doors(ctx, me)) and rule_settings(ctx).listen_waits > 0


def _is_silent(ctx: Context) -> bool:
    """Whether the character has just moved over quiet ground without a noise, and nothing hunts it."""
    me = player_of(ctx)
    ground = tile_at(ctx, me, me.at)
    is_quiet = ground is not None and QUIET_TAG in ground.tags
    return is_quiet and find_loudness(get_world(ctx.state), me.id) == 0 and _is_unnoticed(ctx)


def _has_lured(ctx: Context) -> bool:
    """Whether a creature goes to look at a noise."""
    return bool(play_of(ctx.state).inquiries)


def _is_unnoticed(ctx: Context) -> bool:
    """Whether no creature of the floor hunts; asked once the character has gone by."""
    return all(mind.mood is not Mood.AGGRAVATED for mind in stealth_of(ctx.state).minds.values())


def _has_ambushed(ctx: Context) -> bool:
    """Whether the character has attacked a creature that did not know of it."""
    return run_stats_of(ctx.state).backstabs > 0


DEEDS: Mapping[str, Callable[[Context], bool]] = {
    "listen": _has_listened,
    "silent": _is_silent,
    "lure": _has_lured,
    "unnoticed": _is_unnoticed,
    "ambush": _has_ambushed,
}
"""What stations wait for, by name."""


class Station(Record, frozen=True, kw_only=True):
    """A station of a guided floor.

    Attributes:
        task: what to do, in a few words; it stays on the screen.
        text: the log line when the station begins; ``$key`` and ``$second`` are the keys of `keys`.
        keys: names of key bindings.
        deed: what completes it.
        since: column from which on the deed counts.
        praise: log line once it is completed.
        after: what is left to do then, in a few words.
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


def list_stations(ctx: Context) -> list[Station]:
    """The stations of the course, in order."""
    course = course_of(ctx)
    return [] if course is None else [ctx.records.get(Station, "station", id) for id in course.stations]


def current_station(ctx: Context) -> tuple[int, Station] | None:
    """The station that the character is at, with its number; None after the last one, and without any."""
    stations = play_of(ctx.state).stations
    return next(
        ((number, one) for number, one in enumerate(list_stations(ctx), 1) if not stations.get(one.id, False)), None
    )


def is_completed(ctx: Context, station: Station) -> bool:
    """Whether the deed of a station is done."""
    return station.id in play_of(ctx.state).stations


def follow_stations(ctx: Context) -> list[Change]:
    """Completes the current station once its deed is done, and ends it once the character has left it (P-GUIDE-2)."""
    found = current_station(ctx)
    if found is None:
        return []
    station = found[1]
    column = player_of(ctx).at[1]
    changes = _report_unheeded_throw(ctx)
    if not is_completed(ctx, station):
        if column >= station.since and DEEDS[station.deed](ctx):
            changes += [CompleteStation(station.id, False), Tell(Message(station.praise), "good")]
        elif column > station.until:
            facts = {"number": found[0], "task": Message(station.task)}
            changes.append(Tell(Message("stealth-station-passed", facts), "warn"))
    if column > station.until:
        changes.append(CompleteStation(station.id, True))
    return changes


def _report_unheeded_throw(ctx: Context) -> list[Change]:
    """Tells that what was thrown this turn has drawn no creature in view."""
    world, turn = get_world(ctx.state), stealth_of(ctx.state).turn
    landed = [noise for noise in world.noises if noise.kind == LANDING_SOUND.kind and noise.made == turn - 1]
    if not landed or stealth_of(ctx.state).fighters[world.player].last is not LastAction.ATTACK:
        return []
    drawn = (id for id, inquiry in play_of(ctx.state).inquiries.items() if inquiry.kind == LANDING_SOUND.kind)
    if any(player_sees(ctx, world.actors[id].at) for id in drawn):
        return []
    return [Tell(Message("stealth-throw-unheeded", {"loudness": landed[-1].loudness}))]


UPKEEP = (Step("core.stealth:stations", follow_stations),)
