"""Choosing a target, perceiving it, and losing track of it (R-AI-1, 2, 15)."""

from footfall.api.chance import play_chance
from footfall.api.grid import (
    Actor,
    Cell,
    LevelIndex,
    chebyshev_distance,
    compute_hearing_map,
    find_loudness,
    find_visible_cells,
    kernels,
)

from ..actors.stats import effective_stat, sense_ranges
from ..actors.surroundings import find_target
from ..model.phase import Phase
from ..model.state import Mood
from ..senses.sight import MIN_VIEW_RADIUS, is_diving, is_lit
from ..senses.sounds import is_heard
from .context import TurnContext
from .noticing import PursuitFacts, pursue

MIN_HEARING_MAP_REACH = 160
"""Minimum reach of the shared hearing map in tenths of a cell, so that one map serves all creatures."""


GUESSED_TURNS = 2
"""Turns without a trace for which a hunter still knows where its target goes (P-WAY-1)."""


def choose_target(turn: TurnContext) -> None:
    """Targets its personal enemy, then the nearest enemy; the player wins ties (R-AI-1, D-28)."""
    turn.target, turn.distance = find_target(turn.phase, turn.actor, turn.mind.foe)


def hunts_another(phase: Phase, actor: Actor) -> bool:
    """Whether a creature hunts, but not the player's character."""
    mind = phase.stealth.minds[actor.id]
    if mind.mood is not Mood.AGGRAVATED:
        return False
    target, _ = find_target(phase, actor, mind.foe)
    return target is not None and target.id != phase.world.player


def perceive(turn: TurnContext) -> None:
    """Sets whether it sees and hears the target (R-AI-2)."""
    target = turn.target
    if target is None:
        return
    own_index, target_index = turn.array_index(turn.actor.at), turn.array_index(target.at)
    is_player = target.id == turn.world.player
    turn.sees = turn.distance <= turn.fov and sees_target(turn)
    turn.noise = find_loudness(turn.world, target.id)
    if turn.noise < 1:
        return
    if turn.phase.asks_hearing_of(turn.actor):
        turn.hears = _ask_hearing(turn, target)
    elif is_player:
        turn.hears = _is_in_earshot(turn.ground, own_index, target_index, turn.foh)
    else:
        listeners, _, _, _ = kernels.hear(turn.ground.grid, [target_index], [own_index], max_distance=10 * turn.foh)
        turn.hears = len(listeners) > 0


def sees_target(turn: TurnContext) -> bool:
    """Whether the target, within the range of sight, is in view, and neither water nor darkness hides it."""
    target = turn.target
    assert target is not None
    own_index, target_index = turn.array_index(turn.actor.at), turn.array_index(target.at)
    if target.id != turn.world.player:
        return kernels.line_of_sight(turn.ground.grid, own_index, target_index)
    return _is_in_view(turn.ground, own_index, target_index, turn.fov) and not _is_hidden(turn, target)


def _is_hidden(turn: TurnContext, target: Actor) -> bool:
    """Whether water or darkness hides the target; darkness does at more than half of a hunter's FOV (P-WAY-2, 3)."""
    if not turn.settings.shipped or turn.distance <= 1:
        return False
    is_dim = turn.mind.mood is Mood.AGGRAVATED and 2 * turn.distance > turn.fov + 1
    return is_diving(turn.phase, target) or (is_dim and not is_lit(turn.phase, target))


def perceives_player(phase: Phase, actor: Actor) -> bool:
    """Whether a creature sees or hears the player's character, if no mod or setting adjusts its hearing."""
    player = phase.player
    fov, foh = sense_ranges(phase, actor)
    distance = chebyshev_distance(actor.at, player.at)
    if distance > fov and distance * phase.least_sound_cost > 10 * foh:
        return False
    own_index, player_index = phase.array_index(actor.at), phase.array_index(player.at)
    dives = phase.settings.shipped and distance > 1 and is_diving(phase, player)
    if distance <= fov and not dives and _is_in_view(phase.ground, own_index, player_index, fov):
        return True
    return find_loudness(phase.world, player.id) >= 1 and _is_in_earshot(phase.ground, own_index, player_index, foh)


def _is_in_view(ground: LevelIndex, cell: Cell, player_cell: Cell, fov: int) -> bool:
    return bool(find_visible_cells(ground, player_cell, max(MIN_VIEW_RADIUS, fov))[cell])


def _is_in_earshot(ground: LevelIndex, cell: Cell, player_cell: Cell, foh: int) -> bool:
    reach = 10 * foh
    hearing_map = compute_hearing_map(ground, player_cell, max(MIN_HEARING_MAP_REACH, reach))
    return 0 <= int(hearing_map[cell]) <= reach


def _ask_hearing(turn: TurnContext, target: Actor) -> bool:
    """Whether it hears the target, where loudness counts or a mod listens to ``on_hear`` or ``on_heard``."""
    own_index, target_index = turn.array_index(turn.actor.at), turn.array_index(target.at)
    max_distance = 10 * sum(turn.level.shape)
    distance = int(compute_hearing_map(turn.ground, target_index, max_distance)[own_index])
    if distance < 0:
        return False
    own = (noise for noise in turn.world.noises if noise.source == target.id)
    kind = next(noise.kind for noise in own if noise.loudness == turn.noise)
    heard, queued = is_heard(turn.phase, turn.actor, target, kind, turn.noise, distance)
    turn.changes += queued
    return heard


def _follows(turn: TurnContext) -> bool:
    """Whether the target is within the engage range of an aggravated creature."""
    perception = effective_stat(turn.phase, turn.actor, "perception")
    facts = PursuitFacts(turn.sees, turn.hears, turn.fov, turn.foh, perception, turn.distance)
    return play_chance(turn.ctx, pursue, facts, turn.changes).is_following


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
    if turn.settings.uses_engage_in_pursuit and not _follows(turn):
        turn.calm_down()
        return
    if turn.sees or turn.hears:
        mind.lost_turns = 0
        mind.last_seen = turn.target.at
        return
    mind.lost_turns += 1
    if turn.settings.shipped and mind.lost_turns <= GUESSED_TURNS:
        mind.last_seen = turn.target.at
    if mind.lost_turns > turn.actor.stats.get("aggressivity", 0) + turn.settings.ai_aggro_loss_base:
        turn.calm_down()
