"""The chance of being noticed on each known cell, and how far the character's own steps are heard (P-ODDS-4, 5)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api import Context
from footfall.api.grid import Cell, current_level, kernels

from .exposure import STAY, Noise, foresee_footstep, lingering_noise
from .known_ground import BoolMap, KnownGround
from .movement import loudness_on
from .odds import Forecast, forecast_round
from .player import player_of
from .records import DEFAULT_STATS
from .settings import rule_settings
from .sight import array_index
from .sounds import STEP_SOUND
from .state import Mood, stealth_of
from .stats import ORTHOGONAL, effective_luck, effective_stat, sense_ranges
from .watchers import Encounter, Watcher

WHOLE = 1_000_000
"""The scale of chances that are multiplied, in parts."""


def compute_risk(ctx: Context) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The chances in percent that a creature in view takes notice of the character after a step to a cell.

    The creatures stay where they are; the character's own cell is that of staying. Creatures that hunt are left out.

    Returns:
        The chance that one notices the character or wakes, and the chance that one comes to look: uint8
        ``(height, width)``, 0 on cells of which the character does not know that it can stand there.
    """
    forecast, world = forecast_round(ctx), current_level(ctx)[0]
    minds = stealth_of(ctx.state).minds
    shape = forecast.ground.known.shape
    unnoticed, unvisited = np.full(shape, WHOLE, np.int64), np.full(shape, WHOLE, np.int64)
    loudness = _map_loudness(ctx, forecast)
    shelter = _map_shelter(forecast.ground)
    for id in sorted(forecast.creatures):
        mood, creature = minds[id].mood, world.actors[id]
        watcher = forecast.watch(creature)
        if mood is Mood.AGGRAVATED or watcher.is_numb(mood is Mood.ASLEEP):
            continue
        permille, comes = _weigh_cells(ctx, forecast, watcher, loudness, shelter, mood is Mood.ASLEEP)
        staying = forecast.weigh(creature, STAY)
        permille[forecast.at], comes[forecast.at] = staying.permille, staying.comes
        unnoticed = (unnoticed * (1000 - permille) + 500) // 1000
        unvisited = (unvisited * (1000 - comes) + 500) // 1000
    room = _find_standing_room(ctx, forecast)
    return _to_percent(unnoticed) * room, _to_percent(unvisited) * room


