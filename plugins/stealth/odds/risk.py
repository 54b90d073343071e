"""The chance of being noticed on each known cell, and how far the character's own steps are heard (P-ODDS-4, 5)."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import numpy.typing as npt

from footfall.api import Message
from footfall.api.grid import kernels

from ..actions.movement import loudness_on
from ..actors.stats import effective_luck, effective_stat, effective_stealth, sense_ranges
from ..ai.noticing import STRIKING_LOUDNESS
from ..model.phase import Phase
from ..model.records import DEFAULT_STATS
from ..model.state import Mood
from ..senses.known_map import BoolMap, map_neighbors
from ..senses.sounds import MAX_LOUDNESS, STEP_SOUND, measure_earshot
from .chances import Presence, Senses, weigh_glance
from .exposure import STAY, STEPS, Exposure, Noise, foresee_footstep, lingering_noise
from .meetings import Place
from .screen import Forecast, forecast_round
from .unseen import list_unseen_odds, read_situation
from .watchers import Odds, Watcher

WHOLE = 1_000_000
"""The scale of chances that are multiplied, in parts."""


def compute_risk(phase: Phase) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The highest chances in percent that a creature takes notice of the character after a step to a cell.

    The creatures stay where they are until then, and do nothing to each other; the cells next to the character are
    those of its steps, its own cell that of staying. Creatures that hunt are left out.

    Returns:
        The chance that one notices the character or wakes, and the chance that one comes to look: uint8
        ``(height, width)``, 0 on cells of which the character does not know that it can stand there.
    """
    forecast = forecast_round(phase)
    shape = forecast.ground.known.shape
    unnoticed, unvisited = np.full(shape, WHOLE, np.int64), np.full(shape, WHOLE, np.int64)
    for permille, comes in weigh_listeners(phase, forecast):
        unnoticed = (unnoticed * (1000 - permille) + 500) // 1000
        unvisited = (unvisited * (1000 - comes) + 500) // 1000
    room = forecast.ground.walkable.copy()
    for cell in phase.ground.actor_by_cell:
        index = phase.array_index(cell)
        room[index] &= not forecast.visible[index]
    room[forecast.at] = True
    return _to_percent(unnoticed) * room, _to_percent(unvisited) * room


def weigh_listeners(phase: Phase, forecast: Forecast) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Yields the chances of `_weigh_cells` of each creature that does not hunt: in view, and as remembered.

    Those of the cells around the character count all that the coming round may bring.
    """
    loudness, ground = _map_loudness(phase, forecast), forecast.ground
    # 1 where a wall is orthogonally next to a cell, 2 where that is unknown
    shelter = np.where(map_neighbors(ground.shelter), 1, np.where(map_neighbors(~ground.known), 2, 0))
    found: list[tuple[Watcher, tuple[Place, ...], Callable[[Exposure], Odds]]] = []
    for id in sorted(forecast.creatures):
        creature = phase.world.actors[id]
        watcher = forecast.watch(creature)
        if watcher.mood is not Mood.AGGRAVATED and not watcher.is_numb:
            places = forecast.list_steps(creature) if watcher.last else (Place(watcher.at),)
            found.append((watcher, places, partial(forecast.weigh_exposure, creature)))
    for _, unseen in list_unseen_odds(phase, forecast):
        found.append((unseen.watcher, (Place(unseen.watcher.at),), unseen.weigh_exposure))
    for watcher, places, weigh in found:
        permille, comes = _weigh_cells(phase, forecast, watcher, places, loudness, shelter)
        for action in (STAY, *STEPS):
            branches = forecast.expose(action)
            exposures = branches[0].exposures if branches else ()
            is_certain = len(exposures) == 1 and (exposures[0].at == forecast.at) is (action == STAY)
            for exposure in exposures if is_certain else ():
                odds = weigh(exposure)
                permille[exposure.at], comes[exposure.at] = odds.high, odds.comes_high
        yield permille, comes


def _to_percent(missed: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """The chance in percent of an event by that of missing it, in parts of `WHOLE`; at least 1 if there is one."""
    percent = (100 * (WHOLE - missed) + WHOLE // 2) // WHOLE
    percent[(percent == 0) & (missed < WHOLE)] = 1
    return percent.astype(np.uint8)


def _map_loudness(phase: Phase, forecast: Forecast) -> npt.NDArray[np.int64]:
    """The loudness of a step to each known cell; hook ``on_move`` is asked for each cell if it has listeners."""
    ground, player = forecast.ground, phase.player
    loudness = ground.map_kinds(lambda kind: loudness_on(phase, player, kind), np.int64)
    if phase.ctx.has_listeners("on_move"):
        top, left = phase.level.origin
        for y, x in np.argwhere(ground.walkable).tolist():
            kind = ground.find_tile((y, x))
            assert kind is not None
            loudness[y, x] = foresee_footstep(phase, player, (y + top, x + left), kind)[0]
    return loudness


def _weigh_cells(
    phase: Phase,
    forecast: Forecast,
    watcher: Watcher,
    places: tuple[Place, ...],
    loudness: npt.NDArray[np.int64],
    shelter: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The chances in permille that one creature notices, and that it comes to look; equal cells are weighed once."""
    ground, shape = forecast.ground, shelter.shape
    reaches = [ground.open_doors(door).look_from(at, watcher.fov, watcher.limit_hearing(ground)) for at, door in places]
    rows, columns = np.indices(shape)
    distances = [np.maximum(abs(rows - y), abs(columns - x)) for (y, x), _ in places]
    near = (distances[0] <= max(watcher.fov, watcher.foh, 1) + watcher.last) | (reaches[0].sound[0] >= 0)
    near &= ground.walkable
    permille, comes = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    stealth = effective_stat(phase, phase.player, "stealth")
    stealths = stealth, stealth + phase.settings.stealth_wall_bonus
    for loud in np.unique(loudness[near]).tolist():
        cells = np.nonzero(near & (loudness == loud))
        made = Noise(loud, STEP_SOUND.kind)
        is_drawing = watcher.attends and loud >= STRIKING_LOUDNESS
        noise, met = lingering_noise(phase, phase.player, made), []
        for distance, reach in zip(distances, reaches, strict=True):
            lines, ways = [line[cells] for line in reach.sight], [way[cells] for way in reach.sound]
            met.append(watcher.meet(distance[cells], lines, ways, noise))
        hears = [watcher.hear(field[cells], made) & is_drawing for field in reaches[0].sound]
        kinds, inverse = np.unique(np.column_stack([shelter[cells], *hears, *met]), axis=0, return_inverse=True)
        found: list[Odds] = []
        for sheltered, *row in kinds.tolist():
            possible = (stealths[:1], stealths[1:], stealths)[sheltered]
            outlook = watcher.find_outlook(possible, effective_luck(phase, phase.player), noise.loudness)
            found.append(watcher.weigh(read_situation(row, places, made), outlook))
        permille[cells] = np.array([one.high for one in found])[inverse.reshape(-1)]
        comes[cells] = np.array([one.comes_high for one in found])[inverse.reshape(-1)]
    return permille, comes


