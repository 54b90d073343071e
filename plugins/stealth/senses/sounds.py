"""Noises: loudness and duration by kind, and the hearing of the player's character (R-HEAR)."""

import msgspec

from footfall.api import Change, Message, Proposal, Tell, events
from footfall.api.grid import (
    OPEN_SOUND_COST,
    Actor,
    Cell,
    MakeNoise,
    MarkNoisesReported,
    Noise,
    chebyshev_distance,
    compute_hearing_map,
    kernels,
)

from ..actors.stats import effective_stat
from ..model.phase import Phase
from ..model.records import creature_kind
from ..model.settings import RuleSettings
from ..model.state import AddHeardSounds, HeardSound, build_noise
from .sight import actor_name, visible_mask


class SoundKind(msgspec.Struct, frozen=True):
    """Loudness and duration in turns of a kind of noise (R-HEAR-8)."""

    kind: str
    loudness: int
    duration: int


STEP_SOUND = SoundKind("step", 1, 1)
DOOR_SOUND = SoundKind("door", 2, 2)
ATTACK_SOUND = SoundKind("fight", 2, 2)
HURT_SOUND = SoundKind("hurt", 2, 2)
SHOT_SOUND = SoundKind("shot", 1, 1)
STRIKE_SOUND = SoundKind("strike", 3, 1)
COLLAPSE_SOUND = SoundKind("collapse", 4, 3)
WHISTLE_SOUND = SoundKind("whistle", 4, 1)
LANDING_SOUND = SoundKind("landing", 2, 1)
SHATTER_SOUND = SoundKind("shatter", 3, 1)
CRY_SOUND = SoundKind("cry", 6, 1)
STAIRS_SOUND = SoundKind("stairs", 3, 2)

MAX_LOUDNESS = 20
"""The loudness at which noises of rules are capped; odds compute hearing up to its range."""

CRIES_TAG = "cries"
"""Tag of creatures that cry out when they have noticed the player's character (P-INQ-10)."""


def emit_noise(
    phase: Phase, actor: Actor, sound: SoundKind, at: Cell | None = None, loudness: int | None = None
) -> MakeNoise:
    """A noise of an actor, on its own or another cell."""
    loud = sound.loudness if loudness is None else loudness
    return MakeNoise(build_noise(phase.ctx, sound.kind, actor.level, at or actor.at, loud, sound.duration, actor.id))


def emit_noise_at(phase: Phase, sound: SoundKind, level: int, at: Cell, loudness: int | None = None) -> MakeNoise:
    """A noise that no actor makes: a thing that lands, a drop of water (P-HEAR-1)."""
    loud = sound.loudness if loudness is None else loudness
    return MakeNoise(build_noise(phase.ctx, sound.kind, level, at, loud, sound.duration, 0))


def is_thrown(noise: Noise) -> bool:
    """Whether a noise is that of a thing that the player's character threw: creatures throw nothing (P-TRICK-1)."""
    return noise.source == 0 and noise.kind in (LANDING_SOUND.kind, SHATTER_SOUND.kind)


def is_heard(
    phase: Phase, listener: Actor, source: Actor, kind: str, loudness: int, distance: int
) -> tuple[bool, list[Proposal]]:
    """Whether a creature hears a noise, and the changes that mods queue (R-HEAR-4, ``on_hear``, ``on_heard``)."""
    event = events.Hearing(listener.id, source.id, kind, loudness, distance, -1)
    reach, queued = find_reach(phase, listener, event)
    if distance <= reach:
        queued += phase.ctx.notify("on_heard", event)
    return distance <= reach, queued


def measure_earshot(settings: RuleSettings, foh: int, loudness: int) -> int:
    """How far a creature with the hearing `foh` hears a noise, in tenths of a cell, if no mod decides (R-HEAR-4)."""
    return 10 * (foh + (max(0, loudness - 1) if settings.extends_hearing_by_loudness else 0))


def find_reach(phase: Phase, listener: Actor, event: events.Hearing) -> tuple[int, list[Proposal]]:
    """How far a creature hears a noise in tenths of a cell, and the changes that mods queue (``on_hear``)."""
    reach = measure_earshot(phase.settings, effective_stat(phase, listener, "foh"), event.loudness)
    if not phase.ctx.has_listeners("on_hear"):
        return reach, []
    folded = phase.ctx.fold("on_hear", event, {"range": reach})
    return folded["range"], [proposal for proposal in folded.proposals if proposal.changes]


def compass_direction(origin: Cell, to: Cell) -> int:
    """The direction from one cell to another by the signs of the difference: 0 to 7, -1 for the same cell."""
    dy, dx = to[0] - origin[0], to[1] - origin[1]
    step = ((dy > 0) - (dy < 0), (dx > 0) - (dx < 0))
    return kernels.DIRECTIONS.index(step) if step != (0, 0) else -1


def name_noise(phase: Phase, noise: Noise) -> str:
    """The kind as which the character hears a noise: steps sound by the gait of who makes them (P-SENSE-1)."""
    source = phase.world.actors.get(noise.source)
    gait = creature_kind(phase, source.kind).gait if source is not None and noise.kind == STEP_SOUND.kind else ""
    return gait or noise.kind