def _to_percent(missed: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """The chance in percent of what is missed with a chance in parts of `WHOLE`; at least 1 if there is one."""
    percent = (100 * (WHOLE - missed) + WHOLE // 2) // WHOLE
    percent[(percent == 0) & (missed < WHOLE)] = 1
    return percent.astype(np.uint8)


def _find_standing_room(ctx: Context, forecast: Forecast) -> BoolMap:
    """The cells of which the character knows that it can stand there."""
    _, level, ground = current_level(ctx)
    room = forecast.ground.walkable.copy()
    for cell in ground.actor_by_cell:
        index = array_index(level, cell)
        room[index] &= not forecast.visible[index]
    room[forecast.at] = True
    return room


def _map_loudness(ctx: Context, forecast: Forecast) -> npt.NDArray[np.int64]:
    """The loudness of a step to each known cell; hook ``on_move`` is asked for each cell if it has listeners."""
    ground, player = forecast.ground, player_of(ctx)
    loudness = ground.map_kinds(lambda kind: loudness_on(ctx, player, kind), np.int64)
    if ctx.has_listeners("on_move"):
        top, left = current_level(ctx)[1].origin
        for y, x in np.argwhere(ground.walkable).tolist():
            kind = ground.find_tile((y, x))
            assert kind is not None
            loudness[y, x] = foresee_footstep(ctx, player, (y + top, x + left), kind)[0]
    return loudness


def _map_shelter(ground: KnownGround) -> npt.NDArray[np.int64]:
    """1 where a wall is orthogonally next to a cell, 2 where that is unknown, else 0."""

    def is_beside(mask: BoolMap) -> BoolMap:
        height, width = mask.shape
        padded = np.pad(mask, 1)
        return np.any([padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width] for dy, dx in ORTHOGONAL], axis=0)

    return np.where(is_beside(ground.shelter), 1, np.where(is_beside(~ground.known), 2, 0))


def _weigh_cells(
    ctx: Context,
    forecast: Forecast,
    watcher: Watcher,
    loudness: npt.NDArray[np.int64],
    shelter: npt.NDArray[np.int64],
    asleep: bool,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The chances in permille that one creature notices, and that it comes to look; equal cells are weighed once."""
    luck = effective_luck(ctx, player_of(ctx))
    reach = watcher.reach(forecast.ground, None)
    distance = _map_distance(shelter.shape, watcher.at)
    sounds = reach.sound
    if not (ctx.has_listeners("on_hear") or rule_settings(ctx).hearing_loudness_extends):
        sounds = [np.where((field >= 0) & (field <= 10 * watcher.foh), 0, -1) for field in sounds]
    near = (distance <= max(watcher.fov, watcher.foh, 1)) | (sounds[0] >= 0)
    places = tuple(np.argwhere(near & forecast.ground.walkable).T)
    facts = [distance, *reach.sight, *sounds, shelter, loudness]
    kinds, inverse = np.unique(np.column_stack([fact[places] for fact in facts]), axis=0, return_inverse=True)
    odds = [
        watcher.weigh(Encounter(far, lines, ways, stealths, luck, noise, made, ways), asleep)
        for far, lines, ways, stealths, noise, made in (_read_facts(ctx, row) for row in kinds.tolist())
    ]
    permille, comes = np.zeros(shelter.shape, np.int64), np.zeros(shelter.shape, np.int64)
    if odds:
        permille[places] = np.array([one.permille for one in odds])[inverse.reshape(-1)]
        comes[places] = np.array([one.comes for one in odds])[inverse.reshape(-1)]
    return permille, comes


def _read_facts(
    ctx: Context, row: list[int]
) -> tuple[int, tuple[bool, ...], tuple[int, ...], tuple[int, ...], Noise, Noise]:
    """Distance, lines of sight, sound distances, STEALTH, loudest noise and own noise of a kind of cell."""
    distance, open_line, walled_line, open_way, walled_way, sheltered, loudness = row
    player = player_of(ctx)
    stealth = effective_stat(ctx, player, "stealth")
    stealths = stealth, stealth + rule_settings(ctx).stealth_wall_bonus
    made = Noise(loudness, STEP_SOUND.kind)
    noise = max(lingering_noise(ctx, player), made, key=lambda noise: noise.loudness)
    known = (stealths[:1], stealths[1:], stealths)[sheltered]
    return distance, (bool(open_line), bool(walled_line)), (open_way, walled_way), known, noise, made


def _map_distance(shape: tuple[int, ...], at: Cell) -> npt.NDArray[np.int64]:
    rows, columns = np.indices(shape)
    distance: npt.NDArray[np.int64] = np.maximum(abs(rows - at[0]), abs(columns - at[1]))
    return distance


def compute_reach(ctx: Context) -> BoolMap:
    """The known cells at which the character's noise, or else its next step, is heard by the keenest ears in view.

    Without an enemy in view these are the ears of an ordinary creature.
    """
    forecast, player = forecast_round(ctx), player_of(ctx)
    here = forecast.ground.find_tile(forecast.at)
    return _map_reach(ctx, max(lingering_noise(ctx, player).loudness, loudness_on(ctx, player, here)))


def measure_carry(ctx: Context, loudness: int) -> tuple[int, int]:
    """How far the own noise carries over known ground, and where nothing is in its way, in cells (P-TRICK-2)."""
    at = forecast_round(ctx).at
    cells = np.argwhere(_map_reach(ctx, loudness))
    return int(np.abs(cells - at).max(initial=0)), _measure_open_reach(ctx, loudness)


def _map_reach(ctx: Context, loudness: int) -> BoolMap:
    """The known cells at which a noise at the character's cell is heard; see `compute_reach`."""
    forecast = forecast_round(ctx)
    ground = forecast.ground
    if not loudness:
        return np.zeros_like(ground.known)
    most = 10 * _measure_open_reach(ctx, loudness)
    field = kernels.sound_field(ground.walled_grid, [forecast.at], max_distance=most)
    return (field >= 0) & ground.known


def _measure_open_reach(ctx: Context, loudness: int) -> int:
    """The cells that a noise carries at most: to the keenest ear in view, or to usual ones."""
    world, creatures = current_level(ctx)[0], forecast_round(ctx).creatures
    foh = max((sense_ranges(ctx, world.actors[id])[1] for id in creatures), default=DEFAULT_STATS["foh"])
    return foh + (max(0, loudness - 1) if rule_settings(ctx).hearing_loudness_extends else 0)