def compute_reach(phase: Phase) -> BoolMap:
    """The known cells at which the character's noise, or else its next step, is heard by the keenest ears in view.

    Without an enemy in view these are the ears of an ordinary creature.
    """
    forecast = forecast_round(phase)
    here = forecast.ground.find_tile(forecast.at)
    return _map_reach(phase, max(lingering_noise(phase, phase.player).loudness, loudness_on(phase, phase.player, here)))


def describe_noise(phase: Phase, loudness: int) -> dict[str, int | str | Message]:
    """A noise of the character, and how far away a creature with ordinary ears may and will notice it (P-ODDS-7).

    Returns:
        Arguments of messages: ``noise``, ``cells`` (at most) and, in words, ``range``.
    """
    settings, player, foh = phase.settings, phase.player, DEFAULT_STATS["foh"]
    senses = Senses(0, foh, DEFAULT_STATS["perception"])
    stealth, luck = effective_stealth(phase, player), effective_luck(phase, player)
    farthest = measure_earshot(settings, foh, loudness) // 10 if loudness else 0
    met = (Presence(distance, False, True, stealth, luck, loudness) for distance in range(1, farthest + 1))
    chances = [weigh_glance(settings, senses, one).hunts for one in met]
    cells, sure = sum(chance > 0 for chance in chances), sum(chance >= 1 for chance in chances)
    certainty = "all" if sure == cells else "some" if sure else "none"
    within = Message("stealth-within", {"cells": cells, "sure": sure, "certainty": certainty})
    return {"noise": loudness, "cells": cells, "range": within if cells else ""}


def measure_carry(phase: Phase, loudness: int) -> tuple[int, int]:
    """How far the own noise carries over known ground, and where nothing is in its way, in cells (P-TRICK-2)."""
    at = forecast_round(phase).at
    cells = np.argwhere(_map_reach(phase, loudness))
    return int(np.abs(cells - at).max(initial=0)), _measure_open_reach(phase, loudness) // 10


def _map_reach(phase: Phase, loudness: int) -> BoolMap:
    """The known cells at which a noise at the character's cell is heard; see `compute_reach`."""
    forecast = forecast_round(phase)
    ground = forecast.ground
    if not loudness:
        return np.zeros_like(ground.known)
    most = _measure_open_reach(phase, loudness)
    field = kernels.sound_field(ground.walled_grid, [forecast.at], max_distance=most)
    return (field >= 0) & ground.known


def _measure_open_reach(phase: Phase, loudness: int) -> int:
    """How far a noise carries at most, in tenths of a cell: to the keenest ear in view, or to usual ones."""
    creatures = forecast_round(phase).creatures
    foh = max((sense_ranges(phase, phase.world.actors[id])[1] for id in creatures), default=DEFAULT_STATS["foh"])
    return measure_earshot(phase.settings, foh, min(loudness, MAX_LOUDNESS))
