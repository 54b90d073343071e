"""The odds of being noticed in the coming round, from the rules themselves and the knowledge of the character (P-ODDS).

They read no mind beyond its sign, no unseen actor, no unknown cell. The facts that a look at a creature shows count
as known: kind, place, mood, range of senses, timed effects. Asking rolls nothing and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial, reduce
from operator import or_
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
from ..senses.known_map import BoolMap, KnownGround, creatures_in_view, recall_map
from ..senses.sight import visible_cells
from .crowd import BARRED, DOOR, FREE, Crowd, pick_row
from .exposure import ACTIONS, FIGHT, HURT, LAMP_TOGGLE, STAY, STEPS, Action, Branches, Deed, Exposure, expose
from .meetings import WALLED, Place
from .outlooks import Case, Incident, Perceived, Situation, Threat, list_calls, list_incidents
from .watchers import NO_ODDS, SURE, Belief, Odds, Watcher, join_odds, mix_odds

__all__ = [
    "FIGHT", "LAMP_TOGGLE", "STAY", "STEPS", "Action", "Deed", "Forecast", "Odds", "forecast_round", "notice_permille",
]  # fmt: skip

FORECAST_KEY = "core.stealth:forecast"

BLOCKING_DISTANCE = 2
"""Cells from which another creature may get in the way of a creature that goes to look."""

FIGHTING_DISTANCE = 3
"""Cells from which another creature can strike in the round: both take a step."""

ANYTHING = Odds(0, 1000)


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
        earlier = None if kept is None else kept.__dict__.get("ground")
        kept = world.__dict__[FORECAST_KEY] = Forecast(phase, key, earlier)
    forecast: Forecast = kept
    return forecast


class Forecast:
    """The coming round as the character can foresee it.

    Attributes:
        at: array index of its cell.
        creatures: ids of the enemies in view that it recognizes.
    """

    def __init__(self, phase: Phase, key: tuple[Any, ...], earlier: KnownGround | None = None) -> None:
        """`earlier`: the known floor of another round, with its views."""
        self.phase, self._earlier = phase, earlier
        self.key = key
        self.visible = visible_cells(phase)
        self.player = phase.player
        self._seen = creatures_in_view(phase)
        self._adventurers = [other for other in self._seen if other.side == "adventurer"]
        self.creatures = frozenset(other.id for other in self._seen if is_watcher(phase, other))
        self._exposures: dict[Action, Branches] = {}
        self._watchers: dict[int, Watcher] = {}
        self._odds: dict[Action, dict[int, Odds]] = {}
        self._weighed: dict[Exposure, dict[int, Odds]] = {}
        self._threats: dict[Exposure, dict[int, Threat]] = {}
        self._blows: dict[int, bool] = {}
        self._around: dict[int, list[Cell]] = {}
        self.at = phase.array_index(self.player.at)

    @cached_property
    def ground(self) -> KnownGround:
        """The floor that the character knows."""
        level, memory = self.phase.level, recall_map(self.phase)
        known = self.visible | (memory > 0)
        shown = np.where(self.visible, level.tiles, np.maximum(memory, 1) - 1)
        if self._earlier is not None and self._earlier.is_same(self.phase, known, shown):
            return self._earlier
        return KnownGround(self.phase, known, shown)

    @cached_property
    def _occupied(self) -> BoolMap:
        """The cells of the actors in view: bool ``(height, width)``."""
        occupied = np.zeros_like(self.visible)
        for other in self._seen:
            occupied[self.phase.array_index(other.at)] = True
        return occupied

    @cached_property
    def _crowd(self) -> Crowd:
        """The creatures that may notice the character."""
        watchers = [self.watch(other) for other in self._seen if other.id in self.creatures]
        ground, (height, width) = self.ground, self.visible.shape
        ways = np.full((height + 2, width + 2), BARRED, np.uint8)
        ways[1:-1, 1:-1] = np.where(ground.walkable | ~ground.known, FREE, BARRED)
        ways[1:-1, 1:-1][ground.map_flags(is_unlocked_door)] = DOOR
        ways[1:-1, 1:-1][self._occupied] = BARRED
        return Crowd(self.at, ground, watchers, ways)

    def expose(self, action: Action) -> Branches:
        """The character after an action; nothing if it is refused or takes no time."""
        if action not in self._exposures:
            self._exposures[action] = expose(self.phase, self.ground, action)
        return self._exposures[action]

    def watch(self, creature: Actor, belief: Belief | None = None) -> Watcher:
        """The known facts about a creature; one out of view needs a belief."""
        watcher = self._watchers.get(creature.id)
        if watcher is None:
            watcher = self._watchers[creature.id] = Watcher(self.phase, creature, belief)
        return watcher

    def weigh(self, creature: Actor, action: Action) -> Odds:
        """See `notice_permille`."""
        odds = self._odds.get(action)
        if odds is None:
            odds = dict.fromkeys(self.creatures, NO_ODDS)
            branches = self.expose(action) if odds else ()
            if branches and self._crowd.met and branches[0].exposures[0] not in self._crowd.met:
                # who asks for a second action will ask for all
                self._crowd.foresee(
                    [one for each in (*ACTIONS, action) for _, exposures in self.expose(each) for one in exposures]
                )
            if branches:
                shares = [branch.share for branch in branches]
                parts = [[self._weigh_all(exposure) for exposure in exposures] for _, exposures in branches]
                if len(parts) == len(parts[0]) == 1:
                    (odds,) = parts[0]
                else:
                    joined = [{id: join_odds([one[id] for one in part]) for id in odds} for part in parts]
                    odds = {id: mix_odds(shares, [one[id] for one in joined]) for id in odds}
            self._odds[action] = odds
        return odds.get(creature.id, ANYTHING)

    def weigh_exposure(self, creature: Actor, exposure: Exposure) -> Odds:
        """The odds for an exposure."""
        return self._weigh_all(exposure)[creature.id]

    def _weigh_all(self, exposure: Exposure) -> dict[int, Odds]:
        """The odds of the creatures for an exposure, by id."""
        odds = self._weighed.get(exposure)
        if odds is None:
            watchers, target = self._crowd.watchers, exposure.target
            odds = {one.id: SURE if one.id == target else one.usual or SURE for one in watchers}
            undecided = [one for one in watchers if one.usual is None and one.id != target]
            if undecided:
                odds |= self._weigh_some(undecided, exposure, self._foresee_threats(exposure))
            self._weighed[exposure] = odds
        return odds

    def _weigh_some(
        self, watchers: Sequence[Watcher], exposure: Exposure, threats: Mapping[int, Threat]
    ) -> dict[int, Odds]:
        """The odds of some creatures that may notice the character, by id, if others do no more than `threats`."""
        crowd, met = self._crowd, self._crowd.meet(exposure)
        calls = list_calls(exposure.at, exposure.calls, [*threats.values()])
        heard = reduce(or_, [crowd.listen(call, exposure.opened_door) for call in calls], 0)
        weighed: dict[int, Odds] = {}
        for watcher in watchers:
            row, odds = crowd.rows[watcher.id], NO_ODDS
            is_met = met.is_met[row] or watcher.is_estimate or watcher.is_always_weighed or exposure.is_estimate
            if is_met or (watcher.attends and pick_row(row, heard)):
                outlook = watcher.find_outlook(exposure.stealths, exposure.luck, exposure.noise.loudness)
                odds = watcher.weigh(self._describe_situation(watcher, exposure, threats), outlook)
                if exposure.is_estimate:
                    odds = msgspec.structs.replace(odds, is_estimate=True)
            weighed[watcher.id] = odds
        return weighed

    def list_cases(self, creature: Actor, exposure: Exposure) -> Iterator[Case]:
        """The possible rounds of a creature that does not hunt."""
        watcher = self.watch(creature)
        outlook = watcher.find_outlook(exposure.stealths, exposure.luck, exposure.noise.loudness)
        situation = self._describe_situation(watcher, exposure, self._foresee_threats(exposure))
        return outlook.list_cases(situation, watcher.mood is Mood.ASLEEP)

    def _describe_situation(self, watcher: Watcher, exposure: Exposure, threats: Mapping[int, Threat]) -> Situation:
        """The possible situation of a creature."""
        crowd, opened = self._crowd, exposure.opened_door
        row = crowd.rows[watcher.id]
        meetings, steps = crowd.list_meetings(row, exposure)
        stirs, draws = watcher.mood is Mood.ASLEEP and watcher.attends, self._list_draws(watcher, exposure)
        reach = (steps | steps << WALLED) if watcher.attends else 0
        others = [threat for id, threat in threats.items() if id != watcher.id]
        is_loud = exposure.noise.loudness >= HURT.loudness
        perceived: list[tuple[Incident, Perceived]] = []
        for incident in list_incidents(exposure.at, exposure.calls, others, is_loud):
            calls = [(call.noise.loudness, pick_row(row, crowd.listen(call, opened))) for call in incident.calls]
            heard = reduce(or_, [places for _, places in calls], 0) & reach
            stirring = [
                max([loudness for loudness, places in calls if places >> ground & 1], default=0)
                for ground in ((0, WALLED) if stirs else ())
            ]
            perceived += [(incident, Perceived(incident.hurts, is_drawn, heard, tuple(stirring))) for is_drawn in draws]
        approach = partial(self._find_approaches, watcher, exposure, steps)
        return Situation(crowd.list_places(row), meetings, steps, perceived, approach)

    def list_steps(self, creature: Actor) -> tuple[Place, ...]:
        """Where a creature may be after one action of its routine: its own place first."""
        return tuple(dict.fromkeys(self._crowd.list_places(self._crowd.rows[creature.id])))

    def _find_approaches(self, watcher: Watcher, exposure: Exposure, steps: int) -> int:
        """Where a creature that goes to look at the character may be after one action; see `Situation`."""
        here = watcher.at
        if stagger_percent(self.phase, watcher.creature):
            return steps
        radius = self.phase.settings.ai_bfs_radius
        if max(abs(exposure.at[0] - here[0]), abs(exposure.at[1] - here[1])) > radius:
            return steps
        mask = self.ground.walkable
        if can_use_doors(watcher.kind):
            mask = mask | self.ground.map_flags(is_unlocked_door)
        occupied = self._occupied.copy()
        occupied[self.at] = False
        ends = here, exposure.at
        path = search_near(mask, occupied, *ends, radius) or search_far(mask, weigh_crowding(occupied), *ends)
        found = 0
        for number, place in enumerate(self._crowd.list_places(self._crowd.rows[watcher.id])):
            if path and path[0] in (place.at, place.opened_door) and steps >> number & 1:
                found |= 1 << number
        others = [other for other in self._seen if other.id != watcher.id]
        if any(chebyshev_distance(other.at, watcher.creature.at) <= BLOCKING_DISTANCE for other in others):
            return found | steps
        return found or 1

    def _list_draws(self, watcher: Watcher, exposure: Exposure) -> tuple[bool, ...]:
        """Whether another actor in view is nearer, and so its target; both answers if that is unknown."""
        creature = watcher.creature
        if not self._adventurers or creature.side != "hostile" or self.phase.settings.ai_pc_priority == "always":
            return (False,)
        top, left = self.phase.level.origin
        distance = chebyshev_distance(creature.at, (exposure.at[0] + top, exposure.at[1] + left))
        draws = {False}
        for other in self._adventurers:
            ahead = distance - chebyshev_distance(creature.at, other.at)
            moved = max(self.watch(other).counts) + 2 * (max(watcher.counts) - 1)
            if ahead > moved:
                return (True,)
            draws |= {ahead > -moved}
        return tuple(sorted(draws))

    def list_threats(self, creature: Actor, exposure: Exposure) -> list[Threat]:
        """The actions of others in view that matter to a creature in the round."""
        return [threat for id, threat in self._foresee_threats(exposure).items() if id != creature.id]

    def _foresee_threats(self, exposure: Exposure) -> dict[int, Threat]:
        """The actions of all in view that matter to others in the round, by id."""
        threats = self._threats.get(exposure)
        if threats is None:
            threats = self._threats[exposure] = {}
            for other in self._adventurers:  # they may fight somewhere with another creature
                at = self.phase.array_index(other.at)
                threats[other.id] = Threat(at, places=(at,))
            for watcher in self._fighters:
                is_idle = watcher.mood is Mood.ASLEEP and watcher.id != exposure.target
                threat = None if is_idle else self._foresee_threat(watcher, exposure)
                if threat is not None:
                    threats[watcher.id] = threat
        return threats

    @cached_property
    def _fighters(self) -> list[Watcher]:
        """The creatures that may fight or cry out in the round."""
        able = [watcher for watcher in self._crowd.watchers if not watcher.is_helpless]
        return [
            one
            for one in able
            if one.cries or one.may_shoot or chebyshev_distance(one.at, self.at) <= FIGHTING_DISTANCE
        ]

    def _foresee_threat(self, watcher: Watcher, exposure: Exposure) -> Threat | None:
        """The possible actions of a creature in the round; None if it does nothing that others perceive."""
        hunts = watcher.mood is Mood.AGGRAVATED or watcher.id == exposure.target
        cries = watcher.cries and not hunts
        (y, x), (own_y, own_x) = exposure.at, watcher.at
        distance = max(abs(y - own_y), abs(x - own_x))
        shoots = watcher.may_shoot and distance > 1
        strikes = (0 if shoots else distance - 1) + (not hunts and not self.phase.settings.attacks_when_fooled)
        if strikes > watcher.last and not cries:
            return None
        odds = SURE if hunts else watcher.usual or self._weigh_some([watcher], exposure, {})[watcher.id]
        if not odds.high:
            return None
        places: tuple[Cell, ...] = ()
        if strikes <= watcher.last:
            places = (watcher.at,) if shoots or distance == 1 else self._find_between(watcher, exposure.at)
        if not places and not cries:
            return None
        hurts = shoots
        if places and not shoots:
            if watcher.id not in self._blows:  # whether a blow may do damage to the character
                blow = forecast_blow(self.phase, watcher.creature, self.player)
                self._blows[watcher.id] = blow.is_estimate or blow.wounds > 0
            hurts = self._blows[watcher.id]
        return Threat(watcher.at, strikes, places, hurts, cries, cries and odds.low == 1000)

    def _find_between(self, watcher: Watcher, end: Cell) -> tuple[Cell, ...]:
        """The free cells next to a creature and to a cell."""
        free = self._around.get(watcher.id)
        if free is None:
            (y, x), (height, width) = watcher.at, self.visible.shape
            cells = [(y + dy, x + dx) for dy, dx in NEIGHBOR_OFFSETS if 0 <= y + dy < height and 0 <= x + dx < width]
            ground, occupied = self.ground, self._occupied
            free = [at for at in cells if (ground.walkable[at] or not ground.known[at]) and not occupied[at]]
            self._around[watcher.id] = free
        y, x = end
        return tuple([cell for cell in free if max(abs(cell[0] - y), abs(cell[1] - x)) == 1])


def is_watcher(phase: Phase, creature: Actor) -> bool:
    """Whether a creature in view may notice the character as an enemy."""
    has_mind = creature.id in phase.stealth.minds and not is_thing(phase, creature)
    return has_mind and are_enemies(phase, phase.player, creature)


def describe_percent(low: int, high: int, is_rough: bool) -> Message:
    """A chance in permille as percent: one number, or the lowest and the highest that is possible."""
    number = describe_number(low, high)
    return Message("stealth-percent", {**number.args, "number": number, "about": "yes" if is_rough else "no"})


WIDE_PERMILLE, SURE_PERMILLE = 200, 990
"""Words add the highest possible chance to a mean if it is this much higher and less than sure."""


def describe_mean(mean: int, most: int) -> Message:
    """A mean chance in permille in words, and the highest possible one if it is much higher."""
    wide = "yes" if most - mean >= WIDE_PERMILLE and most < SURE_PERMILLE else "no"
    facts = {"mean": describe_number(mean, mean), "most": describe_number(most, most), "wide": wide}
    return Message("stealth-mean", facts)


def describe_odds(odds: Odds) -> Message:
    """The odds in words: whether it wakes, comes to look or notices, and with which chance."""
    happens = "wakes" if odds.is_asleep else "comes" if odds.comes_high and not odds.high else "notices"
    chance = describe_percent(odds.low, odds.high, odds.is_estimate)
    facts: dict[str, Any] = {"chance": chance, "happens": happens, "comes": "no"}
    if odds.comes_high:
        coming = describe_percent(odds.comes_low, odds.comes_high, odds.is_estimate)
        facts |= {"comes": "yes", "coming": coming}
    return Message("stealth-chance", facts)


def describe_number(low: int, high: int) -> Message:
    """The same where there is little room; of two limits the lower is rounded down, the higher up."""
    if low < high:
        return Message("stealth-percent-number", {"sign": "range", "low": low // 10, "high": -(-high // 10)})
    sign = "less" if 0 < low < 5 else "more" if 995 <= low < 1000 else "exact"
    percent = {"less": 1, "more": 99}.get(sign, (low + 5) // 10)
    return Message("stealth-percent-number", {"sign": sign, "low": percent, "high": percent})