def report_sounds(phase: Phase) -> list[Change | Proposal]:
    """Reports the noises since the last report that the player's character hears (R-HEAR-5)."""
    if not phase.world.unreported:
        return []
    player = phase.player
    audible, queued = _list_audible(phase, player)
    changes: list[Change | Proposal] = [MarkNoisesReported(), *queued]
    heard: list[HeardSound] = []
    is_asked = phase.ctx.has_listeners("on_heard")
    for noise, distance, direction in audible:
        if phase.settings.hearing_direction == "bearing":
            direction = compass_direction(player.at, noise.at)
        turn = phase.turn
        estimate = estimate_origin(phase, noise.at, distance)
        heard.append(
            HeardSound(name_noise(phase, noise), noise.loudness, distance, direction, estimate, turn, noise.source)
        )
        changes.append(Tell(_describe_sound(phase, noise, direction), "sound"))
        if is_asked:
            event = events.Hearing(player.id, noise.source, noise.kind, noise.loudness, distance, direction)
            changes += phase.ctx.notify("on_heard", event)
    if heard or phase.stealth.heard_sounds:
        changes.append(AddHeardSounds(tuple(heard)))
    return changes


def _list_audible(phase: Phase, player: Actor) -> tuple[list[tuple[Noise, int, int]], list[Proposal]]:
    """Unreported noises of others, heard and out of view, with distance and direction; and queued changes.

    Listeners of ``on_hear`` may queue changes for noises that are then not heard.
    """
    near = _list_unseen_noises(phase)
    if not near:
        return [], []
    settings, foh = phase.settings, effective_stat(phase, player, "foh")
    is_asked = phase.ctx.has_listeners("on_hear")
    if is_asked or settings.extends_hearing_by_loudness:
        limit = 10 * sum(phase.level.shape)
    else:
        limit = measure_earshot(settings, foh, 0)  # the same for all loudnesses
        field, (top, left) = compute_hearing_map(phase.ground, phase.array_index(player.at), limit), phase.level.origin
        near = [noise for noise in near if field.item(noise.at[0] - top, noise.at[1] - left) != kernels.UNREACHED]
        if not near:
            return [], []
    places = [phase.array_index(noise.at) for noise in near], [phase.array_index(player.at)]
    _, sources, distances, directions = kernels.hear(phase.ground.grid, *places, max_distance=limit)
    noises = [near[source] for source in sources.tolist()]
    hearings = [
        events.Hearing(player.id, noise.source, noise.kind, noise.loudness, distance, direction)
        for noise, distance, direction in zip(noises, distances.tolist(), directions.tolist(), strict=True)
    ]
    reaches = [measure_earshot(settings, foh, noise.loudness) for noise in noises]
    queued: list[Proposal] = []
    if is_asked:
        folded = phase.ctx.fold_each("on_hear", hearings, [{"range": reach} for reach in reaches])
        reaches = [result["range"] for result in folded]
        queued = [proposal for result in folded for proposal in result.proposals if proposal.changes]
    audible = [
        (noise, heard.distance, heard.direction)
        for noise, heard, reach in zip(noises, hearings, reaches, strict=True)
        if heard.distance <= reach
    ]
    return audible, queued


def _list_unseen_noises(phase: Phase) -> list[Noise]:
    """Unreported noises of others on the level, out of view."""
    level, mask, me = phase.level, visible_mask(phase), phase.world.player
    here, (top, left), width = level.id, level.origin, level.tiles.shape[1]
    return [
        noise
        for noise in phase.world.unreported  # several hundred in a large fight
        if noise.source != me
        and noise.loudness >= 1
        and noise.level == here
        and not mask[(noise.at[0] - top) * width + noise.at[1] - left]
    ]


def estimate_origin(phase: Phase, at: Cell, distance: int) -> Cell:
    """The cell that the character takes for the source."""
    blur = measure_blur(distance)
    y = at[0] + phase.ctx.roll("estimate", -blur, blur)
    x = at[1] + phase.ctx.roll("estimate", -blur, blur)
    (height, width), (top, left) = phase.level.shape, phase.level.origin
    return max(top, min(top + height - 1, y)), max(left, min(left + width - 1, x))


def measure_blur(distance: int) -> int:
    """By how many cells the character may mistake the place of a sound; the error grows with the distance."""
    return distance // 40


MUFFLING_STEP, MAX_MUFFLING = 30, 3
"""Sound cost beyond open ground per degree of muffling; a wall costs 40 more than open ground."""


def rate_sound(distance: int, ear: Cell, origin: Cell) -> tuple[int, int]:
    """How loud (1 to 5) and how muffled (0 to `MAX_MUFFLING`) a sound arrives (R-HEAR-2).

    The muffling is that of a way which costs more than open ground to the place from which it seems to come.
    """
    excess = distance - OPEN_SOUND_COST * chebyshev_distance(ear, origin)
    return max(1, min(5, 5 - distance // 20)), min(max(excess, 0) // MUFFLING_STEP, MAX_MUFFLING)


def _describe_sound(phase: Phase, noise: Noise, direction: int) -> Message:
    """The sound and its direction; the creature only with enough PERCEPTION, if its kind is known (R-HEAR-7)."""
    args: dict[str, object] = {
        "sound": Message(f"stealth-sound-{name_noise(phase, noise)}"),
        "from": Message("stealth-direction", {"direction": direction}),
    }
    source = phase.world.actors.get(noise.source)
    keen = effective_stat(phase, phase.player, "perception") >= phase.settings.listen_naming
    if keen and source is not None and source.kind in phase.stealth.known_kinds:
        return Message("stealth-heard-creature", {**args, "creature": actor_name(phase, source)})
    return Message("stealth-heard", args)
