"""The odds of creatures out of view, from where the character last saw (P-ODDS-6) or heard them (P-ODDS-8).

Of one that was seen only the kind is known, of one that was only heard not even that. It may be on any cell out of view
that it can have reached since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from footfall.api.grid import Actor, kernels

from ..actions.movement import is_unlocked_door
from ..actors.surroundings import are_enemies
from ..ai.paths import can_use_doors
from ..model.floor_records import SpawnTable
from ..model.phase import Phase
from ..model.records import DEFAULT_STATS, CreatureKind, creature_kind, is_thing
from ..model.state import HEARD_SOUND_TURNS, HeardSound, Mood
from ..senses.ambience import Ambience
from ..senses.known_map import BoolMap, creatures_in_view
from ..senses.sounds import STEP_SOUND, measure_blur
from .exposure import STEPS, Action, Call, Exposure, Noise
from .meetings import DISTANCE, PERCEIVED, WALLED, Place
from .outlooks import NOT_HURT, Incident, Perceived, Situation
from .screen import Forecast, forecast_round
from .sightings import STROLL_TURNS, LastSeen, find_arrival, list_unseen
from .watchers import NO_ODDS, Awareness, Belief, Odds, Watcher, join_odds, mix_odds, read_told_aims

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


def find_unseen(phase: Phase, forecast: Forecast, sighting: LastSeen) -> Unseen | None:
    """A remembered creature as it is weighed.

    None if it is not an enemy, was hunting when it was last seen, may be anywhere, or cannot be out of view.
    """
    is_asleep = sighting.awareness is Awareness.ASLEEP
    heard = find_last_steps(phase, sighting)
    known_turn = sighting.turn if heard is None else heard.turn
    if sighting.awareness in HUNTERS or (not is_asleep and phase.turn - known_turn > MAX_GUESS):
        return None
    creature = believe_creature(phase, sighting)
    if not are_enemies(phase, phase.player, creature):
        return None
    belief = Belief(Mood.ASLEEP if is_asleep else Mood.CALM, sighting.awareness in ROUSED)
    watcher = forecast.watch(creature, belief)
    where = _find_whereabouts(phase, forecast, watcher, sighting, heard)
    return Unseen(forecast, watcher, where) if where.any() and not watcher.is_numb else None


class Expectation(NamedTuple):
    """The chance in permille that a creature out of view takes notice: the mean of its possible places, the highest."""

    mean: int
    limit: int


class Stranger(NamedTuple):
    """A creature that is only heard.

    Attributes:
        sound: the last one that it made.
        guesses: a creature of each kind that lives at this depth and can sound so, with its weight.
    """

    sound: HeardSound
    guesses: tuple[tuple[int, Unseen], ...]

    def weigh(self, action: Action) -> Odds:
        """The odds of an action of the character: the lowest and the highest of all that it may be."""
        return join_odds([guess.weigh(action) for _, guess in self.guesses])

    def expect(self, action: Action) -> Expectation:
        """The chance that it takes notice, over all that it may be, wherever it may be."""
        expected = [(weight, guess.expect(action)) for weight, guess in self.guesses]
        mean = sum(weight * one.mean for weight, one in expected) / sum(weight for weight, _ in expected)
        return Expectation(round(mean), max(one.limit for _, one in expected))

    def expect_as_listed(self, action: Action) -> Expectation:
        """The same, at most as for the riskiest step that the list tells."""
        return min(self.expect(action), self.expect_step())

    def expect_step(self) -> Expectation:
        """The same for the riskiest step: of those equally loud, the one toward the sound."""
        steps = list_unlike_steps(self.guesses[0][1].forecast, self.sound.direction)
        return max(map(self.expect, steps), default=Expectation(0, 0))


def list_unlike_steps(forecast: Forecast, direction: int = 0) -> Iterable[Action]:
    """The steps that differ in what they let others hear: of those equally loud, the one nearest to a direction."""
    steps = dict[object, Action]()
    for step in sorted(STEPS, key=lambda step: 4 - abs((step.direction - direction) % 8 - 4)):
        branches = forecast.expose(step)
        if branches:
            steps.setdefault(tuple((one.noise, one.opened_door) for one in branches[-1].exposures), step)
    return steps.values()


def list_heard(phase: Phase) -> Iterator[tuple[HeardSound, Awareness | None]]:
    """Yields the last sound of each creature that is neither in view nor remembered, and the awareness told of it last.

    Awake sounds of a creature that the character remembers asleep count as those of another creature.
    """
    since = max(find_arrival(phase), phase.turn - HEARD_SOUND_TURNS)
    newest = {sound.source: sound for sound in phase.stealth.heard_sounds if sound.source and sound.turn >= since}
    if not newest:
        return
    known = {one.id: one for one in list_unseen(phase)}
    in_view, now = {other.id for other in creatures_in_view(phase)}, phase.ctx.state.turn
    aims = read_told_aims(takewhile(lambda line: line.turn >= now - STROLL_TURNS, reversed(phase.ctx.log)))
    for source, sound in newest.items():
        one = known.get(source)
        if one is not None and one.awareness is Awareness.ASLEEP and one.kind not in _list_sleepers(phase, sound):
            one = None
        if one is None and source not in in_view and aims.get(source) is not Awareness.NONE:
            yield sound, aims.get(source)


def list_strangers(phase: Phase) -> Iterator[Stranger]:
    """Yields the creatures of `list_heard` that are not known to hunt the character."""
    for sound, aim in list_heard(phase):
        is_roused = aim is Awareness.SEARCHING
        guesses = tuple(list_guesses(phase, forecast_round(phase), sound, is_roused)) if aim not in HUNTERS else ()
        if guesses:
            yield Stranger(sound, guesses)


def _list_rows(phase: Phase, sound: HeardSound) -> list[Ambience]:
    return [row for row in phase.records.table(Ambience, "ambience").values() if row.noise == sound.kind]


def _list_sleepers(phase: Phase, sound: HeardSound) -> set[str]:
    """The kinds of creatures that sound so in their sleep."""
    return {id for row in _list_rows(phase, sound) if row.state == "asleep" for id in row.creatures}


def list_guesses(phase: Phase, forecast: Forecast, sound: HeardSound, is_roused: bool) -> Iterator[tuple[int, Unseen]]:
    """Yields the creatures that may have made a sound: natives and those placed by rules that it knows, else any."""
    sleepers = _list_sleepers(phase, sound)
    makers = sleepers.union(*[row.creatures for row in _list_rows(phase, sound)])
    tables, floor = phase.records.table(SpawnTable, "spawn").values(), phase.level.floor
    found = list[tuple[int, bool, Watcher]]()
    for id, kind in phase.records.table(CreatureKind, "creature").items():
        if id not in makers and sound.kind not in (kind.gait or STEP_SOUND.kind, *kind.sounds):
            continue
        awareness = Awareness.ASLEEP if id in sleepers else Awareness.UNAWARE
        creature = believe_creature(phase, LastSeen(0, phase.level.id, sound.estimate, id, awareness))
        if not is_thing(phase, creature) and are_enemies(phase, phase.player, creature):
            watcher = Watcher(phase, creature, Belief(Mood.ASLEEP if id in sleepers else Mood.CALM, is_roused))
            weights = [table.rows[id].weight_on(floor) for table in tables if id in table.rows]
            found.append((sum(weights), not weights and id in phase.stealth.known_kinds, watcher))
    most = max((weight for weight, *_ in found), default=0)
    natives = [(weight or most or 1, watcher) for weight, is_met, watcher in found if weight or is_met or not most]
    fov = max((watcher.fov for _, watcher in natives), default=0)
    earshot = max((watcher.limit_hearing(forecast.ground) for _, watcher in natives), default=0)
    for weight, watcher in natives:
        where = _spread(phase, forecast, watcher, _find_origins(phase, forecast, sound), sound)
        if where.any() and not watcher.is_numb:
            yield weight, Unseen(forecast, watcher, where, (fov, earshot))


def believe_creature(phase: Phase, sighting: LastSeen) -> Actor:
    """A creature such as the character takes a remembered one for: one of its kind with usual stats."""
    kind = creature_kind(phase, sighting.kind)
    stats = {**DEFAULT_STATS, **kind.stats}
    return Actor(-sighting.id, sighting.kind, sighting.level, sighting.at, kind.hp[1], kind.hp[1], stats, kind.side)


def find_last_steps(phase: Phase, sighting: LastSeen) -> HeardSound | None:
    """The last steps by which the character has heard a creature since it saw it awake."""
    if sighting.awareness is Awareness.ASLEEP:
        return None
    steps = creature_kind(phase, sighting.kind).gait or STEP_SOUND.kind
    heard = reversed(phase.stealth.heard_sounds)
    return next((s for s in heard if (s.source, s.kind) == (sighting.id, steps) and s.turn > sighting.turn), None)


def _find_whereabouts(
    phase: Phase, forecast: Forecast, watcher: Watcher, sighting: LastSeen, heard: HeardSound | None
) -> BoolMap:
    """The cells at which a creature may be when it perceives the character: a sleeper lies where it was seen."""
    here = np.zeros_like(forecast.visible)
    here[watcher.at] = True
    if sighting.awareness is Awareness.ASLEEP:
        return here
    ways = _find_ways(forecast, watcher)
    pace, until = max(watcher.counts), phase.turn if heard is None else heard.turn
    cells, _ = kernels.reachable_within(ways | here, watcher.at, max(0, until - sighting.turn) * pace)
    hidden = np.zeros_like(here)
    hidden[tuple(cells.T)] = True
    origins = hidden if heard is None else hidden & _find_origins(phase, forecast, heard)
    return _spread(phase, forecast, watcher, origins if origins.any() else hidden, heard)


def _find_ways(forecast: Forecast, watcher: Watcher) -> BoolMap:
    """The cells on which a creature may walk."""
    ground = forecast.ground
    ways = ground.walkable | ~ground.known
    return ways | ground.map_flags(is_unlocked_door) if can_use_doors(watcher.kind) else ways


def _find_origins(phase: Phase, forecast: Forecast, heard: HeardSound) -> BoolMap:
    """The cells from which a sound can have come."""
    (y, x), blur = phase.array_index(heard.estimate), measure_blur(heard.distance)
    origins = np.zeros_like(forecast.visible)
    origins[max(0, y - blur) : y + blur + 1, max(0, x - blur) : x + blur + 1] = True
    return origins


def _spread(phase: Phase, forecast: Forecast, watcher: Watcher, cells: BoolMap, heard: HeardSound | None) -> BoolMap:
    """The cells at which a creature may perceive the character: it may have walked on since it was heard."""
    if watcher.mood is Mood.ASLEEP:
        return cells & ~forecast.visible
    ways = _find_ways(forecast, watcher)
    if heard is not None:
        for _ in range((phase.turn - heard.turn + 1) * max(watcher.counts) - 1):
            cells = _widen(cells) & ways
    cells = cells & ~forecast.visible
    return _widen(cells) & ways if watcher.last else cells  # it takes a step before it perceives again


def _widen(cells: BoolMap) -> BoolMap:
    """The cells, and all next to them."""
    padded, (height, width) = np.pad(cells, 1), cells.shape
    near: BoolMap = np.any([padded[y : y + height, x : x + width] for y in range(3) for x in range(3)], axis=0)
    return near


class Unseen(NamedTuple):
    """A creature out of view.

    Attributes:
        whereabouts: the cells at which it may be when it perceives the character.
        limits: how far it may see and hear, or more.
    """

    forecast: Forecast
    watcher: Watcher
    whereabouts: BoolMap
    limits: tuple[int, int] = (0, 0)

    def weigh(self, action: Action) -> Odds:
        """The odds of an action of the character: the lowest and the highest of all places."""
        branches = self.forecast.expose(action)
        if not branches:
            return Odds(0, 0, self.watcher.mood is Mood.ASLEEP)
        parts = [join_odds([self.weigh_exposure(one) for one in exposures]) for _, exposures in branches]
        return mix_odds([branch.share for branch in branches], parts)

    def expect(self, action: Action) -> Expectation:
        """The chance that it hunts or comes to look, over all places."""
        mean, most = 0.0, 0.0
        for share, exposures in self.forecast.expose(action):
            means, highest = [], 0
            for places in map(self._weigh_places, exposures):
                total = sum(n * (one.low + one.high + one.comes_low + one.comes_high) / 2 for n, one in places)
                means.append(total / sum(n for n, _ in places))
                highest = max(highest, *(one.high + one.comes_high for _, one in places))
            mean += share * min(1000.0, max(means))
            most += share * min(1000, highest)
        return Expectation(round(mean), round(most))

    def weigh_exposure(self, exposure: Exposure) -> Odds:
        """The odds of an exposure."""
        return join_odds([odds for _, odds in self._weigh_places(exposure)])

    def _weigh_places(self, exposure: Exposure) -> list[tuple[int, Odds]]:
        """The odds of an exposure, with the number of places that have them: those alike are weighed once."""
        watcher, where = self.watcher, self.whereabouts
        ground = self.forecast.ground.open_doors(exposure.opened_door)
        limits = max(watcher.fov, self.limits[0]), max(watcher.limit_hearing(ground), self.limits[1])
        reach = ground.look_from(exposure.at, *limits)
        y, x = np.nonzero(where)
        distance = np.maximum(abs(y - exposure.at[0]), abs(x - exposure.at[1]))
        lines = [line[where] & (distance <= (1 if exposure.is_diving else watcher.fov)) for line in reach.sight]
        met = watcher.meet(distance, lines, [way[where] for way in reach.sound], exposure.noise)
        call = max(exposure.calls, key=lambda call: call.noise.loudness, default=Call(Noise(), exposure.at))
        carried = ground.look_from(call.at, *limits).sound
        hears = [watcher.hear(way[where], call.noise) & watcher.attends for way in carried]
        outlook = watcher.find_outlook(exposure.stealths, exposure.luck, exposure.noise.loudness)
        alike, weighed = met << 2 | hears[0] << 1 | hears[1], list[tuple[int, Odds]]()
        if not (watcher.is_estimate or watcher.is_always_weighed or exposure.is_estimate):
            perceiving = alike[alike & (PERCEIVED << 2 | 3) != 0]
            if len(perceiving) < len(alike):
                weighed.append((len(alike) - len(perceiving), NO_ODDS))
            alike = perceiving
        kinds, counts = np.unique(alike, return_counts=True)
        for kind, n in zip(kinds.tolist(), counts.tolist(), strict=True):
            situation = read_situation([kind >> 1 & 1, kind & 1, kind >> 2], (Place(watcher.at),), call.noise)
            weighed.append((n, watcher.weigh(situation, outlook)))
        return weighed


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
    incidents = ((Incident(NOT_HURT), Perceived(NOT_HURT, False, heard, stirring)),)
    return Situation(places, meetings, everywhere, incidents, lambda: nearer or 1)
