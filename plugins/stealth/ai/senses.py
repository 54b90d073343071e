"""Choosing a target, perceiving it, and losing track of it (R-AI-1, 2, 15)."""

from __future__ import annotations

from footfall.api.grid import Actor, chebyshev_distance, compute_hearing_map, find_loudness, find_visible_cells, kernels

from ..actor_index import get_actor_index
from ..sight import MIN_VIEW_RADIUS
from ..sounds import hearing_range
from ..state import Mood
from ..stats import effective_stat
from .context import TurnContext

MIN_HEARING_MAP_REACH = 160
"""Minimum reach of the shared hearing map in tenths of a cell, so that one map serves all creatures."""


PREY_SIDE = {"hostile": "adventurer", "player": "hostile"}
"""Side to the side that it hunts; the player is handled separately."""

NO_IDS: list[int] = []


def choose_target(turn: TurnContext) -> None:
    """Targets the nearest enemy; the player wins ties (R-AI-1, D-28)."""
    actor, world = turn.actor, turn.world
    player = world.actors[world.player]
    if actor.side == "hostile" and get_actor_index(turn.ctx, world, turn.ground).two_sides:
        turn.target, turn.distance = player, chebyshev_distance(actor.at, player.at)
        return
    best: Actor | None = None
    nearest = 0
    if actor.side == "hostile" or turn.mind.foe == player.id:
        best, nearest = player, chebyshev_distance(actor.at, player.at)
    if best is None or turn.settings.ai_pc_priority != "always":
        for id in list_other_targets(turn):
            other = world.actors[id]
            distance = chebyshev_distance(actor.at, other.at)
            if best is None or distance < nearest:
                best, nearest = other, distance
    turn.target, turn.distance = best, nearest


def list_other_targets(turn: TurnContext) -> list[int]:
    """Ids of possible targets on this floor, without the player, in order of arrival.

    Hostile creatures hunt adventurers, the player's allies hunt hostile creatures; adventurers and
    other peaceful creatures fight only their attacker (R-AI-20).
    """
    side, foe = turn.actor.side, turn.mind.foe
    index = get_actor_index(turn.ctx, turn.world, turn.ground)
    targets = index.by_side.get(PREY_SIDE.get(side, ""), NO_IDS)
    if foe and foe != turn.world.player and foe not in targets and foe in index.all:
        return sorted((*targets, foe))
    return targets


def perceive(turn: TurnContext) -> None:
    """Sets whether it sees and hears the target (R-AI-2)."""
    target = turn.target
    if target is None:
        return
    own_index, target_index = turn.array_index(turn.actor.at), turn.array_index(target.at)
    is_player = target.id == turn.world.player
    if turn.distance <= turn.fov:
        if is_player:
            turn.sees = bool(find_visible_cells(turn.ground, target_index, max(MIN_VIEW_RADIUS, turn.fov))[own_index])
        else:
            turn.sees = kernels.line_of_sight(turn.ground.grid, own_index, target_index)
    turn.noise = find_loudness(turn.world, target.id)
    if turn.noise >= 1:
        turn.hears = _can_hear(turn, target, is_player)


def _can_hear(turn: TurnContext, target: Actor, is_player: bool) -> bool:
    ctx = turn.ctx
    reach = 10 * turn.foh
    own_index, target_index = turn.array_index(turn.actor.at), turn.array_index(target.at)
    is_adjustable = ctx.has_listeners("on_hear") or turn.settings.hearing_loudness_extends
    if is_adjustable:
        max_distance = 10 * sum(turn.level.shape)
        distance = int(compute_hearing_map(turn.ground, target_index, max_distance)[own_index])
        if distance < 0:
            return False
        kind, loudest = "", 0
        for noise in turn.world.noises:
            if noise.source == target.id and noise.loudness > loudest:
                kind, loudest = noise.kind, noise.loudness
        reach, queued = hearing_range(ctx, turn.actor, target, kind, loudest, distance)
        turn.changes += queued
        return distance <= reach
    if is_player:
        hearing_map = compute_hearing_map(turn.ground, target_index, max(MIN_HEARING_MAP_REACH, reach))
        return 0 <= int(hearing_map[own_index]) <= reach
    listeners, _, _, _ = kernels.hear(turn.ground.grid, [target_index], [own_index], max_distance=reach)
    return len(listeners) > 0


def _pursuit_range(turn: TurnContext) -> int:
    """The engage range of an aggravated creature, without STEALTH and LUCK (R-AI-7, 8; D-33)."""
    if turn.sees:
        base = turn.fov
    else:
        base = turn.foh if turn.hears else max(turn.fov, turn.foh)
    return base + turn.ctx.roll("perc", 0, effective_stat(turn.ctx, turn.actor, "perception"))


def lose_track(turn: TurnContext) -> None:
    """Calms an aggravated creature that is too far away or has perceived no target for too long (R-AI-15)."""
    mind = turn.mind
    if mind.mood is not Mood.AGGRAVATED:
        return
    if turn.target is None or turn.distance > turn.settings.ai_max_pursuit_range:
        turn.calm_down()
        return
    if turn.extra:
        return
    if turn.settings.ai_aggravated_uses_engage and turn.distance > _pursuit_range(turn):
        turn.calm_down()
        return
    if turn.sees or turn.hears:
        mind.lost = 0
        mind.last_seen = turn.target.at
        return
    mind.lost += 1
    if mind.lost > turn.actor.stats.get("aggressivity", 0) + turn.settings.ai_aggro_loss_base:
        turn.calm_down()
