"""The odds of being noticed in the coming round, from the rules themselves and the knowledge of the character (P-ODDS).

They read no mind beyond its sign, no unseen actor, no unknown cell. The facts that a look at a creature shows count
as known: kind, place, mood, range of senses, timed effects. Asking rolls nothing and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from footfall.api import Message
from footfall.api.grid import Actor, Cell, chebyshev_distance

from ..actions.fight import forecast_blow
from ..actions.movement import is_unlocked_door
from ..actors.stats import stagger_percent
from ..actors.surroundings import NEIGHBOR_OFFSETS, are_enemies
from ..ai.paths import can_use_doors, search_far, search_near, weigh_crowding
from ..model.phase import Phase
from ..model.records import is_thing
from ..model.state import Mood
from ..senses.known_map import BoolMap, KnownGround, Reach, creatures_in_view, recall_map
from ..senses.sight import visible_cells
from ..senses.sounds import CRIES_TAG
from .exposure import FIGHT, LAMP_TOGGLE, STAY, STEPS, Action, Branches, Call, Deed, Exposure, expose
from .others import Threat, list_deeds
from .watchers import HURT, Case, Encounter, Odds, Place, Situation, Watcher, Ways

__all__ = [
    "FIGHT", "LAMP_TOGGLE", "STAY", "STEPS", "Action", "Deed", "Forecast", "Odds", "forecast_round", "notice_permille",
]  # fmt: skip

FORECAST_KEY = "core.stealth:forecast"

BLOCKING_DISTANCE = 2
"""Cells from which another creature may get in the way of a creature that goes to look."""

NO_DOORS: frozenset[Cell] = frozenset()

NO_ODDS, SURE, ANYTHING = Odds(0, 0), Odds(1000, 1000), Odds(0, 1000)


def notice_permille(phase: Phase, creature: Actor, action: Action) -> Odds:
    """The odds that a creature in view becomes aggravated by the character, or wakes, if it does `action`.

    An action that is refused or takes no time has none; a creature that hunts already has noticed for certain. Of a
    creature that is out of view, disguised or no enemy, nothing is known: all is possible.
    """
    return forecast_round(phase).weigh(creature, action)


def forecast_round(phase: Phase) -> Forecast:
    """The facts that the odds of the coming round share; kept until the state changes."""
    world = phase.world
    key = (
        phase.ctx.state.turn,
        phase.ground.placements,
        phase.ground.grid.generation,
        len(world.noises),
        phase.player.at,
    )
    kept = world.__dict__.get(FORECAST_KEY)
    if kept is None or kept.key != key or kept.visible is not visible_cells(phase) or kept.phase is not phase:
        kept = world.__dict__[FORECAST_KEY] = Forecast(phase, key)
    forecast: Forecast = kept
    return forecast


class Forecast:
    """The coming round as the character can foresee it.

    Attributes:
        at: array index of its cell.
        creatures: ids of the enemies in view that it recognizes.
    """

    def __init__(self, phase: Phase, key: tuple[Any, ...]) -> None:
        self.phase = phase
        self.key = key
        self.visible = visible_cells(phase)
        self.player = phase.player
        self._seen = creatures_in_view(phase)
        self.creatures = frozenset(other.id for other in self._seen if is_watcher(phase, other))
        self._grounds: dict[frozenset[Cell], KnownGround] = {}
        self._exposures: dict[Action, Branches] = {}
        self._watchers: dict[int, Watcher] = {}
        self._weighed: dict[tuple[int, Exposure], Odds] = {}
        self._threats: dict[Exposure, dict[int, Threat | None]] = {}
        self._steps: dict[int, tuple[Place, ...]] = {}
        self._blows: dict[int, bool] = {}
        self._views: dict[tuple[Cell, frozenset[Cell]], Reach] = {}
        self._heard: dict[tuple[int, Cell | None, Cell | None], dict[Call, int]] = {}
        self.at = phase.array_index(self.player.at)

    @cached_property
    def ground(self) -> KnownGround:
        """The floor that the character knows."""
        level, memory = self.phase.level, recall_map(self.phase)
        known = self.visible | (memory > 0)
        shown = level.tiles * self.visible + (~self.visible & known) * (memory.clip(1) - 1)
        return KnownGround(self.phase, known, shown)

    @cached_property
    def _passable(self) -> BoolMap:
        """The known cells that creatures who use doors may enter: bool ``(height, width)``."""
        doors: BoolMap = self.ground.map_kinds(is_unlocked_door, np.bool_)
        return self.ground.walkable | doors

    @cached_property
    def _occupied(self) -> BoolMap:
        """The cells of the actors in view: bool ``(height, width)``."""
        occupied = np.zeros_like(self.visible)
        for other in self._seen:
            occupied[self.phase.array_index(other.at)] = True
        return occupied

    def find_ground(self, *opened: Cell | None) -> tuple[KnownGround, frozenset[Cell]]:
        """The floor that the character knows with some doors open, and those doors."""
        if not any(opened):
            return self.ground, NO_DOORS
        doors = frozenset(door for door in opened if door is not None)
        if doors not in self._grounds:
            self._grounds[doors] = self.ground.with_open_doors(doors)
        return self._grounds[doors], doors

    def expose(self, action: Action) -> Branches:
        """The character after an action; nothing if it is refused or takes no time."""
        if action not in self._exposures:
            self._exposures[action] = expose(self.phase, self.ground, action)
        return self._exposures[action]

    def watch(self, creature: Actor) -> Watcher:
        """The known facts about a creature."""
        watcher = self._watchers.get(creature.id)
        if watcher is None:
            watcher = self._watchers[creature.id] = Watcher(self.phase, creature)
        return watcher

    def weigh(self, creature: Actor, action: Action) -> Odds:
        """See `notice_permille`."""
        if creature.id not in self.creatures:
            return ANYTHING
        branches = self.expose(action)
        if not branches:
            return NO_ODDS
        parts = [join_odds([self.weigh_exposure(creature, one) for one in exposures]) for _, exposures in branches]
        return parts[0] if len(parts) == 1 else mix_odds([branch.share for branch in branches], parts)

    def weigh_exposure(self, creature: Actor, exposure: Exposure) -> Odds:
        """The odds for an exposure."""
        mood = self.phase.stealth.minds[creature.id].mood
        if mood is Mood.AGGRAVATED or creature.id == exposure.target:
            return SURE
        odds = self._weighed.get((creature.id, exposure))
        if odds is None:
            odds = NO_ODDS
            if not self.watch(creature).is_numb(mood is Mood.ASLEEP):
                threats = self.list_threats(creature, exposure)
                is_alone = mood is Mood.CALM and not threats
                odds = (
                    self._foresee_alone(creature, exposure)
                    if is_alone
                    else self._weigh_among(creature, exposure, threats)
                )
            self._weighed[creature.id, exposure] = odds
        return odds

    def list_cases(self, creature: Actor, exposure: Exposure) -> Iterator[Case]:
        """The possible rounds of a creature that does not hunt."""
        situation = self._describe_situation(creature, exposure, self.list_threats(creature, exposure))
        return self.watch(creature).list_cases(situation, self._is_asleep(creature))

    def _is_asleep(self, creature: Actor) -> bool:
        return self.phase.stealth.minds[creature.id].mood is Mood.ASLEEP

    def _weigh_among(self, creature: Actor, exposure: Exposure, threats: Sequence[Threat]) -> Odds:
        """The odds, if others do no more than `threats`."""
        situation = self._describe_situation(creature, exposure, threats)
        odds = self.watch(creature).weigh(situation, self._is_asleep(creature))
        return msgspec.structs.replace(odds, is_estimate=True) if exposure.is_estimate else odds

    def _describe_situation(self, creature: Actor, exposure: Exposure, threats: Sequence[Threat]) -> Situation:
        """The possible situation of a creature."""
        watcher, asleep = self.watch(creature), self._is_asleep(creature)
        last = 0 if asleep else max(watcher.counts) - 1
        is_loud = exposure.noise.loudness >= HURT.loudness
        draws = self._list_draws(creature, exposure)
        deeds = list_deeds(exposure.at, exposure.calls, threats, draws, last, is_loud)
        if not self.is_drawn_by_noise(watcher):
            deeds = tuple(dict.fromkeys(deed._replace(calls=()) for deed in deeds))
        here = meet(exposure, watcher.at, watcher.reach(*self.find_ground(exposure.opened_door)), exposure.at)
        if exposure.opened_door is None and exposure.at == self.at:
            here = here._replace(lines=(True, True))  # sight is symmetric, and the creature is in view

        own_steps = self.list_steps(creature)
        steps = tuple([place for place in own_steps if place.at != exposure.at])

        def measure(call: Call) -> list[list[int]]:
            fields = self._look_from(call.at, exposure.opened_door).sound
            return [[field.item(place.at) for place in steps] for field in fields]

        def list_ways() -> tuple[Ways, Ways]:
            view = self._look_from(exposure.at, exposure.opened_door)
            met = {}
            for place in steps:
                door = place.opened_door
                seen = view if door is None else self._look_from(exposure.at, exposure.opened_door, door)
                met[place] = meet(exposure, place.at, seen, place.at)
            met[steps[0]] = here
            return {place: met[place] for place in self._list_approaches(creature, exposure, steps)}, met

        barred = exposure.at if len(steps) < len(own_steps) else None
        heard = self._heard.setdefault((creature.id, exposure.opened_door, barred), {})
        return Situation(
            here, exposure.stealths, exposure.luck, exposure.noise, deeds, steps, measure, heard, list_ways
        )

    def _look_from(self, at: Cell, *opened: Cell | None) -> Reach:
        """The cells that see and hear a cell with some doors open, as far as any creature in view does."""
        ground, doors = self.find_ground(*opened)
        if (at, doors) not in self._views:
            watchers = [self.watch(other) for other in self._seen if other.id in self.creatures]
            limit = max(watcher.limit_hearing(ground) for watcher in watchers)
            self._views[at, doors] = Reach(ground, at, max(watcher.fov for watcher in watchers), limit)
        return self._views[at, doors]

    def is_drawn_by_noise(self, watcher: Watcher) -> bool:
        """Whether a creature attends to noises."""
        return self.phase.settings.shipped and watcher.may_inquire and not watcher.is_numb(asleep=True)

    def list_steps(self, creature: Actor) -> tuple[Place, ...]:
        """Where a creature may be after one action of its routine: its own place first."""
        steps = self._steps.get(creature.id)
        if steps is None:
            steps = self._steps[creature.id] = tuple(self._find_steps(self.watch(creature)))
        return steps

    def _find_steps(self, watcher: Watcher) -> Iterator[Place]:
        yield Place(watcher.at)
        height, width = self.ground.known.shape
        for dy, dx in NEIGHBOR_OFFSETS:
            cell = (watcher.at[0] + dy, watcher.at[1] + dx)
            if not (0 <= cell[0] < height and 0 <= cell[1] < width):
                continue
            tile = self.ground.find_tile(cell)
            if self._occupied[cell]:
                continue
            if tile is None or tile.walkable:
                yield Place(cell)
            elif is_unlocked_door(tile):
                if watcher.kind.passes_doors:
                    yield Place(cell)
                elif watcher.kind.opens_doors:
                    yield Place(watcher.at, cell)

    def _list_approaches(self, creature: Actor, exposure: Exposure, steps: tuple[Place, ...]) -> tuple[Place, ...]:
        """Where a creature that goes to look at the character may be after one action."""
        watcher, here = self.watch(creature), Place(self.watch(creature).at)
        if stagger_percent(self.phase, creature):
            return steps
        radius = self.phase.settings.ai_bfs_radius
        if max(abs(exposure.at[0] - here.at[0]), abs(exposure.at[1] - here.at[1])) > radius:
            return steps
        mask = self._passable if can_use_doors(watcher.kind) else self.ground.walkable
        occupied = self._occupied.copy()
        occupied[self.at] = False
        ends = watcher.at, exposure.at
        path = search_near(mask, occupied, *ends, radius) or search_far(mask, weigh_crowding(occupied), *ends)
        found = [place for place in steps if path and path[0] in (place.at, place.opened_door)] or [here]
        others = [other for other in self._seen if other.id != creature.id]
        if any(chebyshev_distance(other.at, creature.at) <= BLOCKING_DISTANCE for other in others):
            found = list(dict.fromkeys((*found, *steps)))
        return tuple(found)

    def _list_draws(self, creature: Actor, exposure: Exposure) -> tuple[bool, ...]:
        """Whether another actor in view is nearer, and so its target; both answers if that is unknown."""
        if creature.side != "hostile" or self.phase.settings.ai_pc_priority == "always":
            return (False,)
        top, left = self.phase.level.origin
        distance = chebyshev_distance(creature.at, (exposure.at[0] + top, exposure.at[1] + left))
        draws = {False}
        for other in self._seen:
            if other.side == "adventurer":
                ahead = distance - chebyshev_distance(creature.at, other.at)
                moved = max(self.watch(other).counts) + 2 * (max(self.watch(creature).counts) - 1)
                if ahead > moved:
                    return (True,)
                draws |= {ahead > -moved}
        return tuple(sorted(draws))

    def list_threats(self, creature: Actor, exposure: Exposure) -> list[Threat]:
        """The actions of others in view that matter to a creature in the round."""
        threats, known = [], self._threats.setdefault(exposure, {})
        for other in self._seen:
            if other.id == creature.id:
                continue
            if other.id not in known:
                known[other.id] = self._foresee_threat(other, exposure)
            threat = known[other.id]
            if threat is not None:
                threats.append(threat)
        return threats

    def _foresee_threat(self, other: Actor, exposure: Exposure) -> Threat | None:
        """The possible actions of another actor in view in the round; None if it does nothing that others perceive."""
        at = self.phase.array_index(other.at)
        if other.side == "adventurer":  # it may fight somewhere with another creature
            return Threat(at, places=(at,))
        if other.id not in self.creatures:
            return None
        watcher = self.watch(other)
        if watcher.is_helpless:
            return None
        mood, settings = self.phase.stealth.minds[other.id].mood, self.phase.settings
        hunts = mood is Mood.AGGRAVATED or other.id == exposure.target
        if mood is Mood.ASLEEP and not hunts:
            return None
        cries = not hunts and settings.shipped and CRIES_TAG in watcher.kind.tags
        (y, x), (own_y, own_x) = exposure.at, watcher.at
        distance = max(abs(y - own_y), abs(x - own_x))
        shoots = watcher.may_shoot and distance > 1
        strikes = (0 if shoots else distance - 1) + (not hunts and not settings.attacks_when_fooled)
        if strikes >= max(watcher.counts) and not cries:
            return None
        odds = SURE if hunts else self._foresee_alone(other, exposure)
        if not odds.high:
            return None
        places: tuple[Cell, ...] = ()
        if strikes < max(watcher.counts):
            places = (at,) if shoots or distance == 1 else self._find_between(at, exposure.at)
        if not places and not cries:
            return None
        hurts = shoots
        if places and not shoots:
            if other.id not in self._blows:  # whether a blow may do damage to the character
                blow = forecast_blow(self.phase, other, self.player)
                self._blows[other.id] = blow.is_estimate or blow.wounds > 0
            hurts = self._blows[other.id]
        return Threat(at, strikes, places, hurts, cries, cries and odds.low == 1000)

    def _find_between(self, start: Cell, end: Cell) -> tuple[Cell, ...]:
        """The free cells next to two cells."""
        (y, x), (height, width) = start, self.visible.shape
        cells = [(y + dy, x + dx) for dy, dx in NEIGHBOR_OFFSETS]
        return tuple(
            cell
            for cell in cells
            if max(abs(cell[0] - end[0]), abs(cell[1] - end[1])) == 1
            and 0 <= cell[0] < height
            and 0 <= cell[1] < width
            and (self.ground.walkable[cell] or not self.ground.known[cell])
            and not self._occupied[cell]
        )

    def _foresee_alone(self, creature: Actor, exposure: Exposure) -> Odds:
        """The odds of a creature that is awake, if no other does anything."""
        key = (-creature.id, exposure)
        if key not in self._weighed:
            numb = self.watch(creature).is_numb(False)
            self._weighed[key] = NO_ODDS if numb else self._weigh_among(creature, exposure, ())
        return self._weighed[key]


def meet(exposure: Exposure, at: Cell, reach: Reach, index: Cell) -> Encounter:
    """How a creature on a cell and the character meet, by the values of a reach at an index."""
    (y, x), (own_y, own_x) = exposure.at, at
    distance = max(abs(y - own_y), abs(x - own_x))
    open_sight, walled_sight = reach.sight
    open_sound, walled_sound = reach.sound
    lines = (False, False)
    if distance <= 1 or not exposure.is_diving:
        lines = (bool(open_sight[index]), bool(walled_sight[index]))
    return Encounter(distance, lines, (int(open_sound[index]), int(walled_sound[index])))


def join_odds(odds: list[Odds]) -> Odds:
    """The odds, if any of several may be the right ones."""
    if len(odds) == 1:
        return odds[0]
    return Odds(
        min(one.low for one in odds),
        max(one.high for one in odds),
        any(one.is_asleep for one in odds),
        min(one.comes_low for one in odds),
        max(one.comes_high for one in odds),
        any(one.is_estimate for one in odds),
    )


def mix_odds(shares: list[float], odds: list[Odds]) -> Odds:
    """The odds, if dice choose among several."""

    def sum_up(name: str) -> int:
        return round(sum(share * getattr(one, name) for share, one in zip(shares, odds, strict=True)))

    low, high, comes_low, comes_high = map(sum_up, ("low", "high", "comes_low", "comes_high"))
    return Odds(
        low, high, any(one.is_asleep for one in odds), comes_low, comes_high, any(one.is_estimate for one in odds)
    )


def is_watcher(phase: Phase, other: Actor) -> bool:
    """Whether a creature in view may notice the character as an enemy."""
    has_mind = other.id in phase.stealth.minds and not is_thing(phase, other)
    return has_mind and are_enemies(phase, phase.player, other)


def describe_percent(low: int, high: int, about: bool) -> Message:
    """A chance in permille as percent: one number, or the lowest and the highest that is possible."""
    number = describe_number(low, high)
    return Message("stealth-percent", {**number.args, "number": number, "about": "yes" if about else "no"})


def describe_number(low: int, high: int) -> Message:
    """The same where there is little room; of two limits the lower is rounded down, the higher up."""
    if low < high:
        return Message("stealth-percent-number", {"sign": "range", "low": low // 10, "high": -(-high // 10)})
    sign = "less" if 0 < low < 5 else "more" if 995 <= low < 1000 else "exact"
    percent = {"less": 1, "more": 99}.get(sign, (low + 5) // 10)
    return Message("stealth-percent-number", {"sign": sign, "low": percent, "high": percent})
