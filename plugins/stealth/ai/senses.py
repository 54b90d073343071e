"""Target, senses, and losing track (R-AI-1, 2, 15)."""

from __future__ import annotations

from footfall.api.grid import Actor, chebyshev, hearing_map, kernels, loudness, view

from ..roster import roster
from ..sight import EYES
from ..sounds import range_of
from ..state import Mood
from ..totals import total
from .thought import Thought

HEARING_REACH = 160
"""Tenths of a cell that the shared hearing map covers at least, so that one map serves all ears of a phase."""


PREY = {"hostile": "adventurer", "player": "hostile"}
"""Side to the side it hunts beside the player."""

NOBODY: list[int] = []


def choose_target(thought: Thought) -> None:
    """The nearest enemy; the player wins ties (R-AI-1, D-28)."""
    actor, world = thought.actor, thought.world
    player = world.actors[world.player]
    if actor.side == "hostile" and roster(thought.play, world, thought.ground).two_sides:
        thought.target, thought.distance = player, chebyshev(actor.at, player.at)
        return
    best: Actor | None = None
    nearest = 0
    if actor.side == "hostile" or thought.mind.foe == player.id:
        best, nearest = player, chebyshev(actor.at, player.at)
    if best is None or thought.knob.ai_pc_priority != "always":
        for id in others(thought):
            other = world.actors[id]
            distance = chebyshev(actor.at, other.at)
            if best is None or distance < nearest:
                best, nearest = other, distance
    thought.target, thought.distance = best, nearest


def others(thought: Thought) -> list[int]:
    """Ids of possible targets on this floor beside the player, in order of arrival.

    Hostile creatures hunt adventurers, the player's friends hunt hostile ones; adventurers and
    other peaceful folk fight only whoever attacked them (R-AI-20).
    """
    side, foe = thought.actor.side, thought.mind.foe
    folk = roster(thought.play, thought.world, thought.ground)
    prey = folk.by_side.get(PREY.get(side, ""), NOBODY)
    if foe and foe != thought.world.player and foe not in prey and foe in folk.all:
        return sorted((*prey, foe))
    return prey


def perceive(thought: Thought) -> None:
    """Whether it sees and hears the target (R-AI-2)."""
    target = thought.target
    if target is None:
        return
    mine, theirs = thought.local(thought.actor.at), thought.local(target.at)
    player = target.id == thought.world.player
    if thought.distance <= thought.fov:
        if player:
            thought.sees = bool(view(thought.ground, theirs, max(EYES, thought.fov))[mine])
        else:
            thought.sees = kernels.line_of_sight(thought.ground.grid, mine, theirs)
    thought.noise = loudness(thought.world, target.id)
    if thought.noise >= 1:
        thought.hears = _hears(thought, target, player)


def _hears(thought: Thought, target: Actor, player: bool) -> bool:
    play = thought.play
    reach = 10 * thought.foh
    mine, theirs = thought.local(thought.actor.at), thought.local(target.at)
    asked = play.listened("on_hear") or thought.knob.hearing_loudness_extends
    if asked:
        most = 10 * sum(thought.level.shape)
        distance = int(hearing_map(thought.ground, theirs, most)[mine])
        if distance < 0:
            return False
        kind, loudest = "", 0
        for noise in thought.world.noises:
            if noise.source == target.id and noise.loudness > loudest:
                kind, loudest = noise.kind, noise.loudness
        return distance <= range_of(play, thought.actor, target, kind, loudest, distance)
    if player:
        field = hearing_map(thought.ground, theirs, max(HEARING_REACH, reach))
        return 0 <= int(field[mine]) <= reach
    listeners, _, _, _ = kernels.hear(thought.ground.grid, [theirs], [mine], max_distance=reach)
    return len(listeners) > 0


def _pursuit(thought: Thought) -> int:
    """The engage range of an aggravated creature: STEALTH and LUCK no longer count (R-AI-7, 8; D-33)."""
    if thought.sees:
        base = thought.fov
    else:
        base = thought.foh if thought.hears else max(thought.fov, thought.foh)
    return base + thought.play.roll("perc", 0, total(thought.play, thought.actor, "perception"))


def lose(thought: Thought) -> None:
    """What makes an aggravated creature give up: distance, then silence and darkness (R-AI-15c, a)."""
    mind = thought.mind
    if mind.mood is not Mood.AGGRAVATED:
        return
    if thought.target is None or thought.distance > thought.knob.ai_max_pursuit_range:
        thought.calm()
        return
    if thought.extra:
        return
    if thought.knob.ai_aggravated_uses_engage and thought.distance > _pursuit(thought):
        thought.calm()
        return
    if thought.sees or thought.hears:
        mind.lost = 0
        mind.last_seen = thought.target.at
        return
    mind.lost += 1
    if mind.lost > thought.actor.stats.get("aggressivity", 0) + thought.knob.ai_aggro_loss_base:
        thought.calm()
