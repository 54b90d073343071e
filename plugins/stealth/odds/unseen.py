"""The odds of creatures out of view, from where the character has last seen them (P-ODDS-6).

Of such a creature only the kind is known. It may be on any cell out of view that it can have reached since.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from footfall.api.grid import Actor, kernels

from ..actions.movement import is_unlocked_door
from ..actors.surroundings import are_enemies
from ..ai.paths import can_use_doors
from ..model.phase import Phase
from ..model.records import DEFAULT_STATS, creature_kind
from ..model.state import HeardSound, Mood
from ..senses.known_map import BoolMap
from ..senses.sounds import STEP_SOUND, measure_blur
from .awareness import Awareness
from .exposure import Action, Call, Exposure, Noise
from .meetings import DISTANCE, WALLED, Place
from .outlooks import NOT_HURT, Incident, Perceptions, Situation
from .screen import Forecast
from .sightings import LastSeen, list_unseen
from .watchers import Belief, Odds, Watcher, join_odds, mix_odds

MAX_GUESS = 20
"""Turns for which the character can guess where an awake creature may be."""

ROUSED, HUNTERS = (Awareness.WARY, Awareness.SEARCHING), (Awareness.HUNTING, Awareness.DISTRACTED)
"""Awareness of creatures that show that they know of the character, and of those that hunt."""


def list_unseen_odds(phase: Phase, forecast: Forecast) -> Iterator[tuple[LastSeen, Unseen]]:
    """Yields the remembered creatures that may notice the character, as they are and as they are weighed."""
    for one in list_unseen(phase):
        unseen = find_unseen(phase, forecast, one)
        if unseen is not None:
            yield one, unseen


def find_unseen(phase: Phase, forecast: Forecast, one: LastSeen) -> Unseen | None:
    """A remembered creature as it is weighed.

    None if it is not an enemy, was hunting when it was last seen, may be anywhere, or cannot be out of view.
    """
    is_asleep = one.awareness is Awareness.ASLEEP
    heard = find_last_steps(phase, one)
    known_turn = one.turn if heard is None else heard.turn
    if one.awareness in HUNTERS or (not is_asleep and phase.turn - known_turn > MAX_GUESS):
        return None
    creature = believe_creature(phase, one)
    if not are_enemies(phase, phase.player, creature):
        return None
    belief = Belief(Mood.ASLEEP if is_asleep else Mood.CALM, one.awareness in ROUSED)
    watcher = forecast.watch(creature, belief)
    where = _find_whereabouts(phase, forecast, watcher, one, heard)
    return Unseen(forecast, watcher, where) if where.any() and not watcher.is_numb else None


def believe_creature(phase: Phase, one: LastSeen) -> Actor:
    """A creature such as the character takes a remembered one for: one of its kind with usual stats."""
    kind = creature_kind(phase, one.kind)
    stats = {**DEFAULT_STATS, **kind.stats}
    return Actor(-one.id, one.kind, one.level, one.at, kind.hp[1], kind.hp[1], stats, kind.side)


def find_last_steps(phase: Phase, one: LastSeen) -> HeardSound | None:
    """The last steps by which the character has heard a creature since it saw it awake."""
    if one.awareness is Awareness.ASLEEP:
        return None
    steps = creature_kind(phase, one.kind).gait or STEP_SOUND.kind
    heard = reversed(phase.stealth.heard_sounds)
    return next((s for s in heard if (s.source, s.kind) == (one.id, steps) and s.turn > one.turn), None)


def _find_whereabouts(
    phase: Phase, forecast: Forecast, watcher: Watcher, one: LastSeen, heard: HeardSound | None
) -> BoolMap:
    """The cells at which a creature may be when it perceives the character: a sleeper lies where it was seen."""
    ground = forecast.ground
    here = np.zeros_like(forecast.visible)
    here[watcher.at] = True
    if one.awareness is Awareness.ASLEEP:
        return here
    ways = ground.walkable | ~ground.known
    if can_use_doors(watcher.kind):
        ways |= ground.map_flags(is_unlocked_door)
    pace, until = max(watcher.counts), phase.turn if heard is None else heard.turn
    cells, _ = kernels.reachable_within(ways | here, watcher.at, max(0, until - one.turn) * pace)
    hidden = np.zeros_like(here)
    hidden[tuple(cells.T)] = True
    if heard is not None:
        (y, x), blur = phase.array_index(heard.estimate), measure_blur(heard.distance)
        origins = np.zeros_like(here)
        origins[max(0, y - blur) : y + blur + 1, max(0, x - blur) : x + blur + 1] = True
        hidden = hidden & origins if (hidden & origins).any() else hidden
        for _ in range((phase.turn - heard.turn + 1) * pace - 1):  # it may act after its steps were heard
            hidden = _widen(hidden) & ways
    hidden &= ~forecast.visible
    return _widen(hidden) & ways if watcher.last else hidden  # it takes a step before it perceives again


def _widen(cells: BoolMap) -> BoolMap:
    """The cells, and all next to them."""
    padded, (height, width) = np.pad(cells, 1), cells.shape
    near: BoolMap = np.any([padded[y : y + height, x : x + width] for y in range(3) for x in range(3)], axis=0)
    return near


class Unseen(NamedTuple):
    """A creature out of view.

    Attributes:
        whereabouts: the cells at which it may be when it perceives the character.
    """

    forecast: Forecast
    watcher: Watcher
    whereabouts: BoolMap

    def weigh(self, action: Action) -> Odds:
        """The odds of an action of the character: the lowest and the highest of all places."""
        branches = self.forecast.expose(action)
        if not branches:
            return Odds(0, 0, self.watcher.mood is Mood.ASLEEP)
        parts = [join_odds([self.weigh_exposure(one) for one in exposures]) for _, exposures in branches]
        return mix_odds([branch.share for branch in branches], parts)

    def weigh_exposure(self, exposure: Exposure) -> Odds:
        """The odds of an exposure; places that make no difference are weighed once."""
        watcher, where = self.watcher, self.whereabouts
        ground = self.forecast.ground.open_doors(exposure.opened_door)
        limits = watcher.fov, watcher.limit_hearing(ground)
        reach = ground.look_from(exposure.at, *limits)
        rows, columns = np.nonzero(where)
        distance = np.maximum(abs(rows - exposure.at[0]), abs(columns - exposure.at[1]))
        lines = [line[where] & (distance <= (1 if exposure.is_diving else watcher.fov)) for line in reach.sight]
        met = watcher.meet(distance, lines, [way[where] for way in reach.sound], exposure.noise)
        call = max(exposure.calls, key=lambda call: call.noise.loudness, default=Call(Noise(), exposure.at))
        carried = ground.look_from(call.at, *limits).sound
        hears = [watcher.hear(way[where], call.noise) & watcher.attends for way in carried]
        outlook = watcher.find_outlook(exposure.stealths, exposure.luck, exposure.noise.loudness)
        kinds = np.unique(np.column_stack([*hears, met]), axis=0).tolist()
        return join_odds(
            [watcher.weigh(read_situation(row, (Place(watcher.at),), call.noise), outlook) for row in kinds]
        )


def read_situation(row: list[int], places: tuple[Place, ...], made: Noise) -> Situation:
    """The situation of a creature of which `row` tells whether it hears a noise, and how it meets the character.

    Args:
        row: whether it hears the noise with unknown ground open and walled, then a meeting for each of its places.
        made: a noise of the character that draws creatures.
    """
    is_heard, is_heard_walled, *meetings = row
    everywhere = (1 << len(places)) - 1
    heard = everywhere * is_heard | everywhere * is_heard_walled << WALLED
    stirring = made.loudness * is_heard, made.loudness * is_heard_walled
    distances = [meeting >> DISTANCE for meeting in meetings]
    nearer = sum(1 << place for place, distance in enumerate(distances) if distance < distances[0])
    perceptions = Perceptions((NOT_HURT,), (heard,), (stirring,))
    return Situation(places, meetings, everywhere, (Incident(NOT_HURT),), perceptions, lambda: nearer or 1)
