"""Noises: their levels and durations (table C.11), and what the player's character makes of them (R-HEAR)."""

from __future__ import annotations

import msgspec

from footfall.api import Change, Message, Play, Proposal, Tell, events
from footfall.api.grid import (
    Actor,
    Cell,
    Ground,
    Level,
    MakeNoise,
    Noise,
    Report,
    World,
    hearing_map,
    here,
    kernels,
)

from .knobs import knobs
from .sight import index, name_of, visible
from .state import Hear, Heard, noise, stealth_of
from .totals import total


class Sound(msgspec.Struct, frozen=True):
    """A row of table C.11."""

    kind: str
    loudness: int
    duration: int


STEP = Sound("step", 1, 1)
DOOR = Sound("door", 2, 2)
ATTACK = Sound("fight", 2, 2)
HURT = Sound("hurt", 2, 2)
SHOT = Sound("shot", 1, 1)
STRIKE = Sound("strike", 3, 1)
COLLAPSE = Sound("collapse", 4, 3)

FAINT = kernels.UNREACHED


def emit(
    play: Play, actor: Actor, sound: Sound, at: Cell | None = None, loudness: int | None = None
) -> MakeNoise:
    """A noise that an actor makes, where it stands or at another cell."""
    level = sound.loudness if loudness is None else loudness
    return MakeNoise(noise(play, sound.kind, actor.level, at or actor.at, level, sound.duration, actor.id))


def range_of(play: Play, listener: Actor, source: Actor, kind: str, loudness: int, distance: int) -> int:
    """How far a listener hears this noise, in tenths of a cell (R-HEAR-4, hook ``on_hear``)."""
    reach = 10 * total(play, listener, "foh")
    if knobs(play).hearing_loudness_extends:
        reach += 10 * max(0, loudness - 1)
    if play.listened("on_hear"):
        event = events.Hearing(listener.id, source.id, kind, loudness, distance, -1)
        reach = play.fold("on_hear", event, {"range": reach})["range"]
    return reach


def bearing(origin: Cell, to: Cell) -> int:
    """The direction from one cell to another, by the signs of the difference: 0..7, -1 on the spot."""
    dy, dx = to[0] - origin[0], to[1] - origin[1]
    step = ((dy > 0) - (dy < 0), (dx > 0) - (dx < 0))
    return kernels.DIRECTIONS.index(step) if step != (0, 0) else -1


def report(play: Play) -> list[Change | Proposal]:
    """What the player's character hears of the noises made since the last report (R-HEAR-5)."""
    world, level, ground = here(play)
    if not world.unreported:
        return []
    player = world.actors[world.player]
    changes: list[Change | Proposal] = [Report()]
    heard: list[Heard] = []
    for one, distance, direction, queued in _audible(play, world, level, ground, player):
        changes += queued
        if knobs(play).hearing_direction == "bearing":
            direction = bearing(player.at, one.at)
        now = stealth_of(play.state).turn
        estimate = _estimate(play, level, one.at, distance)
        heard.append(Heard(one.kind, one.loudness, distance, direction, estimate, now, one.source))
        changes.append(Tell(_line(play, world, player, one, direction), "sound"))
    if heard or stealth_of(play.state).heard:
        changes.append(Hear(tuple(heard)))
    return changes


def _audible(
    play: Play, world: World, level: Level, ground: Ground, player: Actor
) -> list[tuple[Noise, int, int, tuple[Proposal, ...]]]:
    """Unreported noises of others that are heard and not seen: noise, distance, arrival, queued changes."""
    mask = visible(play)
    near = [
        one
        for one in world.unreported
        if one.source != player.id
        and one.loudness >= 1
        and one.level == level.id
        and not mask[index(level, one.at)]
    ]
    if not near:
        return []
    foh = total(play, player, "foh")
    most = 10 * foh
    listened = play.listened("on_hear")
    if listened or knobs(play).hearing_loudness_extends:
        most = 10 * sum(level.shape)
    else:
        field = hearing_map(ground, index(level, player.at), most)
        near = [one for one in near if field[index(level, one.at)] != FAINT]
        if not near:
            return []
    _, sources, distances, arrivals = kernels.hear(
        ground.grid, [index(level, one.at) for one in near], [index(level, player.at)], max_distance=most
    )
    hearings: list[events.Hearing] = []
    reaches: list[int] = []
    for source, distance, arrival in zip(
        sources.tolist(), distances.tolist(), arrivals.tolist(), strict=True
    ):
        one = near[source]
        reach = 10 * foh
        if knobs(play).hearing_loudness_extends:
            reach += 10 * max(0, one.loudness - 1)
        reaches.append(reach)
        hearings.append(events.Hearing(player.id, one.source, one.kind, one.loudness, distance, arrival))
    queued: list[tuple[Proposal, ...]] = [()] * len(hearings)
    if listened:
        folded = play.fold_each("on_hear", hearings, [{"range": reach} for reach in reaches])
        reaches = [each["range"] for each in folded]
        queued = [tuple(p for p in each.proposals if p.changes) for each in folded]
    return [
        (near[source], heard.distance, heard.direction, changes)
        for source, heard, reach, changes in zip(sources.tolist(), hearings, reaches, queued, strict=True)
        if heard.distance <= reach
    ]


def _estimate(play: Play, level: Level, at: Cell, distance: int) -> Cell:
    """Where the noise is believed to come from: the farther, the vaguer; drawn once."""
    blur = distance // 40
    y = at[0] + play.roll("estimate", -blur, blur)
    x = at[1] + play.roll("estimate", -blur, blur)
    height, width = level.shape
    top, left = level.origin
    return max(top, min(top + height - 1, y)), max(left, min(left + width - 1, x))


def _line(play: Play, world: World, player: Actor, one: Noise, direction: int) -> Message:
    """What is heard and from where; who, if perception suffices and the kind is known (R-HEAR-7)."""
    args: dict[str, object] = {
        "sound": Message(f"stealth-sound-{one.kind}"),
        "from": Message("stealth-direction", {"direction": direction}),
    }
    source = world.actors.get(one.source)
    keen = total(play, player, "perception") >= knobs(play).listen_naming
    if keen and source is not None and source.kind in stealth_of(play.state).known:
        return Message("stealth-heard-creature", {**args, "creature": name_of(play, source)})
    return Message("stealth-heard", args)
